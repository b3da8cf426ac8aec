/** Times that people enter and phones report, checked and ordered in the same way by every call. */
import {
  MAX_CLOCK_DRIFT_MS,
  findMomentProblem,
  MAX_PHONE_CLOCK_ERROR_MS,
  type MomentProblem,
} from '@/contract/moment-problem'
import { errno, Refusal } from '@/contract/errno'
import type { Context } from './context'

type Moment = string
const toMoment = (ms: number): Moment => new Date(ms).toISOString()

/**
 * Resolves when something happened: as entered, else when saved on the phone, else now. Never in the future, as a fast
 * clock may claim, and never before `notBefore`.
 * A time from a phone that precedes `notBefore` is moved to it, because the clocks of two phones differ. An entered
 * time is moved only within that tolerance; an earlier one is refused, because entered values are never changed
 * silently.
 * @throws 6000 naming `field` if the entered time is impossible: far ahead, a mistyped date, or before `notBefore`
 */
export function resolveOccurredAt(
  ctx: Context,
  entered?: Moment | null,
  notBefore?: Moment | null,
  field = 'occurredAt',
): Moment {
  if (entered) assertMomentPlausible(ctx, entered, field, notBefore)
  if (entered && notBefore) assertNotBefore(ctx, entered, notBefore, field)
  const occurredMs = Math.min(Date.parse(entered ?? getPhoneSavedAt(ctx) ?? ctx.now.toISOString()), ctx.now.getTime())
  return toMoment(notBefore ? Math.max(occurredMs, Date.parse(notBefore)) : occurredMs)
}
/** Formats a moment for a message, to the minute in plant time. */
export const formatPlantMinute = ({ timeZone }: Pick<Context, 'timeZone'>, moment: Moment): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.parse(moment))
/**
 * @throws 6000 with both moments if the entered one precedes the earliest possible one by more than the clock tolerance
 */
function assertNotBefore(ctx: Context, entered: Moment, first: Moment, field: string): void {
  if (ctx.origin.clockOff || Date.parse(entered) >= Date.parse(first) - MAX_CLOCK_DRIFT_MS) return
  throw new Refusal(errno.message, 'contract:errors.tooEarly', {
    params: { entered: formatPlantMinute(ctx, entered), first: formatPlantMinute(ctx, first) },
    issues: [{ path: [field], code: 'tooEarly' }],
  })
}
/** Returns when the phone saved the command. A clock that lost its date is ignored, since nobody can correct it. */
const getPhoneSavedAt = ({ origin, now }: Context): Moment | null =>
  origin.occurredAt && findMomentProblem(origin.occurredAt, now.getTime()) !== 'longAgo' ? origin.occurredAt : null

/**
 * @throws 6000 naming `field` if a moment is in the future, or so long ago (and before `since`) that the date is
 * mistyped
 */
function assertMomentPlausible(ctx: Context, moment: Moment, field: string, since?: Moment | null): void {
  const problem = findMomentProblem(moment, ctx.now.getTime(), {
    maxAheadMs: getAllowedLead(ctx),
    startedAt: since ?? null,
  })
  if (problem) throw createMomentRefusal(problem, field)
}
/**
 * Asserts that a moment is not in the future; for data ordered by time, where a future moment would block everything
 * until then. Old moments are accepted.
 * @throws 6000 naming `field`
 */
export function assertMomentNotAhead(ctx: Context, moment: Moment, field: string): void {
  if (findMomentProblem(moment, ctx.now.getTime(), { maxAheadMs: getAllowedLead(ctx) }) === 'inFuture')
    throw createMomentRefusal('inFuture', field)
}
const getAllowedLead = ({ origin }: Context): number =>
  origin.via === 'sync' ? MAX_PHONE_CLOCK_ERROR_MS : MAX_CLOCK_DRIFT_MS
/** Creates the refusal of an impossible moment, naming the field. */
export const createMomentRefusal = (code: MomentProblem, field: string): Refusal =>
  new Refusal(errno.message, `contract:errors.${code}`, { issues: [{ path: [field], code }] })
