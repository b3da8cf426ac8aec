/** Checks and corrects the times that people enter and phones report, in the same way for every call. */
import { MAX_CLOCK_DRIFT_MS, findMomentProblem, MAX_PHONE_CLOCK_ERROR_MS, type MomentProblem } from '@/contract/instant'
import { errno, Refusal } from '@/contract/errno'
import type { Context } from './context'
import type { ActionContext } from '@/contract/resource'

type Moment = string
const toMoment = (ms: number): Moment => new Date(ms).toISOString()

/**
 * Resolves the time of an event: the entered time, else the time of saving on the phone, else now. The result is never in
 * the future and never before the earliest moment.
 * A phone's time before the earliest moment is moved to that moment, because the clocks of two phones differ. An entered
 * time is moved only within the clock tolerance; an earlier time is refused, because entered values are never changed
 * silently.
 * @throws errno.message naming `field` if the entered time is impossible: far ahead, a mistyped date, or before `earliestMoment`
 */
export function resolveOccurredAt(
  ctx: Context,
  enteredMoment?: Moment | null,
  earliestMoment?: Moment | null,
  field = 'occurredAt',
): Moment {
  if (enteredMoment) assertMomentPlausible(ctx, enteredMoment, field, earliestMoment)
  if (enteredMoment && earliestMoment) assertNotBefore(ctx, enteredMoment, earliestMoment, field)
  const occurredMs = Math.min(
    Date.parse(enteredMoment ?? getPhoneSavedAt(ctx) ?? ctx.now.toISOString()),
    ctx.now.getTime(),
  )
  return toMoment(earliestMoment ? Math.max(occurredMs, Date.parse(earliestMoment)) : occurredMs)
}
/** Formats a moment for a message, to the minute in plant time. */
export const formatPlantMinute = ({ timeZone }: Pick<Context, 'timeZone'>, moment: Moment): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.parse(moment))
/**
 * @throws errno.message with both moments if the entered one precedes the earliest possible one by more than the clock tolerance
 */
function assertNotBefore(ctx: Context, enteredMoment: Moment, earliestMoment: Moment, field: string): void {
  if (ctx.origin.isClockOff || Date.parse(enteredMoment) >= Date.parse(earliestMoment) - MAX_CLOCK_DRIFT_MS) return
  throw new Refusal(errno.message, 'contract:errors.tooEarly', {
    params: { entered: formatPlantMinute(ctx, enteredMoment), first: formatPlantMinute(ctx, earliestMoment) },
    issues: [{ path: [field], code: 'tooEarly' }],
  })
}
/** Returns the time at which a phone saved the command; null for other calls, or if the phone's clock has lost its date. */
const getPhoneSavedAt = ({ origin, now }: Context): Moment | null =>
  origin.occurredAt && findMomentProblem(origin.occurredAt, now.getTime()) !== 'longAgo' ? origin.occurredAt : null

/**
 * @throws errno.message naming `field` if a moment is in the future, or so long ago (and before `startedAt`) that the date is
 * mistyped
 */
function assertMomentPlausible(ctx: Context, moment: Moment, field: string, startedAt?: Moment | null): void {
  const problem = findMomentProblem(moment, ctx.now.getTime(), {
    maxAheadMs: getMaxAheadMs(ctx),
    startedAt: startedAt ?? null,
  })
  if (problem) throw createMomentRefusal(problem, field)
}
/**
 * Asserts that a moment is not in the future. Use it for data ordered by time, in which a future moment would block all
 * later entries until then. Old moments are accepted.
 * @throws errno.message naming `field`
 */
export function assertMomentNotAhead(ctx: Context, moment: Moment, field: string): void {
  if (findMomentProblem(moment, ctx.now.getTime(), { maxAheadMs: getMaxAheadMs(ctx) }) === 'inFuture')
    throw createMomentRefusal('inFuture', field)
}
/** Returns the clock tolerance: how many ms a moment may lie in the future. It is larger for a phone's outbox. */
export const getMaxAheadMs = ({ origin }: Pick<Context, 'origin'>): number =>
  origin.via === 'sync' ? MAX_PHONE_CLOCK_ERROR_MS : MAX_CLOCK_DRIFT_MS
/** Creates the refusal of an impossible moment, naming the field. */
export const createMomentRefusal = (code: MomentProblem, field: string): Refusal =>
  new Refusal(errno.message, `contract:errors.${code}`, { issues: [{ path: [field], code }] })

/** Returns the acting person and the time of the action, as the contract requires. @throws errno.forbidden without a person */
export function toActionContext(ctx: Context): ActionContext {
  if (!ctx.person) throw new Refusal(errno.forbidden, 'contract:errors.signIn')
  return { at: resolveOccurredAt(ctx), personId: ctx.person.id }
}
