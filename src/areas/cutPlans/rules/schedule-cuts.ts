/** Schedules cuts so that due dates are met first and knives and jumbos change seldom. */
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { addRolls } from './allocate-sets'
import type { CutDraft } from './cut-batch'
import type { PlannedCut, CutPlan, OpenOrder, SlitterSpec } from './cut-plan-types'
import { compareCriteria, findLowestPriorityRank, toLatenessByPriority } from './order-rank'

export const MS_PER_MINUTE = 60_000
/** Maximum number of cuts in all sequences together that `orderByLeastSetup` returns. */
const MAX_SEQUENCED_CUTS = 2000

type CutSchedule = Pick<CutPlan, 'cuts' | 'late'>
/** The jumbo and pattern that a slitter is set up for. */
interface SlitterSetup {
  readonly jumboId: string | null
  readonly lanes: PlannedCut['lanes']
}
/** Returns the minutes of a cut, including those for moving the knives and mounting the jumbo if these change. */
export function calculateCutMinutes(
  cut: SlitterSetup & { readonly sets: number; readonly length: number },
  previousSetup: SlitterSetup | null,
  slitter: SlitterSpec,
): number {
  return (
    cut.sets * (cut.length / slitter.speed + slitter.setMinutes) + calculateCutSetupMinutes(cut, previousSetup, slitter)
  )
}
function calculateCutSetupMinutes(cut: SlitterSetup, previousSetup: SlitterSetup | null, slitter: SlitterSpec): number {
  const keepsKnives = previousSetup && getPatternText(previousSetup) === getPatternText(cut)
  const keepsJumbo = previousSetup && previousSetup.jumboId === cut.jumboId
  return (keepsKnives ? 0 : slitter.changeoverMinutes) + (keepsJumbo ? 0 : slitter.jumboMinutes)
}
/** Caches the text of patterns, because the texts are compared often. */
const patternTextByLanes = new WeakMap<PlannedCut['lanes'], string>()
function getPatternText({ lanes }: Pick<SlitterSetup, 'lanes'>): string {
  const cachedText = patternTextByLanes.get(lanes)
  if (cachedText !== undefined) return cachedText
  const text = formatSlittingPattern(lanes)
  patternTextByLanes.set(lanes, text)
  return text
}

/**
 * Schedules cuts by due date and returns them with the late orders. Cuts of a jumbo are grouped if that delays no
 * order.
 */
export function scheduleCuts(
  drafts: readonly CutDraft[],
  orders: readonly OpenOrder[],
  slitter: SlitterSpec,
  startsAt: number,
): CutSchedule {
  const draftsByDueDate = [...drafts].sort((a, b) => a.dueAt - b.dueAt)
  const scheduleDrafts = (orderedDrafts: readonly CutDraft[]) =>
    addLateOrders(assignTimes(orderedDrafts, slitter, startsAt), orders)
  const scheduleByDueDate = scheduleDrafts(draftsByDueDate)
  // Sets of one pattern and jumbo are joined into one queue line, unless the joined line makes an order late.
  const joinedSchedules = [joinNeighbours(draftsByDueDate), joinNeighbours(groupDraftsByJumbo(draftsByDueDate))].map(
    scheduleDrafts,
  )
  const chooseNoLater = (schedules: readonly CutSchedule[], first: CutSchedule) =>
    schedules.reduce(
      (bestSchedule, schedule) => (isNoLater(schedule, bestSchedule, orders) ? schedule : bestSchedule),
      first,
    )
  const bestSchedule = chooseNoLater(joinedSchedules, scheduleByDueDate)
  if (bestSchedule.late.length === 0) return bestSchedule
  // Due dates are missed anyway, so the important orders come first if more of their due dates are kept this way.
  const draftsByPriority = sortDraftsByPriority(draftsByDueDate, orders)
  return chooseNoLater([bestSchedule], scheduleDrafts(joinNeighbours(draftsByPriority)))
}
function sortDraftsByPriority(draftsByDueDate: readonly CutDraft[], orders: readonly OpenOrder[]): CutDraft[] {
  const orderById = new Map(orders.map((order) => [order.id, order]))
  const rankDraft = ({ rolls }: CutDraft) => findLowestPriorityRank(rolls.map(({ orderId }) => orderById.get(orderId)!))
  return draftsByDueDate
    .map((draft) => ({ draft, rank: rankDraft(draft) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ draft }) => draft)
}
/**
 * Reorders cuts so that they take fewer set-up minutes, if no due date suffers. If a jumbo is mounted more than once,
 * moves its cuts to its first cut, else to its last cut. Then tries sequences in which each cut takes the least set-up
 * after the previous cut. These sequences choose the next cut among the cuts due next, then among all cuts.
 */
export function reduceSetups(
  plan: CutSchedule,
  orders: readonly OpenOrder[],
  slitter: SlitterSpec,
  startsAt: number,
): CutSchedule {
  let bestSchedule = plan
  for (const jumboId of new Set(plan.cuts.map((cut) => cut.jumboId))) {
    if (countJumboMounts(bestSchedule.cuts, jumboId) < 2) continue
    for (const reorderedCuts of [
      gatherJumboCuts(bestSchedule.cuts, jumboId, 'first'),
      gatherJumboCuts(bestSchedule.cuts, jumboId, 'last'),
    ]) {
      const schedule = addLateOrders(assignTimes(joinNeighbours(reorderedCuts), slitter, startsAt), orders)
      if (!isNoLater(schedule, bestSchedule, orders) || takesLessSetup(bestSchedule.cuts, schedule.cuts, slitter))
        continue
      bestSchedule = schedule
      break
    }
  }
  for (const onlyCutsDueNext of [true, false]) {
    for (const reorderedCuts of orderByLeastSetup(bestSchedule.cuts, orders, slitter, onlyCutsDueNext)) {
      if (!takesLessSetup(reorderedCuts, bestSchedule.cuts, slitter)) continue
      const schedule = addLateOrders(assignTimes(joinNeighbours(reorderedCuts), slitter, startsAt), orders)
      if (isNoLater(schedule, bestSchedule, orders)) bestSchedule = schedule
    }
  }
  return bestSchedule
}
const takesLessSetup = (a: readonly PlannedCut[], b: readonly PlannedCut[], slitter: SlitterSpec): boolean => {
  const toCriteria = (cuts: readonly PlannedCut[]) => [
    calculateSetupMinutes(cuts, slitter),
    countPatternRuns(cuts),
    countMounts(cuts),
  ]
  return compareCriteria(toCriteria(a), toCriteria(b)) < 0
}
/**
 * Orders cuts so that each takes the least set-up after the previous cut. Among equal cuts, the first in the given
 * order comes next. Yields one sequence for each possible first cut.
 * @param onlyCutsDueNext true: only cuts with the earliest due date of the remaining cuts come next
 */
function* orderByLeastSetup(
  cuts: readonly PlannedCut[],
  orders: readonly OpenOrder[],
  slitter: SlitterSpec,
  onlyCutsDueNext: boolean,
): Generator<PlannedCut[]> {
  const dueAtByOrder = new Map(orders.map((order) => [order.id, order.dueAt]))
  const entries = cuts.map((cut) => ({
    cut,
    pattern: getPatternText(cut),
    dueAt: onlyCutsDueNext ? Math.min(...cut.rolls.map(({ orderId }) => dueAtByOrder.get(orderId)!)) : 0,
  }))
  const entriesByDueDate = entries.toSorted((a, b) => a.dueAt - b.dueAt)
  const maxSequences = Math.max(1, Math.floor(MAX_SEQUENCED_CUTS / Math.max(1, cuts.length)))
  const firstEntries = entriesByDueDate
    .filter(({ dueAt }) => dueAt === entriesByDueDate[0]!.dueAt)
    .slice(0, maxSequences)
  for (const firstEntry of firstEntries) {
    const remainingEntries = entriesByDueDate.filter((entry) => entry !== firstEntry)
    const orderedCuts = [firstEntry.cut]
    for (let previousEntry = firstEntry; remainingEntries.length > 0;) {
      let nextIndex = 0
      let leastMinutes = Infinity
      for (const [index, { cut, pattern, dueAt }] of remainingEntries.entries()) {
        if (dueAt > remainingEntries[0]!.dueAt || leastMinutes === 0) break
        const minutes =
          (pattern === previousEntry.pattern ? 0 : slitter.changeoverMinutes) +
          (cut.jumboId === previousEntry.cut.jumboId ? 0 : slitter.jumboMinutes)
        if (minutes >= leastMinutes) continue
        leastMinutes = minutes
        nextIndex = index
      }
      previousEntry = remainingEntries.splice(nextIndex, 1)[0]!
      orderedCuts.push(previousEntry.cut)
    }
    yield orderedCuts
  }
}
/** Returns the minutes for moving knives and mounting jumbos when the cuts are made in this order. */
export const calculateSetupMinutes = (cuts: readonly PlannedCut[], slitter: SlitterSpec): number =>
  cuts.reduce((sum, cut, i) => sum + calculateCutSetupMinutes(cut, cuts[i - 1] ?? null, slitter), 0)
/** Returns how often the knives are set to a pattern when the cuts are made in this order. */
export const countPatternRuns = (cuts: readonly PlannedCut[]): number =>
  cuts.filter((cut, i) => i === 0 || getPatternText(cut) !== getPatternText(cuts[i - 1]!)).length
/** Returns how often jumbos are mounted when the cuts are made in this order. */
export const countMounts = (cuts: readonly Pick<PlannedCut, 'jumboId'>[]): number =>
  cuts.filter((cut, i) => cut.jumboId !== cuts[i - 1]?.jumboId).length
/** Returns the total lateness of all orders in milliseconds. */
export const sumLateness = (lateOrders: CutPlan['late']): number =>
  lateOrders.reduce((sum, order) => sum + order.endsAt - order.dueAt, 0)
function isNoLater(a: CutSchedule, b: CutSchedule, orders: readonly OpenOrder[]): boolean {
  const toCriteria = ({ late }: CutSchedule) => [...toLatenessByPriority(late, orders), sumLateness(late)]
  return compareCriteria(toCriteria(a), toCriteria(b)) <= 0
}

const countJumboMounts = (cuts: readonly PlannedCut[], jumboId: string): number =>
  cuts.filter((cut, i) => cut.jumboId === jumboId && cuts[i - 1]?.jumboId !== jumboId).length
/** Moves all cuts of a jumbo next to its first or last cut. */
function gatherJumboCuts(cuts: readonly PlannedCut[], jumboId: string, anchor: 'first' | 'last'): PlannedCut[] {
  const jumboCuts = cuts.filter((cut) => cut.jumboId === jumboId)
  const anchorCut = anchor === 'first' ? jumboCuts[0]! : jumboCuts.at(-1)!
  return cuts.flatMap((cut) => {
    if (cut === anchorCut) return jumboCuts
    return cut.jumboId === jumboId ? [] : [cut]
  })
}
/** Moves all drafts of a jumbo directly behind its first draft. */
function groupDraftsByJumbo(drafts: readonly CutDraft[]): CutDraft[] {
  const draftsByJumbo = new Map<string, CutDraft[]>()
  for (const draft of drafts) draftsByJumbo.set(draft.jumboId, [...(draftsByJumbo.get(draft.jumboId) ?? []), draft])
  return [...draftsByJumbo.values()].flat()
}
function assignTimes(
  drafts: readonly Omit<PlannedCut, 'startsAt' | 'endsAt'>[],
  slitter: SlitterSpec,
  startsAt: number,
): PlannedCut[] {
  let time = startsAt
  let previousCut: SlitterSetup | null = null
  return drafts.map(({ jumboId, length, sets, lanes, trim, rolls }) => {
    const cut = { jumboId, length, sets, lanes, trim, rolls }
    const start = time
    time += calculateCutMinutes(cut, previousCut, slitter) * MS_PER_MINUTE
    previousCut = cut
    // Rounds to whole milliseconds like dates; otherwise a rounding error could make an order late.
    return { ...cut, startsAt: Math.round(start), endsAt: Math.round(time) }
  })
}
/** Joins consecutive cuts of one pattern and jumbo. */
function joinNeighbours<T extends Omit<PlannedCut, 'startsAt' | 'endsAt'>>(drafts: readonly T[]): T[] {
  const joinedDrafts: T[] = []
  for (const draft of drafts) {
    const lastDraft = joinedDrafts.at(-1)
    const continuesLastCut =
      lastDraft?.jumboId === draft.jumboId &&
      lastDraft.length === draft.length &&
      getPatternText(lastDraft) === getPatternText(draft)
    if (!lastDraft || !continuesLastCut) joinedDrafts.push(draft)
    else {
      const rolls = lastDraft.rolls.map((rollCount) => ({ ...rollCount }))
      addRolls(rolls, draft.rolls)
      joinedDrafts[joinedDrafts.length - 1] = { ...lastDraft, sets: lastDraft.sets + draft.sets, rolls }
    }
  }
  return joinedDrafts
}
function addLateOrders(cuts: PlannedCut[], orders: readonly OpenOrder[]): CutSchedule {
  const endByOrder = new Map<string, number>()
  for (const cut of cuts) for (const { orderId } of cut.rolls) endByOrder.set(orderId, cut.endsAt)
  const lateOrders = orders.flatMap((order) => {
    const endsAt = endByOrder.get(order.id)
    return endsAt !== undefined && endsAt > order.dueAt ? [{ orderId: order.id, endsAt, dueAt: order.dueAt }] : []
  })
  return { cuts, late: lateOrders }
}
