import type { LifeUnit } from '../rules/tool'

/** Display units of lives: metres as kilometres, kilograms as tonnes. */
export const displayUnits: Readonly<Record<LifeUnit, { unit: string; divisor: number }>> = {
  h: { unit: 'h', divisor: 1 },
  m: { unit: 'km', divisor: 1000 },
  kg: { unit: 't', divisor: 1000 },
}
