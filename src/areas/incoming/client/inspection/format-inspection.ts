import type { Row } from '@/contract/resource'
import type { materialInspection } from '@/areas/incoming/contract/material-inspection'
import { getLimitDigits } from '@/plant/rules/limits'

export type InspectionWithPending = Row<typeof materialInspection> & { pending?: unknown }
export type InspectionItem = InspectionWithPending['items'][number]
/** Translation function that accepts any key. */
export type TranslateKey = (key: string, values?: Record<string, unknown>) => string

/** Returns the name of an item in the user's language. */
export const getItemName = ({ name, nameEn }: Pick<InspectionItem, 'name' | 'nameEn'>, language: string): string =>
  language === 'en' ? (nameEn ?? name) : name
/** Formats the limits of an item; null if it has none. */
export function formatItemLimits({
  low,
  high,
  target,
  unit,
}: Pick<InspectionItem, 'low' | 'high' | 'target' | 'unit'>): string | null {
  const range = formatRange(low, high) ?? target
  return range === null ? null : [range, unit].filter(Boolean).join(' ')
}
function formatRange(low: number | null, high: number | null): string | null {
  if (low !== null && high !== null) return `${low} – ${high}`
  if (low !== null) return `≥ ${low}`
  return high === null ? null : `≤ ${high}`
}
/** Describes how the readings of an item are compared with its limits; null if it has none. */
export function formatItemComparison(
  { low, high, digits }: Pick<InspectionItem, 'low' | 'high' | 'digits'>,
  t: TranslateKey,
): string | null {
  if (low === null && high === null) return null
  return digits === null
    ? t('pages.inspections.comparedInFull')
    : t('pages.inspections.rounded', { digits: getLimitDigits({ low, high }, digits) })
}
/** True if an item is judged by eye: it has neither limits nor a unit. */
export const isJudgedByEye = (item: Pick<InspectionItem, 'low' | 'high' | 'target' | 'unit'>): boolean =>
  item.low === null && item.high === null && item.target === null && !item.unit

/** Formats the sampling plan as a sentence. */
export function formatSamplingPlan(row: InspectionWithPending, t: TranslateKey): string {
  if (row.sampling === 'none') return t('pages.inspections.planNone')
  if (row.sampleSize === null || row.lotSize === null) return t('pages.inspections.planUnknown')
  if (row.acceptNumber !== null)
    return t('pages.inspections.planPieces', {
      lotSize: row.lotSize,
      letter: row.codeLetter ?? '',
      sampleSize: row.sampleSize,
      accept: row.acceptNumber,
      reject: row.rejectNumber ?? '',
    })
  return row.sampling === 'all'
    ? t('pages.inspections.planAll', { sampleSize: row.sampleSize })
    : t('pages.inspections.planPackages', { lotSize: row.lotSize, sampleSize: row.sampleSize })
}
