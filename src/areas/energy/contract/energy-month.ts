import { amount, day, integer, note, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'

const metricField = (unit: string, digits = 3) => amount({ unit, digits, readonly: true })
/** Metrics of a month at the time its analysis was written. */
export const monthMetricFields = {
  electricityKwh: metricField('kWh', 1),
  gasM3: metricField('m³', 1),
  waterM3: metricField('m³', 1),
  tce: metricField('tce'),
  energyCost: metricField('CNY', 2),
  goodKg: metricField('kg', 1),
  kwhPerKg: metricField('kWh/kg', 4),
  // Change against the previous month and against the same month of the previous year.
  beforePercent: metricField('%', 1),
  yearBeforePercent: metricField('%', 1),
  // Hours without readings, over all meters.
  missingHours: integer({ unit: 'h', readonly: true }),
} as const

/** 月度能耗分析: metrics of a month, their reasons and the measures taken. `month` is the first day of the month. */
export const energyMonth = defineResource('energyMonth', {
  area: 'energy',
  fields: {
    month: day({ required: true }),
    analysis: note({ required: true }),
    measures: note(),
    ownerId: reference('user'),
    dueOn: day(),
    ...monthMetricFields,
    writtenBy: reference('user', { readonly: true }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month', 'ownerId'],
  search: ['analysis', 'measures'],
  dateOrder: [['month', 'dueOn']],
  sort: '-month',
  routes: {
    list: 'GET /energy_analyse_month',
    create: 'POST /energy_analyse_month',
    update: 'PUT /energy/analyse_month',
    remove: 'DELETE /energy/analyse_month',
    export: 'GET /energy/analyse_month_excel',
  },
  permissions: {
    view: 'energyAnalysisView',
    add: 'energyAnalysisEdit',
    edit: 'energyAnalysisEdit',
    delete: 'energyAnalysisEdit',
    export: 'energyAnalysisExport',
  },
})
