import type { Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { FieldView } from '@/client/fields/registry'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { mainLubrication, slittingLubrication } from '../../contract/lubrication'
import { electricalPartsRecord, partsRecord } from '../../contract/parts-records'
import { recordResultTones } from '../../contract/tones'
import { ContributedMachineCards } from './MachineOverviewPanel'

const MAX_SHOWN = 3
type ListableRecord = Resource<string, Fields, { list: `POST /${string}` }>
/** Resources of records, each with its field of kind `list` whose entries are displayed. */
const recordSections = [
  [partsRecord, 'parts'],
  [electricalPartsRecord, 'parts'],
  [mainLubrication, 'points'],
  [slittingLubrication, 'points'],
] as readonly [Resource, string][]

/** Number of records by kind (a card that other areas contribute), then the latest parts and lubrication records. */
export function MachineWorkPanel({ equipmentId }: { equipmentId: string }) {
  return (
    <div className="eq-sections stack gap-4">
      <ContributedMachineCards part="records" equipmentId={equipmentId} />
      {recordSections.map(([resource, field]) => (
        <LatestRecordsSection key={resource.name} resource={resource} field={field} equipmentId={equipmentId} />
      ))}
    </div>
  )
}

function LatestRecordsSection({
  resource,
  field,
  equipmentId,
}: {
  resource: Resource
  field: string
  equipmentId: string
}) {
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const canList = useCanCall(resource.endpoints.list)
  const recordList = useList(
    resource as ListableRecord,
    { equipmentId, size: MAX_SHOWN },
    { enabled: canList },
  ) as ListResult<ListRow>
  const entriesField = resource.fields[field]
  if (!canList || !entriesField || recordList.rows.length === 0) return null
  return (
    <section>
      <h2>{labels.name(resource)}</h2>
      {recordList.rows.slice(0, MAX_SHOWN).map((row) => (
        <div key={row.id} className="ui-card">
          <p className="chips">
            <b>{formatMoment(row['occurredAt'] as string, zone)}</b>
            <ResourceStateBadge resource={resource} field="result" state={row['result']} tones={recordResultTones} />
            <UnsentBadge pending={row['pending']} />
          </p>
          <FieldView
            field={entriesField}
            name={field}
            place={{ area: 'equipment', owner: resource.name }}
            value={row[field]}
            refs={recordList.refs}
            isDetail
          />
        </div>
      ))}
    </section>
  )
}
