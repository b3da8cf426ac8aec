import { addRolls, type Draft } from './batch'
import type { Cut, CutPlan, OpenOrder, Slitter } from './orders'

const MINUTE = 60_000

/** Cuts one after the other by due date, and the orders that are late then. */
export function inTime(
  drafts: readonly Draft[],
  orders: readonly OpenOrder[],
  slitter: Slitter,
  startsAt: number,
): Pick<CutPlan, 'cuts' | 'late'> {
  const sorted = [...drafts].sort((a, b) => a.dueAt - b.dueAt)
  const fine = timed(sorted, slitter, startsAt)
  const coarse = timed(joined(sorted), slitter, startsAt)
  const [lateFine, lateCoarse] = [lateOrders(fine, orders), lateOrders(coarse, orders)]
  // Sets of one pattern from one jumbo are one line of the queue, unless an order's last roll would be counted late by that.
  return latenessOf(lateCoarse) <= latenessOf(lateFine)
    ? { cuts: coarse, late: lateCoarse }
    : { cuts: fine, late: lateFine }
}
/** Milliseconds that orders are late, all together. */
export const latenessOf = (late: CutPlan['late']): number => late.reduce((sum, l) => sum + l.endsAt - l.dueAt, 0)

const patternOf = (draft: Pick<Draft, 'lanes'>): string => draft.lanes.map((l) => `${l.count}x${l.width}`).join('+')
function timed(drafts: readonly Draft[], slitter: Slitter, startsAt: number): Cut[] {
  let at = startsAt
  let before: string | null = null
  return drafts.map(({ dueAt: _due, ...draft }) => {
    const lanes = patternOf(draft)
    const minutes =
      draft.sets * (draft.length / slitter.speed + slitter.setMinutes) +
      (lanes === before ? 0 : slitter.changeoverMinutes)
    const start = at
    at += minutes * MINUTE
    before = lanes
    // Whole milliseconds, as dates are: else an order is late by a rounding error.
    return { ...draft, startsAt: Math.round(start), endsAt: Math.round(at) }
  })
}
/** Neighbours of one pattern from one jumbo in one. */
function joined(drafts: readonly Draft[]): Draft[] {
  const made: Draft[] = []
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
function lateOrders(cuts: readonly Cut[], orders: readonly OpenOrder[]): CutPlan['late'] {
  const ends = new Map<string, number>()
  for (const cut of cuts) for (const { orderId } of cut.rolls) ends.set(orderId, cut.endsAt)
  return orders.flatMap((o) => {
    const endsAt = ends.get(o.id)
    return endsAt !== undefined && endsAt > o.dueAt ? [{ orderId: o.id, endsAt, dueAt: o.dueAt }] : []
  })
}
