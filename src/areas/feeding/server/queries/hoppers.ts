/** Queries of feeds and waste for the lot allocation. Periods may begin at `-infinity`. */
import { feed } from '../../contract/feed'
import { material } from '../../contract/material'
import { recycle } from '../../contract/recycle'
import type { Context } from '@/server/context'
import { cacheReadByKey } from '@/server/cached-read'
import { columns, columnsNotNull, computed, limit, options, sql, type Sql, type SqlRow } from '@/server/sql'
import type { DosedKind, OrderFeed } from '../../rules/dosing'
import { emptyingCauses } from '../../rules/feed'
import { activeHoppersSql } from '@/areas/equipment/server/queries/hoppers'

/** Destination of waste that stays in the line. */
const RETURNED_TO_HOPPER_SQL = options(recycle.fields.destination, 'hopper')
type PeriodStart = Date | '-infinity'
const EMPTYING_SQL = options(feed.fields.cause, ...emptyingCauses)

/** A feed with its corrections (`kg`: mass fed less later corrections), or a counter-feed of an emptied hopper. */
export type HopperFeedRow = SqlRow<typeof feedColumns> & SqlRow<typeof hopperColumn> & SqlRow<typeof computedColumns>
const feedColumns = columns(feed, ['id', 'materialId', 'lotId', { at: 'fedAt' }, 'lots'], 'f')
const hopperColumn = columnsNotNull(feed, ['hopperId'], 'f')
const computedColumns = computed<{ kind: DosedKind; emptied: boolean; kg: number }>`
  f.kind, f.counter_of is not null as emptied,
  f.kg + coalesce((select sum(c.kg) from feed c where c.site_id = f.site_id and c.counter_of = f.id and coalesce(c.cause, '') not in (${EMPTYING_SQL})), 0) as kg`
/** Lists feeds and emptyings of the hoppers of a line in a period, `until` excluded. */
export const listHopperFeedRows = (
  ctx: Context,
  { lineId, from, until }: { lineId: string; from: PeriodStart; until: Date | null },
): Promise<HopperFeedRow[]> =>
  ctx.query(
    sql`select ${feedColumns}, ${hopperColumn}, ${computedColumns} from feed f
     where f.site_id = ${ctx.site} and f.line_id = ${lineId} and f.fed_at >= ${from} and (${until}::timestamptz is null or f.fed_at < ${until})
       and f.kind <> 'pack' and f.hopper_id is not null and (f.counter_of is null or f.cause in (${EMPTYING_SQL}))`,
  )

/** Loads the net mass fed to orders through the hoppers of a line. */
export async function loadFedToOrders(
  ctx: Context,
  lineId: string,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderFeed[]>> {
  const rows = await ctx.query(
    sql`select ${columns(feed, [{ orderId: 'workOrderId' }])}, ${columnsNotNull(feed, ['hopperId'])}, ${columns(feed, ['materialId'])},
       ${computed<{ kind: DosedKind; kg: number }>`kind, sum(kg) as kg`} from feed
     where site_id = ${ctx.site} and work_order_id = any(${orderIds}::uuid[]) and line_id = ${lineId} and kind <> 'pack' and hopper_id is not null
     group by 1, 2, 3, 4 order by 1, 2, 3`,
  )
  const feedsByOrder = new Map<string, OrderFeed[]>()
  for (const { orderId, ...orderFeed } of rows)
    feedsByOrder.set(orderId, [...(feedsByOrder.get(orderId) ?? []), orderFeed])
  return feedsByOrder
}

const wasteColumns = columns(recycle, [
  'id',
  { orderId: 'workOrderId', at: 'occurredAt' },
  'destination',
  'kg',
  'lots',
  'unknownKg',
])
/** Waste that passed the die, as a draw on the hoppers. Waste with the destination `hopper` returns to a hopper. */
export type WasteDraw = SqlRow<typeof wasteColumns>
/** Lists the waste of a line from a moment on, the earliest first. */
export const listWasteSince = (
  ctx: Context,
  { lineId, from, maxRows }: { lineId: string; from: PeriodStart; maxRows: number },
): Promise<WasteDraw[]> =>
  ctx.query(
    sql`select ${wasteColumns} from recycle where site_id = ${ctx.site} and line_id = ${lineId} and occurred_at >= ${from} order by occurred_at, id ${limit(maxRows)}`,
  )
/** Finds the moment of the first waste of an order; null if there is none. */
export async function findFirstWasteAt(ctx: Context, orderId: string): Promise<Date | null> {
  const [row] = await ctx.query(
    sql`select ${computed<{ at: Date | null }>`min(occurred_at) as at`} from recycle where site_id = ${ctx.site} and work_order_id = ${orderId}`,
  )
  return row?.at ?? null
}
/** Loads the kinds of materials by id. */
export const loadMaterialKinds = cacheReadByKey(
  [material],
  (ids: readonly string[]) => [...ids].sort().join(),
  async (ctx, ids): Promise<ReadonlyMap<string, DosedKind | 'pack'>> => {
    const rows = await ctx.query(
      sql`select ${columns(material, ['id', 'kind'])} from material where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
    )
    return new Map(rows.map(({ id, kind }) => [id, kind]))
  },
)

/**
 * Builds a subselect of the movements of a lot other than into rolls, one row per feed, waste or emptied hopper:
 * `line_id`, `hopper_id`, `at`, and kg in `fed`, `lost` or `emptied`. Waste that went back into a hopper is not lost.
 */
export const buildLotPlacesSql = (ctx: Context, lotId: string): Sql => {
  const portionColumns = sql`(part->>'hopperId')::uuid as hopper, (part->>'kg')::numeric as kg`
  const lotCondition = sql`t.site_id = ${ctx.site} and t.lots @> jsonb_build_array(jsonb_build_object('lotId', ${lotId}::uuid)) and part->>'lotId' = (${lotId}::uuid)::text`
  return sql`(select line_id, hopper_id, fed_at as at, case when cause in (${EMPTYING_SQL}) then 0 else kg end as fed, 0::numeric as lost, 0::numeric as emptied
     from feed where site_id = ${ctx.site} and lot_id = ${lotId} and hopper_id is not null
   union all select line_id, hopper, at, 0, kg, 0 from (select t.line_id, t.occurred_at as at, ${portionColumns} from recycle t, jsonb_array_elements(t.lots) part where ${lotCondition} and t.destination <> ${RETURNED_TO_HOPPER_SQL}) part
   union all select line_id, hopper, at, 0, 0, kg from (select t.line_id, t.fed_at as at, ${portionColumns} from feed t, jsonb_array_elements(t.lots) part where ${lotCondition}) part)`
}

/** SQL of the id of the last entry of every hopper in use: the last feed, or the emptying after the last feed. */
export const lastFedSql = `(select l.id from ${activeHoppersSql} h, lateral (
  select f.id from feed f where f.site_id = $1 and f.hopper_id = h.id and (f.counter_of is null or f.cause in (${options(feed.fields.cause, ...emptyingCauses)}))
  order by f.fed_at desc, f.id desc limit 1) l)`
