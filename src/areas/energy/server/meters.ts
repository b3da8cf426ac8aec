import { createHash } from 'node:crypto'
import type { EndpointInput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import { cleanCode } from '@/plant/server/code'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import { energyMeter } from '../contract/energy-meter'
import { treeProblem, weightsOf, type TreeMeter, type Weights } from '../rules/meter-tree'

export type EnergyMeter = Row<typeof energyMeter>
/** All active energy meters, with the factors of the virtual ones. */
export interface Tree {
  readonly all: readonly EnergyMeter[]
  /** Counting meters, with the instrument that they read. */
  readonly counting: readonly (EnergyMeter & { meterId: string })[]
  readonly meterIds: readonly string[]
  readonly byId: ReadonlyMap<string, EnergyMeter>
  readonly weights: ReadonlyMap<string, Weights>
  /** Hash of the structure of the counting meters; changes with the tree. */
  readonly mark: string
}
const MOST = 2000
/** Loads the tree of active meters. */
export async function treeOf(ctx: Context): Promise<Tree> {
  const all = await ctx.rows.find(energyMeter, { where: { active: true }, orderBy: 'code', limit: MOST })
  const counting = all.filter(
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
    all,
    counting,
    meterIds: counting.map(({ meterId }) => meterId),
    byId: new Map(all.map((one) => [one.id, one])),
    weights: weightsOf(all),
    mark: createHash('sha256').update(JSON.stringify(shape)).digest('base64url').slice(0, 16),
  }
}

type Said = Pick<EnergyMeter, 'kind' | 'medium' | 'meterId' | 'lineId' | 'allocation'> & TreeMeter
/** @throws 6000 if the meter does not fit into the tree */
async function mustFit(ctx: Context, one: Said): Promise<void> {
  const others = await ctx.rows.find(energyMeter, { limit: MOST })
  const problem = treeProblem(one, others)
  if (problem) throw refuse(`energy:refusals.${problem}`)
  if (one.kind !== 'meter' && (one.meterId || one.parentId)) throw refuse('energy:refusals.virtualHasMeter')
  if (one.lineId && one.allocation !== 'none') throw refuse('energy:refusals.lineAndKey')
}
const empty = { parentId: null, meterId: null, members: [], sharePercent: null, lineId: null } as const
/** POST /energy/meter: adds a meter to the tree. */
export async function addMeter(ctx: Context, input: CreateInput<typeof energyMeter>): Promise<EnergyMeter> {
  const { id = '', members, ...rest } = input
  await mustFit(ctx, { ...empty, ...rest, members: members ?? [], id } as Said)
  return ctx.rows.insert(energyMeter, { ...input, code: cleanCode(input.code) })
}
/** PUT /energy/meter: updates a meter if it still fits into the tree. */
export const changeMeter = (
  ctx: Context,
  { id, version, ...patch }: UpdateInput<typeof energyMeter>,
): Promise<EnergyMeter> => change(ctx, id, patch, version)
async function change(
  ctx: Context,
  id: string,
  patch: Omit<UpdateInput<typeof energyMeter>, 'id' | 'version'>,
  version: number | null,
): Promise<EnergyMeter> {
  const before = await ctx.rows.lock(energyMeter, id)
  await mustFit(ctx, { ...before, ...patch, members: patch.members ?? before.members })
  const code = patch.code ? { code: cleanCode(patch.code) } : {}
  return ctx.rows.update(energyMeter, id, { ...patch, ...code }, { version })
}
/** POST /energy/meter_upload: imports meters from a workbook with the same checks. */
export const importMeters = (ctx: Context, input: EndpointInput<typeof energyMeter.endpoints.import>) =>
  importWorkbook(ctx as KitContext, energyMeter, input, {
    prepare: (row) => {
      row['code'] = cleanCode(String(row['code'] ?? ''))
    },
    insert: (_ctx, row) => addMeter(ctx, row as CreateInput<typeof energyMeter>),
    update: (_ctx, id, row) => change(ctx, id, row, null),
  })
