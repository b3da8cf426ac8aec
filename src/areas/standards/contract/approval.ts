import { choice, flag, integer, list, moment, note, reference, references } from '@/contract/field'
import { definePresets } from '@/contract/preset'
import {
  approvalStates,
  decisions,
  MAX_APPROVERS,
  MAX_EARLIER_DECISIONS,
  MAX_REPLACEMENTS,
} from '@/areas/standards/rules/approval'

/** Area of all resources and endpoints of standards. */
export const standardsArea = 'standards'
const readonlyUser = reference('user', { readonly: true })
const readonlyMoment = moment({ readonly: true })
/** Presets for the reason of a replacement. */
export const replacementReasons = definePresets('standards:presets.replacement', ['ill', 'away', 'left'])
/** Replacements of approvers who could not answer: who replaced whom, when and why. */
export const replacementsField = list(
  {
    userId: reference('user', { required: true }),
    insteadId: reference('user', { required: true }),
    replacedBy: reference('user', { required: true }),
    replacedAt: moment({ required: true }),
    reason: note({ required: true, max: 1000, presets: replacementReasons }),
  },
  { readonly: true, max: MAX_REPLACEMENTS },
)
/** Approval fields of a versioned resource. One row is one version; the resource is unique by code and revision. */
export const approvalFields = {
  revision: integer({ required: true, readonly: true, default: 1, min: 1 }),
  // True for the version of the code that was approved last.
  newest: flag({ readonly: true, default: false }),
  state: choice(approvalStates, { readonly: true, default: 'notApproved' }),
  // Approvers in the order in which they decide. `decision` is empty until then.
  approvers: list(
    {
      userId: reference('user', { required: true }),
      decision: choice(decisions),
      decidedAt: moment(),
      reason: note({ max: 1000 }),
    },
    { readonly: true, max: MAX_APPROVERS },
  ),
  // Decisions from before the last submission, oldest first.
  earlier: list(
    {
      userId: reference('user', { required: true }),
      decision: choice(decisions, { required: true }),
      decidedAt: moment({ required: true }),
      reason: note({ max: 1000 }),
    },
    { readonly: true, max: MAX_EARLIER_DECISIONS },
  ),
  // The approver whose turn it is.
  waitingFor: readonlyUser,
  replacements: replacementsField,
  // All people who edited this version; none of them may approve it.
  authors: references('user', { readonly: true, max: 100 }),
  submittedBy: readonlyUser,
  submittedAt: readonlyMoment,
  approvedBy: readonlyUser,
  approvedAt: readonlyMoment,
} as const
/** Approvers of a submission, in order of approval. */
export const approversInput = references('user', { required: true, max: MAX_APPROVERS })
/** The approver to replace, the substitute, and the reason. */
export const replacementInput = {
  approverId: reference('user', { required: true }),
  insteadId: reference('user', { required: true }),
  reason: note({ required: true, max: 1000, presets: replacementReasons }),
} as const
/** Decision of an approver. */
export const decisionInput = choice(decisions, { required: true })
