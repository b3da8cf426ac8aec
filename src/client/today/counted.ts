import type { List } from '../api/use-list'
import { amongQuery } from '../resource/among'

/**
 * Maximum number of rows that a card reads from a list it counts itself: more than it displays, and few enough for an
 * address.
 */
export const MOST_COUNTED = 100

/** The count of a card, and the list of exactly these rows. */
export interface Counted {
  count: number
  /** There are more that are not loaded. */
  more: boolean
  /** The count as parameters of the card's text. */
  said: { count: number; replace?: Record<string, unknown> }
  /** Query parameters that narrow a list to the rows counted. */
  query: Record<string, string>
}
/**
 * Counts waiting rows of several lists, each once, when no filter of the resource selects them. If the lists have
 * further pages these are not counted: the list that opens does not contain them either, and the card says "and more".
 * @param waiting rows of the lists that count, the most urgent first, because an address has limited room; without
 * those already handled by unsent commands
 * @param words further parameters of the card's text
 */
export function countedOf(
  lists: readonly Pick<List<unknown>, 'hasMore'>[],
  waiting: readonly { id: string }[],
  words: Record<string, unknown> = {},
): Counted {
  const here = [...new Set(waiting.map(({ id }) => id))]
  const ids = here.slice(0, MOST_COUNTED)
  const count = ids.length
  const more = here.length > count || lists.some(({ hasMore }) => hasMore)
  return {
    count,
    more,
    said: { ...words, count, ...(more ? { replace: { ...words, count: `${count}+` } } : {}) },
    query: amongQuery(ids),
  }
}
