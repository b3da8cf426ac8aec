import { noUse, type Sums } from './sums'

const round = (value: number, digits = 3): number => Math.round(value * 10 ** digits) / 10 ** digits
/** Returns the share in %, rounded to one decimal; 0 if the whole is 0. */
export const percent = (part: number, of: number): number => (of ? round((part / of) * 100, 1) : 0)
/** Returns the change in %; null if there was no consumption before. */
export const changed = (now: number, before: number | null | undefined): number | null =>
  before ? round((now / before - 1) * 100, 1) : null

/** Builds the metrics of some use: estimated, allocated and unpriced percentages, and values per kg if kg are known. */
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
/** Builds the comparison with the previous period and the previous year. */
export function comparedOf(now: Sums | undefined, before: Sums | undefined, yearBefore: Sums | undefined) {
  const used = now?.used ?? 0
  return {
    before: before ? round(before.used) : null,
    beforePercent: changed(used, before?.used),
    yearBefore: yearBefore ? round(yearBefore.used) : null,
    yearBeforePercent: changed(used, yearBefore?.used),
  }
}
/** Returns consumption and cost, rounded for display. */
export const usedAndCost = ({ used, cost }: Sums) => ({ used: round(used), cost: round(cost, 2) })
export { round }
