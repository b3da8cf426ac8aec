import { useCallback, useEffect, useRef, useState } from 'react'
import { recordTrouble } from '@/client/ui/trouble'
import type { Weight } from './scale'
import { openScale, serialPorts } from './serial-scale'

export interface ScaleState {
  /** Whether this browser can be connected to a scale at all. */
  offered: boolean
  state: 'off' | 'on' | 'lost'
  weight: Weight | null
  connect: () => void
}
/** The scale beside the winder, while the component is mounted. */
export function useScale(): ScaleState {
  const [offered] = useState(() => serialPorts() !== null)
  const [state, setState] = useState<ScaleState['state']>('off')
  const [weight, setWeight] = useState<Weight | null>(null)
  const stop = useRef<AbortController | null>(null)
  useEffect(() => () => stop.current?.abort(), [])
  const connect = useCallback(() => {
    const serial = serialPorts()
    if (!serial || stop.current) return
    const ending = (stop.current = new AbortController())
    void (async () => {
      try {
        const scale = await openScale(serial)
        setState('on')
        await scale.read(setWeight, ending.signal).finally(() => scale.close())
        setState('off')
      } catch (error) {
        recordTrouble('scale lost', error)
        setState('lost')
      } finally {
        stop.current = null
      }
    })()
  }, [])
  return { offered, state, weight, connect }
}
