import '@/plant/client/machine/machine.css'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Quantity } from '@/client/ui/Quantity'
import type { equipmentSummary } from '../../contract/machine-endpoints'
import { useMachineSummary } from './use-machine-summary'

/** Card of a machine page: reliability metrics of a period, each with its definition. */
export default function MachineMetricsPanel({ equipmentId }: { equipmentId: string }) {
  return (
    <QueryBoundary query={useMachineSummary(equipmentId)} skeleton={<SkeletonDetail fields={4} />}>
      {(summary) => <MetricCardList summary={summary} />}
    </QueryBoundary>
  )
}

function MetricCardList({ summary }: { summary: EndpointOutput<typeof equipmentSummary> }) {
  const { t } = useTranslation(['maintenance', 'plant'])
  const getMissingReason = (name: 'mtbf' | 'mttr') => summary[`${name}Reason`]
  return (
    <section>
      <div className="eq-head cluster middle between">
        <h2>{t('pages.machine.figures')}</h2>
        <span className="quiet">
          {summary.from} – {summary.to}
        </span>
      </div>
      <div className="eq-figures">
        {(['mtbf', 'mttr'] as const).map((name) => (
          <div key={name} className="ui-card">
            <h3>{t(`plant:figures.${name}.name`)}</h3>
            <Quantity value={summary[name]} unit="h" decimals={1} size="large" />
            {getMissingReason(name) && (
              <p className="quiet">{t(`answerOptions.${name}Reason.${getMissingReason(name)}`)}</p>
            )}
            <details>
              <summary>{t('pages.machine.meaning')}</summary>
              <p className="quiet">{t(`plant:figures.${name}.formula`)}</p>
            </details>
          </div>
        ))}
        <div className="ui-card">
          <h3>{t('answers.breakdowns')}</h3>
          <Quantity value={summary.breakdowns} decimals={0} size="large" />
          <p className="quiet">{t('pages.machine.ofRepairs', { count: summary.repairs })}</p>
        </div>
        <div className="ui-card">
          <h3>{t('answers.stopHours')}</h3>
          <Quantity value={summary.stopHours} unit="h" decimals={1} size="large" />
        </div>
      </div>
    </section>
  )
}
