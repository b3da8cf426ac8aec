/** Maximum number of digits that bin edges may have beyond the digits of their index. */
const MORE = 3

/** Returns the number of decimals with which all values look different, at least the decimals of their index. */
export function digitsApart(values: readonly number[], digits: number): number {
  const different = new Set(values).size
  const apart = (more: number) => new Set(values.map((value) => value.toFixed(digits + more))).size === different
  let more = 0
  while (more < MORE && !apart(more)) more++
  return digits + more
}
