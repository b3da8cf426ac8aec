/** Handlers of the statistics page (every metric by one grouping) and of the completion of orders. */
import { canCall, type EndpointInput } from '@/contract/endpoint'
import { shiftMetricNames, type MetricValues } from '@/areas/figures/rules/metric-values'
import { loadMetricsFreshness, loadMetrics } from '@/areas/figures/server/queries'
import { findBusinessDate, resolveBusinessDates } from '@/plant/server/plant'
import type { ReportNote } from '@/plant/server/report/write-report'
import { formatShift } from '@/plant/server/shift-record-head'
import type { Context } from '@/server/context'
import { loadNames } from '@/server/crud/refs'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import {
  type PlantStatistics,
  type plantStatistics,
  type statisticsGroupings,
  orderCompletion,
} from '../contract/metric-endpoints'
import { calculateTotalValues, roundToSixDecimals } from './metric-rows'
import { loadCompletionByDay } from '@/areas/orders/server/queries/current-and-late-orders'
import { addDays } from '@/plant/rules/plant-time'
import { handle } from '@/server/area'

type Input = EndpointInput<typeof plantStatistics>
type StatisticsGrouping = (typeof statisticsGroupings)[number]
const MAX_ROWS = 5000
const RESOURCE_BY_GROUPING: Partial<Record<StatisticsGrouping, string>> = {
  line: 'line',
  product: 'product',
  order: 'workOrder',
  customer: 'customer',
}

/** GET /HOME_CS_DATA. Runs four SQL statements. */
export async function loadStatistics(ctx: Context, input: Input): Promise<PlantStatistics> {
  const grouping = input.by ?? 'day'
  const dayRange = await resolveBusinessDates(ctx, input)
  const [rows, calculationState] = await Promise.all([
    loadMetrics(ctx, {
      ...dayRange,
      by: [grouping],
      lineIds: input.lineId ? [input.lineId] : null,
      teams: input.team ? [input.team] : null,
    }),
    loadMetricsFreshness(ctx, dayRange),
  ])
  const keys = rows.flatMap(({ key }) => key[grouping] ?? [])
  const resource = RESOURCE_BY_GROUPING[grouping]
  const names = resource ? await loadNames(ctx, resource, keys) : {}
  const canSeeCosts = canCall(COST_METRIC_PERMISSIONS, ctx.person)
  const toVisibleValues = (values: MetricValues): MetricValues =>
    roundValues(canSeeCosts ? values : { ...values, ...NO_COSTS })
  const getLabel = (key: string | null): string => {
    if (key === null) return ctx.t('overview:statistics.ofNone')
    return grouping === 'shift' ? formatShift(ctx, key) : (names[key] ?? key)
  }
  return {
    by: grouping,
    ...dayRange,
    ...calculationState,
    rows: rows
      .map(({ key, values }) => ({
        key: key[grouping] ?? null,
        label: getLabel(key[grouping] ?? null),
        ...toVisibleValues(values),
      }))
      .sort((a, b) => Number(a.key === null) - Number(b.key === null) || a.label.localeCompare(b.label, ctx.language))
      .slice(0, MAX_ROWS),
    total: rows.length ? [toVisibleValues(calculateTotalValues(rows))] : [],
  }
}
/** Replaces the cost metrics for persons who may not see costs. */
const NO_COSTS = { costPerKg: null, energyCostPerKg: null } as const
const roundValues = (values: MetricValues): MetricValues =>
  Object.fromEntries(shiftMetricNames.map((name) => [name, roundToSixDecimals(values[name])])) as Record<
    (typeof shiftMetricNames)[number],
    number | null
  >

/** Describes the days without metrics for the workbook. */
export const describeUncountedDays = (ctx: Context, { uncounted }: PlantStatistics): ReportNote[] => [
  [ctx.t('overview:answers.uncounted'), String(uncounted)],
]

const COMPLETION_DAY_COUNT = 7
/** GET /HOME_OUTPUT_CR: the seven days up to `day` (default: today), including days without due orders. */
export const listOrderCompletion = handle(orderCompletion, async (ctx, { day, lineId }) => {
  const to = day ?? (await findBusinessDate(ctx))
  const from = addDays(to, 1 - COMPLETION_DAY_COUNT)
  const rowByDay = new Map(
    (await loadCompletionByDay(ctx, { from, to, lineId: lineId ?? null })).map((row) => [row.day, row]),
  )
  return Array.from({ length: COMPLETION_DAY_COUNT }, (_, i) => {
    const dueDay = addDays(from, i)
    const row = rowByDay.get(dueDay)
    if (!row)
      return {
        day: dueDay,
        due: 0,
        onTime: 0,
        finishedLate: 0,
        open: 0,
        orderedKg: 0,
        goodKg: 0,
        completionPercent: null,
      }
    const { filledKg, ...answeredFields } = row
    const completionPercent = row.orderedKg > 0 ? Math.round((filledKg / row.orderedKg) * 1000) / 10 : null
    return { ...answeredFields, completionPercent }
  })
})
