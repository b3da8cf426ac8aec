import { FieldView } from '@/client/fields/registry'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { equipment } from '../../contract/equipment'
import type { MachineRow } from './MachinePage'
import { MachineUseHistorySection } from './MachineUseHistorySection'
import type { MachinePart } from '@/client/area'
import { getMachineCards } from '@/client/area-registry'
import { AreaCards } from '@/client/shell/AreaCards'

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
    <div className="eq-sections stack gap-4">
      <ContributedMachineCards part="top" equipmentId={row.id} />
      {row.images.length > 0 && (
        <FieldView
          field={equipment.fields.images}
          name="images"
          place={fieldPlace}
          value={row.images}
          refs={refs}
          isDetail
        />
      )}
      <ResourceDetailView resource={equipment} row={row} refs={refs} fieldNames={detailFields} />
      <ContributedMachineCards part="figures" equipmentId={row.id} />
      <MachineUseHistorySection row={row} />
    </div>
  )
}

/** Cards that other areas contribute to a part of the machine page (slot `machineCards`), e.g. open round or history. */
export function ContributedMachineCards({ part, equipmentId }: { part: MachinePart; equipmentId: string }) {
  return <AreaCards cards={getMachineCards().filter((card) => card.part === part)} cardProps={{ equipmentId }} />
}
