import './today.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useNames } from '@/client/fields/options'
import { formatClock } from '@/client/format/time'
import { isOfLine } from '@/client/session/my-line'
import { usePlantZone } from '@/client/session/zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { State } from '@/client/ui/State'
import { useDue } from '../inspection/use-due'

const MOST = 3
const SOON = 2 * 3_600_000
/** Inspections that are due within two hours, or should have been done. */
export default function InspectionsDueCard() {
  const { t } = useTranslation('handover')
  const { now, mine, rows, list, stateOf } = useDue()
  const zone = usePlantZone()
  const link = usePageLink()
  const due = rows.filter((row) => { const state = stateOf(row); return isOfLine(row.lineId, mine) && (state === 'overdue' || (state === 'due' && Date.parse(row.dueAt) < now + SOON)) })
  const lines = useNames('line', due.slice(0, MOST).map(({ lineId }) => lineId), list.refs)
  if (due.length === 0) return null
  return (
    <section className="ui-card today-card">
      <h2>{t('pages.today.due', { count: due.length })}</h2>
      <ul className="today-list">
        {due.slice(0, MOST).map((row) => (
          <li key={row.id}><Link to={link('productionInspection') ?? '#'}><b>{t(`inspectionTime.options.inspection.${row.inspection}`)}<State tone={stateOf(row) === 'overdue' ? 'warn' : 'wait'}>{t(`pages.inspection.due.${stateOf(row)}`)}</State></b><span className="quiet">{lines[row.lineId] ?? '…'} · {formatClock(row.dueAt, zone)}</span></Link></li>
        ))}
      </ul>
    </section>
  )
}
