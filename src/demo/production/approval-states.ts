import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import type { Approver, ApprovalState } from '@/areas/standards/rules/approval'

/**
 * Creates functions that build the approval fields of a document version. Times are in ms since 1970.
 * @param reason why a rejected version was sent back
 */
export function createApprovalStates(
  [author, firstApprover, lastApprover]: readonly [string, string, string],
  reason: string,
) {
  const buildPendingApprover = (userId: string): Approver => ({ userId, decision: null, decidedAt: null, reason: null })
  const buildApproval = (userId: string, decidedMs: number): Approver => ({
    userId,
    decision: 'approved',
    decidedAt: toMoment(decidedMs),
    reason: null,
  })
  const buildState = (
    name: ApprovalState,
    submittedMs: number,
    approvers: Approver[],
    waitingFor: string | null = null,
  ) => ({
    state: name,
    approvers,
    waitingFor,
    authors: [author],
    submittedBy: author,
    submittedAt: toMoment(submittedMs),
  })
  return {
    author,
    approved: (submittedMs: number) => ({
      ...buildState('approved', submittedMs, [
        buildApproval(firstApprover, submittedMs + DAY_MS),
        buildApproval(lastApprover, submittedMs + 2 * DAY_MS),
      ]),
      approvedBy: lastApprover,
      approvedAt: toMoment(submittedMs + 2 * DAY_MS),
    }),
    /** Submitted, with this many approvals so far. */
    waiting: (submittedMs: number, approvalCount: 0 | 1) =>
      buildState(
        'inApproval',
        submittedMs,
        [
          approvalCount ? buildApproval(firstApprover, submittedMs + DAY_MS / 4) : buildPendingApprover(firstApprover),
          buildPendingApprover(lastApprover),
        ],
        approvalCount ? lastApprover : firstApprover,
      ),
    rejected: (submittedMs: number) =>
      buildState('rejected', submittedMs, [
        {
          userId: firstApprover,
          decision: 'rejected',
          decidedAt: toMoment(submittedMs + DAY_MS / 3),
          reason,
        },
        buildPendingApprover(lastApprover),
      ]),
  }
}
