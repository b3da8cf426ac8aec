import { buildTrack, type BaseFilter, type ControlChart, type FrozenLimits } from './charts'
import { NotChartable } from './not-chartable'

/** Defects or defective items of each sample, with the sizes of the samples. */
export interface Counts {
  readonly counts: readonly number[]
  /** Inspected items (p, np) or units of opportunity (u) of each sample; not used for c. */
  readonly sizes: readonly number[]
}
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
/** Returns a single size if all are equal. */
const collapseEqualSizes = (sizes: readonly number[]): readonly number[] =>
  sizes.every((n) => n === sizes[0]) ? sizes.slice(0, 1) : sizes

/** Validates counts and sizes, and returns the total count and the total size of the base points. */
function validateAndSumCounts(
  { counts, sizes }: Counts,
  isBasePoint: BaseFilter,
  frozen?: FrozenLimits,
): { totalCount: number; totalSize: number } {
  const invalidIndex = counts.findIndex((count) => !Number.isInteger(count) || count < 0)
  if (invalidIndex >= 0)
    throw new NotChartable('notCounts', { point: invalidIndex + 1, value: counts[invalidIndex] ?? 0 })
  if (sizes.length !== counts.length) throw new NotChartable('sizesOff', { sizes: sizes.length, points: counts.length })
  const emptySampleIndex = sizes.findIndex((n) => !(n > 0))
  if (emptySampleIndex >= 0) throw new NotChartable('sizeNotPositive', { point: emptySampleIndex + 1 })
  const baseCounts = counts.filter((_, i) => isBasePoint(i))
  if (!frozen && baseCounts.length < 2) throw new NotChartable('tooFewValues', { least: 2, found: baseCounts.length })
  const totalCount = sum(baseCounts)
  if (!frozen && totalCount === 0) throw new NotChartable('noDefects')
  return { totalCount, totalSize: sum(sizes.filter((_, i) => isBasePoint(i))) }
}
function assertCountsWithinSizes({ counts, sizes }: Counts): void {
  const excessIndex = counts.findIndex((count, i) => count > (sizes[i] ?? 0))
  if (excessIndex >= 0)
    throw new NotChartable('moreThanSize', {
      point: excessIndex + 1,
      count: counts[excessIndex] ?? 0,
      size: sizes[excessIndex] ?? 0,
    })
}

/** Builds a p chart of shares of defective items with limits p̄ ± 3 √(p̄(1−p̄)/nᵢ), clamped to 0 … 1. */
export function buildShareChart(data: Counts, isBasePoint: BaseFilter, frozen?: FrozenLimits): ControlChart {
  const { totalCount, totalSize } = validateAndSumCounts(data, isBasePoint, frozen)
  assertCountsWithinSizes(data)
  const center = frozen?.center ?? totalCount / totalSize
  if (center >= 1) throw new NotChartable('allDefective')
  const sigma = frozen?.sigma ?? Math.sqrt(center * (1 - center))
  const shares = data.counts.map((count, i) => count / (data.sizes[i] ?? 1))
  const sigmas = collapseEqualSizes(data.sizes).map((n) => sigma / Math.sqrt(n))
  return { center, sigma, main: buildTrack(shares, [center], sigmas, { floor: 0, ceiling: 1 }) }
}
/** Builds an np chart of defective items of equal samples with limits n p̄ ± 3 √(n p̄(1−p̄)). */
export function buildNumberChart(data: Counts, isBasePoint: BaseFilter, frozen?: FrozenLimits): ControlChart {
  const { totalCount, totalSize } = validateAndSumCounts(data, isBasePoint, frozen)
  assertCountsWithinSizes(data)
  const [size = 1, ...otherSizes] = collapseEqualSizes(data.sizes)
  if (otherSizes.length) throw new NotChartable('sizesDiffer')
  const share = totalCount / totalSize
  if (!frozen && share >= 1) throw new NotChartable('allDefective')
  const center = frozen?.center ?? share * size
  const sigma = frozen?.sigma ?? Math.sqrt(size * share * (1 - share))
  return { center, sigma, main: buildTrack(data.counts, [center], [sigma], { floor: 0, ceiling: size }) }
}
/** Builds a c chart of defects of equal areas with limits c̄ ± 3 √c̄. */
export function buildDefectChart(
  counts: readonly number[],
  isBasePoint: BaseFilter,
  frozen?: FrozenLimits,
): ControlChart {
  const { totalCount, totalSize } = validateAndSumCounts({ counts, sizes: counts.map(() => 1) }, isBasePoint, frozen)
  const center = frozen?.center ?? totalCount / totalSize
  const sigma = frozen?.sigma ?? Math.sqrt(center)
  return { center, sigma, main: buildTrack(counts, [center], [sigma], { floor: 0 }) }
}
/** Builds a u chart of defects per unit with limits ū ± 3 √(ū/nᵢ). */
export function buildRateChart(data: Counts, isBasePoint: BaseFilter, frozen?: FrozenLimits): ControlChart {
  const { totalCount, totalSize } = validateAndSumCounts(data, isBasePoint, frozen)
  const center = frozen?.center ?? totalCount / totalSize
  const sigma = frozen?.sigma ?? Math.sqrt(center)
  const rates = data.counts.map((count, i) => count / (data.sizes[i] ?? 1))
  return {
    center,
    sigma,
    main: buildTrack(
      rates,
      [center],
      collapseEqualSizes(data.sizes).map((n) => sigma / Math.sqrt(n)),
      { floor: 0 },
    ),
  }
}
