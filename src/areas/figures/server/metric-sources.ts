/** Loads the source rows of the sums of business dates from the areas that own them. */
import { addDays, toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import { getShiftsOfDay, type Shift } from '@/plant/rules/shift'
import { loadPlantCalendar, getDayStart } from '@/plant/server/plant'
import { listStopsInPeriod } from '@/plant/server/queries/stops-in-period'
import { listCostsOfOrders } from '@/areas/cost/server/queries'
import { listShiftEnergy } from '@/areas/energy/server/queries'
import { listFedInShifts } from '@/areas/feeding/server/queries/feeds-in-period'
import { listSignedShifts } from '@/areas/handover/server/queries/signed-shifts'
import { listRepairsInPeriod } from '@/areas/maintenance/server/queries/repairs-in-period'
import { listLinesInUse } from '@/areas/maintenance/server/queries/lines-in-use'
import { listOrdersRunBetween, listOrdersDueBetween, loadOrderAttributes } from '@/areas/orders/server/queries/runs'
import { countShiftChecks } from '@/areas/quality/server/queries/roll-checks'
import { listCuttingsEnded, sumSlitInShifts, sumWoundInShifts } from '@/areas/slitting/server/queries/shift-output'
import { loadProcessVersions } from '@/areas/standards/server/queries/cost-quantities'
import type { Context } from '@/server/context'

const MAX_STOPS = 50_000
export interface MetricDays {
  readonly from: Day
  readonly to: Day
}
/** Lists the shifts of business dates that have started; `until` is their end, or now if they have not ended, in ms. */
export async function listStartedShifts(
  ctx: Context,
  { from, to }: MetricDays,
): Promise<(Shift & { until: number })[]> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const shifts: (Shift & { until: number })[] = []
  for (let day = from; day <= to; day = addDays(day, 1))
    for (const shift of getShiftsOfDay(day, rotation, timeZone))
      if (toMillis(shift.startsAt) < ctx.now.getTime())
        shifts.push({ ...shift, until: Math.min(toMillis(shift.endsAt), ctx.now.getTime()) })
  return shifts
}

/** Loads all source rows of business dates (inclusive) in a fixed number of statements. */
export async function loadMetricSources(ctx: Context, days: MetricDays) {
  const shifts = await listStartedShifts(ctx, days)
  const period: { from: Moment; to: Moment } = {
    from: shifts[0]?.startsAt ?? getDayStart(ctx, days.from),
    to: shifts.at(-1)?.endsAt ?? getDayStart(ctx, days.from),
  }
  const lines = await listLinesInUse(ctx)
  const woundSums = await sumWoundInShifts(ctx, days)
  const slitSums = await sumSlitInShifts(ctx, days)
  const fedSums = await listFedInShifts(ctx, days)
  const energyUse = await listShiftEnergy(ctx, days)
  const runs = await listOrdersRunBetween(ctx, {
    from: period.from,
    to: toMoment(Math.min(toMillis(period.to), ctx.now.getTime())),
  })
  const cuttings = await listCuttingsEnded(ctx, period)
  const dueOrders = await listOrdersDueBetween(ctx, days)
  const checkCounts = await countShiftChecks(ctx, days)
  const orders = await loadOrderAttributes(
    ctx,
    [woundSums, slitSums, fedSums, energyUse, checkCounts]
      .flatMap((rows) => rows.flatMap(({ workOrderId }) => workOrderId ?? []))
      .concat(
        runs.map(({ id }) => id),
        dueOrders.map(({ id }) => id),
        cuttings.map(({ workOrderId }) => workOrderId),
      ),
  )
  const standards = await loadProcessVersions(
    ctx,
    orders.flatMap(({ processStandardId }) => processStandardId ?? []),
  )
  const costs = await listCostsOfOrders(
    ctx,
    woundSums.flatMap(({ workOrderId }) => workOrderId ?? []),
  )
  return {
    shifts,
    lines,
    woundSums,
    slitSums,
    fedSums,
    energyUse,
    runs,
    cuttings,
    dueOrders,
    checkCounts,
    orders: new Map(orders.map((order) => [order.id, order])),
    idealSpeeds: new Map(standards.map(({ id, idealSpeed }) => [id, idealSpeed])),
    costs: new Map(costs.map((cost) => [cost.workOrderId, cost])),
    stops: await listStopsInPeriod(ctx, { ...period, keepIfTooMany: 'newest', maxRows: MAX_STOPS }),
    repairs: await listRepairsInPeriod(ctx, period),
    signedShifts: await listSignedShifts(ctx, { lineIds: lines.map(({ id }) => id), ...days }),
  }
}
export type MetricSources = Awaited<ReturnType<typeof loadMetricSources>>
