import { parseReading } from '@/client/serial/device-reading'
import { getUnitFactor } from '@/contract/unit-table'

/** What a scale shows, whatever it is connected by. */
export interface Weight {
  /** Net or gross as the scale shows it, kg. */
  readonly kg: number
  /** The platform no longer moves. Scales that do not say count as stable when the same weight came twice. */
  readonly stable: boolean
}
/** One line of a scale; null when it is no weight. Without a unit the number is kg. */
export function parseWeight(line: string): { kg: number; stable: boolean | null } | null {
  const reading = parseReading(line)
  const per = reading && getUnitFactor(reading.unit ?? 'kg', 'kg')
  if (!reading || per === null) return null
  const kg = Math.round(Number(reading.text) * per * 1000) / 1000
  return Number.isFinite(kg) ? { kg, stable: reading.stable } : null
}
/** Lines of a scale as weights. */
export function weightReader(seen: (weight: Weight) => void): (line: string) => void {
  let last: number | null = null
  return (line) => {
    const found = parseWeight(line)
    if (!found) return
    seen({ kg: found.kg, stable: found.stable ?? found.kg === last })
    last = found.kg
  }
}
