/** Writes holds to the items they reach. Row versions stay, as nobody edits the field; changes queued on a phone still apply. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { columns, limit, options, sql, type Sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { rollPackage, slitRoll } from '../../contract/slitting'
import { hold } from '../../contract/hold'
import { reachableStates, activeHoldStates } from '../../rules/hold'
import { buildReachSql } from './recall-sql'

type HoldRow = Row<typeof hold>
/** Safety limit; no plant has more active holds at once. */
const MAX_ACTIVE_HOLDS = 200
/** Number of items that a hold reached; kg of slit rolls and of the uncut part of jumbos. */
export type HoldTotals = Pick<HoldRow, 'jumbos' | 'slitRolls' | 'packages' | 'kg'>

const TABLES = { jumboRoll: sql`jumbo_roll`, slitRoll: sql`slit_roll`, package: sql`package` } as const
const REACHABLE_STATES = {
  jumboRoll: options(jumboRoll.fields.state, ...reachableStates.jumboRoll),
  slitRoll: options(slitRoll.fields.state, ...reachableStates.slitRoll),
  package: options(rollPackage.fields.state, ...reachableStates.package),
} as const
/** Builds the update that adds a hold to the rows of one kind. @param ids name of the common table expression of their ids */
const buildApplyHoldSql = (ctx: Context, holdId: string, kind: keyof typeof TABLES, ids: Sql, returning: Sql): Sql =>
  sql`(update ${TABLES[kind]} t set holds = t.holds || to_jsonb(${holdId}::text), updated_at = ${ctx.now}
     where t.site_id = ${ctx.site} and t.id = any(array(select id from ${ids})) and t.state in (${REACHABLE_STATES[kind]}) and not t.holds @> to_jsonb(${holdId}::text)
     returning ${returning})`
const UNCUT_KG_SQL = sql`coalesce(t.net_kg, t.expected_kg, 0) * case when coalesce(t.length_m, 0) > 0 and t.left_m is not null then t.left_m / t.length_m else 1 end as kg`

/**
 * Adds a hold to all reachable items in the plant that do not have it yet. Returns the added totals. One SQL statement.
 */
export async function applyHold(ctx: Context, row: Pick<HoldRow, 'id' | 'kind' | 'subjectId'>): Promise<HoldTotals> {
  const [totals] = await ctx.query(
    sql<HoldTotals>`with ${buildReachSql({ siteId: ctx.site, kind: row.kind, id: row.subjectId })},
       j as ${buildApplyHoldSql(ctx, row.id, 'jumboRoll', sql`jumbo_ids`, UNCUT_KG_SQL)},
       s as ${buildApplyHoldSql(ctx, row.id, 'slitRoll', sql`slit_ids`, sql`coalesce(t.kg, t.expected_kg, 0) as kg`)},
       p as ${buildApplyHoldSql(ctx, row.id, 'package', sql`package_ids`, sql`t.id`)}
     select (select count(*)::int from j) as jumbos, (select count(*)::int from s) as "slitRolls", (select count(*)::int from p) as packages,
       round((select coalesce(sum(kg), 0) from j) + (select coalesce(sum(kg), 0) from s), 3) as kg`,
  )
  if (totals!.jumbos > 0) ctx.touch('jumboRoll')
  if (totals!.slitRolls > 0) ctx.touch('slitRoll')
  if (totals!.packages > 0) ctx.touch('package')
  return totals!
}

/** Removes a hold from all items that have it, including shipped ones. */
export async function detachHold(ctx: Context, holdId: string): Promise<void> {
  for (const resource of ['jumboRoll', 'slitRoll', 'package'] as const) {
    const releasedRows = await ctx.query(
      sql`update ${TABLES[resource]} t set holds = t.holds - ${holdId}::text, updated_at = ${ctx.now}
        where t.site_id = ${ctx.site} and t.holds <> '[]' and t.holds @> to_jsonb(${holdId}::text) returning t.id`,
    )
    if (releasedRows.length > 0) ctx.touch(resource)
  }
}

/** Extends the active holds on lots and orders to new rolls and newly counted lots. Called after rolls were written. */
export async function applyActiveHolds(ctx: Context): Promise<void> {
  const activeHolds = await ctx.query(
    sql`select ${columns(hold, ['id', 'kind', 'subjectId'])} from hold
     where site_id = ${ctx.site} and state in (${options(hold.fields.state, ...activeHoldStates)}) and kind in (${options(hold.fields.kind, 'materialLot', 'workOrder')}) ${limit(MAX_ACTIVE_HOLDS)}`,
  )
  for (const row of activeHolds) {
    const addedTotals = await applyHold(ctx, row)
    if (addedTotals.jumbos + addedTotals.slitRolls + addedTotals.packages === 0) continue
    await ctx.query(
      sql`update hold set jumbos = jumbos + ${addedTotals.jumbos}, slit_rolls = slit_rolls + ${addedTotals.slitRolls}, packages = packages + ${addedTotals.packages}, kg = coalesce(kg, 0) + ${addedTotals.kg}, updated_at = ${ctx.now}
        where site_id = ${ctx.site} and id = ${row.id}`,
    )
    ctx.touch('hold')
  }
}
