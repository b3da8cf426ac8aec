/** Maximum number of digits that bin edges may have beyond the digits of their index. */
const MAX_EXTRA_DIGITS = 3

/** Returns the number of decimals with which all values look different, at least the decimals of their index. */
export function calculateDistinctDigits(values: readonly number[], digits: number): number {
  const distinctCount = new Set(values).size
  const areDistinct = (extraDigits: number) =>
    new Set(values.map((value) => value.toFixed(digits + extraDigits))).size === distinctCount
  let extraDigits = 0
  while (extraDigits < MAX_EXTRA_DIGITS && !areDistinct(extraDigits)) extraDigits++
  return digits + extraDigits
}
