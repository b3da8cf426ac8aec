/** The two hexadecimal digits of each byte. */
const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Creates a UUID version 7 (RFC 9562). It is time-ordered, so new rows stay together in an index. Used by client and
 * server.
 */
export function createUuid7(
  now: number = Date.now(),
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const time = now.toString(16).padStart(12, '0')
  const byte = (i: number) => HEX_BYTES[random[i] ?? 0]
  const version = HEX_BYTES[0x70 | ((random[0] ?? 0) & 0x0f)]
  const variant = HEX_BYTES[0x80 | ((random[2] ?? 0) & 0x3f)]
  return `${time.slice(0, 8)}-${time.slice(8)}-${version}${byte(1)}-${variant}${byte(3)}-${byte(4)}${byte(5)}${byte(6)}${byte(7)}${byte(8)}${byte(9)}`
}
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** True for the canonical lower-case form of a UUID of any version. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID_PATTERN.test(value)
