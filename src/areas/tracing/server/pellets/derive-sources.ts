/** Derives the sources of pellet lots from trim and waste records (`rules/allocate-trim`) and stores them. */

import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { loadPelletLots, buildWasteForPelletsSql, type PelletLotRow } from '@/areas/feeding/server/queries/pellet-lots'
import type { Context } from '@/server/context'
import { columns, computed, options, sql, type Sql } from '@/server/sql'
import { pelletSource, derivePelletSources } from '../../contract/pellet-source'
import { buildSlittingWasteSql } from '@/areas/packing/server/queries/slitting-waste'
import { allocateTrim, type TrimSource } from '../../rules/allocate-trim'
import { roundToGram } from '@/plant/rules/quantity'
import { applyActiveHoldsToPellets } from '../hold/apply-holds'
import { handle } from '@/server/area'

type TrimKind = 'recycle' | 'jumboRoll' | 'slitRoll'
interface TrimRow extends TrimSource {
  readonly kind: TrimKind
}
/**
 * Builds SQL of the trim and waste for pellets: line waste recorded for pelletising, all trim and waste of the
 * slitters, and recycled rolls.
 */
const buildTrimSql = (siteId: number): Sql => sql`
  select 'recycle' as kind, id, at, kg from (${buildWasteForPelletsSql(siteId)}) line_trim
  union all
  select case when slit_roll_id is null then 'jumboRoll' else 'slitRoll' end, coalesce(slit_roll_id, jumbo_roll_id), max(at), sum(kg)
    from (${buildSlittingWasteSql(siteId)}) slitter_waste group by slit_roll_id, jumbo_roll_id`

async function loadTrim(ctx: Context): Promise<TrimRow[]> {
  const rows = await ctx.query(
    sql<{
      kind: TrimKind
      id: string
      at: Date
      kg: number
    }>`select kind, id, at, kg::float8 as kg from (${buildTrimSql(ctx.site)}) trim where kg > 0`,
  )
  return rows.map(({ at, ...row }) => ({ ...row, atMs: new Date(at).getTime() }))
}

interface RecordedSource {
  readonly lotId: string
  readonly trimId: string | null
  readonly kg: number
  readonly basis: 'derived' | 'entered'
}
const TRIM_COLUMNS = computed<
  Pick<RecordedSource, 'trimId' | 'kg'>
>`coalesce(recycle_id, jumbo_roll_id, slit_roll_id) as "trimId", kg::float8 as kg`
const loadRecordedSources = (ctx: Context): Promise<RecordedSource[]> =>
  ctx.query(
    sql`select ${columns(pelletSource, ['lotId', 'basis'])}, ${TRIM_COLUMNS} from pellet_source where site_id = ${ctx.site}`,
  )

/**
 * Derives the sources of the pellet lots for which `isSelected` is true. Keeps entered sources, which reduce the
 * available trim.
 */
async function deriveSources(
  ctx: Context,
  lots: readonly PelletLotRow[],
  recordedSources: readonly RecordedSource[],
  isSelected: (lot: PelletLotRow) => boolean,
): Promise<void> {
  const selectedLotIds = new Set(lots.filter(isSelected).map(({ id }) => id))
  const remainingSources = recordedSources.filter(
    ({ lotId, basis }) => basis === 'entered' || !selectedLotIds.has(lotId),
  )
  const usedKgByTrim = sumKgBy(remainingSources, ({ trimId }) => trimId)
  const enteredKgByLot = sumKgBy(remainingSources, ({ lotId }) => lotId)
  const trims = await loadTrim(ctx)
  const trimById = new Map(trims.map((trim) => [trim.id, trim]))
  // Lots that are not selected get 0 kg and take no trim. They only mark where the period of the next lot begins.
  const allocations = allocateTrim(
    trims,
    lots
      .filter(({ kg }) => kg > 0)
      .map(({ id, madeAtMs, kg }) => ({
        id,
        atMs: madeAtMs,
        kg: selectedLotIds.has(id) ? Math.max(0, kg - (enteredKgByLot.get(id) ?? 0)) : 0,
      })),
    usedKgByTrim,
  )
  const enteredPairs = new Set(remainingSources.map(({ lotId, trimId }) => `${lotId} ${trimId}`))
  const sourceRows = allocations
    .filter(({ pelletLotId, trimId }) => !enteredPairs.has(`${pelletLotId} ${trimId}`))
    .map(({ pelletLotId, trimId, kg }) => {
      const { kind, atMs } = trimById.get(trimId)!
      return { id: createUuid7(atMs), lotId: pelletLotId, [`${kind}Id`]: trimId, kg, madeAt: new Date(atMs) }
    })
  const derivedBasis = options(pelletSource.fields.basis, 'derived')
  await ctx.query(
    sql`delete from pellet_source where site_id = ${ctx.site} and basis = ${derivedBasis} and lot_id = any(${[...selectedLotIds]}::uuid[])`,
  )
  await ctx.query(
    sql`insert into pellet_source (site_id, id, created_at, updated_at, lot_id, recycle_id, jumbo_roll_id, slit_roll_id, purchased, kg, made_at, basis)
     select ${ctx.site}, id, ${ctx.now}, ${ctx.now}, "lotId", "recycleId", "jumboRollId", "slitRollId", false, kg, "madeAt", ${derivedBasis}
     from jsonb_to_recordset(${JSON.stringify(sourceRows)}::jsonb) as t(id uuid, "lotId" uuid, "recycleId" uuid, "jumboRollId" uuid, "slitRollId" uuid, kg numeric, "madeAt" timestamptz)`,
  )
  ctx.touch(pelletSource.name)
}
function sumKgBy(rows: readonly RecordedSource[], getKey: (row: RecordedSource) => string | null) {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const id = getKey(row)
    if (id !== null) sums.set(id, (sums.get(id) ?? 0) + row.kg)
  }
  return sums
}
/** Locks the sources, because two concurrent derivations would use the same trim twice. */
const lockSources = (ctx: Context): Promise<unknown> =>
  ctx.query(sql`select pg_advisory_xact_lock(hashtext('pellet_source'), ${ctx.site})`)

/** POST /rolls/pellet_source_derive: derives the sources of one pellet lot. */
export const deriveLotSources = handle(derivePelletSources, async (ctx, { lotId }) => {
  await lockSources(ctx)
  const lots = await loadPelletLots(ctx)
  const lot = lots.find(({ id }) => id === lotId)
  if (!lot) throw refuse('tracing:refusals.pellets.noPellets')
  await deriveSources(ctx, lots, await loadRecordedSources(ctx), ({ id }) => id === lotId)
  await applyActiveHoldsToPellets(ctx)
  const lotSources = (await loadRecordedSources(ctx)).filter((source) => source.lotId === lotId)
  const recordedKg = roundToGram(lotSources.reduce((sum, { kg }) => sum + kg, 0))
  return { sources: lotSources.length, recordedKg, unrecordedKg: roundToGram(Math.max(0, lot.kg - recordedKg)) }
})

/** Period in which late weights and late trim records are still considered. */
const RECENT_MS = 3 * 86_400_000
/**
 * Job: derives the sources of pellet lots that have none, e.g. from before sources were recorded. Derives the sources
 * of recent lots again if nobody entered sources. Then extends the active holds to the pellets, because the lots of
 * their sources may have been recounted.
 */
export async function deriveMissingSources(ctx: Context): Promise<void> {
  const lots = await loadPelletLots(ctx)
  if (lots.length === 0) return
  await lockSources(ctx)
  const recordedSources = await loadRecordedSources(ctx)
  const lotIdsWithSources = new Set(recordedSources.map(({ lotId }) => lotId))
  const lotIdsWithEntries = new Set(
    recordedSources.filter(({ basis }) => basis === 'entered').map(({ lotId }) => lotId),
  )
  const recentSinceMs = ctx.now.getTime() - RECENT_MS
  const needsSources = (lot: PelletLotRow) =>
    !lotIdsWithSources.has(lot.id) || (lot.madeAtMs > recentSinceMs && !lotIdsWithEntries.has(lot.id))
  if (lots.some(needsSources)) await deriveSources(ctx, lots, recordedSources, needsSources)
  await applyActiveHoldsToPellets(ctx)
}
