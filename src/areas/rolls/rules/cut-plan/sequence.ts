import { slittingPatternText } from '@/areas/orders/rules/slitting-pattern'
import { addRolls, type Draft } from './batch'
import type { Cut, CutPlan, OpenOrder, Slitter } from './orders'

export const MINUTE = 60_000

type Timed = Pick<CutPlan, 'cuts' | 'late'>
/** What a slitter is set for. */
interface Setting {
  readonly jumboId: string | null
  readonly lanes: Cut['lanes']
}
/** Minutes that a cut takes: its sets, the knives where the pattern before was another, the jumbo where it is put on for it. */
export function minutesOf(
  cut: Setting & { readonly sets: number; readonly length: number },
  before: Setting | null,
  slitter: Slitter,
): number {
  const knives = before && patternOf(before) === patternOf(cut) ? 0 : slitter.changeoverMinutes
  const mounting = before && before.jumboId === cut.jumboId ? 0 : slitter.jumboMinutes
  return cut.sets * (cut.length / slitter.speed + slitter.setMinutes) + knives + mounting
}
const patternOf = ({ lanes }: Pick<Setting, 'lanes'>): string => slittingPatternText(lanes)

/** Cuts one after the other by due date, those of a jumbo together where nobody waits for that, and the orders that are late then. */
export function inTime(
  drafts: readonly Draft[],
  orders: readonly OpenOrder[],
  slitter: Slitter,
  startsAt: number,
): Timed {
  const sorted = [...drafts].sort((a, b) => a.dueAt - b.dueAt)
  const timedAs = (some: readonly Draft[]) => judged(timed(some, slitter, startsAt), orders)
  // Sets of one pattern from one jumbo are one line of the queue, unless an order's last roll would be counted late by that.
  const [fine, ...others] = [sorted, joined(sorted), joined(byJumbo(sorted))].map(timedAs)
  return others.reduce((best, one) => (isNoLater(one, best) ? one : best), fine!)
}
/**
 * The same cuts with those of a jumbo that is put on more than once together, where no date suffers: later ones with the first
 * of them, else the first of them later.
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
/** How often a jumbo is put on. */
export const mountsOf = (cuts: readonly Pick<Cut, 'jumboId'>[]): number =>
  cuts.filter((cut, i) => cut.jumboId !== cuts[i - 1]?.jumboId).length
/** Milliseconds that orders are late, all together. */
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
/** Those of a jumbo behind its first. */
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
    // Whole milliseconds, as dates are: else an order is late by a rounding error.
    return { ...cut, startsAt: Math.round(start), endsAt: Math.round(at) }
  })
}
/** Neighbours of one pattern from one jumbo in one. */
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
