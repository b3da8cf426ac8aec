/** Finds limits with more decimals than results of their test index have. */
import { getLimitDigits, type LimitRange } from '@/plant/rules/limits'

export interface FineLimits {
  readonly indexId: string
  /** Decimals of the limits; results are compared with this precision. */
  readonly limitDigits: number
  readonly indexDigits: number
}

/**
 * Finds limits whose index needs more decimals: results are compared with the decimals of the limits, but readings are
 * usually taken with those of the index. Returns each index once.
 * @param digits decimals of the test indexes by id; unknown indexes are skipped
 */
export function findLimitsFinerThanIndex(
  limits: readonly (LimitRange & { readonly indexId?: string | null })[],
  digits: ReadonlyMap<string, number>,
): FineLimits[] {
  const limitsByIndex = new Map<string, FineLimits>()
  for (const { indexId, low, high } of limits) {
    const indexDigits = digits.get(indexId ?? '')
    if (!indexId || indexDigits === undefined) continue
    const limitDigits = getLimitDigits({ low: low ?? null, high: high ?? null }, indexDigits)
    if (limitDigits > Math.max(indexDigits, limitsByIndex.get(indexId)?.limitDigits ?? 0))
      limitsByIndex.set(indexId, { indexId, limitDigits, indexDigits })
  }
  return [...limitsByIndex.values()]
}
