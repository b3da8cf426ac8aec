/** Drafts of targets and differences: parsing, validation, and the key they are stored by. */
import { isUnreadableNumber, parseNumberText } from '@/client/fields/number-input'
import { isBoardItem, type BoardItem } from '../../rules/board-items'

/** Unsaved input for a line or a team. */
export interface BoardDraft {
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
interface ParsedDraft {
  /** Null removes the target. Only an empty field means null, never text that is not a number. */
  readonly target?: number | null
  readonly difference?: { readonly difference: number; readonly reason: string }
  readonly problems: DraftProblems
}
/** Parses and validates a draft. @param maxValue highest value that can be reached; null if there is no limit */
export function parseDraft(draft: BoardDraft, maxValue: number | null): ParsedDraft {
  const target = draft.target === undefined ? undefined : parseNumberText(draft.target)
  const isNotPositive = target != null && (isUnreadableNumber(target) || target <= 0)
  const exceedsMax = maxValue !== null && typeof target === 'number' && target > maxValue
  const isTargetInvalid = isNotPositive || exceedsMax
  const difference = parseNumberText(draft.difference ?? '')
  const reason = draft.reason?.trim() ?? ''
  const isDifferenceInvalid = isUnreadableNumber(difference) || difference === 0
  const isReasonMissing = typeof difference === 'number' && difference !== 0 && reason === ''
  return {
    ...(target === undefined || isTargetInvalid ? {} : { target }),
    ...(typeof difference === 'number' && !isDifferenceInvalid && !isReasonMissing
      ? { difference: { difference, reason } }
      : {}),
    problems: {
      ...(isTargetInvalid ? { target: exceedsMax ? 'aboveTarget' : 'zeroTarget' } : {}),
      ...(isDifferenceInvalid ? { difference: 'noDifference' } : {}),
      ...(isReasonMissing ? { reason: 'noReason' } : {}),
    },
  }
}
/** Returns true if a draft has input that could be saved or lost. */
export const hasDraftInput = (draft: BoardDraft | undefined): boolean =>
  Boolean(draft && (draft.target !== undefined || draft.difference?.trim() || draft.reason?.trim()))

/** Identifies the drafts of one board view: an item on a day or in a month. */
export interface DraftScope {
  readonly monthly: boolean
  readonly day: string
  readonly item: BoardItem
}
/** Builds the storage key of a scope. All days of a month share one key. */
export const buildScopeKey = ({ monthly, day, item }: DraftScope): string =>
  `${monthly ? day.slice(0, 7) : day} ${item}`
/** Parses a storage key. @returns null if boards no longer show the item */
export function parseScopeKey(key: string): DraftScope | null {
  const [period = '', item = ''] = key.split(' ')
  if (!isBoardItem(item)) return null
  const monthly = period.length === 7
  return { monthly, day: monthly ? `${period}-01` : period, item }
}
