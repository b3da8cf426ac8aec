import { firstFitDecreasing } from './first-fit'
import type { OpenOrder, Slitter, UncutJumbo } from './orders'
import { uncut, type Problem } from './stock'

/** What can lie side by side: one product, one length. */
const keyOf = (order: OpenOrder): string => `${order.product} ${order.length}`

export interface ByHand {
  readonly trimPercent: number | null
  readonly uncutRolls: number
}
/** What it trims beside a plan that leaves some rolls uncut; null where it leaves more: who cuts less trims less. */
export const trimBeside = ({ trimPercent, uncutRolls }: ByHand, leftByPlan: number): number | null =>
  uncutRolls > leftByPlan ? null : trimPercent

/**
 * What first-fit decreasing makes of the same orders and jumbos, all at once: how a person would cut. `trimPercent` of the
 * area of the sets it uses, null when it cuts nothing; `uncutRolls` it finds no set for.
 */
export function cutByHand(orders: readonly OpenOrder[], jumbos: readonly UncutJumbo[], slitter: Slitter): ByHand {
  const left = jumbos.map((j) => ({ ...j }))
  let used = 0
  let cut = 0
  let missing = 0
  for (const key of new Set(orders.map(keyOf))) {
    const group = orders.filter((o) => keyOf(o) === key)
    const { product, length } = group[0]!
    const pieces = left.filter((p) => p.product === product && p.length >= length)
    const widths = [...new Set(group.map((o) => o.width))]
    const stockWidths = [...new Set(pieces.map((p) => p.width))]
    const problem: Problem = {
      demands: widths.map((width) => ({
        width,
        count: group.reduce((n, o) => n + (o.width === width ? o.rolls : 0), 0),
      })),
      stocks: stockWidths.map((width) => ({
        width: width - slitter.minTrim,
        sets: pieces.reduce((n, p) => n + (p.width === width ? Math.floor(p.length / length) : 0), 0),
      })),
      lanes: slitter.knives - 1,
    }
    const uses = firstFitDecreasing(problem)
    for (const { pattern, sets } of uses) {
      const width = stockWidths[pattern.stock]!
      used += sets * width * length
      cut += sets * length * pattern.counts.reduce((sum, n, i) => sum + n * widths[i]!, 0)
      for (let n = sets; n > 0; n--) {
        const piece = pieces.find((p) => p.width === width && p.length >= length)
        if (piece) piece.length -= length
      }
    }
    missing += uncut(problem, uses).reduce((sum, n) => sum + Math.max(0, n), 0)
  }
  return { trimPercent: used > 0 ? (1 - cut / used) * 100 : null, uncutRolls: missing }
}
