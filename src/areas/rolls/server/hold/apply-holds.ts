/** Writes holds to the items they reach. Row versions stay, as nobody edits the field; changes queued on a phone still apply. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { askQuestion } from '@/server/events'
import { columns, limit, options, sql, type Sql } from '@/server/sql'
import { jumboRoll } from '../../contract/jumbo-roll'
import { rollPackage, slitRoll } from '../../contract/slitting'
import { hold } from '../../contract/hold'
import { reachableStates, activeHoldStates, isAboveTrace } from '../../rules/hold'
import { blockLot, loadLotStocks } from '@/areas/feeding/server/queries/lots'
import { loadPlantSettings } from '@/plant/server/plant'
import { buildHeldSql, type HeldPellets } from '../queries/reach-sql'
import { pelletsWithLot } from '../events'
import { buildJumboKgSql, buildSlitRollKgSql } from '../queries/mass-sql'

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
const UNCUT_KG_SQL = sql`coalesce(${buildJumboKgSql('t')}, 0) * case when coalesce(t.length_m, 0) > 0 and t.left_m is not null then t.left_m / t.length_m else 1 end as kg`

/** Loads the pellets whose recorded sources contain the held lot; null if the subject is no lot, or is in no pellets. */
async function loadHeldPellets(
  ctx: Context,
  { kind, subjectId }: Pick<HoldRow, 'kind' | 'subjectId'>,
  jumboIds: readonly string[] | null,
): Promise<HeldPellets | null> {
  if (kind !== 'materialLot') return null
  const [hits, { recallTraceKg: traceKg }] = await Promise.all([
    askQuestion(ctx, pelletsWithLot, { lotId: subjectId }),
    loadPlantSettings(ctx),
  ])
  return hits.length > 0 ? { hits, traceKg, jumboIds } : null
}
/**
 * Adds a hold to all reachable items in the plant that do not have it yet. A lot is also followed through pellets with
 * recorded sources, down to the plant's trace threshold. Returns the added totals. One SQL statement.
 * @param changedJumboIds jumbos whose pellets are checked; null for all
 */
export async function applyHold(
  ctx: Context,
  row: Pick<HoldRow, 'id' | 'kind' | 'subjectId'>,
  changedJumboIds: readonly string[] | null = null,
): Promise<HoldTotals> {
  const pellets = await loadHeldPellets(ctx, row, changedJumboIds)
  const [totals] = await ctx.query(
    sql<HoldTotals>`with ${buildHeldSql({ siteId: ctx.site, kind: row.kind, id: row.subjectId }, pellets)},
       j as ${buildApplyHoldSql(ctx, row.id, 'jumboRoll', sql`held_jumbo_ids`, UNCUT_KG_SQL)},
       s as ${buildApplyHoldSql(ctx, row.id, 'slitRoll', sql`held_slit_ids`, sql`coalesce(${buildSlitRollKgSql('t')}, 0) as kg`)},
       p as ${buildApplyHoldSql(ctx, row.id, 'package', sql`held_package_ids`, sql`t.id`)}
     select (select count(*)::int from j) as jumbos, (select count(*)::int from s) as "slitRolls", (select count(*)::int from p) as packages,
       round((select coalesce(sum(kg), 0) from j) + (select coalesce(sum(kg), 0) from s), 3) as kg`,
  )
  if (totals!.jumbos > 0) ctx.touch('jumboRoll')
  if (totals!.slitRolls > 0) ctx.touch('slitRoll')
  if (totals!.packages > 0) ctx.touch('package')
  return totals!
}
/**
 * Blocks the pellet lots in store that can hold the trace threshold or more of a held lot, so that they cannot be fed. Like
 * the lot itself they stay blocked until quality decides on them.
 * @param isNew true if the hold is being placed; else a decision that quality made after the hold stays in force
 */
export async function blockPelletLots(
  ctx: Context,
  row: Pick<HoldRow, 'number' | 'kind' | 'subjectId' | 'reason' | 'heldAt' | 'heldBy'>,
  isNew: boolean,
): Promise<void> {
  const pellets = await loadHeldPellets(ctx, row, null)
  if (!pellets) return
  const maxKgByLot = new Map(pellets.hits.map(({ id, lot, share }) => [id, lot!.kg * share]))
  const stocks = await loadLotStocks(ctx, [...maxKgByLot.keys()])
  const isDecidedSince = (decidedAt: string | null) =>
    decidedAt !== null && row.heldAt !== null && Date.parse(decidedAt) > Date.parse(row.heldAt)
  // In the order of ids, so that two holds do not lock each other out.
  for (const { id, leftKg, state, decidedAt } of [...stocks.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (state === 'blocked' || !isAboveTrace({ maxKg: maxKgByLot.get(id)!, leftKg }, pellets.traceKg)) continue
    if (isNew || !isDecidedSince(decidedAt)) await blockLot(ctx, id, `${row.number} ${row.reason}`, row.heldBy)
  }
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

const ACTIVE_HOLD_COLUMNS = columns(hold, ['id', 'number', 'kind', 'subjectId', 'reason', 'heldAt', 'heldBy'])
/** Lists the active holds on subjects of the given kinds. */
export const listActiveHolds = (ctx: Context, ...kinds: HoldRow['kind'][]) =>
  ctx.query(
    sql`select ${ACTIVE_HOLD_COLUMNS} from hold
     where site_id = ${ctx.site} and state in (${options(hold.fields.state, ...activeHoldStates)}) and kind in (${options(hold.fields.kind, ...kinds)}) ${limit(MAX_ACTIVE_HOLDS)}`,
  )
/** Adds a hold to newly reached items, with their totals. */
export async function addRollsToHold(
  ctx: Context,
  row: Pick<HoldRow, 'id' | 'kind' | 'subjectId'>,
  changedJumboIds: readonly string[] | null,
): Promise<void> {
  const addedTotals = await applyHold(ctx, row, changedJumboIds)
  if (addedTotals.jumbos + addedTotals.slitRolls + addedTotals.packages === 0) return
  await ctx.query(
    sql`update hold set jumbos = jumbos + ${addedTotals.jumbos}, slit_rolls = slit_rolls + ${addedTotals.slitRolls}, packages = packages + ${addedTotals.packages}, kg = coalesce(kg, 0) + ${addedTotals.kg}, updated_at = ${ctx.now}
        where site_id = ${ctx.site} and id = ${row.id}`,
  )
  ctx.touch('hold')
}
/**
 * Extends the active holds on lots and orders to new rolls and newly counted lots. Called after rolls were written.
 * @param changedJumboIds the jumbos that were written
 */
export async function applyActiveHolds(ctx: Context, changedJumboIds: readonly string[]): Promise<void> {
  for (const row of await listActiveHolds(ctx, 'materialLot', 'workOrder'))
    await addRollsToHold(ctx, row, changedJumboIds)
}
