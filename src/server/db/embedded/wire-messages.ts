/** The parts of PostgreSQL's wire protocol (version 3) that the in-process stream needs. */

const TERMINATE = 0x58 // 'X'
const QUERY = 0x51 // 'Q'
const SYNC = 0x53 // 'S'
const READY = 0x5a // 'Z'

/**
 * Splits a buffer after its last complete message. A terminate message ends the session and is not passed on, since it
 * would stop the engine. `asksReady`: the answer must end with ready-for-query.
 */
export function splitMessages(bytes: Buffer): { complete: Buffer; rest: Buffer; ended: boolean; asksReady: boolean } {
  let offset = 0
  let last: number | undefined
  while (offset + 5 <= bytes.length) {
    const next = offset + 1 + bytes.readInt32BE(offset + 1)
    if (bytes[offset] === TERMINATE)
      return { complete: bytes.subarray(0, offset), rest: Buffer.alloc(0), ended: true, asksReady: asksReady(last) }
    if (next > bytes.length) break
    last = bytes[offset]
    offset = next
  }
  return { complete: bytes.subarray(0, offset), rest: bytes.subarray(offset), ended: false, asksReady: asksReady(last) }
}

/** True if the answer to a message of this type ends with ready-for-query. */
function asksReady(type: number | undefined): boolean {
  return type === QUERY || type === SYNC
}

/** Builds a simple-query message. */
export function buildQueryMessage(sql: string): Buffer {
  const text = Buffer.from(`${sql}\0`)
  const head = Buffer.alloc(5)
  head[0] = QUERY
  head.writeInt32BE(text.length + 4, 1)
  return Buffer.concat([head, text])
}

/** Reads the transaction status from the ready-for-query message at the end of an answer. */
export function readTransactionStatus(answer: Uint8Array): 'I' | 'T' | 'E' | undefined {
  const messageStart = answer.length - 6
  if (messageStart < 0 || answer[messageStart] !== READY || answer[messageStart + 4] !== 5) return undefined
  const status = String.fromCharCode(answer[messageStart + 5] ?? 0)
  return status === 'I' || status === 'T' || status === 'E' ? status : undefined
}
