/** Scenes of the large screens. Each answer is calculated once for all screens. */
import type { EndpointOutput } from '@/contract/endpoint'
import { loadMetricsFreshness, loadMetrics, loadTotalMetrics, loadTargets } from '@/areas/figures/server/queries'
import { listLinePlan } from '@/areas/orders/server/queries/line-plan'
import { judgeAgainstTarget } from '@/areas/overview/rules/target-verdict'
import { webLineKinds } from '@/plant/rules/line'
import type { Month } from '@/plant/rules/month'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { calculateElapsedShareOfToday, resolveShift, findBusinessDate } from '@/plant/server/plant'
import { listClosedMonthsBetween } from '@/plant/server/queries'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { loadReferencedNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import { lobbyEnergy, lobbyHeadlines, lobbyOrders, lobbyOutput } from '../contract/lobby-endpoints'
import { headlineMetrics, getScreenLineState } from '../rules/large-screen'
import { getTeamLabel, calculateReachedPercent } from './load-board'
import { shareAnswer } from './share-answer'
import { loadTargetsByDay } from './targets'
import { handle } from '@/server/area'

const webKinds: ReadonlySet<string> = new Set(webLineKinds)
/** Days of the charts, including today. */
const CHART_DAYS = 7
const roundToTenth = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)
/**
 * Loads when the metrics of the charts were calculated, and the closed months of the scene.
 * @param shownDays number of days that the scene shows, today included
 */
async function loadFreshness(
  ctx: Context,
  shownDays = CHART_DAYS,
): Promise<{ at: string; day: Day; countedAt: string | null; waitingDays: number; closedMonths: Month[] }> {
  const day = await findBusinessDate(ctx)
  const { countedAt, waiting } = await loadMetricsFreshness(ctx, { from: addDays(day, 1 - CHART_DAYS), to: day })
  const closedMonths = await listClosedMonthsBetween(ctx, { from: addDays(day, 1 - shownDays), to: day })
  return { at: ctx.now.toISOString(), day, countedAt, waitingDays: waiting, closedMonths }
}
const listWebLines = async (ctx: Context): Promise<LabelledLine[]> =>
  (await listLines(ctx)).filter(({ kind }) => webKinds.has(kind))
const MAX_STOPS = 100
const MAX_ORDERS = 200

/** Lists the current state of the lines with their stop or running order. */
export async function listCurrentLines(ctx: Context): Promise<EndpointOutput<typeof lobbyHeadlines>['lines']> {
  const now = ctx.now.toISOString()
  const stops = (
    await listStopsInPeriod(ctx, { from: now, to: now, keepIfTooMany: 'newest', maxRows: MAX_STOPS })
  ).filter(({ endsAt }) => endsAt === null)
  const reasons = await loadReferencedNames(ctx, 'stopReason', stops, 'reasonId')
  const runningOrders = (await listUpcomingOrders(ctx)).filter(({ state }) => state === 'running')
  // Slitters have no orders, so they are listed only while they are stopped.
  return (await listLines(ctx))
    .filter(({ id, kind }) => webKinds.has(kind) || (kind === 'slitting' && stops.some(({ lineId }) => lineId === id)))
    .map(({ id, label }) => {
      const stop = stops.find(({ lineId }) => lineId === id)
      const order = runningOrders.find(({ lineId }) => lineId === id)
      return {
        lineId: id,
        label,
        state: getScreenLineState(stop !== undefined, order !== undefined),
        since: stop?.startsAt ?? null,
        reason: stop?.reasonId ? (reasons[stop.reasonId] ?? null) : null,
        order: order?.number ?? null,
        product: order?.product ?? null,
      }
    })
}
/** Lists the orders that run now or are planned in the next 24 hours. */
export const listUpcomingOrders = (ctx: Context) => shareAnswer(ctx, 'upcoming', () => listLinePlan(ctx, {}))

/** Returns the plant's target: the sum of the lines' targets for output, the mean of them for other metrics. */
function combineLineTargets(figure: (typeof headlineMetrics)[number], lineTargets: readonly number[]): number | null {
  if (lineTargets.length === 0) return null
  const sum = lineTargets.reduce((total, value) => total + value, 0)
  return figure === 'outputKg' ? sum : sum / lineTargets.length
}

/** Loads the five headline metrics and the line states (GET /LOBBY_FIVE_DATA). */
export const loadHeadlineScene = handle(lobbyHeadlines, (ctx) =>
  shareAnswer(ctx, 'headlines', async () => {
    const freshness = await loadFreshness(ctx, 1)
    const { shift, team } = await resolveShift(ctx)
    const elapsedShare = await calculateElapsedShareOfToday(ctx)
    const dayRange = { from: freshness.day, to: freshness.day }
    const { values } = await loadTotalMetrics(ctx, dayRange)
    const lineTargets = (await loadTargets(ctx, dayRange)).filter(({ lineId }) => lineId !== null)
    return {
      ...freshness,
      shift,
      team: team === null ? null : getTeamLabel(ctx, team),
      figures: headlineMetrics.map((figure) => {
        const targetsOfMetric = lineTargets.filter((lineTarget) => lineTarget.figure === figure)
        const target = combineLineTargets(
          figure,
          targetsOfMetric.map((lineTarget) => lineTarget.value),
        )
        const value = values[figure]
        return {
          figure,
          value,
          target,
          reachedPercent: calculateReachedPercent(figure, value, target),
          verdict: judgeAgainstTarget(figure, value, target, elapsedShare),
        }
      }),
      lines: await listCurrentLines(ctx),
    }
  }),
)
/** Loads output and quality of lines and of the last days (GET /LOBBY_OUTPUT_DATA). */
export const loadOutputScene = handle(lobbyOutput, (ctx) =>
  shareAnswer(ctx, 'output', async () => {
    const freshness = await loadFreshness(ctx)
    const dayRange = { from: freshness.day, to: freshness.day }
    const lineRows = await loadMetrics(ctx, { ...dayRange, by: ['line'] })
    const elapsedShare = await calculateElapsedShareOfToday(ctx)
    const outputTargets = (await loadTargets(ctx, dayRange)).filter(({ figure }) => figure === 'outputKg')
    const week = { from: addDays(freshness.day, 1 - CHART_DAYS), to: freshness.day }
    const dayRows = await loadMetrics(ctx, { ...week, by: ['day'] })
    return {
      ...freshness,
      lines: (await listWebLines(ctx)).map(({ id, label }) => {
        const values = lineRows.find(({ key }) => key.line === id)?.values
        const targetKg = outputTargets.find(({ lineId }) => lineId === id)?.value ?? null
        const outputKg = values?.outputKg ?? 0
        return {
          lineId: id,
          label,
          outputKg,
          targetKg,
          reachedPercent: calculateReachedPercent('outputKg', outputKg, targetKg),
          verdict: judgeAgainstTarget('outputKg', outputKg, targetKg, elapsedShare),
          winderQ1Percent: roundToTenth(values?.winderQ1Percent ?? null),
          winderDowngradePercent: roundToTenth(values?.winderDowngradePercent ?? null),
          wastePercent: roundToTenth(values?.wastePercent ?? null),
        }
      }),
      days: [...(await loadTargetsByDay(ctx, week))].map(([day, dayTargets]) => {
        const values = dayRows.find(({ key }) => key.day === day)?.values
        const lineTargets = dayTargets.filter(({ lineId, figure }) => lineId !== null && figure === 'outputKg')
        return {
          day,
          outputKg: values?.outputKg ?? 0,
          targetKg: lineTargets.length ? lineTargets.reduce((sum, { value }) => sum + value, 0) : null,
          q1Percent: roundToTenth(values?.q1Percent ?? null),
          wastePercent: roundToTenth(values?.wastePercent ?? null),
        }
      }),
    }
  }),
)
const listDays = ({ from, to }: { from: Day; to: Day }): Day[] => {
  const days: Day[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) days.push(date)
  return days
}
/** Loads electricity of lines and of the last days (GET /LOBBY_ENERGY). */
export const loadEnergyScene = handle(lobbyEnergy, (ctx) =>
  shareAnswer(ctx, 'energy', async () => {
    const freshness = await loadFreshness(ctx)
    const dayRange = { from: freshness.day, to: freshness.day }
    const lineRows = await loadMetrics(ctx, { ...dayRange, by: ['line'] })
    const energyTargets = (await loadTargets(ctx, dayRange)).filter(({ figure }) => figure === 'kwhPerKg')
    const week = { from: addDays(freshness.day, 1 - CHART_DAYS), to: freshness.day }
    const dayRows = await loadMetrics(ctx, { ...week, by: ['day'] })
    return {
      ...freshness,
      lines: (await listWebLines(ctx)).map(({ id, label }) => {
        const row = lineRows.find(({ key }) => key.line === id)
        return {
          lineId: id,
          label,
          kwh: row?.sums.kwh ?? 0,
          kwhPerKg: row?.values.kwhPerKg ?? null,
          target: energyTargets.find(({ lineId }) => lineId === id)?.value ?? null,
        }
      }),
      days: listDays(week).map((day) => {
        const row = dayRows.find(({ key }) => key.day === day)
        return {
          day,
          kwh: row?.sums.kwh ?? 0,
          kwhPerKg: row?.values.kwhPerKg ?? null,
          energyCost: row?.sums.energyCost ?? 0,
        }
      }),
    }
  }),
)
/** Loads current and upcoming orders (GET /LOBBY_ORDER). */
export const loadOrderScene = handle(lobbyOrders, (ctx) =>
  shareAnswer(ctx, 'orders', async () => {
    const rows = await listUpcomingOrders(ctx)
    const lineLabels = new Map(
      (await listLines(ctx, { includeIds: rows.map(({ lineId }) => lineId) })).map((line) => [line.id, line.label]),
    )
    return {
      at: ctx.now.toISOString(),
      late: rows.filter(({ late }) => late).length,
      orders: rows
        .map((row) => ({
          number: row.number,
          product: row.product,
          customer: row.customer,
          line: lineLabels.get(row.lineId) ?? ctx.t('boards:lineRemoved'),
          running: row.state === 'running',
          startsAt: row.startsAt,
          endsAt: row.forecastEnd ?? row.endsAt,
          orderedKg: row.orderedKg,
          percent: row.percent,
          late: row.late === true,
        }))
        .sort((a, b) => Number(b.running) - Number(a.running) || a.startsAt.localeCompare(b.startsAt))
        .slice(0, MAX_ORDERS),
    }
  }),
)
