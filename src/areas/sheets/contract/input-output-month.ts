/** 月度投入产出: input and output of a month, and their approval by statistics and finance. */
import { defineCommand } from '@/contract/command'
import { defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, flag, list, moment, note, reference, text } from '@/contract/field'
import { definePresets } from '@/contract/preset'
import { defineReport, getReportEndpoints } from '@/contract/report'
import { defineResource, resourceOutput } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { approvalSources, validateFinanceApproval, inputOutputMonthLifecycle } from '../rules/input-output'
import {
  sheetsArea,
  formatInput,
  reportCountField,
  reportKgField,
  reportLabelField,
  personNameField,
} from './report-fields'

const readonlyKg = { ...reportKgField, readonly: true, default: 0 } as const
const monthField = text({ required: true, max: 7 })
const momentField = moment({ readonly: true })
const userField = reference('user', { readonly: true })
/** 投入产出月表: sums of a month, and who approved them. */
export const inputOutputMonth = defineResource('inputOutputMonth', {
  area: sheetsArea,
  fields: {
    month: monthField,
    state: choice(inputOutputMonthLifecycle.states, { readonly: true, default: 'entered' }),
    // As of the time of compilation or approval.
    inputKg: readonlyKg,
    manualInputKg: readonlyKg,
    packKg: readonlyKg,
    outputKg: readonlyKg,
    manualOutputKg: readonlyKg,
    percent: amount({ unit: '%', digits: 3, readonly: true }),
    enteredBy: userField,
    enteredAt: momentField,
    statisticalBy: userField,
    statisticalAt: momentField,
    financialBy: userField,
    financialAt: momentField,
    // Reason why the approvals were withdrawn, entered by a person or set when a source row changed.
    reason: note({ readonly: true, max: 1000, presets: definePresets('sheets:presets.changedSince', approvalSources) }),
  },
  title: ['month'],
  unique: [['month']],
  filters: ['month', 'state'],
  sort: '-month',
  routes: { list: 'GET /sheet/input_output_months' },
  permissions: { view: ['inputOutputSheetView', 'monthClosingView'] },
})
/** 汇总: compiles the current sums of a month. */
export const compileMonth = defineEndpoint('inputOutputMonth.rollUp', {
  area: sheetsArea,
  routes: 'POST /input_output_month',
  access: ['inputOutputSheetAdd', 'inputOutputSheetStatisticalApprove', 'inputOutputSheetFinancialApprove'],
  effect: 'write',
  input: { month: monthField },
  output: resourceOutput(inputOutputMonth),
})
const clearedApprovals = { statisticalBy: null, statisticalAt: null, financialBy: null, financialAt: null } as const
/** 统计审核: approves the month for statistics and stores its current sums. */
export const approveStatistics = defineCommand(inputOutputMonth, inputOutputMonthLifecycle, 'approveStatistics', {
  routes: 'POST /sheet/input_output_statistical',
  individualOnly: true,
  serverFields: ['inputKg', 'manualInputKg', 'packKg', 'outputKg', 'manualOutputKg', 'percent'],
  offline: false,
  apply: (_row, _input, { at: now, personId }) => ({ statisticalBy: personId, statisticalAt: now, reason: null }),
})
/** 财务审核: approves the month for finance. The approver of the statistics may not do this. */
export const approveFinance = defineCommand(inputOutputMonth, inputOutputMonthLifecycle, 'approveFinance', {
  routes: 'POST /sheet/input_output_financial',
  individualOnly: true,
  offline: false,
  forbiddenReason: validateFinanceApproval,
  getNotBefore: (row) => row.statisticalAt,
  apply: (_row, _input, { at: now, personId }) => ({ financialBy: personId, financialAt: now }),
})
/** 撤回审核: withdraws the approvals. */
export const withdrawMonthApprovals = defineCommand(inputOutputMonth, inputOutputMonthLifecycle, 'takeBack', {
  routes: 'POST /sheet/input_output_take_back',
  offline: false,
  input: { reason: note({ required: true, max: 1000 }) },
  apply: () => clearedApprovals,
})
const monthSums = {
  inputKg: { ...reportKgField, required: true },
  manualInputKg: { ...reportKgField, required: true },
  packKg: { ...reportKgField, required: true },
  outputKg: { ...reportKgField, required: true },
  manualOutputKg: { ...reportKgField, required: true },
  percent: amount({ unit: '%', digits: 3 }),
} as const
export const monthMaterialRow = {
  materialId: reference('material'),
  material: { ...reportLabelField, nameOf: 'materialId' },
  kind: choice(materialKinds),
  kg: reportKgField,
  // Set for the sum of the corrections, which name no material.
  origin: choice(['correction']),
  manualKg: reportKgField,
  percent: amount({ unit: '%', digits: 2 }),
} as const
export const monthProductRow = {
  productId: reference('product'),
  product: { ...reportLabelField, nameOf: 'productId' },
  rolls: reportCountField,
  kg: reportKgField,
  origin: choice(['correction']),
  manualKg: reportKgField,
} as const
/** 月度投入产出: current sums of a month by material and product, next to the approved ones (default: last month). */
export const inputOutputMonthReport = defineReport(
  defineEndpoint('inputOutputMonth.sheet', {
    area: sheetsArea,
    routes: 'GET /input_output_month',
    access: ['inputOutputSheetView', 'monthClosingView'],
    effect: 'read',
    mayLag: true,
    input: { month: text({ max: 7 }), ...formatInput },
    output: objectOutput({
      month: monthField,
      state: choice(inputOutputMonthLifecycle.states, { required: true }),
      id: text({ max: 36 }),
      version: reportCountField,
      closed: flag({ required: true }),
      // `inputKg` and `outputKg` include these corrections of the metrics.
      ...monthSums,
      correctedInputKg: { ...reportKgField, required: true },
      correctedOutputKg: { ...reportKgField, required: true },
      // The same sums according to the shift metrics. They differ while days wait for recalculation.
      figuresInputKg: reportKgField,
      figuresOutputKg: reportKgField,
      // Approved sums; empty before the approval.
      approvedInputKg: reportKgField,
      approvedOutputKg: reportKgField,
      enteredBy: personNameField,
      enteredAt: moment(),
      statisticalBy: personNameField,
      statisticalAt: moment(),
      financialBy: personNameField,
      financialAt: moment(),
      reason: note({}),
      materials: list(monthMaterialRow),
      products: list(monthProductRow),
    }),
    fileMime: XLSX_MIME,
  }),
  {
    titleKey: 'sheets:names.inputOutputMonth',
    closedMonthsKey: 'plant:report.closedMonths',
    tables: [
      {
        rows: 'materials',
        titleKey: 'sheets:answers.input',
        columns: ['material', 'kind', 'kg', 'origin', 'manualKg', 'percent'],
      },
      {
        rows: 'products',
        titleKey: 'sheets:answers.output',
        columns: ['product', 'rolls', 'kg', 'origin', 'manualKg'],
      },
    ],
    resources: ['inputOutputMonth', 'inputLine', 'outputLine', 'feed', 'jumboRoll', 'figureCorrection', 'plantMonth'],
    exportAccess: 'inputOutputSheetExport',
  },
)
export const inputOutputMonthEndpoints = [
  compileMonth,
  approveStatistics,
  approveFinance,
  withdrawMonthApprovals,
  ...getReportEndpoints(inputOutputMonthReport),
]
