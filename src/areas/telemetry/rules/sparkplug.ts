/**
 * Host side of Sparkplug: births assign names to aliases, data messages follow by sequence number, a death makes all
 * metrics of a node stale. Pure functions: they take the state with a message or a tick and return the new state and
 * what to do.
 */
import { REBIRTH_METRIC, decodeBits, type SparkplugMetric, type SparkplugPayload } from './sparkplug-payload'
import { toShownText, type PayloadFault, type PayloadProblem, type SentQuality } from './topic'

/** Time for which an early message waits for the missing one. */
export const REORDER_MS = 5_000
/** Time after which a node is asked for a birth again. */
const REBIRTH_RETRY_MS = 30_000

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
export function parseSparkplugTopic(topic: string): SparkplugTopic | null {
  const [space, group, type, node, device, ...more] = topic.split('/')
  const messageType = messageTypes.find((t) => t === type)
  if (space !== 'spBv1.0' || !group || !messageType || !node || more.length) return null
  return messageType.startsWith('D') === Boolean(device)
    ? { group, type: messageType, node, device: device ?? null }
    : null
}
/** Builds the topic for commands to a node. */
export const buildCommandTopic = (node: NodeName): string => `spBv1.0/${node.replace('/', '/NCMD/')}`
/** `group/node`. */
export type NodeName = `${string}/${string}`

interface KnownMetric {
  /** False for texts, data sets and the like, which are not readings. */
  readonly numeric: boolean
  readonly device: string | null
  readonly name: string
  readonly datatype: number | null
}
interface WaitingMessage {
  readonly topic: string
  readonly parsedTopic: SparkplugTopic
  readonly payload: SparkplugPayload
  readonly at: number
}
interface EdgeNode {
  readonly online: boolean
  /** Number of the session: a death of an earlier session is ignored. */
  readonly bdSeq: number | null
  /** Sequence number of the last processed message, and the time when it was sent. */
  readonly seq: number | null
  readonly sentAt: number | null
  readonly aliases: ReadonlyMap<string, KnownMetric>
  /** Metrics by device; metrics of the node itself under ''. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, KnownMetric>>
  readonly waiting: readonly WaitingMessage[]
  readonly rebirthRequestedAt: number | null
}
export type EdgeNodes = ReadonlyMap<NodeName, EdgeNode>

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
export interface SparkplugOutcome {
  readonly nodes: EdgeNodes
  readonly readings: readonly MetricReading[]
  /** Metrics whose values are unknown from a moment on. */
  readonly stale: readonly (MetricPlace & { readonly at: number })[]
  /** Nodes to ask for a birth. */
  readonly rebirth: readonly NodeName[]
  readonly problems: readonly PayloadProblem[]
}
export const noNodes: EdgeNodes = new Map()
const unbornNode: EdgeNode = {
  online: false,
  bdSeq: null,
  seq: null,
  sentAt: null,
  aliases: new Map(),
  names: new Map(),
  waiting: [],
  rebirthRequestedAt: null,
}

/** Collects the results of one message or tick. */
class OutcomeCollector {
  readonly readings: MetricReading[] = []
  readonly stale: (MetricPlace & { at: number })[] = []
  readonly rebirth: NodeName[] = []
  readonly problems: PayloadProblem[] = []
  constructor(readonly now: number) {}
  addProblem(topic: string, why: PayloadFault, what: unknown): void {
    this.problems.push({ topic, why, shown: toShownText(what) })
  }
  toOutcome(nodes: EdgeNodes, name: NodeName, node: EdgeNode): SparkplugOutcome {
    const { readings, stale, rebirth, problems } = this
    return { nodes: new Map(nodes).set(name, node), readings, stale, rebirth, problems }
  }
}

/** Processes a message received at `now` (ms); null if the topic is not a node message. */
export function takeMessage(
  nodes: EdgeNodes,
  topic: string,
  payload: SparkplugPayload,
  now: number,
): SparkplugOutcome | null {
  const parsedTopic = parseSparkplugTopic(topic)
  if (!parsedTopic) return null
  const collector = new OutcomeCollector(now)
  const name: NodeName = `${parsedTopic.group}/${parsedTopic.node}`
  const node = processMessage(collector, name, nodes.get(name) ?? unbornNode, { topic, parsedTopic, payload, at: now })
  return collector.toOutcome(nodes, name, node)
}
/** Asks nodes for a birth whose early messages have waited too long for the missing one. */
export function expireWaitingMessages(nodes: EdgeNodes, now: number): SparkplugOutcome {
  const collector = new OutcomeCollector(now)
  const nextNodes = new Map(nodes)
  for (const [name, node] of nodes) {
    const [firstWaiting] = node.waiting
    if (!firstWaiting || now - firstWaiting.at < REORDER_MS) continue
    // The missing message may have been a birth with other aliases, so the waiting messages cannot be read.
    for (const { topic, payload } of node.waiting)
      collector.addProblem(topic, 'lost', `seq ${payload.seq}, expected ${getNextSeq(node)}`)
    nextNodes.set(name, requestRebirth(collector, name, { ...node, online: false, waiting: [] }))
  }
  return { nodes: nextNodes, readings: [], stale: [], rebirth: collector.rebirth, problems: collector.problems }
}

function processMessage(
  collector: OutcomeCollector,
  name: NodeName,
  node: EdgeNode,
  message: WaitingMessage,
): EdgeNode {
  const { parsedTopic, payload } = message
  if (parsedTopic.type === 'NBIRTH') return applyNodeBirth(collector, message)
  if (parsedTopic.type === 'NDEATH') return applyNodeDeath(collector, node, message)
  if (!node.online) {
    collector.addProblem(message.topic, 'noBirth', `seq ${payload.seq}`)
    return requestRebirth(collector, name, node)
  }
  if (payload.seq === null) {
    collector.addProblem(message.topic, 'notSparkplug', 'no seq')
    return node
  }
  if (payload.seq === node.seq && payload.at === node.sentAt) return node // duplicate
  if (payload.seq !== getNextSeq(node)) return { ...node, waiting: [...node.waiting, message] }
  return processWaiting(collector, name, applyMessage(collector, name, node, message))
}
const getNextSeq = (node: EdgeNode): number => ((node.seq ?? 255) + 1) % 256

/** Processes waiting messages whose turn has come. */
function processWaiting(collector: OutcomeCollector, name: NodeName, node: EdgeNode): EdgeNode {
  const index = node.waiting.findIndex(({ payload }) => payload.seq === getNextSeq(node))
  if (index < 0 || !node.online) return node
  const remainingNode = { ...node, waiting: node.waiting.filter((_, i) => i !== index) }
  return processWaiting(collector, name, applyMessage(collector, name, remainingNode, node.waiting[index]!))
}
function requestRebirth(collector: OutcomeCollector, name: NodeName, node: EdgeNode): EdgeNode {
  if (node.rebirthRequestedAt !== null && collector.now - node.rebirthRequestedAt < REBIRTH_RETRY_MS) return node
  collector.rebirth.push(name)
  return { ...node, rebirthRequestedAt: collector.now }
}

function applyNodeBirth(collector: OutcomeCollector, { topic, parsedTopic, payload, at }: WaitingMessage): EdgeNode {
  const bdSeq = payload.metrics.find(({ name }) => name === 'bdSeq')?.value ?? null
  const node: EdgeNode = { ...unbornNode, online: true, bdSeq, seq: payload.seq ?? 0, sentAt: payload.at }
  return applyBirthMetrics(collector, node, topic, parsedTopic, payload, at)
}
/** Applies the metrics of a birth: their names and aliases replace those of the device, and their values are read. */
function applyBirthMetrics(
  collector: OutcomeCollector,
  node: EdgeNode,
  topic: string,
  parsedTopic: SparkplugTopic,
  payload: SparkplugPayload,
  at: number,
): EdgeNode {
  const deviceMetrics = new Map<string, KnownMetric>()
  const aliases = new Map([...node.aliases].filter(([, knownMetric]) => knownMetric.device !== parsedTopic.device))
  for (const metric of payload.metrics) {
    if (!metric.name || metric.name === 'bdSeq' || metric.name.startsWith(CONTROL_PREFIX)) continue
    const { name, datatype } = metric
    const knownMetric = { device: parsedTopic.device, name, datatype, numeric: !metric.other && isNumeric(datatype) }
    deviceMetrics.set(metric.name, knownMetric)
    if (metric.alias !== null) aliases.set(metric.alias, knownMetric)
  }
  const updatedNode = { ...node, aliases, names: new Map(node.names).set(parsedTopic.device ?? '', deviceMetrics) }
  for (const metric of payload.metrics) {
    const knownMetric = metric.name ? deviceMetrics.get(metric.name) : undefined
    if (knownMetric) readMetric(collector, parsedTopic, knownMetric, metric, payload.at ?? at)
    else if (!metric.name) collector.addProblem(topic, 'unknownAlias', `alias ${metric.alias}`)
  }
  return updatedNode
}
/** Types 1 to 11 are numbers and flags, 13 is a moment (table 6.4.16). */
const isNumeric = (datatype: number | null): boolean => datatype === null || datatype <= 11 || datatype === 13
const CONTROL_PREFIX = REBIRTH_METRIC.slice(0, REBIRTH_METRIC.indexOf('/') + 1)

/** Applies a node's death. A delayed will of an earlier session is ignored, by its session number. */
function applyNodeDeath(
  collector: OutcomeCollector,
  node: EdgeNode,
  { payload, parsedTopic, at }: WaitingMessage,
): EdgeNode {
  const sessionNumber = payload.metrics.find(({ name }) => name === 'bdSeq')?.value ?? null
  if (!node.online || (sessionNumber !== null && node.bdSeq !== null && sessionNumber !== node.bdSeq)) return node
  for (const device of node.names.keys()) markDeviceStale(collector, node, parsedTopic, device, at)
  return { ...node, online: false, waiting: [] }
}
function markDeviceStale(
  collector: OutcomeCollector,
  node: EdgeNode,
  { group, node: edge }: SparkplugTopic,
  device: string,
  at: number,
): void {
  for (const { name: metric, numeric } of node.names.get(device)?.values() ?? [])
    if (numeric) collector.stale.push({ group, node: edge, device: device || null, metric, at })
}

/** Applies a message whose turn it is. */
function applyMessage(
  collector: OutcomeCollector,
  name: NodeName,
  node: EdgeNode,
  { topic, parsedTopic, payload, at }: WaitingMessage,
): EdgeNode {
  const updatedNode: EdgeNode = { ...node, seq: payload.seq, sentAt: payload.at }
  if (parsedTopic.type === 'DBIRTH') return applyBirthMetrics(collector, updatedNode, topic, parsedTopic, payload, at)
  const device = parsedTopic.device ?? ''
  const deviceMetrics = node.names.get(device)
  if (parsedTopic.type === 'DDEATH') {
    markDeviceStale(collector, node, parsedTopic, device, payload.at ?? at)
    const names = new Map(node.names)
    names.delete(device)
    return {
      ...updatedNode,
      names,
      aliases: new Map([...node.aliases].filter(([, knownMetric]) => knownMetric.device !== parsedTopic.device)),
    }
  }
  if (!deviceMetrics) {
    collector.addProblem(topic, 'noBirth', parsedTopic.device)
    return requestRebirth(collector, name, updatedNode)
  }
  let hasUnknownMetric = false
  for (const metric of payload.metrics) {
    const knownMetric = metric.name
      ? deviceMetrics.get(metric.name)
      : metric.alias === null
        ? undefined
        : node.aliases.get(metric.alias)
    if (knownMetric && knownMetric.device === parsedTopic.device)
      readMetric(collector, parsedTopic, knownMetric, metric, payload.at ?? at)
    else if (!metric.name?.startsWith(CONTROL_PREFIX) && metric.name !== 'bdSeq') {
      hasUnknownMetric = true
      collector.addProblem(topic, 'unknownAlias', metric.name ?? `alias ${metric.alias}`)
    }
  }
  return hasUnknownMetric ? requestRebirth(collector, name, updatedNode) : updatedNode
}

const GOOD_QUALITY = 192
const STALE_QUALITY = 500
/** Reads a metric. Without a value, or with quality stale, the metric becomes stale. */
function readMetric(
  collector: OutcomeCollector,
  parsedTopic: SparkplugTopic,
  knownMetric: KnownMetric,
  metric: SparkplugMetric,
  sentAt: number,
): void {
  if (!knownMetric.numeric || metric.other) return
  const place = {
    group: parsedTopic.group,
    node: parsedTopic.node,
    device: parsedTopic.device,
    metric: knownMetric.name,
  }
  const at = metric.at ?? sentAt
  const value = metric.bits === null ? metric.value : decodeBits(metric.bits, metric.datatype ?? knownMetric.datatype)
  if (value === null || metric.quality === STALE_QUALITY) {
    if (!metric.historical) collector.stale.push({ ...place, at })
    return
  }
  if (!Number.isFinite(value))
    return collector.addProblem(
      `${parsedTopic.group}/${parsedTopic.node}`,
      'notANumber',
      `${knownMetric.name} ${value}`,
    )
  const quality =
    metric.quality === null || metric.quality === GOOD_QUALITY ? 'good' : metric.quality === 0 ? 'bad' : 'uncertain'
  collector.readings.push({ ...place, at, value, quality, historical: metric.historical })
}
