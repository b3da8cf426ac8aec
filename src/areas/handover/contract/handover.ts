import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineCommand } from '@/contract/command'
import { defineEndpoint, objectOutput, type ApiRoute } from '@/contract/endpoint'
import {
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
  text,
} from '@/contract/field'
import { definePresets } from '@/contract/preset'
import { baseFields, defineResource, resourcePageOutput, type ActionContext } from '@/contract/resource'
import {
  handoverLifecycle,
  handoverKinds,
  hasGiven,
  hasTaken,
  findTakingProblem,
  type HandoverKind,
} from '@/areas/handover/rules/handover'
import { snapshotNamesField, shiftSnapshotFields } from './shift-snapshot'

const area = 'handover'
/** Preset reasons for revoking a signature. */
export const unsignReasons = definePresets('handover:presets.unsign', ['wrongHand', 'wrongShift', 'tooEarly'])
const readonlyMoment = moment({ readonly: true })
const readonlyPerson = reference('user', { readonly: true })
/** Fields that the ending shift fills in; the system adds the rest. */
export const handoverFields = {
  lineId: reference('line', { required: true }),
  businessDate: day(),
  shift: text(shiftTextOptions),
  team: text(teamTextOptions),
  people: references('user', { max: 40 }),
  absent: references('user', { max: 40 }),
  safety: note({ max: 2000 }),
  quality: note({ max: 2000 }),
  equipmentState: note({ max: 2000 }),
  remaining: note({ max: 2000 }),
  toDo: note({ max: 2000 }),
  checks: list(
    {
      item: text({ required: true, max: 200 }),
      result: choice(['ok', 'notOk', 'notApplicable'], { required: true }),
      note: text({ max: 400 }),
    },
    { max: 60, entryKey: 'item' },
  ),
  images: image(),
  note: note({ max: 2000 }),
} as const

/**
 * 交接班: one per kind, line and shift. Locked after giver and taker have signed; `facts` are frozen at the giver's
 * signature.
 */
export const handover = defineResource('handover', {
  area,
  fields: {
    kind: choice(handoverKinds, { required: true, readonly: true }),
    state: choice(handoverLifecycle.states, { readonly: true, default: 'draft' }),
    ...handoverFields,
    // Snapshot of output, stops, open repairs, orders, materials and alarms; refreshed until the handover is given.
    facts: list(shiftSnapshotFields, { readonly: true, hidden: true, max: 1 }),
    giverId: readonlyPerson,
    givenAt: readonlyMoment,
    takerId: readonlyPerson,
    takenAt: readonlyMoment,
    reason: note({ readonly: true, max: 1000, presets: unsignReasons }),
    returns: integer({ readonly: true, default: 0 }),
    // Person who returned the handover or revoked its last signature; `reason` says why. Cleared when the handover is
    // taken over.
    backBy: readonlyPerson,
    backAt: readonlyMoment,
    // `authors` opened or gave the handover. `concerned` adds the people of the shift, who are notified when the
    // handover comes back.
    authors: references('user', { readonly: true, hidden: true, max: 40 }),
    concerned: references('user', { readonly: true, hidden: true, max: 80 }),
  },
  title: ['kind', 'businessDate', 'team'],
  unique: [['kind', 'lineId', 'businessDate', 'shift']],
  filters: ['kind', 'state', 'lineId', 'businessDate', 'shift', 'team', 'giverId', 'takerId', 'returns', 'concerned'],
  search: ['safety', 'quality', 'equipmentState', 'remaining', 'toDo', 'note'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  inShiftPack: true,
  deriveFields: ({ people, authors }) => ({ concerned: [...new Set([...people, ...authors])] }),
  routes: { list: 'GET /production_form/handover', export: 'GET /production_form/handover_excel' },
  permissions: { view: 'jobHandoverView', export: 'jobHandoverDownload' },
})
const listInput = {
  state: text({ max: 100 }),
  lineId: reference('line'),
  businessDateFrom: day(),
  businessDateTo: day(),
  team: text(teamTextOptions),
  page: integer({ min: 1, max: 1_000_000 }),
  size: integer({ min: 1, max: 500 }),
  after: text({ max: 400 }),
} as const

/** Path of the list and write endpoints of each kind. */
const PATH_BY_KIND = {
  squadLeader: '/production_form/squad_leader_handover',
  packaging: '/production_form/packaging_handover_record',
  slitting: '/production_form/slitting_handover_record',
  middle: '/production_form/middle_handover_record',
  hostTransfer: '/production_form/host_transfer_record',
} as const satisfies Record<HandoverKind, string>
const toNameSuffix = (kind: HandoverKind): string => `${kind[0]!.toUpperCase()}${kind.slice(1)}`
const defineListEndpoint = (kind: HandoverKind) =>
  defineEndpoint(`handover.list${toNameSuffix(kind)}`, {
    area,
    routes: `GET ${PATH_BY_KIND[kind]}` as ApiRoute,
    access: 'jobHandoverView',
    effect: 'read',
    input: listInput,
    output: resourcePageOutput(handover),
  })
/** Defines the command that opens a draft or, with an existing id, edits it. */
const defineWriteCommand = (kind: HandoverKind) =>
  defineCommand(handover, handoverLifecycle, `write${toNameSuffix(kind)}`, {
    routes: `POST ${PATH_BY_KIND[kind]}`,
    creates: true,
    lifecycleActions: ['open', 'edit'],
    selectLifecycleAction: (row) => (row ? 'edit' : 'open'),
    partial: true,
    serverFields: ['businessDate', 'shift', 'team', 'facts'],
    writes: getFieldNames(handoverFields),
    initialValues: (_input, { personId }) => ({ kind, people: [personId], authors: [personId] }),
  })
/** List endpoints by kind. */
export const handoverListEndpoints = handoverKinds.map((kind) => ({ kind, endpoint: defineListEndpoint(kind) }))
/** Write commands by kind. */
export const handoverWriteCommands = handoverKinds.map((kind) => ({ kind, endpoint: defineWriteCommand(kind) }))

const buildReturnFields = ({ at, personId }: ActionContext) => ({ backBy: personId, backAt: at })
const CLEARED_RETURN_FIELDS = { backBy: null, backAt: null }
/** 交班: the giver signs, which freezes the snapshot of the shift. */
export const giveHandover = defineCommand(handover, handoverLifecycle, 'give', {
  routes: 'POST /production_form/handover_give',
  individualOnly: true,
  isDone: hasGiven,
  serverFields: ['facts'],
  apply: ({ authors }, _input, { at, personId }) => ({
    giverId: personId,
    givenAt: at,
    authors: [...new Set([...authors, personId])],
  }),
})
/** 接班: the taker signs, which locks the handover. Givers cannot take their own handover. */
export const takeHandover = defineCommand(handover, handoverLifecycle, 'take', {
  routes: 'POST /production_form/handover_take',
  individualOnly: true,
  getNotBefore: (row) => row.givenAt,
  isDone: hasTaken,
  forbiddenReason: findTakingProblem,
  apply: (_row, _input, { at, personId }) => ({
    takerId: personId,
    takenAt: at,
    reason: null,
    ...CLEARED_RETURN_FIELDS,
  }),
})
/** 退回: returns a handover to the giver and revokes the giver's signature. The reason says what is missing. */
export const returnHandover = defineCommand(handover, handoverLifecycle, 'return', {
  routes: 'POST /production_form/handover_return',
  lifecycleActions: ['returnIt'],
  input: { reason: note({ required: true, max: 1000 }) },
  apply: (row, _input, context) => ({
    returns: row.returns + 1,
    giverId: null,
    givenAt: null,
    ...buildReturnFields(context),
  }),
})
/** 撤销签字: revokes the last signature with a reason, the taker's before the giver's. */
export const unsignHandover = defineCommand(handover, handoverLifecycle, 'unsign', {
  routes: 'POST /production_form/handover_unsign',
  lifecycleActions: ['untake', 'ungive'],
  selectLifecycleAction: (row) => (row?.state === 'taken' ? 'untake' : 'ungive'),
  input: { reason: note({ required: true, max: 1000, presets: unsignReasons }) },
  apply: (row, _input, context) => ({
    ...(row.state === 'taken' ? { takerId: null, takenAt: null } : { giverId: null, givenAt: null }),
    ...buildReturnFields(context),
  }),
  offline: false,
})
/** Deletes a draft. */
export const removeHandover = defineEndpoint('handover.remove', {
  area,
  routes: 'DELETE /production_form/delete_post_handover',
  access: 'jobHandoverDelete',
  effect: 'write',
  input: { id: reference('handover', { required: true }), version: integer({ min: 1 }) },
})

/** Shift of the snapshot; by default the current shift of the running line. */
const snapshotInput = { lineId: reference('line'), businessDate: day(), shift: text(shiftTextOptions) } as const
const snapshotOutput = objectOutput({ ...shiftSnapshotFields, names: snapshotNamesField })
const SNAPSHOT_VIEW_PERMISSIONS = ['jobHandoverView', 'productionSheetView'] as const
/** Snapshot of a shift of a production line. */
export const lineSnapshot = defineEndpoint('handover.auto', {
  area,
  routes: 'GET /production_form/auto_handover',
  access: SNAPSHOT_VIEW_PERMISSIONS,
  effect: 'read',
  input: snapshotInput,
  output: snapshotOutput,
})
/** Snapshot of a shift for packaging. */
export const packagingSnapshot = defineEndpoint('handover.autoPackaging', {
  area,
  routes: 'GET /production_form/auto_packaging',
  access: SNAPSHOT_VIEW_PERMISSIONS,
  effect: 'read',
  input: snapshotInput,
  output: snapshotOutput,
})
/** Snapshot of a shift of a slitter. */
export const slittingSnapshot = defineEndpoint('handover.autoSlitting', {
  area,
  routes: 'GET /production_form/auto_slitting',
  access: SNAPSHOT_VIEW_PERMISSIONS,
  effect: 'read',
  input: snapshotInput,
  output: snapshotOutput,
})
/**
 * Defines the endpoint of a handover as printed on A4; default: the newest of its kind. Drafts get a current snapshot.
 */
const definePreviewEndpoint = (endpointName: string, route: ApiRoute | readonly ApiRoute[]) =>
  defineEndpoint(`handover.${endpointName}`, {
    area,
    routes: route,
    access: 'jobHandoverView',
    effect: 'read',
    input: { id: reference('handover'), ...snapshotInput, kind: choice(handoverKinds) },
    output: objectOutput({
      ...baseFields,
      ...handover.fields,
      lineName: text({ required: true, nameOf: 'lineId' }),
      giverName: text({ nameOf: 'giverId' }),
      takerName: text({ nameOf: 'takerId' }),
      peopleNames: text({ max: 4000 }),
      absentNames: text({ max: 4000 }),
      names: snapshotNamesField,
    }),
  })
export const previewSquadLeader = definePreviewEndpoint(
  'previewSquadLeader',
  'GET /production_form/squad_leader_handover_preview',
)
export const previewPost = definePreviewEndpoint('previewPost', [
  'GET /production_form/post_preview',
  'GET /production_form/v1/post_preview',
])
export const handoverEndpoints = [
  ...handoverListEndpoints.map(({ endpoint }) => endpoint),
  ...handoverWriteCommands.map(({ endpoint }) => endpoint),
  giveHandover,
  takeHandover,
  returnHandover,
  unsignHandover,
  removeHandover,
  lineSnapshot,
  packagingSnapshot,
  slittingSnapshot,
  previewSquadLeader,
  previewPost,
] as const
