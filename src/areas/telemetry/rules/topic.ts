/** Parses topics and JSON messages of a broker into tag codes, values and problems. */
import { parseInstant } from '@/contract/instant'

/** A topic pattern to read, and the codes of its tags. */
export interface TopicPattern {
  /**
   * Topic levels: literals, `{name}` for a named level, `+` for an ignored level, `#` at the end for all remaining
   * levels.
   */
  readonly topic: string
  /**
   * Pattern of the tag code with names of the topic and `{key}` of the message: `{line}.{key}`. Empty: all names
   * joined by dots.
   */
  readonly tag: string | null
}
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
/** Problem with a message, detailed enough to find its sender. The names are those of the field `refusals` of inlets. */
export interface PayloadProblem {
  readonly topic: string
  readonly why: PayloadFault
  /** Beginning of the message or of the value. */
  readonly shown: string
}
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
const MAX_EXCERPT_LENGTH = 120
const NAMED_LEVEL = /^\{([a-zA-Z][\w-]*)\}$/

/** Returns the problem of a pattern; null if it can be used. */
export function findTopicPatternProblem({ topic, tag }: TopicPattern): 'badFormat' | 'duplicate' | null {
  const levels = topic.split('/')
  const wildcardIndex = levels.indexOf('#')
  if (!topic || topic.startsWith('$') || (wildcardIndex >= 0 && wildcardIndex < levels.length - 1)) return 'badFormat'
  if (levels.some((level) => /[{}+#]/.test(level) && level !== '+' && level !== '#' && !NAMED_LEVEL.test(level)))
    return 'badFormat'
  const names = getLevelNames(topic)
  if (new Set(names).size < names.length) return 'duplicate'
  const usedNames = [...(tag ?? '').matchAll(/\{([^{}]*)\}/g)].map((m) => m[1]!)
  return usedNames.every((n) => n === 'key' || names.includes(n)) ? null : 'badFormat'
}
const getLevelNames = (topic: string): string[] =>
  topic.split('/').flatMap((level) => (NAMED_LEVEL.test(level) ? [level.slice(1, -1)] : []))

/** Converts a pattern to the topic filter of a subscription. */
export const toTopicFilter = (topic: string): string =>
  topic
    .split('/')
    .map((level) => (NAMED_LEVEL.test(level) ? '+' : level))
    .join('/')

/** Returns the values of the named levels; null if the topic does not match the pattern. */
export function matchTopic(pattern: string, topic: string): Readonly<Record<string, string>> | null {
  const [patternLevels, topicLevels] = [pattern.split('/'), topic.split('/')]
  const values: Record<string, string> = {}
  for (const [i, level] of patternLevels.entries()) {
    if (level === '#') return values
    const topicLevel = topicLevels[i]
    if (topicLevel === undefined) return null
    if (NAMED_LEVEL.test(level)) values[level.slice(1, -1)] = topicLevel
    else if (level !== '+' && level !== topicLevel) return null
  }
  return patternLevels.length === topicLevels.length ? values : null
}

/**
 * Builds the tag code of a metric from a code pattern with `{group}`, `{node}`, `{device}` and `{metric}`. Without a
 * pattern the existing names are joined by dots.
 */
export function buildMetricCode(codePattern: string | null, metricPath: MetricPath): string | null {
  const { group, node, device, metric } = metricPath
  const names = { group, node, ...(device === null ? {} : { device }), metric }
  return codePattern ? fillCodePattern(codePattern, names) : Object.values(names).join('.')
}
interface MetricPath {
  readonly group: string
  readonly node: string
  readonly device: string | null
  readonly metric: string
}

/** Builds a tag code; null if the pattern uses a name that neither topic nor message has. */
function buildTagCode(
  { topic, tag }: TopicPattern,
  names: Readonly<Record<string, string>>,
  key: string | null,
): string | null {
  const allNames: Readonly<Record<string, string>> = key === null ? names : { ...names, key }
  const nameOrder = [
    ...getLevelNames(topic).filter((n) => n !== 'key' || key === null),
    ...(key === null ? [] : ['key']),
  ]
  return fillCodePattern(tag || nameOrder.map((n) => `{${n}}`).join('.'), allNames)
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
function fillCodePattern(codePattern: string, names: Readonly<Record<string, string>>): string | null {
  let hasMissingName = codePattern === ''
  const code = codePattern.replace(/\{([^{}]*)\}/g, (_, n: string) => {
    const value = Object.hasOwn(names, n) ? names[n] : undefined
    if (!value) hasMissingName = true
    return value ?? ''
  })
  return hasMissingName ? null : code
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
    const valueKey =
      typeof object['key'] === 'string' ? object['key'] : typeof object['tag'] === 'string' ? object['tag'] : key
    values.push({ sentTime, unit, quality, key: valueKey, value: object['value'] })
    return
  }
  // Tag codes contain only one key, so an object below a key is not read; `parseReading` reports it.
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
