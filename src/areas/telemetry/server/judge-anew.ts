import { loadPlantSettings } from '@/plant/server/plant'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { standingOf } from '../rules/standing'
import { lockStates, type TagRead } from './take/entry'
import { amendAll, outcome } from './take/fold'
import { gaugeRollUp } from './take/gauges'
import { writeStates } from './take/states'
import { restand } from './take/store'

/** Judges a stored reading again after a person's decision, and updates everything that depends on it. */
export async function judgeAnew(
  ctx: Context,
  of: TagRead,
  at: Moment,
  said: 'admitted' | 'left' | null,
): Promise<void> {
  await lockStates(ctx, [of.id])
  const ms = toMillis(at)
  if (of.kind !== 'counter') {
    const standing = standingOf(said === 'left' ? 'left' : 'counts')
    await restand(ctx, [{ tagId: of.id, at: ms, standing }])
    const rollUp = await gaugeRollUp(ctx, { added: [], anew: [{ tagId: of.id, at: ms }] })
    return rollUp.write()
  }
  const { gapHours } = await loadPlantSettings(ctx)
  const changes = await amendAll(ctx, [{ of, came: [], saidNow: new Map([[ms, said]]) }], gapHours)
  const folded = outcome(ctx, changes, [])
  await restand(ctx, folded.restood)
  const rollUp = await folded.rollUp()
  rollUp.sumUp()
  await rollUp.write()
  await writeStates(ctx, '', [], folded.states)
}
