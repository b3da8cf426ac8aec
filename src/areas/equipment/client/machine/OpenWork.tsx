import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { OutOf } from '@/contract/endpoint'
import { formatMoment } from '@/client/format/time'
import { useLabels } from '@/client/i18n/labels'
import { usePlantZone } from '@/client/session/zone'
import { useMay } from '@/client/session/use-session'
import { State, type Tone } from '@/client/ui/State'
import type { equipmentSummary } from '../../contract/equipment-calls'
import { conditionTones } from '../states'
import { usePageLink } from '@/client/shell/use-page-link'

type Summary = OutOf<typeof equipmentSummary>
const upkeepTones: Readonly<Record<string, Tone>> = { ok: 'ok', dueSoon: 'warn', due: 'warn', overdue: 'bad' }

/** Open repairs, the next rounds and the next upkeep; each leads to its page. Nothing when nothing is open. */
export function OpenWork({ summary }: { summary: Summary }) {
  const { t } = useTranslation('equipment')
  const labels = useLabels('maintenance')
  const zone = usePlantZone()
  const { nextRounds, nextUpkeep } = summary
  // Who may see repairs has them as cards above, those not sent yet included.
  const openRepairs = useMay('repairView') ? [] : summary.openRepairs
  const word = (owner: string, state: string) => labels.option({ area: 'maintenance', owner }, 'state', state)
  if (openRepairs.length + nextRounds.length + nextUpkeep.length === 0) return null
  return (
    <section className="ui-card">
      <h2 className="eq-card-title">{t('pages.machine.openWork')}</h2>
      <ul className="eq-lines">
        {openRepairs.map((one) => (
          <Line key={one.id} to={['repair', one.id]} text={one.number} when={formatMoment(one.reportedAt, zone)}>
            <State tone={conditionTones[one.state] ?? 'wait'}>{word('repair', one.state)}</State>
          </Line>
        ))}
        {nextRounds.map((one) => (
          <Line key={one.id} to={['polling', one.id]} text={one.planName} when={formatMoment(one.dueAt, zone)} />
        ))}
        {nextUpkeep.map((one) => (
          <Line key={one.id} to={['upkeepPlan', one.id]} text={one.title} when={one.dueOn ?? ''}>
            <State tone={upkeepTones[one.state] ?? 'idle'}>{word('upkeepPlan', one.state)}</State>
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
