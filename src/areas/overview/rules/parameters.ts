/** Maps parameters of a process standard to the keys of a line. */
import { lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'

/** Common names of parameters in standards. A parameter named like a key maps to that key. */
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
/** Returns the line key of a parameter of a standard; null if unknown. */
export const lineKeyOf = (key: string): LineKey | null => byUpper.get(key.toUpperCase()) ?? usualNames[key] ?? null

export interface Limits {
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
/** Returns the limits of a standard by line key; the first parameter of a key wins. */
export function limitsByKey(parameters: readonly ({ readonly key: string } & Limits)[]): ReadonlyMap<LineKey, Limits> {
  const found = new Map<LineKey, Limits>()
  for (const { key, low, target, high } of parameters) {
    const lineKey = lineKeyOf(key)
    if (lineKey && !found.has(lineKey)) found.set(lineKey, { low, target, high })
  }
  return found
}
