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
import { useDueWords } from '../pm/use-due-words'
import { useSummary } from './use-summary'

/**
 * Card of a machine page: open repairs, next rounds and next preventive maintenance, each linked to its page. Renders
 * nothing if there is no open work.
 */
export default function OpenWork({ equipmentId }: { equipmentId: string }) {
  const { t } = useTranslation('maintenance')
  const labels = useLabels('maintenance')
  const zone = usePlantZone()
  const { data } = useSummary(equipmentId)
  const dueWords = useDueWords()
  const seesRepairs = useHasPermission('repairView')
  if (!data) return null
  const { nextRounds, nextPm } = data
  // People who may view repairs have them as cards above, including unsent ones.
  const openRepairs = seesRepairs ? [] : data.openRepairs
  const word = (owner: string, state: string) => labels.option({ area: 'maintenance', owner }, 'state', state)
  if (openRepairs.length + nextRounds.length + nextPm.length === 0) return null
  return (
    <section className="ui-card">
      <h2 className="eq-card-title">{t('pages.machine.openWork')}</h2>
      <ul className="eq-lines">
        {openRepairs.map((one) => (
          <Line key={one.id} to={['repair', one.id]} text={one.number} when={formatMoment(one.reportedAt, zone)}>
            <StateBadge tone={repairTones[one.state as keyof typeof repairTones] ?? 'wait'}>
              {word('repair', one.state)}
            </StateBadge>
          </Line>
        ))}
        {nextRounds.map((one) => (
          <Line key={one.id} to={['polling', one.id]} text={one.planName} when={formatMoment(one.dueAt, zone)} />
        ))}
        {nextPm.map((one) => (
          <Line key={one.id} to={['upkeepPlan', one.id]} text={one.title} when={dueWords(one)}>
            <StateBadge tone={pmTones[one.state as keyof typeof pmTones] ?? 'idle'}>
              {word('pmPlan', one.state)}
            </StateBadge>
          </Line>
        ))}
      </ul>
    </section>
  )
}

function Line({
  to: [page, id],
  text,
  when,
  children,
}: {
  to: readonly ['repair' | 'polling' | 'upkeepPlan', string]
  text: string
  when: string
  children?: ReactNode
}) {
  const address = usePageLink()(page, { id })
  return (
    <li>
      {address ? <Link to={address}>{text}</Link> : <b>{text}</b>}
      <span>{when}</span>
      {children}
    </li>
  )
}
