import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { formatMoment } from '@/client/format/time'
import { UnsentBadge } from '@/client/resource/UnsentBadge'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { machineUseRecord } from '@/areas/equipment/contract/equipment'
import { machineStateTones } from '../../contract/tones'
import { usePageLink } from '@/client/shell/use-page-link'
import type { MachineRow } from './MachinePage'

const MAX_SHOWN = 5

/** The latest changes of the use state, with a link to record another one. */
export function MachineUseHistorySection({ row }: { row: MachineRow }) {
  const { t } = useTranslation(['equipment', 'client'])
  const zone = usePlantZone()
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const canChange = useCanCall(machineUseRecord.endpoints.create)
  const canSee = useCanCall(machineUseRecord.endpoints.list)
  const { rows, refs, total } = useList(machineUseRecord, { equipmentId: row.id, size: MAX_SHOWN }, { enabled: canSee })
  const changeLink = buildPageLink('equipmentUse', { new: '1', equipmentId: row.id })
  const listLink = buildPageLink('equipmentUse', { equipmentId: row.id })
  // Without permission to see or record use changes the section is hidden.
  if (!canSee && !canChange) return null
  return (
    <section>
      <div className="eq-head cluster middle between">
        <h2>{t('pages.machine.useHistory')}</h2>
        {listLink && total > MAX_SHOWN && <Link to={listLink}>{t('pages.machine.all', { count: total })}</Link>}
      </div>
      {canSee && rows.length === 0 && <p className="quiet">{t('pages.machine.noUse')}</p>}
      <ul className="eq-entries">
        {rows.slice(0, MAX_SHOWN).map((record) => (
          <li key={record.id}>
            <ResourceStateBadge resource={machineUseRecord} state={record.state} tones={machineStateTones} />
            <span>{formatMoment(record.occurredAt, zone)}</span>
            <span className="eq-grow">
              {[record.userId && refs[record.userId], record.place, record.reason].filter(Boolean).join(' · ')}
            </span>
            {'pending' in record && <UnsentBadge pending={record.pending} />}
          </li>
        ))}
      </ul>
      {canChange && changeLink && <Button onClick={() => void navigate(changeLink)}>{t('pages.use.change')}</Button>}
    </section>
  )
}
