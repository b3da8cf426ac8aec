import { Fragment, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRangeFiltered, type Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { useNames } from '../fields/options'
import { useLanguage, joinWords } from '../format/use-language'
import { formatNumber } from '../format/number'
import { formatDay } from '../format/time'
import { useLabels, type FieldLabels } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { getFilteredFields } from './list-state'
import { CustomFiltersContext } from './FilterFields'

/** Describes a list's filters and row count in words; `total` is null while unknown. */
export function FilterSummaryView({
  resource,
  filters,
  keyword,
  rowIds,
  total,
  age,
}: {
  resource: Resource
  filters: Record<string, FilterValue>
  keyword: string
  /** Ids of the rows that the list is narrowed to; empty if the list is not narrowed. */
  rowIds: readonly string[]
  total: number | null
  /** Formatted age of the displayed rows; null while they are current. */
  age: string | null
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(resource.area)
  const zone = usePlantZone()
  const filteredNames = getFilteredFields(resource, filters)
  const parts: [key: string, text: ReactNode][] = []
  if (total !== null) parts.push(['total', t('resource.count', { count: total })])
  if (rowIds.length > 0) parts.push(['rowIds', t('resource.among', { count: rowIds.length })])
  if (keyword) parts.push(['keyword', t('resource.keyword', { keyword })])
  for (const name of filteredNames)
    parts.push([
      `filter ${name}`,
      <span key={name}>
        {labels.field(resource, name)}:{' '}
        <FilterValueView resource={resource} name={name} filters={filters} labels={labels} zone={zone} />
      </span>,
    ])
  if (age) parts.push(['age', t('resource.staleSince', { age })])
  return parts.map(([key, text], index) => (
    <Fragment key={key}>
      {index > 0 && ' · '}
      {text}
    </Fragment>
  ))
}
/** Filter values are displayed exactly as typed, up to this number of decimals. */
const MAX_DECIMALS = 6
function FilterValueView({
  resource,
  name,
  filters,
  labels,
  zone,
}: {
  resource: Resource
  name: string
  filters: Record<string, FilterValue>
  labels: FieldLabels
  zone: string
}) {
  const { t } = useTranslation('client')
  const field = resource.fields[name]
  const referencedResource = field?.kind === 'reference' || field?.kind === 'references' ? field.to : ''
  const values = String(filters[name] ?? '')
    .split(',')
    .filter(Boolean)
  const language = useLanguage()
  const names = useNames(referencedResource, referencedResource ? values : [], {})
  const customFilter = useContext(CustomFiltersContext)[name]
  if (!field) return null
  if (customFilter) return joinWords(values.map(customFilter.formatValue), language)
  if (isRangeFiltered(field)) {
    const formatEnd = (key: string) => {
      const value = filters[key]
      if (value === undefined) return ''
      if (field.kind === 'moment') return formatDay(String(value), zone)
      return field.kind === 'day' ? String(value) : formatNumber(Number(value), { language, decimals: MAX_DECIMALS })
    }
    return `${formatEnd(`${name}From`)} – ${formatEnd(`${name}To`)}`
  }
  if (field.kind === 'flag') return t(filters[name] === true ? 'fields.yes' : 'fields.no')
  if (field.kind === 'choice')
    return joinWords(
      values.map((option) => labels.option(resource, name, option)),
      language,
    )
  return joinWords(referencedResource ? values.map((id) => names[id] ?? '…') : values, language)
}
