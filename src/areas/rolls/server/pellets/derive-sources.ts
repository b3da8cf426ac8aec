/** Derives the sources of pellet lots from trim and waste records (`rules/allocate-trim`) and stores them. */
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import { loadPelletLots, trimForPelletsSql, type PelletLotRow } from '@/areas/feeding/server/queries/pellet-lots'
import type { Context } from '@/server/context'
import { columns, options } from '@/server/sql'
import { pelletSource, type derivePelletSources } from '../../contract/pellet-source'
import { cutting, slitRoll } from '../../contract/slitting'
import { allocateTrim, type Trim } from '../../rules/allocate-trim'

type TrimKind = 'recycle' | 'jumboRoll' | 'slitRoll'
interface TrimRow extends Trim {
  readonly kind: TrimKind
}
const recycled = options(slitRoll.fields.state, 'recycled')
/** Trim and waste for pellets: line waste that is recorded as such, all trim and waste of the slitters, and recycled rolls. */
const TRIM = `
  select 'recycle' as kind, id, at, kg from (${trimForPelletsSql}) line_trim
  union all
  select 'jumboRoll', jumbo_roll_id, max(ended_at), sum(coalesce(trim_kg, 0) + coalesce(waste_kg, 0)) from cutting
    where site_id = $1 and state = ${options(cutting.fields.state, 'finished')} and ended_at is not null group by jumbo_roll_id
  union all
  select 'slitRoll', r.id, coalesce((select max(m.at) from roll_movement m where m.site_id = r.site_id and m.roll_id = r.id::text and m.state = ${recycled}), r.doffed_at), coalesce(r.kg, r.expected_kg) from slit_roll r
    where r.site_id = $1 and r.state = ${recycled}`

async function loadTrim(ctx: Context): Promise<TrimRow[]> {
  const rows = await ctx.query<{ kind: TrimKind; id: string; at: Date; kg: number }>(
    `select kind, id, at, kg::float8 as kg from (${TRIM}) trim where kg > 0`,
    [ctx.site],
  )
  return rows.map((row) => ({ ...row, at: new Date(row.at).getTime() }))
}

interface RecordedSource {
  readonly lotId: string
  readonly trimId: string | null
  readonly kg: number
  readonly basis: 'derived' | 'entered'
}
const loadRecorded = (ctx: Context): Promise<RecordedSource[]> =>
  ctx.query<RecordedSource & Record<string, unknown>>(
    `select ${columns(pelletSource, ['lotId'])}, coalesce(recycle_id, jumbo_roll_id, slit_roll_id) as "trimId", kg::float8 as kg, basis from pellet_source where site_id = $1`,
    [ctx.site],
  )

/** Derives the sources of the pellet lots selected by `isWanted`. Entered sources stay and reduce the available trim. */
async function deriveSources(
  ctx: Context,
  lots: readonly PelletLotRow[],
  recorded: readonly RecordedSource[],
  isWanted: (lot: PelletLotRow) => boolean,
): Promise<void> {
  const wanted = new Set(lots.filter(isWanted).map(({ id }) => id))
  const staying = recorded.filter(({ lotId, basis }) => basis === 'entered' || !wanted.has(lotId))
  const takenKg = sumBy(staying, ({ trimId }) => trimId)
  const enteredKg = sumBy(staying, ({ lotId }) => lotId)
  const trims = await loadTrim(ctx)
  const trimOf = new Map(trims.map((trim) => [trim.id, trim]))
  // The other lots take no trim (0 kg); they only mark where the period of a lot begins.
  const used = allocateTrim(
    trims,
    lots.map(({ id, madeAt, kg }) => ({
      id,
      at: madeAt,
      kg: wanted.has(id) ? Math.max(0, kg - (enteredKg.get(id) ?? 0)) : 0,
    })),
    takenKg,
  )
  const entered = new Set(staying.map(({ lotId, trimId }) => `${lotId} ${trimId}`))
  const rows = used
    .filter(({ pelletLotId, trimId }) => !entered.has(`${pelletLotId} ${trimId}`))
    .map(({ pelletLotId, trimId, kg }) => {
      const { kind, at } = trimOf.get(trimId)!
      return { id: createUuid7(at), lotId: pelletLotId, [`${kind}Id`]: trimId, kg, madeAt: new Date(at) }
    })
  await ctx.query(`delete from pellet_source where site_id = $1 and basis = 'derived' and lot_id = any($2::uuid[])`, [
    ctx.site,
    [...wanted],
  ])
  await ctx.query(
    `insert into pellet_source (site_id, id, created_at, updated_at, lot_id, recycle_id, jumbo_roll_id, slit_roll_id, purchased, kg, made_at, basis)
     select $1, id, $2, $2, "lotId", "recycleId", "jumboRollId", "slitRollId", false, kg, "madeAt", 'derived'
     from jsonb_to_recordset($3::jsonb) as t(id uuid, "lotId" uuid, "recycleId" uuid, "jumboRollId" uuid, "slitRollId" uuid, kg numeric, "madeAt" timestamptz)`,
    [ctx.site, ctx.now, JSON.stringify(rows)],
  )
  ctx.touch(pelletSource.name)
}
function sumBy(rows: readonly RecordedSource[], key: (row: RecordedSource) => string | null) {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const id = key(row)
    if (id !== null) sums.set(id, (sums.get(id) ?? 0) + row.kg)
  }
  return sums
}
/** Locks the sources, since two concurrent derivations would use the same trim twice. */
const lockSources = (ctx: Context): Promise<unknown> =>
  ctx.query(`select pg_advisory_xact_lock(hashtext('pellet_source'), $1)`, [ctx.site])

/** POST /rolls/pellet_source_derive: derives the sources of one pellet lot. */
export async function derive(
  ctx: Context,
  { lotId }: EndpointInput<typeof derivePelletSources>,
): Promise<EndpointOutput<typeof derivePelletSources>> {
  await lockSources(ctx)
  const lots = await loadPelletLots(ctx)
  const lot = lots.find(({ id }) => id === lotId)
  if (!lot) throw refuse('rolls:refusals.pellets.noPellets')
  await deriveSources(ctx, lots, await loadRecorded(ctx), ({ id }) => id === lotId)
  const own = (await loadRecorded(ctx)).filter((source) => source.lotId === lotId)
  const recordedKg = round(own.reduce((sum, { kg }) => sum + kg, 0))
  return { sources: own.length, recordedKg, unrecordedKg: round(Math.max(0, lot.kg - recordedKg)) }
}
const round = (kg: number): number => Math.round(kg * 1000) / 1000

/** Period in which late weights and late trim records are still considered. */
const RECENT_MS = 3 * 86_400_000
/**
 * Job: derives the sources of pellet lots without any, e.g. from before sources were recorded, and again of recent lots
 * without entered sources.
 */
export async function deriveMissingSources(ctx: Context): Promise<void> {
  const lots = await loadPelletLots(ctx)
  if (lots.length === 0) return
  await lockSources(ctx)
  const recorded = await loadRecorded(ctx)
  const known = new Set(recorded.map(({ lotId }) => lotId))
  const entered = new Set(recorded.filter(({ basis }) => basis === 'entered').map(({ lotId }) => lotId))
  const recent = ctx.now.getTime() - RECENT_MS
  const isWanted = (lot: PelletLotRow) => !known.has(lot.id) || (lot.madeAt > recent && !entered.has(lot.id))
  if (lots.some(isWanted)) await deriveSources(ctx, lots, recorded, isWanted)
}
