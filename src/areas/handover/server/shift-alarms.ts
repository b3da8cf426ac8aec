import { toMoment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { settingsOf } from '@/plant/server/plant'
import type { ShiftFacts } from './shift-facts'

type Alarm = ShiftFacts['alarms'][number]
/** Sheets that can come out badly: the alarm it raises, its table, and what it says. */
const sheets = [
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
  ['outOfLimits', 'craft_inspection1', outside()],
  ['outOfLimits', 'craft_inspection2', outside()],
] as const
function outside(): string {
  return `coalesce((select string_agg(concat(v->>'label', ' ', v->>'actual', ' ', v->>'unit'), ', ') from jsonb_array_elements("values") v
    where (v->>'actual')::numeric < (v->>'low')::numeric or (v->>'actual')::numeric > (v->>'high')::numeric), '')`
}

/** What the next shift must know was missed or out of limits, oldest first: rounds, inspections, rolls of an odd weight, stops nobody explained. */
export async function alarmsOf(ctx: Context, lineId: string, shift: Shift): Promise<Alarm[]> {
  const { inspectionMissed } = await settingsOf(ctx)
  const found = sheets.map(
    ([
      kind,
      table,
      label,
    ]) => `select '${kind}' as kind, left(${label}, 400) as label, coalesce(filled_at, created_at) as at from ${table}
    where site_id = $1 and line_id = $2 and business_date = $5 and shift = $6 and result = 'notOk'`,
  )
  const rows = await ctx.query<Alarm & Record<string, unknown>>(
    `${found.join(' union all ')}
     union all select 'roundMissed', plan_name, closes_at from polling_round where site_id = $1 and line_id = $2 and state = 'missed' and closes_at >= $3 and closes_at < $4
     union all select 'inspectionMissed', inspection, due_at from inspection_time where site_id = $1 and line_id = $2 and done_at is null and due_at >= $3 and due_at < $4 and due_at < $7
     union all select 'weightUnusual', number, doffed_at from jumbo_roll where site_id = $1 and line_id = $2 and weight_unusual and doffed_at >= $3 and doffed_at < $4
     union all select 'weightUnusual', number, doffed_at from slit_roll where site_id = $1 and slitter_id = $2 and weight_unusual and doffed_at >= $3 and doffed_at < $4 and state <> 'undone'
     union all select 'stopUnexplained', '', started_at from line_stop where site_id = $1 and line_id = $2 and reason_id is null and started_at < $4 and (ended_at is null or ended_at > $3)
     order by 3 limit 100`,
    [
      ctx.site,
      lineId,
      shift.startsAt,
      shift.endsAt,
      shift.businessDate,
      shift.shift,
      toMoment(ctx.now.getTime() - inspectionMissed * 60_000),
    ],
  )
  return rows.map(({ kind, label, at }) => ({ kind, label: label ?? '', at }))
}
