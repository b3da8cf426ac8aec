import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import {
  findProcessChanges,
  getParameterLabel,
  type ProcessChange,
  type ProcessParameter,
} from '../../rules/process-standard'
import { ComparisonTable } from '../ComparisonTable'
import type { ProcessStandardRow } from './process-view'
import { formatParameterLimits, formatRatio, formatTarget } from './ProcessParameterTable'

const FIELD_UNITS: Readonly<Record<string, string>> = { idealSpeed: 'm/min', weightTolerance: '%' }
/** Changes against the previous version, old and new side by side. */
export function ProcessChangesTable({
  previous,
  current,
  refs,
}: {
  previous: ProcessStandardRow
  current: ProcessStandardRow
  refs: Readonly<Record<string, string>>
}) {
  const changes = findProcessChanges(previous, current)
  const formatChange = useChangeFormatter([previous, current], refs)
  return (
    <ComparisonTable
      revisions={[previous.revision, current.revision]}
      rows={changes.map(formatChange).map((row) => ({ ...row, key: row.name }))}
    />
  )
}
function useChangeFormatter(
  versions: readonly ProcessStandardRow[],
  refs: Readonly<Record<string, string>>,
): (change: ProcessChange) => { name: string; oldValue: string; newValue: string } {
  const { t } = useTranslation('standards')
  const language = useLanguage()
  const lineNames = useNames(
    'line',
    versions.flatMap(({ lineId }) => lineId ?? []),
    refs,
  )
  const productNames = useNames(
    'product',
    versions.map(({ productId }) => productId),
    refs,
  )
  const materialNames = useNames(
    'material',
    versions.flatMap(({ ratios }) => ratios.map(({ materialId }) => materialId)),
    refs,
  )
  const formatParameter = (parameter: ProcessParameter | null) => {
    if (!parameter) return '–'
    const target = formatTarget(parameter, language)
    const texts = [formatParameterLimits(parameter, language), target && t('pages.standard.target', { target })]
    return texts.filter(Boolean).join('\n') || '–'
  }
  const formatField = (name: string, value: string | number | null) => {
    if (value === null || value === '') return '–'
    if (typeof value === 'number') return formatNumber(value, { language, decimals: 2, unit: FIELD_UNITS[name] ?? '' })
    return lineNames[value] ?? productNames[value] ?? value
  }
  return (change) => {
    if (change.part === 'field')
      return {
        name: t(`processStandard.fields.${change.name}`),
        oldValue: formatField(change.name, change.before),
        newValue: formatField(change.name, change.after),
      }
    if (change.part === 'parameter')
      return {
        name: getParameterLabel((change.after ?? change.before)!, language),
        oldValue: formatParameter(change.before),
        newValue: formatParameter(change.after),
      }
    return {
      name: materialNames[(change.after ?? change.before)!.materialId] ?? '…',
      oldValue: (change.before && formatRatio(change.before, language)) ?? '–',
      newValue: (change.after && formatRatio(change.after, language)) ?? '–',
    }
  }
}
