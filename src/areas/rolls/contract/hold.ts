import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { heldKinds, recalledKinds, recallWays, hold as machine } from '@/areas/rolls/rules/hold'
import { mass } from './jumbo-roll'
import { holdReasons } from './usual-reasons'

const by = reference('user', { readonly: true })
const at = moment({ readonly: true })
const count = integer({ readonly: true, default: 0 })
const reason = note({ required: true, max: 1000 })
/** What is held or recalled, by its id or by the number on its label. */
const subjectId = text({ max: 36 })

/** Holds 扣留: on what, why, how much of it was found in the plant, and who let it go again. */
export const hold = defineResource('hold', {
  area: 'rolls',
  fields: {
    number: text({ required: true, readonly: true, max: 40, format: 'code' }),
    state: choice(machine.states, { readonly: true, default: 'held' }),
    kind: choice(heldKinds, { required: true }),
    subjectId: { ...subjectId, required: true, hidden: true },
    // What it is called, as it was when it was held.
    subject: text({ readonly: true, max: 120 }),
    reason: { ...reason, presets: holdReasons },
    heldAt: at,
    heldBy: by,
    // What it reached when it was put on, and since.
    jumbos: count,
    slitRolls: count,
    packages: count,
    kg: { ...mass, readonly: true },
    releasedAt: at,
    releasedBy: by,
    releaseReason: note({ readonly: true, max: 1000 }),
  },
  title: ['number', 'subject'],
  unique: [['number']],
  filters: ['state', 'kind', 'heldAt'],
  search: ['number', 'subject', 'reason'],
  sort: '-heldAt',
  inShiftPack: true,
  routes: { list: 'GET /rolls/hold', export: 'GET /rolls/hold_excel' },
  permissions: {
    view: ['qualityTrackingView', 'rollInteractiveView', 'divideInteractiveView'],
    export: 'qualityTrackingDownload',
  },
})

/** 扣留: a lot, roll, package or order is held, and everything of it that is still in the plant. A held lot is blocked for feeding too. */
export const putOnHold = defineCommand(hold, machine, 'hold', {
  routes: 'POST /rolls/hold',
  creates: true,
  serverFields: ['number', 'subject', 'jumbos', 'slitRolls', 'packages', 'kg'],
  writes: ['kind', 'subjectId', 'reason'],
  apply: (_row, _input, { at: heldAt, personId }) => ({ heldAt, heldBy: personId }),
})
/** 解除扣留: with the reason; what another hold is on stays held. A lot stays blocked until it is decided again. */
export const releaseHold = defineCommand(hold, machine, 'release', {
  routes: 'PUT /rolls/hold',
  input: { releaseReason: reason },
  getNotBefore: (row) => row.heldAt,
  apply: (_row, _input, { at: releasedAt, personId }) => ({ releasedAt, releasedBy: personId }),
  offline: false,
})
export const holdCommands = [putOnHold, releaseHold] as const

/** A thing of a recall list. */
export const recalled = {
  kind: choice(['jumboRoll', 'slitRoll'], { required: true }),
  id: text({ required: true, max: 36 }),
  number: text({ required: true, max: 120 }),
  state: text({ required: true, max: 40 }),
  kg: amount({ unit: 'kg', digits: 3 }),
  madeAt: moment(),
  order: text({ max: 120 }),
  customer: text({ max: 400 }),
  package: text({ max: 80 }),
  place: text({ max: 60 }),
  held: flag({ required: true }),
  // It left the plant: the customer is to be told.
  gone: flag({ required: true }),
  // The most that it can hold of what is recalled; the whole roll where that is a roll, package or order it belongs to.
  maxKg: amount({ unit: 'kg', digits: 3 }),
  // Less than the plant's threshold (`recallTraceKg`).
  traceAmount: flag({ required: true }),
  through: choice(recallWays, { required: true }),
  // It holds pellets of which not all sources are recorded: what is recalled may be in them.
  sourcesMissing: flag({ required: true }),
  // From what is recalled to this roll, in the reader's language.
  path: text({ max: 2000 }),
} as const
const asked = { kind: choice(recalledKinds, { required: true }), id: { ...subjectId, required: true } } as const
const readers = ['qualityTrackingView'] as const
/** Who got how much of it, one order a line. Without a customer: what was made for stock and left all the same. */
const called = {
  customer: text({ max: 400 }),
  order: text({ max: 120 }),
  rolls: integer({ required: true }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  // The most of what is recalled in these rolls together.
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  // Each of these rolls holds a trace amount only.
  traceAmount: flag({ required: true }),
} as const
/** A pellet lot that can hold what is recalled. */
const recalledPellets = {
  id: text({ required: true, max: 36 }),
  number: text({ required: true, max: 120 }),
  kg: amount({ unit: 'kg', digits: 3, required: true }),
  maxKg: amount({ unit: 'kg', digits: 3, required: true }),
  // Of its own sources and those of pellets in it, kilograms that nobody recorded: they may hold it.
  unrecordedKg: amount({ unit: 'kg', digits: 3, required: true }),
  basis: choice(['entered', 'derived', 'none'], { required: true }),
} as const
/**
 * 召回清单: all that a lot, roll, package or order is in: where it lies, or to whom it went. Lots, rolls and orders are followed
 * through reclaimed pellets too, as often as they come back. The first 5,000, trace amounts last; all of it as Excel.
 */
export const recallList = defineEndpoint('hold.recall', {
  area: 'rolls',
  routes: 'GET /rolls/recall',
  access: readers,
  effect: 'read',
  input: asked,
  output: objectOutput({
    total: integer({ required: true }),
    inPlantKg: amount({ unit: 'kg', digits: 3, required: true }),
    goneKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Of what left the plant; most kilograms first.
    customers: list(called, { max: 500 }),
    rows: list(recalled, { max: 5000 }),
    // The plant's threshold: a roll that can hold less has a trace amount.
    traceKg: amount({ unit: 'kg', digits: 3, required: true }),
    // Beyond the threshold by pellets, perhaps by pellets of which sources are not recorded, and below it in any way.
    pelletRolls: integer({ required: true }),
    unrecordedRolls: integer({ required: true }),
    traceRolls: integer({ required: true }),
    pelletLots: list(recalledPellets, { max: 500 }),
  }),
})
export const recallSheet = defineEndpoint('hold.recallExcel', {
  area: 'rolls',
  routes: 'GET /rolls/recall_excel',
  access: 'qualityTrackingDownload',
  effect: 'read',
  input: asked,
  output: fileOutput(XLSX_MIME),
})
export const holdCalls = [...holdCommands, recallList, recallSheet] as const
