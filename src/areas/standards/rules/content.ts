import { getLimitDigits, type LimitRange } from '@/plant/rules/limits'

/** Checks that all kinds of standards share: duplicates, crossed limits, sums of shares. */

export interface ContentProblem {
  readonly path: (string | number)[]
  readonly code: 'duplicate' | 'tooBig' | 'tooSmall' | 'sumTooBig' | 'sumTooSmall' | 'missing' | 'notAllowed'
  readonly limit?: number
}

const exceeds = (a: number | null | undefined, b: number | null | undefined): boolean => a != null && b != null && a > b

/** Reports the entry at `index` of a list if an earlier entry has the same key; `path` names the field to mark. */
export function checkDuplicate<T>(
  entries: readonly T[],
  index: number,
  getKey: (entry: T) => string,
  path: (string | number)[],
): ContentProblem[] {
  const key = getKey(entries[index]!)
  return entries.findIndex((entry) => getKey(entry) === key) < index ? [{ path, code: 'duplicate' }] : []
}
/**
 * Reports a lower limit above the upper limit, or a target outside of the limits.
 * @param names names of the three fields in `entry`
 */
export function checkLimitOrder<const N extends string>(
  entry: { readonly [K in N]?: number | null },
  names: readonly [low: N, target: N, high: N],
  path: readonly (string | number)[],
): ContentProblem[] {
  const [low, target, high] = names
  if (exceeds(entry[low], entry[high])) return [{ path: [...path, low], code: 'tooBig', limit: entry[high]! }]
  if (exceeds(entry[target], entry[high])) return [{ path: [...path, target], code: 'tooBig', limit: entry[high]! }]
  return exceeds(entry[low], entry[target]) ? [{ path: [...path, target], code: 'tooSmall', limit: entry[low]! }] : []
}
/**
 * Reports the first share that takes the sum over 100 %; the limit is the percentage that remains for this share. With
 * `mustReach100`, the function also reports the last share of a sum below 100 %; the limit is the share that would be
 * needed.
 */
export function checkShareSum<const N extends string>(
  entries: readonly { readonly [K in N]?: number | null }[],
  name: N,
  field: string,
  { mustReach100 = false } = {},
): ContentProblem[] {
  let remainingPercent = 100
  for (const [i, entry] of entries.entries()) {
    const sharePercent = entry[name] ?? 0
    if (sharePercent > remainingPercent) return [{ path: [field, i, name], code: 'sumTooBig', limit: remainingPercent }]
    if (mustReach100 && i === entries.length - 1 && sharePercent < remainingPercent)
      return [{ path: [field, i, name], code: 'sumTooSmall', limit: remainingPercent }]
    remainingPercent = Math.round((remainingPercent - sharePercent) * 1000) / 1000
  }
  return []
}

/** A test index whose limits have more decimals than its results. */
interface FinerLimits {
  readonly indexId: string
  /** Decimals of the limits; results are compared with this precision. */
  readonly limitDigits: number
  readonly indexDigits: number
}

/**
 * Finds limits with more decimals than their test index. Results are compared with the decimals of the limits, but
 * readings usually have only the decimals of the index. Returns each index once.
 * @param indexDigitsById decimals of the test indexes by id; unknown indexes are skipped
 */
export function findLimitsFinerThanIndex(
  limits: readonly (LimitRange & { readonly indexId?: string | null })[],
  indexDigitsById: ReadonlyMap<string, number>,
): FinerLimits[] {
  const finerLimitsByIndexId = new Map<string, FinerLimits>()
  for (const { indexId, low, high } of limits) {
    const indexDigits = indexDigitsById.get(indexId ?? '')
    if (!indexId || indexDigits === undefined) continue
    const limitDigits = getLimitDigits({ low: low ?? null, high: high ?? null }, indexDigits)
    if (limitDigits > Math.max(indexDigits, finerLimitsByIndexId.get(indexId)?.limitDigits ?? 0))
      finerLimitsByIndexId.set(indexId, { indexId, limitDigits, indexDigits })
  }
  return [...finerLimitsByIndexId.values()]
}
