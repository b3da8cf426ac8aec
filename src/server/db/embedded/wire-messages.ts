/** The parts of PostgreSQL's wire protocol (version 3) that the in-process stream needs. */

const TERMINATE = 0x58 // 'X'
const QUERY = 0x51 // 'Q'
const SYNC = 0x53 // 'S'
const READY = 0x5a // 'Z'

/**
 * Splits a buffer after its last complete message. A terminate message ends the session and is not passed on, because it
 * would stop the engine; `isTerminated` is then true. `expectsReady`: the answer to the complete messages must end with
 * ready-for-query.
 */
export function splitMessages(bytes: Buffer): {
  completeMessages: Buffer
  partialMessage: Buffer
  isTerminated: boolean
  expectsReady: boolean
} {
  let offset = 0
  let lastType: number | undefined
  while (offset + 5 <= bytes.length) {
    const nextOffset = offset + 1 + bytes.readInt32BE(offset + 1)
    if (bytes[offset] === TERMINATE)
      return {
        completeMessages: bytes.subarray(0, offset),
        partialMessage: Buffer.alloc(0),
        isTerminated: true,
        expectsReady: isAnsweredWithReady(lastType),
      }
    if (nextOffset > bytes.length) break
    lastType = bytes[offset]
    offset = nextOffset
  }
  return {
    completeMessages: bytes.subarray(0, offset),
    partialMessage: bytes.subarray(offset),
    isTerminated: false,
    expectsReady: isAnsweredWithReady(lastType),
  }
}

/** True if the answer to a message of this type ends with ready-for-query. */
function isAnsweredWithReady(type: number | undefined): boolean {
  return type === QUERY || type === SYNC
}

/** Builds a simple-query message. */
export function buildQueryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const header = Buffer.alloc(5)
  header[0] = QUERY
  header.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([header, text])
}

/** Reads the transaction status from the ready-for-query message at the end of an answer. */
export function readTransactionStatus(answer: Uint8Array): 'I' | 'T' | 'E' | undefined {
  const messageStart = answer.length - 6
  if (messageStart < 0 || answer[messageStart] !== READY || answer[messageStart + 4] !== 5) return undefined
  const status = String.fromCharCode(answer[messageStart + 5] ?? 0)
  return status === 'I' || status === 'T' || status === 'E' ? status : undefined
}
