import { useCallback, useState } from 'react'
import { useDevice, type DeviceState } from '@/client/serial/use-device'
import { weightReader, type Weight } from './scale'

export interface ScaleState extends DeviceState {
  weight: Weight | null
}
/** Connects to the winder's scale while the component is mounted. */
export function useScale(): ScaleState {
  const [weight, setWeight] = useState<Weight | null>(null)
  const device = useDevice(useCallback(() => weightReader(setWeight), []))
  return { ...device, weight }
}
