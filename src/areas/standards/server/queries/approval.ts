/** Sequential approval by several people, for other areas. */
export {
  listApprovers,
  buildDecision,
  assertPagePermission,
  notifyAuthors,
  notifyNextApprover,
  buildReplacement,
  buildSubmission,
  type ApprovalSubject,
} from '../approval'
