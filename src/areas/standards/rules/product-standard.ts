/** What a product standard says: limits by season, and the standard quantities that cost and OEE are measured against. */
import { again, crossed, shares, type ContentProblem } from './content'
import { seasons, type Season } from './season'

/** When a line of limits holds: all the year, or in one season. */
export const limitSeasons = ['both', ...seasons] as const
/** GB/T 8170: a result is compared with its limits rounded 修约值比较, or in full 全数值比较. */
export const comparisons = ['rounded', 'full'] as const

/** The limits of one test index. */
export interface LimitLine {
  readonly indexId: string
  readonly season: (typeof limitSeasons)[number]
  readonly lsl: number | null
  readonly target: number | null
  readonly usl: number | null
  readonly samplesPerRoll: number | null
  readonly comparison: (typeof comparisons)[number]
  readonly onCertificate: boolean
}
/** As it is typed: what has a default may be left out. */
type Entered<T> = { readonly [K in keyof T]?: T[K] | null }
export interface ProductContent {
  readonly indexes: readonly (Entered<LimitLine> & Pick<LimitLine, 'indexId'>)[]
  readonly mix: readonly { readonly materialId: string; readonly percent: number }[]
  readonly energy: readonly { readonly lineId: string; readonly kwhPerKg: number }[]
  readonly trimPercent: number | null
  readonly wastePercent: number | null
  readonly speed: number | null
}

/** The limits that hold in a season, in their order. Without a season (none was ever set) only those for all the year. */
export const limitsAt = <L extends Pick<LimitLine, 'season'>>(
  standard: { readonly indexes: readonly L[] },
  season: Season | null,
): L[] => standard.indexes.filter((line) => line.season === 'both' || line.season === season)
/** Whether something in it depends on the season. */
export const isSeasonal = ({ indexes }: { readonly indexes: readonly Pick<LimitLine, 'season'>[] }): boolean =>
  indexes.some(({ season }) => season !== 'both')

/**
 * What is wrong with a product standard: an index with two limits in one season, limits crossed, a recipe that does not come to 100 %, a line twice, trim and waste of more than all there is.
 */
export function productProblems({
  indexes,
  mix,
  energy,
  trimPercent,
  wastePercent,
}: Omit<ProductContent, 'speed'>): ContentProblem[] {
  const left = 100 - (trimPercent ?? 0)
  return [
    ...indexes.flatMap((one, i) => [
      ...(overlaps(indexes, i) ? [{ path: ['indexes', i, 'indexId'], code: 'duplicate' as const }] : []),
      ...crossed(one, ['lsl', 'target', 'usl'], ['indexes', i]),
    ]),
    ...mix.flatMap((_, i) => again(mix, i, (m) => m.materialId, ['mix', i, 'materialId'])),
    ...shares(mix, 'percent', 'mix', { whole: true }),
    ...energy.flatMap((_, i) => again(energy, i, (e) => e.lineId, ['energy', i, 'lineId'])),
    ...((wastePercent ?? 0) > left ? [{ path: ['wastePercent'], code: 'tooBig' as const, limit: left }] : []),
  ]
}
/** Whether a line before it gives the same index limits in the same season; all the year is both of them. */
function overlaps(indexes: ProductContent['indexes'], i: number): boolean {
  const seasonOf = (one: ProductContent['indexes'][number]) => one.season ?? 'both'
  const own = indexes[i]!
  return indexes
    .slice(0, i)
    .some(
      (one) =>
        one.indexId === own.indexId &&
        (seasonOf(one) === 'both' || seasonOf(own) === 'both' || seasonOf(one) === seasonOf(own)),
    )
}
/** Why it cannot be handed to its approvers, or null. */
export const productUnready = ({ indexes, mix }: Pick<ProductContent, 'indexes' | 'mix'>): 'empty' | null =>
  indexes.length === 0 && mix.length === 0 ? 'empty' : null
