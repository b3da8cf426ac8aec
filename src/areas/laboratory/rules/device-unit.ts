/** Readings of a balance, a tester or a sheet in the unit of their index. */
import { getUnitFactor } from '@/contract/unit-table'

/** `N/50 mm` is a force on a strip of that width, which the tester's clamps hold: it shows N. */
const strip = /^(.*)\/\s*\d+\s*(mm|cm)$/
const withoutStrip = (unit: string): string => strip.exec(unit.normalize('NFKC').trim().toLowerCase())?.[1] ?? unit

/**
 * A reading in the unit of an index, with no digit that the device did not show; null where the one cannot be made of the other.
 * A device that names no unit is taken at its word. @param text as the device shows it
 */
export function inUnitOf(text: string, from: string | null, to: string | null): string | null {
  if (!from) return text
  if (!to) return null
  const factor = getUnitFactor(from, to) ?? getUnitFactor(withoutStrip(from), withoutStrip(to))
  if (factor === null || factor === 1) return factor && text
  const value = Number(text) * factor
  const shown = text.replace(/^[-0.]+/, '').replace('.', '').length
  // Powers of ten move the point; other factors keep as many figures as there were.
  const ten = Number.isInteger(Number(Math.log10(factor).toFixed(9)))
  return String(Number(value.toPrecision(ten ? 12 : Math.max(1, shown))))
}
