/** Inputs and outputs that the reports share. */
import { objectOutput } from '@/contract/endpoint'
import {
  amount,
  choice,
  day,
  flag,
  integer,
  list,
  moment,
  reference,
  series,
  text,
  type AmountField,
  type Fields,
} from '@/contract/field'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { COST_METRIC_PERMISSIONS } from '@/plant/contract/cost-permissions'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { metrics } from '@/plant/rules/metrics'
import { sumSpecs, sumNames, type SumName } from '@/areas/figures/rules/shift-sums'
import { shiftMetricNames, type ShiftMetricName } from '@/areas/figures/rules/metric-values'

export const sheetsArea = 'sheets'
/** Resources whose changes make reports outdated. */
export const reportSources = [
  'shiftFigure',
  'figureCorrection',
  'feed',
  'slitRoll',
  'jumboRoll',
  'handover',
  'hoursCorrection',
  'keptSheet',
] as const
export const reportFormats = ['json', 'xlsx'] as const
/** Business dates, both included (default: this month). */
export const reportPeriodInput = { from: day(), to: day() } as const
export const reportFilterInput = {
  ...reportPeriodInput,
  lineId: reference('line'),
  team: text(teamTextOptions),
  shift: text(shiftTextOptions),
} as const
export const formatInput = { format: choice(reportFormats) } as const
export const reportLabelField = text({ max: 400 })
/** The name of a person; the handler returns the id. */
export const personNameField = { ...reportLabelField, nameOfRow: 'user' } as const
export const reportKgField = amount({ unit: 'kg', digits: 3 })
export const reportHoursField = amount({ unit: 'h', digits: 3 })
export const reportCountField = integer({})

/** The period of a report with its closed months, and when its metrics were calculated. */
export const freshnessFields = {
  from: day({ required: true }),
  to: day({ required: true }),
  countedAt: moment(),
  // Days that wait for recalculation.
  waiting: integer({ required: true }),
  closedMonths: closedMonthsField,
  // True if the list of rows is cut; sums still cover all rows.
  cut: flag({ required: true }),
} as const
/** Keys that the rows of a report can be grouped by: ids for links, labels for display. */
export const groupKeyFields = {
  day: day(),
  week: day(),
  month: day(),
  // First day of a quarter.
  season: day(),
  year: day(),
  shift: text(shiftTextOptions),
  team: text(teamTextOptions),
  lineId: reference('line'),
  line: { ...reportLabelField, nameOf: 'lineId' },
  orderId: reference('workOrder'),
  order: { ...reportLabelField, nameOf: 'orderId' },
  productId: reference('product'),
  product: { ...reportLabelField, nameOf: 'productId' },
  customerId: reference('customer'),
  customer: { ...reportLabelField, nameOf: 'customerId' },
} as const

/** Metric column of a report: a metric of the plant's list, or a sum that metrics are calculated from. */
export type ReportMetric = ShiftMetricName | SumName
export const reportMetrics = [...new Set<ReportMetric>([...shiftMetricNames, ...sumNames])]
/** Returns true if a column is a metric of the plant's list, not a sum. */
export const isShiftMetric = (name: ReportMetric): name is ShiftMetricName =>
  (shiftMetricNames as readonly string[]).includes(name)
const buildMetricField = (name: ReportMetric) =>
  restrictCostField(
    isShiftMetric(name) ? amount({ unit: metrics[name].unit, digits: 3 }) : amount({ ...sumSpecs[name] }),
  )
/** Restricts cost columns to people who may see costs. */
export const restrictCostField = <F extends AmountField>(field: F): F =>
  field.unit.startsWith('CNY') ? { ...field, viewPermissions: [...COST_METRIC_PERMISSIONS, 'energyReportView'] } : field
type MetricField = ReturnType<typeof amount<{ unit: string; digits: number }>>
/** Field of each metric with its unit and digits. */
export const reportMetricFields = Object.fromEntries(reportMetrics.map((name) => [name, buildMetricField(name)])) as {
  readonly [F in ReportMetric]: MetricField
}
export const reportRowFields = { ...groupKeyFields, ...reportMetricFields } as const

/** Defines the output of a report: freshness, rows, total, and extra fields. */
export const defineReportOutput = <const R extends Fields, const M extends Fields = {}>(row: R, extraFields?: M) =>
  objectOutput({
    ...freshnessFields,
    ...(extraFields as M),
    rows: list(row, { max: 100_000 }),
    total: list(row, { max: 1 }),
  })
/** Sums stored earlier for the same days and line, with who stored them and when. */
export const storedSumsFields = {
  kept: list(
    {
      keptAt: moment({ required: true }),
      keptBy: personNameField,
      name: text({ required: true }),
      value: amount({ unit: '' }),
    },
    { max: 20 },
  ),
} as const
export const columnsInput = series('text', { max: 60 })
