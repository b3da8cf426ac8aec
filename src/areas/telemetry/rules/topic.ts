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
/** A reading as sent. */
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
/** Problem with a message, with enough detail for a person to find the sender. */
export interface PayloadProblem {
  readonly topic: string
  readonly why: PayloadFault
  /** Beginning of the content. */
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
export const MOST_IN_MESSAGE = 10_000
const LONGEST_SHOWN = 120
const name = /^\{([a-zA-Z][\w-]*)\}$/

/** Returns the problem of a pattern; null if it can be used. */
export function patternProblem({ topic, tag }: TopicPattern): 'badFormat' | 'duplicate' | null {
  const levels = topic.split('/')
  const rest = levels.indexOf('#')
  if (!topic || topic.startsWith('$') || (rest >= 0 && rest < levels.length - 1)) return 'badFormat'
  if (levels.some((level) => /[{}+#]/.test(level) && level !== '+' && level !== '#' && !name.test(level)))
    return 'badFormat'
  const names = namesOf(topic)
  if (new Set(names).size < names.length) return 'duplicate'
  const wanted = [...(tag ?? '').matchAll(/\{([^{}]*)\}/g)].map((m) => m[1]!)
  return wanted.every((n) => n === 'key' || names.includes(n)) ? null : 'badFormat'
}
const namesOf = (topic: string): string[] =>
  topic.split('/').flatMap((level) => (name.test(level) ? [level.slice(1, -1)] : []))

/** Converts a pattern to the topic filter of a subscription. */
export const filterOf = (topic: string): string =>
  topic
    .split('/')
    .map((level) => (name.test(level) ? '+' : level))
    .join('/')

/** Returns the values of the named levels; null if the topic does not match the pattern. */
export function matchTopic(pattern: string, topic: string): Readonly<Record<string, string>> | null {
  const [wanted, given] = [pattern.split('/'), topic.split('/')]
  const found: Record<string, string> = {}
  for (const [i, level] of wanted.entries()) {
    if (level === '#') return found
    const word = given[i]
    if (word === undefined) return null
    if (name.test(level)) found[level.slice(1, -1)] = word
    else if (level !== '+' && level !== word) return null
  }
  return wanted.length === given.length ? found : null
}

/**
 * Builds the tag code of a metric from a code pattern with `{group}`, `{node}`, `{device}` and `{metric}`. Without a
 * pattern the existing names are joined by dots.
 */
export function metricCode(form: string | null, place: MetricNames): string | null {
  const { group, node, device, metric } = place
  const names = { group, node, ...(device === null ? {} : { device }), metric }
  return form ? filled(form, names) : Object.values(names).join('.')
}
interface MetricNames {
  readonly group: string
  readonly node: string
  readonly device: string | null
  readonly metric: string
}

/** Builds a tag code; null if the pattern uses a name that neither topic nor message has. */
function codeOf(
  { topic, tag }: TopicPattern,
  names: Readonly<Record<string, string>>,
  key: string | null,
): string | null {
  const all: Readonly<Record<string, string>> = key === null ? names : { ...names, key }
  const order = [...namesOf(topic).filter((n) => n !== 'key' || key === null), ...(key === null ? [] : ['key'])]
  return filled(tag || order.map((n) => `{${n}}`).join('.'), all)
}
/** Creates a cached lookup of tag codes by key for one topic, because most values have the same keys. */
function codesBy(pattern: TopicPattern, names: Readonly<Record<string, string>>): Codes {
  const known = new Map<string | null, string | null>()
  return (key) => {
    const code = known.get(key)
    if (code !== undefined) return code
    const made = codeOf(pattern, names, key)
    if (known.size >= MOST_IN_MESSAGE) known.clear()
    known.set(key, made)
    return made
  }
}
function filled(form: string, names: Readonly<Record<string, string>>): string | null {
  let missing = form === ''
  const code = form.replace(/\{([^{}]*)\}/g, (_, n: string) => {
    const word = Object.hasOwn(names, n) ? names[n] : undefined
    if (!word) missing = true
    return word ?? ''
  })
  return missing ? null : code
}

/** Cached topics; the limit protects the memory from senders that invent new topics. */
const MOST_TOPICS = 10_000
type Codes = (key: string | null) => string | null
/** Creates a cached lookup from topics to their tag codes. */
function codesOfTopics(patterns: readonly TopicPattern[]): (topic: string) => Codes | null {
  const known = new Map<string, Codes | null>()
  return (topic) => {
    const before = known.get(topic)
    if (before !== undefined) return before
    let codes: Codes | null = null
    for (const pattern of patterns) {
      const names = matchTopic(pattern.topic, topic)
      if (names) {
        codes = codesBy(pattern, names)
        break
      }
    }
    if (known.size >= MOST_TOPICS) known.clear()
    known.set(topic, codes)
    return codes
  }
}

/** Parses a JSON message into readings and problems. Valid values are kept even if others are invalid. */
export type ReadMessage = (
  topic: string,
  payload: Uint8Array,
  /** ms; null for a retained message, whose time of receipt says nothing about the time of measurement. */
  receivedAt: number | null,
) => { readings: SentReading[]; problems: PayloadProblem[] }

/** Creates a reader for messages whose topics match the patterns. */
export function messageReader(patterns: readonly TopicPattern[]): ReadMessage {
  const codesOfTopic = codesOfTopics(patterns)
  const decoder = new TextDecoder()
  return (topic, payload, receivedAt) => {
    const problems: PayloadProblem[] = []
    const readings: SentReading[] = []
    const text = decoder.decode(payload)
    const blame = (why: PayloadFault, what: unknown = text) => void problems.push({ topic, why, shown: shownOf(what) })
    const codes = codesOfTopic(topic)
    const parsed = codes ? parsedJson(text) : null
    if (!codes) blame('noPattern')
    else if (text.trim() === '') blame('empty')
    else if (!parsed) blame('notJson')
    else {
      const values: Value[] = []
      addValues(values, parsed.json, null, {})
      if (values.length === 0) blame('empty')
      else if (values.length > MOST_IN_MESSAGE) blame('tooMany')
      else
        for (const one of values) {
          const read = readingIn(one, codes(one.key), receivedAt)
          if (typeof read === 'string') blame(read, one.key === null ? one.value : { [one.key]: one.value })
          else readings.push(read)
        }
    }
    return { readings, problems }
  }
}
/** Returns the beginning of the content as text for display. */
export const shownOf = (what: unknown): string =>
  (typeof what === 'string' ? what : (JSON.stringify(what) ?? '')).slice(0, LONGEST_SHOWN)

function parsedJson(text: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(text) as unknown }
  } catch {
    return null // reported as `notJson`
  }
}

interface Said {
  readonly at?: unknown
  readonly unit?: unknown
  readonly quality?: unknown
}
type Value = Said & { readonly key: string | null; readonly value: unknown }
const about = new Set(['at', 'unit', 'quality', 'key', 'tag'])

/**
 * Collects the values of a message: a value, a list, or an object of values by key. Shared properties apply to each
 * value.
 */
function addValues(values: Value[], json: unknown, key: string | null, said: Said): void {
  if (Array.isArray(json)) {
    for (const one of json) addValues(values, one, key, said)
    return
  }
  if (typeof json !== 'object' || json === null) {
    values.push({ at: said.at, unit: said.unit, quality: said.quality, key, value: json })
    return
  }
  const of = json as Record<string, unknown>
  const at = of['at'] === undefined ? said.at : of['at']
  const unit = of['unit'] === undefined ? said.unit : of['unit']
  const quality = of['quality'] === undefined ? said.quality : of['quality']
  if ('value' in of) {
    const named = typeof of['key'] === 'string' ? of['key'] : typeof of['tag'] === 'string' ? of['tag'] : key
    values.push({ at, unit, quality, key: named, value: of['value'] })
    return
  }
  // Nested keys cannot be part of a tag code.
  if (key !== null) {
    const { at: _at, unit: _unit, quality: _quality, ...rest } = of
    values.push({ at, unit, quality, key, value: rest })
    return
  }
  for (const [name, one] of Object.entries(of))
    if (!about.has(name)) addValues(values, one, name, { at, unit, quality })
}

function readingIn(
  { value, at, unit, quality }: Value,
  tag: string | null,
  receivedAt: number | null,
): SentReading | PayloadFault {
  if (tag === null) return 'noTag'
  const number = typeof value === 'boolean' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return 'notANumber'
  const moment = at === undefined || at === null ? receivedAt : momentIn(at)
  if (moment === null) return 'badTime'
  const good = qualityIn(quality)
  if (good === null) return 'badQuality'
  return { tag, at: moment, value: number, unit: typeof unit === 'string' && unit ? unit : null, quality: good }
}

/** Smaller numbers (before 2001 in ms) are probably seconds and are rejected. */
const FIRST_MS = 978_307_200_000
/** Parses a moment given as ISO 8601 with UTC offset or as ms since 1970; null for anything else. */
function momentIn(at: unknown): number | null {
  if (typeof at === 'number') return Number.isSafeInteger(Math.round(at)) && at >= FIRST_MS ? Math.round(at) : null
  return typeof at === 'string' ? parseInstant(at) : null
}
const qualities: Readonly<Record<string, SentQuality>> = { good: 'good', uncertain: 'uncertain', bad: 'bad' }
function qualityIn(quality: unknown): SentQuality | null {
  if (quality === undefined || quality === null) return 'good'
  if (typeof quality === 'boolean') return quality ? 'good' : 'bad'
  return typeof quality === 'string' ? (qualities[quality.toLowerCase()] ?? null) : null
}
