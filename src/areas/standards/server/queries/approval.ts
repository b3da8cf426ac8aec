/** Sequential approval by several people, for other areas. */
export {
  listApprovers as approversOf,
  buildDecision as decided,
  assertPagePermission as mustMay,
  notifyAuthors,
  notifyNextApprover,
  buildReplacement as replaced,
  buildSubmission as submitted,
  type ApprovalSubject as Standing,
} from '../approval'
