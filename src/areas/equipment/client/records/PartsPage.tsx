import { electricalPartOptions, mechanicalPartOptions } from '../../contract/option-endpoints'
import { electricalPartsRecord, partsRecord } from '../../contract/parts-records'
import { RecordKindPage } from './RecordKindPage'

const sharedColumns = ['position', 'parts', 'cause', 'hours', 'people', 'repairId', 'nextDueOn', 'images']
const kinds = [
  {
    resource: partsRecord,
    columns: ['equipmentId', 'occurredAt', 'result', ...sharedColumns],
    optionsByField: { 'parts.partName': mechanicalPartOptions },
  },
  {
    resource: electricalPartsRecord,
    columns: ['equipmentId', 'occurredAt', 'result', 'circuit', ...sharedColumns, 'settings'],
    optionsByField: { 'parts.partName': electricalPartOptions },
  },
] as const

/** Records of replaced mechanical and electrical parts. */
export default function PartsPage() {
  return <RecordKindPage kinds={kinds} />
}
