import { useCallback, useEffect, useRef, useState } from 'react'
import { recordTrouble } from '../ui/trouble'
import { openDevice, serialPorts } from './port'

export interface DeviceState {
  /** Whether this browser can be connected to a device at all. */
  offered: boolean
  state: 'off' | 'on' | 'lost'
  connect: () => void
  disconnect: () => void
}
/** A device beside the work place, while the component is mounted. @param begin is told that it is connected, and answers who takes its lines */
export function useDevice(begin: () => (line: string) => void): DeviceState {
  const [offered] = useState(() => serialPorts() !== null)
  const [state, setState] = useState<DeviceState['state']>('off')
  const stop = useRef<AbortController | null>(null)
  const begun = useRef(begin)
  useEffect(() => {
    begun.current = begin
  }, [begin])
  useEffect(() => () => stop.current?.abort(), [])
  const connect = useCallback(() => {
    const serial = serialPorts()
    if (!serial || stop.current) return
    const ending = (stop.current = new AbortController())
    void (async () => {
      try {
        const device = await openDevice(serial)
        setState('on')
        await device.read(begun.current(), ending.signal).finally(() => device.close())
        setState('off')
      } catch (error) {
        recordTrouble('device lost', error)
        setState('lost')
      } finally {
        stop.current = null
      }
    })()
  }, [])
  const disconnect = useCallback(() => stop.current?.abort(), [])
  return { offered, state, connect, disconnect }
}
