/** Digits more than an index has, at most, by which the edges of its bins are written. */
const MORE = 3

/** With how many digits values are written so that no two of them read alike; at least as many as their index has. */
export function digitsApart(values: readonly number[], digits: number): number {
  const different = new Set(values).size
  const apart = (more: number) => new Set(values.map((value) => value.toFixed(digits + more))).size === different
  let more = 0
  while (more < MORE && !apart(more)) more++
  return digits + more
}
