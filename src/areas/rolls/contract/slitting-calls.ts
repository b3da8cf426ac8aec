import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineEndpoint, listOutput } from '@/contract/endpoint'
import { choice, day, flag, integer, list, moment, note, reference, references, text } from '@/contract/field'
import { baseFields, resourcePageOutput, resourceOutput } from '@/contract/resource'
import { mass } from './jumbo-roll'
import { cutting, rollPackage, slitRoll, slitSet } from './slitting'
import { slittingCommands } from './slitting-commands'

const area = 'rolls'
const readers = cutting.endpoints.list.access
const reason = note({ required: true, max: 1000 })
const version = integer({ min: 1 })
const cuttingStep = { id: reference('cutting', { required: true }), version, occurredAt: moment() } as const

/** Who holds one takes back what anybody did; others only a slip of their own. */
export const undoCutKeys = ['divideInteractiveDelete', 'productionSheetDelete'] as const
/** Takes a cutting back of which no set is left. */
export const undoCutting = defineEndpoint('cutting.undo', {
  area,
  routes: 'DELETE /production/jr_cutting',
  access: [...undoCutKeys, 'divideInteractiveAdd'],
  effect: 'write',
  input: { ...cuttingStep, reason },
  output: resourceOutput(cutting),
})

/** The sets of a cutting or of a slitter's shift, with their rolls. */
export const setsOf = defineEndpoint('slitSet.of', {
  area,
  routes: 'GET /cut_first/doff',
  access: readers,
  effect: 'read',
  input: { cuttingId: reference('cutting'), slitterId: reference('line'), jumboRollId: reference('jumboRoll') },
  output: listOutput({
    ...baseFields,
    ...slitSet.fields,
    slit: list({ ...baseFields, ...slitRoll.fields }, { max: 200 }),
  }),
})
export const setHistory = defineEndpoint('slitSet.history', {
  area,
  routes: 'GET /cut_first/history_doff',
  access: readers,
  effect: 'read',
  input: {
    slitterId: reference('line'),
    businessDate: day(),
    team: text(teamTextOptions),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
    after: text({ max: 400 }),
  },
  output: resourcePageOutput(slitSet),
})
/** Takes a set back while none of its rolls is packed; its numbers are not given again. */
export const undoSet = defineEndpoint('slitSet.undo', {
  area,
  routes: 'DELETE /cut_first/history_doff',
  access: ['divideInteractiveDelete', 'divideInteractiveAdd'],
  effect: 'write',
  input: { id: reference('slitSet', { required: true }), version, reason },
  output: resourceOutput(slitSet),
})
/** Moves a roll to another set of the same jumbo: it was put down at the wrong doff. */
export const moveRoll = defineEndpoint('slitRoll.move', {
  area,
  routes: 'PUT /cut_first/roll_to_doff',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('slitRoll', { required: true }),
    version,
    slitSetId: reference('slitSet', { required: true }),
    reason,
  },
  output: resourceOutput(slitRoll),
})

/** Puts rolls of one order into an open package; into a new one unless told. `close` when it is full. */
export const packRolls = defineEndpoint('package.pack', {
  area,
  routes: 'POST /rolls/package',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('package'),
    rollIds: references('slitRoll', { required: true, max: 500 }),
    close: flag(),
    occurredAt: moment(),
  },
  output: resourceOutput(rollPackage),
})
/** Takes rolls out of a package that is not shipped; it is open again. */
export const unpackRolls = defineEndpoint('package.take', {
  area,
  routes: 'POST /rolls/package_take',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('package', { required: true }),
    rollIds: references('slitRoll', { required: true, max: 500 }),
    reason,
  },
  output: resourceOutput(rollPackage),
})
/** Closes, opens, stores, ships a package, puts a stored one elsewhere, or takes its shipping back; `unpack` takes all its rolls out, `remove` does away with an empty one. */
export const movePackage = defineEndpoint('package.move', {
  area,
  routes: 'POST /rolls/package_move',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('package', { required: true }),
    version,
    action: choice(['close', 'reopen', 'unpack', 'store', 'relocate', 'ship', 'unship', 'remove'], { required: true }),
    grossKg: mass,
    place: text({ max: 60 }),
    reason: note({ max: 1000 }),
  },
  output: resourceOutput(rollPackage),
})

/** The rolls of a package whose check failed and that were not downgraded since: said before it leaves. */
export const packageChecks = defineEndpoint('package.checks', {
  area,
  routes: 'GET /rolls/package_checks',
  access: rollPackage.endpoints.list.access,
  effect: 'read',
  input: { id: reference('package', { required: true }) },
  output: listOutput({ slitRollId: reference('slitRoll', { required: true }), number: text({ required: true }) }),
})

export const slittingCalls = [
  ...slittingCommands,
  undoCutting,
  setsOf,
  setHistory,
  undoSet,
  moveRoll,
  packRolls,
  unpackRolls,
  movePackage,
  packageChecks,
] as const
