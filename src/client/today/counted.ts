import type { List } from '../api/use-list'
import { amongQuery } from '../resource/among'

/** As many rows as a card reads of a list that it counts itself: more than are shown, and few enough for an address. */
export const MOST_COUNTED = 100

/** What a card counts, and the list of just that. */
export interface Counted {
  count: number
  /** There are more, which are not here. */
  more: boolean
  /** The same for the words of the card. */
  said: { count: number; replace?: Record<string, unknown> }
  /** The part of an address that narrows a list to the rows counted. */
  query: Record<string, string>
}
/**
 * Rows out of several lists that wait, each once, for which no filter of their resource stands. Where the lists have more than is
 * here, the rest is not counted: the list that opens has no more either, and the card says "and more".
 * @param waiting the rows of the lists that count, the most urgent first: an address has room for so many; those that this phone has dealt with and not sent left out
 * @param words what else the card's words name
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
