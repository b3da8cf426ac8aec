/** Scenes of the large screens. Each answer is calculated once for all screens. */
import type { EndpointOutput } from '@/contract/endpoint'
import { loadMetricsFreshness, loadMetrics, loadTotalMetrics, loadTargets } from '@/areas/figures/server/queries'
import { ordersAhead } from '@/areas/orders/server/queries/line-plan'
import { judgeAgainstTarget } from '@/areas/overview/rules/target-verdict'
import { webLineKinds } from '@/plant/rules/line'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { calculateElapsedShareOfToday, resolveShift } from '@/plant/server/plant'
import { listLines, type LabelledLine } from '@/plant/server/queries/list-lines'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { loadReferencedNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type * as calls from '../contract/lobby-calls'
import { headlines, lineStateOf } from '../rules/lobby'
import { teamLabel, reached } from './board'
import { onceForAll } from './kept-answers'
import { targetsByDay } from './targets'

const web: ReadonlySet<string> = new Set(webLineKinds)
const round1 = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)
async function head(ctx: Context): Promise<{ at: string; day: Day; countedAt: string | null; waitingDays: number }> {
  const day = (await resolveShift(ctx)).businessDate
  const { countedAt, waiting } = await loadMetricsFreshness(ctx, { from: addDays(day, -6), to: day })
  return { at: ctx.now.toISOString(), day, countedAt, waitingDays: waiting }
}
const webLines = async (ctx: Context): Promise<LabelledLine[]> =>
  (await listLines(ctx)).filter(({ kind }) => web.has(kind))
const MOST_STOPS = 100

/** Lists the current state of the lines with their stop or running order. */
async function linesNow(ctx: Context): Promise<EndpointOutput<typeof calls.lobbyHeadlines>['lines']> {
  const now = ctx.now.toISOString()
  const stops = (await listStopsInPeriod(ctx, { from: now, to: now, keepFirst: 'newest', maxRows: MOST_STOPS })).filter(
    ({ endsAt }) => endsAt === null,
  )
  const reasons = await loadReferencedNames(ctx, 'stopReason', stops, 'reasonId')
  const running = (await upcoming(ctx)).filter(({ state }) => state === 'running')
  // Slitters have no order of their own, so they are listed only while they are stopped.
  return (await listLines(ctx))
    .filter(({ id, kind }) => web.has(kind) || (kind === 'slitting' && stops.some(({ lineId }) => lineId === id)))
    .map(({ id, label }) => {
      const stop = stops.find(({ lineId }) => lineId === id)
      const order = running.find(({ lineId }) => lineId === id)
      return {
        lineId: id,
        label,
        state: lineStateOf(stop !== undefined, order !== undefined),
        since: stop?.startsAt ?? null,
        reason: stop?.reasonId ? (reasons[stop.reasonId] ?? null) : null,
        order: order?.number ?? null,
        product: order?.product ?? null,
      }
    })
}
const upcoming = (ctx: Context) => onceForAll(ctx, 'upcoming', () => ordersAhead(ctx, {}))

/** Loads the five headline metrics and the line states (GET /LOBBY_FIVE_DATA). */
export const readHeadlines = (ctx: Context): Promise<EndpointOutput<typeof calls.lobbyHeadlines>> =>
  onceForAll(ctx, 'headlines', async () => {
    const top = await head(ctx)
    const { shift, team } = await resolveShift(ctx)
    const passed = await calculateElapsedShareOfToday(ctx)
    const days = { from: top.day, to: top.day }
    const { values } = await loadTotalMetrics(ctx, days)
    const ofLines = (await loadTargets(ctx, days)).filter(({ lineId }) => lineId !== null)
    return {
      ...top,
      shift,
      team: team === null ? null : teamLabel(ctx, team),
      figures: headlines.map((figure) => {
        const aims = ofLines.filter((one) => one.figure === figure).map(({ value }) => value)
        const sum = aims.reduce((all, one) => all + one, 0)
        const target = aims.length === 0 ? null : figure === 'outputKg' ? sum : sum / aims.length
        const value = values[figure]
        return {
          figure,
          value,
          target,
          reachedPercent: reached(figure, value, target),
          verdict: judgeAgainstTarget(figure, value, target, passed),
        }
      }),
      lines: await linesNow(ctx),
    }
  })
const LAST_DAYS = 7
/** Loads output and quality of lines and of the last days (GET /LOBBY_OUTPUT_DATA). */
export const readOutput = (ctx: Context): Promise<EndpointOutput<typeof calls.lobbyOutput>> =>
  onceForAll(ctx, 'output', async () => {
    const top = await head(ctx)
    const days = { from: top.day, to: top.day }
    const now = await loadMetrics(ctx, { ...days, by: ['line'] })
    const passed = await calculateElapsedShareOfToday(ctx)
    const aims = (await loadTargets(ctx, days)).filter(({ figure }) => figure === 'outputKg')
    const week = { from: addDays(top.day, 1 - LAST_DAYS), to: top.day }
    const course = await loadMetrics(ctx, { ...week, by: ['day'] })
    return {
      ...top,
      lines: (await webLines(ctx)).map(({ id, label }) => {
        const values = now.find(({ key }) => key.line === id)?.values
        const targetKg = aims.find(({ lineId }) => lineId === id)?.value ?? null
        const outputKg = values?.outputKg ?? 0
        return {
          lineId: id,
          label,
          outputKg,
          targetKg,
          reachedPercent: reached('outputKg', outputKg, targetKg),
          verdict: judgeAgainstTarget('outputKg', outputKg, targetKg, passed),
          winderQ1Percent: round1(values?.winderQ1Percent ?? null),
          winderDowngradePercent: round1(values?.winderDowngradePercent ?? null),
          wastePercent: round1(values?.wastePercent ?? null),
        }
      }),
      days: [...(await targetsByDay(ctx, week))].map(([day, set]) => {
        const values = course.find(({ key }) => key.day === day)?.values
        const ofLines = set.filter(({ lineId, figure }) => lineId !== null && figure === 'outputKg')
        return {
          day,
          outputKg: values?.outputKg ?? 0,
          targetKg: ofLines.length ? ofLines.reduce((sum, { value }) => sum + value, 0) : null,
          q1Percent: round1(values?.q1Percent ?? null),
          wastePercent: round1(values?.wastePercent ?? null),
        }
      }),
    }
  })
const daysOf = ({ from, to }: { from: Day; to: Day }): Day[] => {
  const days: Day[] = []
  for (let on = from; on <= to; on = addDays(on, 1)) days.push(on)
  return days
}
/** Loads electricity of lines and of the last days (GET /LOBBY_ENERGY). */
export const readEnergy = (ctx: Context): Promise<EndpointOutput<typeof calls.lobbyEnergy>> =>
  onceForAll(ctx, 'energy', async () => {
    const top = await head(ctx)
    const days = { from: top.day, to: top.day }
    const now = await loadMetrics(ctx, { ...days, by: ['line'] })
    const aims = (await loadTargets(ctx, days)).filter(({ figure }) => figure === 'kwhPerKg')
    const week = { from: addDays(top.day, 1 - LAST_DAYS), to: top.day }
    const course = await loadMetrics(ctx, { ...week, by: ['day'] })
    return {
      ...top,
      lines: (await webLines(ctx)).map(({ id, label }) => {
        const row = now.find(({ key }) => key.line === id)
        return {
          lineId: id,
          label,
          kwh: row?.sums.kwh ?? 0,
          kwhPerKg: row?.values.kwhPerKg ?? null,
          target: aims.find(({ lineId }) => lineId === id)?.value ?? null,
        }
      }),
      days: daysOf(week).map((day) => {
        const row = course.find(({ key }) => key.day === day)
        return {
          day,
          kwh: row?.sums.kwh ?? 0,
          kwhPerKg: row?.values.kwhPerKg ?? null,
          energyCost: row?.sums.energyCost ?? 0,
        }
      }),
    }
  })
/** Loads current and upcoming orders (GET /LOBBY_ORDER). */
export const readOrders = (ctx: Context): Promise<EndpointOutput<typeof calls.lobbyOrders>> =>
  onceForAll(ctx, 'orders', async () => {
    const rows = await upcoming(ctx)
    const lines = new Map(
      (await listLines(ctx, { includeIds: rows.map(({ lineId }) => lineId) })).map((one) => [one.id, one.label]),
    )
    return {
      at: ctx.now.toISOString(),
      late: rows.filter(({ late }) => late).length,
      orders: rows
        .map((row) => ({
          number: row.number,
          product: row.product,
          customer: row.customer,
          line: lines.get(row.lineId) ?? ctx.t('boards:lineRemoved'),
          running: row.state === 'running',
          startsAt: row.startsAt,
          endsAt: row.forecastEnd ?? row.endsAt,
          orderedKg: row.orderedKg,
          percent: row.percent,
          late: row.late === true,
        }))
        .sort((a, b) => Number(b.running) - Number(a.running) || a.startsAt.localeCompare(b.startsAt))
        .slice(0, 200),
    }
  })
export { linesNow, upcoming }
