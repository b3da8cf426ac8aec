/** The life of feedback on material 物料反馈: written, approved in the plant, answered by the supplier, verified and closed. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import type { Day } from '@/plant/rules/plant-time'
import { approvalStates, IN_FORCE_STATE, type ApprovalState } from '@/areas/standards/rules/approval'

export const materialFeedback = defineStateMachine('materialFeedback', {
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
    // All but the last approver agree, the last one approves: then it goes to the supplier.
    agree: { from: ['inApproval'], to: 'inApproval', permission: 'qualityTrackingApprove' },
    approve: { from: ['inApproval'], to: 'approved', permission: 'qualityTrackingApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'qualityTrackingApprove', requiredInputs: ['reason'] },
    answer: { from: ['approved'], to: 'approved', permission: 'qualityTrackingEdit', requiredInputs: ['feedback'] },
    close: { from: ['approved'], to: 'closed', permission: 'qualityTrackingApprove', requiredInputs: ['verification'] },
    reopen: { from: ['closed'], to: 'approved', permission: 'qualityTrackingApprove', requiredInputs: ['reason'] },
  },
})
export type FeedbackState = StateName<typeof materialFeedback>

/** Where its approval stands: what is closed was approved before. */
export const approvalOf = <R extends { readonly state: FeedbackState }>(
  row: R,
): Omit<R, 'state'> & { readonly state: ApprovalState } => ({
  ...row,
  state: row.state === 'closed' ? IN_FORCE_STATE : row.state,
})
/** Why it cannot be closed yet, or null: whether measures helped is seen after they were told. */
export const closeProblem = ({ feedbackAt }: { readonly feedbackAt: string | null }): 'notAnswered' | null =>
  feedbackAt === null ? 'notAnswered' : null

/** Whether the supplier's answer is owed and its day has passed. Only what was approved was sent to anybody. */
export const isAnswerOverdue = (
  row: { readonly state: string; readonly answerBy: Day | null; readonly feedbackAt: string | null },
  today: Day,
): boolean => row.state === 'approved' && row.feedbackAt === null && row.answerBy !== null && row.answerBy < today
