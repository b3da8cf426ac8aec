/** The approval by several people in their order, for whatever is approved in areas above. */
export {
  approversOf,
  decided,
  mustMay,
  notifyAuthors,
  notifyNextApprover,
  replaced,
  submitted,
  type Standing,
} from '../approval'
