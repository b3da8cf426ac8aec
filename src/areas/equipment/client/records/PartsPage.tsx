import { electricalParts, mechanicalParts } from '../../contract/options'
import { electricalPartsRecord, partsRecord } from '../../contract/parts-records'
import { KindPages } from './KindPages'

const shown = ['position', 'parts', 'cause', 'hours', 'people', 'repairId', 'nextDueOn', 'images']
const kinds = [
  {
    of: partsRecord,
    columns: ['equipmentId', 'occurredAt', 'result', ...shown],
    offers: { 'parts.partName': mechanicalParts },
  },
  {
    of: electricalPartsRecord,
    columns: ['equipmentId', 'occurredAt', 'result', 'circuit', ...shown, 'settings'],
    offers: { 'parts.partName': electricalParts },
  },
] as const

/** Records of replaced mechanical and electrical parts. */
export default function PartsPage() {
  return <KindPages kinds={kinds} />
}
