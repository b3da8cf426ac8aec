/** The life of a certificate of analysis 检验报告: drafted, approved by somebody else, issued; withdrawn before, replaced by a revised one, or void. */
import { defineStateMachine, type StateName } from '@/contract/state-machine'
import type { Version } from '@/areas/standards/rules/approval'

export const certificate = defineStateMachine('certificate', {
  states: ['inApproval', 'withdrawn', 'rejected', 'issued', 'replaced', 'void'],
  initial: 'inApproval',
  actions: {
    draft: { from: [null], to: 'inApproval', permission: 'qualityReportAdd', requiredInputs: ['approverId'] },
    // The one who was named, and nobody who drafted it.
    issue: { from: ['inApproval'], to: 'issued', permission: 'qualityReportApprove' },
    reject: { from: ['inApproval'], to: 'rejected', permission: 'qualityReportApprove', requiredInputs: ['reason'] },
    // Its author saw a mistake before the approver did; a draft whose author is gone is cleared away by whoever may approve.
    withdraw: {
      from: ['inApproval'],
      to: 'withdrawn',
      permission: 'qualityReportApprove',
      ownerRule: { field: 'draftedBy', permission: 'qualityReportAdd' },
      requiredInputs: ['reason'],
    },
    // By the one that was issued in its place.
    replace: { from: ['issued'], to: 'replaced', permission: null },
    invalidate: { from: ['issued'], to: 'void', permission: 'qualityReportApprove', requiredInputs: ['reason'] },
  },
})
export type CertificateState = StateName<typeof certificate>
/** States in which rolls have a certificate, or are about to: another of the same rolls has to replace it. */
export const standingStates = ['inApproval', 'issued'] as const satisfies readonly CertificateState[]
/** What a customer may rely on. */
export const isValid = (state: CertificateState): boolean => state === 'issued'

/** Why this person may not issue or reject it, or null: another was named to approve it, or it is their own draft. */
export function approvalProblem(
  { approverId, draftedBy }: { readonly approverId: string | null; readonly draftedBy: string | null },
  personId: string,
): 'notApprover' | 'ownDraft' | null {
  if (draftedBy === personId) return 'ownDraft'
  return approverId === personId ? null : 'notApprover'
}

/** As an approval by one person, who has not answered while it is open. */
export const approvalOf = (row: {
  readonly state: CertificateState
  readonly approverId: string
  readonly draftedBy: string | null
}): Version => ({
  state:
    row.state === 'inApproval' || row.state === 'rejected'
      ? row.state
      : row.state === 'withdrawn'
        ? 'notApproved'
        : 'approved',
  newest: true,
  approvers: [{ userId: row.approverId, decision: null, decidedAt: null, reason: null }],
  authors: row.draftedBy ? [row.draftedBy] : [],
})

/** What can become of a roll after a certificate that covers it was issued: it is no roll any more, worse than was said, or held. */
export const changes = ['gone', 'downgraded', 'held'] as const
export type RollChange = (typeof changes)[number]
/** What became of a roll, said to be of a grade, that is now as it is; the gravest alone. Null where what was said still holds. */
export function changeOf(
  said: string | null,
  now: { readonly gone: boolean; readonly grade: string; readonly held: boolean },
): RollChange | null {
  if (now.gone) return 'gone'
  if (now.grade !== (said ?? 'good')) return 'downgraded'
  return now.held ? 'held' : null
}

const decimalsOf = (n: number): number => String(n).split('.')[1]?.length ?? 0
/** Weights in a list, with as many decimals each as the finest has: they stand under each other, and nothing is rounded away. */
export function evenWeights(kgs: readonly (number | null)[]): string[] {
  const digits = Math.max(0, ...kgs.map((kg) => decimalsOf(kg ?? 0)))
  return kgs.map((kg) => kg?.toFixed(digits) ?? '')
}
