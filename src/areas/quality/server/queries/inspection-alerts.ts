/** Queries of failed, missed and due inspections, for other areas. */
import { toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import { loadPlantSettings } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, joinSql, limit, sql, Sql } from '@/server/sql'
import { inspectionTime } from '../../contract/inspections'

/** An inspection that failed or was missed. `label` names what failed, or the kind of the missed inspection. */
export interface InspectionAlert {
  readonly kind: 'inspectionNotOk' | 'firstNotOk' | 'outOfLimits' | 'inspectionMissed'
  readonly label: string
  readonly at: Moment
}
/** Alert kind, table and SQL expression of the label, for each kind of inspection that can fail. */
const ALERT_SOURCES = [
  [
    'inspectionNotOk',
    'daily_inspection',
    `coalesce((select string_agg(i->>'item', ', ') from jsonb_array_elements(items) i where i->>'result' = 'notOk'), '')`,
  ],
  [
    'inspectionNotOk',
    'post_inspection',
    `concat_ws(': ', post, (select string_agg(i->>'item', ', ') from jsonb_array_elements(items) i where i->>'result' = 'notOk'))`,
  ],
  [
    'firstNotOk',
    'first_inspection',
    `coalesce((select string_agg(i->>'item', ', ') from jsonb_array_elements(items) i where i->>'result' = 'notOk'), '')`,
  ],
  ['outOfLimits', 'process_inspection1', buildOutsideLimitsSql()],
  ['outOfLimits', 'process_inspection2', buildOutsideLimitsSql()],
] as const
function buildOutsideLimitsSql(): string {
  return `coalesce((select string_agg(concat(v->>'label', ' ', v->>'actual', ' ', v->>'unit'), ', ') from jsonb_array_elements("values") v
    where (v->>'actual')::numeric < (v->>'low')::numeric or (v->>'actual')::numeric > (v->>'high')::numeric), '')`
}

/** Maximum number of alerts of one shift. */
const MAX_ALERTS = 100

/** Lists the failed and the missed inspections of a line in a shift, oldest first; 100 at most. */
export async function listInspectionAlerts(ctx: Context, lineId: string, shift: Shift): Promise<InspectionAlert[]> {
  const { inspectionMissed: missedAfterMinutes } = await loadPlantSettings(ctx)
  const selects = ALERT_SOURCES.map(
    ([
      kind,
      table,
      label,
    ]) => sql`select ${kind}::text as kind, left(${new Sql([label])}, 400) as label, coalesce(filled_at, created_at) as at from ${new Sql([table])}
      where site_id = ${ctx.site} and line_id = ${lineId} and business_date = ${shift.businessDate} and shift = ${shift.shift} and result = 'notOk'`,
  )
  const missedBefore = toMoment(ctx.now.getTime() - missedAfterMinutes * 60_000)
  const rows = await ctx.query(
    sql<{ kind: InspectionAlert['kind']; label: string | null; at: Moment }>`${joinSql(selects, ' union all ')}
     union all select 'inspectionMissed', inspection, due_at from inspection_time
       where site_id = ${ctx.site} and line_id = ${lineId} and done_at is null and due_at >= ${shift.startsAt} and due_at < ${shift.endsAt} and due_at < ${missedBefore}
     order by 3 ${limit(MAX_ALERTS)}`,
  )
  return rows.map(({ kind, label, at }) => ({ kind, label: label ?? '', at }))
}
/** Lists the inspections due so far in the shifts of a business date, done or not. */
export const listInspectionsDueOn = (ctx: Context, day: Day) =>
  ctx.query(
    sql`select ${columns(inspectionTime, ['lineId', 'inspection', 'shift', 'team', 'doneAt'])} from inspection_time
     where site_id = ${ctx.site} and business_date = ${day} and due_at < ${ctx.now} order by due_at ${limit(1000)}`,
  )
