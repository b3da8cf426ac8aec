import { mayCall, type Endpoint, type InOf, type OutOf } from '@/contract/endpoint'
import { errno, Refusal, refuseInput } from '@/contract/errno'
import { isUuid } from '@/contract/id'
import type { Context } from '@/server/context'
import { scopeOf } from '@/server/crud/operations'
import { namesOf } from '@/server/crud/refs'
import { statementsOf } from '@/server/crud/sql'
import { addDays, atLocal, toMoment } from '@/plant/rules/plant-time'
import { pollingResult } from '@/areas/maintenance/contract/polling-round'
import { repair } from '@/areas/maintenance/contract/repair'
import { stockMovement } from '@/areas/maintenance/contract/spare-part'
import { equipment } from '../contract/equipment'
import type { equipmentHistory, historyKinds } from '../contract/equipment-calls'
import { useRecord } from '../contract/use-record'
import { recordResources } from './records'

type Kind = (typeof historyKinds)[number]
interface Source {
  kind: Kind
  /** The call whose key lets a person see such lines. */
  list: Endpoint
  area: string
  from: string
  at: string
  /** SQL of what the line says, of its state, of the people and of how many pictures. */
  detail: string
  state: string
  people: string
  images: string
  /** SQL that keeps the machine's rows; `$2` is the machine. */
  where: string
}

/** What the line of a record says besides its kind. */
const details: Partial<Record<Kind, string>> = {
  secondLevelCheck: 'coalesce(r.findings, r.note)',
  electricRecord: 'coalesce(r.work, r.circuit, r.note)',
  upkeepRecord: 'coalesce(r.title, r.note)',
  assistRecord: 'r.work',
  detectionRecord: 'coalesce(r.standard, r.note)',
  partsRecord: 'coalesce(r.position, r.note)',
  electricalPartsRecord: 'coalesce(r.position, r.circuit, r.note)',
  mainLubrication: `r.points->0->>'point'`,
  slittingLubrication: `r.points->0->>'point'`,
  mechanicalCheck: 'coalesce(r.part, r.note)',
}
const own = 'r.equipment_id = $2'
const people = (...columns: string[]) =>
  `jsonb_path_query_array(jsonb_build_array(${columns.map((c) => `r.${c}`).join(', ')}), '$[*] ? (@ != null)')`
const images = 'jsonb_array_length(r.images)'
const recordsWithParts = recordResources
  .filter((r) => 'parts' in r.fields || 'points' in r.fields)
  .map((r) => `select id::text from ${statementsOf(r as never).table} where site_id = $1 and equipment_id = $2`)
  .join(' union all ')
const sources: readonly Source[] = [
  ...recordResources.map((r): Source => ({
    kind: r.name,
    list: r.endpoints.list as Endpoint,
    area: r.area,
    from: `${statementsOf(r as never).table} r`,
    at: 'r.occurred_at',
    detail: details[r.name] ?? 'r.note',
    state: 'r.result',
    people: 'r.people',
    images,
    where: own,
  })),
  {
    kind: 'useRecord',
    list: useRecord.endpoints.list as Endpoint,
    area: 'equipment',
    from: 'use_record r',
    at: 'r.occurred_at',
    detail: 'r.reason',
    state: 'r.state',
    people: people('user_id'),
    images,
    where: own,
  },
  {
    kind: 'repair',
    list: repair.endpoints.list as Endpoint,
    area: 'maintenance',
    from: 'repair r',
    at: 'r.reported_at',
    detail: `concat_ws(' ', r.number, r.description)`,
    state: 'r.state',
    people: people('reported_by', 'finished_by'),
    images: `${images} + jsonb_array_length(r.work_images)`,
    where: own,
  },
  {
    kind: 'pollingResult',
    list: pollingResult.endpoints.list as Endpoint,
    area: 'maintenance',
    from: 'polling_result r',
    at: 'r.occurred_at',
    detail: 'coalesce(r.reason, r.note)',
    state: `case when r.state = 'skipped' then 'skipped' else r.verdict end`,
    people: people('user_id'),
    images,
    where: own,
  },
  {
    kind: 'stockMovement',
    list: stockMovement.endpoints.list as Endpoint,
    area: 'maintenance',
    from: 'stock_movement r join spare_part p on p.site_id = r.site_id and p.id = r.part_id',
    at: 'r.occurred_at',
    detail: `concat_ws(' ', p.code, p.name, trim_scale(r.quantity), p.unit)`,
    state: 'r.kind',
    people: people('user_id'),
    images: '0',
    where: `(r.repair_id in (select id from repair where site_id = $1 and equipment_id = $2) or r.record_id in (${recordsWithParts}))`,
  },
]

interface Line {
  id: string
  kind: Kind
  occurredAt: string
  detail: string | null
  state: string | null
  people: string[]
  images: number
}

/** Everything that happened to a machine, newest first, as far as the caller may see the lists it comes from. */
export async function historyOf(
  ctx: Context,
  input: InOf<typeof equipmentHistory>,
): Promise<OutOf<typeof equipmentHistory>> {
  await ctx.rows.get(equipment, input.id)
  const shown = sources.filter(
    ({ kind, list }) => (!input.kind || kind === input.kind) && mayCall(list.access, ctx.person),
  )
  if (!shown.length)
    throw new Refusal(errno.forbidden, 'contract:errors.forbidden', {
      params: { key: String(sources.find(({ kind }) => kind === input.kind)?.list.access ?? '') },
    })
  const size = input.size ?? 50
  const values: unknown[] = [ctx.site, input.id]
  const period = periodOf(ctx, input, values)
  const totals = `select sum(n)::int as total from (${shown.map((s) => `select count(*) as n from ${s.from} where r.site_id = $1 and ${s.where}${period(s.at)}`).join(' union all ')}) counts`
  const [sum] = await ctx.query<{ total: number }>(totals, [...values])
  const after = cursorOf(input.after, values)
  const branches = shown.map(
    (
      s,
    ) => `(select r.id, '${s.kind}' as kind, ${s.at} as "occurredAt", ${s.detail} as detail, ${s.state} as state, ${s.people} as people, ${s.images} as images
    from ${s.from} where r.site_id = $1 and ${s.where}${period(s.at)}${after(s.at)} order by ${s.at} desc, r.id desc limit ${size + 1})`,
  )
  const rows = await ctx.query<Line & Record<string, unknown>>(
    `select * from (${branches.join(' union all ')}) lines order by "occurredAt" desc, id desc limit ${size + 1}`,
    values,
  )
  const lines = rows.slice(0, size)
  const last = lines.at(-1)
  return {
    total: sum?.total ?? 0,
    list: lines.map((line) => ({
      id: line.id,
      kind: line.kind,
      occurredAt: line.occurredAt,
      title: titleOf(ctx, line),
      state: line.state,
      people: line.people,
      images: line.images,
    })),
    refs: await namesOf(scopeOf(ctx), 'user', [...new Set(lines.flatMap((line) => line.people))]),
    next:
      rows.length > size && last ? Buffer.from(JSON.stringify([last.occurredAt, last.id])).toString('base64url') : null,
  }
}

const areaOf = new Map(sources.map(({ kind, area }) => [kind, area]))
function titleOf(ctx: Context, { kind, detail }: Line): string {
  const name = ctx.t(`${areaOf.get(kind) ?? 'equipment'}:${kind}.name`)
  const said = detail?.replace(/\s+/g, ' ').trim()
  return (said ? `${name} · ${said}` : name).slice(0, 400)
}
/** Both days belong to the period, as the plant's calendar has them. */
function periodOf(
  ctx: Context,
  { from, to }: { from?: string | null; to?: string | null },
  values: unknown[],
): (at: string) => string {
  if (from && to && from > to) throw refuseInput([{ path: ['to'], code: 'tooSmall', params: { limit: from } }])
  const begin = from ? `$${values.push(toMoment(atLocal(from, 0, ctx.timeZone)))}` : null
  const end = to ? `$${values.push(toMoment(atLocal(addDays(to, 1), 0, ctx.timeZone)))}` : null
  return (at) => `${begin ? ` and ${at} >= ${begin}` : ''}${end ? ` and ${at} < ${end}` : ''}`
}
function cursorOf(after: string | null | undefined, values: unknown[]): (at: string) => string {
  if (!after) return () => ''
  let cursor: unknown
  try {
    cursor = JSON.parse(Buffer.from(after, 'base64url').toString('utf8'))
  } catch {
    cursor = null
  } // refused just below
  if (
    !Array.isArray(cursor) ||
    typeof cursor[0] !== 'string' ||
    Number.isNaN(Date.parse(cursor[0])) ||
    !isUuid(cursor[1])
  )
    throw refuseInput([{ path: ['after'], code: 'badFormat' }])
  const [at, id] = [`$${values.push(cursor[0])}::timestamptz`, `$${values.push(cursor[1])}::uuid`]
  return (column) => ` and (${column}, r.id) < (${at}, ${id})`
}
