import { firstLevelCheck, secondLevelCheck } from '../../contract/check-records'
import { detectionPoints, firstLevelItems } from '../../contract/options'
import { assistRecord, detectionRecord, electricRecord, pmRecord } from '../../contract/work-records'
import type { Resource } from '@/contract/resource'
import type { Kind } from './KindPage'
import { KindPages } from './KindPages'

const kind = (of: unknown, columns: readonly string[], offers?: Kind['offers']): Kind => ({
  of: of as Resource,
  columns: ['equipmentId', 'occurredAt', 'result', ...columns, 'people', 'nextDueOn', 'images'],
  ...(offers ? { offers } : {}),
})
const kinds = [
  kind(firstLevelCheck, ['items'], { 'items.item': firstLevelItems }),
  kind(electricRecord, ['circuit', 'voltage', 'current', 'insulation', 'temperature', 'work', 'hours'], {
    'items.item': firstLevelItems,
  }),
  kind(pmRecord, ['title', 'planId', 'reading', 'parts', 'hours'], { 'items.item': firstLevelItems }),
  kind(secondLevelCheck, ['findings', 'measures', 'items', 'hours'], { 'items.item': firstLevelItems }),
  kind(assistRecord, ['kind', 'work', 'parts', 'hours']),
  kind(detectionRecord, ['kind', 'values', 'meterId', 'instrument', 'standard'], { 'values.point': detectionPoints }),
] as const

/** Records of work on machines: first- and second-level checks, electrical, maintenance, auxiliary, detection. */
export default function RecordPage() {
  return <KindPages kinds={kinds} />
}
