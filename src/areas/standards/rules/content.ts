/** Checks that all kinds of standards share: duplicates, crossed limits, sums of shares. */

export interface ContentProblem {
  readonly path: (string | number)[]
  readonly code: 'duplicate' | 'tooBig' | 'tooSmall' | 'sumTooBig' | 'sumTooSmall' | 'missing' | 'notAllowed'
  readonly limit?: number
}

const exceeds = (a: number | null | undefined, b: number | null | undefined): boolean => a != null && b != null && a > b

/** Reports line `i` if an earlier line has the same key. */
export function checkDuplicate<T>(
  lines: readonly T[],
  i: number,
  getKey: (line: T) => string,
  path: (string | number)[],
): ContentProblem[] {
  const key = getKey(lines[i]!)
  return lines.findIndex((line) => getKey(line) === key) < i ? [{ path, code: 'duplicate' }] : []
}
/**
 * Reports a lower limit above the upper one, or a target outside of them. The names are those of low, target and high.
 */
export function checkLimitOrder<const N extends string>(
  line: { readonly [K in N]?: number | null },
  [low, target, high]: readonly [N, N, N],
  path: readonly (string | number)[],
): ContentProblem[] {
  if (exceeds(line[low], line[high])) return [{ path: [...path, low], code: 'tooBig', limit: line[high]! }]
  if (exceeds(line[target], line[high])) return [{ path: [...path, target], code: 'tooBig', limit: line[high]! }]
  return exceeds(line[low], line[target]) ? [{ path: [...path, target], code: 'tooSmall', limit: line[low]! }] : []
}
/**
 * Reports the share that takes the sum over 100 %, with the remaining percentage as its limit. With `whole` the sum
 * must reach 100 %; otherwise the last share is reported with the value it would need.
 */
export function checkShareSum<const N extends string>(
  lines: readonly { readonly [K in N]?: number | null }[],
  name: N,
  field: string,
  { whole = false } = {},
): ContentProblem[] {
  let remainingPercent = 100
  for (const [i, line] of lines.entries()) {
    const share = line[name] ?? 0
    if (share > remainingPercent) return [{ path: [field, i, name], code: 'sumTooBig', limit: remainingPercent }]
    if (whole && i === lines.length - 1 && share < remainingPercent)
      return [{ path: [field, i, name], code: 'sumTooSmall', limit: remainingPercent }]
    remainingPercent = Math.round((remainingPercent - share) * 1000) / 1000
  }
  return []
}
