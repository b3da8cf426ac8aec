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
 * Schedules cuts by due date and returns them with the late orders. Cuts of a jumbo are grouped where no order is
 * delayed by that.
 */
export function scheduleCuts(
  drafts: readonly CutDraft[],
  orders: readonly OpenOrder[],
  slitter: SlitterSpec,
  startsAt: number,
): CutSchedule {
  const sorted = [...drafts].sort((a, b) => a.dueAt - b.dueAt)
  const toSchedule = (orderedDrafts: readonly CutDraft[]) =>
    withLateOrders(assignTimes(orderedDrafts, slitter, startsAt), orders)
  // Sets of one pattern and jumbo form one queue line, unless that would make an order's last roll late.
  const [byDueDate, ...others] = [sorted, joinNeighbours(sorted), joinNeighbours(groupDraftsByJumbo(sorted))].map(
    toSchedule,
  )
  return others.reduce((best, schedule) => (isNoLater(schedule, best) ? schedule : best), byDueDate!)
}
/**
 * Groups the cuts of a jumbo that is mounted more than once where no due date suffers: moves later cuts to the first,
 * else the first to the last.
 */
export function groupCutsByJumbo(
  plan: CutSchedule,
  orders: readonly OpenOrder[],
  slitter: SlitterSpec,
  startsAt: number,
): CutSchedule {
  let best = plan
  for (const jumboId of new Set(plan.cuts.map((c) => c.jumboId))) {
    if (countJumboMounts(best.cuts, jumboId) < 2) continue
    for (const reordered of [
      gatherJumboCuts(best.cuts, jumboId, 'first'),
      gatherJumboCuts(best.cuts, jumboId, 'last'),
    ]) {
      const schedule = withLateOrders(assignTimes(joinNeighbours(reordered), slitter, startsAt), orders)
      if (!isNoLater(schedule, best)) continue
      best = schedule
      break
    }
  }
  return best
}
/** Returns how often a jumbo is mounted. */
export const countMounts = (cuts: readonly Pick<PlannedCut, 'jumboId'>[]): number =>
  cuts.filter((cut, i) => cut.jumboId !== cuts[i - 1]?.jumboId).length
/** Returns the total lateness of all orders in milliseconds. */
export const sumLateness = (late: CutPlan['late']): number => late.reduce((sum, l) => sum + l.endsAt - l.dueAt, 0)
const isNoLater = (a: CutSchedule, b: CutSchedule): boolean =>
  a.late.length < b.late.length || (a.late.length === b.late.length && sumLateness(a.late) <= sumLateness(b.late))

const countJumboMounts = (cuts: readonly PlannedCut[], jumboId: string): number =>
  cuts.filter((cut, i) => cut.jumboId === jumboId && cuts[i - 1]?.jumboId !== jumboId).length
function gatherJumboCuts(cuts: readonly PlannedCut[], jumboId: string, anchor: 'first' | 'last'): PlannedCut[] {
  const jumboCuts = cuts.filter((c) => c.jumboId === jumboId)
  const anchorCut = anchor === 'first' ? jumboCuts[0]! : jumboCuts.at(-1)!
  return cuts.flatMap((c) => (c === anchorCut ? jumboCuts : c.jumboId === jumboId ? [] : [c]))
}
/** Moves the drafts of each jumbo behind its first one. */
function groupDraftsByJumbo(drafts: readonly CutDraft[]): CutDraft[] {
  const groups = new Map<string, CutDraft[]>()
  for (const draft of drafts) groups.set(draft.jumboId, [...(groups.get(draft.jumboId) ?? []), draft])
  return [...groups.values()].flat()
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
/** Joins neighbours of one pattern and jumbo. */
function joinNeighbours<T extends Omit<PlannedCut, 'startsAt' | 'endsAt'>>(drafts: readonly T[]): T[] {
  const joinedDrafts: T[] = []
  for (const draft of drafts) {
    const last = joinedDrafts.at(-1)
    const isSame =
      last?.jumboId === draft.jumboId && last.length === draft.length && getPatternText(last) === getPatternText(draft)
    if (!last || !isSame) joinedDrafts.push(draft)
    else {
      const rolls = last.rolls.map((r) => ({ ...r }))
      addRolls(rolls, draft.rolls)
      joinedDrafts[joinedDrafts.length - 1] = { ...last, sets: last.sets + draft.sets, rolls }
    }
  }
  return joinedDrafts
}
function withLateOrders(cuts: PlannedCut[], orders: readonly OpenOrder[]): CutSchedule {
  const ends = new Map<string, number>()
  for (const cut of cuts) for (const { orderId } of cut.rolls) ends.set(orderId, cut.endsAt)
  const late = orders.flatMap((o) => {
    const endsAt = ends.get(o.id)
    return endsAt !== undefined && endsAt > o.dueAt ? [{ orderId: o.id, endsAt, dueAt: o.dueAt }] : []
  })
  return { cuts, late }
}
