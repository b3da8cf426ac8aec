import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { formatPlantMinute } from '@/server/entered-moments'
import { isUsedTooEarly } from '../rules/chronology'
import type { Day, Moment } from '../rules/plant-time'
import { toPlantDay } from './plant'

/**
 * Asserts that a thing existed when it was used. The usual cause is a wrong device clock, which the message mentions.
 * @param use.since first day of the thing; null if unknown
 * @param use.field field of the moment, named in the refusal
 * @throws errno.message `beforeItExisted`
 */
export function assertExistedAtUse(
  ctx: Context,
  use: { readonly name: string; readonly since: Day | null; readonly at: Moment; readonly field: string },
): void {
  if (!isUsedTooEarly(use.since, toPlantDay(ctx, use.at))) return
  throw new Refusal(errno.message, 'contract:errors.beforeItExisted', {
    params: { name: use.name, since: use.since ?? '', at: formatPlantMinute(ctx, use.at) },
    issues: [{ path: [use.field], code: 'tooEarly' }],
  })
}

/**
 * Asserts that a thing does not begin to exist after its first use.
 * @param thing.firstUse null if it was never used
 * @throws errno.message `usedBefore`
 */
export function assertNotUsedBefore(
  ctx: Context,
  thing: {
    readonly name: string
    readonly since: Day | null
    readonly firstUse: Moment | null
    readonly field: string
  },
): void {
  if (!thing.firstUse || !isUsedTooEarly(thing.since, toPlantDay(ctx, thing.firstUse))) return
  throw new Refusal(errno.message, 'contract:errors.usedBefore', {
    params: { name: thing.name, since: thing.since ?? '', at: formatPlantMinute(ctx, thing.firstUse) },
    issues: [{ path: [thing.field], code: 'notAllowed' }],
  })
}
