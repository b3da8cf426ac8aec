import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { addRolls, type CutDraft } from './cut-batch'
import type { PlannedCut, CutPlan, OpenOrder, SlitterSpec } from './cut-plan-types'

export const MS_PER_MINUTE = 60_000

type CutSchedule = Pick<CutPlan, 'cuts' | 'late'>
/** The jumbo and pattern that a slitter is set up for. */
interface SlitterSetup {
  readonly jumboId: string | null
  readonly lanes: PlannedCut['lanes']
}
/** Returns the minutes of a cut: its sets, the knives if the pattern changes, and the jumbo if it has to be mounted. */
export function calculateCutMinutes(
  cut: SlitterSetup & { readonly sets: number; readonly length: number },
  previousSetup: SlitterSetup | null,
  slitter: SlitterSpec,
): number {
  const knifeMinutes =
    previousSetup && getPatternText(previousSetup) === getPatternText(cut) ? 0 : slitter.changeoverMinutes
  const mountMinutes = previousSetup && previousSetup.jumboId === cut.jumboId ? 0 : slitter.jumboMinutes
  return cut.sets * (cut.length / slitter.speed + slitter.setMinutes) + knifeMinutes + mountMinutes
}
const getPatternText = ({ lanes }: Pick<SlitterSetup, 'lanes'>): string => formatSlittingPattern(lanes)

/**
 * Schedules cuts by due date and returns them with the late orders. Cuts of a jumbo are grouped if that delays no order.
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
  // Sets of one pattern and jumbo are joined into one queue line, unless the joined line makes an order late.
  const [scheduleByDueDate, ...otherSchedules] = [
    draftsByDueDate,
    joinNeighbours(draftsByDueDate),
    joinNeighbours(groupDraftsByJumbo(draftsByDueDate)),
  ].map(scheduleDrafts)
  return otherSchedules.reduce(
    (bestSchedule, schedule) => (isNoLater(schedule, bestSchedule) ? schedule : bestSchedule),
    scheduleByDueDate!,
  )
}
/**
 * Groups the cuts of each jumbo that is mounted more than once, if no due date suffers. Moves all its cuts to its first
 * cut, else to its last.
 */
export function groupCutsByJumbo(
  plan: CutSchedule,
  orders: readonly OpenOrder[],
  slitter: SlitterSpec,
  startsAt: number,
): CutSchedule {
  let bestSchedule = plan
  for (const jumboId of new Set(plan.cuts.map((c) => c.jumboId))) {
    if (countJumboMounts(bestSchedule.cuts, jumboId) < 2) continue
    for (const reorderedCuts of [
      gatherJumboCuts(bestSchedule.cuts, jumboId, 'first'),
      gatherJumboCuts(bestSchedule.cuts, jumboId, 'last'),
    ]) {
      const schedule = addLateOrders(assignTimes(joinNeighbours(reorderedCuts), slitter, startsAt), orders)
      if (!isNoLater(schedule, bestSchedule)) continue
      bestSchedule = schedule
      break
    }
  }
  return bestSchedule
}
/** Returns how often jumbos are mounted when the cuts are made in this order. */
export const countMounts = (cuts: readonly Pick<PlannedCut, 'jumboId'>[]): number =>
  cuts.filter((cut, i) => cut.jumboId !== cuts[i - 1]?.jumboId).length
/** Returns the total lateness of all orders in milliseconds. */
export const sumLateness = (lateOrders: CutPlan['late']): number =>
  lateOrders.reduce((sum, order) => sum + order.endsAt - order.dueAt, 0)
const isNoLater = (a: CutSchedule, b: CutSchedule): boolean =>
  a.late.length < b.late.length || (a.late.length === b.late.length && sumLateness(a.late) <= sumLateness(b.late))

const countJumboMounts = (cuts: readonly PlannedCut[], jumboId: string): number =>
  cuts.filter((cut, i) => cut.jumboId === jumboId && cuts[i - 1]?.jumboId !== jumboId).length
function gatherJumboCuts(cuts: readonly PlannedCut[], jumboId: string, anchor: 'first' | 'last'): PlannedCut[] {
  const jumboCuts = cuts.filter((cut) => cut.jumboId === jumboId)
  const anchorCut = anchor === 'first' ? jumboCuts[0]! : jumboCuts.at(-1)!
  return cuts.flatMap((cut) => (cut === anchorCut ? jumboCuts : cut.jumboId === jumboId ? [] : [cut]))
}
/** Moves the later drafts of each jumbo directly behind the first draft of that jumbo. */
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
    const isSame =
      lastDraft?.jumboId === draft.jumboId &&
      lastDraft.length === draft.length &&
      getPatternText(lastDraft) === getPatternText(draft)
    if (!lastDraft || !isSame) joinedDrafts.push(draft)
    else {
      const rolls = lastDraft.rolls.map((r) => ({ ...r }))
      addRolls(rolls, draft.rolls)
      joinedDrafts[joinedDrafts.length - 1] = { ...lastDraft, sets: lastDraft.sets + draft.sets, rolls }
    }
  }
  return joinedDrafts
}
function addLateOrders(cuts: PlannedCut[], orders: readonly OpenOrder[]): CutSchedule {
  const endByOrder = new Map<string, number>()
  for (const cut of cuts) for (const { orderId } of cut.rolls) endByOrder.set(orderId, cut.endsAt)
  const lateOrders = orders.flatMap((o) => {
    const endsAt = endByOrder.get(o.id)
    return endsAt !== undefined && endsAt > o.dueAt ? [{ orderId: o.id, endsAt, dueAt: o.dueAt }] : []
  })
  return { cuts, late: lateOrders }
}
