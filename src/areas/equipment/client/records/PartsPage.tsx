import { electricalPartOptions, mechanicalPartOptions } from '../../contract/option-endpoints'
import { electricalPartsRecord, partsRecord } from '../../contract/parts-records'
import { RecordKindPages } from './RecordKindPages'

const sharedColumns = ['position', 'parts', 'cause', 'hours', 'people', 'repairId', 'nextDueOn', 'images']
const kinds = [
  {
    of: partsRecord,
    columns: ['equipmentId', 'occurredAt', 'result', ...sharedColumns],
    offers: { 'parts.partName': mechanicalPartOptions },
  },
  {
    of: electricalPartsRecord,
    columns: ['equipmentId', 'occurredAt', 'result', 'circuit', ...sharedColumns, 'settings'],
    offers: { 'parts.partName': electricalPartOptions },
  },
] as const

/** Records of replaced mechanical and electrical parts. */
export default function PartsPage() {
  return <RecordKindPages kinds={kinds} />
}
