import { useTranslation } from 'react-i18next'
import { vocabularies, type Field, type Fields } from '@/contract/field'
import type { ReportColumn, ReportRow } from '@/contract/report'
import { formatMoment } from '@/client/format/time'
import { useUnitFormatter } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { getColumnTextKeys } from '@/plant/contract/report-columns'

/** The parts of a report that determine its texts. */
export interface ReportTexts {
  readonly endpoint: { readonly area: string }
  readonly optionTexts: string
}
/** Columns with the period that a row covers. */
export const TIME_KEYS: readonly string[] = ['day', 'month']
export const isNumberField = (field: Field | undefined): boolean =>
  field?.kind === 'amount' || field?.kind === 'integer'

/** Returns functions that give the headings and the texts of a report's table. */
export function useReportTexts({ endpoint: { area }, optionTexts }: ReportTexts, fields: Fields) {
  const { t } = useTranslation([area, 'plant', 'contract'])
  const formatUnit = useUnitFormatter()
  const zone = usePlantZone()
  const getUnit = ({ field: name, unit, unitField }: ReportColumn): string => {
    const field = fields[name]
    if (unit !== undefined) return unit
    return field && 'unit' in field && !unitField ? (field.unit ?? '') : ''
  }
  const getLabel = (column: ReportColumn): string => t(getColumnTextKeys(area, column).label)
  const getFormula = (column: ReportColumn): string | undefined => {
    const { formula } = getColumnTextKeys(area, column)
    return formula && t(formula)
  }
  const formatHeading = (column: ReportColumn): string => {
    const unit = getUnit(column)
    return unit ? `${getLabel(column)} (${formatUnit(unit)})` : getLabel(column)
  }
  /** Formats a value that is not a number. @returns null if there is none */
  const formatText = (row: ReportRow, name: string): string | null => {
    const [field, value] = [fields[name], row[name]]
    // A row without a production line is shared by all lines.
    if (name === 'line' && value === null) return t('plant:report.noLine')
    if (!field || value === null || value === undefined || value === '') return null
    if (field.kind === 'flag') return value === true ? t('contract:excel.yes') : ''
    const text = String(value)
    if (field.kind === 'moment') return formatMoment(text, zone)
    if (field.kind === 'choice') return t(`${area}:${optionTexts}.${name}.${text}`)
    if (
      field.kind === 'text' &&
      field.vocabulary &&
      (vocabularies[field.vocabulary] as readonly string[]).includes(text)
    )
      return t(`${field.vocabulary}.${text}`)
    return name === 'month' ? text.slice(0, 7) : text
  }
  return { getUnit, getLabel, getFormula, formatHeading, formatText }
}
