import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { getPlantNow } from '@/client/clock'
import { formatDay } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { getSession } from '@/client/session/session'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import { BarChart, ParetoChart } from '@/client/ui/Charts'
import { DataTable, type Column } from '@/client/ui/DataTable'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { Tabs } from '@/client/ui/Tabs'
import type { EndpointOutput } from '@/contract/endpoint'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { metrics } from '@/plant/rules/metrics'
import { addMonths } from '@/plant/rules/plant-time'
import { checkMetrics, checkMetricGroupings } from '../../contract/check-endpoints'

type Grouping = (typeof checkMetricGroupings)[number]
type Defect = EndpointOutput<typeof checkMetrics>['defects'][number]
/** Maximum number of bars that stay readable. */
const MAX_BARS = 12

/** Shows first-pass yield by line, team or product, and the Pareto of the defects found. */
export default function CheckMetricsView({ tabs }: { tabs: ReactNode }) {
  return (
    <PageFrame contentScrollsItself title={usePageTitle() ?? ''}>
      <div className="tabbed">
        {tabs}
        <CheckMetricsPanel />
      </div>
    </PageFrame>
  )
}
function CheckMetricsPanel() {
  const { t } = useTranslation(['quality', 'plant'])
  const zone = usePlantZone()
  const formatTeam = useFormatTeam()
  const [grouping, setGrouping] = useState<Grouping>('line')
  const [defaultRange] = useState(() => {
    const to = formatDay(getPlantNow(), zone)
    return { from: addMonths(to, -3, 1), to }
  })
  const [chosenRange, setChosenRange] = useState<DayRangeParams>({})
  const period = resolveDayRange(chosenRange, defaultRange)
  const query = useEndpoint(checkMetrics, { by: grouping, ...period }, { resources: ['qualityCheck'] })
  const rangeText = `${period.from} – ${period.to}`
  const rows = query.data?.rows.slice(0, MAX_BARS) ?? []
  return (
    <div className="scroll check-figures">
      <Tabs
        label={t('inputs.by')}
        chosen={grouping}
        onChoose={setGrouping}
        tabs={checkMetricGroupings.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
      />
      <div className="period">
        <DayRangeFields days={period} onChange={(changed) => setChosenRange({ ...chosenRange, ...changed })} />
      </div>
      {query.isPending && <SkeletonChart />}
      {query.error && !query.data && <NotLoadedView query={query} />}
      {query.data && query.data.rolls === 0 && (
        <EmptyState title={t('pages.sheet.noChecks')} advice={t('pages.sheet.noChecksNext')} />
      )}
      {query.data && query.data.rolls > 0 && (
        <>
          <p className="check-sum">
            <b>
              {t('plant:figures.firstPassPercent.name')} {query.data.firstPassPercent ?? '–'}%
            </b>
            <span>{t('pages.sheet.rolls', { rolls: query.data.rolls, passed: query.data.passed })}</span>
          </p>
          <BarChart
            question={t(`pages.sheet.fpyQuestion.${grouping}`)}
            unit={metrics.firstPassPercent.unit}
            period={rangeText}
            decimals={1}
            horizontal
            height={60 + 26 * rows.length}
            xs={rows.map(({ label }) => (grouping === 'team' ? (formatTeam(label) ?? label) : label))}
            series={[
              {
                name: t('plant:figures.firstPassPercent.name'),
                values: rows.map(({ firstPassPercent }) => firstPassPercent),
              },
            ]}
          />
          {query.data.defects.length > 0 && <DefectParetoSection rows={query.data.defects} period={rangeText} />}
          <dl className="definitions">
            {(['firstPassPercent', 'defectShare'] as const).map((name) => (
              <div key={name}>
                <dt>
                  {t(`plant:figures.${name}.name`)} ({metrics[name].unit})
                </dt>
                <dd>{t(`plant:figures.${name}.formula`)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  )
}
function DefectParetoSection({ rows, period }: { rows: readonly Defect[]; period: string }) {
  const { t } = useTranslation(['quality', 'plant'])
  const columns: Column<Defect>[] = [
    {
      id: 'label',
      header: t('qualityCheck.sub.defects.kind'),
      renderCell: ({ label }) => label,
      cardSlot: 'title',
      width: 14,
    },
    buildMetricColumn({ id: 'count', header: t('answers.found'), unit: '', getValue: ({ count }) => count }),
    buildMetricColumn({
      id: 'percent',
      header: t('plant:figures.defectShare.name'),
      unit: '%',
      decimals: 1,
      getValue: ({ percent }) => percent,
    }),
    buildMetricColumn({
      id: 'cumulative',
      header: t('answers.cumulative'),
      unit: '%',
      decimals: 1,
      getValue: ({ cumulative }) => cumulative,
    }),
  ]
  return (
    <>
      <ParetoChart
        question={t('pages.sheet.question')}
        unit={t('pages.sheet.times')}
        period={period}
        decimals={0}
        items={rows.map(({ label, count }) => ({ name: label, value: count }))}
      />
      <div className="figure-table">
        <DataTable
          label={t('pages.sheet.table')}
          columns={columns}
          choiceKey={`${getSession().userId}/checkDefects`}
          rows={rows}
          getRowKey={({ kind }) => kind}
          total={rows.length}
        />
      </div>
    </>
  )
}
