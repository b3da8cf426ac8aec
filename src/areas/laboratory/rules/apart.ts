/** Digits more than an index has, at most, by which the edges of its bins are written. */
const MORE = 3

/** Values with as many digits as it takes that no two of them read alike; at least as many as their index has. */
export function apart(values: readonly number[], digits: number): string[] {
  for (let more = 0; ; more++) {
    const written = values.map((value) => value.toFixed(digits + more))
    if (more === MORE || new Set(written).size === new Set(values).size) return written
  }
}
