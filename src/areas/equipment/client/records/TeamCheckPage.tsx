import { mechanicalCheck, teamCheck } from '../../contract/check-records'
import { firstLevelItems } from '../../contract/options'
import { KindPages } from './KindPages'
import { ShiftChoicesProvider } from '@/plant/client/sheet/ShiftChoicesProvider'
import { shiftCells } from './ShiftWords'

const offers = { 'items.item': firstLevelItems }
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
    offers,
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
    offers,
  },
] as const

/** Team checks and mechanical checks. */
export default function TeamCheckPage() {
  return (
    <ShiftChoicesProvider>
      <KindPages kinds={kinds} />
    </ShiftChoicesProvider>
  )
}
