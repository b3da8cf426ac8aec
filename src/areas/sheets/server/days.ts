/** Resolves the period and group keys of a report request. */
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { addMonths, isDay, type Day } from '@/plant/rules/plant-time'
import { getMonthDays, isMonth, addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { isClosed } from '@/plant/server/queries'
import { resolveShift, getToday } from '@/plant/server/plant'
import { loadMetricsFreshness } from '@/areas/figures/server/queries'
import { lengthOf, longestOf } from '../rules/presets'

export interface Days {
  readonly from: Day
  readonly to: Day
}
/**
 * Resolves business dates, both included (default: from the start of this month to today).
 * @throws 4013 if they end before they begin, or exceed the maximum of the keys
 */
export function daysOf(
  ctx: Context,
  input: { from?: Day | null; to?: Day | null },
  by: readonly string[],
  usual: (to: Day) => Day = (to) => addMonths(to, 0, 1),
): Days {
  const to = input.to ?? getToday(ctx)
  const days = { from: input.from ?? usual(to), to }
  if (!isDay(days.from) || !isDay(days.to)) throw refuseInput([{ path: ['from'], code: 'badDay' }])
  if (days.to < days.from) throw refuseInput([{ path: ['to'], code: 'endsFirst' }])
  const limit = longestOf(by)
  if (lengthOf(days) > limit) throw refuseInput([{ path: ['to'], code: 'tooManyDays', params: { limit } }])
  return days
}
/**
 * Resolves the requested keys without duplicates, or the defaults if there are none.
 * @throws 4013 for an unknown key
 */
export function keysOf<K extends string>(
  asked: readonly string[] | string | null | undefined,
  known: readonly K[],
  usual: readonly K[],
  path = 'by',
): readonly K[] {
  const given = [asked ?? []].flat()
  if (given.length === 0) return usual
  return [...new Set(given)].map((name) => {
    const found = known.find((key) => key === name)
    if (!found)
      throw refuseInput([{ path: [path], code: 'notAnOption', params: { options: known.join(', '), value: name } }])
    return found
  })
}
/** Loads when the metrics of a period were calculated, and how many days wait for recalculation. */
export async function countedUntil(ctx: Context, days: Days) {
  const { countedAt, waiting } = await loadMetricsFreshness(ctx, days)
  return { ...days, countedAt, waiting }
}
/** Resolves the requested month, by default the previous one. @throws 4013 for an invalid month */
export async function monthAsked(ctx: Context, asked: string | null | undefined): Promise<Month> {
  if (asked) {
    if (!isMonth(asked)) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
    return asked
  }
  return addMonthsToMonth(toMonth((await resolveShift(ctx)).businessDate), -1)
}
export interface MonthState extends Days {
  readonly month: Month
  /** True if the last shift of the month is over. */
  readonly over: boolean
  readonly closed: boolean
}
/** Loads the days of a month, and whether it is over and closed. */
export async function monthState(ctx: Context, month: Month): Promise<MonthState> {
  const days = getMonthDays(month)
  const { businessDate } = await resolveShift(ctx)
  return { month, ...days, over: month < toMonth(businessDate), closed: await isClosed(ctx, days.to) }
}
