import { weightReader, type Scale } from './scale'

/** What is used of Web Serial; browsers without it have no `navigator.serial`. */
export interface SerialPortLike {
  readonly readable: ReadableStream<Uint8Array> | null
  open(options: { baudRate: number }): Promise<void>
  close(): Promise<void>
}
export interface SerialLike {
  requestPort(): Promise<SerialPortLike>
  /** Ports that the person has allowed before. */
  getPorts(): Promise<SerialPortLike[]>
}
/** The usual speed of indicators in continuous output. */
export const BAUD = 9600

/** The browser's serial ports; null where there are none, and on phones. */
export const serialPorts = (): SerialLike | null =>
  typeof navigator === 'undefined' ? null : ((navigator as Navigator & { serial?: SerialLike }).serial ?? null)

/** A scale on a serial port: the one allowed before, else one that the person chooses now. */
export async function openScale(serial: SerialLike, baudRate = BAUD): Promise<Scale> {
  const port = (await serial.getPorts())[0] ?? (await serial.requestPort())
  await port.open({ baudRate })
  return { read: (seen, stop) => readPort(port, weightReader(seen), stop), close: () => port.close() }
}
async function readPort(port: SerialPortLike, take: (piece: string) => void, stop: AbortSignal): Promise<void> {
  if (!port.readable) throw new Error('the port is not readable')
  const reader = port.readable.getReader()
  const text = new TextDecoder('latin1')
  const cancel = () => {
    void reader.cancel()
  }
  stop.addEventListener('abort', cancel, { once: true })
  try {
    while (!stop.aborted) {
      const { value, done } = await reader.read()
      if (done) break
      if (value) take(text.decode(value, { stream: true }))
    }
  } finally {
    stop.removeEventListener('abort', cancel)
    reader.releaseLock()
  }
}
