import { addDays, atLocal, HOUR, localClock, MINUTE } from '@/plant/rules/plant-time'

/** A span of time drawn over a width; all in ms since 1970. */
export interface Scale {
  from: number
  to: number
}
/** Bars move by this, ms. */
export const STEP = 15 * MINUTE
export const snap = (millis: number): number => Math.round(millis / STEP) * STEP
/** Where a moment stands, in percent of the width; outside of it below 0 or over 100. */
export const percentAt = (scale: Scale, millis: number): number =>
  ((millis - scale.from) / (scale.to - scale.from)) * 100

export interface Tick {
  at: number
  label: string
  /** Midnight of the plant. */ day: boolean
}
/** Hours between two ticks, so that a day has at most twelve and a week's stay apart. */
const stepOf = (hours: number): number => (hours <= 30 ? 2 : hours <= 80 ? 6 : hours <= 200 ? 12 : 24)
/** Marks on whole hours of the plant's clock; midnight tells the day. */
export function ticksOf({ from, to }: Scale, zone: string): Tick[] {
  const step = stepOf((to - from) / HOUR)
  const ticks: Tick[] = []
  for (
    let day = localClock(new Date(from).toISOString(), zone).day;
    atLocal(day, 0, zone) < to;
    day = addDays(day, 1)
  ) {
    for (let hour = 0; hour < 24; hour += step) {
      const at = atLocal(day, hour * 60, zone)
      if (at >= from && at < to)
        ticks.push({ at, label: hour === 0 ? day.slice(5) : `${String(hour).padStart(2, '0')}:00`, day: hour === 0 })
    }
  }
  return ticks
}
