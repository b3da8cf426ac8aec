import { useTranslation } from 'react-i18next'
import type { MachineSituation } from '../../contract/glance-endpoints'

const COUNT_NAMES = ['machines', 'faulty', 'repairsOpen', 'repairsStopping', 'upkeepDue', 'upkeepOverdue'] as const
const ALARMING_COUNTS: readonly string[] = ['faulty', 'repairsStopping', 'upkeepOverdue']
/** Number of machines, of open repairs and of due maintenance. */
export function MachineCountList({ situation }: { situation: MachineSituation }) {
  const { t } = useTranslation('overview')
  return (
    <dl className="overview-counts">
      {COUNT_NAMES.map((name) => (
        <div key={name}>
          <dt>{t(`answers.${name}`)}</dt>
          <dd className={situation[name] > 0 && ALARMING_COUNTS.includes(name) ? 'is-some' : ''}>{situation[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
