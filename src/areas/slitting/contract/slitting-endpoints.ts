import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, day, integer, list, moment, note, reference, text } from '@/contract/field'
import { baseFields, resourcePageOutput, resourceOutput } from '@/contract/resource'
import { takeBackJumboDowngrades } from '@/areas/rolls/contract/jumbo-commands'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from './slitting'
import { slittingCommands } from './slitting-commands'

const area = 'slitting'
const cuttingPermissions = cutting.endpoints.list.access
const reasonField = note({ required: true, max: 1000 })
const versionField = integer({ min: 1 })
const cuttingInput = {
  id: reference('cutting', { required: true }),
  version: versionField,
  occurredAt: moment(),
} as const

/** Permissions to undo the cuttings of others. Without them, people can only undo their own recent mistakes. */
export const undoCutPermissions = ['divideInteractiveDelete', 'productionSheetDelete'] as const
/** Undoes a cutting that has no sets left. */
export const undoCutting = defineEndpoint('cutting.undo', {
  area,
  routes: 'DELETE /production/jr_cutting',
  access: [...undoCutPermissions, 'divideInteractiveAdd'],
  effect: 'write',
  input: { ...cuttingInput, reason: reasonField },
  output: resourceOutput(cutting),
})

/** Lists the sets of a cutting or a jumbo, else of the slitter's last shift, with their rolls. */
export const setsWithRolls = defineEndpoint('slitSet.of', {
  area,
  routes: 'GET /cut_first/doff',
  access: cuttingPermissions,
  effect: 'read',
  input: { cuttingId: reference('cutting'), slitterId: reference('line'), jumboRollId: reference('jumboRoll') },
  output: listOutput({
    ...baseFields,
    ...slitSet.fields,
    slit: list({ ...baseFields, ...slitRoll.fields }, { max: 200 }),
  }),
})
/** Earlier sets, page by page. */
export const setHistory = defineEndpoint('slitSet.history', {
  area,
  routes: 'GET /cut_first/history_doff',
  access: cuttingPermissions,
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
/** Undoes a set while none of its rolls is packed. The numbers of the set and its rolls are not used again. */
export const undoSet = defineEndpoint('slitSet.undo', {
  area,
  routes: 'DELETE /cut_first/history_doff',
  access: ['divideInteractiveDelete', 'divideInteractiveAdd'],
  effect: 'write',
  input: { id: reference('slitSet', { required: true }), version: versionField, reason: reasonField },
  output: resourceOutput(slitSet),
})
/** Moves a roll that was recorded at the wrong doff to another set of the same jumbo. */
export const moveRoll = defineEndpoint('slitRoll.move', {
  area,
  routes: 'PUT /cut_first/roll_to_doff',
  access: 'divideInteractiveEdit',
  effect: 'write',
  input: {
    id: reference('slitRoll', { required: true }),
    version: versionField,
    slitSetId: reference('slitSet', { required: true }),
    reason: reasonField,
  },
  output: resourceOutput(slitRoll),
})

/** One jumbo by id or number, else the newest, with its slit rolls and mass balance. */
export const jumboInfo = defineEndpoint('jumboRoll.info', {
  area,
  routes: 'GET /production/jumbo_roll_info',
  access: jumboRoll.endpoints.list.access,
  effect: 'read',
  input: { id: reference('jumboRoll'), number: text({ max: 80 }) },
  output: objectOutput({
    ...resourceOutput(jumboRoll).fields,
    slit: list(resourceOutput(slitRoll).fields, { max: 2000 }),
    slitKg: amount({ unit: 'kg', required: true }),
    trimKg: amount({ unit: 'kg', required: true }),
    wasteKg: amount({ unit: 'kg', required: true }),
    gapKg: amount({ unit: 'kg' }),
    gapPercent: amount({ unit: '%' }),
  }),
})
export const slittingEndpoints = [
  ...slittingCommands,
  takeBackJumboDowngrades,
  undoCutting,
  setsWithRolls,
  setHistory,
  undoSet,
  moveRoll,
  jumboInfo,
] as const
