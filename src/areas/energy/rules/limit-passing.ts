/** When a limit of use is passed: once an hour or a day, however often one looks. */
export interface UseLimits {
  /** m³ in an hour and in a day; null: not watched. */
  readonly perHour: number | null
  readonly perDay: number | null
}
export interface UseNow {
  /** `2026-11-22T08` by the plant's clock. */
  readonly hour: string
  readonly usedHour: number
  readonly day: string
  readonly usedDay: number
}
export interface Passing {
  readonly span: 'hour' | 'day'
  /** The hour or day in which it was passed: what has been told once is known by it. */
  readonly slot: string
  readonly used: number
  readonly limit: number
}
/** Which limits are passed in these hours. */
export function passingsOf({ perHour, perDay }: UseLimits, now: UseNow): Passing[] {
  const found: Passing[] = []
  if (perHour !== null && now.usedHour > perHour)
    found.push({ span: 'hour', slot: now.hour, used: now.usedHour, limit: perHour })
  if (perDay !== null && now.usedDay > perDay)
    found.push({ span: 'day', slot: now.day, used: now.usedDay, limit: perDay })
  return found
}
