import type { Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { useList, type ListResult } from '@/client/api/use-list'
import { FieldShow } from '@/client/fields/registry'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { mainLubrication, slittingLubrication } from '../../contract/lubrication'
import { electricalPartsRecord, partsRecord } from '../../contract/parts-records'
import { resultTones } from '../../contract/tones'
import { MachineCards } from './MachineCards'

const SHOWN = 3
type Listed = Resource<string, Fields, { list: `POST /${string}` }>
const shown = [
  [partsRecord, 'parts'],
  [electricalPartsRecord, 'parts'],
  [mainLubrication, 'points'],
  [slittingLubrication, 'points'],
] as readonly [Resource, string][]

/** Number of records by kind, then the latest parts and lubrication records. */
export function Work({ equipmentId }: { equipmentId: string }) {
  return (
    <div className="eq-sections">
      <MachineCards part="records" equipmentId={equipmentId} />
      {shown.map(([of, field]) => (
        <Last key={of.name} of={of} field={field} equipmentId={equipmentId} />
      ))}
    </div>
  )
}

function Last({ of, field, equipmentId }: { of: Resource; field: string; equipmentId: string }) {
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const may = useCanCall(of.endpoints.list)
  const list = useList(of as Listed, { equipmentId, size: SHOWN }, may) as ListResult<ListRow>
  const lines = of.fields[field]
  if (!may || !lines || list.rows.length === 0) return null
  return (
    <section>
      <h2>{labels.name(of)}</h2>
      {list.rows.slice(0, SHOWN).map((row) => (
        <div key={row.id} className="ui-card">
          <p className="eq-now">
            <b>{formatMoment(row['occurredAt'] as string, zone)}</b>
            <ResourceStateBadge of={of} field="result" state={row['result']} tones={resultTones} />
            <UnsentBadge of={row['pending']} />
          </p>
          <FieldShow
            field={lines}
            name={field}
            place={{ area: 'equipment', owner: of.name }}
            value={row[field]}
            refs={list.refs}
            full
          />
        </div>
      ))}
    </section>
  )
}
