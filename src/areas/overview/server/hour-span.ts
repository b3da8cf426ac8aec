import { refuseInput } from '@/contract/errno'
import { DAY_MS, HOUR_MS, toMillis, toMoment, type Moment } from '@/plant/rules/plant-time'
import type { Context } from '@/server/context'

const MAX_DAYS = 31
/** Longer spans have a point per hour instead of per quarter hour. */
const MAX_HOURS_BY_QUARTER = 48
/**
 * Resolves a time span, by default the last 24 hours, and the time step between its points.
 * @throws 4013 if the span ends before it begins or is longer than 31 days
 */
export function resolveHourSpan(
  ctx: Context,
  input: { from?: Moment | null; to?: Moment | null },
): { from: Moment; to: Moment; step: 'quarter' | 'hour'; minutes: number } {
  const toMs = input.to ? toMillis(input.to) : ctx.now.getTime()
  const fromMs = input.from ? toMillis(input.from) : toMs - DAY_MS
  if (toMs <= fromMs) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  if (toMs - fromMs > MAX_DAYS * DAY_MS)
    throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit: MAX_DAYS } }])
  const step = toMs - fromMs <= MAX_HOURS_BY_QUARTER * HOUR_MS ? 'quarter' : 'hour'
  return { from: toMoment(fromMs), to: toMoment(toMs), step, minutes: step === 'quarter' ? 15 : 60 }
}
