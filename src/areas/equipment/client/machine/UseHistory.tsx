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
import { useRecord as usage } from '../../contract/use-record'
import { inUseTones } from '../../contract/tones'
import { usePageLink } from '@/client/shell/use-page-link'
import type { Machine } from './MachinePage'

const SHOWN = 5

/** The latest changes of the use state, with a link to record another one. */
export function UseHistory({ row }: { row: Machine }) {
  const { t } = useTranslation(['equipment', 'client'])
  const zone = usePlantZone()
  const navigate = useNavigate()
  const link = usePageLink()
  const mayChange = useCanCall(usage.endpoints.create)
  const maySee = useCanCall(usage.endpoints.list)
  const { rows, refs, total } = useList(usage, { equipmentId: row.id, size: SHOWN }, maySee)
  const change = link('equipmentUse', { new: '1', equipmentId: row.id })
  const all = link('equipmentUse', { equipmentId: row.id })
  // Without permission to see or record use changes the section is hidden.
  if (!maySee && !mayChange) return null
  return (
    <section>
      <div className="eq-head">
        <h2>{t('pages.machine.useHistory')}</h2>
        {all && total > SHOWN && <Link to={all}>{t('pages.machine.all', { count: total })}</Link>}
      </div>
      {maySee && rows.length === 0 && <p className="quiet">{t('pages.machine.noUse')}</p>}
      <ul className="eq-lines">
        {rows.slice(0, SHOWN).map((one) => (
          <li key={one.id}>
            <ResourceStateBadge of={usage} state={one.state} tones={inUseTones} />
            <span>{formatMoment(one.occurredAt, zone)}</span>
            <span className="eq-grow">
              {[one.userId && refs[one.userId], one.place, one.reason].filter(Boolean).join(' · ')}
            </span>
            {'pending' in one && <UnsentBadge of={one.pending} />}
          </li>
        ))}
      </ul>
      {mayChange && change && <Button onClick={() => void navigate(change)}>{t('pages.use.change')}</Button>}
    </section>
  )
}
