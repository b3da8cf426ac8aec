/** Limits of consumption. An exceedance is identified by its hour or day, so repeated checks yield the same one. */
export interface UseLimits {
  /** m³ per hour and per day; null if not watched. */
  readonly perHour: number | null
  readonly perDay: number | null
}
export interface CurrentUse {
  /** Hour in plant time, e.g. `2026-11-22T08`. */
  readonly hour: string
  readonly usedHour: number
  readonly day: string
  readonly usedDay: number
}
export interface LimitExceedance {
  readonly span: 'hour' | 'day'
  /** The hour or day of the exceedance; identifies notifications that were already sent. */
  readonly slot: string
  readonly used: number
  readonly limit: number
}
/** Returns the limits that the current hour and day exceed. */
export function findExceedances({ perHour, perDay }: UseLimits, current: CurrentUse): LimitExceedance[] {
  const exceedances: LimitExceedance[] = []
  if (perHour !== null && current.usedHour > perHour)
    exceedances.push({ span: 'hour', slot: current.hour, used: current.usedHour, limit: perHour })
  if (perDay !== null && current.usedDay > perDay)
    exceedances.push({ span: 'day', slot: current.day, used: current.usedDay, limit: perDay })
  return exceedances
}
