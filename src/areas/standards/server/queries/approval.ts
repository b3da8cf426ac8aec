/** Sequential approval by several people, for other areas. */
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
