/** Forecast of the daily output of lines. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { loadCalculatedDays, loadMetricsFreshness, loadMetrics, loadTotalMetrics } from '@/areas/figures/server/queries'
import { ordersAhead } from '@/areas/orders/server/queries/line-plan'
import { addDays, DAY_MS, countDaysBetween, toMillis, type Day } from '@/plant/rules/plant-time'
import { getShiftsOfDay } from '@/plant/rules/shift'
import { loadPlantCalendar, resolveShift } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { planSnapshot, type productionPrediction } from '../contract/prediction'
import { forecast, LEAST_DAYS } from '../rules/forecast/forecast'
import { planByDay } from '../rules/forecast/plan'

const HISTORY_DAYS = 182
const USUAL_STEPS = 14
const MOST_STEPS = 28
type Shown = EndpointOutput<typeof productionPrediction>
const rounded = (value: number): number => Math.round(value * 10) / 10

/**
 * Loads output by day from the first day with output to yesterday; days without output are 0. History starts after the
 * newest day that is not calculated yet.
 */
async function historyOf(ctx: Context, today: Day, lineId: string | null): Promise<{ day: Day; value: number }[]> {
  const days = { from: addDays(today, -HISTORY_DAYS), to: addDays(today, -1) }
  const rows = await loadMetrics(ctx, { ...days, by: ['day'], ...(lineId ? { lineIds: [lineId] } : {}) })
  const made = new Map(rows.map(({ key, values }) => [key.day ?? '', values.outputKg ?? 0]))
  const missing = (await loadCalculatedDays(ctx)).uncounted.toSorted().at(-1) ?? ''
  const first = [...made]
    .filter(([day, kg]) => kg > 0 && day > missing)
    .map(([day]) => day)
    .sort()[0]
  if (!first) return []
  return Array.from({ length: countDaysBetween(first, days.to) + 1 }, (_, at) => {
    const day = addDays(first, at)
    return { day, value: made.get(day) ?? 0 }
  })
}
/** Loads the order book's plan from today on: the remaining amount of each order, spread evenly over its time. */
async function planOf(ctx: Context, today: Day): Promise<{ lineId: string; day: Day; kg: number }[]> {
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const rows = await ordersAhead(ctx, {
    from: ctx.now.toISOString(),
    to: new Date(ctx.now.getTime() + MOST_STEPS * DAY_MS).toISOString(),
  })
  return planByDay(
    rows.map(({ lineId, startsAt, endsAt, forecastEnd, orderedKg, woundKg }) => ({
      lineId,
      from: Math.max(toMillis(startsAt), ctx.now.getTime()),
      to: toMillis(forecastEnd ?? endsAt),
      kg: Math.max(0, (orderedKg ?? 0) - (woundKg ?? 0)),
    })),
    Array.from({ length: MOST_STEPS }, (_, at) => {
      const turns = getShiftsOfDay(addDays(today, at), pattern, timeZone)
      const [first, last] = [turns[0]!, turns.at(-1)!]
      return { day: first.businessDate, from: toMillis(first.startsAt), to: toMillis(last.endsAt) }
    }),
  )
}
const MOST_SNAPSHOTS = 50_000
async function snapshots(ctx: Context, from: Day, lineId: string | null): Promise<Map<Day, Map<Day, number>>> {
  const rows = await ctx.query(
    sql`select ${columns(planSnapshot, ['madeOn', 'day', 'kg'])} from plan_snapshot
     where site_id = ${ctx.site} and made_on >= ${from} and (${lineId}::uuid is null or line_id = ${lineId}) ${limit(MOST_SNAPSHOTS)}`,
  )
  const by = new Map<Day, Map<Day, number>>()
  for (const { madeOn, day, kg } of rows) {
    const said = by.get(madeOn) ?? new Map<Day, number>()
    said.set(day, (said.get(day) ?? 0) + kg)
    by.set(madeOn, said)
  }
  return by
}
/** Forecasts daily output of a line or of the plant (GET /production_prediction). */
export async function predict(ctx: Context, input: EndpointInput<typeof productionPrediction>): Promise<Shown> {
  const lineId = input.lineId ?? null
  if (lineId && (await listLines(ctx, { lineId, includeIds: [lineId] })).length === 0)
    throw new Refusal(errno.notFound, 'boards:refusals.lineGone')
  const steps = input.steps ?? USUAL_STEPS
  const today = (await resolveShift(ctx)).businessDate
  const history = await historyOf(ctx, today, lineId)
  const first = history[0]?.day ?? today
  const kept = await snapshots(ctx, first, lineId)
  const now = (await planOf(ctx, today)).filter((one) => !lineId || one.lineId === lineId)
  // The plan of today consists of what was already produced and what remains.
  const { values } = await loadTotalMetrics(ctx, { from: today, to: today, ...(lineId ? { lineIds: [lineId] } : {}) })
  const madeToday = values.outputKg ?? 0
  const planned = Array.from({ length: steps }, (_, at) => {
    const day = addDays(today, at)
    const left = now.filter((one) => one.day === day).reduce((sum, { kg }) => sum + kg, 0)
    return { day, value: rounded(left + (at === 0 ? madeToday : 0)) }
  })
  const said = forecast(
    history.map(({ value }) => value),
    steps,
    (origin) => {
      if (origin === history.length) return planned.map(({ value }) => value)
      const madeOn = addDays(first, origin)
      const then = kept.get(madeOn)
      return then ? Array.from({ length: steps }, (_, at) => then.get(addDays(madeOn, at)) ?? 0) : null
    },
  )
  const { countedAt, waiting } = await loadMetricsFreshness(ctx, { from: first < today ? first : today, to: today })
  const orNull = (value: number | null) => (value === null ? null : rounded(value))
  return {
    lineId,
    today,
    tooLittle: said.tooLittle,
    historyDays: history.length,
    neededDays: LEAST_DAYS,
    method: said.method,
    history: history.map(({ day, value }) => ({ day, value: rounded(value) })),
    points: said.points.map((point, at) => ({
      day: addDays(today, at),
      value: rounded(point.value),
      low80: orNull(point.low80),
      high80: orNull(point.high80),
      low95: orNull(point.low95),
      high95: orNull(point.high95),
    })),
    plan: planned,
    scores: said.scores.map(({ name, origins, mae, mase, coverage80, coverage95 }) => ({
      method: name,
      origins,
      mae: orNull(mae),
      mase: mase === null ? null : Math.round(mase * 1000) / 1000,
      coverage80: orNull(coverage80),
      coverage95: orNull(coverage95),
    })),
    countedAt,
    waitingDays: waiting,
  }
}
/** Stores the order book's plan once a day, because the back-test judges a plan as it was then. */
export async function keepPlan(ctx: Context): Promise<void> {
  const madeOn = (await resolveShift(ctx)).businessDate
  const [known] = await ctx.rows.find(planSnapshot, { where: { madeOn }, limit: 1 })
  if (known) return
  const rows = await planOf(ctx, madeOn)
  await ctx.query(
    `insert into plan_snapshot (site_id, id, version, created_at, updated_at, made_on, line_id, day, kg)
     select $1, gen_random_uuid(), 1, $2, $2, $3, line, on_day, kg from unnest($4::uuid[], $5::date[], $6::float8[]) as t(line, on_day, kg) on conflict do nothing`,
    [ctx.site, ctx.now, madeOn, rows.map(({ lineId }) => lineId), rows.map(({ day }) => day), rows.map(({ kg }) => kg)],
  )
  ctx.touch('planSnapshot')
}
