import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { getDueMinutes, type InspectionKind } from '../rules/inspection'
import { toInspectionMinutes, type InspectionMinutes } from '@/plant/rules/settings'
import { inspectionTime } from '../contract/inspections'
import type { Context } from '@/server/context'
import { line } from '@/plant/contract/line'
import { loadPlantSettings, resolveShift } from '@/plant/server/plant'
import { listRunningOrders } from '@/areas/orders/server/queries/for-shifts'
import { listRunningSlitters } from '@/areas/rolls/server/queries/for-shifts'

interface RunningLine {
  lineId: string
  kind: string
  workOrderId: string | null
  startedAt: string | null
  first: boolean
}
interface DueInspection {
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
  const runningLines = await listRunningLines(ctx)
  const minutes = toInspectionMinutes(await loadPlantSettings(ctx))
  const dueInspections = runningLines.flatMap((inspection) => [
    ...planShiftInspections(inspection, shift.startsAt, minutes),
    ...planFirstInspection(ctx, inspection, minutes),
  ])
  if (dueInspections.length === 0) return
  const plannedKeys = new Set(
    (
      await ctx.query<{ key: string }>(
        `select concat_ws(' ', line_id, inspection, case when inspection = 'first' then work_order_id::text end) as key from inspection_time where site_id = $1 and line_id = any($2::uuid[]) and (due_at >= $3 or inspection = 'first' and due_at > $4)`,
        [
          ctx.site,
          [...new Set(dueInspections.map(({ lineId }) => lineId))],
          shift.startsAt,
          toMoment(ctx.now.getTime() - 3 * DAY_MS),
        ],
      )
    ).map(({ key }) => key),
  )
  for (const inspection of dueInspections) {
    const key = [
      inspection.lineId,
      inspection.inspection,
      inspection.inspection === 'first' ? inspection.workOrderId : null,
    ]
      .filter(Boolean)
      .join(' ')
    if (plannedKeys.has(key)) continue
    plannedKeys.add(key)
    await ctx.rows.insert(inspectionTime, {
      ...inspection,
      businessDate: shift.businessDate,
      shift: shift.shift,
      team: shift.team,
    })
  }
}
/**
 * Returns the lines with running orders, with whether the order has its first inspection, and the slitters that are on.
 */
async function listRunningLines(ctx: Context): Promise<RunningLine[]> {
  const orders = await listRunningOrders(ctx)
  const slitters = await listRunningSlitters(ctx)
  const lineIds = [...new Set([...orders, ...slitters].map(({ lineId }) => lineId))]
  if (lineIds.length === 0) return []
  const kindByLine = new Map((await ctx.rows.find(line, { where: { id: lineIds } })).map(({ id, kind }) => [id, kind]))
  const inspectedOrders = await ctx.query<{ id: string }>(
    'select distinct work_order_id as id from first_inspection where site_id = $1 and work_order_id = any($2::uuid[])',
    [ctx.site, orders.map(({ workOrderId }) => workOrderId)],
  )
  const inspectedOrderIds = new Set(inspectedOrders.map(({ id }) => id))
  return [
    ...orders.map((running) => ({ ...running, first: inspectedOrderIds.has(running.workOrderId) })),
    ...slitters.map((running) => ({ ...running, startedAt: null, first: true })),
  ].map((running) => ({ ...running, kind: String(kindByLine.get(running.lineId)) }))
}
const DAY_MS = 86_400_000
const addMinutes = (moment: string, minutes: number): string => toMoment(toMillis(moment) + minutes * 60_000)
/** Inspections of the line, independent of its order. */
const planShiftInspections = (
  { lineId, kind }: RunningLine,
  startsAt: string,
  minutes: InspectionMinutes,
): DueInspection[] =>
  Object.entries(getDueMinutes(kind, minutes)).map(([inspection, offsetMinutes]) => ({
    lineId,
    workOrderId: null,
    inspection: inspection as InspectionKind,
    dueAt: addMinutes(startsAt, offsetMinutes),
  }))
const planFirstInspection = (
  ctx: Context,
  { lineId, workOrderId, startedAt, first: hasFirstInspection }: RunningLine,
  minutes: InspectionMinutes,
): DueInspection[] =>
  hasFirstInspection || !startedAt || toMillis(startedAt) < ctx.now.getTime() - DAY_MS
    ? []
    : [{ lineId, workOrderId, inspection: 'first', dueAt: addMinutes(startedAt, minutes.first) }]
