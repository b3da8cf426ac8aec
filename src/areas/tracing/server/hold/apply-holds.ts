/** Applies holds to the items that they reach, and blocks the pellet lots that contain a held lot. */
import type { Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { sql } from '@/server/sql'
import type { hold } from '@/areas/rolls/contract/hold'
import { listActiveHolds } from '@/areas/rolls/server/queries/holds'
import {
  addHoldTotals,
  buildHoldJumbosSql,
  removeHoldFromJumbos,
  saveHoldTotals,
  type HoldTotals,
} from '@/areas/rolls/server/writes/holds'
import { buildHoldSlitRollsSql, removeHoldFromSlitRolls } from '@/areas/slitting/server/writes/packed-rolls'
import { buildHoldPackagesSql, removeHoldFromPackages } from '@/areas/packing/server/writes/packages'
import { isAboveTrace } from '../../rules/hold-reach'
import { loadLotStocks } from '@/areas/feeding/server/queries/lots'
import { blockLot } from '@/areas/feeding/server/writes/lots'
import { loadPlantSettings } from '@/plant/server/plant'
import { buildHeldSql, type HeldPellets } from '../reach-sql'
import { findPelletsWithLot } from '../pellets/find-pellet-hits'

type HoldRow = Row<typeof hold>

/**
 * Loads the pellets whose recorded sources contain the held lot; null if the subject is not a lot or is in no pellets.
 */
async function loadHeldPellets(
  ctx: Context,
  { kind, subjectId }: Pick<HoldRow, 'kind' | 'subjectId'>,
  jumboIds: readonly string[] | null,
): Promise<HeldPellets | null> {
  if (kind !== 'materialLot') return null
  const [hits, { recallTraceKg: traceKg }] = await Promise.all([
    findPelletsWithLot(ctx, subjectId),
    loadPlantSettings(ctx),
  ])
  return hits.length > 0 ? { hits, traceKg, jumboIds } : null
}
/**
 * Adds a hold to all items in the plant that it reaches and that do not have it yet. A held lot also reaches rolls
 * through pellets with recorded sources, down to the plant's trace threshold. Returns the totals of the newly held
 * items.
 * @param changedJumboIds jumbos whose pellets are checked; null for all
 */
async function applyHold(
  ctx: Context,
  row: Pick<HoldRow, 'id' | 'kind' | 'subjectId'>,
  changedJumboIds: readonly string[] | null = null,
): Promise<HoldTotals> {
  const pellets = await loadHeldPellets(ctx, row, changedJumboIds)
  const [totals] = await ctx.query(
    sql<HoldTotals>`with ${buildHeldSql({ siteId: ctx.site, kind: row.kind, id: row.subjectId }, pellets)},
       j as ${buildHoldJumbosSql(ctx, row.id, sql`held_jumbo_ids`)},
       s as ${buildHoldSlitRollsSql(ctx, row.id, sql`held_slit_ids`)},
       p as ${buildHoldPackagesSql(ctx, row.id, sql`held_package_ids`)}
     select (select count(*)::int from j) as jumbos, (select count(*)::int from s) as "slitRolls", (select count(*)::int from p) as packages,
       round((select coalesce(sum(kg), 0) from j) + (select coalesce(sum(kg), 0) from s), 3) as kg`,
  )
  if (totals!.jumbos > 0) ctx.touch('jumboRoll')
  if (totals!.slitRolls > 0) ctx.touch('slitRoll')
  if (totals!.packages > 0) ctx.touch('package')
  return totals!
}
/**
 * Blocks the pellet lots in store that can contain at least the trace threshold of a held lot, so that they cannot be
 * fed. Like the held lot, they stay blocked until quality decides about them.
 * @param isNew true if the hold is being placed; false to respect decisions that quality made since the hold
 */
async function blockPelletLots(
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
  // Locks the lots in the order of their ids, so that two holds do not cause a deadlock.
  for (const { id, leftKg, state, decidedAt } of [...stocks.values()].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    if (state === 'blocked' || !isAboveTrace({ maxKg: maxKgByLot.get(id)!, leftKg }, pellets.traceKg)) continue
    if (isNew || !isDecidedSince(decidedAt)) await blockLot(ctx, id, `${row.number} ${row.reason}`, row.heldBy)
  }
}

/** On `holdPlaced`: adds the hold to all items that it reaches, and blocks the pellet lots that contain a held lot. */
export async function extendPlacedHold(ctx: Context, { hold: row }: { readonly hold: HoldRow }): Promise<void> {
  const reachedTotals = await applyHold(ctx, row)
  await blockPelletLots(ctx, row, true)
  await saveHoldTotals(ctx, row.id, reachedTotals)
}
/** On `holdReleased`: removes the hold from all items that have it, including shipped ones. */
export async function detachHold(ctx: Context, { holdId }: { readonly holdId: string }): Promise<void> {
  await removeHoldFromJumbos(ctx, holdId)
  await removeHoldFromSlitRolls(ctx, holdId)
  await removeHoldFromPackages(ctx, holdId)
}

/** Adds a hold to newly reached items, and their totals to the hold. */
async function addRollsToHold(
  ctx: Context,
  row: Pick<HoldRow, 'id' | 'kind' | 'subjectId'>,
  changedJumboIds: readonly string[] | null,
): Promise<void> {
  const addedTotals = await applyHold(ctx, row, changedJumboIds)
  if (addedTotals.jumbos + addedTotals.slitRolls + addedTotals.packages === 0) return
  await addHoldTotals(ctx, row.id, addedTotals)
}
/** On `jumboContentsChanged`: extends the active holds on lots and orders to new rolls and newly counted lots. */
export async function applyActiveHolds(
  ctx: Context,
  { jumboRollIds }: { readonly jumboRollIds: readonly string[] },
): Promise<void> {
  for (const row of await listActiveHolds(ctx, 'materialLot', 'workOrder')) await addRollsToHold(ctx, row, jumboRollIds)
}
/**
 * Extends the active holds on lots to pellet lots, and to rolls with such pellets. Called after pellet sources changed.
 */
export async function applyActiveHoldsToPellets(ctx: Context): Promise<void> {
  for (const row of await listActiveHolds(ctx, 'materialLot')) {
    await addRollsToHold(ctx, row, null)
    await blockPelletLots(ctx, row, false)
  }
}
