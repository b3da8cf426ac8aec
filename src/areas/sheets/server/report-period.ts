/** Resolves the period and group keys of a report request. */
import { refuseInput } from '@/contract/errno'
import type { Context } from '@/server/context'
import { isDay, type Day } from '@/plant/rules/plant-time'
import { getMonthStart, getMonthDays, isMonth, addMonthsToMonth, toMonth, type Month } from '@/plant/rules/month'
import { isMonthClosed } from '@/plant/server/queries'
import { assertDayRange, resolveShift, getToday } from '@/plant/server/plant'
import { loadMetricsFreshness } from '@/areas/figures/server/queries'
import { getMaxDays } from '../rules/report-presets'

export interface ReportDays {
  readonly from: Day
  readonly to: Day
}
/**
 * Resolves business dates, both included. `to` is today by default, `from` the start of the month of `to`.
 * @throws 4013 if the period ends before it begins, or has more days than the group keys allow
 */
export function resolveReportDays(
  ctx: Context,
  input: { from?: Day | null; to?: Day | null },
  groupKeys: readonly string[],
  getDefaultStart: (to: Day) => Day = (to) => getMonthStart(to),
): ReportDays {
  const to = input.to ?? getToday(ctx)
  const days = { from: input.from ?? getDefaultStart(to), to }
  if (!isDay(days.from) || !isDay(days.to)) throw refuseInput([{ path: ['from'], code: 'badDay' }])
  assertDayRange(days, getMaxDays(groupKeys))
  return days
}
/**
 * Resolves the requested keys without duplicates, or the defaults if there are none.
 * @throws 4013 for an unknown key
 */
export function resolveSelectedKeys<K extends string>(
  requestedKeys: readonly string[] | string | null | undefined,
  allowedKeys: readonly K[],
  defaultKeys: readonly K[],
  inputName = 'by',
): readonly K[] {
  const requestedNames = [requestedKeys ?? []].flat()
  if (requestedNames.length === 0) return defaultKeys
  return [...new Set(requestedNames)].map((name) => {
    const allowedKey = allowedKeys.find((key) => key === name)
    if (!allowedKey)
      throw refuseInput([
        { path: [inputName], code: 'notAnOption', params: { options: allowedKeys.join(', '), value: name } },
      ])
    return allowedKey
  })
}
/** Loads when the metrics of a period were calculated, how many days wait for it, and which months are closed. */
export async function loadReportFreshness(ctx: Context, days: ReportDays) {
  const { countedAt, waiting, closedMonths } = await loadMetricsFreshness(ctx, days)
  return { ...days, countedAt, waiting, closedMonths }
}
/** Resolves the requested month, by default the previous one. @throws 4013 for an invalid month */
export async function resolveReportMonth(ctx: Context, input: string | null | undefined): Promise<Month> {
  if (input) {
    if (!isMonth(input)) throw refuseInput([{ path: ['month'], code: 'badFormat' }])
    return input
  }
  return addMonthsToMonth(toMonth((await resolveShift(ctx)).businessDate), -1)
}
export interface MonthStatus extends ReportDays {
  readonly month: Month
  /** True if the last shift of the month is over. */
  readonly isOver: boolean
  readonly closed: boolean
}
/** Loads the days of a month, and whether it is over and closed. */
export async function loadMonthStatus(ctx: Context, month: Month): Promise<MonthStatus> {
  const days = getMonthDays(month)
  const { businessDate } = await resolveShift(ctx)
  return { month, ...days, isOver: month < toMonth(businessDate), closed: await isMonthClosed(ctx, days.to) }
}
