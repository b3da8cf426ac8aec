import { formatNumber, type Language } from '@/client/format/number'

/** A figure on a wall: large amounts shortened, so that they can be read from afar. */
export const wallNumber = (value: number | null, unit: string, decimals: number, language: Language): string =>
  formatNumber(value, { language, unit, decimals, shorten: unit === 'kg' || unit === 'kWh' })
