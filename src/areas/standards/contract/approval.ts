import { choice, flag, integer, list, moment, note, reference, references } from '@/contract/field'
import { approvalStates, decisions, MOST_APPROVERS } from '@/areas/standards/rules/approval'

const by = reference('user', { readonly: true })
const at = moment({ readonly: true })
/** What a version of anything that is approved carries. Its resource is unique by code and revision: a row a version. */
export const approvalFields = {
  revision: integer({ required: true, readonly: true, default: 1, min: 1 }),
  newest: flag({ readonly: true, default: false }),
  state: choice(approvalStates, { readonly: true, default: 'notApproved' }),
  // In their order; without a decision until it is theirs.
  approvers: list(
    {
      userId: reference('user', { required: true }),
      decision: choice(decisions),
      decidedAt: moment(),
      reason: note({ max: 1000 }),
    },
    { readonly: true, max: MOST_APPROVERS },
  ),
  waitingFor: by,
  // Everybody who wrote in this version: none of them approves it.
  authors: references('user', { readonly: true, max: 100 }),
  submittedBy: by,
  submittedAt: at,
  approvedBy: by,
  approvedAt: at,
} as const
/** Who is asked for an approval, in their order. */
export const approversInput = references('user', { required: true, max: MOST_APPROVERS })
/** What an approver says. */
export const verdictInput = choice(decisions, { required: true })
