import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, listOutput, XLSX_MIME, type ApiRoute } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, resourcePageOutput, type ActionContext, type ListQuery } from '@/contract/resource'
import {
  counterFeedCauses,
  isEmptying,
  feedWarnings,
  materialKinds,
  needsHopper,
  type MaterialKind,
  emptyingCauses,
  type CounterCause,
  lotStates,
} from '@/areas/feeding/rules/feed'
import { lotPortionsField } from './material'
import { buildPreset, definePresets, type Preset } from '@/contract/preset'

/** Preset reasons for a correction: the feed did not happen as recorded. The text keys are stored with the rows. */
export const correctionPresets = definePresets('feeding:presets.counter', [
  'weighing',
  'wrongLot',
  'wrongHopper',
  'notFed',
])
const CAUSE_OPTIONS_KEY = 'feeding:feed.options.cause'
/** Preset reasons for an emptied hopper: the name of the cause, used unless a person enters a reason. */
const emptyingPresets = definePresets(CAUSE_OPTIONS_KEY, emptyingCauses)
/** Returns the reason to record for a cause if nobody enters another one; empty for a correction. */
export const getPresetOfCause = (cause: CounterCause): Preset | '' =>
  isEmptying(cause) ? buildPreset(CAUSE_OPTIONS_KEY, cause) : ''

const AREA = 'feeding'
const reasonPresets = [...correctionPresets, ...emptyingPresets]
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
 * 投料记录: one immutable row per scan; feeds are never changed or removed. A correction is a counter-feed that names the
 * corrected feed.
 */
export const feed = defineResource('feed', {
  area: AREA,
  fields: {
    kind: choice(materialKinds, { required: true, readonly: true }),
    ...feedFields,
    // Negative for a counter-feed.
    kg: amount({ unit: 'kg', digits: 3, required: true }),
    reason: note({ max: 1000, presets: reasonPresets }),
    fedAt: moment({ required: true, readonly: true }),
    userId: reference('user', { readonly: true }),
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    counterOf: reference('feed', { readonly: true }),
    // Counter-feeds only: the feed did not happen as recorded, or the material came out again.
    cause: choice(counterFeedCauses, { readonly: true }),
    // Lots that came out when the hopper was emptied, according to the lot allocation.
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

const feedViewPermissions = feed.endpoints.list.access
const feedAddPermissions = ['rawMaterialAdd', 'rollInteractiveEdit'] as const
/** Permission to put a material into a hopper meant for another, with a reason: shift leaders have it. */
export const hopperOverrulePermission = 'rawMaterialDelete'
/** Fields that only the server fills in. */
const serverFieldNames = ['businessDate', 'shift', 'team', 'findings'] as const
const buildFeedOrigin = ({ at, personId }: ActionContext) => ({ fedAt: at, userId: personId })
const listInput = Object.fromEntries(
  Object.entries(feed.endpoints.list.input).filter(([name]) => name !== 'kind'),
) as Record<never, never>
const capitalizeKind = (kind: MaterialKind): string => `${kind[0]!.toUpperCase()}${kind.slice(1)}`

/** Lists the feeds of one kind of material. */
const defineFeedList = (kind: MaterialKind) =>
  defineEndpoint<typeof listInput, unknown>(`feed.list${capitalizeKind(kind)}`, {
    area: AREA,
    routes: `GET /production/${kind}_material`,
    access: feedViewPermissions,
    effect: 'read',
    input: listInput,
    output: resourcePageOutput(feed),
  })
const defineFeedAdd = (kind: MaterialKind) =>
  defineCommand(feed, null, `add${capitalizeKind(kind)}`, {
    routes: `POST /production/${kind}_material`,
    access: feedAddPermissions,
    serverFields: serverFieldNames,
    creates: true,
    input: feedFields,
    apply: (_row, _input, context) => ({
      kind,
      ...(needsHopper(kind) ? {} : { hopperId: null }),
      ...buildFeedOrigin(context),
    }),
  })
/** Lists the mass fed of one kind of material, per material and lot. */
const defineFedMassList = (kind: MaterialKind) =>
  defineEndpoint(`feed.info${capitalizeKind(kind)}`, {
    area: AREA,
    routes: `GET /production/${kind}_info`,
    access: feedViewPermissions,
    effect: 'read',
    input: { workOrderId: reference('workOrder'), lineId: reference('line'), from: day(), to: day() },
    output: listOutput({
      id: text({ required: true, max: 36 }),
      materialId: reference('material', { required: true }),
      lotId: reference('materialLot'),
      kg: amount({ unit: 'kg', required: true }),
      // Number of feeds (not of production lines), without counter-feeds.
      lines: integer({ required: true }),
      // Share of all web material fed under the same filter; for packing, share of all packing.
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
    area: AREA,
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
  endpoint: defineFedMassList(kind),
}))
export const feedReportEndpoints = [
  { kind: 'main', endpoint: defineFeedReport('main', 'GET /production/product_m_down_report') },
  { kind: 'sub', endpoint: defineFeedReport('sub', 'GET /production/product_sup_down_report') },
  { kind: 'pack', endpoint: defineFeedReport('pack', 'GET /production/product_pack_down_report') },
] as const satisfies readonly { kind: MaterialKind; endpoint: ReturnType<typeof defineFeedReport> }[]
export type FeedQuery = ListQuery

/**
 * 冲销: reverses a feed, whole or in part, with a counter-feed. A `correction` means that the feed, or
 * the part `kg` of it, did not happen as recorded.
 * `emptied` and `changedOver` mean that the hopper was emptied completely at that moment, and `kg` of this feed went
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
    cause: choice(counterFeedCauses, { default: 'correction' }),
    reason: note({ required: true, max: 1000, presets: reasonPresets }),
  },
  apply: ({ cause }, input, context) => ({
    cause: cause ?? 'correction',
    counterOf: input.id,
    ...buildFeedOrigin(context),
  }),
  affects: {
    resource: feed,
    idInput: 'id',
    apply: () => ({}),
  },
  // Until the server has written the counter-feed, the phone stores its mass with the reversed feed. Only the server can
  // calculate the mass of an emptied hopper, so the phone counts 0 if no mass is entered.
  optimisticPatch: ({ kg: fedKg, takenBackKg }, { kg, cause }) => ({
    takenBackKg: Number(takenBackKg ?? 0) + Number(kg ?? (isEmptying(cause ?? null) ? 0 : fedKg) ?? 0),
  }),
})
/** Records a change of hopper material from the winder's tablet. The server stores it as a feed. */
export const setHopper = defineCommand(feed, null, 'setHopper', {
  routes: 'PUT /jumbo_three/get_material',
  access: feedAddPermissions,
  serverFields: [...serverFieldNames, 'kind', 'hopperId'],
  creates: true,
  input: feedFields,
  apply: (_row, _input, context) => buildFeedOrigin(context),
})
export const feedEndpoints = [
  ...[...feedListEndpoints, ...feedAddCommands, ...feedInfoEndpoints, ...feedReportEndpoints].map(
    ({ endpoint }) => endpoint,
  ),
  counterFeed,
  setHopper,
]
