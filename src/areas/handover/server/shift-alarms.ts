import { toMillis, toMoment } from '@/plant/rules/plant-time'
import type { Shift } from '@/plant/rules/shift'
import type { Context } from '@/server/context'
import { settingsOf } from '@/plant/server/plant'
import { roundsMissedIn } from '@/areas/maintenance/server/queries/for-shifts'
import type { RollMade } from '@/areas/rolls/server/queries/for-shifts'
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

const MOST = 100

/** What the next shift must know was missed or out of limits, oldest first: rounds, inspections, rolls of an odd weight, stops nobody explained. */
export async function alarmsOf(
  ctx: Context,
  lineId: string,
  shift: Shift,
  { rolls, stops }: { rolls: readonly RollMade[]; stops: ShiftFacts['stops'] },
): Promise<Alarm[]> {
  const span = { lineId, from: shift.startsAt, to: shift.endsAt }
  const alarm = (kind: Alarm['kind'], label: string, at: string): Alarm => ({ kind, label: label.slice(0, 400), at })
  return [
    ...(await sheetAlarms(ctx, lineId, shift)),
    ...(await roundsMissedIn(ctx, span)).map(({ name, at }) => alarm('roundMissed', name, at)),
    ...rolls.filter((r) => r.weightUnusual).map(({ number, doffedAt }) => alarm('weightUnusual', number, doffedAt)),
    ...stops.filter((s) => !s.reasonId).map(({ startedAt }) => alarm('stopUnexplained', '', startedAt)),
  ]
    .sort((a, b) => toMillis(a.at) - toMillis(b.at))
    .slice(0, MOST)
}
/** Of the shift's own sheets and inspections. */
async function sheetAlarms(ctx: Context, lineId: string, shift: Shift): Promise<Alarm[]> {
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
     union all select 'inspectionMissed', inspection, due_at from inspection_time where site_id = $1 and line_id = $2 and done_at is null and due_at >= $3 and due_at < $4 and due_at < $7
     order by 3 limit ${MOST}`,
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
