/** Decimal numbers as written, and their rounding by GB/T 8170. */

/**
 * Allowance for binary errors when a computed number is compared with a limit: 0.1 + 0.2 does not exceed 0.3. It is far
 * below the last decimal of every mass, length and percentage here.
 */
export const ROUNDING_TOLERANCE = 1e-9

/** A decimal number as written: `units` × 10^−`digits`. */
export interface Decimal {
  readonly units: bigint
  readonly digits: number
}
const DECIMAL_PATTERN = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Parses a number or text as a decimal. A number counts as its shortest decimal: 0.35 is exactly 0.35, although its
 * binary value is a little smaller.
 * @returns null if it is not a number
 */
export function parseDecimal(value: number | string): Decimal | null {
  const match = DECIMAL_PATTERN.exec(String(value).trim())
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match ?? []
  if (!match || whole + fraction === '') return null
  const units = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const digits = fraction.length - Number(exponent)
  return digits < 0 ? { units: units * 10n ** BigInt(-digits), digits: 0 } : { units, digits }
}
/** Returns the number of decimals as written: `12.50` has two. */
export const countDecimals = (value: number | string): number => parseDecimal(value)?.digits ?? 0

/**
 * 修约 by GB/T 8170-2008 (3.2): rounds to the nearest multiple of the interval, halves to even. Rounds once, from the
 * digits as written, and a negative number by its magnitude.
 * @param digits decimals kept; negative for tens, hundreds
 * @param step the interval is `step` × 10^−digits: 1, or 2 or 5 for intervals of 0.2 and 0.5 (Annex A)
 */
export function roundTo(value: number | string, digits: number, step: 1 | 2 | 5 = 1): number {
  const decimal = parseDecimal(value)
  if (!decimal) return Number.NaN
  return decimalToNumber(roundDecimal(decimal, digits, step))
}
function roundDecimal({ units, digits: currentDigits }: Decimal, digits: number, step: 1 | 2 | 5): Decimal {
  const isNegative = units < 0n
  const magnitude = isNegative ? -units : units
  const droppedDigits = currentDigits - digits
  const scaledMagnitude = droppedDigits < 0 ? magnitude * 10n ** BigInt(-droppedDigits) : magnitude
  const interval = BigInt(step) * (droppedDigits > 0 ? 10n ** BigInt(droppedDigits) : 1n)
  const quotient = scaledMagnitude / interval
  const doubledRemainder = (scaledMagnitude % interval) * 2n
  const roundsUp = doubledRemainder > interval || (doubledRemainder === interval && quotient % 2n === 1n)
  const rounded = (roundsUp ? quotient + 1n : quotient) * BigInt(step)
  return { units: isNegative ? -rounded : rounded, digits }
}
function decimalToNumber({ units, digits }: Decimal): number {
  return units === 0n ? 0 : Number(`${units}e${-digits}`)
}
/**
 * Rounds down, so that a share below a limit is not displayed as the limit: 99.96 → 99.9 with one digit. A binary error
 * does not cost a digit: 0.29 × 100 stays 29.
 */
export const roundDown = (value: number, digits: number): number =>
  Math.floor((value + ROUNDING_TOLERANCE) * 10 ** digits) / 10 ** digits
