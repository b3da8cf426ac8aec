/**
 * State of Sparkplug edge nodes: the metrics that their birth messages name, and the readings and problems of messages.
 */
import { REBIRTH_METRIC, decodeBits, type SparkplugMetric, type SparkplugPayload } from './sparkplug-payload'
import type { NodePath, SparkplugTopic } from './sparkplug-topic'
import { toExcerpt, type PayloadFault, type PayloadProblem, type SentQuality } from './message-parser'
import type { MetricPath } from './topic'

interface KnownMetric {
  /** False for texts, data sets and templates, which are not stored. */
  readonly isNumeric: boolean
  readonly device: string | null
  readonly name: string
  readonly datatype: number | null
}
/** A message of a node; early messages wait in `EdgeNode.waitingMessages`. */
export interface NodeMessage {
  readonly topic: string
  readonly parsedTopic: SparkplugTopic
  readonly payload: SparkplugPayload
  readonly receivedAt: number
}
/** State of an edge node, known from its messages. */
export interface EdgeNode {
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

/** Collects the results of one call. */
export class OutcomeCollector {
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

/** Applies the metrics of a birth: their names and aliases replace those of the device, and their values are read. */
export function applyBirthMetrics(
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
/** Prefix of the names of control metrics, `Node Control/`. They are no measured values. */
export const CONTROL_PREFIX = REBIRTH_METRIC.slice(0, REBIRTH_METRIC.indexOf('/') + 1)

/** Marks the metrics of a device stale; device '' stands for the node itself. */
export function markDeviceStale(
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

const GOOD_QUALITY = 192
const BAD_QUALITY = 0
const STALE_QUALITY = 500
/** Adds the reading of a metric to the results. Without a value, or with quality stale, the metric becomes stale. */
export function collectReading(
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
  const quality = toSentQuality(metric.quality)
  collector.readings.push({ ...metricPath, at: measuredAt, value, quality, historical: metric.isHistorical })
}
function toSentQuality(quality: number | null): SentQuality {
  if (quality === null || quality === GOOD_QUALITY) return 'good'
  return quality === BAD_QUALITY ? 'bad' : 'uncertain'
}
