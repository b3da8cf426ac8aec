import { toTopicFilter, createMessageReader } from '../../rules/topic'
import type { OpenInletConnection } from '../inlet-session'
import type { InletSettings } from '../inlet-store'
import { closeMqttClient, openMqttClient, buildSharedFilter } from './mqtt-client'

const buildFilters = (inlet: InletSettings): string[] => [
  ...new Set(inlet.patterns.map(({ topic }) => buildSharedFilter(inlet, toTopicFilter(topic)))),
]

/** Listens to topics with JSON messages. */
export const listenToTopics: OpenInletConnection = async (context) => {
  const { app, inlet, intake } = context
  const readMessage = createMessageReader(inlet.patterns)
  const client = await openMqttClient(context, {
    filters: buildFilters(inlet),
    onMessage: ({ topic, payload, isRetained, acknowledge: done }) =>
      intake.add({ ...readMessage(topic, payload, isRetained ? null : app.clock().getTime()), done }),
  })
  return {
    close: (nextSettings) => {
      const nextFilters = nextSettings ? buildFilters(nextSettings) : []
      return closeMqttClient(
        client,
        nextSettings === undefined ? [] : buildFilters(inlet).filter((f) => !nextFilters.includes(f)),
      )
    },
  }
}
