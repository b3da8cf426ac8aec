import { errno, Refusal } from '@/contract/errno'
import type { Context } from '@/server/context'
import { writtenMoment } from '@/server/moments'
import { isUsedTooEarly } from '../rules/chronology'
import type { Day, Moment } from '../rules/plant-time'
import { dayOf } from './plant'

/**
 * @param use.since first day of the thing; null when it is not known
 * @param use.field field of the moment, which the refusal names
 * @throws 6000 when something is used before it existed; a wrong clock of the device is the usual cause, and the sentence says so
 */
export function assertExisted(
  ctx: Context,
  use: { readonly name: string; readonly since: Day | null; readonly at: Moment; readonly field: string },
): void {
  if (!isUsedTooEarly(use.since, dayOf(ctx, use.at))) return
  throw new Refusal(errno.message, 'contract:errors.beforeItExisted', {
    params: { name: use.name, since: use.since ?? '', at: writtenMoment(ctx, use.at) },
    issues: [{ path: [use.field], code: 'tooEarly' }],
  })
}

/** @param firstUse the first use of it; null when there is none @throws 6000 when a thing would begin to exist after its first use */
export function assertNotUsedBefore(
  ctx: Context,
  thing: {
    readonly name: string
    readonly since: Day | null
    readonly firstUse: Moment | null
    readonly field: string
  },
): void {
  if (!thing.firstUse || !isUsedTooEarly(thing.since, dayOf(ctx, thing.firstUse))) return
  throw new Refusal(errno.message, 'contract:errors.usedBefore', {
    params: { name: thing.name, since: thing.since ?? '', at: writtenMoment(ctx, thing.firstUse) },
    issues: [{ path: [thing.field], code: 'notAllowed' }],
  })
}
