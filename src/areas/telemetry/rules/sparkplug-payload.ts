/** Payloads of Sparkplug B, as the specification's `sparkplug_b.proto` lays them out (Eclipse Sparkplug 3.0, chapter 6.4). */
import protobuf from 'protobufjs/light.js'

/** A metric as it was sent: by its name in a birth, by its alias afterwards. */
export interface SparkplugMetric {
  readonly name: string | null
  readonly alias: string | null
  /** When it was measured, ms. */
  readonly at: number | null
  /** Type of the specification's table 6.4.16; null where a data message leaves it to the birth. */
  readonly datatype: number | null
  readonly historical: boolean
  /** A number, also of a flag; null for a metric without a value. */
  readonly value: number | null
  /** Its value is no number: a text, a data set, a template. */
  readonly other: boolean
  /** Property `Quality`: 192 good, 0 bad, 500 stale; null where it says nothing. */
  readonly quality: number | null
  /** The bits of a whole number, so that a type known from the birth can say whether it is negative. */
  readonly bits: bigint | null
}
export interface SparkplugPayload {
  readonly at: number | null
  readonly seq: number | null
  readonly metrics: readonly SparkplugMetric[]
}

// Zero is a value like any other, as everywhere in this edition: the first number of a session, an alias, a flag that is off.
const edition = 'proto2'
const optional = (type: string, id: number) => ({ type, id, rule: 'optional' as const })
/** What we read of the schema. Data sets, templates and metadata are passed over by the decoder, as unknown fields are. */
const schema = {
  nested: {
    Property: {
      edition,
      oneofs: { value: { oneof: ['intValue', 'longValue'] } },
      fields: {
        type: optional('uint32', 1),
        isNull: optional('bool', 2),
        intValue: optional('uint32', 3),
        longValue: optional('uint64', 4),
      },
    },
    Properties: {
      edition,
      fields: {
        keys: { rule: 'repeated' as const, type: 'string', id: 1 },
        values: { rule: 'repeated' as const, type: 'Property', id: 2 },
      },
    },
    Metric: {
      edition,
      oneofs: {
        value: { oneof: ['intValue', 'longValue', 'floatValue', 'doubleValue', 'booleanValue', 'stringValue'] },
      },
      fields: {
        name: optional('string', 1),
        alias: optional('uint64', 2),
        timestamp: optional('uint64', 3),
        datatype: optional('uint32', 4),
        isHistorical: optional('bool', 5),
        isTransient: optional('bool', 6),
        isNull: optional('bool', 7),
        properties: optional('Properties', 9),
        intValue: optional('uint32', 10),
        longValue: optional('uint64', 11),
        floatValue: optional('float', 12),
        doubleValue: optional('double', 13),
        booleanValue: optional('bool', 14),
        stringValue: optional('string', 15),
      },
    },
    Payload: {
      edition,
      fields: {
        timestamp: optional('uint64', 1),
        metrics: { rule: 'repeated' as const, type: 'Metric', id: 2 },
        seq: optional('uint64', 3),
      },
    },
  },
}
const payloadType = protobuf.Root.fromJSON(schema).lookupType('Payload')

/** A message as the decoder gives it: whole numbers of 64 bits as digits. */
interface RawMetric {
  name?: string
  alias?: string
  timestamp?: string
  datatype?: number
  isHistorical?: boolean
  isNull?: boolean
  properties?: { keys?: string[]; values?: { intValue?: number; longValue?: string }[] }
  intValue?: number
  longValue?: string
  floatValue?: number
  doubleValue?: number
  booleanValue?: boolean
  stringValue?: string
}

/** Reads a payload; null when the bytes are none. */
export function decodePayload(bytes: Uint8Array): SparkplugPayload | null {
  try {
    const raw = payloadType.toObject(payloadType.decode(bytes), { longs: String }) as {
      timestamp?: string
      seq?: string
      metrics?: RawMetric[]
    }
    return {
      at: raw.timestamp === undefined ? null : Number(raw.timestamp),
      seq: raw.seq === undefined ? null : Number(raw.seq),
      metrics: (raw.metrics ?? []).map(metricOf),
    }
  } catch {
    return null // whatever the decoder stumbled over: it is told as `notSparkplug`
  }
}

/** The payload of a command that asks a node to be born again. */
export function rebirthCommand(at: number): Uint8Array {
  const metrics = [{ name: REBIRTH, timestamp: at, datatype: BOOLEAN, booleanValue: true }]
  return payloadType.encode(payloadType.fromObject({ timestamp: at, metrics })).finish()
}
export const REBIRTH = 'Node Control/Rebirth'
const BOOLEAN = 11

function metricOf(raw: RawMetric): SparkplugMetric {
  const bits =
    raw.intValue !== undefined ? BigInt(raw.intValue) : raw.longValue !== undefined ? BigInt(raw.longValue) : null
  const plain = raw.floatValue ?? raw.doubleValue ?? (raw.booleanValue === undefined ? null : Number(raw.booleanValue))
  const value = raw.isNull ? null : bits === null ? plain : valueOfBits(bits, raw.datatype ?? null)
  return {
    name: raw.name || null,
    alias: raw.alias ?? null,
    at: raw.timestamp === undefined ? null : Number(raw.timestamp),
    datatype: raw.datatype ?? null,
    historical: raw.isHistorical ?? false,
    value,
    other: value === null && !raw.isNull,
    quality: qualityOf(raw.properties),
    bits: raw.isNull ? null : bits,
  }
}
/** Widths of whole numbers that may be negative, by their type: they travel as the bits of their two's complement. */
const signed: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 }
/** A whole number from its bits, by the type of its metric. */
export const valueOfBits = (bits: bigint, datatype: number | null): number =>
  Number(signed[datatype ?? 0] ? BigInt.asIntN(signed[datatype ?? 0]!, bits) : bits)

function qualityOf(properties: RawMetric['properties']): number | null {
  const at = properties?.keys?.indexOf('Quality') ?? -1
  const said = at < 0 ? undefined : properties?.values?.[at]
  return said?.intValue ?? (said?.longValue === undefined ? null : Number(said.longValue))
}
