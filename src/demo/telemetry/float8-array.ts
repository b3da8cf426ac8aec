/** PostgreSQL's binary array format. Formatting numbers as text and parsing them again costs more than storing them. */
const FLOAT8_OID = 701
const HEADER_BYTES = 20
const ELEMENT_BYTES = 12

/** Encodes a `float8[]` parameter: one dimension, no nulls, lower bound 1. The driver sends the buffer unchanged. */
export function encodeFloat8Array(values: Float64Array): Buffer {
  const buffer = Buffer.alloc(HEADER_BYTES + values.length * ELEMENT_BYTES)
  buffer.writeInt32BE(1, 0)
  buffer.writeInt32BE(FLOAT8_OID, 8)
  buffer.writeInt32BE(values.length, 12)
  buffer.writeInt32BE(1, 16)
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength)
  for (let i = 0; i < values.length; i++) {
    const offset = HEADER_BYTES + i * ELEMENT_BYTES
    view.setInt32(offset, 8)
    view.setFloat64(offset + 4, values[i]!)
  }
  return buffer
}
