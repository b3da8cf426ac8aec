import { amount, day, integer, note, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'

const figure = (unit: string, digits = 3) => amount({ unit, digits, readonly: true })
/** Figures of a month as they stood when it was written up. */
export const monthFigures = {
  electricityKwh: figure('kWh', 1),
  gasM3: figure('m³', 1),
  waterM3: figure('m³', 1),
  tce: figure('tce'),
  energyCost: figure('CNY', 2),
  goodKg: figure('kg', 1),
  kwhPerKg: figure('kWh/kg', 4),
  // Against the month before, and the same month a year before.
  beforePercent: figure('%', 1),
  yearBeforePercent: figure('%', 1),
  // Hours that meters lacked.
  missingHours: integer({ unit: 'h', readonly: true }),
} as const

/** 月度能耗分析: what a month was, why, and what is done about it. The first day names the month. */
export const energyMonth = defineResource('energyMonth', {
  area: 'energy',
  fields: {
    month: day({ required: true }),
    analysis: note({ required: true }),
    measures: note(),
    ownerId: reference('user'),
    dueOn: day(),
    ...monthFigures,
    writtenBy: reference('user', { readonly: true }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month', 'ownerId'],
  search: ['analysis', 'measures'],
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
