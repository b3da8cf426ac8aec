/** Forecast of the daily output of lines. */
import { errno, Refusal } from '@/contract/errno'
import { loadCalculatedDays, loadMetricsFreshness, loadMetrics, loadTotalMetrics } from '@/areas/figures/server/queries'
import { listLinePlan } from '@/areas/orders/server/queries/line-plan'
import { addDays, DAY_MS, countDaysInRange, toMillis, type Day } from '@/plant/rules/plant-time'
import { getShiftsOfDay } from '@/plant/rules/shift'
import { loadPlantCalendar, findBusinessDate } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import { columns, limit, sql } from '@/server/sql'
import { planSnapshot, productionPrediction } from '../contract/prediction'
import { forecastOutput, MIN_HISTORY_DAYS, distributeOrdersByDay } from '../rules/forecast/forecast-output'
import { roundToTenth } from '@/plant/rules/quantity'
import { handle } from '@/server/area'

const HISTORY_DAYS = 182
const DEFAULT_STEPS = 14
const MAX_STEPS = 28

/**
 * Loads output per day from the first day with output to yesterday; days without output are 0. History starts after the
 * newest day that is not calculated yet.
 */
async function loadHistory(ctx: Context, today: Day, lineId: string | null): Promise<{ day: Day; value: number }[]> {
  const dayRange = { from: addDays(today, -HISTORY_DAYS), to: addDays(today, -1) }
  const rows = await loadMetrics(ctx, { ...dayRange, by: ['day'], ...(lineId ? { lineIds: [lineId] } : {}) })
  const outputByDay = new Map(rows.map(({ key, values }) => [key.day ?? '', values.outputKg ?? 0]))
  const newestUncountedDay = (await loadCalculatedDays(ctx)).uncounted.toSorted().at(-1) ?? ''
  const firstDay = [...outputByDay]
    .filter(([day, kg]) => kg > 0 && day > newestUncountedDay)
    .map(([day]) => day)
    .sort()[0]
  if (!firstDay) return []
  return Array.from({ length: countDaysInRange({ from: firstDay, to: dayRange.to }) }, (_, index) => {
    const day = addDays(firstDay, index)
    return { day, value: outputByDay.get(day) ?? 0 }
  })
}
/** Loads the order book's plan from today on: the remaining amount of each order, spread evenly over its time. */
async function loadOrderBookPlan(ctx: Context, today: Day): Promise<{ lineId: string; day: Day; kg: number }[]> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const rows = await listLinePlan(ctx, {
    from: ctx.now.toISOString(),
    to: new Date(ctx.now.getTime() + MAX_STEPS * DAY_MS).toISOString(),
  })
  return distributeOrdersByDay(
    rows.map(({ lineId, startsAt, endsAt, forecastEnd, orderedKg, woundKg }) => ({
      lineId,
      fromMs: Math.max(toMillis(startsAt), ctx.now.getTime()),
      toMs: toMillis(forecastEnd ?? endsAt),
      remainingKg: Math.max(0, (orderedKg ?? 0) - (woundKg ?? 0)),
    })),
    Array.from({ length: MAX_STEPS }, (_, index) => {
      const shifts = getShiftsOfDay(addDays(today, index), rotation, timeZone)
      const [firstShift, lastShift] = [shifts[0]!, shifts.at(-1)!]
      return { day: firstShift.businessDate, fromMs: toMillis(firstShift.startsAt), toMs: toMillis(lastShift.endsAt) }
    }),
  )
}
const MAX_SNAPSHOTS = 50_000
/** Loads the stored plans by the day on which each was made. A plan maps days to planned kilograms. */
async function loadSnapshots(ctx: Context, from: Day, lineId: string | null): Promise<Map<Day, Map<Day, number>>> {
  const rows = await ctx.query(
    sql`select ${columns(planSnapshot, ['madeOn', 'day', 'kg'])} from plan_snapshot
     where site_id = ${ctx.site} and made_on >= ${from} and (${lineId}::uuid is null or line_id = ${lineId}) ${limit(MAX_SNAPSHOTS)}`,
  )
  const planByMadeOn = new Map<Day, Map<Day, number>>()
  for (const { madeOn, day, kg } of rows) {
    const kgByDay = planByMadeOn.get(madeOn) ?? new Map<Day, number>()
    kgByDay.set(day, (kgByDay.get(day) ?? 0) + kg)
    planByMadeOn.set(madeOn, kgByDay)
  }
  return planByMadeOn
}
/** Forecasts daily output of a line or of the plant (GET /production_prediction). */
export const predictProduction = handle(productionPrediction, async (ctx, input) => {
  const lineId = input.lineId ?? null
  if (lineId && (await listLines(ctx, { lineId, includeIds: [lineId] })).length === 0)
    throw new Refusal(errno.notFound, 'boards:refusals.lineGone')
  const steps = input.steps ?? DEFAULT_STEPS
  const today = await findBusinessDate(ctx)
  const history = await loadHistory(ctx, today, lineId)
  const firstDay = history[0]?.day ?? today
  const planByMadeOn = await loadSnapshots(ctx, firstDay, lineId)
  const currentPlan = (await loadOrderBookPlan(ctx, today)).filter(
    (plannedDay) => !lineId || plannedDay.lineId === lineId,
  )
  // The plan of today consists of what was already produced and what remains.
  const { values } = await loadTotalMetrics(ctx, { from: today, to: today, ...(lineId ? { lineIds: [lineId] } : {}) })
  const madeTodayKg = values.outputKg ?? 0
  const plannedDays = Array.from({ length: steps }, (_, index) => {
    const day = addDays(today, index)
    const remainingKg = currentPlan.filter((plannedDay) => plannedDay.day === day).reduce((sum, { kg }) => sum + kg, 0)
    return { day, value: roundToTenth(remainingKg + (index === 0 ? madeTodayKg : 0)) }
  })
  const forecast = forecastOutput(
    history.map(({ value }) => value),
    steps,
    (origin) => {
      if (origin === history.length) return plannedDays.map(({ value }) => value)
      const madeOn = addDays(firstDay, origin)
      const snapshot = planByMadeOn.get(madeOn)
      return snapshot ? Array.from({ length: steps }, (_, index) => snapshot.get(addDays(madeOn, index)) ?? 0) : null
    },
  )
  const { countedAt, waiting, closedMonths } = await loadMetricsFreshness(ctx, {
    from: firstDay < today ? firstDay : today,
    to: today,
  })
  const roundOrNull = (value: number | null) => (value === null ? null : roundToTenth(value))
  return {
    lineId,
    today,
    tooLittle: forecast.tooLittle,
    historyDays: history.length,
    neededDays: MIN_HISTORY_DAYS,
    method: forecast.method,
    history: history.map(({ day, value }) => ({ day, value: roundToTenth(value) })),
    points: forecast.points.map((point, index) => ({
      day: addDays(today, index),
      value: roundToTenth(point.value),
      low80: roundOrNull(point.low80),
      high80: roundOrNull(point.high80),
      low95: roundOrNull(point.low95),
      high95: roundOrNull(point.high95),
    })),
    plan: plannedDays,
    scores: forecast.scores.map(({ name, origins, mae, mase, coverage80, coverage95 }) => ({
      method: name,
      origins,
      mae: roundOrNull(mae),
      mase: mase === null ? null : Math.round(mase * 1000) / 1000,
      coverage80: roundOrNull(coverage80),
      coverage95: roundOrNull(coverage95),
    })),
    countedAt,
    waitingDays: waiting,
    closedMonths,
  }
})
/** Stores the order book's plan once a day, because the back-test needs each plan as it was on that day. */
export async function storePlanSnapshot(ctx: Context): Promise<void> {
  const madeOn = await findBusinessDate(ctx)
  const [existingRow] = await ctx.rows.find(planSnapshot, { where: { madeOn }, limit: 1 })
  if (existingRow) return
  const rows = await loadOrderBookPlan(ctx, madeOn)
  await ctx.query(
    `insert into plan_snapshot (site_id, id, version, created_at, updated_at, made_on, line_id, day, kg)
     select $1, gen_random_uuid(), 1, $2, $2, $3, line, on_day, kg from unnest($4::uuid[], $5::date[], $6::float8[]) as t(line, on_day, kg) on conflict do nothing`,
    [ctx.site, ctx.now, madeOn, rows.map(({ lineId }) => lineId), rows.map(({ day }) => day), rows.map(({ kg }) => kg)],
  )
  ctx.touch('planSnapshot')
}
