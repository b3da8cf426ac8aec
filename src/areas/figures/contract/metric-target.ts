import { amount, choice, day, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { guardedCostMetrics } from '@/plant/contract/cost-permissions'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { TARGET_DIGITS, targetMetrics, targetPeriods, type TargetMetric } from '../rules/targets'

/** Target 目标 of a line or a team for a month (stored under its first day), a day or a shift. */
export const metricTarget = defineResource('figureTarget', {
  area: 'figures',
  fields: {
    lineId: reference('line'),
    team: text(teamTextOptions),
    figure: choice(Object.keys(targetMetrics) as TargetMetric[], { required: true, guarded: guardedCostMetrics }),
    period: choice(targetPeriods, { required: true }),
    day: day({ required: true }),
    shift: text(shiftTextOptions),
    value: amount({ unit: '', digits: TARGET_DIGITS, required: true, min: 0 }),
    setBy: reference('user', { readonly: true }),
    setAt: moment({ readonly: true }),
  },
  title: ['figure', 'day'],
  filters: ['lineId', 'team', 'figure', 'period', 'day'],
  sort: '-day',
  routes: { list: 'GET /plant/figure_target' },
  permissions: { view: ['dashboardView', 'performanceView', 'teamAssessmentView'] },
})
