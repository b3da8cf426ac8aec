/** Parses JSON messages of a broker into readings and problems. */
import { parseInstant } from '@/contract/instant'
import { buildTagCode, matchTopic, type TopicPattern } from './topic'

/** A reading as its sender states it. */
export interface SentReading {
  readonly tag: string
  /** Time of measurement, ms; time of receipt if the message gives none. */
  readonly at: number
  readonly value: number
  readonly unit: string | null
  readonly quality: SentQuality
  /** Recorded by the sender while it was offline, so it is not a live value. */
  readonly historical?: boolean
}
export type SentQuality = 'good' | 'uncertain' | 'bad'
/**
 * Problem with a message, detailed enough to find its sender. Stored in the field `refusals` of inlets.
 */
export interface PayloadProblem {
  readonly topic: string
  readonly why: PayloadFault
  /** Beginning of the message or of the value. */
  readonly shown: string
}
/**
 * `noTag`: no tag code can be built; `noBirth`, `unknownAlias`: Sparkplug data without the birth message that names it;
 * `lost`: a message that could not be stored, or whose predecessor never came.
 */
export const payloadFaults = [
  'noPattern',
  'notJson',
  'empty',
  'noTag',
  'notANumber',
  'badTime',
  'badQuality',
  'tooMany',
  'notSparkplug',
  'noBirth',
  'unknownAlias',
  'lost',
] as const
export type PayloadFault = (typeof payloadFaults)[number]

/** Maximum number of values in one message; more are treated as a mistake. */
export const MAX_MESSAGE_VALUES = 10_000

/** Parses a JSON message into readings and problems. Valid values are kept even if others are invalid. */
export type ParseMessage = (
  topic: string,
  payload: Uint8Array,
  /** ms; null for a retained message, whose time of receipt says nothing about the time of measurement. */
  receivedAt: number | null,
) => { readings: SentReading[]; problems: PayloadProblem[] }

/** Creates a parser for messages whose topics match the patterns. */
export function createMessageParser(patterns: readonly TopicPattern[]): ParseMessage {
  const getCodeLookup = createTopicLookup(patterns)
  const decoder = new TextDecoder()
  return (topic, payload, receivedAt) => {
    const problems: PayloadProblem[] = []
    const readings: SentReading[] = []
    const text = decoder.decode(payload)
    const addProblem = (fault: PayloadFault, content: unknown = text) =>
      void problems.push({ topic, why: fault, shown: toExcerpt(content) })
    const getCode = getCodeLookup(topic)
    const parsedPayload = getCode ? parseJson(text) : null
    if (!getCode) addProblem('noPattern')
    else if (text.trim() === '') addProblem('empty')
    else if (!parsedPayload) addProblem('notJson')
    else {
      const values: MessageValue[] = []
      collectValues(values, parsedPayload.json, null, {})
      if (values.length === 0) addProblem('empty')
      else if (values.length > MAX_MESSAGE_VALUES) addProblem('tooMany')
      else
        for (const messageValue of values) {
          const { key, value } = messageValue
          const reading = parseReading(messageValue, getCode(key), receivedAt)
          if (typeof reading === 'string') addProblem(reading, key === null ? value : { [key]: value })
          else readings.push(reading)
        }
    }
    return { readings, problems }
  }
}

/** Maximum number of cached topics; protects the memory from senders that invent new topics. */
const MAX_CACHED_TOPICS = 10_000
type CodeLookup = (key: string | null) => string | null
/** Creates a cached lookup from topics to their tag codes. */
function createTopicLookup(patterns: readonly TopicPattern[]): (topic: string) => CodeLookup | null {
  const lookupByTopic = new Map<string, CodeLookup | null>()
  return (topic) => {
    const cachedLookup = lookupByTopic.get(topic)
    if (cachedLookup !== undefined) return cachedLookup
    let lookup: CodeLookup | null = null
    for (const pattern of patterns) {
      const names = matchTopic(pattern.topic, topic)
      if (names) {
        lookup = createCodeLookup(pattern, names)
        break
      }
    }
    if (lookupByTopic.size >= MAX_CACHED_TOPICS) lookupByTopic.clear()
    lookupByTopic.set(topic, lookup)
    return lookup
  }
}
/** Creates a cached lookup of tag codes by key for one topic, because most values have the same keys. */
function createCodeLookup(pattern: TopicPattern, names: Readonly<Record<string, string>>): CodeLookup {
  const codeByKey = new Map<string | null, string | null>()
  return (key) => {
    const code = codeByKey.get(key)
    if (code !== undefined) return code
    const newCode = buildTagCode(pattern, names, key)
    if (codeByKey.size >= MAX_MESSAGE_VALUES) codeByKey.clear()
    codeByKey.set(key, newCode)
    return newCode
  }
}
const MAX_EXCERPT_LENGTH = 120
/** Returns the beginning of the content as text for display. */
export const toExcerpt = (content: unknown): string =>
  (typeof content === 'string' ? content : (JSON.stringify(content) ?? '')).slice(0, MAX_EXCERPT_LENGTH)

function parseJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return null // reported as `notJson`
  }
}

/** Properties as sent, not yet checked. */
interface MeasurementProperties {
  readonly sentTime?: unknown
  readonly unit?: unknown
  readonly quality?: unknown
}
type MessageValue = MeasurementProperties & { readonly key: string | null; readonly value: unknown }
const PROPERTY_KEYS = new Set(['at', 'unit', 'quality', 'key', 'tag'])

/**
 * Collects the values of a message: a value, a list, or an object of values by key. Time, unit and quality of an object
 * apply to all values in it.
 */
function collectValues(
  values: MessageValue[],
  json: unknown,
  key: string | null,
  outerProperties: MeasurementProperties,
): void {
  if (Array.isArray(json)) {
    for (const item of json) collectValues(values, item, key, outerProperties)
    return
  }
  if (typeof json !== 'object' || json === null) {
    values.push({
      sentTime: outerProperties.sentTime,
      unit: outerProperties.unit,
      quality: outerProperties.quality,
      key,
      value: json,
    })
    return
  }
  const object = json as Record<string, unknown>
  const sentTime = object['at'] === undefined ? outerProperties.sentTime : object['at']
  const unit = object['unit'] === undefined ? outerProperties.unit : object['unit']
  const quality = object['quality'] === undefined ? outerProperties.quality : object['quality']
  if ('value' in object) {
    const statedKey = [object['key'], object['tag']].find((name) => typeof name === 'string')
    const valueKey = statedKey ?? key
    values.push({ sentTime, unit, quality, key: valueKey, value: object['value'] })
    return
  }
  // A tag code has room for one key only. An object below a key becomes a value, which `parseReading` rejects.
  if (key !== null) {
    const { at: _at, unit: _unit, quality: _quality, ...nestedValues } = object
    values.push({ sentTime, unit, quality, key, value: nestedValues })
    return
  }
  for (const [name, item] of Object.entries(object))
    if (!PROPERTY_KEYS.has(name)) collectValues(values, item, name, { sentTime, unit, quality })
}

/** Checks a value of a message. @returns the reading, or the fault that makes it unusable */
function parseReading(
  { value, sentTime, unit, quality }: MessageValue,
  tag: string | null,
  receivedAt: number | null,
): SentReading | PayloadFault {
  if (tag === null) return 'noTag'
  const numericValue = typeof value === 'boolean' ? Number(value) : value
  if (typeof numericValue !== 'number' || !Number.isFinite(numericValue)) return 'notANumber'
  const measuredAt = sentTime === undefined || sentTime === null ? receivedAt : parseMoment(sentTime)
  if (measuredAt === null) return 'badTime'
  const sentQuality = parseQuality(quality)
  if (sentQuality === null) return 'badQuality'
  return {
    tag,
    at: measuredAt,
    value: numericValue,
    unit: typeof unit === 'string' && unit ? unit : null,
    quality: sentQuality,
  }
}

/** 2001 in ms. Smaller numbers are probably seconds and are rejected. */
const EARLIEST_PLAUSIBLE_MS = 978_307_200_000
/** Parses a moment given as ISO 8601 with UTC offset or as ms since 1970; null for anything else. */
function parseMoment(sentTime: unknown): number | null {
  if (typeof sentTime === 'number') {
    const timeMs = Math.round(sentTime)
    return Number.isSafeInteger(timeMs) && sentTime >= EARLIEST_PLAUSIBLE_MS ? timeMs : null
  }
  return typeof sentTime === 'string' ? parseInstant(sentTime) : null
}
const qualityByName: Readonly<Record<string, SentQuality>> = { good: 'good', uncertain: 'uncertain', bad: 'bad' }
function parseQuality(quality: unknown): SentQuality | null {
  if (quality === undefined || quality === null) return 'good'
  if (typeof quality === 'boolean') return quality ? 'good' : 'bad'
  return typeof quality === 'string' ? (qualityByName[quality.toLowerCase()] ?? null) : null
}
