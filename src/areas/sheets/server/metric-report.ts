/**
 * Reports built from shift metrics: one row per combination of group keys and one column per metric. The total is
 * calculated from the summed amounts, not from the values of the rows.
 */
import { canSeeField } from '@/contract/field-visibility'
import { loadMetrics, loadTotalMetrics, type MetricGroupKey, type MetricResult } from '@/areas/figures/server/queries'
import { MAX_ANSWER_ROWS, type LoadedReport } from '@/plant/server/report/handle-report'
import { getKnownSum } from '@/areas/figures/rules/shift-sums'
import { addMonths } from '@/plant/rules/plant-time'
import { roundToThousandth } from '@/plant/rules/quantity'
import { loadNames } from '@/server/crud/refs'
import type { Context } from '@/server/context'
import type { customReport } from '../contract/metric-reports'
import {
  reportMetricFields,
  reportRowFields,
  isShiftMetric,
  reportMetrics,
  type ReportMetric,
} from '../contract/report-fields'
import { reportPresets, reportGroupKeys, type ReportPresetName, type ReportGroupKey } from '../rules/report-presets'
import { loadReportFreshness, resolveReportDays, resolveSelectedKeys } from './report-period'

export interface MetricReportInput {
  readonly from?: string | null
  readonly to?: string | null
  readonly lineId?: string | null
  readonly team?: string | null
  readonly shift?: string | null
  readonly orderId?: string | null
  readonly productId?: string | null
  readonly by?: readonly string[] | string | null
  readonly columns?: readonly string[] | string | null
}
export type MetricReport = LoadedReport<typeof customReport>
export type MetricReportRow = MetricReport['rows'][number]

/** Loads a report with the keys and columns of its preset, unless the input selects others. */
export async function loadMetricReport(
  ctx: Context,
  preset: ReportPresetName,
  input: MetricReportInput,
  maxRows: number = MAX_ANSWER_ROWS,
): Promise<MetricReport> {
  const groupKeys = resolveSelectedKeys(input.by, reportGroupKeys, reportPresets[preset].by)
  const columns = resolveSelectedKeys<ReportMetric>(
    input.columns,
    reportMetrics,
    reportPresets[preset].columns,
    'columns',
  ).filter((name) => canSeeField(reportMetricFields[name], ctx.person))
  const dayRange = await resolveReportDays(
    ctx,
    input,
    groupKeys,
    // Twelve months by default, including the month of the last day.
    preset === 'monthlyOutput' ? (to) => addMonths(to, -11, 1) : undefined,
  )
  const metricQuery = {
    ...dayRange,
    lineIds: input.lineId ? [input.lineId] : null,
    teams: input.team ? [input.team] : null,
    shift: input.shift ?? null,
    orderIds: input.orderId ? [input.orderId] : null,
    productId: input.productId ?? null,
  }
  const allRows = await loadMetrics(ctx, { ...metricQuery, by: groupKeys as readonly MetricGroupKey[] })
  const labels = await loadKeyLabels(ctx, groupKeys, allRows)
  // Rows whose selected columns are all empty or zero are left out, e.g. slitters in a report of winder output.
  const filledRows = sortByKeys(
    allRows.filter((row) => Object.values(pickMetrics(row, columns)).some(Boolean)),
    groupKeys,
    labels,
  )
  // `maxRows` limits the rows of the answer; the total includes all rows.
  const visibleRows = filledRows.slice(0, maxRows)
  const rows = visibleRows.map(({ key, ...rowMetrics }) => ({
    ...EMPTY_ROW,
    ...buildKeyColumns(groupKeys, key),
    ...pickMetrics(rowMetrics, columns),
  }))
  const total = { ...EMPTY_ROW, ...pickMetrics(await loadTotalMetrics(ctx, metricQuery), columns) }
  return {
    ...(await loadReportFreshness(ctx, dayRange)),
    cut: filledRows.length > visibleRows.length,
    by: [...groupKeys],
    columns: [...columns],
    rows: rows as MetricReportRow[],
    total: filledRows.length ? [total as MetricReportRow] : [],
  }
}
/** A text that comes after every display text. */
const LAST_SORT_TEXT = '\uffff'
/** Sorts rows by the display text of their keys; rows without a value of a key come last. */
function sortByKeys(
  rows: readonly MetricResult[],
  groupKeys: readonly ReportGroupKey[],
  labels: KeyLabels,
): MetricResult[] {
  const getSortText = ({ key }: MetricResult, name: ReportGroupKey): string => {
    const value = key[name] ?? null
    if (value === null) return LAST_SORT_TEXT
    return isNamedKey(name) ? (labels.get(name)?.[value] ?? value) : value
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows].sort((a, b) => {
    for (const name of groupKeys) {
      const order = compare(getSortText(a, name), getSortText(b, name))
      if (order !== 0) return order
    }
    return 0
  })
}
const EMPTY_ROW: Readonly<Record<string, null>> = Object.fromEntries(
  Object.keys(reportRowFields).map((name) => [name, null]),
)

const RESOURCE_BY_KEY = { line: 'line', order: 'workOrder', product: 'product', customer: 'customer' } as const
type NamedKey = keyof typeof RESOURCE_BY_KEY
const isNamedKey = (key: string): key is NamedKey => key in RESOURCE_BY_KEY
type KeyLabels = ReadonlyMap<NamedKey, Readonly<Record<string, string>>>
/** Loads the names of the lines, orders, products and customers of the rows, with one query for each of these keys. */
async function loadKeyLabels(
  ctx: Context,
  groupKeys: readonly string[],
  rows: readonly MetricResult[],
): Promise<KeyLabels> {
  const namesByKey = new Map<NamedKey, Readonly<Record<string, string>>>()
  for (const key of groupKeys.filter(isNamedKey))
    namesByKey.set(
      key,
      await loadNames(
        ctx,
        RESOURCE_BY_KEY[key],
        rows.map((row) => row.key[key]),
      ),
    )
  return namesByKey
}
const ID_FIELD_BY_KEY: Readonly<Partial<Record<string, string>>> = {
  line: 'lineId',
  order: 'orderId',
  product: 'productId',
  customer: 'customerId',
  material: 'materialId',
  lot: 'lotId',
  package: 'packageId',
  person: 'userId',
}
/** Builds the key columns of an answer row; the server adds the names to the ids. */
export const buildKeyColumns = (
  groupKeys: readonly string[],
  keyValues: Readonly<Partial<Record<string, string | null>>>,
): Record<string, string | null> =>
  Object.fromEntries(groupKeys.map((name) => [ID_FIELD_BY_KEY[name] ?? name, keyValues[name] ?? null]))
/** Picks the selected columns: `sums` hold added amounts, `values` hold metrics that are calculated from the sums. */
const pickMetrics = (
  { sums, values, lineScope }: Pick<MetricResult, 'sums' | 'values' | 'lineScope'>,
  columns: readonly ReportMetric[],
) =>
  Object.fromEntries(
    columns.map(
      (name) => [name, roundOrNull(isShiftMetric(name) ? values[name] : getKnownSum(sums, name, lineScope))] as const,
    ),
  )
const roundOrNull = (value: number | null): number | null => (value === null ? null : roundToThousandth(value))
