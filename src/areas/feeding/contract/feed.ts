import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, listOutput, XLSX_MIME, type ApiRoute } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourcePageOutput, type ActionContext, type ListQuery } from '@/contract/resource'
import {
  counterCauses,
  isEmptying,
  feedWarnings,
  materialKinds,
  needsHopper,
  type MaterialKind,
} from '@/areas/feeding/rules/feed'
import { lotStates } from '@/areas/feeding/rules/lot'
import { lotPortionsField } from './lot-portions'
import { counterReasons, emptyingReasons } from './counter-reasons'

const area = 'feeding'
const counterPresets = [...counterReasons, ...emptyingReasons]
const findingCode = choice(feedWarnings, { required: true })
/** Fields that a person enters when material goes into a hopper. */
export const feedFields = {
  workOrderId: reference('workOrder', { required: true }),
  lineId: reference('line', { required: true }),
  // Empty for packing only; every other material names its hopper.
  hopperId: reference('hopper'),
  materialId: reference('material', { required: true }),
  lotId: reference('materialLot'),
  kg: amount({ unit: 'kg', digits: 3, required: true, min: 0 }),
  entry: choice(['scanned', 'typed'], { default: 'typed' }),
  note: note({ max: 1000 }),
  // Required only to overrule a refusal: more than is left of the lot, or a hopper for another material.
  reason: note({ max: 1000 }),
} as const

/**
 * 投料记录: one immutable line per scan; lines are never changed or removed. A correction is a counter-line that
 * names the line it corrects.
 */
export const feed = defineResource('feed', {
  area,
  fields: {
    kind: choice(materialKinds, { required: true, readonly: true }),
    ...feedFields,
    // Negative for a counter-line.
    kg: amount({ unit: 'kg', digits: 3, required: true }),
    reason: note({ max: 1000, presets: counterPresets }),
    fedAt: moment({ required: true, readonly: true }),
    userId: reference('user', { readonly: true }),
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    counterOf: reference('feed', { readonly: true }),
    // Counter-lines only: the material never went in, or it came out again.
    cause: choice(counterCauses, { readonly: true }),
    // Lots that came out when the hopper was emptied, by the lot allocation.
    lots: lotPortionsField,
    findings: list(
      { code: findingCode, limit: amount({ unit: '', digits: 3 }), value: amount({ unit: '', digits: 3 }) },
      { readonly: true, max: 20 },
    ),
  },
  title: ['fedAt'],
  filters: [
    'kind',
    'workOrderId',
    'lineId',
    'hopperId',
    'materialId',
    'lotId',
    'userId',
    'businessDate',
    'shift',
    'team',
    'fedAt',
    'counterOf',
  ],
  indexedCollections: ['lots'],
  monthBooking: { dateField: 'businessDate' },
  search: ['note', 'reason'],
  sort: '-fedAt',
  inShiftPack: true,
  routes: {
    list: ['GET /mater/get_material', 'POST /mater/get_material', 'GET /jumbo_three/get_material'],
    export: 'GET /mater/material_excel',
  },
  permissions: {
    view: ['rawMaterialView', 'materialWorkOrderView', 'materialTeamView', 'rollInteractiveView'],
    export: 'materialWorkOrderExport',
  },
})

const readers = feed.endpoints.list.access
const writers = ['rawMaterialAdd', 'rollInteractiveEdit'] as const
/** Permission to put a material into a hopper meant for another, with a reason: shift leaders have it. */
export const overruleAccess = 'rawMaterialDelete'
/** Fields that only the server fills in: the shift and the findings. */
const shiftFieldNames = ['businessDate', 'shift', 'team', 'findings'] as const
const buildFeedStamp = ({ at, personId }: ActionContext) => ({ fedAt: at, userId: personId })
const listInput = Object.fromEntries(
  Object.entries(feed.endpoints.list.input).filter(([name]) => name !== 'kind'),
) as Record<never, never>
const capitalizeKind = (kind: MaterialKind): string => `${kind[0]!.toUpperCase()}${kind.slice(1)}`

/** Lists the feeds of one kind of material. */
const defineFeedList = (kind: MaterialKind) =>
  defineEndpoint<typeof listInput, unknown>(`feed.list${capitalizeKind(kind)}`, {
    area,
    routes: `GET /production/${kind}_material`,
    access: readers,
    effect: 'read',
    input: listInput,
    output: resourcePageOutput(feed),
  })
const defineFeedAdd = (kind: MaterialKind) =>
  defineCommand(feed, null, `add${capitalizeKind(kind)}`, {
    routes: `POST /production/${kind}_material`,
    access: writers,
    serverFields: shiftFieldNames,
    creates: true,
    input: feedFields,
    apply: (_row, _input, context) => ({
      kind,
      ...(needsHopper(kind) ? {} : { hopperId: null }),
      ...buildFeedStamp(context),
    }),
  })
const defineFeedInfo = (kind: MaterialKind) =>
  defineEndpoint(`feed.info${capitalizeKind(kind)}`, {
    area,
    routes: `GET /production/${kind}_info`,
    access: readers,
    effect: 'read',
    input: { workOrderId: reference('workOrder'), lineId: reference('line'), from: day(), to: day() },
    output: listOutput({
      id: text({ required: true, max: 36 }),
      materialId: reference('material', { required: true }),
      lotId: reference('materialLot'),
      kg: amount({ unit: 'kg', required: true }),
      lines: integer({ required: true }),
      // Share of everything fed under the same filter, packing excluded.
      percent: amount({ unit: '%' }),
      minPercent: amount({ unit: '%' }),
      maxPercent: amount({ unit: '%' }),
      leftKg: amount({ unit: 'kg' }),
      state: choice(lotStates),
      lastAt: moment({ required: true }),
    }),
  })
const defineFeedReport = (kind: MaterialKind, route: ApiRoute) =>
  defineEndpoint<typeof listInput, Blob>(`feed.report${capitalizeKind(kind)}`, {
    area,
    routes: route,
    access: 'rawMaterialDownload',
    effect: 'read',
    input: listInput,
    output: fileOutput(XLSX_MIME),
  })

export const feedListEndpoints = materialKinds.map((kind) => ({ kind, endpoint: defineFeedList(kind) }))
export const feedAddCommands = materialKinds.map((kind) => ({ kind, endpoint: defineFeedAdd(kind) }))
export const feedInfoEndpoints = (['main', 'sub', 'pack', 'mid'] as const).map((kind) => ({
  kind,
  endpoint: defineFeedInfo(kind),
}))
export const feedReportEndpoints = [
  { kind: 'main', endpoint: defineFeedReport('main', 'GET /production/product_m_down_report') },
  { kind: 'sub', endpoint: defineFeedReport('sub', 'GET /production/product_sup_down_report') },
  { kind: 'pack', endpoint: defineFeedReport('pack', 'GET /production/product_pack_down_report') },
] as const satisfies readonly { kind: MaterialKind; endpoint: ReturnType<typeof defineFeedReport> }[]
export type FeedQuery = ListQuery

/**
 * 冲销: reverses a line, whole or in part, with a counter-line. A `correction` means that the material never went in.
 * `emptied` and `changedOver` mean that the hopper was emptied completely at that moment, and `kg` of this line went
 * back to the store. Without `kg` the server takes the amount from its lot allocation.
 */
export const counterFeed = defineCommand(feed, null, 'counter', {
  routes: ['DELETE /production/del_material', 'DELETE /mater/del_material/{id}'],
  access: ['rawMaterialDelete', 'rollInteractiveEdit'],
  creates: true,
  idInput: 'counterId',
  input: {
    id: reference('feed', { required: true }),
    kg: amount({ unit: 'kg', digits: 3, min: 0 }),
    cause: choice(counterCauses, { default: 'correction' }),
    reason: note({ required: true, max: 1000, presets: counterPresets }),
  },
  apply: ({ cause }, input, context) => ({
    cause: cause ?? 'correction',
    counterOf: input.id,
    ...buildFeedStamp(context),
  }),
  affects: {
    resource: feed,
    idInput: 'id',
    apply: () => ({}),
  },
  // The server writes the counter-line. Until then the line itself shows how much is taken back, as far as the phone
  // knows.
  optimisticPatch: ({ kg: lineKg, takenBackKg }, { kg, cause }) => ({
    takenBackKg: Number(takenBackKg ?? 0) + Number(kg ?? (isEmptying(cause ?? null) ? 0 : lineKg) ?? 0),
  }),
})
/** Records a change of hopper material from the winder's tablet; it is the same as a feed. */
export const setHopper = defineCommand(feed, null, 'setHopper', {
  routes: 'PUT /jumbo_three/get_material',
  access: writers,
  serverFields: [...shiftFieldNames, 'kind', 'hopperId'],
  creates: true,
  input: feedFields,
  apply: (_row, _input, context) => buildFeedStamp(context),
})
export const feedEndpoints = [
  ...[...feedListEndpoints, ...feedAddCommands, ...feedInfoEndpoints, ...feedReportEndpoints].map(
    ({ endpoint }) => endpoint,
  ),
  counterFeed,
  setHopper,
]
