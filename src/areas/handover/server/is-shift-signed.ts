import type { ShiftRecordKey } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { handover } from '../contract/handover'
import { lockedRecordNames, LOCKING_KIND } from '../rules/handover'

/** True if a record is locked because both shift leaders have signed its shift. */
export async function isShiftSigned(
  ctx: Context,
  { resource, lineId, businessDate, shift }: ShiftRecordKey,
): Promise<boolean> {
  if (!lockedRecordNames.some((name) => name === resource)) return false
  const signedHandovers = await ctx.rows.find(handover, {
    where: { kind: LOCKING_KIND, lineId, businessDate, shift, state: 'taken' },
    limit: 1,
  })
  return signedHandovers.length > 0
}
