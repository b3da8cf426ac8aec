/** Filters of a report, which the page keeps in its address. */
import { useList } from '@/client/api/use-list'
import { useQueryParams } from '@/client/use-query-params'
import { useBusinessDate } from '@/plant/client/use-today'
import { shiftRotation } from '@/plant/contract/rotation'
import { getPeriodOfDay } from '@/plant/rules/periods'
import { addMonths } from '@/plant/rules/plant-time'
import { buildRotationHistory } from '@/plant/rules/rotation'
import { getPatternOn } from '@/plant/rules/shift'

export interface ReportFilters {
  readonly from: string
  readonly to: string
  readonly lineId: string
  readonly team: string
}
export const quickPeriods = ['today', 'week', 'month', 'lastMonth', 'year'] as const
export type QuickPeriod = (typeof quickPeriods)[number]
/** Returns the days of a quick period. */
export function getQuickDays(period: QuickPeriod, today: string): { from: string; to: string } {
  if (period === 'today') return { from: today, to: today }
  if (period === 'lastMonth') return getPeriodOfDay('month', addMonths(today, -1, 1))
  return { from: getPeriodOfDay(period, today).from, to: today }
}
/** Returns the filters in the address. Without days in the address, they cover the default period. */
export function useReportFilters(defaultPeriod: QuickPeriod = 'month'): ReportFilters {
  const [params] = useQueryParams()
  const days = getQuickDays(defaultPeriod, useBusinessDate())
  return {
    from: params.get('from') ?? days.from,
    to: params.get('to') ?? days.to,
    lineId: params.get('line') ?? '',
    team: params.get('team') ?? '',
  }
}
/** Returns the endpoint input for the filters, without empty filters. */
export const toFilterInput = ({ from, to, lineId, team }: ReportFilters) => ({
  from,
  to,
  ...(lineId ? { lineId } : {}),
  ...(team ? { team } : {}),
})
/** Returns the teams of the plant by today's rotation. */
export function useTeamsOfToday(): readonly string[] {
  const { rows } = useList(shiftRotation, { size: 100, sort: 'effectiveFrom' })
  const today = useBusinessDate()
  return rows.length ? getPatternOn(today, buildRotationHistory(rows)).teams.map(({ key }) => key) : []
}
