import { mechanicalCheck, teamCheck } from '../../contract/check-records'
import { firstLevelItems } from '../../contract/option-endpoints'
import { RecordKindPage } from './RecordKindPage'
import { ShiftChoicesProvider } from '@/plant/client/shift-record/ShiftChoicesProvider'
import type { ListRow, Cells } from '@/client/resource/build-columns'
import { MISSING_TEXT } from '@/client/format/number'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'

function TeamCell({ value }: { value: unknown }) {
  return <span>{useFormatTeam()(value) ?? MISSING_TEXT}</span>
}
/** Cells of team checks: the team is shown by its display name. */
const teamCheckCells: Cells = {
  team: (row: ListRow) => <TeamCell value={row['team']} />,
}

const itemOptions = { 'items.item': firstLevelItems }
const kinds = [
  {
    resource: teamCheck,
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
    cells: teamCheckCells,
    optionsByField: itemOptions,
  },
  {
    resource: mechanicalCheck,
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
    optionsByField: itemOptions,
  },
] as const

/** Team checks and mechanical checks. */
export default function TeamCheckPage() {
  return (
    <ShiftChoicesProvider>
      <RecordKindPage kinds={kinds} />
    </ShiftChoicesProvider>
  )
}
