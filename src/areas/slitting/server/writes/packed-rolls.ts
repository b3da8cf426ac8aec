/** Writes of higher areas to slit rolls: moves with their package, and holds. */
import type { Context } from '@/server/context'
import { options, sql, type Sql } from '@/server/sql'
import { buildSlitRollKgSql } from '@/areas/rolls/server/queries/mass-sql'
import { buildAddHoldSql, removeHoldFromTable, type HoldTable } from '@/areas/rolls/server/writes/holds'
import { slitRoll } from '../../contract/slitting'
import { inPlantSlitStates } from '../../rules/slit-roll'
import { resolveSlitRollState } from '../slit-rolls'
import type { SlitRollRow } from '../slit-scope'

export type { SlitRollRow } from '../slit-scope'
/** Moves a roll into a package. The caller has locked the roll. */
export async function moveRollIntoPackage(ctx: Context, roll: SlitRollRow, packageId: string): Promise<void> {
  await ctx.rows.update(slitRoll, roll.id, {
    state: await resolveSlitRollState(ctx, roll, 'pack', { packageId }),
    packageId,
  })
}
/** Takes a roll out of its package. The caller has locked the roll. */
export async function takeRollOutOfPackage(ctx: Context, roll: SlitRollRow, reason: string): Promise<void> {
  await ctx.rows.update(slitRoll, roll.id, {
    state: await resolveSlitRollState(ctx, roll, 'unpack', {}),
    packageId: null,
    note: reason,
  })
}
/** Applies an action on a package to one of its rolls, e.g. `ship`. The caller has locked the roll. */
export async function moveRollWithPackage(ctx: Context, roll: SlitRollRow, action: string): Promise<void> {
  await ctx.rows.update(slitRoll, roll.id, { state: await resolveSlitRollState(ctx, roll, action, {}) })
}

const slitRollTable: HoldTable = {
  resource: 'slitRoll',
  table: sql`slit_roll`,
  reachableStates: options(slitRoll.fields.state, ...inPlantSlitStates),
}
/** Builds the update that adds a hold to slit rolls and returns their kg. */
export const buildHoldSlitRollsSql = (ctx: Context, holdId: string, ids: Sql): Sql =>
  buildAddHoldSql(ctx, slitRollTable, holdId, ids, sql`coalesce(${buildSlitRollKgSql('t')}, 0) as kg`)
/** Removes a hold from all slit rolls that have it, including shipped ones. */
export const removeHoldFromSlitRolls = (ctx: Context, holdId: string): Promise<void> =>
  removeHoldFromTable(ctx, slitRollTable, holdId)
