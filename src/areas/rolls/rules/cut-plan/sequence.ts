import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { addRolls, type Draft } from './batch'
import type { Cut, CutPlan, OpenOrder, Slitter } from './orders'

export const MINUTE = 60_000

type Timed = Pick<CutPlan, 'cuts' | 'late'>
/** The jumbo and pattern that a slitter is set up for. */
interface Setting {
  readonly jumboId: string | null
  readonly lanes: Cut['lanes']
}
/** Returns the minutes of a cut: its sets, the knives if the pattern changes, and the jumbo if it has to be mounted. */
export function minutesOf(
  cut: Setting & { readonly sets: number; readonly length: number },
  before: Setting | null,
  slitter: Slitter,
): number {
  const knives = before && patternOf(before) === patternOf(cut) ? 0 : slitter.changeoverMinutes
  const mounting = before && before.jumboId === cut.jumboId ? 0 : slitter.jumboMinutes
  return cut.sets * (cut.length / slitter.speed + slitter.setMinutes) + knives + mounting
}
const patternOf = ({ lanes }: Pick<Setting, 'lanes'>): string => formatSlittingPattern(lanes)

/**
 * Schedules cuts by due date and returns them with the late orders. Cuts of a jumbo are grouped where no order is
 * delayed by that.
 */
export function inTime(
  drafts: readonly Draft[],
  orders: readonly OpenOrder[],
  slitter: Slitter,
  startsAt: number,
): Timed {
  const sorted = [...drafts].sort((a, b) => a.dueAt - b.dueAt)
  const timedAs = (some: readonly Draft[]) => judged(timed(some, slitter, startsAt), orders)
  // Sets of one pattern and jumbo form one queue line, unless that would make an order's last roll late.
  const [fine, ...others] = [sorted, joined(sorted), joined(byJumbo(sorted))].map(timedAs)
  return others.reduce((best, one) => (isNoLater(one, best) ? one : best), fine!)
}
/**
 * Groups the cuts of a jumbo that is mounted more than once where no due date suffers: moves later cuts to the first,
 * else the first to the last.
 */
export function together(plan: Timed, orders: readonly OpenOrder[], slitter: Slitter, startsAt: number): Timed {
  let best = plan
  for (const jumboId of new Set(plan.cuts.map((c) => c.jumboId))) {
    if (mounted(best.cuts, jumboId) < 2) continue
    for (const moved of [gathered(best.cuts, jumboId, 'first'), gathered(best.cuts, jumboId, 'last')]) {
      const tried = judged(timed(joined(moved), slitter, startsAt), orders)
      if (!isNoLater(tried, best)) continue
      best = tried
      break
    }
  }
  return best
}
/** Returns how often a jumbo is mounted. */
export const mountsOf = (cuts: readonly Pick<Cut, 'jumboId'>[]): number =>
  cuts.filter((cut, i) => cut.jumboId !== cuts[i - 1]?.jumboId).length
/** Returns the total lateness of all orders in milliseconds. */
export const latenessOf = (late: CutPlan['late']): number => late.reduce((sum, l) => sum + l.endsAt - l.dueAt, 0)
const isNoLater = (a: Timed, b: Timed): boolean =>
  a.late.length < b.late.length || (a.late.length === b.late.length && latenessOf(a.late) <= latenessOf(b.late))

const mounted = (cuts: readonly Cut[], jumboId: string): number =>
  cuts.filter((cut, i) => cut.jumboId === jumboId && cuts[i - 1]?.jumboId !== jumboId).length
function gathered(cuts: readonly Cut[], jumboId: string, at: 'first' | 'last'): Cut[] {
  const own = cuts.filter((c) => c.jumboId === jumboId)
  const place = at === 'first' ? own[0]! : own.at(-1)!
  return cuts.flatMap((c) => (c === place ? own : c.jumboId === jumboId ? [] : [c]))
}
/** Moves the drafts of each jumbo behind its first one. */
function byJumbo(drafts: readonly Draft[]): Draft[] {
  const groups = new Map<string, Draft[]>()
  for (const draft of drafts) groups.set(draft.jumboId, [...(groups.get(draft.jumboId) ?? []), draft])
  return [...groups.values()].flat()
}
function timed(drafts: readonly Omit<Cut, 'startsAt' | 'endsAt'>[], slitter: Slitter, startsAt: number): Cut[] {
  let at = startsAt
  let before: Setting | null = null
  return drafts.map(({ jumboId, length, sets, lanes, trim, rolls }) => {
    const cut = { jumboId, length, sets, lanes, trim, rolls }
    const start = at
    at += minutesOf(cut, before, slitter) * MINUTE
    before = cut
    // Rounds to whole milliseconds like dates; otherwise a rounding error could make an order late.
    return { ...cut, startsAt: Math.round(start), endsAt: Math.round(at) }
  })
}
/** Joins neighbours of one pattern and jumbo. */
function joined<T extends Omit<Cut, 'startsAt' | 'endsAt'>>(drafts: readonly T[]): T[] {
  const made: T[] = []
  for (const draft of drafts) {
    const last = made.at(-1)
    const isSame =
      last?.jumboId === draft.jumboId && last.length === draft.length && patternOf(last) === patternOf(draft)
    if (!last || !isSame) made.push(draft)
    else {
      const rolls = last.rolls.map((r) => ({ ...r }))
      addRolls(rolls, draft.rolls)
      made[made.length - 1] = { ...last, sets: last.sets + draft.sets, rolls }
    }
  }
  return made
}
function judged(cuts: Cut[], orders: readonly OpenOrder[]): Timed {
  const ends = new Map<string, number>()
  for (const cut of cuts) for (const { orderId } of cut.rolls) ends.set(orderId, cut.endsAt)
  const late = orders.flatMap((o) => {
    const endsAt = ends.get(o.id)
    return endsAt !== undefined && endsAt > o.dueAt ? [{ orderId: o.id, endsAt, dueAt: o.dueAt }] : []
  })
  return { cuts, late }
}
