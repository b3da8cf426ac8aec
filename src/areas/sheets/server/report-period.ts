/** Resolves the period and group keys of a report request, and builds the lines of its answer. */
import { refuseInput } from '@/contract/errno'
import type { Fields } from '@/contract/field'
import type { Context } from '@/server/context'
import { isDay, type Day } from '@/plant/rules/plant-time'
import { getMonthStart, getMonthDays, toMonth, type Month } from '@/plant/rules/month'
import { isMonthClosed } from '@/plant/server/queries'
import { assertDayRange, findLastDay, resolveShift } from '@/plant/server/plant'
import { loadMetricsFreshness } from '@/areas/figures/server/queries'
import { getMaxDays } from '../rules/report-presets'

export interface ReportDays {
  readonly from: Day
  readonly to: Day
}
/**
 * Resolves business dates, both included. `to` is the current one by default, `from` the start of the month of `to`.
 * @throws 4013 if the period ends before it begins, or has more days than the group keys allow
 */
export async function resolveReportDays(
  ctx: Context,
  input: { from?: Day | null; to?: Day | null },
  groupKeys: readonly string[],
  getDefaultStart: (to: Day) => Day = (to) => getMonthStart(to),
): Promise<ReportDays> {
  const to = input.to ?? (await findLastDay(ctx, input.from))
  const dayRange = { from: input.from ?? getDefaultStart(to), to }
  if (!isDay(dayRange.from) || !isDay(dayRange.to)) throw refuseInput([{ path: ['from'], code: 'badDay' }])
  assertDayRange(dayRange, getMaxDays(groupKeys))
  return dayRange
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
/** Loads the time of the last calculation, the number of days that wait for recalculation and the closed months. */
export async function loadReportFreshness(ctx: Context, dayRange: ReportDays) {
  const { countedAt, waiting, closedMonths } = await loadMetricsFreshness(ctx, dayRange)
  return { ...dayRange, countedAt, waiting, closedMonths }
}
export interface MonthStatus extends ReportDays {
  readonly month: Month
  /** True if the last shift of the month is over. */
  readonly isOver: boolean
  readonly closed: boolean
}
/** Loads the days of a month, and whether it is over and closed. */
export async function loadMonthStatus(ctx: Context, month: Month): Promise<MonthStatus> {
  const dayRange = getMonthDays(month)
  const { businessDate } = await resolveShift(ctx)
  return { month, ...dayRange, isOver: month < toMonth(businessDate), closed: await isMonthClosed(ctx, dayRange.to) }
}
/** Builds a line in which every field is null. */
export const buildEmptyLine = <F extends Fields>(fields: F): { readonly [K in keyof F]: null } =>
  // The cast is needed because `Object.fromEntries` does not keep the names in its type.
  Object.fromEntries(Object.keys(fields).map((name) => [name, null])) as { readonly [K in keyof F]: null }
/** Returns a part of a whole in %, to a hundredth; null if the whole is zero. */
export const calculatePartPercent = (part: number, whole: number): number | null =>
  whole > 0 ? Math.round((part / whole) * 10_000) / 100 : null
/** Sums a value over rows. */
export const sumBy = <R>(rows: readonly R[], getValue: (row: R) => number): number =>
  rows.reduce((sum, row) => sum + getValue(row), 0)
