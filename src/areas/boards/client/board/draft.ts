/** What is typed for a line or a team, as it is saved, or why it can't be. */
import { parseNumberText } from '@/client/fields/number-input'
import { isBoardItem, type BoardItem } from '../../rules/items'

/** What is typed for a line or a team and not saved yet. */
export interface Draft {
  readonly target?: string
  readonly difference?: string
  readonly reason?: string
}
/** Keys of the sentences that stand at the fields: the server says the same. */
interface DraftProblems {
  readonly target?: 'zeroTarget' | 'aboveTarget'
  readonly difference?: 'noDifference'
  readonly reason?: 'noReason'
}
interface Read {
  /** Null takes the target away: an empty field alone says so, never text that is no number. */
  readonly target?: number | null
  readonly difference?: { readonly difference: number; readonly reason: string }
  readonly problems: DraftProblems
}
/** @param most what can be reached; null where nothing bounds it */
export function readDraft(draft: Draft, most: number | null): Read {
  const target = draft.target === undefined ? undefined : parseNumberText(draft.target)
  const notAbove = typeof target === 'string' || (typeof target === 'number' && target <= 0)
  const tooMuch = most !== null && typeof target === 'number' && target > most
  const badTarget = notAbove || tooMuch
  const difference = parseNumberText(draft.difference ?? '')
  const reason = draft.reason?.trim() ?? ''
  const badDifference = typeof difference === 'string' || difference === 0
  const noReason = typeof difference === 'number' && difference !== 0 && reason === ''
  return {
    ...(target === undefined || badTarget ? {} : { target }),
    ...(typeof difference === 'number' && !badDifference && !noReason ? { difference: { difference, reason } } : {}),
    problems: {
      ...(badTarget ? { target: tooMuch ? 'aboveTarget' : 'zeroTarget' } : {}),
      ...(badDifference ? { difference: 'noDifference' } : {}),
      ...(noReason ? { reason: 'noReason' } : {}),
    },
  }
}
/** Whether there is something to save, or to lose. */
export const isTyped = (draft: Draft | undefined): boolean =>
  Boolean(draft && (draft.target !== undefined || draft.difference?.trim() || draft.reason?.trim()))

/** What of a board is seen: an item on a day or in a month. */
export interface Place {
  readonly monthly: boolean
  readonly day: string
  readonly item: BoardItem
}
/** What is typed is kept by this: any day of a month stands for all of it. */
export const placeKey = ({ monthly, day, item }: Place): string => `${monthly ? day.slice(0, 7) : day} ${item}`
/** @returns null for what no board shows any more */
export function placeOf(key: string): Place | null {
  const [when = '', item = ''] = key.split(' ')
  if (!isBoardItem(item)) return null
  const monthly = when.length === 7
  return { monthly, day: monthly ? `${when}-01` : when, item }
}
