/** Which key of a line a parameter of a process standard is measured by. */
import { lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'

/** What standards usually call them; a parameter that is called like a key is that key. */
const usualNames: Readonly<Record<string, LineKey>> = {
  lineSpeed: 'speed',
  spunPumpSpeed: 'MPS',
  pumpSpeed: 'MPS',
  extruderSpeed: 'MEE',
  beltSpeed: 'MBS',
  calenderSpeed: 'CS',
  calenderTemp: 'FRT',
  smoothRollTemp: 'SRT',
  dryerTemp: 'DRYER',
  oilTemp: 'OT',
  calenderPressure: 'PRE',
  oilingSpeed: 'ORS',
  airSpeed: 'HBR',
  airTemp: 'HBT',
  meltAirTemp: 'HBT',
}
const byUpper = new Map<string, LineKey>(lineKeys.map((key) => [key.toUpperCase(), key]))
/** @param key of a parameter in a standard */
export const lineKeyOf = (key: string): LineKey | null => byUpper.get(key.toUpperCase()) ?? usualNames[key] ?? null

export interface Limits {
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
/** Limits of the keys in a standard's parameters; the first parameter of a key counts. */
export function limitsByKey(parameters: readonly ({ readonly key: string } & Limits)[]): ReadonlyMap<LineKey, Limits> {
  const found = new Map<LineKey, Limits>()
  for (const { key, low, target, high } of parameters) {
    const lineKey = lineKeyOf(key)
    if (lineKey && !found.has(lineKey)) found.set(lineKey, { low, target, high })
  }
  return found
}
