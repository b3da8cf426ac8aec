/** Maps parameters of a process standard to the keys of a line, i.e. the quantities measured at it, such as `MPS`. */
import { lineKeys, type LineKey } from '@/areas/telemetry/rules/tag'

/** Line keys of common parameter names. A parameter that is named like a line key needs no entry. */
const LINE_KEY_BY_PARAMETER: Readonly<Record<string, LineKey>> = {
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
const lineKeyByUpperCase = new Map<string, LineKey>(lineKeys.map((key) => [key.toUpperCase(), key]))
/** Returns the line key of a parameter of a standard; null if unknown. */
export const getLineKey = (key: string): LineKey | null =>
  lineKeyByUpperCase.get(key.toUpperCase()) ?? LINE_KEY_BY_PARAMETER[key] ?? null

export interface ParameterLimits {
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
}
/** Returns the limits of a standard by line key. If several parameters map to one key, the first one wins. */
export function indexLimitsByKey(
  parameters: readonly ({ readonly key: string } & ParameterLimits)[],
): ReadonlyMap<LineKey, ParameterLimits> {
  const limitsByLineKey = new Map<LineKey, ParameterLimits>()
  for (const { key, low, target, high } of parameters) {
    const lineKey = getLineKey(key)
    if (lineKey && !limitsByLineKey.has(lineKey)) limitsByLineKey.set(lineKey, { low, target, high })
  }
  return limitsByLineKey
}
