import type { ShiftRecordKey } from '@/plant/server/events'
import type { Context } from '@/server/context'
import { handover } from '../contract/handover'
import { lockedSheets, lockingKind } from '../rules/handover'

/** True if a record is locked because both shift leaders have signed its shift. */
export async function isSigned(
  ctx: Context,
  { resource, lineId, businessDate, shift }: ShiftRecordKey,
): Promise<boolean> {
  if (!lockedSheets.some((name) => name === resource)) return false
  const signed = await ctx.rows.find(handover, {
    where: { kind: lockingKind, lineId, businessDate, shift, state: 'taken' },
    limit: 1,
  })
  return signed.length > 0
}
