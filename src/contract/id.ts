/** The two hexadecimal digits of each byte. */
const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/**
 * Creates a UUID version 7 (RFC 9562). It is time-ordered, so new rows stay together in an index. Used by client and
 * server.
 */
export function createUuid7(
  nowMs: number = Date.now(),
  randomBytes: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const timeHex = nowMs.toString(16).padStart(12, '0')
  const getHexByte = (i: number) => HEX_BYTES[randomBytes[i] ?? 0]
  const versionByte = HEX_BYTES[0x70 | ((randomBytes[0] ?? 0) & 0x0f)]
  const variantByte = HEX_BYTES[0x80 | ((randomBytes[2] ?? 0) & 0x3f)]
  return `${timeHex.slice(0, 8)}-${timeHex.slice(8)}-${versionByte}${getHexByte(1)}-${variantByte}${getHexByte(3)}-${getHexByte(4)}${getHexByte(5)}${getHexByte(6)}${getHexByte(7)}${getHexByte(8)}${getHexByte(9)}`
}
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** True for the canonical lower-case form of a UUID of any version. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID_PATTERN.test(value)
