/** Rounding of quantities to the digits that are stored and displayed. The names say the step; half is rounded up. */

/** Rounds a mass in kg to grams. */
export const roundToGram = (kg: number): number => Math.round(kg * 1000) / 1000
/** Rounds a length in m to decimetres. */
export const roundToDecimetre = (metres: number): number => Math.round(metres * 10) / 10
/** Rounds an amount in CNY to cents (分). */
export const roundToCent = (cny: number): number => Math.round(cny * 100) / 100
export const roundToTenth = (value: number): number => Math.round(value * 10) / 10
export const roundToHundredth = (value: number): number => Math.round(value * 100) / 100
export const roundToThousandth = (value: number): number => Math.round(value * 1000) / 1000
export const roundToMillionth = (value: number): number => Math.round(value * 1e6) / 1e6
/** Converts kg to whole grams, which add without binary remainders. */
export const toWholeGrams = (kg: number): number => Math.round(kg * 1000)
export const toKg = (grams: number): number => grams / 1000
