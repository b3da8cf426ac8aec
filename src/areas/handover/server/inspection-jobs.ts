import { toMillis, toMoment } from '@/plant/rules/plant-time'
import { dueMinutes, type InspectionKind } from '../rules/inspection'
import { inspectionMinutesOf, type InspectionMinutes } from '@/plant/rules/settings'
import { inspectionTime } from '../contract/inspections'
import type { Context } from '@/server/context'
import { settingsOf, shiftOf } from '@/plant/server/plant'

interface Running extends Record<string, unknown> {
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
 * Plans the inspections of this shift for lines and slitters that run: the daily and the craft one of each line, the first one of each
 * order begun in the last day. What was planned or done before is left alone.
 */
export async function planInspections(ctx: Context): Promise<void> {
  const shift = await shiftOf(ctx)
  const running = await ctx.query<Running>(
    `select l.id as "lineId", l.kind, o.id as "workOrderId", o.started_at as "startedAt", exists (select 1 from first_inspection f where f.site_id = o.site_id and f.work_order_id = o.id) as first
     from work_order o join line l on l.site_id = o.site_id and l.id = o.line_id where o.site_id = $1 and o.state = 'running'
     union all select l.id, l.kind, m.work_order_id, null, true from machine_run m join line l on l.site_id = m.site_id and l.id = m.line_id where m.site_id = $1 and m.machine = 'slitter' and m.off_at is null limit 400`,
    [ctx.site],
  )
  const minutes = inspectionMinutesOf(await settingsOf(ctx))
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
const DAY_MS = 86_400_000
const after = (moment: string, minutes: number): string => toMoment(toMillis(moment) + minutes * 60_000)
/** Of the line, whatever order runs on it. */
const ofShift = ({ lineId, kind }: Running, startsAt: string, minutes: InspectionMinutes): Due[] =>
  Object.entries(dueMinutes(kind, minutes)).map(([inspection, at]) => ({
    lineId,
    workOrderId: null,
    inspection: inspection as InspectionKind,
    dueAt: after(startsAt, at),
  }))
const firstOf = (
  ctx: Context,
  { lineId, workOrderId, startedAt, first }: Running,
  minutes: InspectionMinutes,
): Due[] =>
  first || !startedAt || toMillis(startedAt) < ctx.now.getTime() - DAY_MS
    ? []
    : [{ lineId, workOrderId, inspection: 'first', dueAt: after(startedAt, minutes.first) }]
