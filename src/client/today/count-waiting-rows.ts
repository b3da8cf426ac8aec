import type { ListResult } from '../api/use-list'
import { buildRowIdsQuery } from '@/client/use-params'

/**
 * Maximum number of rows that a card reads from a list it counts itself: more than it displays, and few enough for an
 * address.
 */
export const MAX_COUNTED = 100

/** The count of a card, and the list of exactly these rows. */
export interface CardCount {
  count: number
  /** There are more that are not loaded. */
  hasMore: boolean
  /** The count as parameters of the card's text. */
  textParams: { count: number; replace?: Record<string, unknown> }
  /** Query parameters that narrow a list to the rows counted. */
  query: Record<string, string>
}
/**
 * Counts waiting rows of several lists, each once, when no filter of the resource selects them. If the lists have
 * further pages these are not counted: the list that opens does not contain them either, and the card says "and more".
 * @param waitingRows rows of the lists that count, the most urgent first, because an address has limited room; without
 * those already handled by unsent commands
 * @param furtherParams further parameters of the card's text
 */
export function countWaitingRows(
  lists: readonly Pick<ListResult<unknown>, 'hasMore'>[],
  waitingRows: readonly { id: string }[],
  furtherParams: Record<string, unknown> = {},
): CardCount {
  const uniqueIds = [...new Set(waitingRows.map(({ id }) => id))]
  const ids = uniqueIds.slice(0, MAX_COUNTED)
  const count = ids.length
  const hasMore = uniqueIds.length > count || lists.some(({ hasMore }) => hasMore)
  return {
    count,
    hasMore,
    textParams: { ...furtherParams, count, ...(hasMore ? { replace: { ...furtherParams, count: `${count}+` } } : {}) },
    query: buildRowIdsQuery(ids),
  }
}
