/** Limits that a standard writes with more decimals than a result of their test index has. */
import { getLimitDigits, type LimitRange } from '@/plant/rules/limits'

export interface FineLimits {
  readonly indexId: string
  /** Decimals of the limits, by which results are compared. */
  readonly limitDigits: number
  readonly indexDigits: number
}

/**
 * Finds the limits that the index should have more decimals for: results are compared with those of the limits, but readings
 * are usually taken with those of the index. Each index is named once.
 * @param digits decimals of the test indexes by id; an index that is not there is passed over
 */
export function findLimitsFinerThanIndex(
  limits: readonly (LimitRange & { readonly indexId?: string | null })[],
  digits: ReadonlyMap<string, number>,
): FineLimits[] {
  const found = new Map<string, FineLimits>()
  for (const { indexId, low, high } of limits) {
    const indexDigits = digits.get(indexId ?? '')
    if (!indexId || indexDigits === undefined) continue
    const limitDigits = getLimitDigits({ low: low ?? null, high: high ?? null }, indexDigits)
    if (limitDigits > Math.max(indexDigits, found.get(indexId)?.limitDigits ?? 0))
      found.set(indexId, { indexId, limitDigits, indexDigits })
  }
  return [...found.values()]
}
