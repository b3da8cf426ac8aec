/** The methods of a Web Serial port that the app uses; browsers without Web Serial have no `navigator.serial`. */
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
/** Usual baud rate of indicators in continuous output. */
export const DEFAULT_BAUD_RATE = 9600

/** Returns the browser's serial ports; null if there are none, as on phones. */
export const getSerialPorts = (): SerialLike | null =>
  typeof navigator === 'undefined' ? null : ((navigator as Navigator & { serial?: SerialLike }).serial ?? null)

/** A device on a serial port, whatever it measures. */
export interface Device {
  /** Calls back with each received line until stopped. Rejects when the device is lost. */
  read(onLine: (text: string) => void, stopSignal: AbortSignal): Promise<void>
  close(): Promise<void>
}
/** Opens the device that was allowed before, else one that the person chooses now. */
export async function openDevice(serial: SerialLike, baudRate = DEFAULT_BAUD_RATE): Promise<Device> {
  const port = (await serial.getPorts())[0] ?? (await serial.requestPort())
  await port.open({ baudRate })
  return {
    read: (onLine, stopSignal) => readPort(port, createLineSplitter(onLine), stopSignal),
    close: () => port.close(),
  }
}
async function readPort(port: SerialPortLike, onText: (chunk: string) => void, stopSignal: AbortSignal): Promise<void> {
  if (!port.readable) throw new Error('the port is not readable')
  const reader = port.readable.getReader()
  const decoder = new TextDecoder('latin1')
  const cancel = () => {
    void reader.cancel()
  }
  stopSignal.addEventListener('abort', cancel, { once: true })
  try {
    while (!stopSignal.aborted) {
      const { value, done } = await reader.read()
      if (done) break
      if (value) onText(decoder.decode(value, { stream: true }))
    }
  } finally {
    stopSignal.removeEventListener('abort', cancel)
    reader.releaseLock()
  }
}

/** Some devices end a line with ETX instead of a newline. */
const END_OF_TEXT = String.fromCharCode(3)
/** Longer lines are garbage: their beginning is dropped. */
const MAX_LINE_LENGTH = 200
/** Creates a function that assembles received pieces into lines. */
export function createLineSplitter(onLine: (text: string) => void): (chunk: string) => void {
  let buffer = ''
  return (chunk) => {
    const lines = (buffer + chunk).replaceAll(END_OF_TEXT, '\n').split(/[\r\n]+/)
    buffer = (lines.pop() ?? '').slice(-MAX_LINE_LENGTH)
    for (const completeLine of lines) onLine(completeLine)
  }
}
