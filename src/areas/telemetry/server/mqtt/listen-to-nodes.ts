import type { MqttClient } from 'mqtt'
import {
  expireWaitingMessages,
  buildCommandTopic,
  noNodes,
  parseSparkplugTopic,
  takeMessage,
  type MetricPlace,
  type SparkplugOutcome,
} from '../../rules/sparkplug'
import { decodePayload, encodeRebirthCommand } from '../../rules/sparkplug-payload'
import {
  toTopicFilter,
  matchTopic,
  buildMetricCode,
  toShownText,
  type PayloadProblem,
  type TopicPattern,
} from '../../rules/topic'
import type { OpenInletConnection } from '../inlet-session'
import type { InletSettings } from '../inlet-store'
import { closeMqttClient, openMqttClient } from './mqtt-client'

const TICK_MS = 1_000
/** State topic of this host application, for edge nodes that wait for their primary host. */
const STATE_TOPIC = 'spBv1.0/STATE/nonwoven-mes'

const buildFilters = (inlet: InletSettings): string[] => [
  ...new Set(inlet.patterns.map(({ topic }) => toTopicFilter(topic))),
]

/**
 * Listens to Sparkplug edge nodes. One session receives all of them, because births, aliases and sequence numbers
 * belong together.
 */
export const listenToNodes: OpenInletConnection = async (context) => {
  const { app, inlet, intake } = context
  let nodes = noNodes
  const getNow = () => app.clock().getTime()
  const publishRebirthRequests = (client: MqttClient, { rebirth }: SparkplugOutcome) => {
    for (const node of rebirth)
      client.publish(buildCommandTopic(node), Buffer.from(encodeRebirthCommand(getNow())), { qos: 0 })
  }
  const startedAt = getNow()
  const client = await openMqttClient(context, {
    filters: buildFilters(inlet),
    will: { topic: STATE_TOPIC, payload: JSON.stringify({ online: false, timestamp: startedAt }) },
    onConnect: (connectedClient) =>
      connectedClient.publish(STATE_TOPIC, JSON.stringify({ online: true, timestamp: startedAt }), {
        qos: 1,
        retain: true,
      }),
    onMessage: ({ topic, payload, acknowledge: done }) => {
      // A `#` filter also receives commands to nodes and host states, which are not messages of a node.
      if (!parseSparkplugTopic(topic)) return intake.add({ readings: [], problems: [], done })
      const decoded = decodePayload(payload)
      const outcome = decoded && takeMessage(nodes, topic, decoded, getNow())
      if (!outcome)
        return intake.add({ readings: [], problems: [{ topic, why: 'notSparkplug', shown: formatHex(payload) }], done })
      nodes = outcome.nodes
      intake.add({ ...toTagReadings(inlet.patterns, topic, outcome), done })
      publishRebirthRequests(client, outcome)
    },
  })
  const reorderTimer = setInterval(() => {
    const outcome = expireWaitingMessages(nodes, getNow())
    nodes = outcome.nodes
    if (outcome.problems.length) intake.add({ readings: [], problems: outcome.problems })
    publishRebirthRequests(client, outcome)
  }, TICK_MS).unref()
  return {
    close: (nextSettings) => {
      clearInterval(reorderTimer)
      const nextFilters = nextSettings ? buildFilters(nextSettings) : []
      return closeMqttClient(
        client,
        nextSettings === undefined ? [] : buildFilters(inlet).filter((f) => !nextFilters.includes(f)),
      )
    },
  }
}
const formatHex = (payload: Uint8Array): string => toShownText(Buffer.from(payload.subarray(0, 40)).toString('hex'))

/** Converts metrics to readings under their tag codes. */
function toTagReadings(
  patterns: readonly TopicPattern[],
  topic: string,
  { readings, stale, problems }: SparkplugOutcome,
) {
  const codePattern = patterns.find((pattern) => matchTopic(pattern.topic, topic))?.tag ?? null
  const problemsWithoutTag: PayloadProblem[] = []
  const addTagCode = <P extends MetricPlace>(place: P): (P & { tag: string })[] => {
    const tag = buildMetricCode(codePattern, place)
    if (tag === null) problemsWithoutTag.push({ topic, why: 'noTag', shown: toShownText(place.metric) })
    return tag === null ? [] : [{ ...place, tag }]
  }
  return {
    readings: readings
      .flatMap(addTagCode)
      .map(({ tag, at, value, quality, historical }) => ({ tag, at, value, quality, historical, unit: null })),
    gone: stale.flatMap(addTagCode).map(({ tag, at }) => ({ tag, at })),
    problems: [...problems, ...problemsWithoutTag],
  }
}
