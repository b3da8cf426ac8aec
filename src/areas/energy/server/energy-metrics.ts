/** Metrics of energy answers, calculated from sums and rounded for display. */
import { createEmptySums, type UseSums } from './energy-sums'

/** Rounds to three digits after the decimal point, or to `digits`. */
export const roundToDigits = (value: number, digits = 3): number => Math.round(value * 10 ** digits) / 10 ** digits
/** Returns the share in %, rounded to one decimal; 0 if the whole is 0. */
export const calculateSharePercent = (partialAmount: number, totalAmount: number): number =>
  totalAmount ? roundToDigits((partialAmount / totalAmount) * 100, 1) : 0
/** Returns the change in %; null if there was no consumption before. */
export const calculateChangePercent = (currentValue: number, valueBefore: number | null | undefined): number | null =>
  valueBefore ? roundToDigits((currentValue / valueBefore - 1) * 100, 1) : null

/** Builds the metrics of some use: estimated, allocated and unpriced percentages, and values per kg if kg are known. */
export function buildUseMetrics(sums: UseSums | undefined, kg: number | null | undefined) {
  const { used, cost, estimated, allocated, unpriced } = sums ?? createEmptySums()
  return {
    used: roundToDigits(used),
    cost: roundToDigits(cost, 2),
    estimatedPercent: calculateSharePercent(estimated, used),
    allocatedPercent: calculateSharePercent(allocated, used),
    unpricedPercent: calculateSharePercent(unpriced, used),
    kg: kg === null || kg === undefined ? null : roundToDigits(kg, 1),
    perKg: kg ? roundToDigits(used / kg, 4) : null,
    costPerKg: kg ? roundToDigits(cost / kg, 4) : null,
  }
}
/** Builds the comparison with the previous period and the previous year. */
export function buildComparison(
  currentSums: UseSums | undefined,
  sumsBefore: UseSums | undefined,
  sumsYearBefore: UseSums | undefined,
) {
  const used = currentSums?.used ?? 0
  return {
    before: sumsBefore ? roundToDigits(sumsBefore.used) : null,
    beforePercent: calculateChangePercent(used, sumsBefore?.used),
    yearBefore: sumsYearBefore ? roundToDigits(sumsYearBefore.used) : null,
    yearBeforePercent: calculateChangePercent(used, sumsYearBefore?.used),
  }
}
/** Returns consumption and cost, rounded for display. */
export const toUsedAndCost = ({ used, cost }: UseSums) => ({ used: roundToDigits(used), cost: roundToDigits(cost, 2) })
