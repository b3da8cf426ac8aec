import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that a code is shown for, and digits of one: what every authenticator app knows without being told. */
export const STEP_S = 30
const DIGITS = 6
/** Steps by which the clock of a phone may differ, each way (RFC 6238 section 5.2 recommends one). */
const SKEW = 1

/** RFC 4226 section 5.3: the code of a counter, by HMAC-SHA-1. */
export function codeOf(secret: Uint8Array, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(message).digest()
  const at = mac[mac.length - 1]! & 0xf
  return String((mac.readUInt32BE(at) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}
/** The step of time (RFC 6238) at which an authenticator shows this code about now; null when it shows another. */
export function stepOf(secret: Uint8Array, code: string, now: Date): number | null {
  const given = Buffer.from(code)
  const current = Math.floor(now.getTime() / 1000 / STEP_S)
  let found: number | null = null
  for (let step = current - SKEW; step <= current + SKEW; step++) {
    const right = Buffer.from(codeOf(secret, step))
    if (right.length === given.length && timingSafeEqual(right, given)) found = step
  }
  return found
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** RFC 4648 section 6, without padding. */
export function base32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => letters[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
/** The address that an authenticator app reads from a QR code (Key URI format). */
export const keyUri = (secret: string, account: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
