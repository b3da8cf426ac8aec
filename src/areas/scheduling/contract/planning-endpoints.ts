import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { day, flag, integer, list, moment, note, reference, text } from '@/contract/field'

const area = 'scheduling'
/** A place in the plan and the version of the entry to which it applies. */
const placeFields = {
  id: reference('scheduleEntry', { required: true }),
  version: integer({ required: true, min: 1 }),
  lineId: reference('line', { required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
} as const
/** An entry that a move added because its order had no place before. */
const addedEntryFields = { id: placeFields.id, version: placeFields.version } as const
/** The place of an order before it was taken out of the plan. */
const removedEntryFields = {
  workOrderId: reference('workOrder', { required: true }),
  lineId: placeFields.lineId,
  startsAt: placeFields.startsAt,
  endsAt: placeFields.endsAt,
  note: note({ max: 1000 }),
} as const
/** Entries that move, with their new times. */
const movedEntries = list({
  id: text({ required: true }),
  number: text({ required: true }),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
})
/**
 * Places an order on a line and delays later orders as far as needed. `dryRun` only reports what would move. Refused if
 * the order would overlap an order that has begun, or if another planner has changed the entry since `version`.
 */
export const placeOrder = defineEndpoint('scheduleEntry.place', {
  area,
  routes: 'POST /production_scheduling',
  access: ['productionScheduleEdit', 'productionScheduleAdd'],
  effect: 'write',
  input: {
    id: reference('scheduleEntry'),
    version: integer({ min: 1 }),
    workOrderId: reference('workOrder', { required: true }),
    lineId: reference('line', { required: true }),
    // Without `startsAt`, the first free place that is long enough is used, and `endsAt` is ignored.
    startsAt: moment(),
    endsAt: moment(),
    // True: estimates the duration of an order that already has a place again. Otherwise the order keeps its duration.
    anew: flag(),
    dryRun: flag(),
  },
  output: objectOutput({
    entry: text({ max: 36 }),
    moved: movedEntries,
    // Widths of the slitting pattern and of the line's web, if the pattern does not fit.
    patternMm: integer({ unit: 'mm' }),
    webMm: integer({ unit: 'mm' }),
    // Input of `putBackOrders` that undoes the move: `before` has the previous places of the moved entries, `fresh` the
    // entry that the move added.
    before: list(placeFields),
    fresh: list(addedEntryFields),
    // Due date of the order, and the time by which the order would end after that day.
    dueOn: day(),
    lateMinutes: integer({ unit: 'min', required: true }),
    // Other orders that become late or later, worst first, with their delay before and after the move.
    later: list({
      number: text({ required: true }),
      lateBefore: integer({ unit: 'min', required: true }),
      lateAfter: integer({ unit: 'min', required: true }),
    }),
    // Number of the order in production, if it will probably end too late for the changeover to the first moved order.
    clash: text({ max: 60 }),
    // Forecast end of the order in production.
    clashEnds: moment(),
    // Duration of the changeover.
    clashMinutes: integer({ unit: 'min' }),
    // Number of the first moved order.
    clashNext: text({ max: 60 }),
  }),
})
/**
 * Takes an order out of the plan; it becomes unplanned. With `close`, which also needs the right to move orders, the
 * following orders move up into the freed time. `dryRun` only reports what would move.
 */
export const takeOutOrder = defineEndpoint('scheduleEntry.takeOut', {
  area,
  routes: 'POST /plant/schedule_take_out',
  access: 'productionScheduleDelete',
  effect: 'write',
  input: {
    id: reference('scheduleEntry', { required: true }),
    version: integer({ min: 1 }),
    // True: closes the gap in the plan.
    close: flag(),
    dryRun: flag(),
  },
  output: objectOutput({
    moved: movedEntries,
    // Time by which the following orders move up.
    upMinutes: integer({ unit: 'min', required: true }),
    // Input of `putBackOrders` that undoes the removal.
    before: list(placeFields),
    out: list(removedEntryFields),
  }),
})
/**
 * Undoes a move or a removal: restores the previous places in `before`, removes the entries in `fresh` and adds the
 * removed entries in `out` again.
 * Refused if an entry has changed since the move, or if its previous place is taken.
 */
export const putBackOrders = defineEndpoint('scheduleEntry.putBack', {
  area,
  routes: 'PUT /production_scheduling',
  access: placeOrder.access,
  effect: 'write',
  input: {
    before: list(placeFields, { max: 1000 }),
    fresh: list(addedEntryFields, { max: 1 }),
    out: list(removedEntryFields, { max: 1 }),
  },
  output: objectOutput({ moved: integer({ required: true }) }),
})
export const planningEndpoints = [placeOrder, takeOutOrder, putBackOrders] as const
