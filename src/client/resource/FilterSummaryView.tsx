import { Fragment, useContext, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isRangeFiltered, type Resource } from '@/contract/resource'
import type { FilterValue } from '../fields/field-parts'
import { useNames } from '../fields/options'
import { joinWords } from '../format/join-words'
import { formatNumber } from '../format/number'
import { formatDay } from '../format/time'
import { useLanguage } from '../format/use-language'
import { useLabels, type FieldLabels } from '../i18n/labels'
import { usePlantZone } from '../session/plant-zone'
import { getFilteredFields } from './list-state'
import { CustomFiltersContext } from './custom-filters'

/** Describes a list's filters and row count in words; `total` is null while unknown. */
export function FilterSummaryView({
  of,
  filters,
  keyword,
  among,
  total,
  age,
}: {
  of: Resource
  filters: Record<string, FilterValue>
  keyword: string
  /** Rows that the list is narrowed to. */
  among: readonly string[]
  total: number | null
  age: string | null
}) {
  const { t } = useTranslation('client')
  const labels = useLabels(of.area)
  const zone = usePlantZone()
  const names = getFilteredFields(of, filters)
  const parts: [key: string, word: ReactNode][] = [
    ...(total === null ? [] : [['total', t('resource.count', { count: total })] satisfies [string, ReactNode]]),
    ...(among.length > 0
      ? [['among', t('resource.among', { count: among.length })] satisfies [string, ReactNode]]
      : []),
    ...(keyword ? [['keyword', `“${keyword}”`] satisfies [string, ReactNode]] : []),
    ...names.map((name): [string, ReactNode] => [
      `of ${name}`,
      <span key={name}>
        {labels.field(of, name)}: <FilterValueView of={of} name={name} filters={filters} labels={labels} zone={zone} />
      </span>,
    ]),
    ...(age ? [['age', t('resource.staleSince', { age })] satisfies [string, ReactNode]] : []),
  ]
  return parts.map(([key, word], index) => (
    <Fragment key={key}>
      {index > 0 && ' · '}
      {word}
    </Fragment>
  ))
}
function FilterValueView({
  of,
  name,
  filters,
  labels,
  zone,
}: {
  of: Resource
  name: string
  filters: Record<string, FilterValue>
  labels: FieldLabels
  zone: string
}) {
  const { t } = useTranslation('client')
  const field = of.fields[name]
  const to = field?.kind === 'reference' || field?.kind === 'references' ? field.to : ''
  const parts = String(filters[name] ?? '')
    .split(',')
    .filter(Boolean)
  const language = useLanguage()
  const names = useNames(to, to ? parts : [], {})
  const customFilter = useContext(CustomFiltersContext)[name]
  if (!field) return null
  if (customFilter) return joinWords(parts.map(customFilter.word), language)
  if (isRangeFiltered(field)) {
    const formatEnd = (key: string) =>
      filters[key] === undefined
        ? ''
        : field.kind === 'moment'
          ? formatDay(String(filters[key]), zone)
          : field.kind === 'day'
            ? String(filters[key])
            : formatNumber(Number(filters[key]), { language, decimals: 6 })
    return `${formatEnd(`${name}From`)} – ${formatEnd(`${name}To`)}`
  }
  if (field.kind === 'flag') return t(filters[name] === true ? 'fields.yes' : 'fields.no')
  if (field.kind === 'choice')
    return joinWords(
      parts.map((one) => labels.option(of, name, one)),
      language,
    )
  return joinWords(to ? parts.map((one) => names[one] ?? '…') : parts, language)
}
