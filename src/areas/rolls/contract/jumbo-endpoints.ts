import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { defineEndpoint, listOutput, objectOutput, pageOutput } from '@/contract/endpoint'
import { amount, choice, day, integer, moment, note, reference, text } from '@/contract/field'
import { defineReport, WHOLE_ANSWER } from '@/contract/report'
import { resourcePageOutput, resourceOutput } from '@/contract/resource'
import { jumboCommands } from './jumbo-commands'
import { jumboRoll } from './jumbo-roll'

const area = 'rolls'
const jumboOutput = resourceOutput(jumboRoll)
const jumboPermissions = jumboRoll.endpoints.list.access

/**
 * Counts printed labels, so that reprints are recognized. `id` is the id of the print job. The outbox queues the count
 * under this id instead of a roll's, so the count need not wait for unsent changes of the rolls.
 */
export const recordPrintedLabels = defineEndpoint('jumboRoll.printed', {
  area,
  routes: 'POST /rolls/label_printed',
  access: ['rollInteractiveView', 'divideInteractiveView'],
  effect: 'write',
  offline: { resource: 'jumboRoll', idInput: 'id', schemaVersion: 1 },
  input: {
    id: reference('jumboRoll'),
    occurredAt: moment(),
    // Ids of the rolls or packages, separated by commas.
    ids: note({ required: true, max: 20_000 }),
    kind: choice(['jumboRoll', 'slitRoll', 'package'], { required: true }),
  },
  output: objectOutput({ printed: integer({ required: true }) }),
})

/** The roll on the winder of each line, or of one line, with its estimated length and mass at this moment. */
export const currentRolls = defineEndpoint('jumboRoll.now', {
  area,
  routes: 'GET /jumbo_second/now_roll',
  access: jumboPermissions,
  effect: 'read',
  input: { lineId: reference('line') },
  output: listOutput({
    ...jumboOutput.fields,
    metresNow: amount({ unit: 'm' }),
    kgNow: amount({ unit: 'kg' }),
    doffDueAt: moment(),
  }),
})
/** Returns the ordered winding length and the lengths of the last rolls. */
export const rollLength = defineEndpoint('jumboRoll.length', {
  area,
  routes: 'GET /jumbo_second/roll_long',
  access: jumboPermissions,
  effect: 'read',
  input: { workOrderId: reference('workOrder'), lineId: reference('line') },
  output: objectOutput({
    orderedM: amount({ unit: 'm' }),
    lastM: amount({ unit: 'm' }),
    averageM: amount({ unit: 'm' }),
    speed: amount({ unit: 'm/min' }),
  }),
})
/** Number of rolls of an order: made, good, uncut and ordered. */
export const rollCount = defineEndpoint('jumboRoll.count', {
  area,
  routes: 'GET /jumbo_second/roll_num',
  access: jumboPermissions,
  effect: 'read',
  input: { workOrderId: reference('workOrder'), lineId: reference('line') },
  output: objectOutput({
    made: integer({ required: true }),
    good: integer({ required: true }),
    uncut: integer({ required: true }),
    today: integer({ required: true }),
    kg: amount({ unit: 'kg', required: true }),
    ordered: integer(),
  }),
})
/** Numbers of uncut jumbos to choose from, oldest first. */
export const uncutNumbers = defineEndpoint('jumboRoll.uncutNumbers', {
  area,
  routes: 'GET /jumbo_second/no_cut_roll_num',
  access: jumboPermissions,
  effect: 'read',
  input: { keyword: text({ max: 80 }), productId: reference('product') },
  output: listOutput({
    id: text({ required: true, max: 36 }),
    label: text({ required: true }),
    widthMm: integer(),
    leftM: amount({ unit: 'm' }),
    netKg: amount({ unit: 'kg' }),
  }),
})
/** Uncut jumbos as pages of rows for the slitter. */
export const uncutRolls = defineEndpoint('jumboRoll.uncut', {
  area,
  routes: 'GET /cut_first/not_cut_roll',
  access: jumboPermissions,
  effect: 'read',
  input: {
    keyword: text({ max: 80 }),
    productId: reference('product'),
    workOrderId: reference('workOrder'),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
  },
  output: resourcePageOutput(jumboRoll),
})
/** Doffed jumbos, newest first, e.g. those of a team on a day. */
export const teamDoffs = defineEndpoint('jumboRoll.teamDoffs', {
  area,
  routes: 'GET /jumbo_second/doff_team',
  access: jumboPermissions,
  effect: 'read',
  input: {
    lineId: reference('line'),
    workOrderId: reference('workOrder'),
    businessDate: day(),
    team: text(teamTextOptions),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
  },
  output: resourcePageOutput(jumboRoll),
})
/**
 * Rolls, metres and mass of each team in a period. The mass includes corrections of the winder's output, as in the
 * metrics.
 */
export const teamOutput = defineEndpoint('jumboRoll.teamOutput', {
  area,
  routes: 'GET /jumbo_second/doff_team_pull',
  access: jumboPermissions,
  effect: 'read',
  mayLag: true,
  input: { lineId: reference('line'), from: day(), to: day() },
  output: listOutput({
    team: text(teamTextOptions),
    rolls: integer({ required: true }),
    metres: amount({ unit: 'm', required: true }),
    kg: amount({ unit: 'kg', required: true }),
    downgradedKg: amount({ unit: 'kg', required: true }),
  }),
})
export const teamOutputReport = defineReport(teamOutput, {
  titleKey: 'rolls:actions.jumboRoll_teamOutput',
  tables: [
    {
      rows: WHOLE_ANSWER,
      columns: [
        { field: 'team', labelKey: 'rolls:jumboRoll.fields.team' },
        'rolls',
        { field: 'metres', labelKey: 'rolls:pages.winder.metresWord' },
        'kg',
        { field: 'downgradedKg', labelKey: 'rolls:jumboRoll.fields.downgrades' },
      ],
    },
  ],
  chartColumn: 'kg',
  chartQuestionKey: 'rolls:pages.winder.whoMade',
  resources: ['jumboRoll', 'figureCorrection'],
})
/** Lists the orders of a line with the part of their specification that the winder needs. */
export const orderAtLine = defineEndpoint('jumboRoll.orderAtLine', {
  area,
  routes: ['GET /jumbo_three/order_details', 'GET /jumbo_three/order_info'],
  access: jumboPermissions,
  effect: 'read',
  input: {
    workOrderId: reference('workOrder'),
    lineId: reference('line'),
    page: integer({ min: 1, max: 1_000_000 }),
    size: integer({ min: 1, max: 500 }),
  },
  output: pageOutput({
    id: text({ required: true, max: 36 }),
    number: text({ required: true }),
    productId: reference('product'),
    gsm: amount({ unit: 'g/m²' }),
    webWidthMm: integer({ unit: 'mm' }),
    widthMm: integer({ unit: 'mm' }),
    slittingPattern: text(),
    jumboLengthM: amount({ unit: 'm' }),
    rollLengthM: amount({ unit: 'm' }),
    orderedKg: amount({ unit: 'kg' }),
    goodKg: amount({ unit: 'kg' }),
    idealSpeed: amount({ unit: 'm/min' }),
    remarks: note(),
  }),
})
/** Adds a remark for the people at the line to the order's note, with author and time. */
export const remarkOrder = defineEndpoint('jumboRoll.remark', {
  area,
  routes: 'POST /jumbo_three/order_details',
  access: ['rollInteractiveEdit', 'rollInteractiveAdd'],
  effect: 'write',
  input: { workOrderId: reference('workOrder', { required: true }), remark: note({ required: true, max: 1000 }) },
  output: objectOutput({ id: text({ required: true, max: 36 }) }),
})
export const jumboEndpoints = [
  ...jumboCommands,
  recordPrintedLabels,
  currentRolls,
  rollLength,
  rollCount,
  uncutNumbers,
  uncutRolls,
  teamDoffs,
  teamOutput,
  orderAtLine,
  remarkOrder,
] as const
