import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { defineReport, WHOLE_ANSWER } from '@/contract/report'
import { amount, choice, day, flag, integer, list, reference, text, type Field } from '@/contract/field'
import { closedMonthsField } from '@/plant/contract/report-columns'
import type { MetricName } from '@/plant/rules/metrics'

const area = 'reports'
const hoursField = amount({ unit: 'h', required: true })
/** Stop metrics in the order in which tables show them. */
const stopMetricFields = {
  availabilityPercent: amount({ unit: '%' }),
  stops: integer({ required: true }),
  unplanned: integer({ required: true }),
  mtbsHours: amount({ unit: 'h' }),
  mdtHours: amount({ unit: 'h' }),
  plannedHours: hoursField,
  unplannedHours: hoursField,
  unknownHours: hoursField,
} as const satisfies Partial<Record<MetricName, Field>>
// `correctedHours`: stop time that people added or, if negative, took away. It is part of no recorded stop, but it lowers
// the availability like a stop, as on the dashboards. `periodHours` is the length of the analysed shifts, up to now.
const metricFields = { ...stopMetricFields, correctedHours: hoursField, periodHours: hoursField } as const
const percentField = amount({ unit: '%', required: true })

/**
 * Pareto of stops, and MTBS, MDT and availability per line, team and shift, with their trend; see `rules/stop-analysis`.
 * Without `lineId`, all web lines are analysed; `slitters` adds the slitters. A line counts from the day it was put in
 * use or, if later, from its first run. Days are business dates of the plant's calendar, by default the last 30. A stop
 * across a shift change adds time to both shifts, but counts as a stop only in the shift in which it began. The metrics
 * include corrections of stop time. The Pareto and `correctedHours` show these corrections separately, negative if time
 * was taken away.
 */
export const stopAnalysis = defineEndpoint('lineStop.analyse', {
  area,
  routes: 'GET /production/stop_analyse',
  access: 'shutdownAnalysisView',
  effect: 'read',
  mayLag: true,
  input: {
    from: day(),
    to: day(),
    lineId: reference('line'),
    team: text(teamTextOptions),
    shift: text(shiftTextOptions),
    slitters: flag({}),
  },
  output: objectOutput({
    from: day({ required: true }),
    to: day({ required: true }),
    closedMonths: closedMonthsField,
    ...metricFields,
    pareto: list({
      reasonId: reference('stopReason'),
      label: text({ required: true }),
      class: choice(['planned', 'unplanned', 'unknown', 'corrected'], { required: true }),
      count: integer({ required: true }),
      hours: hoursField,
      percent: percentField,
      cumulative: percentField,
    }),
    lines: list({ lineId: reference('line', { required: true }), label: text({ required: true }), ...metricFields }),
    teams: list({ team: text(teamTextOptions), ...metricFields }),
    shifts: list({ shift: text({ max: 40, required: true }), ...metricFields }),
    trend: list({ from: day({ required: true }), to: day({ required: true }), ...metricFields }),
  }),
})
const stopMetricColumns = [
  ...(Object.keys(stopMetricFields) as (keyof typeof stopMetricFields)[]),
  'correctedHours',
] as const
export const stopAnalysisReport = defineReport(stopAnalysis, {
  titleKey: 'contract:menu.shutdownAnalysis',
  tables: [
    {
      rows: 'lines',
      titleKey: 'reports:answers.lines',
      columns: [{ field: 'label', labelKey: 'reports:inputs.lineId' }, ...stopMetricColumns],
      totals: WHOLE_ANSWER,
    },
    {
      rows: 'teams',
      titleKey: 'reports:answers.teams',
      columns: [{ field: 'team', labelKey: 'reports:inputs.team' }, ...stopMetricColumns],
      totals: WHOLE_ANSWER,
    },
  ],
  resources: ['lineStop', 'stopReason', 'shiftRotation', 'figureCorrection'],
})
