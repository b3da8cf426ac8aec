/** PostgreSQL's binary array format. Formatting numbers as text and parsing them again costs more than storing them. */
const FLOAT8 = 701
const HEAD_BYTES = 20
const EACH_BYTES = 12

/** Encodes a `float8[]` parameter: one dimension, no nulls, lower bound 1. The driver sends the buffer unchanged. */
export function float8Array(values: Float64Array): Buffer {
  const to = Buffer.alloc(HEAD_BYTES + values.length * EACH_BYTES)
  to.writeInt32BE(1, 0)
  to.writeInt32BE(FLOAT8, 8)
  to.writeInt32BE(values.length, 12)
  to.writeInt32BE(1, 16)
  const view = new DataView(to.buffer, to.byteOffset, to.byteLength)
  for (let i = 0; i < values.length; i++) {
    const at = HEAD_BYTES + i * EACH_BYTES
    view.setInt32(at, 8)
    view.setFloat64(at + 4, values[i]!)
  }
  return to
}
