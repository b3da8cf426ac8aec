import { choice, flag, integer, list, moment, note, reference, references } from '@/contract/field'
import { definePresets } from '@/contract/preset'
import {
  approvalStates,
  decisions,
  MOST_APPROVERS,
  MOST_EARLIER,
  MOST_REPLACEMENTS,
} from '@/areas/standards/rules/approval'

const by = reference('user', { readonly: true })
const at = moment({ readonly: true })
/** Why an approver is replaced. */
export const replacementReasons = definePresets('standards:presets.replacement', ['ill', 'away', 'left'])
/** Who was asked and could not answer, and who was asked instead: by whom, when and why. */
export const replacementsField = list(
  {
    userId: reference('user', { required: true }),
    insteadId: reference('user', { required: true }),
    replacedBy: reference('user', { required: true }),
    replacedAt: moment({ required: true }),
    reason: note({ required: true, max: 1000, presets: replacementReasons }),
  },
  { readonly: true, max: MOST_REPLACEMENTS },
)
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
  // What was answered before it was last handed in, oldest first.
  earlier: list(
    {
      userId: reference('user', { required: true }),
      decision: choice(decisions, { required: true }),
      decidedAt: moment({ required: true }),
      reason: note({ max: 1000 }),
    },
    { readonly: true, max: MOST_EARLIER },
  ),
  waitingFor: by,
  replacements: replacementsField,
  // Everybody who wrote in this version: none of them approves it.
  authors: references('user', { readonly: true, max: 100 }),
  submittedBy: by,
  submittedAt: at,
  approvedBy: by,
  approvedAt: at,
} as const
/** Who is asked for an approval, in their order. */
export const approversInput = references('user', { required: true, max: MOST_APPROVERS })
/** Who is asked no more, who is asked instead, and why. */
export const replacementInput = {
  approverId: reference('user', { required: true }),
  insteadId: reference('user', { required: true }),
  reason: note({ required: true, max: 1000, presets: replacementReasons }),
} as const
/** What an approver says. */
export const verdictInput = choice(decisions, { required: true })
