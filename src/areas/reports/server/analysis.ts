import type { InOf, OutOf } from '@/contract/endpoint'
import { refuseInput } from '@/contract/errno'
import { addDays, daysBetween, toMillis, toMoment, type Day } from '@/plant/rules/plant-time'
import { shiftsBetween, shiftsOfDay, type PlantCalendar, type Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { calendarOf, shiftOf } from '@/plant/server/plant'
import {
  addSums,
  figuresOf,
  periodsSince,
  stopPareto,
  stopSums,
  trendStep,
  type Period,
  type Stop,
  type StopFigures,
} from '../rules/stop-analysis'
import { makesWeb } from '@/plant/rules/line'
import { standstillsIn } from '@/plant/server/queries/standstills'
import { namesIn } from '@/server/crud/names'
import { linesInUse } from '@/areas/maintenance/server/queries/lines-in-use'
import type { LineAtWork } from '@/areas/rolls/server/queries/lines-at-work'
import type { stopAnalysis } from '../contract/stop-analysis'

type Input = InOf<typeof stopAnalysis>
type Answer = OutOf<typeof stopAnalysis>
const USUAL_DAYS = 30
const MOST_DAYS = 400
const MOST_STOPS = 50_000
/** A shift up to now. */
interface Part extends Period {
  day: Day
  shift: string
  team: string | null
}

/** Calculates the stop analysis of a period. GET /production/stop_analyse */
export async function analyse(ctx: Context, input: Input): Promise<Answer> {
  const calendar = await calendarOf(ctx)
  const { from, to } = await daysOf(ctx, input)
  const parts = partsOf(calendar, from, to, ctx.now.getTime()).filter(
    (p) => (!input.team || p.team === input.team) && (!input.shift || p.shift === input.shift),
  )
  const lines = await linesOf(ctx, input)
  const counted = new Set(lines.map((l) => l.id))
  const stops = (await stopsOf(ctx, parts, input)).filter((s) => counted.has(s.lineId))
  const sumsOf = ({ id, worksSince }: LineAtWork, periods: readonly Period[]) =>
    stopSums(
      stops.filter((s) => s.lineId === id),
      worksSince === null ? [] : periodsSince(periods, worksSince),
    )
  const sums = (periods: readonly Period[]) => addSums(lines.map((l) => sumsOf(l, periods)))
  const of = (periods: readonly Period[]) => rounded(figuresOf(sums(joined(periods))))
  const keys = <K extends 'team' | 'shift'>(name: K) => [...new Set(parts.map((p) => p[name]))].sort()
  const whole = joined(parts)
  return {
    from,
    to,
    ...of(parts),
    pareto: await paretoOf(ctx, stops, whole),
    lines: lines.map((l) => ({
      lineId: l.id,
      label: l.label,
      ...rounded(figuresOf(sumsOf(l, whole))),
    })),
    teams: keys('team').map((team) => ({ team, ...of(parts.filter((p) => p.team === team)) })),
    shifts: keys('shift').map((shift) => ({ shift: shift!, ...of(parts.filter((p) => p.shift === shift)) })),
    trend: stepsOf(from, to).map((step) => ({
      ...step,
      ...of(parts.filter((p) => p.day >= step.from && p.day <= step.to)),
    })),
  }
}

/** Returns business dates, both included. @throws 4013 if they end before they begin or are too many */
async function daysOf(ctx: Context, input: Input): Promise<{ from: Day; to: Day }> {
  const to = input.to ?? (await shiftOf(ctx)).businessDate
  const from = input.from ?? addDays(to, 1 - USUAL_DAYS)
  const days = daysBetween(from, to)
  if (days < 0) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (days > MOST_DAYS) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MOST_DAYS } }])
  return { from, to }
}
function partsOf({ pattern, timeZone }: PlantCalendar, from: Day, to: Day, now: number): Part[] {
  const begin = shiftsOfDay(from, pattern, timeZone)[0]
  const after = shiftsOfDay(addDays(to, 1), pattern, timeZone)[0]
  if (!begin || !after) return []
  const partOf = (s: Shift): Part => ({
    day: s.businessDate,
    shift: s.shift,
    team: s.team,
    from: toMillis(s.startsAt),
    to: Math.min(toMillis(s.endsAt), now),
  })
  return shiftsBetween(begin.startsAt, after.startsAt, pattern, timeZone)
    .map(partOf)
    .filter((p) => p.to > p.from)
}
/** Joins consecutive shifts into one period, so that a stop across a shift change stays one stop. */
function joined(parts: readonly Period[]): Period[] {
  const periods: { from: number; to: number }[] = []
  for (const { from, to } of parts) {
    const last = periods.at(-1)
    if (last && last.to === from) last.to = to
    else periods.push({ from, to })
  }
  return periods
}
function stepsOf(from: Day, to: Day): { from: Day; to: Day }[] {
  const step = trendStep(daysBetween(from, to) + 1)
  const steps: { from: Day; to: Day }[] = []
  for (let day = from; day <= to; day = addDays(day, step)) {
    const last = addDays(day, step - 1)
    steps.push({ from: day, to: last < to ? last : to })
  }
  return steps
}

async function stopsOf(ctx: Context, parts: readonly Part[], input: Input): Promise<Stop[]> {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first || !last) return []
  const rows = await standstillsIn(ctx, {
    from: toMoment(first.from),
    to: toMoment(last.to),
    lineId: input.lineId ?? null,
    first: 'newest',
    most: MOST_STOPS,
  })
  return rows.map((r) => ({
    lineId: r.lineId,
    startsAt: toMillis(r.startsAt),
    endsAt: r.endsAt === null ? null : toMillis(r.endsAt),
    reason: r.reasonId,
    class: r.class,
  }))
}
/**
 * Loads the lines to count: web lines, and any line that is named. Slitters count only on request, because they wait
 * for rolls and hardly ever stop.
 */
async function linesOf(ctx: Context, { lineId, slitters }: Input): Promise<LineAtWork[]> {
  const all = await linesInUse(ctx, { lineId: lineId ?? null, also: lineId ? [lineId] : [] })
  return all.filter((l) => lineId || makesWeb(l.kind) || (slitters && l.kind === 'slitting'))
}

async function paretoOf(ctx: Context, stops: readonly Stop[], periods: readonly Period[]): Promise<Answer['pareto']> {
  const rows = stopPareto(stops, periods)
  const names = await namesIn(
    ctx,
    'stopReason',
    rows.flatMap((r) => (r.reason === 'unknown' ? [] : [r.reason])),
  )
  return rows.map(({ reason, ...row }) => ({
    reasonId: reason === 'unknown' ? null : reason,
    label: names[reason] ?? ctx.t('reports:unknownReason'),
    ...row,
    hours: round(row.hours),
    percent: round(row.percent),
    cumulative: round(row.cumulative),
  }))
}
const round = (value: number): number => Math.round(value * 1000) / 1000
const rounded = (figures: StopFigures): StopFigures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, value]) => [name, typeof value === 'number' ? round(value) : value]),
  ) as StopFigures
