import { defineCommand } from '@/contract/command'
import { flag, note, reference, references } from '@/contract/field'
import { checkCertificateApproval, certificateLifecycle } from '@/areas/certificates/rules/certificate'
import { certificate } from './certificate'

const reason = note({ required: true, max: 1000 })
/** Rolls of a certificate: all good rolls of an order or the selected rolls; downgraded rolls only on request. */
export const selectionFields = {
  workOrderId: reference('workOrder', { required: true }),
  rollIds: references('slitRoll', { max: 2000 }),
  templateId: reference('coaTemplate'),
  downgraded: flag(),
} as const

/** 编制报告: stores the current data and submits the draft to its approver. Missing or failing data need a concession. */
export const draftCertificate = defineCommand(certificate, certificateLifecycle, 'draft', {
  routes: 'POST /quality/certificate',
  creates: true,
  offline: false,
  input: {
    ...selectionFields,
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
/** 批准并签发: the named approver issues the certificate. The certificate that it replaces becomes invalid. */
export const issueCertificate = defineCommand(certificate, certificateLifecycle, 'issue', {
  routes: 'POST /quality/certificate_issue',
  offline: false,
  individualOnly: true,
  forbiddenReason: checkCertificateApproval,
  apply: (_row, _input, { at, personId }) => ({ issuedBy: personId, issuedAt: at }),
})
/** 退回: the approver rejects the draft. */
export const rejectCertificate = defineCommand(certificate, certificateLifecycle, 'reject', {
  routes: 'POST /quality/certificate_reject',
  offline: false,
  individualOnly: true,
  forbiddenReason: checkCertificateApproval,
  input: { reason },
  apply: (_row, input) => ({ reason: input.reason }),
})
/** 撤回: withdraws a draft before it is issued. Its number is not reused. */
export const withdrawCertificate = defineCommand(certificate, certificateLifecycle, 'withdraw', {
  routes: 'POST /quality/certificate_withdraw',
  offline: false,
  individualOnly: true,
  input: { reason },
  apply: (_row, input) => ({ reason: input.reason }),
})
/** 作废: invalidates an issued certificate. Its number is not reused. */
export const invalidateCertificate = defineCommand(certificate, certificateLifecycle, 'invalidate', {
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
