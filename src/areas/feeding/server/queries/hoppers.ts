/** What the count of lots asks of feeds and of waste, and writes into them. Moments may be `-infinity`. */
import type { Context } from '@/server/context'
import { oneOf } from '@/server/crud/sql'
import type { DosedKind, FedToOrder } from '../../rules/dosing'
import { emptyingCauses } from '../../rules/feed'
import type { StoredLots } from '../../rules/hopper-content'

type Since = Date | '-infinity'
type Lots = StoredLots['lots']
const EMPTYING = oneOf(emptyingCauses)

/** A feed with its corrections, or a counter-line that tells of an emptied hopper. */
export interface HopperLine extends Record<string, unknown> {
  id: string
  hopperId: string
  materialId: string
  lotId: string | null
  kind: DosedKind
  at: Date
  /** What went in, less what was corrected since. */
  kg: number
  emptied: boolean
  lots: Lots
}
/** What went into the hoppers of a line, and when they were emptied, from a moment until before another; one statement. */
export const hopperLines = (
  ctx: Context,
  { lineId, from, until }: { lineId: string; from: Since; until: Date | null },
): Promise<HopperLine[]> =>
  ctx.query<HopperLine>(
    `select f.id, f.hopper_id as "hopperId", f.material_id as "materialId", f.lot_id as "lotId", f.kind, f.fed_at as at, f.counter_of is not null as emptied, f.lots,
       f.kg + coalesce((select sum(c.kg) from feed c where c.site_id = f.site_id and c.counter_of = f.id and coalesce(c.cause, '') not in (${EMPTYING})), 0) as kg
     from feed f where f.site_id = $1 and f.line_id = $2 and f.fed_at >= $3 and ($4::timestamptz is null or f.fed_at < $4) and f.kind <> 'pack' and f.hopper_id is not null and (f.counter_of is null or f.cause in (${EMPTYING}))`,
    [ctx.site, lineId, from, until],
  )

/** What was fed to orders into the hoppers of a line, less all that was taken back; one statement. */
export async function fedToOrders(
  ctx: Context,
  lineId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, FedToOrder[]>> {
  const rows = await ctx.query<FedToOrder & { orderId: string } & Record<string, unknown>>(
    `select work_order_id as "orderId", hopper_id as "hopperId", material_id as "materialId", kind, sum(kg) as kg from feed
     where site_id = $1 and work_order_id = any($2::uuid[]) and line_id = $3 and kind <> 'pack' and hopper_id is not null group by 1, 2, 3, 4 order by 1, 2, 3`,
    [ctx.site, orderIds, lineId],
  )
  const by = new Map<string, FedToOrder[]>()
  for (const { orderId, ...fed } of rows) by.set(orderId, [...(by.get(orderId) ?? []), fed])
  return by
}

/** Waste as it came through the die. */
export interface WasteDrawn extends Record<string, unknown> {
  id: string
  orderId: string
  at: Date
  kg: number
  lots: Lots
  unknownKg: number | null
}
/** Waste of a line from a moment on, the first ones; one statement. */
export const wasteSince = (
  ctx: Context,
  { lineId, from, most }: { lineId: string; from: Since; most: number },
): Promise<WasteDrawn[]> =>
  ctx.query<WasteDrawn>(
    `select id, work_order_id as "orderId", occurred_at as at, kg, lots, unknown_kg as "unknownKg" from recycle where site_id = $1 and line_id = $2 and occurred_at >= $3 order by occurred_at, id limit ${most}`,
    [ctx.site, lineId, from],
  )
/** When the first waste of an order came; null before that. */
export async function firstWasteAt(ctx: Context, orderId: string): Promise<Date | null> {
  const [row] = await ctx.query<{ at: Date | null }>(
    'select min(occurred_at) as at from recycle where site_id = $1 and work_order_id = $2',
    [ctx.site, orderId],
  )
  return row?.at ?? null
}
/** The kinds of materials, by their ids. */
export async function kindsOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, DosedKind | 'pack'>> {
  const rows = await ctx.query<{ id: string; kind: DosedKind | 'pack' }>(
    'select id, kind from material where site_id = $1 and id = any($2::uuid[])',
    [ctx.site, ids],
  )
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Writes what waste held, and what came out of emptied hoppers. It raises no version: nobody edits it. */
export async function saveCounted(
  ctx: Context,
  what: 'waste' | 'emptied',
  rows: readonly ({ readonly id: string } & StoredLots)[],
): Promise<void> {
  if (rows.length === 0) return
  const given = [ctx.site, ctx.now, JSON.stringify(rows)]
  await ctx.query(
    what === 'waste'
      ? `update recycle r set lots = n.lots, unknown_kg = n."unknownKg", updated_at = $2 from jsonb_to_recordset($3::jsonb) as n(id uuid, lots jsonb, "unknownKg" numeric) where r.site_id = $1 and r.id = n.id`
      : `update feed r set lots = n.lots, updated_at = $2 from jsonb_to_recordset($3::jsonb) as n(id uuid, lots jsonb) where r.site_id = $1 and r.id = n.id`,
    given,
  )
  ctx.touch(what === 'waste' ? 'recycle' : 'feed')
}

/** A select of where the kilograms of a lot went besides rolls, a row an entry: `line_id`, `hopper_id`, `at`, `fed`, `lost`, `emptied`. @param lot SQL of the lot's id, a uuid */
export const placesOfLotSql = (lot: string): string => {
  const held = (table: 'recycle' | 'feed', at: string, figures: string) =>
    `select line_id, hopper, at, 0, ${figures} from (select t.line_id, t.${at} as at, (part->>'hopperId')::uuid as hopper, (part->>'kg')::numeric as kg from ${table} t, jsonb_array_elements(t.lots) part
       where t.site_id = $1 and t.lots @> jsonb_build_array(jsonb_build_object('lotId', ${lot})) and part->>'lotId' = (${lot})::text) part`
  return `(select line_id, hopper_id, fed_at as at, case when cause in (${EMPTYING}) then 0 else kg end as fed, 0::numeric as lost, 0::numeric as emptied
     from feed where site_id = $1 and lot_id = ${lot} and hopper_id is not null
   union all ${held('recycle', 'occurred_at', 'kg, 0')}
   union all ${held('feed', 'fed_at', '0, kg')})`
}
