import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { baseFields } from '@/contract/resource'
import { metre } from './jumbo-roll'
import { terminations } from '../rules/cut-plan/termination'
import { cutOrder, lanes } from './slitting'

const area = 'rolls'
const count = integer({ required: true })
/** A cut of a plan: the lanes from edge to edge with the order of each, over one length, as many times as `sets` from one jumbo. */
const planned = {
  jumboRollId: reference('jumboRoll', { required: true }),
  sets: integer({ required: true, min: 1, max: 999 }),
  lengthM: { ...metre, required: true },
  lanes: { ...lanes, required: true },
} as const
/** Why an order, or some of its rolls, is not planned. */
const unplannedReasons = [
  'tooNarrow',
  'tooWide',
  'noJumbo',
  // Every jumbo that it could be cut from waits at another slitter.
  'promised',
  'noWidth',
  'noLength',
  'noCount',
  // What is lacking is less than the plant's tolerance; of kilograms alone, as all its rolls are there.
  'withinTolerance',
  'rollsMade',
] as const
/**
 * What to cut, proposed by `rules/cut-plan`, beside first-fit decreasing (what a person does by hand). Nothing is stored.
 * What orders still want is what their progress says (`orders/rules/still-wanted`), less what waits at slitters. It begins after what the
 * slitter has before it. Due dates come first, then no more trim
 * than the manual plan, then few jumbos, then little width. `boundPercent`: no plan of these rolls trims less, whatever the
 * dates; `withinPercent`: how much more area the plan takes than that. `method`: `heuristic` where the
 * integer solver can't be loaded. `termination`: how the search ended; `finished`: no limit cut it off, else this is the best so
 * far. At equal due dates it never trims more than the manual plan. Answers within ten seconds.
 */
export const proposeCuts = defineEndpoint('cutting.propose', {
  area,
  routes: 'POST /rolls/cut_plan',
  access: ['divideInteractiveView', 'productionScheduleView'],
  effect: 'read',
  input: {
    slitterId: reference('line', { required: true }),
    // In place of what waits at the slitter, else behind it.
    replace: flag(),
    workOrderIds: references('workOrder', { max: 60 }),
    jumboRollIds: references('jumboRoll', { max: 500 }),
  },
  output: objectOutput({
    orders: count,
    jumbos: count,
    milliseconds: amount({ unit: 'ms', required: true }),
    // Empty where nothing is cut.
    trimPercent: amount({ unit: '%' }),
    boundPercent: amount({ unit: '%' }),
    gapPercent: amount({ unit: '%' }),
    withinPercent: amount({ unit: '%' }),
    method: choice(['solver', 'heuristic'], { required: true }),
    finished: flag(),
    termination: choice(terminations, { required: true }),
    // Empty where it leaves more rolls than the plan: who cuts less trims less.
    firstFitPercent: amount({ unit: '%' }),
    firstFitUncut: count,
    firstFitJumbos: count,
    firstFitLate: count,
    cuts: list(
      {
        ...planned,
        jumbo: text({ required: true }),
        widthMm: integer({ unit: 'mm', required: true }),
        leftM: { ...metre, required: true },
        slittingPattern: text({ required: true, max: 400 }),
        trimMm: integer({ unit: 'mm', required: true }),
        startsAt: moment({ required: true }),
        endsAt: moment({ required: true }),
      },
      { max: 2000 },
    ),
    unplanned: list(
      {
        workOrderId: reference('workOrder', { required: true }),
        rolls: count,
        reason: choice(unplannedReasons, { required: true }),
      },
      { max: 200 },
    ),
    // Jumbos of these orders that wait at another slitter.
    promised: list(
      { slitterId: reference('line', { required: true }), slitter: text({ required: true, max: 400 }), jumbos: count },
      { max: 200 },
    ),
    late: list(
      {
        workOrderId: reference('workOrder', { required: true }),
        endsAt: moment({ required: true }),
        dueAt: moment({ required: true }),
      },
      { max: 200 },
    ),
    numbers: list(
      {
        id: text({ required: true, max: 36 }),
        label: text({ required: true, max: 400 }),
        widthMm: integer({ unit: 'mm' }),
        rolls: integer(),
      },
      { max: 200 },
    ),
  }),
})
/** Makes the lines of a plan, as a person left it, the queue of the slitter; those that wait there stay before them unless `replace`. */
export const applyCuts = defineEndpoint('cutting.apply', {
  area,
  routes: 'POST /rolls/cut_plan_apply',
  access: ['divideInteractiveAdd', 'productionScheduleEdit'],
  effect: 'write',
  input: {
    slitterId: reference('line', { required: true }),
    replace: flag(),
    cuts: list(planned, { required: true, max: 500 }),
  },
  output: listOutput({ ...baseFields, ...cutOrder.fields }),
})
/** `data` of a refused plan: which of its cuts cannot be made, by their place in it, and why. The others can be sent without them. */
export interface RefusedCuts {
  refusedCuts: readonly { at: number; why: string }[]
}
export const cutPlanCalls = [proposeCuts, applyCuts] as const
