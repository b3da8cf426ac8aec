/** Handlers with which people enter and correct pellet sources. */
import { refuse, refuseInput } from '@/contract/errno'
import type { Row } from '@/contract/resource'
import { recycle } from '@/areas/feeding/contract/recycle'
import { materialLot } from '@/areas/feeding/contract/material'
import { loadPelletLots } from '@/areas/feeding/server/queries/pellet-lots'
import type { ReducedMaterial, RemovedMaterial } from '@/areas/feeding/server/events'
import { getDayStart } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { type Sql, sql } from '@/server/sql'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { pelletSource, pelletSourceReferences } from '../../contract/pellet-source'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { applyActiveHoldsToPellets } from '../hold/apply-holds'
import { getJumboKg, getSlitRollKg } from '@/areas/rolls/rules/roll-mass'
import { handle } from '@/server/area'

type SourceRow = Row<typeof pelletSource>
type SourceValues = Pick<SourceRow, 'lotId' | 'kg'> &
  Partial<Pick<SourceRow, (typeof pelletSourceReferences)[number] | 'purchased'>>

/** POST /rolls/pellet_source: adds a source that a person entered. */
export const addPelletSource = handle(pelletSource.endpoints.create, async (ctx, input) => {
  const derivedValues = await validateSource(ctx, input as SourceValues, null)
  const source = await ctx.rows.insert(pelletSource, { ...input, ...derivedValues })
  await applyActiveHoldsToPellets(ctx)
  return source
})
/** PUT /rolls/pellet_source: updates a source. A derived source becomes an entered source. */
export const updatePelletSource = handle(pelletSource.endpoints.update, async (ctx, { id, version, ...patch }) => {
  const row = await ctx.rows.lock(pelletSource, id)
  const derivedValues = await validateSource(ctx, { ...row, ...patch } as SourceValues, id)
  const source = await ctx.rows.update(pelletSource, id, { ...patch, ...derivedValues, basis: 'entered' }, { version })
  await applyActiveHoldsToPellets(ctx)
  return source
})
/** Deletes the sources that refer to a removed lot or waste record. */
export const dropPelletSources = (ctx: Context, { resource, id }: RemovedMaterial): Promise<unknown> => {
  ctx.touch(pelletSource.name)
  return ctx.query(
    resource === 'recycle'
      ? sql`delete from pellet_source where site_id = ${ctx.site} and recycle_id = ${id}`
      : sql`delete from pellet_source where site_id = ${ctx.site} and (lot_id = ${id} or source_lot_id = ${id})`,
  )
}

/**
 * Asserts that a lot or a waste record keeps at least the mass that entered pellet sources take from it. Derived
 * sources follow the records.
 * @throws 6000 with both masses
 */
export async function assertCoversPellets(ctx: Context, { id, kg }: ReducedMaterial): Promise<void> {
  const pelletsKg = await sumSourceKg(ctx, id, sql`and basis = 'entered'`)
  if (kg < pelletsKg) throw refuse('tracing:refusals.pellets.lessThanUsed', { kg, pellets: pelletsKg })
}
/** Sums the mass that pellets took from a source, kg. @param condition limits the pellet sources that count */
async function sumSourceKg(ctx: Context, sourceId: string, condition: Sql): Promise<number> {
  const [usedSum] = await ctx.query(
    sql<{ kg: number }>`select coalesce(sum(kg), 0)::float8 as kg from pellet_source
      where site_id = ${ctx.site} and coalesce(recycle_id, jumbo_roll_id, slit_roll_id, source_lot_id) = ${sourceId} ${condition}`,
  )
  return Math.round(usedSum!.kg * 1000) / 1000
}

/** When the material of a source was made or received, and its mass. */
interface AvailableSource {
  readonly at: string | null
  readonly kg: number | null
}
/**
 * Asserts that exactly one source is named, that it is older than the pellets, and that it has enough kilograms left.
 * Returns when the source was made.
 * @param id the edited source; null for a new source
 * @throws 4013 naming the field; 6000 if no source or several are named, or the source is younger than the pellets
 */
async function validateSource(
  ctx: Context,
  values: SourceValues,
  id: string | null,
): Promise<{ madeAt: string | null }> {
  await ctx.rows.get(materialLot, values.lotId)
  const lot = (await loadPelletLots(ctx, [values.lotId])).find((pelletLot) => pelletLot.id === values.lotId)!
  const namedFields = pelletSourceReferences.filter((field) => values[field])
  if (namedFields.length + Number(values.purchased ?? false) !== 1) throw refuse('tracing:refusals.pellets.oneSource')
  const [field] = namedFields
  if (!field) return { madeAt: null }
  if (field === 'sourceLotId' && values.sourceLotId === values.lotId)
    throw refuseInput([{ path: ['sourceLotId'], code: 'notAllowed' }])
  const source = await findAvailableSource(ctx, field, values[field]!)
  if (source.at !== null && Date.parse(source.at) >= lot.madeAtMs)
    throw refuse('tracing:refusals.pellets.madeLater', { lot: lot.number })
  if (source.kg !== null) {
    const kgInOtherPellets = await sumSourceKg(ctx, values[field]!, sql`and id is distinct from ${id}::uuid`)
    const leftKg = Math.round((source.kg - kgInOtherPellets) * 1000) / 1000
    if (values.kg > leftKg)
      throw refuseInput([{ path: ['kg'], code: 'tooBig', params: { limit: Math.max(0, leftKg) } }])
  }
  return { madeAt: source.at }
}
async function findAvailableSource(
  ctx: Context,
  field: (typeof pelletSourceReferences)[number],
  id: string,
): Promise<AvailableSource> {
  if (field === 'recycleId') {
    const row = await ctx.rows.get(recycle, id)
    return { at: row.occurredAt, kg: row.kg }
  }
  if (field === 'jumboRollId') {
    const row = await ctx.rows.get(jumboRoll, id)
    return { at: row.doffedAt ?? row.startedAt, kg: getJumboKg(row) }
  }
  if (field === 'slitRollId') {
    const row = await ctx.rows.get(slitRoll, id)
    return { at: row.doffedAt, kg: getSlitRollKg(row) }
  }
  const row = await ctx.rows.get(materialLot, id)
  // The time of receipt is unknown. The start of the day is assumed, because the lot may have arrived before pellets of
  // the same day were made.
  return { at: getDayStart(ctx, row.receivedOn), kg: row.receivedKg }
}
