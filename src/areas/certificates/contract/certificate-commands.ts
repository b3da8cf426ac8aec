import { defineCommand } from '@/contract/command'
import { flag, note, reference, references } from '@/contract/field'
import { approvalProblem, certificate as life } from '@/areas/certificates/rules/certificate'
import { certificate } from './certificate'

const reason = note({ required: true, max: 1000 })
/** Content of a certificate: the good rolls of an order or the selected rolls; downgraded ones only if requested. */
export const chosenFields = {
  workOrderId: reference('workOrder', { required: true }),
  rollIds: references('slitRoll', { max: 2000 }),
  templateId: reference('coaTemplate'),
  downgraded: flag(),
} as const

/** 编制报告: stores the current data and submits the draft to its approver. Missing or failing data need a concession. */
export const draftCertificate = defineCommand(certificate, life, 'draft', {
  routes: 'POST /quality/certificate',
  creates: true,
  offline: false,
  input: {
    ...chosenFields,
    approverId: reference('user', { required: true }),
    concession: note({ max: 1000 }),
    replacesId: reference('certificate'),
  },
  apply: (_row, input, { at, personId }) => ({
    draftedBy: personId,
    draftedAt: at,
    concession: input.concession ?? null,
  }),
})
/** 批准并签发: the named approver issues the certificate; the one it replaces becomes invalid. */
export const issueCertificate = defineCommand(certificate, life, 'issue', {
  routes: 'POST /quality/certificate_issue',
  offline: false,
  individualOnly: true,
  forbiddenReason: approvalProblem,
  apply: (_row, _input, { at, personId }) => ({ issuedBy: personId, issuedAt: at }),
})
/** 退回: the approver rejects the draft. */
export const rejectCertificate = defineCommand(certificate, life, 'reject', {
  routes: 'POST /quality/certificate_reject',
  offline: false,
  individualOnly: true,
  forbiddenReason: approvalProblem,
  input: { reason },
  apply: (_row, input) => ({ reason: input.reason }),
})
/** 撤回: withdraws a draft before it is issued. Its number is not reused. */
export const withdrawCertificate = defineCommand(certificate, life, 'withdraw', {
  routes: 'POST /quality/certificate_withdraw',
  offline: false,
  individualOnly: true,
  input: { reason },
  apply: (_row, input) => ({ reason: input.reason }),
})
/** 作废: invalidates an issued certificate. Its number is not reused. */
export const invalidateCertificate = defineCommand(certificate, life, 'invalidate', {
  routes: 'POST /quality/certificate_void',
  offline: false,
  individualOnly: true,
  input: { reason },
  apply: (_row, input) => ({ reason: input.reason }),
})
export const certificateCommands = [
  draftCertificate,
  issueCertificate,
  rejectCertificate,
  withdrawCertificate,
  invalidateCertificate,
] as const
