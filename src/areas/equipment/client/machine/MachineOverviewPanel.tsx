import { FieldShow } from '@/client/fields/registry'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { equipment } from '../../contract/equipment'
import { MachineCards } from './MachineCards'
import type { MachineRow } from './MachinePage'
import { MachineUseHistorySection } from './MachineUseHistorySection'

const detailFields = [
  'lineId',
  'areaId',
  'category',
  'criticality',
  'model',
  'maker',
  'serialNumber',
  'sparePartNumber',
  'installedOn',
  'repairedOn',
  'runningHours',
  'ratedPower',
  'principalId',
  'nameEn',
  'note',
  'custom',
  'worth',
] as const
const fieldPlace = { area: 'equipment', owner: 'equipment' } as const

/** Overview of a machine: open work first, then master data, then metrics. */
export function MachineOverviewPanel({ row, refs }: { row: MachineRow; refs: Readonly<Record<string, string>> }) {
  return (
    <div className="eq-sections">
      <MachineCards part="top" equipmentId={row.id} />
      {row.images.length > 0 && (
        <FieldShow
          field={equipment.fields.images}
          name="images"
          place={fieldPlace}
          value={row.images}
          refs={refs}
          full
        />
      )}
      <ResourceDetailView of={equipment} row={row} refs={refs} only={detailFields} />
      <MachineCards part="figures" equipmentId={row.id} />
      <MachineUseHistorySection row={row} />
    </div>
  )
}
