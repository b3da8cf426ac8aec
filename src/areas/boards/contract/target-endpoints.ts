import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { amount, choice, day, integer, list, moment, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { targetMetrics, targetPeriods, type TargetMetric } from '@/areas/figures/rules/targets'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'

const area = 'boards'
const metricField = choice(Object.keys(targetMetrics) as TargetMetric[], {
  required: true,
  restrictedOptions: restrictedCostMetrics,
})
const periodField = choice(targetPeriods, { required: true })
const valueField = amount({ unit: '', digits: 4, min: 0 })

/** 目标变更记录: who changed a target, and its values before and after; a null value means no target. */
export const targetChange = defineResource('targetChange', {
  area,
  fields: {
    lineId: reference('line', { readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    figure: metricField,
    period: periodField,
    day: day({ required: true, readonly: true }),
    shift: text(shiftTextOptions),
    before: valueField,
    after: valueField,
    userId: reference('user', { readonly: true }),
    at: moment({ required: true, readonly: true }),
  },
  title: ['figure', 'day'],
  filters: ['lineId', 'team', 'figure', 'day'],
  sort: '-at',
  routes: { list: 'GET /plant/target_change' },
  permissions: { view: ['dashboardView', 'performanceView'] },
})

const periodInput = { from: day(), to: day() } as const
const targetList = list(
  {
    of: text({ required: true, max: 40 }),
    label: text({ required: true }),
    figure: metricField,
    period: periodField,
    day: day({ required: true }),
    shift: text(shiftTextOptions),
    value: amount({ unit: '', digits: 4, required: true }),
    setBy: text({ nameOfRow: 'user' }),
    setAt: moment(),
  },
  { max: 20_000 },
)
const targetsOutput = objectOutput({ from: day({ required: true }), to: day({ required: true }), targets: targetList })
/** A null value removes the target. */
const targetFields = {
  figure: metricField,
  period: periodField,
  day: day({ required: true }),
  shift: text(shiftTextOptions),
  value: valueField,
} as const

/** 产线目标: targets of lines in a period (default: this month), with who set each and when. */
export const lineTargets = defineEndpoint('lineTarget.read', {
  area,
  routes: 'GET /SET_LINE_PRODUCT',
  access: 'dashboardView',
  effect: 'read',
  input: { ...periodInput, lineId: reference('line') },
  output: targetsOutput,
})
/** Sets targets of lines by month, day or shift, all or none. Targets without a value are removed. */
export const setLineTargets = defineEndpoint('lineTarget.set', {
  area,
  routes: 'POST /SET_LINE_PRODUCT',
  access: 'dashboardEdit',
  effect: 'write',
  input: {
    targets: list({ lineId: reference('line', { required: true }), ...targetFields }, { required: true, max: 400 }),
  },
  output: objectOutput({ changed: integer({ required: true }) }),
})
/** 班组目标: targets of teams in a period (default: this month), with who set each and when. */
export const teamTargets = defineEndpoint('teamTarget.read', {
  area,
  routes: 'GET /SET_TEAM_PRODUCT',
  access: 'dashboardView',
  effect: 'read',
  input: { ...periodInput, team: text(teamTextOptions) },
  output: targetsOutput,
})
/** Sets targets of teams by month, day or shift, all or none. Targets without a value are removed. */
export const setTeamTargets = defineEndpoint('teamTarget.set', {
  area,
  routes: 'POST /SET_TEAM_PRODUCT',
  access: 'dashboardEdit',
  effect: 'write',
  input: {
    targets: list(
      { team: text({ ...teamTextOptions, required: true }), ...targetFields },
      { required: true, max: 400 },
    ),
  },
  output: objectOutput({ changed: integer({ required: true }) }),
})
export const targetEndpoints = [lineTargets, setLineTargets, teamTargets, setTeamTargets] as const
