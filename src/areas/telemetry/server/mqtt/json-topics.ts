import { filterOf, messageReader } from '../../rules/topic'
import type { Connect } from '../inlet-session'
import type { InletSettings } from '../inlet-store'
import { closeClient, openClient, sharedFilter } from './client'

const filtersOf = (inlet: InletSettings): string[] => [
  ...new Set(inlet.patterns.map(({ topic }) => sharedFilter(inlet, filterOf(topic)))),
]

/** Listens to topics with JSON messages. */
export const listenToTopics: Connect = async (from) => {
  const { app, inlet, intake } = from
  const read = messageReader(inlet.patterns)
  const client = await openClient(from, {
    filters: filtersOf(inlet),
    onMessage: ({ topic, payload, kept, done }) =>
      intake.add({ ...read(topic, payload, kept ? null : app.clock().getTime()), done }),
  })
  return {
    close: (after) => {
      const next = after ? filtersOf(after) : []
      return closeClient(client, after === undefined ? [] : filtersOf(inlet).filter((f) => !next.includes(f)))
    },
  }
}
