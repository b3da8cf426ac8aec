/** Operations on lots for higher areas. */
import type { Row } from '@/contract/resource'
import { refuse } from '@/contract/errno'
import { requirePerson } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { columns, options, sql, type Sql, type SqlRow } from '@/server/sql'
import { materialLot, material } from '../../contract/material'
import { checkLotDecision, type LotState } from '@/areas/feeding/rules/feed'
import type { Language } from '@/contract/language'
import { buildLocalizedFieldSql } from '@/server/crud/refs'

/**
 * Blocks a lot with a reason; a lot that is already blocked stays unchanged.
 * @param decidedBy id of the person who decided; by default the caller, whom jobs do not have
 */
export async function blockLot(ctx: Context, id: string, reason: string, decidedBy?: string | null): Promise<void> {
  const row = await ctx.rows.lock(materialLot, id)
  if (row.state === 'blocked') return
  await ctx.rows.update(materialLot, id, {
    state: 'blocked',
    reason,
    decidedBy: decidedBy ?? requirePerson(ctx).id,
    decidedAt: ctx.now.toISOString(),
  })
}

type LotRow = Row<typeof materialLot>
export interface LotDecision {
  readonly id: string
  readonly state: LotState
  readonly reason: string | null
  /** The lot stays unchanged if someone decided on it after this moment. */
  readonly unlessDecidedAfter: string
}
/**
 * Applies the decision of quality at the end of an inspection: releases the lot for feeding or blocks it. A lot that
 * already has the state stays unchanged; a lot in quarantine can always be decided.
 * @returns the current lot, and true in `isApplied` if this decision is in force
 * @throws a refusal (6000) if the transition is not allowed or its reason is missing
 */
export async function decideLotAfterInspection(
  ctx: Context,
  { id, state, reason, unlessDecidedAfter }: LotDecision,
): Promise<{ lot: LotRow; isApplied: boolean }> {
  const lot = await ctx.rows.lock(materialLot, id)
  if (lot.state === state) return { lot, isApplied: true }
  if (lot.state !== 'quarantine' && lot.decidedAt !== null && lot.decidedAt > unlessDecidedAfter)
    return { lot, isApplied: false }
  const decisionCheck = checkLotDecision(lot.state, state, reason)
  if (!decisionCheck.isAllowed)
    throw refuse(`feeding:refusals.lot.${decisionCheck.reason}`, {
      lot: lot.number,
      state: ctx.t(`feeding:materialLot.options.state.${state}`),
    })
  const isBackInQuarantine = state === 'quarantine'
  const patch = {
    state,
    reason,
    decidedBy: isBackInQuarantine ? null : requirePerson(ctx).id,
    decidedAt: isBackInQuarantine ? null : ctx.now.toISOString(),
  }
  return { lot: await ctx.rows.update(materialLot, id, patch), isApplied: true }
}
/**
 * Appends documents to those of a lot.
 * @returns the changed lot
 */
export async function addLotDocuments(ctx: Context, id: string, files: readonly string[]): Promise<LotRow> {
  const lot = await ctx.rows.lock(materialLot, id)
  const documents = [...new Set([...lot.documents, ...files])]
  if (documents.length > materialLot.fields.documents.max)
    throw refuse('feeding:refusals.lot.tooManyDocuments', {
      lot: lot.number,
      max: materialLot.fields.documents.max,
    })
  return ctx.rows.update(materialLot, id, { documents })
}
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
 * Builds a select of the orders to which a packing lot was fed: `work_order_id`, `fed_at` of the first feed, and `kg`
 * without what was taken back. Packing goes into no hopper, so the order of its feed is all that is known of its way.
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

/** Stock of a lot by the books, kg, with its place and state; null if the lot does not exist. */
export async function findLotStock(
  ctx: Context,
  id: string,
): Promise<Pick<LotRow, 'number' | 'leftKg' | 'place' | 'state'> | null> {
  const [row] = await ctx.rows.find(materialLot, { where: { id }, limit: 1 })
  return row ?? null
}
const stockColumns = columns(materialLot, ['id', 'leftKg', 'state', 'decidedAt'])
/** Loads the stock of lots by the books, and the decisions on them, by id. */
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
