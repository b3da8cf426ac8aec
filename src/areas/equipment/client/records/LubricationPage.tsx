import { mainLubrication, slittingLubrication } from '../../contract/lubrication'
import { mainLubricants, slittingLubricants } from '../../contract/option-endpoints'
import { RecordKindPage } from './RecordKindPage'

const columns = ['equipmentId', 'occurredAt', 'result', 'points', 'runningHours', 'people', 'nextDueOn', 'images']
const kinds = [
  { resource: mainLubrication, columns, optionsByField: { 'points.lubricant': mainLubricants } },
  { resource: slittingLubrication, columns, optionsByField: { 'points.lubricant': slittingLubricants } },
] as const

/** Lubrication records of the main lines and the slitting machines. */
export default function LubricationPage() {
  return <RecordKindPage kinds={kinds} />
}
