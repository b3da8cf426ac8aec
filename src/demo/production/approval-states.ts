import { DAY_MS, toMoment } from '@/plant/rules/plant-time'
import type { Approver, ApprovalState } from '@/areas/standards/rules/approval'

/**
 * Creates functions that build the approval fields of a document version. Times are in ms since 1970.
 * @param reason why a rejected version was sent back
 */
export function createApprovalStates(
  [authorId, firstApproverId, lastApproverId]: readonly [string, string, string],
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
    authors: [authorId],
    submittedBy: authorId,
    submittedAt: toMoment(submittedMs),
  })
  return {
    authorId,
    buildApproved: (submittedMs: number) => ({
      ...buildState('approved', submittedMs, [
        buildApproval(firstApproverId, submittedMs + DAY_MS),
        buildApproval(lastApproverId, submittedMs + 2 * DAY_MS),
      ]),
      approvedBy: lastApproverId,
      approvedAt: toMoment(submittedMs + 2 * DAY_MS),
    }),
    /** @param approvalCount approvals so far */
    buildWaiting: (submittedMs: number, approvalCount: 0 | 1) =>
      buildState(
        'inApproval',
        submittedMs,
        [
          approvalCount
            ? buildApproval(firstApproverId, submittedMs + DAY_MS / 4)
            : buildPendingApprover(firstApproverId),
          buildPendingApprover(lastApproverId),
        ],
        approvalCount ? lastApproverId : firstApproverId,
      ),
    buildRejected: (submittedMs: number) =>
      buildState('rejected', submittedMs, [
        {
          userId: firstApproverId,
          decision: 'rejected',
          decidedAt: toMoment(submittedMs + DAY_MS / 3),
          reason,
        },
        buildPendingApprover(lastApproverId),
      ]),
  }
}
