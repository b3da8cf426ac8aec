/** Moments that people enter and phones tell: judged and put in order the same way by every call. */
import { CLOCK_DRIFT_MS, momentProblem, PHONE_CLOCK_MS, type MomentProblem } from '@/contract/entered-moment'
import { errno, Refusal } from '@/contract/errno'
import type { Context } from './context'

type Moment = string
const toMoment = (ms: number): Moment => new Date(ms).toISOString()

/**
 * When something happened: as entered, else when it was saved on the phone, else now. Never in the future (a clock
 * ahead of ours is no prophecy), and never before what must have come first: within what clocks differ by, those of two phones
 * are put in order; what was entered earlier than that is refused, for nothing that a person said is moved silently.
 * @throws 6000 naming `field` when what was entered cannot be: far ahead, a slip of the date, or before what came first
 */
export function happenedAt(
  ctx: Context,
  entered?: Moment | null,
  notBefore?: Moment | null,
  field = 'occurredAt',
): Moment {
  if (entered) mustBePossible(ctx, entered, field, notBefore)
  if (entered && notBefore) mustNotComeBefore(ctx, entered, notBefore, field)
  const said = Math.min(Date.parse(entered ?? savedAt(ctx) ?? ctx.now.toISOString()), ctx.now.getTime())
  return toMoment(notBefore ? Math.max(said, Date.parse(notBefore)) : said)
}
/** A moment in a sentence, to the minute of the plant's clock. */
export const writtenMoment = ({ timeZone }: Pick<Context, 'timeZone'>, moment: Moment): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.parse(moment))
/** @throws 6000 with both moments when what was entered lies before what must have come first by more than clocks differ */
function mustNotComeBefore(ctx: Context, entered: Moment, first: Moment, field: string): void {
  if (ctx.origin.clockOff || Date.parse(entered) >= Date.parse(first) - CLOCK_DRIFT_MS) return
  throw new Refusal(errno.message, 'contract:errors.tooEarly', {
    params: { entered: writtenMoment(ctx, entered), first: writtenMoment(ctx, first) },
    issues: [{ path: [field], code: 'tooEarly' }],
  })
}
/** When the phone says that it saved the command. A clock that lost the date says nothing, and nobody can correct it. */
const savedAt = ({ origin, now }: Context): Moment | null =>
  origin.occurredAt && momentProblem(origin.occurredAt, now.getTime()) !== 'longAgo' ? origin.occurredAt : null

/** @throws 6000 naming `field` when a moment lies ahead, or so far back (and before `since`) that it is a slip of the date */
function mustBePossible(ctx: Context, moment: Moment, field: string, since?: Moment | null): void {
  const problem = momentProblem(moment, ctx.now.getTime(), { ahead: aheadOf(ctx), since: since ?? null })
  if (problem) throw refuseMoment(problem, field)
}
/** Of what is put in order by its moment, however old: one ahead would bar everything that follows until then. @throws 6000 naming `field` */
export function mustNotLieAhead(ctx: Context, moment: Moment, field: string): void {
  if (momentProblem(moment, ctx.now.getTime(), { ahead: aheadOf(ctx) }) === 'inFuture')
    throw refuseMoment('inFuture', field)
}
const aheadOf = ({ origin }: Context): number => (origin.via === 'sync' ? PHONE_CLOCK_MS : CLOCK_DRIFT_MS)
export const refuseMoment = (code: MomentProblem, field: string): Refusal =>
  new Refusal(errno.message, `contract:errors.${code}`, { issues: [{ path: [field], code }] })
