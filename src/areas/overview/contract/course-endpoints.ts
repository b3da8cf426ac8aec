import { defineEndpoint, objectOutput, type EndpointOutput } from '@/contract/endpoint'
import { choice, day, flag, list, moment, reference, text } from '@/contract/field'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { periodKinds } from '@/plant/rules/periods'
import { lineStates } from '../rules/line-state'
import { comparedMetricFields, metricDayFields } from './metric-endpoints'

const area = 'overview'

/** Number of periods in the course of a metric, including the current one. */
export const COURSE_PERIODS = 14
/** The last 14 periods of the plant's metrics, for sparklines. */
export const metricCourse = defineEndpoint('plantGlance.course', {
  area,
  routes: 'GET /plant/metric_course',
  access: ['dashboardView', 'statisticsView'],
  effect: 'read',
  input: {
    period: choice(periodKinds),
    // Any business date of the period that is drawn last; today by default.
    day: day(),
    lineId: reference('line'),
  },
  output: objectOutput({
    period: choice(periodKinds, { required: true }),
    // True if the last period still runs.
    running: flag({ required: true }),
    periods: list({ ...metricDayFields }, { max: COURSE_PERIODS }),
    metrics: list(
      {
        figure: choice(shiftMetricNames, { required: true, restrictedOptions: restrictedCostMetrics }),
        // One entry per period.
        values: list({ value: comparedMetricFields.value }, { max: COURSE_PERIODS }),
      },
      { max: 40 },
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
