import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import type { Approver, ApprovalState } from '@/areas/standards/rules/approval'

/**
 * Creates functions that build the approval fields of a document version.
 * @param reason why a rejected version was sent back
 */
export function approvals([author, first, last]: readonly [string, string, string], reason: string) {
  const asked = (userId: string): Approver => ({ userId, decision: null, decidedAt: null, reason: null })
  const agreed = (userId: string, at: number): Approver => ({
    userId,
    decision: 'approved',
    decidedAt: toMoment(at),
    reason: null,
  })
  const state = (name: ApprovalState, at: number, approvers: Approver[], waitingFor: string | null = null) => ({
    state: name,
    approvers,
    waitingFor,
    authors: [author],
    submittedBy: author,
    submittedAt: toMoment(at),
  })
  return {
    author,
    approved: (at: number) => ({
      ...state('approved', at, [agreed(first, at + DAY_MS), agreed(last, at + 2 * DAY_MS)]),
      approvedBy: last,
      approvedAt: toMoment(at + 2 * DAY_MS),
    }),
    /** Submitted at `at`, ms since 1970, with this many approvals so far. */
    waiting: (at: number, agreements: 0 | 1) =>
      state(
        'inApproval',
        at,
        [agreements ? agreed(first, at + DAY_MS / 4) : asked(first), asked(last)],
        agreements ? last : first,
      ),
    rejected: (at: number) =>
      state('rejected', at, [
        {
          userId: first,
          decision: 'rejected',
          decidedAt: toMoment(at + DAY_MS / 3),
          reason,
        },
        asked(last),
      ]),
  }
}
