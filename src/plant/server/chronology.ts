import { errno, Refusal } from '@/contract/errno'
import { MAX_CLOCK_DRIFT_MS } from '@/contract/instant'
import type { Context } from '@/server/context'
import { formatPlantMinute } from '@/server/entered-moments'
import { isUsedTooEarly } from '../rules/chronology'
import { MINUTE_MS, toMillis, toMoment, type Day, type Moment } from '../rules/plant-time'
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
  throw createEarlyUseRefusal(ctx, { ...use, since: use.since ?? '' })
}
/** The use of a thing that was made at a known moment. */
export interface MomentOfUse {
  readonly name: string
  /** Null if unknown; then no use is too early. */
  readonly madeAt: Moment | null
  readonly at: Moment
  /** Field of the moment, named in the refusal. */
  readonly field: string
}
/**
 * Resolves the moment at which a thing was used. A moment slightly before the thing was made becomes that moment, because
 * the clocks of two phones differ. The moment of a phone with a wrong clock is corrected if its clock explains it.
 * @throws errno.message `beforeItExisted` if the thing did not exist then
 */
export function resolveMomentOfUse(ctx: Context, use: MomentOfUse): Moment {
  if (use.madeAt === null || toMillis(use.at) >= toMillis(use.madeAt)) return use.at
  const madeMs = toMillis(use.madeAt)
  const { isClockOff = false, clockOffsetMs } = ctx.origin
  const usedMs = isClockOff ? toMillis(use.at) - (clockOffsetMs ?? 0) : toMillis(use.at)
  if (usedMs >= madeMs - MAX_CLOCK_DRIFT_MS) return toMoment(Math.min(Math.max(usedMs, madeMs), ctx.now.getTime()))
  throw createEarlyUseRefusal(ctx, { ...use, since: formatPlantMinute(ctx, use.madeAt) })
}
/** Creates the refusal of a use that is too early. It says how slow the phone's clock was, if that is known. */
function createEarlyUseRefusal(
  ctx: Context,
  { name, since, at, field }: { name: string; since: string; at: Moment; field: string },
): Refusal {
  const slowMs = -(ctx.origin.clockOffsetMs ?? 0)
  const params = { name, since, at: formatPlantMinute(ctx, at) }
  const issues = [{ path: [field], code: 'tooEarly' as const }]
  return slowMs > MAX_CLOCK_DRIFT_MS
    ? new Refusal(errno.message, 'contract:errors.beforeItExistedSlowClock', {
        params: { ...params, minutes: Math.round(slowMs / MINUTE_MS) },
        issues,
      })
    : new Refusal(errno.message, 'contract:errors.beforeItExisted', { params, issues })
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
