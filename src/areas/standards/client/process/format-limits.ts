import { formatNumber } from '@/client/format/number'
import type { ProcessParameter, Ratio } from '../../rules/process-standard'

type Language = 'zh' | 'en'
const formatValue = (value: number, language: Language): string => formatNumber(value, { language, decimals: 3 })
const formatRange = (low: number | null, high: number | null, unit: string, language: Language): string | null => {
  const unitSuffix = unit ? ` ${unit}` : ''
  if (low !== null && high !== null) return `${formatValue(low, language)}–${formatValue(high, language)}${unitSuffix}`
  if (low !== null) return `≥ ${formatValue(low, language)}${unitSuffix}`
  return high === null ? null : `≤ ${formatValue(high, language)}${unitSuffix}`
}
/** Formats the limits of a parameter; null without limits. */
export const formatParameterLimits = (
  { low, high, unit }: Pick<ProcessParameter, 'low' | 'high' | 'unit'>,
  language: Language,
): string | null => formatRange(low, high, unit ?? '', language)
/** Formats the target of a parameter; null without a target. */
export const formatTarget = (
  { target, unit }: Pick<ProcessParameter, 'target' | 'unit'>,
  language: Language,
): string | null => (target === null ? null : `${formatValue(target, language)}${unit ? ` ${unit}` : ''}`)
/** Formats the share of a material: the target, with the limits in brackets. */
export function formatShare({ targetPercent, minPercent, maxPercent }: Ratio, language: Language): string | null {
  const limits = formatRange(minPercent, maxPercent, '%', language)
  if (targetPercent == null) return limits
  const target = `${formatValue(targetPercent, language)} %`
  return limits ? `${target} (${limits})` : target
}
