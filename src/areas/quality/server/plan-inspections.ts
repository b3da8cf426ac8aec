import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { getDueMinutes, type InspectionKind } from '../rules/inspection'
import { toInspectionMinutes, type InspectionMinutes } from '@/plant/rules/settings'
import { inspectionTime } from '../contract/inspections'
import type { Context } from '@/server/context'
import { line } from '@/plant/contract/line'
import { loadPlantSettings, resolveShift } from '@/plant/server/plant'
import { listRunningOrders } from '@/areas/orders/server/queries/orders-in-shifts'
import { listRunningSlitters } from '@/areas/slitting/server/queries/rolls-of-shift'
import { sql } from '@/server/sql'

const DAY_MS = 86_400_000
/** How far back existing first inspections are searched: beyond the last day, whose orders get a first inspection. */
const FIRST_INSPECTION_LOOKBACK_MS = 3 * DAY_MS

interface RunningLine {
  lineId: string
  kind: string
  workOrderId: string | null
  startedAt: string | null
  hasFirstInspection: boolean
}
interface DueInspection {
  lineId: string
  workOrderId: string | null
  inspection: InspectionKind
  dueAt: string
}

/**
 * Plans the inspections of the current shift: daily and process inspections of each running line and slitter, and the
 * first inspection of each order that started in the last day. Existing inspections stay unchanged.
 */
export async function planInspections(ctx: Context): Promise<void> {
  const shift = await resolveShift(ctx)
  const runningLines = await listRunningLines(ctx)
  const inspectionMinutes = toInspectionMinutes(await loadPlantSettings(ctx))
  const dueInspections = runningLines.flatMap((runningLine) => [
    ...planShiftInspections(runningLine, shift.startsAt, inspectionMinutes),
    ...planFirstInspection(ctx, runningLine, inspectionMinutes),
  ])
  if (dueInspections.length === 0) return
  const lineIds = [...new Set(dueInspections.map(({ lineId }) => lineId))]
  const firstInspectionsSince = toMoment(ctx.now.getTime() - FIRST_INSPECTION_LOOKBACK_MS)
  const plannedInspections = await ctx.query(
    sql<{ key: string }>`
      select concat_ws(' ', line_id, inspection, case when inspection = 'first' then work_order_id::text end) as key from inspection_time
      where site_id = ${ctx.site} and line_id = any(${lineIds}::uuid[]) and (due_at >= ${shift.startsAt} or inspection = 'first' and due_at > ${firstInspectionsSince})`,
  )
  const plannedKeys = new Set(plannedInspections.map(({ key }) => key))
  for (const dueInspection of dueInspections) {
    const plannedKey = buildPlannedKey(dueInspection)
    if (plannedKeys.has(plannedKey)) continue
    plannedKeys.add(plannedKey)
    await ctx.rows.insert(inspectionTime, {
      ...dueInspection,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
    })
  }
}
/**
 * Builds the key by which an inspection is planned only once, like the SQL in `planInspections`: per line and shift,
 * but a first inspection per order.
 */
const buildPlannedKey = ({ lineId, inspection, workOrderId }: DueInspection): string =>
  [lineId, inspection, inspection === 'first' ? workOrderId : null].filter(Boolean).join(' ')
/**
 * Lists the lines with a running order and the running slitters. `hasFirstInspection` is true if the order already has
 * its first inspection, and for slitters, which need none.
 */
async function listRunningLines(ctx: Context): Promise<RunningLine[]> {
  const orders = await listRunningOrders(ctx)
  const slitters = await listRunningSlitters(ctx)
  const lineIds = [...new Set([...orders, ...slitters].map(({ lineId }) => lineId))]
  if (lineIds.length === 0) return []
  const kindByLine = new Map((await ctx.rows.find(line, { where: { id: lineIds } })).map(({ id, kind }) => [id, kind]))
  const inspectedOrders = await ctx.query(
    sql<{ id: string }>`
      select distinct work_order_id as id from first_inspection
      where site_id = ${ctx.site} and work_order_id = any(${orders.map(({ workOrderId }) => workOrderId)}::uuid[])`,
  )
  const inspectedOrderIds = new Set(inspectedOrders.map(({ id }) => id))
  return [
    ...orders.map((order) => ({ ...order, hasFirstInspection: inspectedOrderIds.has(order.workOrderId) })),
    ...slitters.map((slitter) => ({ ...slitter, startedAt: null, hasFirstInspection: true })),
  ].map((runningLine) => ({ ...runningLine, kind: String(kindByLine.get(runningLine.lineId)) }))
}
const addMinutes = (moment: string, minutes: number): string => toMoment(toMillis(moment) + minutes * 60_000)
/** Plans the inspections that do not depend on the order of the line. */
const planShiftInspections = (
  { lineId, kind }: RunningLine,
  startsAt: string,
  inspectionMinutes: InspectionMinutes,
): DueInspection[] =>
  Object.entries(getDueMinutes(kind, inspectionMinutes)).map(([inspection, offsetMinutes]) => ({
    lineId,
    workOrderId: null,
    inspection: inspection as InspectionKind,
    dueAt: addMinutes(startsAt, offsetMinutes),
  }))
const planFirstInspection = (
  ctx: Context,
  { lineId, workOrderId, startedAt, hasFirstInspection }: RunningLine,
  inspectionMinutes: InspectionMinutes,
): DueInspection[] =>
  hasFirstInspection || !startedAt || toMillis(startedAt) < ctx.now.getTime() - DAY_MS
    ? []
    : [{ lineId, workOrderId, inspection: 'first', dueAt: addMinutes(startedAt, inspectionMinutes.first) }]
