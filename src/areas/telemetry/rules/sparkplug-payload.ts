/** Sparkplug B payloads, as defined by `sparkplug_b.proto` (Eclipse Sparkplug 3.0, chapter 6.4). */
import protobuf from 'protobufjs/light.js'

/** A metric as sent: with its name in a birth message, with its alias afterwards. */
export interface SparkplugMetric {
  readonly name: string | null
  readonly alias: string | null
  /** Time of measurement in ms since 1970. */
  readonly measuredAt: number | null
  /** Data type of table 6.4.16 of the specification; null if a data message relies on the birth. */
  readonly datatype: number | null
  readonly isHistorical: boolean
  /** Numeric value, also for booleans; null for a metric without a value. */
  readonly value: number | null
  /** True if the value is a text, a data set or a template. */
  readonly isNotNumeric: boolean
  /** Property `Quality`: 192 good, 0 bad, 500 stale; null if absent. */
  readonly quality: number | null
  /** Bits of an integer. A data message may omit the data type; its sign then depends on the type in the birth. */
  readonly bits: bigint | null
}
export interface SparkplugPayload {
  /** ms since 1970 */
  readonly sentAt: number | null
  /** Sequence number, 0 to 255. */
  readonly seq: number | null
  readonly metrics: readonly SparkplugMetric[]
}

// In proto2 zero is distinct from absent: the first sequence number, an alias or a false flag may be zero.
const edition = 'proto2'
const optionalField = (type: string, id: number) => ({ type, id, rule: 'optional' as const })
/** The part of the schema that we read. The decoder skips data sets, templates and metadata as unknown fields. */
const schema = {
  nested: {
    Property: {
      edition,
      oneofs: { value: { oneof: ['intValue', 'longValue'] } },
      fields: {
        type: optionalField('uint32', 1),
        isNull: optionalField('bool', 2),
        intValue: optionalField('uint32', 3),
        longValue: optionalField('uint64', 4),
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
        name: optionalField('string', 1),
        alias: optionalField('uint64', 2),
        timestamp: optionalField('uint64', 3),
        datatype: optionalField('uint32', 4),
        isHistorical: optionalField('bool', 5),
        isTransient: optionalField('bool', 6),
        isNull: optionalField('bool', 7),
        properties: optionalField('Properties', 9),
        intValue: optionalField('uint32', 10),
        longValue: optionalField('uint64', 11),
        floatValue: optionalField('float', 12),
        doubleValue: optionalField('double', 13),
        booleanValue: optionalField('bool', 14),
        stringValue: optionalField('string', 15),
      },
    },
    Payload: {
      edition,
      fields: {
        timestamp: optionalField('uint64', 1),
        metrics: { rule: 'repeated' as const, type: 'Metric', id: 2 },
        seq: optionalField('uint64', 3),
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

/** Decodes a payload; null if the bytes are not a Sparkplug payload. */
export function decodePayload(bytes: Uint8Array): SparkplugPayload | null {
  try {
    const rawPayload = payloadType.toObject(payloadType.decode(bytes), { longs: String }) as {
      timestamp?: string
      seq?: string
      metrics?: RawMetric[]
    }
    return {
      sentAt: rawPayload.timestamp === undefined ? null : Number(rawPayload.timestamp),
      seq: rawPayload.seq === undefined ? null : Number(rawPayload.seq),
      metrics: (rawPayload.metrics ?? []).map(toMetric),
    }
  } catch {
    return null // any decoding error is reported as `notSparkplug`
  }
}

/** Encodes the command that asks a node for a new birth message. @param sentAt ms since 1970 */
export function encodeRebirthCommand(sentAt: number): Uint8Array {
  const metrics = [{ name: REBIRTH_METRIC, timestamp: sentAt, datatype: BOOLEAN_TYPE, booleanValue: true }]
  return payloadType.encode(payloadType.fromObject({ timestamp: sentAt, metrics })).finish()
}
export const REBIRTH_METRIC = 'Node Control/Rebirth'
const BOOLEAN_TYPE = 11

function toMetric(rawMetric: RawMetric): SparkplugMetric {
  const bits = getIntegerBits(rawMetric)
  const plainValue =
    rawMetric.floatValue ??
    rawMetric.doubleValue ??
    (rawMetric.booleanValue === undefined ? null : Number(rawMetric.booleanValue))
  const sentValue = bits === null ? plainValue : decodeBits(bits, rawMetric.datatype ?? null)
  const value = rawMetric.isNull ? null : sentValue
  return {
    name: rawMetric.name || null,
    alias: rawMetric.alias ?? null,
    measuredAt: rawMetric.timestamp === undefined ? null : Number(rawMetric.timestamp),
    datatype: rawMetric.datatype ?? null,
    isHistorical: rawMetric.isHistorical ?? false,
    value,
    isNotNumeric: value === null && !rawMetric.isNull,
    quality: getQuality(rawMetric.properties),
    bits: rawMetric.isNull ? null : bits,
  }
}
function getIntegerBits({ intValue, longValue }: RawMetric): bigint | null {
  if (intValue !== undefined) return BigInt(intValue)
  return longValue === undefined ? null : BigInt(longValue)
}

/** Bit widths of signed integers by data type. They are sent as two's complement. */
const signedWidthByDatatype: Readonly<Record<number, number>> = { 1: 8, 2: 16, 3: 32, 4: 64 }
/** Decodes an integer from its bits, by the data type of its metric. */
export function decodeBits(bits: bigint, datatype: number | null): number {
  const signedWidth = signedWidthByDatatype[datatype ?? 0]
  return Number(signedWidth ? BigInt.asIntN(signedWidth, bits) : bits)
}

function getQuality(properties: RawMetric['properties']): number | null {
  const index = properties?.keys?.indexOf('Quality') ?? -1
  const property = index < 0 ? undefined : properties?.values?.[index]
  return property?.intValue ?? (property?.longValue === undefined ? null : Number(property.longValue))
}
