/** Time-based one-time passwords of authenticator apps. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Validity of a code in seconds. Every authenticator app assumes 30 seconds and six digits by default. */
export const TIME_STEP_S = 30
const CODE_DIGITS = 6
/** Time steps that the clock of a phone may deviate in either direction (RFC 6238 section 5.2 recommends one). */
const MAX_CLOCK_SKEW_STEPS = 1

/** Calculates the code of a counter by HMAC-SHA-1. @see RFC 4226 section 5.3 */
export function calculateHotpCode(secret: Uint8Array, counter: number, digits = CODE_DIGITS): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(message).digest()
  const offset = mac[mac.length - 1]! & 0xf
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, '0')
}
/** Finds the time step near `now` whose code matches; null if none does. @see RFC 6238 */
export function findTimeStep(secret: Uint8Array, code: string, now: Date): number | null {
  const enteredCode = Buffer.from(code)
  const currentStep = Math.floor(now.getTime() / 1000 / TIME_STEP_S)
  let matchingStep: number | null = null
  for (let step = currentStep - MAX_CLOCK_SKEW_STEPS; step <= currentStep + MAX_CLOCK_SKEW_STEPS; step++) {
    const expectedCode = Buffer.from(calculateHotpCode(secret, step))
    if (expectedCode.length === enteredCode.length && timingSafeEqual(expectedCode, enteredCode)) matchingStep = step
  }
  return matchingStep
}

const BASE32_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** Encodes bytes as base32 without padding. @see RFC 4648 section 6 */
export function encodeBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((fiveBits) => BASE32_ALPHABET[Number.parseInt(fiveBits.padEnd(5, '0'), 2)])
    .join('')
}
/** Decodes base32 text without padding. */
export function decodeBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => BASE32_ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eightBits) => Number.parseInt(eightBits, 2)))
}
/** Builds the URI that an authenticator app reads from a QR code (Key URI format). */
export const buildKeyUri = (secret: string, account: string, issuer: string): string =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
