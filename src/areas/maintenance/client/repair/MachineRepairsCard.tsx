import '../maintenance.css'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { useMay } from '@/client/session/use-session'
import { usePageLink } from '@/client/shell/use-page-link'
import { RepairIcon } from '@/client/ui/icons'
import { repair } from '@/areas/maintenance/contract/repair'
import { useNow } from '../use-now'
import { RepairCard } from './RepairCard'
import { byUrgency, OPEN_STATES, type Repair } from './repair-time'

/** On a machine's page: its open repairs, and one tap to report another. */
export default function MachineRepairsCard({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const link = usePageLink()
  const now = useNow()
  const mayReport = useMay('repairAdd')
  const { rows, refs } = useList(repair, { equipmentId, state: OPEN_STATES.join(','), size: 20 })
  const open = ([...rows] as unknown as Repair[]).sort(byUrgency)
  const report = link('repair', { new: '1', equipmentId })
  if (open.length === 0 && !(mayReport && report)) return null
  return (
    <section aria-label={t('pages.repair.openHere')}>
      {open.length > 0 && <h2 className="card-title">{t('pages.repair.openHere')}</h2>}
      <ul className="cards">{open.map((row) => <li key={row.id}><RepairCard row={row} machine={refs[row.equipmentId] ?? row.number} now={now} withState onOpen={() => { const address = link('repair', { id: row.id }); if (address) void navigate(address) }} /></li>)}</ul>
      {mayReport && report && <Link className="ui-button" to={report}><RepairIcon size={20} />{t('pages.repair.report')}</Link>}
    </section>
  )
}
