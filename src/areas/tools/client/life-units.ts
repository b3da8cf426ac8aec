import type { LifeUnit } from '../rules/tool'

/** Display units of lives: metres as kilometres, kilograms as tonnes. */
export const written: Readonly<Record<LifeUnit, { unit: string; by: number }>> = {
  h: { unit: 'h', by: 1 },
  m: { unit: 'km', by: 1000 },
  kg: { unit: 't', by: 1000 },
}
