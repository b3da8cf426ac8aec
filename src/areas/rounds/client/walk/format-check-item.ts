import type { TFunction } from 'i18next'
import { chooseByLanguage, type Language } from '@/contract/language'
import { formatNumber } from '@/client/format/number'
import type { Round } from './walk-points'

type RoundItem = Round['items'][number]
/** Returns the name of a check item in the given language. */
export const getCheckItemName = (item: Pick<RoundItem, 'label' | 'labelEn'>, language: Language): string =>
  chooseByLanguage(language, item.label, item.labelEn) ?? item.label

/** Formats the limits of a numeric item, e.g. `30 – 80 °C` or `≤ 80 °C`; null if it has none. */
export function formatCheckLimits(item: Pick<RoundItem, 'low' | 'high' | 'unit'>, language: Language): string | null {
  const formatValue = (value: number) => formatNumber(value, { language, decimals: 6 })
  const unit = item.unit ? ` ${item.unit}` : ''
  if (item.low !== null && item.high !== null) return `${formatValue(item.low)} – ${formatValue(item.high)}${unit}`
  if (item.high !== null) return `≤ ${formatValue(item.high)}${unit}`
  return item.low !== null ? `≥ ${formatValue(item.low)}${unit}` : null
}
/** Formats code and name of a machine, as on its label. */
export const formatMachineName = (
  machine: { code: string; name: string; nameEn: string | null } | null,
  language: Language,
  t: TFunction,
): string =>
  machine
    ? `${machine.code} ${chooseByLanguage(language, machine.name, machine.nameEn) ?? machine.name}`
    : t('pages.polling.unknownMachine')
