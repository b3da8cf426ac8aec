/** Reports built from shift metrics: lines by keys, columns of metrics, and a total calculated from the sums. */
import type { EndpointOutput } from '@/contract/endpoint'
import { canSeeField } from '@/contract/field-visibility'
import { loadMetrics, loadTotalMetrics, type MetricGroupKey, type MetricResult } from '@/areas/figures/server/queries'
import { addMonths } from '@/plant/rules/plant-time'
import { loadNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import type { customReport } from '../contract/metric-reports'
import {
  reportMetricFields,
  metricRow,
  isShiftMetric,
  reportMetrics,
  type ReportMetric,
} from '../contract/report-fields'
import { reportPresets, reportGroupKeys, type ReportPresetName, type ReportGroupKey } from '../rules/report-presets'
import { loadReportFreshness, resolveReportDays, resolveReportKeys } from './report-period'

/** Maximum rows of an answer; a workbook has all. */
export const MAX_SHOWN_ROWS = 3000
export const MAX_FILE_ROWS = 100_000

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
export type MetricReport = EndpointOutput<typeof customReport>
export type MetricReportLine = MetricReport['rows'][number]

/** Loads a report with the keys and columns of its preset, unless the input selects others. */
export async function loadMetricReport(
  ctx: Context,
  preset: ReportPresetName,
  input: MetricReportInput,
  maxRows: number = MAX_SHOWN_ROWS,
): Promise<MetricReport> {
  const by = resolveReportKeys(input.by, reportGroupKeys, reportPresets[preset].by)
  const columns = resolveReportKeys<ReportMetric>(
    input.columns,
    reportMetrics,
    reportPresets[preset].columns,
    'columns',
  ).filter((name) => canSeeField(reportMetricFields[name], ctx.person))
  const days = resolveReportDays(ctx, input, by, preset === 'monthlyOutput' ? (to) => addMonths(to, -11, 1) : undefined)
  const metricQuery = {
    ...days,
    lineIds: input.lineId ? [input.lineId] : null,
    teams: input.team ? [input.team] : null,
    shift: input.shift ?? null,
    orderIds: input.orderId ? [input.orderId] : null,
    productId: input.productId ?? null,
  }
  const allRows = await loadMetrics(ctx, { ...metricQuery, by: by as readonly MetricGroupKey[] })
  const labels = await loadKeyLabels(ctx, by, allRows)
  // Leaves out lines without values in the selected columns, e.g. slitters in a report of winder output.
  const filledRows = sortByKeys(
    allRows.filter((row) => Object.values(pickMetrics(row, columns)).some(Boolean)),
    by,
    labels,
  )
  const visibleRows = filledRows.slice(0, maxRows)
  const rows = visibleRows.map(({ key, ...rowMetrics }) => ({
    ...emptyRow,
    ...buildKeyColumns(by, key, labels),
    ...pickMetrics(rowMetrics, columns),
  }))
  const total = { ...emptyRow, ...pickMetrics(await loadTotalMetrics(ctx, metricQuery), columns) }
  return {
    ...(await loadReportFreshness(ctx, days)),
    cut: filledRows.length > visibleRows.length,
    by: [...by],
    columns: [...columns],
    rows: rows as MetricReportLine[],
    total: filledRows.length ? [total as MetricReportLine] : [],
  }
}
/** Sorts rows by the display text of their keys; rows without a value of a key come last. */
function sortByKeys(rows: readonly MetricResult[], by: readonly ReportGroupKey[], labels: KeyLabels): MetricResult[] {
  const getSortText = ({ key }: MetricResult, name: ReportGroupKey): string => {
    const value = key[name] ?? null
    return value === null ? '\uffff' : isNamedKey(name) ? (labels.get(name)?.[value] ?? value) : value
  }
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
  return [...rows].sort((a, b) => {
    for (const name of by) {
      const order = compare(getSortText(a, name), getSortText(b, name))
      if (order !== 0) return order
    }
    return 0
  })
}
const emptyRow: Readonly<Record<string, null>> = Object.fromEntries(Object.keys(metricRow).map((name) => [name, null]))

const namedKeyResources = { line: 'line', order: 'workOrder', product: 'product', customer: 'customer' } as const
type NamedKey = keyof typeof namedKeyResources
const isNamedKey = (key: string): key is NamedKey => key in namedKeyResources
export type KeyLabels = ReadonlyMap<NamedKey, Readonly<Record<string, string>>>
/** Loads names of the lines, orders, products and customers of some rows. One query per kind. */
export async function loadKeyLabels(
  ctx: Context,
  by: readonly string[],
  rows: readonly { readonly key: Readonly<Partial<Record<string, string | null>>> }[],
): Promise<KeyLabels> {
  const namesByKey = new Map<NamedKey, Readonly<Record<string, string>>>()
  for (const key of by) {
    if (!isNamedKey(key)) continue
    const ids = [...new Set(rows.flatMap((row) => row.key[key] ?? []))]
    namesByKey.set(key, await loadNames(ctx, namedKeyResources[key], ids))
  }
  return namesByKey
}
/** Builds the key columns of an answer row: id and label for named keys, days and shifts as they are. */
export function buildKeyColumns(
  by: readonly string[],
  key: Readonly<Partial<Record<string, string | null>>>,
  labels: KeyLabels,
): Record<string, string | null> {
  return Object.fromEntries(
    by.flatMap((name): [string, string | null][] => {
      const value = key[name] ?? null
      if (!isNamedKey(name)) return [[name, value]]
      return [
        [`${name}Id`, value],
        [name, value === null ? null : (labels.get(name)?.[value] ?? value)],
      ]
    }),
  )
}
const pickMetrics = ({ sums, values }: Pick<MetricResult, 'sums' | 'values'>, columns: readonly ReportMetric[]) =>
  Object.fromEntries(
    columns.map((name) => [name, roundOrNull(isShiftMetric(name) ? values[name] : sums[name])] as const),
  )
const roundOrNull = (value: number | null): number | null => (value === null ? null : Math.round(value * 1000) / 1000)
export type { ReportGroupKey }
