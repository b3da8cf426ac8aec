import { MyLineSelect } from './MyLineSelect'

/** Line selection on the Me page. */
export default function MyLineRow() {
  return <MyLineSelect id="me-line" />
}
