import type { MqttClient } from 'mqtt'
import {
  afterReorderTime,
  commandTopic,
  noNodes,
  sparkplugTopic,
  takeMessage,
  type MetricPlace,
  type Outcome,
} from '../../rules/sparkplug'
import { decodePayload, rebirthCommand } from '../../rules/sparkplug-payload'
import { filterOf, matchTopic, metricCode, shownOf, type PayloadProblem, type TopicPattern } from '../../rules/topic'
import type { Connect } from '../inlet-session'
import type { InletSettings } from '../inlet-store'
import { closeClient, openClient } from './client'

const TICK_MS = 1_000
/** State topic of this host application, for edge nodes that wait for their primary host. */
const STATE_TOPIC = 'spBv1.0/STATE/nonwoven-mes'

const filtersOf = (inlet: InletSettings): string[] => [...new Set(inlet.patterns.map(({ topic }) => filterOf(topic)))]

/**
 * Listens to Sparkplug edge nodes. One session receives all of them, because births, aliases and sequence numbers
 * belong together.
 */
export const listenToNodes: Connect = async (from) => {
  const { app, inlet, intake } = from
  let nodes = noNodes
  const now = () => app.clock().getTime()
  const ask = (client: MqttClient, { rebirth }: Outcome) => {
    for (const node of rebirth) client.publish(commandTopic(node), Buffer.from(rebirthCommand(now())), { qos: 0 })
  }
  const begun = now()
  const client = await openClient(from, {
    filters: filtersOf(inlet),
    will: { topic: STATE_TOPIC, payload: JSON.stringify({ online: false, timestamp: begun }) },
    onConnect: (open) =>
      open.publish(STATE_TOPIC, JSON.stringify({ online: true, timestamp: begun }), { qos: 1, retain: true }),
    onMessage: ({ topic, payload, done }) => {
      // A `#` filter also receives commands to nodes and host states, which are not messages of a node.
      if (!sparkplugTopic(topic)) return intake.add({ readings: [], problems: [], done })
      const decoded = decodePayload(payload)
      const outcome = decoded && takeMessage(nodes, topic, decoded, now())
      if (!outcome)
        return intake.add({ readings: [], problems: [{ topic, why: 'notSparkplug', shown: hexOf(payload) }], done })
      nodes = outcome.nodes
      intake.add({ ...said(inlet.patterns, topic, outcome), done })
      ask(client, outcome)
    },
  })
  const clock = setInterval(() => {
    const outcome = afterReorderTime(nodes, now())
    nodes = outcome.nodes
    if (outcome.problems.length) intake.add({ readings: [], problems: outcome.problems })
    ask(client, outcome)
  }, TICK_MS).unref()
  return {
    close: (after) => {
      clearInterval(clock)
      const next = after ? filtersOf(after) : []
      return closeClient(client, after === undefined ? [] : filtersOf(inlet).filter((f) => !next.includes(f)))
    },
  }
}
const hexOf = (payload: Uint8Array): string => shownOf(Buffer.from(payload.subarray(0, 40)).toString('hex'))

/** Converts metrics to readings under their tag codes. */
function said(patterns: readonly TopicPattern[], topic: string, { readings, stale, problems }: Outcome) {
  const form = patterns.find((pattern) => matchTopic(pattern.topic, topic))?.tag ?? null
  const nameless: PayloadProblem[] = []
  const coded = <P extends MetricPlace>(place: P): (P & { tag: string })[] => {
    const tag = metricCode(form, place)
    if (tag === null) nameless.push({ topic, why: 'noTag', shown: shownOf(place.metric) })
    return tag === null ? [] : [{ ...place, tag }]
  }
  return {
    readings: readings
      .flatMap(coded)
      .map(({ tag, at, value, quality, historical }) => ({ tag, at, value, quality, historical, unit: null })),
    gone: stale.flatMap(coded).map(({ tag, at }) => ({ tag, at })),
    problems: [...problems, ...nameless],
  }
}
