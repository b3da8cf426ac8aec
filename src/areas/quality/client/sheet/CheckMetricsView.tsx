import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageTitle } from '@/client/shell/use-menu'
import { BarChart, ParetoChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import type { EndpointOutput } from '@/contract/endpoint'
import { useBusinessDate } from '@/plant/client/use-today'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { metrics } from '@/plant/rules/metrics'
import { getMonthStart } from '@/plant/rules/month'
import { addDays } from '@/plant/rules/plant-time'
import { ReportTables } from '@/plant/client/report/ReportView'
import { defectParetoReport, qualityCheckMetrics, qualityCheckGroupings } from '../../contract/check-endpoints'

type CheckMetrics = EndpointOutput<typeof qualityCheckMetrics>
type Grouping = (typeof qualityCheckGroupings)[number]
/** Maximum number of bars that stay readable. */
const MAX_BARS = 12

/** Returns the height in pixels of a horizontal bar chart with the given number of bars. */
const calculateChartHeight = (bars: number): number => 60 + 26 * bars

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
  const today = useBusinessDate()
  const [grouping, setGrouping] = useState<Grouping>('line')
  const [defaultRange] = useState(() => ({ from: getMonthStart(today), to: today }))
  const [chosenRange, setChosenRange] = useState<DayRangeParams>({})
  const period = resolveDayRange(chosenRange, defaultRange)
  const query = useEndpoint(
    qualityCheckMetrics,
    { by: grouping, ...period },
    { resources: [...defectParetoReport.resources] },
  )
  const rangeText = `${period.from} – ${period.to}`
  return (
    <div className="scroll check-figures">
      <Tabs
        label={t('inputs.by')}
        chosen={grouping}
        onChoose={setGrouping}
        tabs={qualityCheckGroupings.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
      />
      <div className="report-filters">
        <DayRangeFields days={period} onChange={(changed) => setChosenRange({ ...chosenRange, ...changed })} />
      </div>
      <QueryBoundary query={query} skeleton={<SkeletonChart />}>
        {(answer) => <CheckMetricsSection answer={answer} grouping={grouping} period={rangeText} />}
      </QueryBoundary>
    </div>
  )
}
/**
 * First-pass yield and the most frequent defect.
 * @param period text of the period, if nothing else on the page names it
 */
function CheckMetricTiles({ answer, period }: { answer: CheckMetrics; period?: string }) {
  const { t } = useTranslation(['quality', 'plant'])
  const { rolls, passed, firstPassPercent, defects } = answer
  const withPeriod = (note: string) => [period, note].filter(Boolean).join(' · ')
  const mostFrequent = defects.toSorted((a, b) => b.count - a.count)[0]
  return (
    <MetricTiles
      tiles={[
        {
          label: t('plant:figures.firstPassPercent.name'),
          value: firstPassPercent,
          unit: metrics.firstPassPercent.unit,
          decimals: 1,
          note: withPeriod(t('pages.sheet.rolls', { rolls, passed })),
        },
        ...(mostFrequent
          ? [
              {
                label: t('pages.sheet.mostFrequent'),
                value: mostFrequent.count,
                unit: t('pages.sheet.times'),
                note: withPeriod(mostFrequent.label),
              },
            ]
          : []),
      ]}
    />
  )
}
const SUMMARY_DAYS = 30
/** The metrics of the last days above the list of checks; nothing until they are loaded. */
export function CheckSummary() {
  const { t } = useTranslation('quality')
  const today = useBusinessDate()
  const query = useEndpoint(
    qualityCheckMetrics,
    { by: 'line' as const, from: addDays(today, 1 - SUMMARY_DAYS), to: today },
    { resources: [...defectParetoReport.resources] },
  )
  if (!query.data?.rolls) return null
  return <CheckMetricTiles answer={query.data} period={t('pages.sheet.lastDays', { days: SUMMARY_DAYS })} />
}
function CheckMetricsSection({
  answer,
  grouping,
  period,
}: {
  answer: CheckMetrics
  grouping: Grouping
  period: string
}) {
  const { t } = useTranslation(['quality', 'plant'])
  const formatTeam = useFormatTeam()
  const { rolls, defects } = answer
  const rows = answer.rows.slice(0, MAX_BARS)
  if (rolls === 0) return <EmptyState title={t('pages.sheet.noChecks')} advice={t('pages.sheet.noChecksNext')} />
  return (
    <>
      <CheckMetricTiles answer={answer} />
      <div className="ui-columns">
        <BarChart
          question={t(`pages.sheet.fpyQuestion.${grouping}`)}
          unit={metrics.firstPassPercent.unit}
          period={period}
          decimals={1}
          horizontal
          height={calculateChartHeight(rows.length)}
          xs={rows.map(({ label }) => (grouping === 'team' ? (formatTeam(label) ?? label) : label))}
          series={[
            {
              name: t('plant:figures.firstPassPercent.name'),
              values: rows.map((row) => row.firstPassPercent),
            },
          ]}
        />
        {defects.length > 0 && (
          <ParetoChart
            question={t('pages.sheet.question')}
            unit={t('pages.sheet.times')}
            period={period}
            decimals={0}
            items={defects.map(({ label, count }) => ({ name: label, value: count }))}
          />
        )}
      </div>
      <ReportTables report={defectParetoReport} answer={answer} />
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
  )
}
