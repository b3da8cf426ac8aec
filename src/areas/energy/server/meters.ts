/** The tree of energy meters: loading, changes and silent meters. */
import { createHash } from 'node:crypto'
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { cleanCode } from '@/plant/server/code'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import { energyMeter } from '../contract/energy-meter'
import { findTreeProblem, resolveWeights, type TreeMeter, type MeterWeights } from '../rules/meter-tree'
import { HOUR_MS, toLocalTime, toMillis, toMoment } from '@/plant/rules/plant-time'
import { listMissingHours } from '@/areas/telemetry/server/queries'
import { handle } from '@/server/area'

export type EnergyMeter = Row<typeof energyMeter>
/** All active energy meters, with the factors of the virtual meters. */
export interface MeterTree {
  readonly allMeters: readonly EnergyMeter[]
  /** Meters of kind `meter`; `id` is the energy meter in this tree, `meterId` the physical meter that it stands for. */
  readonly physicalMeters: readonly (EnergyMeter & { meterId: string })[]
  /** `meterId` of all physical meters; their readings belong to the telemetry area. */
  readonly meterIds: readonly string[]
  readonly meterById: ReadonlyMap<string, EnergyMeter>
  readonly weightsByMeter: ReadonlyMap<string, MeterWeights>
  /** Hash of the physical meters and their places in the tree. */
  readonly fingerprint: string
}
const MAX_METERS = 2000
/** Loads the tree of active meters. */
export async function loadMeterTree(ctx: Context): Promise<MeterTree> {
  const allMeters = await ctx.rows.find(energyMeter, { where: { active: true }, orderBy: 'code', limit: MAX_METERS })
  const physicalMeters = allMeters.filter(
    (meter): meter is EnergyMeter & { meterId: string } => meter.kind === 'meter' && meter.meterId !== null,
  )
  const structure = physicalMeters.map(({ id, medium, parentId, meterId, lineId, allocation }) => [
    id,
    medium,
    parentId,
    meterId,
    lineId,
    allocation,
  ])
  return {
    allMeters,
    physicalMeters,
    meterIds: physicalMeters.map(({ meterId }) => meterId),
    meterById: new Map(allMeters.map((meter) => [meter.id, meter])),
    weightsByMeter: resolveWeights(allMeters),
    fingerprint: createHash('sha256').update(JSON.stringify(structure)).digest('base64url').slice(0, 16),
  }
}

type MeterDraft = Pick<EnergyMeter, 'kind' | 'medium' | 'meterId' | 'lineId' | 'allocation'> & TreeMeter
/** Asserts that a meter fits into the tree. @throws 6000 with the problem */
async function assertFitsTree(ctx: Context, meter: MeterDraft): Promise<void> {
  const existingMeters = await ctx.rows.find(energyMeter, { limit: MAX_METERS })
  const problem = findTreeProblem(meter, existingMeters)
  if (problem) throw refuse(`energy:refusals.${problem}`)
  if (meter.kind !== 'meter' && (meter.meterId || meter.parentId)) throw refuse('energy:refusals.virtualHasMeter')
  if (meter.lineId && meter.allocation !== 'none') throw refuse('energy:refusals.lineAndKey')
}
const emptyMeter = { parentId: null, meterId: null, members: [], sharePercent: null, lineId: null } as const
/** POST /energy/meter: adds a meter to the tree. */
export const addEnergyMeter = handle(energyMeter.endpoints.create, async (ctx, input) => {
  const { id = '', members, ...otherFields } = input
  await assertFitsTree(ctx, { ...emptyMeter, ...otherFields, members: members ?? [], id } as MeterDraft)
  return ctx.rows.insert(energyMeter, { ...input, code: cleanCode(input.code) })
})
/** PUT /energy/meter: updates a meter if it still fits into the tree. */
export const changeEnergyMeter = handle(energyMeter.endpoints.update, (ctx, { id, version, ...patch }) =>
  updateMeter(ctx, id, patch, version),
)
async function updateMeter(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof energyMeter>, 'id' | 'version'>,
  version: number | null,
): Promise<EnergyMeter> {
  const previousRow = await ctx.rows.lock(energyMeter, id)
  await assertFitsTree(ctx, { ...previousRow, ...patch, members: patch.members ?? previousRow.members })
  const code = patch.code ? { code: cleanCode(patch.code) } : {}
  return ctx.rows.update(energyMeter, id, { ...patch, ...code }, { version })
}
/**
 * POST /energy/meter_upload: imports meters from a workbook. Each meter is checked like a single added or changed
 * meter.
 */
export const importEnergyMeters = handle(energyMeter.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, energyMeter, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addEnergyMeter.run(ctx, row as CreateInput<typeof energyMeter>),
    update: (_ctx, id, row) => updateMeter(ctx, id, row, null),
  }),
)

/** Lists the meters without a reading in the last full hour. */
export async function listSilentMeters(ctx: Context, tree: MeterTree): Promise<(EnergyMeter & { meterId: string })[]> {
  const hourStartMs = Math.floor(ctx.now.getTime() / HOUR_MS) * HOUR_MS - HOUR_MS
  const { day } = toLocalTime(toMoment(hourStartMs), ctx.timeZone)
  const missingHours = await listMissingHours(ctx, { meterIds: tree.meterIds, day })
  const silentMeterIds = new Set(
    missingHours.filter(({ at }) => Math.abs(toMillis(at) - hourStartMs) < HOUR_MS).map(({ meterId }) => meterId),
  )
  return tree.physicalMeters.filter(({ meterId }) => silentMeterIds.has(meterId))
}

/** Formats code and name of a row in the reader's language. */
export const formatMeterLabel = (
  ctx: Pick<Context, 'language'>,
  row: { code: string; name: string; nameEn?: string | null },
): string => `${row.code} ${(ctx.language === 'en' && row.nameEn) || row.name}`
