/**
 * Host side of Sparkplug: births assign names to aliases, data messages follow by sequence number, a death makes all
 * metrics of a node stale. Pure functions: each takes the states of the nodes and a message or the time, and returns
 * the new states with the resulting readings, problems and rebirth requests.
 */
import { REBIRTH_METRIC, decodeBits, type SparkplugMetric, type SparkplugPayload } from './sparkplug-payload'
import { parseSparkplugTopic, type NodePath, type SparkplugTopic } from './sparkplug-topic'
import { toExcerpt, type PayloadFault, type PayloadProblem, type SentQuality } from './message-parser'
import type { MetricPath } from './topic'

/** Time for which a message that came too early waits for the missing message before it. */
export const REORDER_MS = 5_000
/** Pause before a silent node is asked for a birth again. */
const REBIRTH_RETRY_MS = 30_000

interface KnownMetric {
  /** True if the metric is numeric; texts, data sets and the like are not stored. */
  readonly isNumeric: boolean
  readonly device: string | null
  readonly name: string
  readonly datatype: number | null
}
/** A message of a node; early messages wait in `EdgeNode.waitingMessages`. */
interface NodeMessage {
  readonly topic: string
  readonly parsedTopic: SparkplugTopic
  readonly payload: SparkplugPayload
  readonly receivedAt: number
}
/** State of an edge node, known from its messages. */
interface EdgeNode {
  readonly isOnline: boolean
  /** Session number (metric `bdSeq`): a death of an earlier session is ignored. */
  readonly sessionNumber: number | null
  /** Sequence number and sending time (ms) of the last processed message. */
  readonly lastSeq: number | null
  readonly lastSentAt: number | null
  readonly metricByAlias: ReadonlyMap<string, KnownMetric>
  /** Metrics by device; metrics of the node itself under ''. */
  readonly metricsByDevice: ReadonlyMap<string, ReadonlyMap<string, KnownMetric>>
  readonly waitingMessages: readonly NodeMessage[]
  readonly rebirthRequestedAt: number | null
}
export type EdgeNodes = ReadonlyMap<NodePath, EdgeNode>

export interface MetricReading extends MetricPath {
  readonly at: number
  readonly value: number
  readonly quality: SentQuality
  /** Recorded while the node was offline, so it is never a live value. */
  readonly historical: boolean
}
/** New states of the nodes, and the results of a message or of the time that has passed. */
export interface SparkplugOutcome {
  readonly nodes: EdgeNodes
  readonly readings: readonly MetricReading[]
  /** Metrics whose values are unknown from the time `at` (ms) on. */
  readonly staleMetrics: readonly (MetricPath & { readonly at: number })[]
  /** Nodes to ask for a birth. */
  readonly nodesToRebirth: readonly NodePath[]
  readonly problems: readonly PayloadProblem[]
}
export const NO_NODES: EdgeNodes = new Map()
const UNBORN_NODE: EdgeNode = {
  isOnline: false,
  sessionNumber: null,
  lastSeq: null,
  lastSentAt: null,
  metricByAlias: new Map(),
  metricsByDevice: new Map(),
  waitingMessages: [],
  rebirthRequestedAt: null,
}

/** Collects the results of one call. */
class OutcomeCollector {
  readonly readings: MetricReading[] = []
  readonly staleMetrics: (MetricPath & { at: number })[] = []
  readonly nodesToRebirth: NodePath[] = []
  readonly problems: PayloadProblem[] = []
  constructor(readonly nowMs: number) {}
  addProblem(topic: string, fault: PayloadFault, content: unknown): void {
    this.problems.push({ topic, why: fault, shown: toExcerpt(content) })
  }
  toOutcome(nodes: EdgeNodes, nodePath: NodePath, node: EdgeNode): SparkplugOutcome {
    const { readings, staleMetrics, nodesToRebirth, problems } = this
    return { nodes: new Map(nodes).set(nodePath, node), readings, staleMetrics, nodesToRebirth, problems }
  }
}

/** Processes a message received at `nowMs`. Returns null if the topic is not a node message. */
export function processTopicMessage(
  nodes: EdgeNodes,
  topic: string,
  payload: SparkplugPayload,
  nowMs: number,
): SparkplugOutcome | null {
  const parsedTopic = parseSparkplugTopic(topic)
  if (!parsedTopic) return null
  const collector = new OutcomeCollector(nowMs)
  const nodePath: NodePath = `${parsedTopic.group}/${parsedTopic.node}`
  const node = processMessage(collector, nodePath, nodes.get(nodePath) ?? UNBORN_NODE, {
    topic,
    parsedTopic,
    payload,
    receivedAt: nowMs,
  })
  return collector.toOutcome(nodes, nodePath, node)
}
/** Asks nodes for a birth whose early messages have waited too long for the missing one. */
export function expireWaitingMessages(nodes: EdgeNodes, nowMs: number): SparkplugOutcome {
  const collector = new OutcomeCollector(nowMs)
  const nextNodes = new Map(nodes)
  for (const [nodePath, node] of nodes) {
    const [firstWaiting] = node.waitingMessages
    if (!firstWaiting || nowMs - firstWaiting.receivedAt < REORDER_MS) continue
    // The missing message may have been a birth with other aliases, so the waiting messages cannot be read.
    for (const { topic, payload } of node.waitingMessages)
      collector.addProblem(topic, 'lost', `seq ${payload.seq}, expected ${getNextSeq(node)}`)
    nextNodes.set(nodePath, requestRebirth(collector, nodePath, { ...node, isOnline: false, waitingMessages: [] }))
  }
  return {
    nodes: nextNodes,
    readings: [],
    staleMetrics: [],
    nodesToRebirth: collector.nodesToRebirth,
    problems: collector.problems,
  }
}

function processMessage(
  collector: OutcomeCollector,
  nodePath: NodePath,
  node: EdgeNode,
  message: NodeMessage,
): EdgeNode {
  const { parsedTopic, payload } = message
  if (parsedTopic.type === 'NBIRTH') return applyNodeBirth(collector, message)
  if (parsedTopic.type === 'NDEATH') return applyNodeDeath(collector, node, message)
  if (!node.isOnline) {
    collector.addProblem(message.topic, 'noBirth', `seq ${payload.seq}`)
    return requestRebirth(collector, nodePath, node)
  }
  if (payload.seq === null) {
    collector.addProblem(message.topic, 'notSparkplug', 'no seq')
    return node
  }
  if (payload.seq === node.lastSeq && payload.sentAt === node.lastSentAt) return node // duplicate
  if (payload.seq !== getNextSeq(node)) return { ...node, waitingMessages: [...node.waitingMessages, message] }
  return processWaitingMessages(collector, nodePath, applyDeviceOrDataMessage(collector, nodePath, node, message))
}
const getNextSeq = (node: EdgeNode): number => ((node.lastSeq ?? 255) + 1) % 256

/** Processes waiting messages as long as one has the next sequence number. */
function processWaitingMessages(collector: OutcomeCollector, nodePath: NodePath, node: EdgeNode): EdgeNode {
  const index = node.waitingMessages.findIndex(({ payload }) => payload.seq === getNextSeq(node))
  if (index < 0 || !node.isOnline) return node
  const nodeWithoutMessage = { ...node, waitingMessages: node.waitingMessages.filter((_, i) => i !== index) }
  return processWaitingMessages(
    collector,
    nodePath,
    applyDeviceOrDataMessage(collector, nodePath, nodeWithoutMessage, node.waitingMessages[index]!),
  )
}
/** Asks a node for a birth, unless asked recently. */
function requestRebirth(collector: OutcomeCollector, nodePath: NodePath, node: EdgeNode): EdgeNode {
  if (node.rebirthRequestedAt !== null && collector.nowMs - node.rebirthRequestedAt < REBIRTH_RETRY_MS) return node
  collector.nodesToRebirth.push(nodePath)
  return { ...node, rebirthRequestedAt: collector.nowMs }
}

/** Starts the session of a node with the metrics of its birth. */
function applyNodeBirth(
  collector: OutcomeCollector,
  { topic, parsedTopic, payload, receivedAt }: NodeMessage,
): EdgeNode {
  const sessionNumber = payload.metrics.find(({ name }) => name === 'bdSeq')?.value ?? null
  const node: EdgeNode = {
    ...UNBORN_NODE,
    isOnline: true,
    sessionNumber,
    lastSeq: payload.seq ?? 0,
    lastSentAt: payload.sentAt,
  }
  return applyBirthMetrics(collector, node, topic, parsedTopic, payload, receivedAt)
}
/** Applies the metrics of a birth: their names and aliases replace those of the device, and their values are read. */
function applyBirthMetrics(
  collector: OutcomeCollector,
  node: EdgeNode,
  topic: string,
  parsedTopic: SparkplugTopic,
  payload: SparkplugPayload,
  receivedAt: number,
): EdgeNode {
  const deviceMetrics = new Map<string, KnownMetric>()
  const metricByAlias = new Map(
    [...node.metricByAlias].filter(([, knownMetric]) => knownMetric.device !== parsedTopic.device),
  )
  for (const metric of payload.metrics) {
    if (!metric.name || metric.name === 'bdSeq' || metric.name.startsWith(CONTROL_PREFIX)) continue
    const { name, datatype } = metric
    const knownMetric = {
      device: parsedTopic.device,
      name,
      datatype,
      isNumeric: !metric.isNotNumeric && isNumericDatatype(datatype),
    }
    deviceMetrics.set(metric.name, knownMetric)
    if (metric.alias !== null) metricByAlias.set(metric.alias, knownMetric)
  }
  const updatedNode = {
    ...node,
    metricByAlias,
    metricsByDevice: new Map(node.metricsByDevice).set(parsedTopic.device ?? '', deviceMetrics),
  }
  for (const metric of payload.metrics) {
    const knownMetric = metric.name ? deviceMetrics.get(metric.name) : undefined
    if (knownMetric) collectReading(collector, parsedTopic, knownMetric, metric, payload.sentAt ?? receivedAt)
    else if (!metric.name) collector.addProblem(topic, 'unknownAlias', `alias ${metric.alias}`)
  }
  return updatedNode
}
/** Data types 1 to 11 are numbers and flags, 13 is a moment (specification, table 6.4.16). */
const isNumericDatatype = (datatype: number | null): boolean => datatype === null || datatype <= 11 || datatype === 13
const CONTROL_PREFIX = REBIRTH_METRIC.slice(0, REBIRTH_METRIC.indexOf('/') + 1)

/** Applies the death of a node. A delayed death of an earlier session is recognized by its session number and ignored. */
function applyNodeDeath(
  collector: OutcomeCollector,
  node: EdgeNode,
  { payload, parsedTopic, receivedAt }: NodeMessage,
): EdgeNode {
  const sessionNumber = payload.metrics.find(({ name }) => name === 'bdSeq')?.value ?? null
  if (!node.isOnline || (sessionNumber !== null && node.sessionNumber !== null && sessionNumber !== node.sessionNumber))
    return node
  for (const device of node.metricsByDevice.keys()) markDeviceStale(collector, node, parsedTopic, device, receivedAt)
  return { ...node, isOnline: false, waitingMessages: [] }
}
/** Marks the metrics of a device stale; device '' stands for the node itself. */
function markDeviceStale(
  collector: OutcomeCollector,
  node: EdgeNode,
  parsedTopic: SparkplugTopic,
  device: string,
  staleFrom: number,
): void {
  const devicePath = { group: parsedTopic.group, node: parsedTopic.node, device: device || null }
  for (const { name, isNumeric } of node.metricsByDevice.get(device)?.values() ?? [])
    if (isNumeric) collector.staleMetrics.push({ ...devicePath, metric: name, at: staleFrom })
}

/** Applies a device birth, a device death or a data message that has the expected sequence number. */
function applyDeviceOrDataMessage(
  collector: OutcomeCollector,
  nodePath: NodePath,
  node: EdgeNode,
  { topic, parsedTopic, payload, receivedAt }: NodeMessage,
): EdgeNode {
  const updatedNode: EdgeNode = { ...node, lastSeq: payload.seq, lastSentAt: payload.sentAt }
  if (parsedTopic.type === 'DBIRTH')
    return applyBirthMetrics(collector, updatedNode, topic, parsedTopic, payload, receivedAt)
  const device = parsedTopic.device ?? ''
  const deviceMetrics = node.metricsByDevice.get(device)
  if (parsedTopic.type === 'DDEATH') {
    markDeviceStale(collector, node, parsedTopic, device, payload.sentAt ?? receivedAt)
    const remainingMetrics = new Map(node.metricsByDevice)
    remainingMetrics.delete(device)
    return {
      ...updatedNode,
      metricsByDevice: remainingMetrics,
      metricByAlias: new Map(
        [...node.metricByAlias].filter(([, knownMetric]) => knownMetric.device !== parsedTopic.device),
      ),
    }
  }
  if (!deviceMetrics) {
    collector.addProblem(topic, 'noBirth', parsedTopic.device)
    return requestRebirth(collector, nodePath, updatedNode)
  }
  let hasUnknownMetric = false
  for (const metric of payload.metrics) {
    const knownMetric = metric.name
      ? deviceMetrics.get(metric.name)
      : metric.alias === null
        ? undefined
        : node.metricByAlias.get(metric.alias)
    if (knownMetric && knownMetric.device === parsedTopic.device)
      collectReading(collector, parsedTopic, knownMetric, metric, payload.sentAt ?? receivedAt)
    else if (!metric.name?.startsWith(CONTROL_PREFIX) && metric.name !== 'bdSeq') {
      hasUnknownMetric = true
      collector.addProblem(topic, 'unknownAlias', metric.name ?? `alias ${metric.alias}`)
    }
  }
  return hasUnknownMetric ? requestRebirth(collector, nodePath, updatedNode) : updatedNode
}

const GOOD_QUALITY = 192
const STALE_QUALITY = 500
/** Adds the reading of a metric to the results. Without a value, or with quality stale, the metric becomes stale. */
function collectReading(
  collector: OutcomeCollector,
  parsedTopic: SparkplugTopic,
  knownMetric: KnownMetric,
  metric: SparkplugMetric,
  defaultMeasuredAt: number,
): void {
  if (!knownMetric.isNumeric || metric.isNotNumeric) return
  const metricPath = {
    group: parsedTopic.group,
    node: parsedTopic.node,
    device: parsedTopic.device,
    metric: knownMetric.name,
  }
  const measuredAt = metric.measuredAt ?? defaultMeasuredAt
  const value = metric.bits === null ? metric.value : decodeBits(metric.bits, metric.datatype ?? knownMetric.datatype)
  if (value === null || metric.quality === STALE_QUALITY) {
    if (!metric.isHistorical) collector.staleMetrics.push({ ...metricPath, at: measuredAt })
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
  collector.readings.push({ ...metricPath, at: measuredAt, value, quality, historical: metric.isHistorical })
}
