import { mainLubrication, slittingLubrication } from '../../contract/lubrication'
import { mainLubricants, slittingLubricants } from '../../contract/option-endpoints'
import { RecordKindPages } from './RecordKindPages'

const columns = ['equipmentId', 'occurredAt', 'result', 'points', 'runningHours', 'people', 'nextDueOn', 'images']
const kinds = [
  { of: mainLubrication, columns, offers: { 'points.lubricant': mainLubricants } },
  { of: slittingLubrication, columns, offers: { 'points.lubricant': slittingLubricants } },
] as const

/** Lubrication records of the main lines and the slitting machines. */
export default function LubricationPage() {
  return <RecordKindPages kinds={kinds} />
}
