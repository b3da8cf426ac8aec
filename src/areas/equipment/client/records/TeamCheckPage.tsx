import { mechanicalCheck, teamCheck } from '../../contract/check-records'
import { firstLevelItems } from '../../contract/option-endpoints'
import { RecordKindPages } from './RecordKindPages'
import { ShiftChoicesProvider } from '@/plant/client/sheet/ShiftChoicesProvider'
import { shiftCells } from './shift-cells'

const itemOptions = { 'items.item': firstLevelItems }
const kinds = [
  {
    of: teamCheck,
    columns: [
      'lineId',
      'occurredAt',
      'result',
      'kind',
      'team',
      'shift',
      'equipmentId',
      'items',
      'people',
      'nextDueOn',
      'images',
    ],
    cells: shiftCells,
    offers: itemOptions,
  },
  {
    of: mechanicalCheck,
    columns: [
      'equipmentId',
      'occurredAt',
      'result',
      'part',
      'vibration',
      'bearingTemperature',
      'noise',
      'meterId',
      'items',
      'people',
      'nextDueOn',
      'images',
    ],
    offers: itemOptions,
  },
] as const

/** Team checks and mechanical checks. */
export default function TeamCheckPage() {
  return (
    <ShiftChoicesProvider>
      <RecordKindPages kinds={kinds} />
    </ShiftChoicesProvider>
  )
}
