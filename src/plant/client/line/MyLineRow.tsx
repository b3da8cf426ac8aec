import { MyLineSelect } from './MyLineSelect'

/** The choice on the Me page. */
export default function MyLineRow() {
  return <MyLineSelect id="me-line" />
}
