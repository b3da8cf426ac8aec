import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { getMeterDue } from '@/areas/maintenance/rules/pm-plan'
import { metricEndpoints } from '../../contract/metric-endpoints'
import { machineSituation, type MachineSituation } from '../../contract/glance-endpoints'
import { RankedList } from '../parts/RankedList'
import { ComparedMetricTile } from '../parts/ComparedMetricTile'
import { MachineCountList, OpenRepairList, RepairAgeBars } from '../parts/MachineLists'
import { MachineMap } from '../parts/MachineMap'
import { PeriodChoiceBar, toPeriodInput, usePeriodChoice } from '../parts/PeriodChoiceBar'

/** 设备状态: machines by state, utilization and OEE of lines, open repairs, preventive maintenance that is due. */
export default function DevicesPage() {
  const { t } = useTranslation('overview')
  const query = useEndpoint(machineSituation, {}, { resources: ['equipment', 'repair', 'pmPlan'] })
  return (
    <PageFrame title={t('pages.deviceSituation.title')}>
      <div className="overview">
        <QueryBoundary query={query} skeleton={<SkeletonTable />}>
          {(situation) => (
            <>
              <MachineCountList situation={situation} />
              <div className="overview-columns has-side">
                <div>
                  <h2>{t('machines.map')}</h2>
                  <MachineMap situation={situation} />
                </div>
                <div className="overview">
                  <section aria-label={t('machines.ages')}>
                    <h2>{t('machines.ages')}</h2>
                    <RepairAgeBars situation={situation} />
                  </section>
                  <OpenRepairList situation={situation} maxRows={20} title={t('machines.repairs')} />
                  <MaintenanceDueList situation={situation} />
                </div>
              </div>
            </>
          )}
        </QueryBoundary>
        <EffectivenessSection />
      </div>
    </PageFrame>
  )
}
function MaintenanceDueList({ situation }: { situation: MachineSituation }) {
  const { t } = useTranslation(['overview', 'maintenance'])
  const getPageLink = usePageLink()
  const language = useLanguage()
  const formatReading = (value: number) => formatNumber(value, { language, decimals: 1 })
  const formatDue = (row: MachineSituation['upkeep'][number]) => {
    const dueMeter = getMeterDue(row)
    if (!dueMeter) return row.dueOn
    return t('maintenance:pages.upkeepPlan.dueAt', {
      due: formatReading(dueMeter.dueReading),
      now: formatReading(dueMeter.currentReading),
      unit: row.meterUnit,
    })
  }
  if (situation.upkeep.length === 0) return <p className="quiet">{t('machines.noUpkeep')}</p>
  return (
    <section aria-label={t('machines.upkeep')}>
      <h2>{t('machines.upkeep')}</h2>
      <ul className="overview-late">
        {situation.upkeep.slice(0, 20).map((row) => {
          const to = getPageLink('upkeepPlan', { id: row.pmPlanId })
          return (
            <li key={row.pmPlanId}>
              <span>
                {to ? <Link to={to}>{row.title}</Link> : row.title} · {row.machine}
              </span>
              <span className="quiet">
                {t(`maintenance:pmPlan.options.state.${row.state}`)} {formatDue(row)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
/** Running time of the lines as a share of calendar time and of planned busy time, and their OEE. */
function EffectivenessSection() {
  const { t } = useTranslation('overview')
  const choice = usePeriodChoice('month')
  const query = useEndpoint(metricEndpoints.utilisation.endpoint, toPeriodInput(choice), { resources: ['shiftFigure'] })
  return (
    <section className="overview" aria-label={t('machines.effectiveness')}>
      <h2>{t('machines.effectiveness')}</h2>
      <PeriodChoiceBar choice={choice} />
      <QueryBoundary query={query} skeleton={<SkeletonTable />}>
        {({ figures, lines }) => (
          <>
            <dl className="overview-tiles">
              {figures.map((metric) => (
                <ComparedMetricTile key={metric.figure} metric={metric} />
              ))}
            </dl>
            <RankedList
              title={t('machines.oeeByLine')}
              rows={lines.filter(({ figure }) => figure === 'oeePercent').map((row) => ({ ...row, key: row.lineId }))}
            />
          </>
        )}
      </QueryBoundary>
    </section>
  )
}
