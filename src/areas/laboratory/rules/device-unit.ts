/** Readings of a balance or a tester in the unit of their index. */
const factors: readonly Readonly<Record<string, number>>[] = [
  // Mass, g.
  { mg: 0.001, g: 1, kg: 1000, t: 1_000_000, oz: 28.349523125, lb: 453.59237 },
  // Force, N.
  { mn: 0.001, cn: 0.01, n: 1, kn: 1000, gf: 0.00980665, kgf: 9.80665, lbf: 4.4482216152605 },
  // Length, mm.
  { µm: 0.001, um: 0.001, mm: 1, cm: 10, m: 1000, in: 25.4 },
  // Pressure, kPa.
  { pa: 0.001, hpa: 0.1, mbar: 0.1, kpa: 1, bar: 100, mpa: 1000 },
  { '%': 1 },
  { '°c': 1 },
]
/** `N/50 mm` is a force on a strip of that width, which the tester's clamps hold: it shows N. */
const strip = /^(.*)\/\s*\d+\s*(mm|cm)$/
const plain = (unit: string): string => {
  const folded = unit.normalize('NFKC').trim().toLowerCase().replace('μ', 'µ').replace(/\s+/g, '')
  return strip.exec(folded)?.[1] ?? folded
}

/**
 * A reading in the unit of an index, with no digit that the device did not show; null where the one cannot be made of the other.
 * A device that names no unit is taken at its word. @param text as the device shows it
 */
export function inUnitOf(text: string, from: string | null, to: string | null): string | null {
  if (!from || (to && plain(from) === plain(to))) return text
  if (!to) return null
  const family = factors.find((units) => plain(from) in units && plain(to) in units)
  const [a, b] = [family?.[plain(from)], family?.[plain(to)]]
  if (a === undefined || b === undefined) return null
  const value = (Number(text) * a) / b
  const shown = text.replace(/^[-0.]+/, '').replace('.', '').length
  // Powers of ten move the point; other factors keep as many figures as there were.
  const ten = Number.isInteger(Number(Math.log10(a / b).toFixed(9)))
  return String(Number(value.toPrecision(ten ? 12 : Math.max(1, shown))))
}
