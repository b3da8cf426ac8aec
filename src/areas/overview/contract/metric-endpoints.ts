import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import {
  defineEndpoint,
  listOutput,
  objectOutput,
  XLSX_MIME,
  type EndpointOutput,
  type ApiRoute,
} from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import type { PermissionKey } from '@/contract/menu'
import { defineReport } from '@/contract/report'
import { shiftMetricNames, type ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { metricDecimals, metrics } from '@/plant/rules/metrics'
import { periodKinds } from '@/plant/rules/periods'
import { targetVerdicts } from '../rules/target-verdict'
import { COST_METRIC_PERMISSIONS, restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { closedMonthsField } from '@/plant/contract/report-columns'

const area = 'overview'
const valueField = amount({ unit: '', digits: 6 })
const labelField = text({ required: true })
const metricField = choice(shiftMetricNames, { required: true, restrictedOptions: restrictedCostMetrics })
const verdictField = choice(targetVerdicts)
export const metricDayFields = { from: day({ required: true }), to: day({ required: true }) } as const
export const metricPeriodInput = {
  period: choice(periodKinds),
  // Any business date of the period; the current one by default.
  day: day(),
  lineId: reference('line'),
} as const
/** State of the metrics of a range: time of the calculation, number of missing days, and closed months. */
export const calculationStateFields = {
  countedAt: moment(),
  // Days that wait for recalculation.
  waiting: integer({ required: true }),
  // Past days of the range that are not calculated. While there are any, the metrics of the range are neither judged
  // nor compared.
  uncounted: integer({ required: true, unit: 'd' }),
  closedMonths: closedMonthsField,
} as const
/** A metric with its target, and its changes since the previous period (`before`) and the previous year. */
export const comparedMetricFields = {
  figure: metricField,
  value: valueField,
  target: valueField,
  // Part of the target that is due by now: for an amount in proportion to the elapsed time, else the whole target.
  due: valueField,
  verdict: verdictField,
  before: valueField,
  changePercent: valueField,
  yearBefore: valueField,
  yearChangePercent: valueField,
} as const
const metricAnswerFields = {
  period: choice(periodKinds, { required: true }),
  ...metricDayFields,
  // True while the period runs. The changes then compare its complete days with the same number of earlier days.
  running: flag({ required: true }),
  comparedDays: integer({ required: true, unit: 'd' }),
  ...calculationStateFields,
  figures: list(comparedMetricFields),
  lines: list(
    { lineId: reference('line', { required: true }), label: labelField, rank: integer(), ...comparedMetricFields },
    { max: 2000 },
  ),
  teams: list({ team: text({ required: true }), rank: integer(), ...comparedMetricFields }, { max: 500 }),
  trend: list({ ...metricDayFields, figure: metricField, value: valueField }, { max: 2000 }),
  // The first metric by step of the trend and by team.
  teamTrend: list({ ...metricDayFields, team: text({ required: true }), value: valueField }, { max: 2000 }),
} as const

/**
 * Defines an endpoint that returns `metricNames` for a period. The answer contains values of the plant or of one line,
 * ranked rows per line and per team, and the trend.
 */
const defineMetricEndpoint = <const F extends readonly [ShiftMetricName, ...ShiftMetricName[]]>(
  name: string,
  route: ApiRoute,
  access: readonly PermissionKey[],
  metricNames: F,
) => ({
  endpoint: defineEndpoint(`plantFigure.${name}`, {
    area,
    routes: route,
    access,
    effect: 'read',
    input: metricPeriodInput,
    output: objectOutput(metricAnswerFields),
  }),
  figures: metricNames as readonly ShiftMetricName[],
})
const DASHBOARD_PERMISSIONS = ['dashboardView', 'statisticsView'] as const
const APPRAISAL_PERMISSIONS = ['performanceView', 'dashboardView'] as const
/**
 * Endpoints that differ only in their metrics. The `HP_…` routes serve the appraisal of lines and teams, the `HOME_…`
 * routes serve cards of the home page.
 */
export const metricEndpoints = {
  mainOutput: defineMetricEndpoint('mainOutput', 'GET /HP_MAIN_OUTPUT', APPRAISAL_PERMISSIONS, ['outputKg']),
  cutOutput: defineMetricEndpoint('cutOutput', 'GET /HP_CUT_OUTPUT', APPRAISAL_PERMISSIONS, ['slitOutputKg']),
  mainDegrade: defineMetricEndpoint('mainDegrade', 'GET /HP_MAIN_DEGRADE', APPRAISAL_PERMISSIONS, [
    'winderDowngradePercent',
    'winderDowngradedKg',
  ]),
  cutDegrade: defineMetricEndpoint('cutDegrade', 'GET /HP_CUT_DEGRADE', APPRAISAL_PERMISSIONS, [
    'slitterDowngradePercent',
    'slitterDowngradedKg',
  ]),
  q1: defineMetricEndpoint('q1', 'GET /HP_Q1', APPRAISAL_PERMISSIONS, ['q1Percent', 'winderQ1Percent']),
  inputOutput: defineMetricEndpoint('inputOutput', 'GET /HP_INPUT_OUTPUT', APPRAISAL_PERMISSIONS, [
    'inputOutputPercent',
    'wastePercent',
  ]),
  utilisation: defineMetricEndpoint(
    'utilisation',
    'GET /HOME_PLU_DATA',
    [...DASHBOARD_PERMISSIONS, 'deviceSituationView'],
    ['runPercent', 'oeeAvailabilityPercent', 'oeePercent'],
  ),
  unitEnergy: defineMetricEndpoint('unitEnergy', 'GET /HOME_UNIT_ENERGY', DASHBOARD_PERMISSIONS, ['kwhPerKg']),
  unitMaterial: defineMetricEndpoint('unitMaterial', 'GET /HOME_UNIT_MATERIAL', DASHBOARD_PERMISSIONS, [
    'materialPerKg',
  ]),
  energyCost: defineMetricEndpoint('energyCost', 'GET /HOME_ENERGY_COST', COST_METRIC_PERMISSIONS, [
    'energyCostPerKg',
    'costPerKg',
  ]),
  output: defineMetricEndpoint('output', 'GET /HOME_OUTPUT_DATA', DASHBOARD_PERMISSIONS, [
    'outputKg',
    'slitOutputKg',
    'goodKg',
    'wasteKg',
  ]),
  teamQ1: defineMetricEndpoint('teamQ1', 'GET /HOME_TEAM_Q1', APPRAISAL_PERMISSIONS, ['q1Percent']),
} as const
export type MetricEndpointName = keyof typeof metricEndpoints
export const metricEndpointList = Object.values(metricEndpoints).map(({ endpoint }) => endpoint)
export type MetricAnswer = EndpointOutput<(typeof metricEndpoints)['output']['endpoint']>

export const statisticsGroupings = [
  'day',
  'week',
  'month',
  'line',
  'team',
  'shift',
  'product',
  'order',
  'customer',
] as const
const createMetricField = (name: ShiftMetricName) => amount({ unit: metrics[name].unit, digits: 6 })
const allMetricFields = Object.fromEntries(shiftMetricNames.map((name) => [name, createMetricField(name)])) as Record<
  ShiftMetricName,
  ReturnType<typeof createMetricField>
>
/**
 * Returns every metric of a range of days by one grouping, with the total. The answer is JSON, or with `format=xlsx` a
 * workbook that also contains the filter and the definitions.
 */
export const plantStatistics = defineEndpoint('plantFigure.statistics', {
  area,
  routes: 'GET /HOME_CS_DATA',
  access: 'statisticsView',
  effect: 'read',
  mayLag: true,
  input: {
    by: choice(statisticsGroupings),
    from: day(),
    to: day(),
    lineId: reference('line'),
    team: text(teamTextOptions),
    format: choice(['json', 'xlsx']),
  },
  output: objectOutput({
    by: choice(statisticsGroupings, { required: true }),
    ...metricDayFields,
    ...calculationStateFields,
    rows: list({ key: text(), label: labelField, ...allMetricFields }, { max: 5000 }),
    total: list(allMetricFields, { max: 1 }),
  }),
  fileMime: XLSX_MIME,
})
export type PlantStatistics = EndpointOutput<typeof plantStatistics>
export const plantStatisticsReport = defineReport(plantStatistics, {
  titleKey: 'contract:menu.statistics',
  tables: [
    {
      rows: 'rows',
      columns: [
        { field: 'label', labelKey: 'overview:inputOptions.by.{by}' },
        ...shiftMetricNames.map((field) => ({ field, decimals: metricDecimals[metrics[field].unit] ?? 0 })),
      ],
      totals: 'total',
    },
  ],
  resources: ['shiftFigure'],
  workbook: {
    name: 'plantFigure.statisticsSheet',
    routes: 'GET /overview/statistics_excel',
    access: 'statisticsExport',
  },
})

/** Orders due in the last seven days, by due day: number finished in time, ordered kg and good kg. */
export const orderCompletion = defineEndpoint('plantFigure.completion', {
  area,
  routes: 'GET /HOME_OUTPUT_CR',
  access: ['dashboardView', 'progressMonitoringView'],
  effect: 'read',
  mayLag: true,
  input: { day: day(), lineId: reference('line') },
  output: listOutput({
    day: day({ required: true }),
    due: integer({ required: true }),
    onTime: integer({ required: true }),
    finishedLate: integer({ required: true }),
    open: integer({ required: true }),
    orderedKg: amount({ unit: 'kg', required: true }),
    goodKg: amount({ unit: 'kg', required: true }),
    // Good kg in % of the ordered kg, without overproduction.
    completionPercent: amount({ unit: '%', digits: 1 }),
  }),
})
