import { useCallback, useState } from 'react'
import { useSerialDevice, type DeviceState } from '@/client/serial/use-serial-device'
import { parseReading } from '@/client/serial/device-reading'
import { getUnitFactor } from '@/contract/unit-table'

export interface ScaleState extends DeviceState {
  weight: ScaleWeight | null
}
/** Connects to the winder's scale while the component is mounted. */
export function useScale(): ScaleState {
  const [weight, setWeight] = useState<ScaleWeight | null>(null)
  const device = useSerialDevice(useCallback(() => createWeightReader(setWeight), []))
  return { ...device, weight }
}

/** Reading of a scale, however it is connected. */
export interface ScaleWeight {
  /** Net or gross mass in kg, as the scale displays it. */
  readonly kg: number
  /**
   * True if the platform no longer moves. If a scale does not report this, two equal weights in a row count as stable.
   */
  readonly stable: boolean
}
/** Parses one line of a scale; null if it is no weight. A number without a unit is kg. */
export function parseWeight(line: string): { kg: number; stable: boolean | null } | null {
  const reading = parseReading(line)
  const unitToKg = reading && getUnitFactor(reading.unit ?? 'kg', 'kg')
  if (!reading || unitToKg === null) return null
  const kg = Math.round(Number(reading.text) * unitToKg * 1000) / 1000
  return Number.isFinite(kg) ? { kg, stable: reading.isStable } : null
}
/** Returns a line handler that parses scale lines into weights. */
export function createWeightReader(onWeight: (weight: ScaleWeight) => void): (line: string) => void {
  let lastKg: number | null = null
  return (line) => {
    const reading = parseWeight(line)
    if (!reading) return
    onWeight({ kg: reading.kg, stable: reading.stable ?? reading.kg === lastKg })
    lastKg = reading.kg
  }
}
