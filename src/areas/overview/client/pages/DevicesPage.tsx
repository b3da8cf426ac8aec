import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePageLink } from '@/client/shell/use-page-link'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { dueByMeter } from '@/areas/maintenance/rules/pm-plan'
import { figureCalls } from '../../contract/figure-calls'
import { machineSituation, type MachineSituation } from '../../contract/glance-calls'
import { RankedTable } from '../parts/RankedTable'
import { FigureTile } from '../parts/FigureTile'
import { MachineCounts } from '../parts/MachineCounts'
import { PeriodBar } from '../parts/PeriodBar'
import { RepairRows } from '../parts/RepairRows'
import { inputOf, useAsked } from '../parts/use-asked'

/** 设备状态: machines by state, utilization and OEE of lines, open repairs, preventive maintenance that is due. */
export default function DevicesPage() {
  const { t } = useTranslation('overview')
  const found = useEndpoint(machineSituation, {}, { resources: ['equipment', 'repair', 'pmPlan'] })
  return (
    <PageFrame title={t('pages.deviceSituation.title')}>
      <div className="overview">
        {found.isPending && <SkeletonTable />}
        {found.error && <NotLoadedView of={found} />}
        {found.data && !found.error && (
          <>
            <MachineCounts of={found.data} />
            <States of={found.data} />
            <div className="overview-two">
              <RepairRows of={found.data} most={20} title={t('machines.repairs')} />
              <Upkeep of={found.data} />
            </div>
          </>
        )}
        <Effectiveness />
      </div>
    </PageFrame>
  )
}
function States({ of }: { of: MachineSituation }) {
  const { t } = useTranslation('overview')
  if (of.lines.length === 0) return null
  const columns = ['machines', 'faulty', 'repairs', 'upkeep'] as const
  // Scrollable regions must be focusable by keyboard.
  const reached = { 'aria-label': t('machines.byLine'), tabIndex: 0 }
  return (
    <section className="overview-table" {...reached}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('inputs.lineId')}</th>
            {columns.map((name) => (
              <th key={name} scope="col">
                {t(`machines.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.lines.map((row) => (
            <tr key={row.lineId ?? 'none'}>
              <th scope="row">{row.label}</th>
              {columns.map((name) => (
                <td key={name}>{row[name]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
function Upkeep({ of }: { of: MachineSituation }) {
  const { t } = useTranslation(['overview', 'maintenance'])
  const link = usePageLink()
  const language = useLanguage()
  const said = (value: number) => formatNumber(value, { language, decimals: 1 })
  const dueWords = (row: MachineSituation['upkeep'][number]) => {
    const by = dueByMeter(row)
    if (!by) return row.dueOn
    return t('maintenance:pages.upkeepPlan.dueAt', { due: said(by.due), now: said(by.now), unit: row.meterUnit })
  }
  if (of.upkeep.length === 0) return <p className="quiet">{t('machines.noUpkeep')}</p>
  return (
    <section aria-label={t('machines.upkeep')}>
      <h2>{t('machines.upkeep')}</h2>
      <ul className="overview-late">
        {of.upkeep.slice(0, 20).map((row) => {
          const to = link('upkeepPlan', { id: row.pmPlanId })
          return (
            <li key={row.pmPlanId}>
              <span>
                {to ? <Link to={to}>{row.title}</Link> : row.title} · {row.machine}
              </span>
              <span className="quiet">
                {t(`maintenance:pmPlan.options.state.${row.state}`)} {dueWords(row)}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
/** Share of calendar time and of planned busy time that lines ran, and their OEE. */
function Effectiveness() {
  const { t } = useTranslation('overview')
  const asked = useAsked('month')
  const found = useEndpoint(figureCalls.utilisation.endpoint, inputOf(asked), { resources: ['shiftFigure'] })
  return (
    <section className="overview" aria-label={t('machines.effectiveness')}>
      <h2>{t('machines.effectiveness')}</h2>
      <PeriodBar asked={asked} />
      {found.isPending && <SkeletonTable />}
      {found.error && <NotLoadedView of={found} />}
      {found.data && !found.error && (
        <>
          <dl className="overview-tiles">
            {found.data.figures.map((figure) => (
              <FigureTile key={figure.figure} of={figure} />
            ))}
          </dl>
          <RankedTable
            title={t('machines.oeeByLine')}
            head={t('inputs.lineId')}
            rows={found.data.lines
              .filter(({ figure }) => figure === 'oeePercent')
              .map((row) => ({ ...row, key: row.lineId }))}
          />
        </>
      )}
    </section>
  )
}
