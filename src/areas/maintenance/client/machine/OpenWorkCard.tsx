import '@/plant/client/machine/machine.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/plant-zone'
import { useHasPermission } from '@/client/session/use-session'
import { StateBadge } from '@/client/ui/StateBadge'
import { usePageLink } from '@/client/shell/use-page-link'
import { repairTones, pmTones } from '../tones'
import { useDueText } from '../pm/pm-texts'
import { useMachineSummary } from './use-machine-summary'

/**
 * Card of a machine page: open repairs, next rounds and next preventive maintenance, each linked to its page. Renders
 * nothing if there is no open work.
 */
export default function OpenWorkCard({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('maintenance')
  const labels = useLabels('maintenance')
  const zone = usePlantZone()
  const { data } = useMachineSummary(equipmentId)
  const formatDue = useDueText()
  const canViewRepairs = useHasPermission('repairView')
  if (!data) return null
  const { nextRounds, nextPm } = data
  // People who may view repairs see the open repairs in `MachineRepairsCard` above, including unsent repairs.
  const openRepairs = canViewRepairs ? [] : data.openRepairs
  const getStateText = (owner: string, state: string) => labels.option({ area: 'maintenance', owner }, 'state', state)
  if (openRepairs.length + nextRounds.length + nextPm.length === 0) return null
  return (
    <section className="ui-card">
      <h2 className="eq-card-title">{t('pages.machine.openWork')}</h2>
      <ul className="eq-entries">
        {openRepairs.map((openRepair) => (
          <OpenWorkRow
            key={openRepair.id}
            to={['repair', openRepair.id]}
            text={openRepair.number}
            time={formatMoment(openRepair.reportedAt, zone)}
          >
            <StateBadge tone={repairTones[openRepair.state as keyof typeof repairTones] ?? 'wait'}>
              {getStateText('repair', openRepair.state)}
            </StateBadge>
          </OpenWorkRow>
        ))}
        {nextRounds.map((round) => (
          <OpenWorkRow
            key={round.id}
            to={['polling', round.id]}
            text={round.planName}
            time={formatMoment(round.dueAt, zone)}
          />
        ))}
        {nextPm.map((plan) => (
          <OpenWorkRow key={plan.id} to={['upkeepPlan', plan.id]} text={plan.title} time={formatDue(plan)}>
            <StateBadge tone={pmTones[plan.state as keyof typeof pmTones] ?? 'idle'}>
              {getStateText('pmPlan', plan.state)}
            </StateBadge>
          </OpenWorkRow>
        ))}
      </ul>
    </section>
  )
}

function OpenWorkRow({
  to: [page, id],
  text,
  time,
  children,
}: {
  to: readonly ['repair' | 'polling' | 'upkeepPlan', string]
  text: string
  time: string
  children?: ReactNode
}) {
  const address = usePageLink()(page, { id })
  return (
    <li>
      {address ? <Link to={address}>{text}</Link> : <b>{text}</b>}
      <span>{time}</span>
      {children}
    </li>
  )
}
