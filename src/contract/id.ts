/** UUID version 7 (RFC 9562): time-ordered, so new rows stay together in an index. Made by the client or the server. */
export function uuid7(
  now: number = Date.now(),
  random: Uint8Array = crypto.getRandomValues(new Uint8Array(10)),
): string {
  const hex = (value: number, width: number) => value.toString(16).padStart(width, '0')
  const at = (i: number) => random[i] ?? 0
  const time = hex(now, 12)
  const tail = Array.from({ length: 6 }, (_, i) => hex(at(i + 4), 2)).join('')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(((at(0) & 0x0f) << 8) | at(1), 3)}-${hex((at(2) & 0x3f) | 0x80, 2)}${hex(at(3), 2)}-${tail}`
}
const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
/** True for the canonical lower-case form of a UUID of any version. */
export const isUuid = (value: unknown): value is string => typeof value === 'string' && shape.test(value)
