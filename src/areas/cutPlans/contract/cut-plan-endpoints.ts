import { defineEndpoint, listOutput, objectOutput } from '@/contract/endpoint'
import { amount, choice, flag, integer, list, moment, reference, references, text } from '@/contract/field'
import { baseFields } from '@/contract/resource'
import { metresField } from '@/areas/rolls/contract/jumbo-roll'
import { terminations } from '@/areas/cutPlans/rules/cut-plan-types'
import { cutOrder, lanesField } from '@/areas/slitting/contract/slitting'

const area = 'cutPlans'
const requiredCount = integer({ required: true })
/**
 * One cut of a plan: lanes from edge to edge, each with its order, over `lengthM`, repeated `sets` times on one jumbo.
 */
const plannedCutFields = {
  jumboRollId: reference('jumboRoll', { required: true }),
  sets: integer({ required: true, min: 1, max: 999 }),
  lengthM: { ...metresField, required: true },
  lanes: { ...lanesField, required: true },
} as const
/**
 * Reasons why an order, or some of its rolls, is left out of the plan. `noWidth`, `noLength` and `noCount`: the order
 * lacks the value.
 */
const unplannedReasons = [
  'tooNarrow',
  'tooWide',
  // No suitable jumbo has enough metres.
  'noJumbo',
  // Every suitable jumbo is queued at another slitter.
  'promised',
  'noWidth',
  'noLength',
  'noCount',
  // The shortfall in kg is within the plant's tolerance, and the number of rolls is complete.
  'withinTolerance',
  // All ordered rolls are made.
  'rollsMade',
] as const
/** Reasons why a jumbo is left out of the plan: all its remaining metres are waste, or none of them is good. */
const leftOutReasons = ['downgraded', 'waste'] as const
/**
 * Proposes a cut plan within ten seconds and stores nothing, see `rules/propose-cut-plan`. The answer compares the plan
 * with first-fit decreasing, which is how people plan by hand.
 *
 * The demand is the rolls that the orders still need (`orders/rules/remaining-rolls`), less the cuts already queued.
 * The plan starts after those cuts. If jumbos are short, orders are served by priority, then by due date. Criteria:
 * uncut rolls, due dates, no more trim than the manual plan, few jumbos, little width, few changeovers.
 *
 * `boundPercent` is the least possible trim of any plan of these rolls, regardless of the dates. The plan exceeds it by
 * `gapPercent` points of trim, which is `withinPercent` more area. `method` is `heuristic` if the integer solver cannot
 * be loaded. `termination` tells how the search ended. `finished` is false if a limit stopped the search; the answer is
 * then the best plan so far.
 */
export const proposeCuts = defineEndpoint('cutting.propose', {
  area,
  routes: 'POST /rolls/cut_plan',
  access: ['divideInteractiveView', 'productionScheduleView'],
  effect: 'read',
  input: {
    slitterId: reference('line', { required: true }),
    // True: the plan replaces the queue of the slitter; false: it is appended.
    replace: flag(),
    workOrderIds: references('workOrder', { max: 60 }),
    jumboRollIds: references('jumboRoll', { max: 500 }),
  },
  output: objectOutput({
    orders: requiredCount,
    jumbos: requiredCount,
    milliseconds: amount({ unit: 'ms', required: true }),
    // Empty if nothing is cut.
    trimPercent: amount({ unit: '%' }),
    boundPercent: amount({ unit: '%' }),
    gapPercent: amount({ unit: '%' }),
    withinPercent: amount({ unit: '%' }),
    method: choice(['solver', 'heuristic'], { required: true }),
    finished: flag(),
    termination: choice(terminations, { required: true }),
    // Empty if first fit leaves more rolls uncut than the plan, because a plan that cuts fewer rolls trims less.
    firstFitPercent: amount({ unit: '%' }),
    firstFitUncut: requiredCount,
    firstFitJumbos: requiredCount,
    firstFitLate: requiredCount,
    cuts: list(
      {
        ...plannedCutFields,
        jumbo: text({ required: true }),
        widthMm: integer({ unit: 'mm', required: true }),
        leftM: { ...metresField, required: true },
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
        rolls: requiredCount,
        reason: choice(unplannedReasons, { required: true }),
      },
      { max: 200 },
    ),
    // Jumbos of these orders without good metres. The plan does not cut them, because it counts every roll as good.
    leftOutJumbos: list(
      {
        jumboRollId: reference('jumboRoll', { required: true }),
        jumbo: text({ required: true }),
        leftM: { ...metresField, required: true },
        reason: choice(leftOutReasons, { required: true }),
      },
      { max: 500 },
    ),
    // Number of jumbos of these orders that are queued at another slitter, by slitter.
    promised: list(
      {
        slitterId: reference('line', { required: true }),
        slitter: text({ required: true, max: 400, nameOf: 'slitterId' }),
        jumbos: requiredCount,
      },
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
    // Order numbers and rolls, to display the ids of this answer.
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
/**
 * Queues the cuts of a reviewed plan at the slitter, behind its waiting cuts, or instead of them if `replace` is set.
 */
export const applyCuts = defineEndpoint('cutting.apply', {
  area,
  routes: 'POST /rolls/cut_plan_apply',
  access: ['divideInteractiveAdd', 'productionScheduleEdit'],
  effect: 'write',
  input: {
    slitterId: reference('line', { required: true }),
    replace: flag(),
    cuts: list(plannedCutFields, { required: true, max: 500 }),
  },
  output: listOutput({ ...baseFields, ...cutOrder.fields }),
})
/** Error data of a refused plan: index and reason of each refused cut. The client can send the other cuts again. */
export interface CutPlanRefusalData {
  refusedCuts: readonly { at: number; why: string }[]
}
export const cutPlanEndpoints = [proposeCuts, applyCuts] as const
