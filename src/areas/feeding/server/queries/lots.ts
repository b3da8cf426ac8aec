/** Queries of material lots for areas that depend on feeding. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, columnsNotNull, computed, options, sql, type Sql, type SqlRow } from '@/server/sql'
import { feed } from '../../contract/feed'
import { materialLot, material } from '../../contract/material'
import type { Language } from '@/contract/language'
import { buildLocalizedFieldSql } from '@/server/crud/refs'

export type LotRow = Row<typeof materialLot>
const quarantineColumns = columns(materialLot, [
  'id',
  'number',
  'materialId',
  'supplierLot',
  'receivedOn',
  'receivedKg',
])
/** Lists lots without a decision of quality, the oldest first. */
export const listLotsInQuarantine = (ctx: Context): Promise<SqlRow<typeof quarantineColumns>[]> =>
  ctx.query(
    sql`select ${quarantineColumns} from material_lot where site_id = ${ctx.site} and state = ${options(materialLot.fields.state, 'quarantine')} order by received_on, number limit 2000`,
  )

/**
 * Builds a select of lot nodes for a trace; a condition on `t` may follow. `note` is the name of the material in the
 * reader's language.
 */
export const buildLotNodesSql = (language: Language): Sql =>
  sql`select t.id, t.number as label, t.received_on::text as at, t.received_kg as kg, t.state, null as grade, null::uuid as line, ${buildLocalizedFieldSql(material, 'name', language, 'm')} as note, '[]'::jsonb as parents, '[]'::jsonb as children from material_lot t join material m on m.site_id = t.site_id and m.id = t.material_id`

/**
 * Builds a select of the orders to which a packing lot was fed: `work_order_id`, `fed_at` of the first feed, and the net
 * mass `kg`. Packing goes into no hopper, so only the orders of its feeds are known.
 */
export const buildPackingOrdersSql = (siteId: number, lotId: string): Sql =>
  sql`select work_order_id, min(fed_at) as fed_at, sum(kg) as kg from (
    select f.work_order_id, f.fed_at, f.kg + coalesce((select sum(c.kg) from feed c where c.site_id = f.site_id and c.counter_of = f.id), 0) as kg
      from feed f where f.site_id = ${siteId} and f.lot_id = ${lotId} and f.kind = ${options(material.fields.kind, 'pack')} and f.counter_of is null) fed
    where kg > 0 group by work_order_id`

/** Lists the ids of the orders to which a packing lot was fed, with kg. */
export const listPackingOrders = (ctx: Context, lotId: string): Promise<{ id: string; kg: number }[]> =>
  ctx.query(
    sql<{
      id: string
      kg: number
    }>`select work_order_id as id, kg::float8 as kg from (${buildPackingOrdersSql(ctx.site, lotId)}) fed`,
  )

interface EarlyUse {
  readonly usedBeforeReceipt: boolean
  readonly usedBeforeRelease: boolean
}
/** Finds the lots that were used before receipt or release, by id. Feeds that were taken back completely do not count. */
export async function loadEarlyUses(ctx: Context, lotIds: readonly string[]): Promise<ReadonlyMap<string, EarlyUse>> {
  if (lotIds.length === 0) return new Map()
  const rows = await ctx.query(
    sql`select ${columnsNotNull(feed, ['lotId'], 'f')}, ${computed<{ codes: string[] }>`array_agg(distinct e.code) as codes`}
      from feed f cross join lateral (select finding ->> 'code' as code from jsonb_array_elements(f.findings) finding) e
      where f.site_id = ${ctx.site} and f.lot_id = any(${lotIds}::uuid[]) and e.code in ('fedBeforeReceipt', 'fedBeforeRelease')
        and f.kg + coalesce((select sum(c.kg) from feed c where c.site_id = f.site_id and c.counter_of = f.id), 0) > 0
      group by f.lot_id`,
  )
  return new Map(
    rows.map(({ lotId, codes }) => [
      lotId,
      {
        usedBeforeReceipt: codes.includes('fedBeforeReceipt'),
        usedBeforeRelease: codes.includes('fedBeforeRelease'),
      },
    ]),
  )
}

/** Finds the recorded stock of a lot, kg, with its place and state; null if the lot does not exist. */
export async function findLotStock(
  ctx: Context,
  id: string,
): Promise<Pick<LotRow, 'number' | 'leftKg' | 'place' | 'state'> | null> {
  const [row] = await ctx.rows.find(materialLot, { where: { id }, limit: 1 })
  return row ?? null
}
const stockColumns = columns(materialLot, ['id', 'leftKg', 'state', 'decidedAt'])
/** Loads the recorded stock of lots, kg, and the decisions on them, by id. */
export async function loadLotStocks(
  ctx: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SqlRow<typeof stockColumns>>> {
  const rows =
    ids.length === 0
      ? []
      : await ctx.query(
          sql`select ${stockColumns} from material_lot where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
        )
  return new Map(rows.map((row) => [row.id, row]))
}
