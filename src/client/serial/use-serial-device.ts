import { useCallback, useEffect, useRef, useState } from 'react'
import { recordTrouble } from '../ui/trouble'
import { openDevice, getSerialPorts } from './serial-port'

export interface DeviceState {
  /** True if this browser supports serial devices. */
  isSupported: boolean
  /** `lost`: the device could not be opened, or the connection broke off. */
  state: 'off' | 'on' | 'lost'
  connect: () => void
  disconnect: () => void
}
/**
 * Connection to a device at the workplace. `connect` opens it; it closes by `disconnect` or with the component.
 * @param onConnect called on connection; returns the handler of received lines
 */
export function useSerialDevice(onConnect: () => (line: string) => void): DeviceState {
  const [isSupported] = useState(() => getSerialPorts() !== null)
  const [state, setState] = useState<DeviceState['state']>('off')
  const controllerRef = useRef<AbortController | null>(null)
  const onConnectRef = useRef(onConnect)
  useEffect(() => {
    onConnectRef.current = onConnect
  }, [onConnect])
  useEffect(() => () => controllerRef.current?.abort(), [])
  const connect = useCallback(() => {
    const serial = getSerialPorts()
    if (!serial || controllerRef.current) return
    const controller = (controllerRef.current = new AbortController())
    void (async () => {
      try {
        const device = await openDevice(serial)
        setState('on')
        await device.read(onConnectRef.current(), controller.signal).finally(() => device.close())
        setState('off')
      } catch (error) {
        recordTrouble('device lost', error)
        setState('lost')
      } finally {
        controllerRef.current = null
      }
    })()
  }, [])
  const disconnect = useCallback(() => controllerRef.current?.abort(), [])
  return { isSupported, state, connect, disconnect }
}
