/** Readings from an MQTT broker: Sparkplug edge nodes, or topics with JSON messages. */
import type { MqttClient } from 'mqtt'
import type { SparkplugOutcome } from '../../rules/edge-node'
import { expireWaitingMessages, NO_NODES, processTopicMessage } from '../../rules/sparkplug'
import { buildCommandTopic, parseSparkplugTopic } from '../../rules/sparkplug-topic'
import { decodePayload, encodeRebirthCommand } from '../../rules/sparkplug-payload'
import { buildMetricCode, matchTopic, toTopicFilter, type MetricPath, type TopicPattern } from '../../rules/topic'
import { createMessageParser, toExcerpt, type PayloadProblem } from '../../rules/message-parser'
import type { InletMessage } from '../inlet-intake'
import type { OpenInletConnection } from '../inlet-session'
import type { InletSettings } from '../inlet-store'
import { closeMqttClient, openMqttClient, buildSharedFilter } from './mqtt-client'

const REORDER_CHECK_INTERVAL_MS = 1_000
/** State of this host application, for edge nodes that send only while their primary host is online. */
const STATE_TOPIC = 'spBv1.0/STATE/nonwoven-mes'

const buildFilters = (inlet: InletSettings): string[] => [
  ...new Set(inlet.patterns.map(({ topic }) => toTopicFilter(topic))),
]

/**
 * Lists the filters that a session no longer needs with its next settings. None if another instance continues
 * (`undefined`), because that instance takes over the session of the broker.
 */
function listDroppedFilters(
  inlet: InletSettings,
  nextSettings: InletSettings | null | undefined,
  buildSessionFilters: (settings: InletSettings) => string[],
): string[] {
  if (nextSettings === undefined) return []
  const nextFilters = nextSettings ? buildSessionFilters(nextSettings) : []
  return buildSessionFilters(inlet).filter((filter) => !nextFilters.includes(filter))
}

/**
 * Listens to Sparkplug edge nodes. One session receives all of them, because births, aliases and sequence numbers
 * belong together.
 */
export const listenToNodes: OpenInletConnection = async (context) => {
  const { app, inlet, intake } = context
  let nodeStates = NO_NODES
  const getNowMs = () => app.clock().getTime()
  const publishRebirthRequests = (client: MqttClient, { nodesToRebirth }: SparkplugOutcome) => {
    for (const nodePath of nodesToRebirth)
      client.publish(buildCommandTopic(nodePath), Buffer.from(encodeRebirthCommand(getNowMs())), { qos: 0 })
  }
  const startedAt = getNowMs()
  const client = await openMqttClient(context, {
    filters: buildFilters(inlet),
    willMessage: { topic: STATE_TOPIC, payload: JSON.stringify({ online: false, timestamp: startedAt }) },
    onConnect: (connectedClient) =>
      connectedClient.publish(STATE_TOPIC, JSON.stringify({ online: true, timestamp: startedAt }), {
        qos: 1,
        retain: true,
      }),
    onMessage: ({ topic, payload, acknowledge }) => {
      // A `#` filter also receives commands to nodes and host states, which are not messages of a node.
      if (!parseSparkplugTopic(topic)) return intake.add({ readings: [], problems: [], acknowledge })
      const decodedPayload = decodePayload(payload)
      const outcome = decodedPayload && processTopicMessage(nodeStates, topic, decodedPayload, getNowMs())
      if (!outcome)
        return intake.add({
          readings: [],
          problems: [{ topic, why: 'notSparkplug', shown: formatHex(payload) }],
          acknowledge,
        })
      nodeStates = outcome.nodes
      intake.add({ ...toTagReadings(inlet.patterns, topic, outcome), acknowledge })
      publishRebirthRequests(client, outcome)
    },
  })
  const reorderTimer = setInterval(() => {
    const outcome = expireWaitingMessages(nodeStates, getNowMs())
    nodeStates = outcome.nodes
    if (outcome.problems.length) intake.add({ readings: [], problems: outcome.problems })
    publishRebirthRequests(client, outcome)
  }, REORDER_CHECK_INTERVAL_MS).unref()
  return {
    close: (nextSettings) => {
      clearInterval(reorderTimer)
      return closeMqttClient(client, listDroppedFilters(inlet, nextSettings, buildFilters))
    },
  }
}
/** Formats the first 40 bytes of a payload. */
const formatHex = (payload: Uint8Array): string => toExcerpt(Buffer.from(payload.subarray(0, 40)).toString('hex'))

/** Converts metrics to readings under their tag codes. */
function toTagReadings(
  patterns: readonly TopicPattern[],
  topic: string,
  { readings, staleMetrics, problems }: SparkplugOutcome,
): InletMessage {
  const codePattern = patterns.find((pattern) => matchTopic(pattern.topic, topic))?.tag ?? null
  const problemsWithoutTag: PayloadProblem[] = []
  const addTagCode = <P extends MetricPath>(metric: P): (P & { tag: string })[] => {
    const tag = buildMetricCode(codePattern, metric)
    if (tag === null) problemsWithoutTag.push({ topic, why: 'noTag', shown: toExcerpt(metric.metric) })
    return tag === null ? [] : [{ ...metric, tag }]
  }
  return {
    readings: readings
      .flatMap(addTagCode)
      .map(({ tag, at, value, quality, historical }) => ({ tag, at, value, quality, historical, unit: null })),
    goneTags: staleMetrics.flatMap(addTagCode).map(({ tag, at }) => ({ tag, at })),
    problems: [...problems, ...problemsWithoutTag],
  }
}

const buildSharedFilters = (inlet: InletSettings): string[] => [
  ...new Set(inlet.patterns.map(({ topic }) => buildSharedFilter(inlet, toTopicFilter(topic)))),
]

/** Listens to topics with JSON messages. */
export const listenToTopics: OpenInletConnection = async (context) => {
  const { app, inlet, intake } = context
  const parseMessage = createMessageParser(inlet.patterns)
  const client = await openMqttClient(context, {
    filters: buildSharedFilters(inlet),
    onMessage: ({ topic, payload, isRetained, acknowledge }) =>
      intake.add({ ...parseMessage(topic, payload, isRetained ? null : app.clock().getTime()), acknowledge }),
  })
  return {
    close: (nextSettings) => closeMqttClient(client, listDroppedFilters(inlet, nextSettings, buildSharedFilters)),
  }
}
