/** Writes holds on rolls. Keeps row versions, so that changes queued on a phone still apply. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { options, sql, type Sql } from '@/server/sql'
import { hold } from '../../contract/hold'
import { jumboRoll } from '../../contract/jumbo-roll'
import { presentJumboStates } from '../../rules/jumbo-roll'
import { buildJumboKgSql } from '../queries/mass-sql'

type HoldRow = Row<typeof hold>
/** Number of items that a hold reached, and their kg; a jumbo counts with its uncut part. */
export type HoldTotals = Pick<HoldRow, 'jumbos' | 'slitRolls' | 'packages' | 'kg'>

/** Stores the totals of a new hold. */
export const saveHoldTotals = (ctx: Context, holdId: string, totals: HoldTotals): Promise<HoldRow> =>
  ctx.rows.update(hold, holdId, totals)
/** Adds newly reached items to the totals of a hold. */
export async function addHoldTotals(ctx: Context, holdId: string, addedTotals: HoldTotals): Promise<void> {
  await ctx.query(
    sql`update hold set jumbos = jumbos + ${addedTotals.jumbos}, slit_rolls = slit_rolls + ${addedTotals.slitRolls}, packages = packages + ${addedTotals.packages}, kg = coalesce(kg, 0) + ${addedTotals.kg}, updated_at = ${ctx.now}
        where site_id = ${ctx.site} and id = ${holdId}`,
  )
  ctx.touch('hold')
}

/** A table with items that can be held. */
export interface HoldTable {
  readonly resource: string
  readonly table: Sql
  /** States of items that a hold reaches. */
  readonly reachableStates: Sql
}
const jumboTable: HoldTable = {
  resource: 'jumboRoll',
  table: sql`jumbo_roll`,
  reachableStates: options(jumboRoll.fields.state, ...presentJumboStates),
}
/**
 * Builds the update that adds a hold to the rows of a table.
 * @param ids name of the common table expression that lists the ids of the rows
 */
export const buildAddHoldSql = (
  ctx: Context,
  { table, reachableStates: states }: HoldTable,
  holdId: string,
  ids: Sql,
  returning: Sql,
): Sql =>
  sql`(update ${table} t set holds = t.holds || to_jsonb(${holdId}::text), updated_at = ${ctx.now}
     where t.site_id = ${ctx.site} and t.id = any(array(select id from ${ids})) and t.state in (${states}) and not t.holds @> to_jsonb(${holdId}::text)
     returning ${returning})`
const UNCUT_KG_SQL = sql`coalesce(${buildJumboKgSql('t')}, 0) * case when coalesce(t.length_m, 0) > 0 and t.left_m is not null then t.left_m / t.length_m else 1 end as kg`
/** Builds the update that adds a hold to jumbos and returns their uncut kg. */
export const buildHoldJumbosSql = (ctx: Context, holdId: string, ids: Sql): Sql =>
  buildAddHoldSql(ctx, jumboTable, holdId, ids, UNCUT_KG_SQL)

/** Removes a hold from all rows of a table that have it. */
export async function removeHoldFromTable(ctx: Context, { resource, table }: HoldTable, holdId: string): Promise<void> {
  const releasedRows = await ctx.query(
    sql`update ${table} t set holds = t.holds - ${holdId}::text, updated_at = ${ctx.now}
        where t.site_id = ${ctx.site} and t.holds <> '[]' and t.holds @> to_jsonb(${holdId}::text) returning t.id`,
  )
  if (releasedRows.length > 0) ctx.touch(resource)
}
/** Removes a hold from all jumbos that have it. */
export const removeHoldFromJumbos = (ctx: Context, holdId: string): Promise<void> =>
  removeHoldFromTable(ctx, jumboTable, holdId)
