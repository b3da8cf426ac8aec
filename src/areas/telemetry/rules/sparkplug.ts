/**
 * Host side of Sparkplug. A birth assigns names to aliases, data messages are processed in their sequence, and a death
 * makes all metrics of a node stale. The functions are pure: each takes the states of the nodes and a message or the
 * time, and returns the new states with the resulting readings, problems and rebirth requests.
 */
import type { SparkplugPayload } from './sparkplug-payload'
import { parseSparkplugTopic, type NodePath } from './sparkplug-topic'
import {
  applyBirthMetrics,
  collectReading,
  CONTROL_PREFIX,
  type EdgeNode,
  markDeviceStale,
  OutcomeCollector,
  type EdgeNodes,
  type NodeMessage,
  type SparkplugOutcome,
} from './edge-node'

/** Time for which a message that came too early waits for the missing message before it. */
export const REORDER_MS = 5_000
/** Pause before a silent node is asked for a birth again. */
const REBIRTH_RETRY_MS = 30_000

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
/** Asks each node for a birth if its early messages have waited too long for the missing message. */
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
/** Returns the expected sequence number; 0 follows 255. */
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
/**
 * Applies the death of a node. A delayed death of an earlier session is recognized by its session number and ignored.
 */
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
    const metricOfAlias = metric.alias === null ? undefined : node.metricByAlias.get(metric.alias)
    const knownMetric = metric.name ? deviceMetrics.get(metric.name) : metricOfAlias
    if (knownMetric && knownMetric.device === parsedTopic.device)
      collectReading(collector, parsedTopic, knownMetric, metric, payload.sentAt ?? receivedAt)
    else if (!metric.name?.startsWith(CONTROL_PREFIX) && metric.name !== 'bdSeq') {
      hasUnknownMetric = true
      collector.addProblem(topic, 'unknownAlias', metric.name ?? `alias ${metric.alias}`)
    }
  }
  return hasUnknownMetric ? requestRebirth(collector, nodePath, updatedNode) : updatedNode
}
