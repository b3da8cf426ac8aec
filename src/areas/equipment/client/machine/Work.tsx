import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Fields } from '@/contract/field'
import type { Resource } from '@/contract/resource'
import { useCall, useList, type List } from '@/client/api/use-list'
import { pageThatOpens } from '@/client/areas'
import { FieldShow } from '@/client/fields/registry'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import type { AnyRow } from '@/client/resource/columns'
import { useMayCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/zone'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { State } from '@/client/ui/State'
import { equipmentSummary } from '../../contract/equipment-calls'
import { mainLubrication, slittingLubrication } from '../../contract/lubrication'
import { recordKindNames } from '../../contract/options'
import { electricalPartsRecord, partsRecord } from '../../contract/parts-records'
import { OptionState, resultTones } from '../states'
import { usePageLink } from '@/client/shell/use-page-link'
import { summarySources } from './Overview'

const SHOWN = 3
type Listed = Resource<string, Fields, { list: `POST /${string}` }>
const shown = [
  [partsRecord, 'parts'],
  [electricalPartsRecord, 'parts'],
  [mainLubrication, 'points'],
  [slittingLubrication, 'points'],
] as unknown as readonly [Resource, string][]

/** Parts fitted and lubrication done last, and how many records of each kind there are. */
export function Work({ equipmentId, discarded }: { equipmentId: string; discarded: boolean }) {
  return (
    <div className="eq-sections">
      <Counts equipmentId={equipmentId} discarded={discarded} />
      {shown.map(([of, field]) => (
        <Last key={of.name} of={of} field={field} equipmentId={equipmentId} />
      ))}
    </div>
  )
}

function Counts({ equipmentId, discarded }: { equipmentId: string; discarded: boolean }) {
  const { t } = useTranslation('equipment')
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const link = usePageLink()
  const { data, isPending } = useCall(equipmentSummary, { id: equipmentId }, { resources: summarySources })
  if (isPending) return <SkeletonDetail fields={4} />
  const known = new Map(data?.records.map((one) => [one.kind, one]))
  return (
    <section>
      <h2>{t('pages.machine.records')}</h2>
      <ul className="eq-lines">
        {recordKindNames.map((kind) => {
          const page = pageThatOpens(kind)
          const address = page && link(page, { of: kind, equipmentId })
          const add = page && link(page, { of: kind, equipmentId, new: '1' })
          const one = known.get(kind)
          return (
            address && (
              <li key={kind}>
                <Link to={address}>{labels.name({ area: 'equipment', name: kind })}</Link>
                <span className="eq-grow">
                  {one?.lastAt
                    ? t('pages.machine.lastRecord', { count: one.count, time: formatMoment(one.lastAt, zone) })
                    : t('pages.machine.noRecord')}
                </span>
                {add && !discarded && (
                  <Link
                    className="eq-add"
                    to={add}
                    aria-label={t('pages.machine.addRecord', { name: labels.name({ area: 'equipment', name: kind }) })}
                  >
                    {t('pages.machine.add')}
                  </Link>
                )}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

function Last({ of, field, equipmentId }: { of: Resource; field: string; equipmentId: string }) {
  const { t } = useTranslation(['equipment', 'client'])
  const labels = useLabels('equipment')
  const zone = usePlantZone()
  const may = useMayCall(of.endpoints.list)
  const list = useList(of as Listed, { equipmentId, size: SHOWN }, may) as unknown as List<AnyRow>
  const lines = of.fields[field]
  if (!may || !lines || list.rows.length === 0) return null
  return (
    <section>
      <h2>{labels.name(of)}</h2>
      {list.rows.slice(0, SHOWN).map((row) => (
        <div key={row.id} className="ui-card">
          <p className="eq-now">
            <b>{formatMoment(row['occurredAt'] as string, zone)}</b>
            <OptionState of={of.name} field="result" value={row['result']} tones={resultTones} />
            {row['pending'] !== undefined && <State tone="wait">{t('client:resource.pendingRow')}</State>}
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
