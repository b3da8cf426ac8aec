/** Run time of an order: the spans from its start to its end without the pauses, and their hours in total or by day. */
import { getMonthDays, type Month } from '@/plant/rules/month'
import { addDays, resolveLocalTime, HOUR_MS, toLocalTime, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { endOpenPause, type Pause } from '@/areas/orders/rules/work-order'

/** A time span, ms since 1970; the end is exclusive. */
export interface TimeSpan {
  readonly from: number
  readonly to: number
}
export interface OrderRunTimes {
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly pauses: readonly Pause[]
}
/** Returns the spans in which an order ran, earliest first. An order that has not ended runs until `now` (ms). */
export function getRunSpans({ startedAt, finishedAt, pauses }: OrderRunTimes, now: number): TimeSpan[] {
  const endMs = finishedAt ? toMillis(finishedAt) : now
  const sortedPauses = endOpenPause(pauses, toMoment(endMs))
    .map(({ from, to }) => ({ from: toMillis(from), to: toMillis(to ?? toMoment(endMs)) }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from)
  const runs: TimeSpan[] = []
  let fromMs = toMillis(startedAt)
  for (const pause of sortedPauses) {
    if (pause.from > fromMs) runs.push({ from: fromMs, to: Math.min(pause.from, endMs) })
    fromMs = Math.max(fromMs, pause.to)
  }
  if (endMs > fromMs) runs.push({ from: fromMs, to: endMs })
  return runs.filter((run) => run.to > run.from)
}
/** Counts the hours that run spans have within another span. */
export const countHoursWithin = (runs: readonly TimeSpan[], span: TimeSpan): number =>
  runs.reduce((sum, run) => sum + Math.max(0, Math.min(run.to, span.to) - Math.max(run.from, span.from)), 0) / HOUR_MS
/** Counts the hours of run spans. */
export const countHours = (runs: readonly TimeSpan[]): number =>
  runs.reduce((sum, run) => sum + run.to - run.from, 0) / HOUR_MS

/** Counts the hours of a month, including changes to and from summer time. */
export function countMonthHours(month: Month, timeZone: string): number {
  const { from, to } = getMonthDays(month)
  return (resolveLocalTime(addDays(to, 1), 0, timeZone) - resolveLocalTime(from, 0, timeZone)) / HOUR_MS
}
/** Returns the hours of spans by calendar day of the plant; days without hours are omitted. */
export function groupHoursByDay(runs: readonly TimeSpan[], timeZone: string): { day: Day; hours: number }[] {
  const firstRun = runs[0]
  const lastRun = runs.at(-1)
  if (!firstRun || !lastRun) return []
  const days: { day: Day; hours: number }[] = []
  const firstDay = toLocalTime(toMoment(firstRun.from), timeZone).day
  const lastDay = toLocalTime(toMoment(lastRun.to - 1), timeZone).day
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const hours = countHoursWithin(runs, {
      from: resolveLocalTime(day, 0, timeZone),
      to: resolveLocalTime(addDays(day, 1), 0, timeZone),
    })
    if (hours > 0) days.push({ day, hours })
  }
  return days
}
