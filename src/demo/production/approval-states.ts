import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import type { Approver, ApprovalState } from '@/areas/standards/rules/approval'

/**
 * Creates functions that build the approval fields of a document version.
 * @param reason why a rejected version was sent back
 */
export function createApprovalStates(
  [author, firstApprover, lastApprover]: readonly [string, string, string],
  reason: string,
) {
  const buildPendingApprover = (userId: string): Approver => ({ userId, decision: null, decidedAt: null, reason: null })
  const buildApproval = (userId: string, at: number): Approver => ({
    userId,
    decision: 'approved',
    decidedAt: toMoment(at),
    reason: null,
  })
  const buildState = (name: ApprovalState, at: number, approvers: Approver[], waitingFor: string | null = null) => ({
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
      ...buildState('approved', at, [
        buildApproval(firstApprover, at + DAY_MS),
        buildApproval(lastApprover, at + 2 * DAY_MS),
      ]),
      approvedBy: lastApprover,
      approvedAt: toMoment(at + 2 * DAY_MS),
    }),
    /** Submitted at `at`, ms since 1970, with this many approvals so far. */
    waiting: (at: number, approvalCount: 0 | 1) =>
      buildState(
        'inApproval',
        at,
        [
          approvalCount ? buildApproval(firstApprover, at + DAY_MS / 4) : buildPendingApprover(firstApprover),
          buildPendingApprover(lastApprover),
        ],
        approvalCount ? lastApprover : firstApprover,
      ),
    rejected: (at: number) =>
      buildState('rejected', at, [
        {
          userId: firstApprover,
          decision: 'rejected',
          decidedAt: toMoment(at + DAY_MS / 3),
          reason,
        },
        buildPendingApprover(lastApprover),
      ]),
  }
}
