/** Lifecycle of material feedback 物料反馈: written, approved in the plant, answered by the supplier, verified, closed. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import type { Day } from '@/plant/rules/plant-time'
import { approvalStates, APPROVED_STATE, type ApprovalState } from '@/areas/standards/rules/approval'

export const materialFeedbackLifecycle = defineStateMachine('materialFeedback', {
  states: [...approvalStates, 'closed'],
  initial: 'notApproved',
  actions: {
    add: { from: [null], to: 'notApproved', permission: 'qualityTrackingAdd', requiredInputs: ['problem'] },
    submit: {
      from: ['notApproved', 'rejected'],
      to: 'inApproval',
      permission: 'qualityTrackingSetApprover',
      requiredInputs: ['approvers'],
    },
    // `agree` is for all approvers but the last one. The last approver uses `approve`; then the feedback goes to the
    // supplier.
    agree: { from: ['inApproval'], to: 'inApproval', permission: 'qualityTrackingApprove' },
    approve: { from: ['inApproval'], to: 'approved', permission: 'qualityTrackingApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'qualityTrackingApprove', requiredInputs: ['reason'] },
    answer: { from: ['approved'], to: 'approved', permission: 'qualityTrackingEdit', requiredInputs: ['feedback'] },
    close: { from: ['approved'], to: 'closed', permission: 'qualityTrackingApprove', requiredInputs: ['verification'] },
    reopen: { from: ['closed'], to: 'approved', permission: 'qualityTrackingApprove', requiredInputs: ['reason'] },
  },
})
export type FeedbackState = StateName<typeof materialFeedbackLifecycle>

/** Returns a feedback with a state of the approval rules: a closed feedback counts as approved. */
export const toApprovableFeedback = <R extends { readonly state: FeedbackState }>(
  row: R,
): Omit<R, 'state'> & { readonly state: ApprovalState } => ({
  ...row,
  state: row.state === 'closed' ? APPROVED_STATE : row.state,
})
/** Returns why a feedback cannot be closed yet; null if it can. Its verification needs the supplier's answer. */
export const getClosingProblem = ({ feedbackAt }: { readonly feedbackAt: string | null }): 'notAnswered' | null =>
  feedbackAt === null ? 'notAnswered' : null

/** True if the supplier's answer is overdue. Only approved feedback was sent to the supplier. */
export const isFeedbackOverdue = (
  row: { readonly state: string; readonly answerBy: Day | null; readonly feedbackAt: string | null },
  today: Day,
): boolean => row.state === 'approved' && row.feedbackAt === null && row.answerBy !== null && row.answerBy < today
