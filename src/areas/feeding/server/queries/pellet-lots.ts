/**
 * Queries of reclaimed pellets, and of the waste that they are made of, for recall and trace. Waste includes edge trim.
 */
import { material, materialLot } from '../../contract/material'
import { recycle } from '../../contract/recycle'
import { toPlantDay, getDayStart } from '@/plant/server/plant'
import { addDays } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { columns, limit, options, sql, type Sql } from '@/server/sql'

/** Reclaimed pellets are lots of materials of this kind (中间料). */
export const PELLET_KIND = 'mid'
const pelletKind = options(material.fields.kind, PELLET_KIND)
/** Maximum number of pellet lots per query. A plant makes some dozens a year. */
const MAX_PELLET_LOTS = 20_000

export interface PelletLotRow {
  readonly id: string
  readonly number: string
  readonly materialId: string
  readonly kg: number
  /** Only trim from before this moment can be in the lot, ms since 1970. */
  readonly madeAtMs: number
}
/**
 * Loads all pellet lots, the oldest first.
 * @param lotIdsWithSources lots with recorded sources; they count as pellets, whatever their material is
 */
export async function loadPelletLots(ctx: Context, lotIdsWithSources: readonly string[] = []): Promise<PelletLotRow[]> {
  const rows = await ctx.query(
    sql`select ${columns(materialLot, ['id', 'number', 'materialId', 'receivedOn', 'receivedKg', 'createdAt'], 'l')} from material_lot l
     join material m on m.site_id = l.site_id and m.id = l.material_id
     where l.site_id = ${ctx.site} and (m.kind = ${pelletKind} or l.id = any(${lotIdsWithSources}::uuid[])) order by l.received_on, l.number ${limit(MAX_PELLET_LOTS)}`,
  )
  return rows
    .map((row) => ({
      id: row.id,
      number: row.number,
      materialId: row.materialId,
      kg: Number(row.receivedKg),
      madeAtMs: getMadeAtMs(ctx, row),
    }))
    .sort((a, b) => a.madeAtMs - b.madeAtMs || (a.number < b.number ? -1 : 1))
}
/**
 * Returns the moment at which a lot was made, ms since 1970: the time of entry if the lot was entered on the day of
 * receipt, otherwise the end of the day of receipt.
 */
function getMadeAtMs(
  ctx: Context,
  { receivedOn, createdAt }: { receivedOn: string; createdAt: string | Date },
): number {
  const createdMoment = new Date(createdAt).toISOString()
  return Date.parse(
    toPlantDay(ctx, createdMoment) === receivedOn ? createdMoment : getDayStart(ctx, addDays(receivedOn, 1)),
  )
}

/** Builds a select of the waste that went to pellets: `id`, `at` and `kg`. */
export const buildWasteForPelletsSql = (siteId: number): Sql =>
  sql`select id, occurred_at as at, kg from recycle where site_id = ${siteId} and destination = ${options(recycle.fields.destination, 'pellets')}`
/** Waste with its lots, as a subselect for joins: `site_id`, `id`, `work_order_id`, `lots`, `kg`. */
export const wasteWithLotsSql = sql`(select site_id, id, work_order_id, lots, kg from recycle)`
/**
 * Builds a select of the waste that left the lines, with its lots: `id`, `kind`, `destination`, `work_order_id`,
 * `line_id`, `at`, `business_date`, `kg` and `lots`. Trim that returned to a hopper is left out, as the hopper contains it.
 */
export const buildLineWasteSql = (siteId: number): Sql =>
  sql`select id, kind, destination, work_order_id, line_id, occurred_at as at, business_date, kg, lots from recycle where site_id = ${siteId} and destination <> ${options(recycle.fields.destination, 'hopper')}`
/** Builds a select of the trim that went back into a hopper: `id`, `work_order_id`, `line_id`, `at` and `lots`. */
export const buildReturnedTrimSql = (siteId: number): Sql =>
  sql`select id, work_order_id, line_id, occurred_at as at, lots from recycle where site_id = ${siteId} and destination = ${options(recycle.fields.destination, 'hopper')}`
/** Lists the ids of the materials that are reclaimed pellets; a feed without a lot shows only its material. */
export const listPelletMaterialIds = async (ctx: Context): Promise<string[]> =>
  (
    await ctx.query(
      sql`select ${columns(material, ['id'])} from material where site_id = ${ctx.site} and kind = ${pelletKind}`,
    )
  ).map(({ id }) => id)

/**
 * Finds the time of the first feed of a lot into a hopper, ms since 1970, and the total mass fed; null without a feed.
 * Packing material is left out, because it cannot get into trim.
 */
export async function findFirstFeed(ctx: Context, lotId: string): Promise<{ at: number; kg: number } | null> {
  const [row] = await ctx.query(
    sql<{
      at: Date | null
      kg: number | null
    }>`select min(fed_at) as at, sum(kg)::float8 as kg from feed where site_id = ${ctx.site} and lot_id = ${lotId} and kind <> ${options(material.fields.kind, 'pack')}`,
  )
  return row?.at ? { at: new Date(row.at).getTime(), kg: Number(row.kg ?? 0) } : null
}

/** Loads display names of waste by id, e.g. `edge trim of WO-12, 2026-11-20`. */
export async function loadWasteNames(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.query(
    sql`select ${columns(recycle, ['id', 'kind', 'workOrderId', 'occurredAt'])} from recycle where site_id = ${ctx.site} and id = any(${ids}::uuid[])`,
  )
  const orders = await loadNames(
    ctx,
    'workOrder',
    rows.map(({ workOrderId }) => workOrderId),
  )
  return new Map(
    rows.map(({ id, kind, workOrderId, occurredAt }) => [
      id,
      ctx.t('feeding:trimOfOrder', {
        kind: ctx.t(`feeding:recycle.options.kind.${kind}`),
        order: orders[workOrderId] ?? '',
        day: toPlantDay(ctx, new Date(occurredAt).toISOString()),
      }),
    ]),
  )
}
