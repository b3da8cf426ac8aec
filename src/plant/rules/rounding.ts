/** Decimal numbers as written, and their rounding by GB/T 8170. */

/** A decimal number as written: `units` × 10^−`digits`. */
export interface Decimal {
  readonly units: bigint
  readonly digits: number
}
const shape = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

/**
 * Parses a number or text as a decimal; a binary fraction counts as its shortest decimal, e.g. 0.35 as 0.35.
 * @returns null if it is not a number
 */
export function decimalOf(value: number | string): Decimal | null {
  const found = shape.exec(String(value).trim())
  const [, sign = '', whole = '', tail = '', power = '0'] = found ?? []
  if (!found || whole + tail === '') return null
  const units = BigInt(whole + tail) * (sign === '-' ? -1n : 1n)
  const digits = tail.length - Number(power)
  return digits < 0 ? { units: units * 10n ** BigInt(-digits), digits: 0 } : { units, digits }
}
/** Returns the number of decimals as written: `12.50` has two. */
export const digitsOf = (value: number | string): number => decimalOf(value)?.digits ?? 0

/**
 * 修约 by GB/T 8170-2008 (3.2): rounds to the nearest multiple of the interval, halves to even. Rounds once, from the
 * digits as written, and a negative number by its magnitude.
 * @param digits decimals kept; negative for tens, hundreds
 * @param step the interval is `step` × 10^−digits: 1, or 2 or 5 for intervals of 0.2 and 0.5 (Annex A)
 */
export function roundTo(value: number | string, digits: number, step: 1 | 2 | 5 = 1): number {
  const decimal = decimalOf(value)
  if (!decimal) return Number.NaN
  return numberOf(roundDecimal(decimal, digits, step))
}
function roundDecimal({ units, digits: has }: Decimal, digits: number, step: 1 | 2 | 5): Decimal {
  const negative = units < 0n
  const size = negative ? -units : units
  const drop = has - digits
  const top = drop < 0 ? size * 10n ** BigInt(-drop) : size
  const interval = BigInt(step) * (drop > 0 ? 10n ** BigInt(drop) : 1n)
  const below = top / interval
  const twice = (top % interval) * 2n
  const up = twice > interval || (twice === interval && below % 2n === 1n)
  const rounded = (up ? below + 1n : below) * BigInt(step)
  return { units: negative ? -rounded : rounded, digits }
}
function numberOf({ units, digits }: Decimal): number {
  return units === 0n ? 0 : Number(`${units}e${-digits}`)
}
