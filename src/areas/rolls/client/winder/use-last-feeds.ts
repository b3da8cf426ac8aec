import { useQuery } from '@tanstack/react-query'
import type { EndpointOutput } from '@/contract/endpoint'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useList } from '@/client/api/use-list'
import { feed } from '@/areas/feeding/contract/feed'
import { isEmptying } from '@/areas/feeding/rules/feed'

type FeedPage = EndpointOutput<typeof feed.endpoints.list>
type FeedRow = FeedPage['list'][number]
export interface LastFeeds {
  /** Returns the last feed of a hopper, or its emptying; null if there was none, undefined if unknown. */
  getLastFeed: (hopperId: string) => FeedRow | null | undefined
  refs: Readonly<Record<string, string>>
  isLoading: boolean
}
/** Returns the newest feed or emptying of a hopper. Corrections do not change which material the hopper holds. */
const findLastFeed = (feeds: readonly FeedRow[], hopperId: string): FeedRow | undefined =>
  feeds.find((feedRow) => feedRow.hopperId === hopperId && (feedRow.counterOf === null || isEmptying(feedRow.cause)))
/** Number of feed rows loaded per hopper. 20 are enough to find the last feed before a few corrections. */
const FEEDS_PER_HOPPER = 20

/**
 * Returns the last feed of each hopper. A phone stores the newest feeds of the line for offline use; older feeds are
 * loaded from the server.
 */
export function useLastFeeds(lineId: string, hopperIds: readonly string[]): LastFeeds {
  const newest = useList(feed, { lineId, sort: '-fedAt', size: 200 })
  const missingHopperIds =
    newest.isLoading || newest.isComplete ? [] : hopperIds.filter((id) => !findLastFeed(newest.rows, id))
  const olderFeeds = useQuery({
    queryKey: [[feed.name], 'lastFeeds', missingHopperIds.join()],
    enabled: missingHopperIds.length > 0,
    queryFn: async () => {
      const pages = missingHopperIds.map((hopperId) =>
        callEndpoint(feed.endpoints.list, { hopperId, sort: '-fedAt', size: FEEDS_PER_HOPPER }, { quiet: 'transport' }),
      )
      return new Map((await Promise.all<FeedPage>(pages)).map((page, index) => [missingHopperIds[index]!, page]))
    },
  })
  return {
    getLastFeed: (hopperId) => {
      const knownFeed = findLastFeed(newest.rows, hopperId)
      if (knownFeed || newest.isComplete) return knownFeed ?? null
      const page = olderFeeds.data?.get(hopperId)
      if (!page) return undefined
      // If the page has only corrections and is not the last one, the last feed is unknown.
      const resultWithoutFeed = page.next === null ? null : undefined
      return findLastFeed(page.list, hopperId) ?? resultWithoutFeed
    },
    refs: { ...Object.assign({}, ...[...(olderFeeds.data?.values() ?? [])].map(({ refs }) => refs)), ...newest.refs },
    isLoading: newest.isLoading || olderFeeds.isLoading,
  }
}
