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
  handover as machine,
  handoverKinds,
  hasGiven,
  hasTaken,
  takingProblem,
  type HandoverKind,
} from '@/areas/handover/rules/handover'
import { names, shiftFacts } from './shift-facts'

const area = 'handover'
/** Preset reasons for revoking a signature. */
export const unsignReasons = definePresets('handover:presets.unsign', ['wrongHand', 'wrongShift', 'tooEarly'])
const at = moment({ readonly: true })
const by = reference('user', { readonly: true })
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
    state: choice(machine.states, { readonly: true, default: 'draft' }),
    ...handoverFields,
    // Snapshot of output, stops, open repairs, orders, materials and alarms; refreshed until the handover is given.
    facts: list(shiftFacts, { readonly: true, hidden: true, max: 1 }),
    giverId: by,
    givenAt: at,
    takerId: by,
    takenAt: at,
    reason: note({ readonly: true, max: 1000, presets: unsignReasons }),
    returns: integer({ readonly: true, default: 0 }),
    // Person who returned it or revoked its last signature, for `reason`; cleared when it is taken over.
    backBy: by,
    backAt: at,
    // `authors` opened or gave it. `concerned` adds the people of the shift, who are notified when it comes back.
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
const paths = {
  squadLeader: '/production_form/squad_leader_handover',
  packaging: '/production_form/packaging_handover_record',
  slitting: '/production_form/slitting_handover_record',
  middle: '/production_form/middle_handover_record',
  hostTransfer: '/production_form/host_transfer_record',
} as const satisfies Record<HandoverKind, string>
const name = (kind: HandoverKind): string => `${kind[0]!.toUpperCase()}${kind.slice(1)}`
const listOf = (kind: HandoverKind) =>
  defineEndpoint(`handover.list${name(kind)}`, {
    area,
    routes: `GET ${paths[kind]}` as ApiRoute,
    access: 'jobHandoverView',
    effect: 'read',
    input: listInput,
    output: resourcePageOutput(handover),
  })
/** Defines the command that opens a draft or, with an existing id, edits it. */
const writeOf = (kind: HandoverKind) =>
  defineCommand(handover, machine, `write${name(kind)}`, {
    routes: `POST ${paths[kind]}`,
    creates: true,
    lifecycleActions: ['open', 'edit'],
    selectLifecycleAction: (row) => (row ? 'edit' : 'open'),
    partial: true,
    serverFields: ['businessDate', 'shift', 'team', 'facts'],
    writes: getFieldNames(handoverFields),
    initialValues: (_input, { personId }) => ({ kind, people: [personId], authors: [personId] }),
  })
/** List endpoints by kind. */
export const handoverLists = handoverKinds.map((kind) => ({ kind, endpoint: listOf(kind) }))
/** Write commands by kind. */
export const handoverWrites = handoverKinds.map((kind) => ({ kind, endpoint: writeOf(kind) }))

const back = ({ at, personId }: ActionContext) => ({ backBy: personId, backAt: at })
const notBack = { backBy: null, backAt: null }
/** 交班: the giver signs, which freezes the snapshot of the shift. */
export const giveHandover = defineCommand(handover, machine, 'give', {
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
export const takeHandover = defineCommand(handover, machine, 'take', {
  routes: 'POST /production_form/handover_take',
  individualOnly: true,
  getNotBefore: (row) => row.givenAt,
  isDone: hasTaken,
  forbiddenReason: takingProblem,
  apply: (_row, _input, { at, personId }) => ({ takerId: personId, takenAt: at, reason: null, ...notBack }),
})
/** Returns a handover to the giver with what is missing; revokes the giver's signature. */
export const returnHandover = defineCommand(handover, machine, 'return', {
  routes: 'POST /production_form/handover_return',
  lifecycleActions: ['returnIt'],
  input: { reason: note({ required: true, max: 1000 }) },
  apply: (row, _input, doing) => ({ returns: row.returns + 1, giverId: null, givenAt: null, ...back(doing) }),
})
/** 撤销签字: revokes the last signature with a reason, the taker's before the giver's. */
export const unsignHandover = defineCommand(handover, machine, 'unsign', {
  routes: 'POST /production_form/handover_unsign',
  lifecycleActions: ['untake', 'ungive'],
  selectLifecycleAction: (row) => (row?.state === 'taken' ? 'untake' : 'ungive'),
  input: { reason: note({ required: true, max: 1000, presets: unsignReasons }) },
  apply: (row, _input, doing) => ({
    ...(row.state === 'taken' ? { takerId: null, takenAt: null } : { giverId: null, givenAt: null }),
    ...back(doing),
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

/** Defaults: the running line and the current shift. */
const factsInput = { lineId: reference('line'), businessDate: day(), shift: text(shiftTextOptions) } as const
const factsOutput = objectOutput({ ...shiftFacts, names })
const readers = ['jobHandoverView', 'productionSheetView'] as const
/** Snapshot of a shift of a production line. */
export const autoHandover = defineEndpoint('handover.auto', {
  area,
  routes: 'GET /production_form/auto_handover',
  access: readers,
  effect: 'read',
  input: factsInput,
  output: factsOutput,
})
/** Snapshot of a shift for packaging. */
export const autoPackaging = defineEndpoint('handover.autoPackaging', {
  area,
  routes: 'GET /production_form/auto_packaging',
  access: readers,
  effect: 'read',
  input: factsInput,
  output: factsOutput,
})
/** Snapshot of a shift of a slitter. */
export const autoSlitting = defineEndpoint('handover.autoSlitting', {
  area,
  routes: 'GET /production_form/auto_slitting',
  access: readers,
  effect: 'read',
  input: factsInput,
  output: factsOutput,
})
/**
 * Defines the endpoint of a handover as printed on A4; default: the newest of its kind. Drafts get a current snapshot.
 */
const preview = (what: string, route: ApiRoute | readonly ApiRoute[]) =>
  defineEndpoint(`handover.${what}`, {
    area,
    routes: route,
    access: 'jobHandoverView',
    effect: 'read',
    input: { id: reference('handover'), ...factsInput, kind: choice(handoverKinds) },
    output: objectOutput({
      ...baseFields,
      ...handover.fields,
      lineName: text({ required: true }),
      giverName: text(),
      takerName: text(),
      peopleNames: text({ max: 4000 }),
      absentNames: text({ max: 4000 }),
      names,
    }),
  })
export const previewSquadLeader = preview('previewSquadLeader', 'GET /production_form/squad_leader_handover_preview')
export const previewPost = preview('previewPost', [
  'GET /production_form/post_preview',
  'GET /production_form/v1/post_preview',
])
export const handoverCalls = [
  ...handoverLists.map(({ endpoint }) => endpoint),
  ...handoverWrites.map(({ endpoint }) => endpoint),
  giveHandover,
  takeHandover,
  returnHandover,
  unsignHandover,
  removeHandover,
  autoHandover,
  autoPackaging,
  autoSlitting,
  previewSquadLeader,
  previewPost,
] as const
