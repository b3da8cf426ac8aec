/** The days and keys that a sheet is asked for. */
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { addMonths, isDay, type Day } from '@/plant/rules/plant-time'
import { getMonthDays, isMonth, addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { isClosed } from '@/plant/server/queries'
import { resolveShift, getToday } from '@/plant/server/plant'
import { figuresAsOf } from '@/areas/figures/server/queries'
import { lengthOf, longestOf } from '../rules/presets'

export interface Days {
  readonly from: Day
  readonly to: Day
}
/** Business dates, both included; this month until today unless told. @throws 4013 when they end before they begin, or are more than the keys allow */
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
/** The keys that were asked for, each once; the usual ones without any. @throws 4013 for one that there is not */
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
/** Until when the figures of some days are counted. */
export async function countedUntil(ctx: Context, days: Days) {
  const { countedAt, waiting } = await figuresAsOf(ctx, days)
  return { ...days, countedAt, waiting }
}
/** A month that was asked for, or the one before this. @throws 4013 for what is no month */
export async function monthAsked(ctx: Context, asked: string | null | undefined): Promise<Month> {
  if (asked) {
    if (!isMonth(asked)) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
    return asked
  }
  return addMonthsToMonth(toMonth((await resolveShift(ctx)).businessDate), -1)
}
export interface MonthState extends Days {
  readonly month: Month
  /** Its last shift is over. */
  readonly over: boolean
  readonly closed: boolean
}
export async function monthState(ctx: Context, month: Month): Promise<MonthState> {
  const days = getMonthDays(month)
  const { businessDate } = await resolveShift(ctx)
  return { month, ...days, over: month < toMonth(businessDate), closed: await isClosed(ctx, days.to) }
}
