import { MyLineSelect } from '../line/MyLineSelect'

/** Today card that selects the line of the cards below. */
export default function MyLineCard() {
  return <MyLineSelect id="today-line" />
}
