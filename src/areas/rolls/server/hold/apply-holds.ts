/** Writes holds to the items they reach. Row versions stay, as nobody edits the field; changes queued on a phone still apply. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { toSqlLiterals } from '@/server/crud/statements'
import { columns, limit, options, sql } from '@/server/sql'
import { hold } from '../../contract/hold'
import { reachableStates, activeHoldStates } from '../../rules/hold'
import { buildReachSql } from './recall-sql'

type HoldRow = Row<typeof hold>
/** Safety limit; no plant has more active holds at once. */
const MAX_ACTIVE_HOLDS = 200
/** Number of items that a hold reached; kg of slit rolls and of the uncut part of jumbos. */
export type HoldTotals = Pick<HoldRow, 'jumbos' | 'slitRolls' | 'packages' | 'kg'>

const buildApplyHoldSql = (table: string, kind: keyof typeof reachableStates, ids: string, returning: string) =>
  `(update ${table} t set holds = t.holds || to_jsonb($3::text), updated_at = $4
     where t.site_id = $1 and t.id = any(array(select id from ${ids})) and t.state in (${toSqlLiterals(reachableStates[kind])}) and not t.holds @> to_jsonb($3::text)
     returning ${returning})`
const UNCUT_KG_SQL = `coalesce(t.net_kg, t.expected_kg, 0) * case when coalesce(t.length_m, 0) > 0 and t.left_m is not null then t.left_m / t.length_m else 1 end as kg`

/** Adds a hold to all reachable items in the plant that do not have it yet. Returns the added totals. One statement. */
export async function applyHold(ctx: Context, row: Pick<HoldRow, 'id' | 'kind' | 'subjectId'>): Promise<HoldTotals> {
  const [totals] = await ctx.query<HoldTotals & Record<string, unknown>>(
    `with ${buildReachSql(row.kind)},
       j as ${buildApplyHoldSql('jumbo_roll', 'jumboRoll', 'jumbo_ids', UNCUT_KG_SQL)},
       s as ${buildApplyHoldSql('slit_roll', 'slitRoll', 'slit_ids', 'coalesce(t.kg, t.expected_kg, 0) as kg')},
       p as ${buildApplyHoldSql('package', 'package', 'package_ids', 't.id')}
     select (select count(*)::int from j) as jumbos, (select count(*)::int from s) as "slitRolls", (select count(*)::int from p) as packages,
       round((select coalesce(sum(kg), 0) from j) + (select coalesce(sum(kg), 0) from s), 3) as kg`,
    [ctx.site, row.subjectId, row.id, ctx.now],
  )
  if (totals!.jumbos > 0) ctx.touch('jumboRoll')
  if (totals!.slitRolls > 0) ctx.touch('slitRoll')
  if (totals!.packages > 0) ctx.touch('package')
  return totals!
}

/** Removes a hold from all items that have it, including shipped ones. */
export async function detachHold(ctx: Context, holdId: string): Promise<void> {
  for (const [table, resource] of [
    ['jumbo_roll', 'jumboRoll'],
    ['slit_roll', 'slitRoll'],
    ['package', 'package'],
  ] as const) {
    const releasedRows = await ctx.query(
      `update ${table} t set holds = t.holds - $2::text, updated_at = $3 where t.site_id = $1 and t.holds <> '[]' and t.holds @> to_jsonb($2::text) returning t.id`,
      [ctx.site, holdId, ctx.now],
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
      `update hold set jumbos = jumbos + $3, slit_rolls = slit_rolls + $4, packages = packages + $5, kg = coalesce(kg, 0) + $6, updated_at = $7 where site_id = $1 and id = $2`,
      [ctx.site, row.id, addedTotals.jumbos, addedTotals.slitRolls, addedTotals.packages, addedTotals.kg, ctx.now],
    )
    ctx.touch('hold')
  }
}
