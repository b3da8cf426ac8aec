/** Drafts of targets and differences: parsing, validation, and the key they are stored by. */
import { parseNumberText } from '@/client/fields/number-input'
import { isBoardItem, type BoardItem } from '../../rules/items'

/** Unsaved input for a line or a team. */
export interface Draft {
  readonly target?: string
  readonly difference?: string
  readonly reason?: string
}
/** Refusal keys displayed at the fields. The server refuses with the same keys. */
interface DraftProblems {
  readonly target?: 'zeroTarget' | 'aboveTarget'
  readonly difference?: 'noDifference'
  readonly reason?: 'noReason'
}
interface Read {
  /** Null removes the target. Only an empty field means null, never text that is not a number. */
  readonly target?: number | null
  readonly difference?: { readonly difference: number; readonly reason: string }
  readonly problems: DraftProblems
}
/** Parses and validates a draft. @param maxValue highest value that can be reached; null if there is no limit */
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
/** Returns true if a draft has input that could be saved or lost. */
export const isTyped = (draft: Draft | undefined): boolean =>
  Boolean(draft && (draft.target !== undefined || draft.difference?.trim() || draft.reason?.trim()))

/** Identifies the drafts of one board view: an item on a day or in a month. */
export interface Place {
  readonly monthly: boolean
  readonly day: string
  readonly item: BoardItem
}
/** Builds the storage key of a scope. All days of a month share one key. */
export const placeKey = ({ monthly, day, item }: Place): string => `${monthly ? day.slice(0, 7) : day} ${item}`
/** Parses a storage key. @returns null if boards no longer show the item */
export function placeOf(key: string): Place | null {
  const [when = '', item = ''] = key.split(' ')
  if (!isBoardItem(item)) return null
  const monthly = when.length === 7
  return { monthly, day: monthly ? `${when}-01` : when, item }
}
