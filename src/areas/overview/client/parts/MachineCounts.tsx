import { useTranslation } from 'react-i18next'
import type { MachineSituation } from '../../contract/glance-calls'

const counts = ['machines', 'faulty', 'repairsOpen', 'repairsStopping', 'upkeepDue', 'upkeepOverdue'] as const
const bad: readonly string[] = ['faulty', 'repairsStopping', 'upkeepOverdue']
/** Number of machines, of open repairs and of due maintenance. */
export function MachineCounts({ of }: { of: MachineSituation }) {
  const { t } = useTranslation('overview')
  return (
    <dl className="overview-counts">
      {counts.map((name) => (
        <div key={name}>
          <dt>{t(`answers.${name}`)}</dt>
          <dd className={of[name] > 0 && bad.includes(name) ? 'is-some' : ''}>{of[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
