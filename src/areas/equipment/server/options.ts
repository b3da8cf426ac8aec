import type { InOf, OutOf } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { labelSql, wordSql } from '@/server/crud/refs'
import { statementsOf } from '@/server/crud/sql'
import { sparePart } from '@/areas/maintenance/contract/spare-part'
import { equipment } from '../contract/equipment'
import { line } from '@/plant/contract/line'
import type { machinesInUse, namesByList } from '../contract/options'
import { recordResources } from './records'

type Asked = InOf<typeof machinesInUse>
type Option = OutOf<typeof machinesInUse>[number]
type List = (ctx: Context, input: Asked) => Promise<Option[]>

/** Longest list, and how many of the newest records are looked at for what people enter. */
const MOST = 500
const LOOKED_AT = 2000

/** `$2` is the machine or null, `$3` the keyword as a pattern or null. `label`, `code` and `also` (the name in the other language), where there is one, are what the keyword looks in. */
async function ask(ctx: Context, input: Asked, rows: string, order: string, also = 'label'): Promise<Option[]> {
  const pattern = input.keyword?.trim() ? `%${input.keyword.trim().replace(/[\\%_]/g, '\\$&')}%` : null
  return ctx.query<Option>(
    `select left(id::text, 200) as id, left(label, 400) as label, code, left(note, 400) as note, unit, count from (${rows}) options
     where $2::uuid is distinct from '00000000-0000-0000-0000-000000000000' and ($3::text is null or label ilike $3 or code ilike $3 or ${also} ilike $3) order by ${order} limit ${MOST}`,
    [ctx.site, input.equipmentId ?? null, pattern],
  )
}
const machines = (ctx: Context, input: Asked, condition: string, count = 'null::int'): Promise<Option[]> =>
  ask(
    ctx,
    input,
    `select e.id, ${wordSql(equipment, 'name', ctx.language, 'e')} as label, concat_ws(' ', e.name, e.name_en) as names, e.code, ${labelSql(line, ctx.language, 'l')} as note, null::text as unit, ${count} as count
   from equipment e left join line l on l.site_id = e.site_id and l.id = e.line_id where e.site_id = $1 and ($2::uuid is null or e.id = $2) and ${condition}`,
    'code',
    'names',
  )

export const inUse: List = (ctx, input) => machines(ctx, input, `e.state = 'inUse'`)
export const notInUse: List = (ctx, input) => machines(ctx, input, `e.state = 'notUsed'`)
export const allNames: List = (ctx, input) => machines(ctx, input, 'true')
export const used: List = (ctx, input) =>
  machines(
    ctx,
    input,
    'exists (select 1 from use_record u where u.site_id = $1 and u.equipment_id = e.id)',
    '(select count(*)::int from use_record u where u.site_id = $1 and u.equipment_id = e.id)',
  )

const person = (from: string, count: string): string =>
  `select p.id, p.account_name as label, p.user_name as code, p.nickname as note, null::text as unit, ${count} as count from ${from}`
export const everybody: List = (ctx, input) =>
  ask(ctx, input, person(`app_user p where p.site_id = $1 and p.state = 'active'`, 'null::int'), 'label, id')
export const inUseRecords: List = (ctx, input) =>
  ask(
    ctx,
    input,
    person(
      `(select user_id, count(*)::int as n from use_record where site_id = $1 and user_id is not null and ($2::uuid is null or equipment_id = $2) group by user_id) u
   join app_user p on p.site_id = $1 and p.id = u.user_id`,
      'u.n',
    ),
    'count desc, label',
  )

const newest = (table: string): string =>
  `(select * from ${table} where site_id = $1 and ($2::uuid is null or equipment_id = $2) order by occurred_at desc limit ${LOOKED_AT})`
export const checking: List = (ctx, input) =>
  ask(
    ctx,
    input,
    person(
      `(select w.id::uuid as user_id, count(*)::int as n from (select people from ${newest('team_check')} a union all select people from ${newest('mechanical_check')} b) c,
     jsonb_array_elements_text(c.people) w(id) group by w.id) u join app_user p on p.site_id = $1 and p.id = u.user_id and p.state = 'active'`,
      'u.n',
    ),
    'count desc, label',
  )

export const checkItems: List = (ctx, input) =>
  ask(
    ctx,
    input,
    `select i.item as id, i.item as label, null::text as code, i.method as note, max(i.unit) as unit, count(*)::int as count
   from ${newest('first_level_check')} c, jsonb_to_recordset(c.items) i(item text, method text, unit text) group by i.item, i.method`,
    'count desc, label',
  )
export const points: List = (ctx, input) =>
  ask(
    ctx,
    input,
    `select v.point as id, v.point as label, null::text as code, null::text as note, v.unit, count(*)::int as count
   from ${newest('detection_record')} c, jsonb_to_recordset(c.values) v(point text, unit text) group by v.point, v.unit`,
    'count desc, label',
  )

/** Parts of the store that suit, with how often they were fitted, then parts that were only named. */
const parts =
  (table: string, kinds: string): List =>
  (ctx, input) =>
    ask(
      ctx,
      input,
      `with fitted as (select f."partId" as part, f."partName" as name, max(f.unit) as unit, count(*)::int as n
     from ${newest(table)} c, jsonb_to_recordset(c.parts) f("partId" uuid, "partName" text, unit text) group by 1, 2)
   select p.id::text as id, ${wordSql(sparePart, 'name', ctx.language, 'p')} as label, p.code, concat_ws(' ', p.model, p.location) as note, p.unit, coalesce((select sum(n)::int from fitted f where f.part = p.id), 0) as count
   from spare_part p where p.site_id = $1 and (p.kind = any('{${kinds}}') or exists (select 1 from fitted f where f.part = p.id))
   union all select f.name, f.name, null, null, f.unit, f.n from fitted f where f.part is null and f.name is not null`,
      'count desc, label',
    )
export const mechanical = parts('parts_record', 'mechanical,consumable,other')
export const electrical = parts('electrical_parts_record', 'electrical,consumable,other')

const lubricants =
  (table: string): List =>
  (ctx, input) =>
    ask(
      ctx,
      input,
      `with filled as (select u.lubricant, u."partId" as part, max(u.unit) as unit, count(*)::int as n
     from ${newest(table)} c, jsonb_to_recordset(c.points) u(lubricant text, "partId" uuid, unit text) group by 1, 2)
   select p.id::text as id, ${wordSql(sparePart, 'name', ctx.language, 'p')} as label, p.code, concat_ws(' ', p.model, p.location) as note, p.unit, coalesce((select sum(n)::int from filled f where f.part = p.id), 0) as count
   from spare_part p where p.site_id = $1 and p.kind = 'lubricant'
   union all select f.lubricant, f.lubricant, null, null, f.unit, f.n from filled f where f.part is null`,
      'count desc, label',
    )
export const onMainLines = lubricants('main_lubrication')
export const onSlitters = lubricants('slitting_lubrication')

/** The kinds of record; counted for one machine only, as all of them together is nobody's question. */
export async function kindsOfRecord(ctx: Context, input: Asked): Promise<Option[]> {
  const counts = new Map<string, number>()
  if (input.equipmentId) {
    const rows = await ctx.query<{ kind: string; n: number }>(
      recordResources
        .map(
          (r) =>
            `select '${r.name}' as kind, count(*)::int as n from ${statementsOf(r as never).table} where site_id = $1 and equipment_id = $2`,
        )
        .join(' union all '),
      [ctx.site, input.equipmentId],
    )
    for (const { kind, n } of rows) counts.set(kind, n)
  }
  const wanted = input.keyword?.trim().toLowerCase() ?? ''
  return recordResources
    .map(({ name }): Option => ({
      id: name,
      label: ctx.t(`equipment:${name}.name`),
      code: null,
      note: null,
      unit: null,
      count: input.equipmentId ? (counts.get(name) ?? 0) : null,
    }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
}

const DEVICE_USERS = 11
/** Users of devices: people whose role reports, repairs or walks rounds. */
export async function listByNumber(ctx: Context, input: InOf<typeof namesByList>): Promise<Option[]> {
  if (input.num !== DEVICE_USERS) throw refuse('equipment:refusals.unknownList', { num: input.num })
  return ask(
    ctx,
    { keyword: input.keyword ?? null },
    person(
      `app_user p where p.site_id = $1 and p.state = 'active' and (p.is_sup or exists (select 1 from role r join menu m on m.site_id = r.site_id and r.authority ? m.id::text
       where r.site_id = $1 and r.id = p.role_id and m.menu_type = 4 and m.url = any('{repairAdd,repairWork,pollingWork}')))`,
      'null::int',
    ),
    'label, id',
  )
}
