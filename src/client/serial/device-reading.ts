/** A reading as the device displays it. */
export interface DeviceReading {
  /** With a decimal point and all displayed digits. */
  readonly text: string
  /** Null if the device sends none. */
  readonly unit: string | null
  /** Null if the device does not report stability. */
  readonly isStable: boolean | null
}
/** Letters that may precede a number: the frames of A&D and Mettler Toledo, and the words for gross and net. */
const FRAME_PREFIX = /^(ST|US|S\s*[SD]|SI|SD|G|N|GS|NT|GROSS|NET|W[NGT]?)\b/i
/**
 * Parses one line of a device's ASCII output; null if it shows no number. Supports the frames that most indicators can
 * be set to: A&D and compatible (`ST,GS,+0482.5kg`, `US,NT,…`, `OL,…` overload), Mettler Toledo SICS (`S S   482.50 kg`,
 * `S D`, `SI`), and bare numbers with or without a unit (`+ 482.5 kg`, `51.20 N`).
 */
export function parseReading(line: string): DeviceReading | null {
  // Removes control characters and parity leftovers of serial lines; keeps µ and °.
  // eslint-disable-next-line no-control-regex
  const text = line.replace(/[\u0000-\u001f\u007f-\u00af\u00b1-\u00b4\u00b6-\uffff]/g, ' ').trim()
  if (/^(OL|S\s*[+-]$|S\s*I$|E[LST]\b)/i.test(text)) return null
  const match = /([+-]?)\s*(\d+(?:[.,]\d+)?|[.,]\d+)\s*([a-zµ%°][a-zµ°/0-9]*)?\s*$/i.exec(text)
  if (!match) return null
  const prefix = text.slice(0, match.index)
  if (/[a-z]/i.test(prefix) && !FRAME_PREFIX.test(prefix)) return null
  const digits = match[2]!.replace(',', '.').replace(/^0+(?=\d)/, '')
  const number = `${match[1] === '-' ? '-' : ''}${digits.startsWith('.') ? '0' : ''}${digits}`
  return { text: number, unit: match[3] ?? null, isStable: parseStability(prefix) }
}
/** Parses the stability from the frame of a reading; null if the frame does not report it. */
function parseStability(framePrefix: string): boolean | null {
  if (/^(ST|S\s*S)\b/i.test(framePrefix)) return true
  return /^(US|S\s*D|SD)\b/i.test(framePrefix) ? false : null
}

/** A line after this time of silence, ms, was sent on purpose: somebody pressed a key, or a test has ended. */
export const SILENCE_MS = 1500
/**
 * Creates a filter that reports each piece placed on a balance or tested exactly once. For a device that sends
 * continuously it reports the first stable reading and no other until the value changes.
 * @param connectedAt time of connection, ms
 */
export function createPieceDetector(onPiece: (reading: DeviceReading) => void, connectedAt: number) {
  let previous: { reading: DeviceReading; receivedAt: number; wasReported: boolean } = {
    reading: { text: '', unit: null, isStable: false },
    receivedAt: connectedAt,
    wasReported: false,
  }
  return (reading: DeviceReading, now: number): void => {
    const isAfterSilence = now - previous.receivedAt >= SILENCE_MS
    const isRepeat = reading.text === previous.reading.text
    const isStable = reading.isStable ?? (isRepeat || isAfterSilence)
    const wasReported = isRepeat && previous.wasReported && !isAfterSilence
    previous = { reading, receivedAt: now, wasReported: wasReported || isStable }
    if (isStable && !wasReported && Number(reading.text) !== 0) onPiece(reading)
  }
}
