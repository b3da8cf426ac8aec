/** Checks that all kinds of standards share: duplicates, crossed limits, sums of shares. */

export interface ContentProblem {
  readonly path: (string | number)[]
  readonly code: 'duplicate' | 'tooBig' | 'tooSmall' | 'sumTooBig' | 'sumTooSmall' | 'missing' | 'notAllowed'
  readonly limit?: number
}

const over = (a: number | null | undefined, b: number | null | undefined): boolean => a != null && b != null && a > b

/** Reports line `i` if an earlier line has the same key. */
export function again<T>(
  all: readonly T[],
  i: number,
  keyOf: (one: T) => string,
  path: (string | number)[],
): ContentProblem[] {
  const key = keyOf(all[i]!)
  return all.findIndex((one) => keyOf(one) === key) < i ? [{ path, code: 'duplicate' }] : []
}
/**
 * Reports a lower limit above the upper one, or a target outside of them. The names are those of low, target and high.
 */
export function crossed<const N extends string>(
  one: { readonly [K in N]?: number | null },
  [low, target, high]: readonly [N, N, N],
  path: readonly (string | number)[],
): ContentProblem[] {
  if (over(one[low], one[high])) return [{ path: [...path, low], code: 'tooBig', limit: one[high]! }]
  if (over(one[target], one[high])) return [{ path: [...path, target], code: 'tooBig', limit: one[high]! }]
  return over(one[low], one[target]) ? [{ path: [...path, target], code: 'tooSmall', limit: one[low]! }] : []
}
/**
 * Reports the share that takes the sum over 100 %, with the remaining percentage as its limit. With `whole` the sum
 * must reach 100 %; otherwise the last share is reported with the value it would need.
 */
export function shares<const N extends string>(
  all: readonly { readonly [K in N]?: number | null }[],
  name: N,
  field: string,
  { whole = false } = {},
): ContentProblem[] {
  let left = 100
  for (const [i, one] of all.entries()) {
    const share = one[name] ?? 0
    if (share > left) return [{ path: [field, i, name], code: 'sumTooBig', limit: left }]
    if (whole && i === all.length - 1 && share < left)
      return [{ path: [field, i, name], code: 'sumTooSmall', limit: left }]
    left = Math.round((left - share) * 1000) / 1000
  }
  return []
}
