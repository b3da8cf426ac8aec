import type { ListResult } from '../api/use-list'
import { buildRowIdsQuery } from '@/client/use-query-params'

/**
 * Maximum number of rows that a card reads and counts: more than it displays, and few enough for their ids to fit in an
 * address.
 */
export const MAX_COUNTED = 100

/** The count of a card, and the list of exactly these rows. */
export interface CardCount {
  count: number
  /** True if there are more waiting rows than those counted. */
  hasMore: boolean
  /** The count as parameters of the card's text: `count` selects singular or plural, `replace` displays e.g. `100+`. */
  textParams: { count: number; replace?: Record<string, unknown> }
  /** Query parameters that narrow a list to the rows counted. */
  query: Record<string, string>
}
/**
 * Counts the waiting rows of several lists, each row once. For cards whose rows no filter of the resource selects: the
 * card then links to the ids of the rows. Rows on pages that are not loaded are not counted, and the linked list does
 * not contain them. The card only says that there are more.
 * @param waitingRows waiting rows of the lists, without rows that unsent commands have already handled. The most urgent
 * rows come first, because an address has room for `MAX_COUNTED` ids only
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
