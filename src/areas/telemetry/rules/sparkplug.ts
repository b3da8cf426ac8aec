/**
 * Host side of Sparkplug: births assign names to aliases, data messages follow by sequence number, a death makes all
 * metrics of a node stale. Pure functions: they take the state with a message or a tick and return the new state and
 * what to do.
 */
import { REBIRTH, valueOfBits, type SparkplugMetric, type SparkplugPayload } from './sparkplug-payload'
import { shownOf, type PayloadFault, type PayloadProblem, type SentQuality } from './topic'

/** Time for which an early message waits for the missing one. */
export const REORDER_MS = 5_000
/** Time after which a node is asked for a birth again. */
const REBIRTH_AGAIN_MS = 30_000

export const messageTypes = ['NBIRTH', 'NDEATH', 'DBIRTH', 'DDEATH', 'NDATA', 'DDATA'] as const
export type MessageType = (typeof messageTypes)[number]
/** Parts of a topic `spBv1.0/group/type/node[/device]`. */
export interface SparkplugTopic {
  readonly group: string
  readonly type: MessageType
  readonly node: string
  readonly device: string | null
}
/** Parses a topic; null for topics that are not messages of a node, such as commands and host states. */
export function sparkplugTopic(topic: string): SparkplugTopic | null {
  const [space, group, type, node, device, ...more] = topic.split('/')
  const known = messageTypes.find((t) => t === type)
  if (space !== 'spBv1.0' || !group || !known || !node || more.length) return null
  return known.startsWith('D') === Boolean(device) ? { group, type: known, node, device: device ?? null } : null
}
/** Builds the topic for commands to a node. */
export const commandTopic = (node: NodeName): string => `spBv1.0/${node.replace('/', '/NCMD/')}`
/** `group/node`. */
export type NodeName = `${string}/${string}`

interface Known {
  /** False for texts, data sets and the like, which are not readings. */
  readonly numeric: boolean
  readonly device: string | null
  readonly name: string
  readonly datatype: number | null
}
interface Waiting {
  readonly topic: string
  readonly of: SparkplugTopic
  readonly payload: SparkplugPayload
  readonly at: number
}
interface Node {
  readonly online: boolean
  /** Number of the session: a death of an earlier session is ignored. */
  readonly bdSeq: number | null
  /** Sequence number of the last processed message, and the time when it was sent. */
  readonly seq: number | null
  readonly sentAt: number | null
  readonly aliases: ReadonlyMap<string, Known>
  /** Metrics by device; metrics of the node itself under ''. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, Known>>
  readonly waiting: readonly Waiting[]
  readonly askedAt: number | null
}
export type Nodes = ReadonlyMap<NodeName, Node>

/** Position of a metric, from which its tag code is built. */
export interface MetricPlace {
  readonly group: string
  readonly node: string
  readonly device: string | null
  readonly metric: string
}
export interface MetricReading extends MetricPlace {
  readonly at: number
  readonly value: number
  readonly quality: SentQuality
  /** Recorded while the node was offline, so it is never a live value. */
  readonly historical: boolean
}
/** New state and what to do after a message or a tick. */
export interface Outcome {
  readonly nodes: Nodes
  readonly readings: readonly MetricReading[]
  /** Metrics whose values are unknown from a moment on. */
  readonly stale: readonly (MetricPlace & { readonly at: number })[]
  /** Nodes to ask for a birth. */
  readonly rebirth: readonly NodeName[]
  readonly problems: readonly PayloadProblem[]
}
export const noNodes: Nodes = new Map()
const unborn: Node = {
  online: false,
  bdSeq: null,
  seq: null,
  sentAt: null,
  aliases: new Map(),
  names: new Map(),
  waiting: [],
  askedAt: null,
}

/** Collects the results of one message or tick. */
class Step {
  readonly readings: MetricReading[] = []
  readonly stale: (MetricPlace & { at: number })[] = []
  readonly rebirth: NodeName[] = []
  readonly problems: PayloadProblem[] = []
  constructor(readonly now: number) {}
  blame(topic: string, why: PayloadFault, what: unknown): void {
    this.problems.push({ topic, why, shown: shownOf(what) })
  }
  outcome(nodes: Nodes, name: NodeName, node: Node): Outcome {
    const { readings, stale, rebirth, problems } = this
    return { nodes: new Map(nodes).set(name, node), readings, stale, rebirth, problems }
  }
}

/** Processes a message received at `now` (ms); null if the topic is not a node message. */
export function takeMessage(nodes: Nodes, topic: string, payload: SparkplugPayload, now: number): Outcome | null {
  const of = sparkplugTopic(topic)
  if (!of) return null
  const step = new Step(now)
  const name: NodeName = `${of.group}/${of.node}`
  const node = taken(step, name, nodes.get(name) ?? unborn, { topic, of, payload, at: now })
  return step.outcome(nodes, name, node)
}
/** Asks nodes for a birth whose early messages have waited too long for the missing one. */
export function afterReorderTime(nodes: Nodes, now: number): Outcome {
  const step = new Step(now)
  const after = new Map(nodes)
  for (const [name, node] of nodes) {
    const [first] = node.waiting
    if (!first || now - first.at < REORDER_MS) continue
    // The missing message may have been a birth with other aliases, so the waiting messages cannot be read.
    for (const { topic, payload } of node.waiting)
      step.blame(topic, 'lost', `seq ${payload.seq}, expected ${next(node)}`)
    after.set(name, asked(step, name, { ...node, online: false, waiting: [] }))
  }
  return { nodes: after, readings: [], stale: [], rebirth: step.rebirth, problems: step.problems }
}

function taken(step: Step, name: NodeName, node: Node, message: Waiting): Node {
  const { of, payload } = message
  if (of.type === 'NBIRTH') return born(step, message)
  if (of.type === 'NDEATH') return died(step, node, message)
  if (!node.online) {
    step.blame(message.topic, 'noBirth', `seq ${payload.seq}`)
    return asked(step, name, node)
  }
  if (payload.seq === null) {
    step.blame(message.topic, 'notSparkplug', 'no seq')
    return node
  }
  if (payload.seq === node.seq && payload.at === node.sentAt) return node // duplicate
  if (payload.seq !== next(node)) return { ...node, waiting: [...node.waiting, message] }
  return drained(step, name, apply(step, name, node, message))
}
const next = (node: Node): number => ((node.seq ?? 255) + 1) % 256

/** Processes waiting messages whose turn has come. */
function drained(step: Step, name: NodeName, node: Node): Node {
  const at = node.waiting.findIndex(({ payload }) => payload.seq === next(node))
  if (at < 0 || !node.online) return node
  const rest = { ...node, waiting: node.waiting.filter((_, i) => i !== at) }
  return drained(step, name, apply(step, name, rest, node.waiting[at]!))
}
function asked(step: Step, name: NodeName, node: Node): Node {
  if (node.askedAt !== null && step.now - node.askedAt < REBIRTH_AGAIN_MS) return node
  step.rebirth.push(name)
  return { ...node, askedAt: step.now }
}

function born(step: Step, { topic, of, payload, at }: Waiting): Node {
  const bdSeq = payload.metrics.find(({ name }) => name === 'bdSeq')?.value ?? null
  const node: Node = { ...unborn, online: true, bdSeq, seq: payload.seq ?? 0, sentAt: payload.at }
  return named(step, node, topic, of, payload, at)
}
/** Applies the metrics of a birth: their names and aliases replace those of the device, and their values are read. */
function named(step: Step, node: Node, topic: string, of: SparkplugTopic, payload: SparkplugPayload, at: number): Node {
  const mine = new Map<string, Known>()
  const aliases = new Map([...node.aliases].filter(([, known]) => known.device !== of.device))
  for (const metric of payload.metrics) {
    if (!metric.name || metric.name === 'bdSeq' || metric.name.startsWith(CONTROL)) continue
    const { name, datatype } = metric
    const known = { device: of.device, name, datatype, numeric: !metric.other && isNumeric(datatype) }
    mine.set(metric.name, known)
    if (metric.alias !== null) aliases.set(metric.alias, known)
  }
  const after = { ...node, aliases, names: new Map(node.names).set(of.device ?? '', mine) }
  for (const metric of payload.metrics) {
    const known = metric.name ? mine.get(metric.name) : undefined
    if (known) read(step, of, known, metric, payload.at ?? at)
    else if (!metric.name) step.blame(topic, 'unknownAlias', `alias ${metric.alias}`)
  }
  return after
}
/** Types 1 to 11 are numbers and flags, 13 is a moment (table 6.4.16). */
const isNumeric = (datatype: number | null): boolean => datatype === null || datatype <= 11 || datatype === 13
const CONTROL = REBIRTH.slice(0, REBIRTH.indexOf('/') + 1)

/** Applies a node's death. A delayed will of an earlier session is ignored, by its session number. */
function died(step: Step, node: Node, { payload, of, at }: Waiting): Node {
  const session = payload.metrics.find(({ name }) => name === 'bdSeq')?.value ?? null
  if (!node.online || (session !== null && node.bdSeq !== null && session !== node.bdSeq)) return node
  for (const device of node.names.keys()) forget(step, node, of, device, at)
  return { ...node, online: false, waiting: [] }
}
function forget(step: Step, node: Node, { group, node: edge }: SparkplugTopic, device: string, at: number): void {
  for (const { name: metric, numeric } of node.names.get(device)?.values() ?? [])
    if (numeric) step.stale.push({ group, node: edge, device: device || null, metric, at })
}

/** Applies a message whose turn it is. */
function apply(step: Step, name: NodeName, node: Node, { topic, of, payload, at }: Waiting): Node {
  const after: Node = { ...node, seq: payload.seq, sentAt: payload.at }
  if (of.type === 'DBIRTH') return named(step, after, topic, of, payload, at)
  const device = of.device ?? ''
  const mine = node.names.get(device)
  if (of.type === 'DDEATH') {
    forget(step, node, of, device, payload.at ?? at)
    const names = new Map(node.names)
    names.delete(device)
    return { ...after, names, aliases: new Map([...node.aliases].filter(([, known]) => known.device !== of.device)) }
  }
  if (!mine) {
    step.blame(topic, 'noBirth', of.device)
    return asked(step, name, after)
  }
  let unknown = false
  for (const metric of payload.metrics) {
    const known = metric.name
      ? mine.get(metric.name)
      : metric.alias === null
        ? undefined
        : node.aliases.get(metric.alias)
    if (known && known.device === of.device) read(step, of, known, metric, payload.at ?? at)
    else if (!metric.name?.startsWith(CONTROL) && metric.name !== 'bdSeq') {
      unknown = true
      step.blame(topic, 'unknownAlias', metric.name ?? `alias ${metric.alias}`)
    }
  }
  return unknown ? asked(step, name, after) : after
}

const GOOD = 192
const STALE = 500
/** Reads a metric. Without a value, or with quality stale, the metric becomes stale. */
function read(step: Step, of: SparkplugTopic, known: Known, metric: SparkplugMetric, sentAt: number): void {
  if (!known.numeric || metric.other) return
  const place = { group: of.group, node: of.node, device: of.device, metric: known.name }
  const at = metric.at ?? sentAt
  const value = metric.bits === null ? metric.value : valueOfBits(metric.bits, metric.datatype ?? known.datatype)
  if (value === null || metric.quality === STALE) {
    if (!metric.historical) step.stale.push({ ...place, at })
    return
  }
  if (!Number.isFinite(value)) return step.blame(`${of.group}/${of.node}`, 'notANumber', `${known.name} ${value}`)
  const quality =
    metric.quality === null || metric.quality === GOOD ? 'good' : metric.quality === 0 ? 'bad' : 'uncertain'
  step.readings.push({ ...place, at, value, quality, historical: metric.historical })
}
