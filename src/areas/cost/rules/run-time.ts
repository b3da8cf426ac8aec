/** When an order ran: between start and end, its pauses not counted; cut by days and by shifts. */
import { daysOfMonth, type Month } from '@/plant/rules/month'
import { addDays, atLocal, HOUR, localClock, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { ended, type Pause } from '@/areas/orders/rules/work-order'

/** A stretch of time, ms since 1970; the end is not part of it. */
export interface Span {
  readonly from: number
  readonly to: number
}
export interface RunTimes {
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly pauses: readonly Pause[]
}
/** The stretches in which it ran, in order; one that has not ended runs until `now`. */
export function runsOf({ startedAt, finishedAt, pauses }: RunTimes, now: number): Span[] {
  const end = finishedAt ? toMillis(finishedAt) : now
  const stood = ended(pauses, toMoment(end))
    .map(({ from, to }) => ({ from: toMillis(from), to: toMillis(to ?? toMoment(end)) }))
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.from - b.from)
  const runs: Span[] = []
  let from = toMillis(startedAt)
  for (const pause of stood) {
    if (pause.from > from) runs.push({ from, to: Math.min(pause.from, end) })
    from = Math.max(from, pause.to)
  }
  if (end > from) runs.push({ from, to: end })
  return runs.filter((run) => run.to > run.from)
}
/** Hours of stretches within another. */
export const hoursWithin = (runs: readonly Span[], span: Span): number =>
  runs.reduce((sum, run) => sum + Math.max(0, Math.min(run.to, span.to) - Math.max(run.from, span.from)), 0) / HOUR
export const hoursOf = (runs: readonly Span[]): number => runs.reduce((sum, run) => sum + run.to - run.from, 0) / HOUR

/** Hours of a month, through changes of the clocks. */
export function monthHours(month: Month, timeZone: string): number {
  const { from, to } = daysOfMonth(month)
  return (atLocal(addDays(to, 1), 0, timeZone) - atLocal(from, 0, timeZone)) / HOUR
}
/** Hours by the day of the plant's calendar, those without any left out. */
export function hoursByDay(runs: readonly Span[], timeZone: string): { day: Day; hours: number }[] {
  const first = runs[0]
  const last = runs.at(-1)
  if (!first || !last) return []
  const days: { day: Day; hours: number }[] = []
  const end = localClock(toMoment(last.to - 1), timeZone).day
  for (let { day } = localClock(toMoment(first.from), timeZone); day <= end; day = addDays(day, 1)) {
    const hours = hoursWithin(runs, { from: atLocal(day, 0, timeZone), to: atLocal(addDays(day, 1), 0, timeZone) })
    if (hours > 0) days.push({ day, hours })
  }
  return days
}
