import { useQuery } from '@tanstack/react-query'
import type { EndpointOutput } from '@/contract/endpoint'
import { callEndpoint } from '@/client/api/call-endpoint'
import { useList } from '@/client/api/use-list'
import { feed } from '@/areas/feeding/contract/feed'
import { isEmptying } from '@/areas/feeding/rules/feed'

type Page = EndpointOutput<typeof feed.endpoints.list>
type Feed = Page['list'][number]
export interface LastFeeds {
  /** Returns the last feed of a hopper, or its emptying; null if there was none, undefined if unknown. */
  of: (hopperId: string) => Feed | null | undefined
  refs: Readonly<Record<string, string>>
  isLoading: boolean
}
/** Returns the feed that determines a hopper's content; corrections do not. */
const last = (feeds: readonly Feed[], hopperId: string): Feed | undefined =>
  feeds.find((one) => one.hopperId === hopperId && (one.counterOf === null || isEmptying(one.cause)))
/** Feeds loaded per hopper, enough to find the feed behind a few corrections. */
const FEW = 20

/**
 * Returns the last feed of each hopper from the newest feeds of the line, which a phone has offline; older ones are
 * loaded from the server.
 */
export function useLastFeeds(lineId: string, hopperIds: readonly string[]): LastFeeds {
  const newest = useList(feed, { lineId, sort: '-fedAt', size: 200 })
  const unseen = newest.isLoading || newest.complete ? [] : hopperIds.filter((id) => !last(newest.rows, id))
  const asked = useQuery({
    queryKey: [[feed.name], 'lastFeeds', unseen.join()],
    enabled: unseen.length > 0,
    queryFn: async () => {
      const pages = unseen.map((hopperId) =>
        callEndpoint(feed.endpoints.list, { hopperId, sort: '-fedAt', size: FEW }, { quiet: 'transport' }),
      )
      return new Map((await Promise.all<Page>(pages)).map((page, at) => [unseen[at]!, page]))
    },
  })
  return {
    of: (hopperId) => {
      const seen = last(newest.rows, hopperId)
      if (seen || newest.complete) return seen ?? null
      const page = asked.data?.get(hopperId)
      return page && (last(page.list, hopperId) ?? (page.next === null ? null : undefined))
    },
    refs: { ...Object.assign({}, ...[...(asked.data?.values() ?? [])].map(({ refs }) => refs)), ...newest.refs },
    isLoading: newest.isLoading || asked.isLoading,
  }
}
