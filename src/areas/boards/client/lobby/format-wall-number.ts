import { formatNumber, type AppLanguage } from '@/client/format/number'

/**
 * Formats a number for a large screen, abbreviated like a headline whatever its unit, so that it is readable from afar.
 */
export const formatWallNumber = (value: number | null, unit: string, decimals: number, language: AppLanguage): string =>
  formatNumber(value, { language, unit, decimals, shorten: true })
