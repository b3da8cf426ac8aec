import { MyLineSelect } from './MyLineSelect'

/** Which line the cards below are of. */
export default function MyLineCard() {
  return <MyLineSelect id="today-line" />
}
