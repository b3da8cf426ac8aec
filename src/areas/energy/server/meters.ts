import { createHash } from 'node:crypto'
import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { cleanCode } from '@/plant/server/code'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { energyMeter } from '../contract/energy-meter'
import { findTreeProblem, resolveWeights, type TreeMeter, type MeterWeights } from '../rules/meter-tree'

export type EnergyMeter = Row<typeof energyMeter>
/** All active energy meters, with the factors of the virtual ones. */
export interface MeterTree {
  readonly all: readonly EnergyMeter[]
  /** Counting meters, with the instrument that they read. */
  readonly counting: readonly (EnergyMeter & { meterId: string })[]
  readonly meterIds: readonly string[]
  readonly byId: ReadonlyMap<string, EnergyMeter>
  readonly weights: ReadonlyMap<string, MeterWeights>
  /** Hash of the structure of the counting meters; changes with the tree. */
  readonly fingerprint: string
}
const MAX_METERS = 2000
/** Loads the tree of active meters. */
export async function loadMeterTree(ctx: Context): Promise<MeterTree> {
  const meters = await ctx.rows.find(energyMeter, { where: { active: true }, orderBy: 'code', limit: MAX_METERS })
  const counting = meters.filter(
    (one): one is EnergyMeter & { meterId: string } => one.kind === 'meter' && one.meterId !== null,
  )
  const shape = counting.map(({ id, parentId, meterId, lineId, allocation }) => [
    id,
    parentId,
    meterId,
    lineId,
    allocation,
  ])
  return {
    all: meters,
    counting,
    meterIds: counting.map(({ meterId }) => meterId),
    byId: new Map(meters.map((one) => [one.id, one])),
    weights: resolveWeights(meters),
    fingerprint: createHash('sha256').update(JSON.stringify(shape)).digest('base64url').slice(0, 16),
  }
}

type MeterDraft = Pick<EnergyMeter, 'kind' | 'medium' | 'meterId' | 'lineId' | 'allocation'> & TreeMeter
/** @throws 6000 if the meter does not fit into the tree */
async function assertFitsTree(ctx: Context, meter: MeterDraft): Promise<void> {
  const others = await ctx.rows.find(energyMeter, { limit: MAX_METERS })
  const problem = findTreeProblem(meter, others)
  if (problem) throw refuse(`energy:refusals.${problem}`)
  if (meter.kind !== 'meter' && (meter.meterId || meter.parentId)) throw refuse('energy:refusals.virtualHasMeter')
  if (meter.lineId && meter.allocation !== 'none') throw refuse('energy:refusals.lineAndKey')
}
const emptyMeter = { parentId: null, meterId: null, members: [], sharePercent: null, lineId: null } as const
/** POST /energy/meter: adds a meter to the tree. */
export async function addEnergyMeter(ctx: Context, input: CreateInput<typeof energyMeter>): Promise<EnergyMeter> {
  const { id = '', members, ...otherFields } = input
  await assertFitsTree(ctx, { ...emptyMeter, ...otherFields, members: members ?? [], id } as MeterDraft)
  return ctx.rows.insert(energyMeter, { ...input, code: cleanCode(input.code) })
}
/** PUT /energy/meter: updates a meter if it still fits into the tree. */
export const changeEnergyMeter = (
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof energyMeter>,
): Promise<EnergyMeter> => updateMeter(ctx, id, patch, version)
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
/** POST /energy/meter_upload: imports meters from a workbook with the same checks. */
export const importEnergyMeters = (ctx: Context, input: EndpointInput<typeof energyMeter.endpoints.import>) =>
  importWorkbook(ctx as KitContext, energyMeter, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addEnergyMeter(ctx, row as CreateInput<typeof energyMeter>),
    update: (_ctx, id, row) => updateMeter(ctx, id, row, null),
  })
