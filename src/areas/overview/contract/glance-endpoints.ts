import { defineEndpoint, objectOutput, type EndpointOutput } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, list, moment, reference, text } from '@/contract/field'
import { periodKinds } from '@/plant/rules/periods'
import { equipmentUseLifecycle, machineConditions } from '@/areas/equipment/rules/equipment'
import { dueByKinds, meterUnits } from '@/areas/maintenance/rules/pm-plan'
import { lineStates } from '../rules/line-state'
import { comparedMetricFields, calculationStateFields } from './metric-endpoints'

const area = 'overview'
export const glancePeriods = ['shift', ...periodKinds] as const
export type GlancePeriod = (typeof glancePeriods)[number]
/**
 * Returns the plant at a glance: metrics of a shift or period against their targets, states of the lines, cost and late
 * work. The default shift is the current shift once half of it is over, else the previous shift. Costs are filled only
 * for persons who may see them.
 */
export const glanceNow = defineEndpoint('plantGlance.now', {
  area,
  routes: 'GET /HOME_TODAY_DATA',
  access: 'dashboardView',
  effect: 'read',
  input: { period: choice(glancePeriods), day: day(), shift: text({ max: 40 }) },
  output: objectOutput({
    period: choice(glancePeriods, { required: true }),
    from: day({ required: true }),
    to: day({ required: true }),
    // Filled only if `period` is `shift`.
    shift: text(),
    team: text(),
    startsAt: moment({ required: true }),
    endsAt: moment({ required: true }),
    running: flag({ required: true }),
    passedPercent: amount({ unit: '%', digits: 1, required: true }),
    ...calculationStateFields,
    figures: list(comparedMetricFields, { max: 20 }),
    // True if the person may see costs.
    mayCost: flag({ required: true }),
    // Costs of the whole output and of its energy; empty without the permission, or while no cost is known.
    cost: amount({ unit: 'CNY', digits: 2 }),
    energyCost: amount({ unit: 'CNY', digits: 2 }),
    lines: list({
      lineId: reference('line', { required: true }),
      label: text({ required: true }),
      // True for a line that makes web, false for a slitter.
      web: flag({ required: true }),
      state: choice(lineStates, { required: true }),
      since: moment(),
      reason: text(),
      stopId: reference('lineStop'),
      workOrderId: reference('workOrder'),
      order: text({ nameOf: 'workOrderId' }),
      product: text(),
      kg: amount({ unit: 'kg' }),
      target: amount({ unit: 'kg' }),
      // Part of the target that is due by now.
      due: amount({ unit: 'kg' }),
      verdict: comparedMetricFields.verdict,
      standingMinutes: amount({ unit: 'min', digits: 0 }),
    }),
    ordersLate: integer({ required: true }),
    ordersDueToday: integer({ required: true }),
    repairsOpen: integer({ required: true }),
    repairsStopping: integer({ required: true }),
    upkeepOverdue: integer({ required: true }),
    stopsUnexplained: integer({ required: true }),
    late: list(
      {
        workOrderId: reference('workOrder', { required: true }),
        number: text({ required: true }),
        product: text({ required: true }),
        customer: text(),
        dueOn: day({ required: true }),
        orderedKg: amount({ unit: 'kg' }),
        goodKg: amount({ unit: 'kg', required: true }),
        lateMinutes: integer({ unit: 'min', required: true }),
      },
      { max: 20 },
    ),
  }),
})
export type Glance = EndpointOutput<typeof glanceNow>

/** 设备状态: machines by state and condition, open repairs and due maintenance, by line. */
export const machineSituation = defineEndpoint('machineSituation.now', {
  area,
  routes: 'GET /overview/machines',
  access: 'deviceSituationView',
  effect: 'read',
  output: objectOutput({
    machines: integer({ required: true }),
    faulty: integer({ required: true }),
    repairsOpen: integer({ required: true }),
    repairsStopping: integer({ required: true }),
    upkeepDue: integer({ required: true }),
    upkeepOverdue: integer({ required: true }),
    states: list({
      state: text({ required: true }),
      condition: text({ required: true }),
      machines: integer({ required: true }),
    }),
    lines: list({
      lineId: reference('line'),
      label: text({ required: true }),
      machines: integer({ required: true }),
      faulty: integer({ required: true }),
      repairs: integer({ required: true }),
      upkeep: integer({ required: true }),
    }),
    // The machine map: every machine that is not discarded.
    equipment: list(
      {
        equipmentId: reference('equipment', { required: true }),
        code: text({ required: true }),
        label: text({ required: true }),
        lineId: reference('line'),
        state: choice(equipmentUseLifecycle.states, { required: true }),
        condition: choice(machineConditions, { required: true }),
        // True if its repair stops the line.
        lineStopped: flag({ required: true }),
      },
      { max: 1000 },
    ),
    // Number of open repairs by age; the last age has no end.
    repairAges: list(
      {
        fromDays: integer({ required: true, unit: 'd' }),
        toDays: integer({ unit: 'd' }),
        repairs: integer({ required: true }),
        stopping: integer({ required: true }),
      },
      { max: 10 },
    ),
    repairs: list(
      {
        repairId: reference('repair', { required: true }),
        number: text({ required: true }),
        machine: text({ required: true, nameOfRow: 'equipment' }),
        lineId: reference('line'),
        state: text({ required: true }),
        severity: text({ required: true }),
        lineStopped: flag({ required: true }),
        since: moment({ required: true }),
        expectedOn: day(),
      },
      { max: 50 },
    ),
    upkeep: list(
      {
        pmPlanId: reference('pmPlan', { required: true }),
        title: text({ required: true }),
        machine: text({ required: true, nameOfRow: 'equipment' }),
        state: text({ required: true }),
        dueOn: day(),
        // Displayed instead of `dueOn` if a meter decides, because the reading is more precise than the forecast day.
        dueBy: choice(dueByKinds),
        dueReading: amount({ unit: '', digits: 3 }),
        currentReading: amount({ unit: '', digits: 3 }),
        meterUnit: choice(meterUnits),
      },
      { max: 50 },
    ),
  }),
})
export type MachineSituation = EndpointOutput<typeof machineSituation>
