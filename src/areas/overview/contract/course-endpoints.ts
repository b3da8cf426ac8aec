import { defineEndpoint, objectOutput, type EndpointOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, list, moment, reference, text } from '@/contract/field'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { periodKinds } from '@/plant/rules/periods'
import { lineStates } from '../rules/line-state'
import { lossKinds } from '../rules/losses'
import { glancePeriods } from './glance-endpoints'
import { comparedMetricFields, metricDayFields } from './metric-endpoints'

const area = 'overview'

const metricField = choice(shiftMetricNames, { restrictedOptions: restrictedCostMetrics })
/** Number of periods in the course of a metric, including the current one. */
export const COURSE_PERIODS = 14
/** The last 14 periods of the plant's metrics, for sparklines. */
export const metricCourse = defineEndpoint('plantGlance.course', {
  area,
  routes: 'GET /plant/metric_course',
  access: ['dashboardView', 'statisticsView'],
  effect: 'read',
  mayLag: true,
  input: {
    period: choice(periodKinds),
    // Any business date of the period that is drawn last; today by default.
    day: day(),
    lineId: reference('line'),
    // Adds the values of this metric by line.
    figure: metricField,
  },
  output: objectOutput({
    period: choice(periodKinds, { required: true }),
    // True if the last period still runs.
    running: flag({ required: true }),
    periods: list({ ...metricDayFields }, { max: COURSE_PERIODS }),
    metrics: list(
      {
        figure: { ...metricField, required: true },
        // One entry per period.
        values: list({ value: comparedMetricFields.value }, { max: COURSE_PERIODS }),
      },
      { max: 40 },
    ),
    // Filled if `figure` is given; lines without any value are left out.
    lines: list(
      {
        lineId: reference('line', { required: true }),
        label: text({ required: true }),
        values: list({ value: comparedMetricFields.value }, { max: COURSE_PERIODS }),
      },
      { max: 500 },
    ),
  }),
})
export type MetricCourse = EndpointOutput<typeof metricCourse>

/** States of the lines over some hours, by default the last 24. */
export const lineBands = defineEndpoint('plantGlance.lineBands', {
  area,
  routes: 'GET /plant/line_bands',
  access: ['dashboardView', 'lineStatusView'],
  effect: 'read',
  mayLag: true,
  input: { from: moment(), to: moment(), lineId: reference('line') },
  output: objectOutput({
    from: moment({ required: true }),
    to: moment({ required: true }),
    lines: list(
      {
        lineId: reference('line', { required: true }),
        label: text({ required: true }),
        segments: list(
          {
            from: moment({ required: true }),
            to: moment({ required: true }),
            state: choice(lineStates, { required: true }),
            reason: text(),
          },
          { max: 2000 },
        ),
      },
      { max: 500 },
    ),
  }),
})
export type LineBands = EndpointOutput<typeof lineBands>

/**
 * Losses of the planned busy time of the web lines in a shift or period: stops per reason, slow running, and the running
 * time for downgraded web and waste. The largest loss comes first; the hours add up to busy time × (1 − OEE).
 */
export const plantLosses = defineEndpoint('plantGlance.losses', {
  area,
  routes: 'GET /plant/losses',
  access: ['dashboardView', 'statisticsView'],
  effect: 'read',
  mayLag: true,
  input: { period: choice(glancePeriods), day: day(), shift: text({ max: 40 }), lineId: reference('line') },
  output: objectOutput({
    ...metricDayFields,
    shift: text(),
    running: flag({ required: true }),
    // Time in which the lines were to produce.
    busyHours: amount({ unit: 'h', digits: 3, required: true }),
    losses: list(
      {
        kind: choice(lossKinds, { required: true }),
        // Filled for stops with a reason.
        reasonId: reference('stopReason'),
        label: text({ required: true }),
        hours: amount({ unit: 'h', digits: 3, required: true }),
        // Filled for downgraded web and waste.
        kg: amount({ unit: 'kg', digits: 3 }),
      },
      { max: 200 },
    ),
  }),
})
export type PlantLosses = EndpointOutput<typeof plantLosses>
