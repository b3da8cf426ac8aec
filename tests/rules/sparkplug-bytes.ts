/** Writes payloads of Sparkplug B byte by byte, from the field numbers and wire types of the specification alone. */
const varint = (n: bigint): number[] => {
  const out: number[] = []
  let rest = BigInt.asUintN(64, n)
  do {
    out.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0))
    rest >>= 7n
  } while (rest > 0n)
  return out
}
const tagged = (field: number, wire: number, bytes: readonly number[]): number[] => [
  ...varint(BigInt((field << 3) | wire)),
  ...bytes,
]
const number = (field: number, n: number | bigint | undefined): number[] =>
  n === undefined ? [] : tagged(field, 0, varint(BigInt(n)))
const block = (field: number, bytes: readonly number[]): number[] =>
  tagged(field, 2, [...varint(BigInt(bytes.length)), ...bytes])
const word = (field: number, text: string | undefined): number[] =>
  text === undefined ? [] : block(field, [...new TextEncoder().encode(text)])
const fixed = (field: number, wire: 1 | 5, n: number): number[] => {
  const view = new DataView(new ArrayBuffer(wire === 1 ? 8 : 4))
  if (wire === 1) view.setFloat64(0, n, true)
  else view.setFloat32(0, n, true)
  return tagged(field, wire, [...new Uint8Array(view.buffer)])
}

/** Types of table 6.4.16. */
export const types = {
  Int8: 1,
  Int16: 2,
  Int32: 3,
  Int64: 4,
  UInt8: 5,
  UInt16: 6,
  UInt32: 7,
  UInt64: 8,
  Float: 9,
  Double: 10,
  Boolean: 11,
  String: 12,
} as const
export interface Metric {
  name?: string
  alias?: number
  at?: number
  type?: keyof typeof types
  historical?: boolean
  value?: number | bigint | boolean | string | null
  /** Written only where the message says its type itself. */
  untyped?: boolean
  quality?: number
}
const shapes: Record<keyof typeof types, (value: number | bigint | boolean | string) => number[]> = {
  Int8: (v) => number(10, BigInt.asUintN(32, BigInt(v))),
  Int16: (v) => number(10, BigInt.asUintN(32, BigInt(v))),
  Int32: (v) => number(10, BigInt.asUintN(32, BigInt(v))),
  UInt8: (v) => number(10, BigInt(v)),
  UInt16: (v) => number(10, BigInt(v)),
  UInt32: (v) => number(10, BigInt(v)),
  Int64: (v) => number(11, BigInt.asUintN(64, BigInt(v))),
  UInt64: (v) => number(11, BigInt(v)),
  Float: (v) => fixed(12, 5, Number(v)),
  Double: (v) => fixed(13, 1, Number(v)),
  Boolean: (v) => number(14, Number(v)),
  String: (v) => word(15, String(v)),
}
const metric = (m: Metric): number[] => {
  const type = m.type ?? 'Double'
  const property =
    m.quality === undefined
      ? []
      : block(9, [...word(1, 'Quality'), ...block(2, [...number(1, types.Int32), ...number(3, m.quality)])])
  return block(2, [
    ...word(1, m.name),
    ...number(2, m.alias),
    ...number(3, m.at),
    ...number(4, m.untyped ? undefined : types[type]),
    ...(m.historical ? number(5, 1) : []),
    ...(m.value === null ? number(7, 1) : []),
    ...property,
    ...(m.value === null || m.value === undefined ? [] : shapes[type](m.value)),
  ])
}
/** A payload; `uuid` and a data set are written into it to be passed over. */
export const payloadBytes = (seq: number | undefined, metrics: readonly Metric[], at?: number): Uint8Array =>
  Uint8Array.from([...number(1, at), ...metrics.flatMap(metric), ...number(3, seq), ...word(4, 'passed over')])
