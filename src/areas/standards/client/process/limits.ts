import { formatNumber } from '@/client/format/number'
import type { Parameter, Ratio } from '../../rules/process-standard'

type Language = 'zh' | 'en'
const figure = (value: number, language: Language): string => formatNumber(value, { language, decimals: 3 })
const between = (low: number | null, high: number | null, unit: string, language: Language): string | null => {
  const tail = unit ? ` ${unit}` : ''
  if (low !== null && high !== null) return `${figure(low, language)}–${figure(high, language)}${tail}`
  if (low !== null) return `≥ ${figure(low, language)}${tail}`
  return high === null ? null : `≤ ${figure(high, language)}${tail}`
}
/** Formats the limits of a parameter; null without limits. */
export const limitsOf = (
  { low, high, unit }: Pick<Parameter, 'low' | 'high' | 'unit'>,
  language: Language,
): string | null => between(low, high, unit ?? '', language)
/** Formats the target of a parameter; null without a target. */
export const targetOf = ({ target, unit }: Pick<Parameter, 'target' | 'unit'>, language: Language): string | null =>
  target === null ? null : `${figure(target, language)}${unit ? ` ${unit}` : ''}`
/** Formats the share of a material: the target, with the limits in brackets. */
export function shareOf({ targetPercent, minPercent, maxPercent }: Ratio, language: Language): string | null {
  const limits = between(minPercent, maxPercent, '%', language)
  if (targetPercent == null) return limits
  const target = `${figure(targetPercent, language)} %`
  return limits ? `${target} (${limits})` : target
}
