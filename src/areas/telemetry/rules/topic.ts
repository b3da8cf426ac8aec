/** Matches topics of a broker with patterns, and builds tag codes from them. */

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

/** Names that identify a metric; its tag code is built from them. */
export interface MetricPath {
  readonly group: string
  readonly node: string
  readonly device: string | null
  readonly metric: string
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

/** Builds a tag code; null if the pattern uses a name that neither topic nor message has. */
export function buildTagCode(
  { topic, tag }: TopicPattern,
  names: Readonly<Record<string, string>>,
  key: string | null,
): string | null {
  const allNames: Readonly<Record<string, string>> = key === null ? names : { ...names, key }
  // The key of the message comes last, and replaces a topic level named `key`.
  const nameOrder = [
    ...getLevelNames(topic).filter((n) => n !== 'key' || key === null),
    ...(key === null ? [] : ['key']),
  ]
  return fillCodePattern(tag || nameOrder.map((n) => `{${n}}`).join('.'), allNames)
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
