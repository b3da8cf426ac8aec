import { defineCommand } from '@/contract/command'
import {
  amount,
  choice,
  day,
  image,
  integer,
  list,
  moment,
  getFieldNames,
  note,
  reference,
  references,
} from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { energyAbnormalLifecycle } from '../rules/abnormal-case'
import { energyMedia } from '../rules/meter-tree'

const metricField = amount({ unit: '', digits: 3, required: true, readonly: true })
/** Fields that the person on the spot fills in. */
export const explainedFields = {
  causeKind: choice(['leak', 'idleRunning', 'setting', 'fault', 'production', 'weather', 'reading', 'other']),
  cause: note({ max: 2000 }),
  measure: note({ max: 2000 }),
  images: image({ max: 6 }),
} as const

/** One meter of a case; amounts in the unit of its medium. */
const caseMeterFields = {
  energyMeterId: reference('energyMeter', { required: true }),
  medium: choice(energyMedia, { required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
  hours: integer({ required: true, unit: 'h' }),
  used: amount({ unit: '', digits: 3, required: true }),
  usual: amount({ unit: '', digits: 3, required: true }),
  excess: amount({ unit: '', digits: 3, required: true }),
  deviations: amount({ unit: '', digits: 1, required: true }),
} as const

/**
 * 异常用能: consecutive hours of abnormal use. The meters of a line, or a meter without a line, used far more or less than
 * in the same hours of the previous four weeks.
 */
export const energyAbnormal = defineResource('energyAbnormal', {
  area: 'energy',
  fields: {
    state: choice(energyAbnormalLifecycle.states, { required: true, readonly: true }),
    lineId: reference('line', { readonly: true }),
    // The leading meter of the case; the amounts below are those of this meter.
    energyMeterId: reference('energyMeter', { required: true, readonly: true }),
    medium: choice(energyMedia, { required: true, readonly: true }),
    direction: choice(['high', 'low'], { required: true, readonly: true }),
    day: day({ required: true, readonly: true }),
    // The period of all meters of the case.
    startsAt: moment({ required: true, readonly: true }),
    endsAt: moment({ required: true, readonly: true }),
    hours: integer({ required: true, readonly: true, unit: 'h' }),
    // In the unit of the medium: consumption, median of the same hours of earlier days, and the difference.
    used: metricField,
    usual: metricField,
    excess: metricField,
    // Distance of the most unusual hour from the median, as a multiple of the usual spread.
    deviations: amount({ unit: '', digits: 1, required: true, readonly: true }),
    // Stops of the line in that time, the longest overlap first.
    stopIds: references('lineStop', { readonly: true, max: 50 }),
    meters: list(caseMeterFields, { readonly: true, max: 500 }),
    // Ids of `meters`, so that cases can be filtered by meter.
    meterIds: references('energyMeter', { readonly: true, hidden: true, max: 500 }),
    ...explainedFields,
    explainedBy: reference('user', { readonly: true }),
    explainedAt: moment({ readonly: true }),
  },
  title: ['energyMeterId', 'startsAt'],
  unique: [['lineId', 'energyMeterId', 'startsAt', 'direction']],
  filters: ['state', 'lineId', 'meterIds', 'medium', 'direction', 'day', 'causeKind'],
  search: ['cause', 'measure'],
  sort: '-startsAt',
  inShiftPack: true,
  routes: { list: 'GET /ENERGY_ABNORMAL', export: 'GET /energy/abnormal_excel' },
  permissions: { view: 'energyAnalysisView', export: 'energyAnalysisExport' },
})
/** 原因与措施: entered on the spot, also offline. A repeated explanation replaces the previous one. */
export const explainAbnormal = defineCommand(energyAbnormal, energyAbnormalLifecycle, 'explain', {
  routes: 'POST /energy/abnormal_cause',
  writes: getFieldNames(explainedFields),
  input: { cause: note({ required: true, max: 2000 }) },
  getNotBefore: (row) => row.endsAt,
  apply: (_row, _input, { at, personId }) => ({ explainedBy: personId, explainedAt: at }),
})
