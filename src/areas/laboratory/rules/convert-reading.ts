/** Converts readings of a balance, a tester or a worksheet to the unit of their index. */
import { getUnitFactor } from '@/contract/unit-table'

/** `N/50 mm` is a force on a strip of that width. The tester clamps the strip and shows only N. */
const stripUnit = /^(.*)\/\s*\d+\s*(mm|cm)$/
const removeStrip = (unit: string): string => stripUnit.exec(unit.normalize('NFKC').trim().toLowerCase())?.[1] ?? unit

/**
 * Converts a reading to the unit of an index without adding digits that the device did not show. Returns null if the
 * units are incompatible. A reading without a unit is assumed to be in the unit of the index.
 * @param text as the device shows it
 */
export function convertReading(text: string, from: string | null, to: string | null): string | null {
  if (!from) return text
  if (!to) return null
  const factor = getUnitFactor(from, to) ?? getUnitFactor(removeStrip(from), removeStrip(to))
  if (factor === null || factor === 1) return factor && text
  const value = Number(text) * factor
  const digitCount = text.replace(/^[-0.]+/, '').replace('.', '').length
  // Powers of ten only move the decimal point; other factors keep the number of significant digits.
  const isPowerOfTen = Number.isInteger(Number(Math.log10(factor).toFixed(9)))
  return String(Number(value.toPrecision(isPowerOfTen ? 12 : Math.max(1, digitCount))))
}
