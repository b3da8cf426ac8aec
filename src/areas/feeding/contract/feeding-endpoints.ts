import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { fileOutput, defineEndpoint, listOutput, objectOutput, pageOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, flag, integer, moment, note, reference, text } from '@/contract/field'
import { defineReport, getReportEndpoints, WHOLE_ANSWER } from '@/contract/report'
import { resourceOutput } from '@/contract/resource'
import { workOrderLifecycle } from '@/areas/orders/rules/work-order'
import { lotStates } from '@/areas/feeding/rules/feed'
import { gapCauses } from '@/areas/feeding/rules/mass-balance'
import { materialLot } from './material'

const area = 'feeding'
const kgField = amount({ unit: 'kg', required: true })
const massViewPermissions = ['materialWorkOrderView', 'rawMaterialView', 'materialTeamView'] as const
const massFlowFields = {
  fedKg: kgField,
  // Rolls off the winder as in the sums of shifts, with corrections: good, downgraded and waste at the winder, and corrected
  // kilograms that name no grade. Later decisions about a roll at the slitter do not change these masses.
  woundKg: kgField,
  woundGoodKg: kgField,
  woundDowngradedKg: kgField,
  woundWasteKg: kgField,
  woundCorrectedKg: kgField,
  // Material that became no roll and left the line: sold or disposed of, or made into pellets.
  disposedKg: kgField,
  pelletizedKg: kgField,
  // Part of the wound kilograms that is not weighed yet.
  inProcessKg: kgField,
  // The masses below follow each jumbo: they include downgrades found at the slitter and exclude corrections. Metrics of
  // the same names have other values, so pages and workbooks show the fields above.
  goodKg: { ...kgField, replacedBy: ['woundGoodKg'] },
  downgradedKg: { ...kgField, replacedBy: ['woundDowngradedKg'] },
  wasteKg: { ...kgField, replacedBy: ['woundWasteKg', 'disposedKg'] },
  recycledKg: { ...kgField, replacedBy: ['pelletizedKg'] },
} as const
const balanceFields = {
  ...massFlowFields,
  // Increase of the hopper content; negative if the order used material that was already in the hoppers.
  hopperKg: kgField,
  gapKg: kgField,
  gapPercent: amount({ unit: '%' }),
  closes: flag({ required: true }),
  // Most likely reason for the gap, to check first; see `rules/mass-balance`.
  cause: choice(gapCauses, { required: true }),
} as const

/** Labels a column by its answer field. */
const toBalanceColumn = <Name extends string>(field: Name) => ({ field, labelKey: `feeding:answers.${field}` })
const orderFilters = { state: text({ max: 100 }), lineId: reference('line'), keyword: text({ max: 200 }) } as const
/** Lists orders with the mass fed to them by kind and their mass balance. */
export const materialOrders = defineEndpoint('feed.orders', {
  area,
  routes: 'GET /mater/get_material_order',
  access: massViewPermissions,
  effect: 'read',
  mayLag: true,
  input: {
    ...orderFilters,
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: pageOutput({
    id: text({ required: true, max: 36 }),
    number: text({ required: true }),
    state: choice(workOrderLifecycle.states, { required: true }),
    lineId: reference('line'),
    productId: reference('product', { required: true }),
    startedAt: moment(),
    mainKg: kgField,
    subKg: kgField,
    packKg: kgField,
    midKg: kgField,
    surKg: kgField,
    ...balanceFields,
  }),
})
/** Exports the orders of `materialOrders` as a workbook. */
export const materialOrdersWorkbook = defineEndpoint('feed.ordersSheet', {
  area,
  routes: 'GET /mater/material_order_excel',
  access: 'materialWorkOrderExport',
  effect: 'read',
  mayLag: true,
  input: orderFilters,
  output: fileOutput(XLSX_MIME),
})
/**
 * Lists the mass that each team fed and made. `carriedKg` is the difference, because material fed in one shift is wound
 * in the next. A positive mass went to the next shift, a negative mass came from the previous shift. The balance of a
 * team is not judged, because a team would answer for material that another team fed.
 */
export const materialTeams = defineEndpoint('feed.teams', {
  area,
  routes: 'GET /production/team',
  access: massViewPermissions,
  effect: 'read',
  mayLag: true,
  input: { from: day(), to: day(), lineId: reference('line'), workOrderId: reference('workOrder') },
  output: listOutput({
    team: text(teamTextOptions),
    shifts: integer({ required: true }),
    mainKg: kgField,
    subKg: kgField,
    ...massFlowFields,
    carriedKg: kgField,
  }),
})
/** The parts of a team's output, in the order of the chart. */
export const teamOutputFields = [
  'woundGoodKg',
  'woundDowngradedKg',
  'woundWasteKg',
  'woundCorrectedKg',
  'disposedKg',
  'pelletizedKg',
  'carriedKg',
] as const
export const materialTeamReport = defineReport(materialTeams, {
  titleKey: 'feeding:actions.feed_teams',
  tables: [
    {
      rows: WHOLE_ANSWER,
      columns: [
        { field: 'team', labelKey: 'feeding:feed.fields.team' },
        ...(['shifts', 'fedKg', 'woundKg', ...teamOutputFields, 'inProcessKg', 'mainKg', 'subKg'] as const).map(
          toBalanceColumn,
        ),
      ],
    },
  ],
  resources: ['feed', 'jumboRoll', 'recycle', 'figureCorrection'],
  workbook: { name: 'feed.teamsSheet', routes: 'GET /production/team_excel', access: 'materialTeamExport' },
})
/** Returns the mass balance of an order or of a line's shift; a shift is not judged, see `materialTeams`. */
export const massBalanceReport = defineEndpoint('feed.balance', {
  area,
  routes: 'GET /mater/balance',
  access: massViewPermissions,
  effect: 'read',
  mayLag: true,
  input: {
    workOrderId: reference('workOrder'),
    lineId: reference('line'),
    businessDate: day(),
    shift: text(shiftTextOptions),
  },
  output: objectOutput({
    ...balanceFields,
    closes: flag({}),
    cause: choice(gapCauses),
    tolerancePercent: amount({ unit: '%', required: true }),
  }),
})
/** Records the decision of quality on a lot: release, concession or block, with the reason. */
export const decideLot = defineEndpoint('materialLot.decide', {
  area,
  routes: 'POST /mater/lot_decide',
  access: 'rawMaterialInspectionApprove',
  effect: 'write',
  input: {
    id: reference('materialLot', { required: true }),
    version: integer({ min: 1 }),
    state: choice(lotStates, { required: true }),
    reason: note({ max: 1000 }),
  },
  output: resourceOutput(materialLot),
})
export const feedingEndpoints = [
  materialOrders,
  materialOrdersWorkbook,
  ...getReportEndpoints(materialTeamReport),
  massBalanceReport,
  decideLot,
] as const
