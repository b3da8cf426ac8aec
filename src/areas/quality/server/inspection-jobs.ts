import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { dueMinutes, type InspectionKind } from '../rules/inspection'
import { toInspectionMinutes, type InspectionMinutes } from '@/plant/rules/settings'
import { inspectionTime } from '../contract/inspections'
import type { Context } from '@/server/context'
import { line } from '@/plant/contract/line'
import { loadPlantSettings, resolveShift } from '@/plant/server/plant'
import { listRunningOrders } from '@/areas/orders/server/queries/for-shifts'
import { listRunningSlitters } from '@/areas/rolls/server/queries/for-shifts'

interface Running {
  lineId: string
  kind: string
  workOrderId: string | null
  startedAt: string | null
  first: boolean
}
interface Due {
  lineId: string
  workOrderId: string | null
  inspection: InspectionKind
  dueAt: string
}

/**
 * Plans the inspections of the current shift for running lines and slitters: daily and process inspections of each
 * line, and the first inspection of each order started in the last day. Existing inspections stay unchanged.
 */
export async function planInspections(ctx: Context): Promise<void> {
  const shift = await resolveShift(ctx)
  const running = await runningNow(ctx)
  const minutes = toInspectionMinutes(await loadPlantSettings(ctx))
  const due = running.flatMap((one) => [...ofShift(one, shift.startsAt, minutes), ...firstOf(ctx, one, minutes)])
  if (due.length === 0) return
  const there = new Set(
    (
      await ctx.query<{ key: string }>(
        `select concat_ws(' ', line_id, inspection, case when inspection = 'first' then work_order_id::text end) as key from inspection_time where site_id = $1 and line_id = any($2::uuid[]) and (due_at >= $3 or inspection = 'first' and due_at > $4)`,
        [
          ctx.site,
          [...new Set(due.map(({ lineId }) => lineId))],
          shift.startsAt,
          toMoment(ctx.now.getTime() - 3 * DAY_MS),
        ],
      )
    ).map(({ key }) => key),
  )
  for (const one of due) {
    const key = [one.lineId, one.inspection, one.inspection === 'first' ? one.workOrderId : null]
      .filter(Boolean)
      .join(' ')
    if (there.has(key)) continue
    there.add(key)
    await ctx.rows.insert(inspectionTime, {
      ...one,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
    })
  }
}
/**
 * Returns the lines with running orders, with whether the order has its first inspection, and the slitters that are on.
 */
async function runningNow(ctx: Context): Promise<Running[]> {
  const orders = await listRunningOrders(ctx)
  const slitters = await listRunningSlitters(ctx)
  const ids = [...new Set([...orders, ...slitters].map(({ lineId }) => lineId))]
  if (ids.length === 0) return []
  const kinds = new Map((await ctx.rows.find(line, { where: { id: ids } })).map(({ id, kind }) => [id, kind]))
  const inspected = await ctx.query<{ id: string }>(
    'select distinct work_order_id as id from first_inspection where site_id = $1 and work_order_id = any($2::uuid[])',
    [ctx.site, orders.map(({ workOrderId }) => workOrderId)],
  )
  const first = new Set(inspected.map(({ id }) => id))
  return [
    ...orders.map((one) => ({ ...one, first: first.has(one.workOrderId) })),
    ...slitters.map((one) => ({ ...one, startedAt: null, first: true })),
  ].map((one) => ({ ...one, kind: String(kinds.get(one.lineId)) }))
}
const DAY_MS = 86_400_000
const after = (moment: string, minutes: number): string => toMoment(toMillis(moment) + minutes * 60_000)
/** Inspections of the line, independent of its order. */
const ofShift = ({ lineId, kind }: Running, startsAt: string, minutes: InspectionMinutes): Due[] =>
  Object.entries(dueMinutes(kind, minutes)).map(([inspection, at]) => ({
    lineId,
    workOrderId: null,
    inspection: inspection as InspectionKind,
    dueAt: after(startsAt, at),
  }))
const firstOf = (ctx: Context, { lineId, workOrderId, startedAt, first }: Running, minutes: InspectionMinutes): Due[] =>
  first || !startedAt || toMillis(startedAt) < ctx.now.getTime() - DAY_MS
    ? []
    : [{ lineId, workOrderId, inspection: 'first', dueAt: after(startedAt, minutes.first) }]
