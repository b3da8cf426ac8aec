/** Limits of consumption. An exceedance is identified by its hour or day, so repeated checks yield the same one. */
export interface UseLimits {
  /** m³ per hour and per day; null if not watched. */
  readonly perHour: number | null
  readonly perDay: number | null
}
export interface UseNow {
  /** Hour in plant time, e.g. `2026-11-22T08`. */
  readonly hour: string
  readonly usedHour: number
  readonly day: string
  readonly usedDay: number
}
export interface Passing {
  readonly span: 'hour' | 'day'
  /** The hour or day of the exceedance; identifies notifications that were already sent. */
  readonly slot: string
  readonly used: number
  readonly limit: number
}
/** Returns the limits that the current hour and day exceed. */
export function passingsOf({ perHour, perDay }: UseLimits, now: UseNow): Passing[] {
  const found: Passing[] = []
  if (perHour !== null && now.usedHour > perHour)
    found.push({ span: 'hour', slot: now.hour, used: now.usedHour, limit: perHour })
  if (perDay !== null && now.usedDay > perDay)
    found.push({ span: 'day', slot: now.day, used: now.usedDay, limit: perDay })
  return found
}
