/** Moves of slit rolls with their package. */
import type { Context } from '@/server/context'
import { slitRoll } from '../../contract/slitting'
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
