/**
 * Content of a product standard: limits by season, and the standard quantities that cost and OEE are measured against.
 */
import { checkDuplicate, checkLimitOrder, checkShareSum, type ContentProblem } from './content'
import { seasons, type Season } from './season'

/** When a limit applies: all year (`both`), or in one season. */
export const limitSeasons = ['both', ...seasons] as const
/** GB/T 8170 compares a result with the limits either after rounding 修约值比较 or unrounded 全数值比较. */
export const comparisons = ['rounded', 'full'] as const

/** The limits of one test index. */
export interface SeasonLimits {
  readonly indexId: string
  readonly season: (typeof limitSeasons)[number]
  readonly lsl: number | null
  readonly target: number | null
  readonly usl: number | null
  readonly samplesPerRoll: number | null
  readonly comparison: (typeof comparisons)[number]
  readonly onCertificate: boolean
}
/** Form input: fields with a default may be missing. */
type FormInput<T> = { readonly [K in keyof T]?: T[K] | null }
export interface ProductContent {
  readonly indexes: readonly (FormInput<SeasonLimits> & Pick<SeasonLimits, 'indexId'>)[]
  readonly mix: readonly { readonly materialId: string; readonly percent: number }[]
  readonly energy: readonly { readonly lineId: string; readonly kwhPerKg: number }[]
  readonly trimPercent: number | null
  readonly wastePercent: number | null
  readonly speed: number | null
}

/**
 * Returns the limits that apply in a season, in the order of the standard. Without a season (none was ever set), only
 * the limits for all year apply.
 */
export const selectLimits = <L extends Pick<SeasonLimits, 'season'>>(
  standard: { readonly indexes: readonly L[] },
  season: Season | null,
): L[] => standard.indexes.filter((limits) => limits.season === 'both' || limits.season === season)
/** True if any limit depends on the season. */
export const isSeasonal = ({ indexes }: { readonly indexes: readonly Pick<SeasonLimits, 'season'>[] }): boolean =>
  indexes.some(({ season }) => season !== 'both')

/**
 * Finds problems of the content: indexes with two limits in one season, crossed limits, duplicate materials or lines.
 * The recipe must total 100 %; trim and waste together must not exceed 100 %.
 */
export function findProductProblems({
  indexes,
  mix,
  energy,
  trimPercent,
  wastePercent,
}: Omit<ProductContent, 'speed'>): ContentProblem[] {
  const remainingPercent = 100 - (trimPercent ?? 0)
  return [
    ...indexes.flatMap((limits, i) => [
      ...(overlapsEarlierLimits(indexes, i) ? [{ path: ['indexes', i, 'indexId'], code: 'duplicate' as const }] : []),
      ...checkLimitOrder(limits, ['lsl', 'target', 'usl'], ['indexes', i]),
    ]),
    ...mix.flatMap((_, i) => checkDuplicate(mix, i, ({ materialId }) => materialId, ['mix', i, 'materialId'])),
    ...checkShareSum(mix, 'percent', 'mix', { mustReach100: true }),
    ...energy.flatMap((_, i) => checkDuplicate(energy, i, ({ lineId }) => lineId, ['energy', i, 'lineId'])),
    ...((wastePercent ?? 0) > remainingPercent
      ? [{ path: ['wastePercent'], code: 'tooBig' as const, limit: remainingPercent }]
      : []),
  ]
}
/** True if an earlier entry limits the same index in the same season; `both` overlaps with either season. */
function overlapsEarlierLimits(indexes: ProductContent['indexes'], i: number): boolean {
  const getSeason = (other: ProductContent['indexes'][number]) => other.season ?? 'both'
  const limits = indexes[i]!
  return indexes
    .slice(0, i)
    .some(
      (other) =>
        other.indexId === limits.indexId &&
        (getSeason(other) === 'both' || getSeason(limits) === 'both' || getSeason(other) === getSeason(limits)),
    )
}
/** Returns why the standard cannot be submitted, or null. */
export const getProductSubmitBlocker = ({ indexes, mix }: Pick<ProductContent, 'indexes' | 'mix'>): 'empty' | null =>
  indexes.length === 0 && mix.length === 0 ? 'empty' : null
