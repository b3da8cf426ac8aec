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
/** The limits of a parameter as they are read; null when it has none. */
export const limitsOf = (
  { low, high, unit }: Pick<Parameter, 'low' | 'high' | 'unit'>,
  language: Language,
): string | null => between(low, high, unit ?? '', language)
export const targetOf = ({ target, unit }: Pick<Parameter, 'target' | 'unit'>, language: Language): string | null =>
  target === null ? null : `${figure(target, language)}${unit ? ` ${unit}` : ''}`
/** The share of a material: what is aimed at, and in brackets what it may have. */
export function shareOf({ targetPercent, minPercent, maxPercent }: Ratio, language: Language): string | null {
  const limits = between(minPercent, maxPercent, '%', language)
  if (targetPercent == null) return limits
  const target = `${figure(targetPercent, language)} %`
  return limits ? `${target} (${limits})` : target
}
