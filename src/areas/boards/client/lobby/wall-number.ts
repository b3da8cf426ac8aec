import { formatNumber, type AppLanguage } from '@/client/format/number'

/** A number on a large screen: abbreviated like a headline, whatever its unit, so that it can be read from afar. */
export const wallNumber = (value: number | null, unit: string, decimals: number, language: AppLanguage): string =>
  formatNumber(value, { language, unit, decimals, shorten: true })
