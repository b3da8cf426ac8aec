/** Consumption by day and hour of the plant's clock. */
import type { Day } from '@/plant/rules/plant-time'

export interface ClockUse {
  readonly day: Day
  /** Minutes since midnight. */
  readonly minute: number
  readonly used: number
}
export interface HourlyDay {
  readonly day: Day
  /** Consumption of the 24 hours; null for hours without a slot, such as those to come. */
  readonly hours: readonly (number | null)[]
}
const HOURS_PER_DAY = 24

/** Sums slots by day and hour, days in the order of the slots. An hour that the clock shows twice is summed once. */
export function sumByDayAndHour(slots: readonly ClockUse[]): HourlyDay[] {
  const hoursByDay = new Map<Day, (number | null)[]>()
  for (const { day, minute, used } of slots) {
    const hours = hoursByDay.get(day) ?? Array.from({ length: HOURS_PER_DAY }, () => null)
    hoursByDay.set(day, hours)
    const hour = Math.floor(minute / 60)
    hours[hour] = (hours[hour] ?? 0) + used
  }
  return [...hoursByDay].map(([day, hours]) => ({ day, hours }))
}
