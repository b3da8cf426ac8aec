import { useCallback, useState } from 'react'
import { useDevice, type DeviceState } from '@/client/serial/use-device'
import { createWeightReader, type ScaleWeight } from './weight-reader'

export interface ScaleState extends DeviceState {
  weight: ScaleWeight | null
}
/** Connects to the winder's scale while the component is mounted. */
export function useScale(): ScaleState {
  const [weight, setWeight] = useState<ScaleWeight | null>(null)
  const device = useDevice(useCallback(() => createWeightReader(setWeight), []))
  return { ...device, weight }
}
