import { loadPlantSettings } from '@/plant/server/plant'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'
import { toStandingCode } from '../rules/standing'
import { lockTagStates, type TagRow } from './take/assign-to-tags'
import { amendCounters, buildCounterFold } from './take/fold-counters'
import { prepareGaugeRollUp } from './take/gauge-roll-up'
import { writeTagStates } from './take/write-tag-states'
import { updateStandings } from './take/reading-store'

/** Judges a stored reading again after a person's decision, and updates everything that depends on it. */
export async function judgeStoredReading(
  ctx: Context,
  tag: TagRow,
  readAt: Moment,
  decision: 'admitted' | 'left' | null,
): Promise<void> {
  await lockTagStates(ctx, [tag.id])
  const readAtMs = toMillis(readAt)
  if (tag.kind !== 'counter') {
    const standing = toStandingCode(decision === 'left' ? 'left' : 'counts')
    await updateStandings(ctx, [{ tagId: tag.id, at: readAtMs, standing }])
    const pendingRollUp = await prepareGaugeRollUp(ctx, { added: [], anew: [{ tagId: tag.id, at: readAtMs }] })
    return pendingRollUp.write()
  }
  const { gapHours } = await loadPlantSettings(ctx)
  const changes = await amendCounters(ctx, [{ of: tag, came: [], saidNow: new Map([[readAtMs, decision]]) }], gapHours)
  const counterFold = buildCounterFold(ctx, changes, [])
  await updateStandings(ctx, counterFold.changedStandings)
  const pendingRollUp = await counterFold.prepareRollUp()
  pendingRollUp.aggregate()
  await pendingRollUp.write()
  await writeTagStates(ctx, '', [], counterFold.states)
}
