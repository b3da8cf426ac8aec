import type { FieldByKind } from './field'

/**
 * Largest amounts of fields without a limit of their own, by unit. A plant reaches none of them: more is a typing error.
 * Nonwovens weigh up to 1,000 g/m² and run up to 1,200 m/min, a line uses up to 20 MW.
 */
const MAX_BY_UNIT: Readonly<Record<string, number>> = {
  kg: 1e8,
  g: 1e6,
  m: 1e8,
  mm: 1e5,
  min: 1e7,
  h: 1e6,
  'g/m²': 5000,
  'm/min': 10_000,
  '%': 1000,
  'm³': 1e8,
  kWh: 1e9,
  kW: 1e5,
  kVA: 1e6,
  'kWh/kg': 1000,
  'h/t': 10_000,
  CNY: 1e9,
  'CNY/h': 1e5,
  V: 1e6,
  A: 1e6,
  MΩ: 1e9,
  '°C': 3000,
  'mm/s': 10_000,
  dB: 300,
}
const ABSOLUTE_ZERO_CELSIUS = -273.15
const MAX_AMOUNT = 1e12
const MAX_INTEGER = 2_147_483_647

/** True if the largest value follows from the field or its unit, so that typing errors are noticed. */
export const hasPlausibleMax = ({ max, unit }: FieldByKind<'amount' | 'integer'>): boolean =>
  max !== undefined || (unit !== undefined && unit in MAX_BY_UNIT)
/** Returns the largest value of a number field. */
export const getMaxValue = ({ kind, max, unit = '' }: FieldByKind<'amount' | 'integer'>): number =>
  max ?? MAX_BY_UNIT[unit] ?? (kind === 'integer' ? MAX_INTEGER : MAX_AMOUNT)
/** Returns the smallest value of a number field. */
export function getMinValue({ kind, min, unit = '' }: FieldByKind<'amount' | 'integer'>): number {
  if (min !== undefined) return min
  if (unit === '°C') return ABSOLUTE_ZERO_CELSIUS
  return kind === 'integer' ? -MAX_INTEGER - 1 : -(MAX_BY_UNIT[unit] ?? MAX_AMOUNT)
}
