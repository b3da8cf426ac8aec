import { noUse, type Sums } from './sums'

const round = (value: number, digits = 3): number => Math.round(value * 10 ** digits) / 10 ** digits
export const percent = (part: number, of: number): number => (of ? round((part / of) * 100, 1) : 0)
/** Off by so much, %; null where there was nothing before. */
export const changed = (now: number, before: number | null | undefined): number | null =>
  before ? round((now / before - 1) * 100, 1) : null

/** What was used, with how much of it is estimated, allocated or without price, and per kg where kg are known. */
export function figuresOf(sums: Sums | undefined, kg: number | null | undefined) {
  const { used, cost, estimated, allocated, unpriced } = sums ?? noUse()
  return {
    used: round(used),
    cost: round(cost, 2),
    estimatedPercent: percent(estimated, used),
    allocatedPercent: percent(allocated, used),
    unpricedPercent: percent(unpriced, used),
    kg: kg === null || kg === undefined ? null : round(kg, 1),
    perKg: kg ? round(used / kg, 4) : null,
    costPerKg: kg ? round(cost / kg, 4) : null,
  }
}
/** The same beside the period before and the year before. */
export function comparedOf(now: Sums | undefined, before: Sums | undefined, yearBefore: Sums | undefined) {
  const used = now?.used ?? 0
  return {
    before: before ? round(before.used) : null,
    beforePercent: changed(used, before?.used),
    yearBefore: yearBefore ? round(yearBefore.used) : null,
    yearBeforePercent: changed(used, yearBefore?.used),
  }
}
export const usedAndCost = ({ used, cost }: Sums) => ({ used: round(used), cost: round(cost, 2) })
export { round }
