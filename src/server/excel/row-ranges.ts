/** Maximum number of listed ranges; an ellipsis stands for the others. */
const MAX_RANGES = 12

/** Formats sorted row numbers as ranges: `3–5, 9`. */
export function formatRowRanges(rows: readonly number[]): string {
  const ranges: [first: number, last: number][] = []
  for (const row of rows) {
    const range = ranges.at(-1)
    if (range?.[1] === row - 1) range[1] = row
    else ranges.push([row, row])
  }
  const texts = ranges.slice(0, MAX_RANGES).map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`))
  return [...texts, ...(ranges.length > MAX_RANGES ? ['…'] : [])].join(', ')
}
