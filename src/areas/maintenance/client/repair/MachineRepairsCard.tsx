import '../maintenance.css'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useList } from '@/client/api/use-list'
import { usePageLink } from '@/client/shell/use-page-link'
import { repair } from '@/areas/maintenance/contract/repair'
import { useNow } from '@/client/clock'
import { RepairCard } from './RepairCard'
import { openRepairStates } from '@/areas/maintenance/rules/repair'
import { compareRepairsByUrgency } from './repair-time'

/** Card of a machine page: open repairs of the machine. The primary action of the page reports a new repair. */
export default function MachineRepairsCard({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('maintenance')
  const navigate = useNavigate()
  const buildPageLink = usePageLink()
  const now = useNow()
  const { rows, refs } = useList(repair, { equipmentId, state: openRepairStates.join(','), size: 20 })
  const openRepairs = [...rows].sort(compareRepairsByUrgency)
  if (openRepairs.length === 0) return null
  return (
    <section aria-label={t('pages.repair.openHere')}>
      <h2 className="card-title">{t('pages.repair.openHere')}</h2>
      <ul className="cards">
        {openRepairs.map((row) => (
          <li key={row.id}>
            <RepairCard
              row={row}
              machineName={refs[row.equipmentId] ?? row.number}
              now={now}
              showsState
              onOpen={() => {
                const address = buildPageLink('repair', { id: row.id })
                if (address) void navigate(address)
              }}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
