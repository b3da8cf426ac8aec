import { firstLevelCheck, secondLevelCheck } from '../../contract/check-records'
import { detectionPoints, firstLevelItems } from '../../contract/option-endpoints'
import { assistRecord, detectionRecord, electricRecord, pmRecord } from '../../contract/work-records'
import type { Resource } from '@/contract/resource'
import { RecordKindPage, type RecordKindDefinition } from './RecordKindPage'

const defineKind = (
  resource: unknown,
  columns: readonly string[],
  optionsByField?: RecordKindDefinition['optionsByField'],
): RecordKindDefinition => ({
  resource: resource as Resource,
  columns: ['equipmentId', 'occurredAt', 'result', ...columns, 'people', 'nextDueOn', 'images'],
  ...(optionsByField ? { optionsByField } : {}),
})
const kinds = [
  defineKind(firstLevelCheck, ['items'], { 'items.item': firstLevelItems }),
  defineKind(electricRecord, ['circuit', 'voltage', 'current', 'insulation', 'temperature', 'work', 'hours'], {
    'items.item': firstLevelItems,
  }),
  defineKind(pmRecord, ['title', 'planId', 'reading', 'parts', 'hours'], { 'items.item': firstLevelItems }),
  defineKind(secondLevelCheck, ['findings', 'measures', 'items', 'hours'], { 'items.item': firstLevelItems }),
  defineKind(assistRecord, ['kind', 'work', 'parts', 'hours']),
  defineKind(detectionRecord, ['kind', 'values', 'meterId', 'instrument', 'standard'], {
    'values.point': detectionPoints,
  }),
] as const

/** Records of work on machines: first- and second-level checks, electrical, maintenance, auxiliary, detection. */
export default function WorkRecordPage() {
  return <RecordKindPage kinds={kinds} />
}
