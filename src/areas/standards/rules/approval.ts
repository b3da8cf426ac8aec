/** Approval of standards 标准审批: what is not approved cannot be used. */
import { defineMachine, type StateOf } from '@/contract/state-machine'

export const approvalStates = ['notApproved', 'inApproval', 'approved', 'rejected'] as const
/** The life of one version of a standard; `permission` names the suffix of the page's keys. */
export const approval = defineMachine('approval', {
  states: approvalStates,
  initial: 'notApproved',
  actions: {
    draft: { from: [null], to: 'notApproved', permission: 'processDataAdd' },
    submit: { from: ['notApproved', 'rejected'], to: 'inApproval', permission: 'processDataSetApprover', requires: ['approvers'] },
    approve: { from: ['inApproval'], to: 'approved', permission: 'processDataApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'processDataApprove', requires: ['reason'] },
  },
})
export type ApprovalState = StateOf<typeof approval>
/** Whether orders may run on it, feeds be checked against it and certificates cite it. */
export const isUsable = (standard: { readonly state: ApprovalState; readonly newest: boolean }): boolean => standard.state === 'approved' && standard.newest
