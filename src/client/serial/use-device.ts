import { useCallback, useEffect, useRef, useState } from 'react'
import { recordTrouble } from '../ui/trouble'
import { openDevice, serialPorts } from './port'

export interface DeviceState {
  /** True if this browser supports serial devices. */
  offered: boolean
  state: 'off' | 'on' | 'lost'
  connect: () => void
  disconnect: () => void
}
/**
 * Connects a device at the workplace while the component is mounted.
 * @param onConnect called on connection; returns the handler of received lines
 */
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
