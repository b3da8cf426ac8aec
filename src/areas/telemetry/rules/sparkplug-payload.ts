/** Sparkplug B payloads, as defined by `sparkplug_b.proto` (Eclipse Sparkplug 3.0, chapter 6.4). */
import protobuf from 'protobufjs/light.js'

/** A metric as sent: with its name in a birth message, with its alias afterwards. */
export interface SparkplugMetric {
  readonly name: string | null
  readonly alias: string | null
  /** Time of measurement, ms. */
  readonly at: number | null
  /** Data type of table 6.4.16 of the specification; null if a data message relies on the birth. */
  readonly datatype: number | null
  readonly historical: boolean
  /** Numeric value, also for booleans; null for a metric without a value. */
  readonly value: number | null
  /** The value is not a number but a text, a data set or a template. */
  readonly other: boolean
  /** Property `Quality`: 192 good, 0 bad, 500 stale; null if absent. */
  readonly quality: number | null
  /** Bits of an integer, so that the data type known from the birth can determine its sign. */
  readonly bits: bigint | null
}
export interface SparkplugPayload {
  readonly at: number | null
  readonly seq: number | null
  readonly metrics: readonly SparkplugMetric[]
}

// In proto2 zero is distinct from absent: the first sequence number, an alias or a false flag may be zero.
const edition = 'proto2'
const optional = (type: string, id: number) => ({ type, id, rule: 'optional' as const })
/** The part of the schema that we read. The decoder skips data sets, templates and metadata as unknown fields. */
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

/** A metric as the decoder returns it: 64-bit integers as decimal strings. */
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

/** Decodes a payload; null if the bytes are not one. */
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
      metrics: (raw.metrics ?? []).map(toMetric),
    }
  } catch {
    return null // any decoding error is reported as `notSparkplug`
  }
}

/** Encodes the command that asks a node for a new birth message. */
export function encodeRebirthCommand(at: number): Uint8Array {
  const metrics = [{ name: REBIRTH_METRIC, timestamp: at, datatype: BOOLEAN_TYPE, booleanValue: true }]
  return payloadType.encode(payloadType.fromObject({ timestamp: at, metrics })).finish()
}
export const REBIRTH_METRIC = 'Node Control/Rebirth'
const BOOLEAN_TYPE = 11

function toMetric(raw: RawMetric): SparkplugMetric {
  const bits =
    raw.intValue !== undefined ? BigInt(raw.intValue) : raw.longValue !== undefined ? BigInt(raw.longValue) : null
  const plainValue =
    raw.floatValue ?? raw.doubleValue ?? (raw.booleanValue === undefined ? null : Number(raw.booleanValue))
  const value = raw.isNull ? null : bits === null ? plainValue : decodeBits(bits, raw.datatype ?? null)
  return {
    name: raw.name || null,
    alias: raw.alias ?? null,
    at: raw.timestamp === undefined ? null : Number(raw.timestamp),
    datatype: raw.datatype ?? null,
    historical: raw.isHistorical ?? false,
    value,
    other: value === null && !raw.isNull,
    quality: getQuality(raw.properties),
    bits: raw.isNull ? null : bits,
  }
}
/** Bit widths of signed integers by data type. They are sent as two's complement. */
const signedWidths: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 }
/** Decodes an integer from its bits, by the data type of its metric. */
export const decodeBits = (bits: bigint, datatype: number | null): number =>
  Number(signedWidths[datatype ?? 0] ? BigInt.asIntN(signedWidths[datatype ?? 0]!, bits) : bits)

function getQuality(properties: RawMetric['properties']): number | null {
  const index = properties?.keys?.indexOf('Quality') ?? -1
  const property = index < 0 ? undefined : properties?.values?.[index]
  return property?.intValue ?? (property?.longValue === undefined ? null : Number(property.longValue))
}
