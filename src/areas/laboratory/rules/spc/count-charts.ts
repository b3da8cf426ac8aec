import { track, type Base, type Charted, type Frozen } from './charts'
import { NotChartable } from './not-chartable'

export interface Counts {
  readonly counts: readonly number[]
  /** Inspected items (p, np) or units of opportunity (u) of each sample; not used for c. */
  readonly sizes: readonly number[]
}
const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0)
/** Returns a single size if all are equal. */
const alike = (sizes: readonly number[]): readonly number[] =>
  sizes.every((n) => n === sizes[0]) ? sizes.slice(0, 1) : sizes

/** Validates counts and sizes, and sums those of the base points. */
function checked({ counts, sizes }: Counts, base: Base, frozen?: Frozen): { found: number; of: number } {
  const bad = counts.findIndex((count) => !Number.isInteger(count) || count < 0)
  if (bad >= 0) throw new NotChartable('notCounts', { point: bad + 1, value: counts[bad] ?? 0 })
  if (sizes.length !== counts.length) throw new NotChartable('sizesOff', { sizes: sizes.length, points: counts.length })
  const none = sizes.findIndex((n) => !(n > 0))
  if (none >= 0) throw new NotChartable('sizeNotPositive', { point: none + 1 })
  const used = counts.filter((_, i) => base(i))
  if (!frozen && used.length < 2) throw new NotChartable('tooFewValues', { least: 2, found: used.length })
  const found = sum(used)
  if (!frozen && found === 0) throw new NotChartable('noDefects')
  return { found, of: sum(sizes.filter((_, i) => base(i))) }
}
function notMoreThanSize({ counts, sizes }: Counts): void {
  const more = counts.findIndex((count, i) => count > (sizes[i] ?? 0))
  if (more >= 0)
    throw new NotChartable('moreThanSize', { point: more + 1, count: counts[more] ?? 0, size: sizes[more] ?? 0 })
}

/** Builds a p chart of shares of defective items with limits p̄ ± 3 √(p̄(1−p̄)/nᵢ), clamped to 0 … 1. */
export function shareChart(data: Counts, base: Base, frozen?: Frozen): Charted {
  const { found, of } = checked(data, base, frozen)
  notMoreThanSize(data)
  const center = frozen?.center ?? found / of
  if (center >= 1) throw new NotChartable('allDefective')
  const sigma = frozen?.sigma ?? Math.sqrt(center * (1 - center))
  const shares = data.counts.map((count, i) => count / (data.sizes[i] ?? 1))
  const each = alike(data.sizes).map((n) => sigma / Math.sqrt(n))
  return { center, sigma, main: track(shares, [center], each, { floor: 0, ceiling: 1 }) }
}
/** Builds an np chart of defective items of equal samples with limits n p̄ ± 3 √(n p̄(1−p̄)). */
export function numberChart(data: Counts, base: Base, frozen?: Frozen): Charted {
  const { found, of } = checked(data, base, frozen)
  notMoreThanSize(data)
  const [size = 1, ...others] = alike(data.sizes)
  if (others.length) throw new NotChartable('sizesDiffer')
  const share = found / of
  if (!frozen && share >= 1) throw new NotChartable('allDefective')
  const center = frozen?.center ?? share * size
  const sigma = frozen?.sigma ?? Math.sqrt(size * share * (1 - share))
  return { center, sigma, main: track(data.counts, [center], [sigma], { floor: 0, ceiling: size }) }
}
/** Builds a c chart of defects of equal areas with limits c̄ ± 3 √c̄. */
export function defectChart(counts: readonly number[], base: Base, frozen?: Frozen): Charted {
  const { found, of } = checked({ counts, sizes: counts.map(() => 1) }, base, frozen)
  const center = frozen?.center ?? found / of
  const sigma = frozen?.sigma ?? Math.sqrt(center)
  return { center, sigma, main: track(counts, [center], [sigma], { floor: 0 }) }
}
/** Builds a u chart of defects per unit with limits ū ± 3 √(ū/nᵢ). */
export function rateChart(data: Counts, base: Base, frozen?: Frozen): Charted {
  const { found, of } = checked(data, base, frozen)
  const center = frozen?.center ?? found / of
  const sigma = frozen?.sigma ?? Math.sqrt(center)
  const rates = data.counts.map((count, i) => count / (data.sizes[i] ?? 1))
  return {
    center,
    sigma,

    main: track(
      rates,
      [center],
      alike(data.sizes).map((n) => sigma / Math.sqrt(n)),
      { floor: 0 },
    ),
  }
}
