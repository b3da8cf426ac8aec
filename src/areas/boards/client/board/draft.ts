/** What is typed for a line or a team, as it is saved, or why it can't be. */
import { readNumber } from '@/client/fields/number-input'

/** What is typed for a line or a team and not saved yet. */
export interface Draft {
  readonly target?: string
  readonly difference?: string
  readonly reason?: string
}
/** Keys of the sentences that stand at the fields: the server says the same. */
interface DraftProblems {
  readonly target?: 'zeroTarget'
  readonly difference?: 'noDifference'
  readonly reason?: 'noReason'
}
interface Read {
  /** Null takes the target away: an empty field alone says so, never text that is no number. */
  readonly target?: number | null
  readonly difference?: { readonly difference: number; readonly reason: string }
  readonly problems: DraftProblems
}
export function readDraft(draft: Draft): Read {
  const target = draft.target === undefined ? undefined : readNumber(draft.target)
  const badTarget = typeof target === 'string' || (typeof target === 'number' && target <= 0)
  const difference = readNumber(draft.difference ?? '')
  const reason = draft.reason?.trim() ?? ''
  const badDifference = typeof difference === 'string' || difference === 0
  const noReason = typeof difference === 'number' && difference !== 0 && reason === ''
  return {
    ...(target === undefined || badTarget ? {} : { target }),
    ...(typeof difference === 'number' && !badDifference && !noReason ? { difference: { difference, reason } } : {}),
    problems: {
      ...(badTarget ? { target: 'zeroTarget' } : {}),
      ...(badDifference ? { difference: 'noDifference' } : {}),
      ...(noReason ? { reason: 'noReason' } : {}),
    },
  }
}
