/**
 * Lifecycle of a certificate of analysis 检验报告: drafted, then issued by another person. A draft can be rejected or
 * withdrawn; an issued certificate can be replaced by a revised one or become void.
 */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import type { ApprovableVersion } from '@/areas/standards/rules/approval'

export const certificateLifecycle = defineStateMachine('certificate', {
  states: ['inApproval', 'withdrawn', 'rejected', 'issued', 'replaced', 'void'],
  initial: 'inApproval',
  actions: {
    draft: { from: [null], to: 'inApproval', permission: 'qualityReportAdd', requiredInputs: ['approverId'] },
    // Only the named approver may issue the draft. The author must not be the approver.
    issue: { from: ['inApproval'], to: 'issued', permission: 'qualityReportApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'qualityReportApprove', requiredInputs: ['reason'] },
    // The author may withdraw a draft with a mistake. Any approver may do so too, in case the author has left.
    withdraw: {
      from: ['inApproval'],
      to: 'withdrawn',
      permission: 'qualityReportApprove',
      ownerRule: { field: 'draftedBy', permission: 'qualityReportAdd' },
      requiredInputs: ['reason'],
    },
    // The server performs this action when the successor is issued.
    replace: { from: ['issued'], to: 'replaced', permission: null },
    invalidate: { from: ['issued'], to: 'void', permission: 'qualityReportApprove', requiredInputs: ['reason'] },
  },
})
export type CertificateState = StateName<typeof certificateLifecycle>
/** States in which a certificate covers its rolls: another certificate for the same rolls has to replace it. */
export const coveringStates = ['inApproval', 'issued'] as const satisfies readonly CertificateState[]
/** True if customers may rely on a certificate in this state. */
export const isCertificateValid = (state: CertificateState): boolean => state === 'issued'

/**
 * Returns why this person may not issue or reject the draft; null if permitted. Only the named approver may do so, and
 * never the author.
 */
export function checkCertificateApproval(
  { approverId, draftedBy }: { readonly approverId: string | null; readonly draftedBy: string | null },
  personId: string,
): 'notApprover' | 'ownDraft' | null {
  if (draftedBy === personId) return 'ownDraft'
  return approverId === personId ? null : 'notApprover'
}

function toApprovalState(state: CertificateState): ApprovableVersion['state'] {
  if (state === 'inApproval' || state === 'rejected') return state
  return state === 'withdrawn' ? 'notApproved' : 'approved'
}
/** Converts a certificate to a version with one approver, for the shared approval rules. */
export const toApprovableVersion = (row: {
  readonly state: CertificateState
  readonly approverId: string
  readonly draftedBy: string | null
}): ApprovableVersion => ({
  state: toApprovalState(row.state),
  newest: true,
  approvers: [{ userId: row.approverId, decision: null, decidedAt: null, reason: null }],
  authors: row.draftedBy ? [row.draftedBy] : [],
})

/** Changes of a roll after its certificate was issued: it no longer exists, has a lower grade, or is on hold. */
export const rollChanges = ['gone', 'downgraded', 'held'] as const
export type CertifiedRollChange = (typeof rollChanges)[number]
/** Returns the most severe change of a roll since its certificate was issued; null if there is none. */
export function findRollChange(
  certifiedGrade: string | null,
  currentRoll: { readonly gone: boolean; readonly grade: string; readonly held: boolean },
): CertifiedRollChange | null {
  if (currentRoll.gone) return 'gone'
  if (currentRoll.grade !== (certifiedGrade ?? 'good')) return 'downgraded'
  return currentRoll.held ? 'held' : null
}

const countDecimals = (value: number): number => String(value).split('.')[1]?.length ?? 0
/** Formats weights with the same number of decimals, so that they align in a column and none is rounded. */
export function formatWeights(weightsKg: readonly (number | null)[]): string[] {
  const decimals = Math.max(0, ...weightsKg.map((kg) => countDecimals(kg ?? 0)))
  return weightsKg.map((kg) => kg?.toFixed(decimals) ?? '')
}

/** Customer and product of a template; null for all. */
interface TemplateScope {
  readonly customerId: string | null
  readonly productId: string | null
}
/**
 * True if the customer and product of an order match the template. `server/templates.ts` has the same condition in SQL.
 */
export const isTemplateApplicable = (template: TemplateScope, order: TemplateScope): boolean =>
  (template.customerId === null || template.customerId === order.customerId) &&
  (template.productId === null || template.productId === order.productId)
