import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DayRangeFields } from '@/client/figures/DayRangeFields'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint, useList } from '@/client/api/use-list'
import { useOptions } from '@/client/fields/options'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { BarChart, ParetoChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { Select } from '@/client/ui/Select'
import { useQueryParams } from '@/client/use-query-params'
import { Checkbox } from '@/client/ui/Toggles'
import { shiftRotation } from '@/plant/contract/rotation'
import { buildRotationHistory } from '@/plant/rules/rotation'
import { stopAnalysis, stopAnalysisReport } from '@/areas/reports/contract/stop-analysis'
import { useFormatTeam } from '@/plant/client/shift-record/use-shift'
import { ClosedMonthsNotice, ReportTables } from '@/plant/client/report/ReportView'

type Analysis = EndpointOutput<typeof stopAnalysis>
/** Maximum number of readable bars; the table below the charts lists all rows. */
const MAX_BARS = 15
const DISPLAYED_METRICS = [
  ['availabilityPercent', '%'],
  ['mtbsHours', 'h'],
  ['mdtHours', 'h'],
  ['unplannedHours', 'h'],
  ['unplanned', ''],
  ['unknownHours', 'h'],
] as const
const ROTATION_QUERY = { size: 500 }
const HOURS_METRICS = ['plannedHours', 'unplannedHours', 'unknownHours'] as const

/** Returns the teams of all rotation patterns, including earlier ones. */
function useTeams(): string[] {
  const { rows } = useList(shiftRotation, ROTATION_QUERY)
  return useMemo(
    () => [...new Set(buildRotationHistory(rows).flatMap(({ pattern }) => pattern.teams.map(({ key }) => key)))].sort(),
    [rows],
  )
}

/**
 * Stop analysis of a period: metrics, reasons in Pareto order, trend, lines, teams and shifts. The URL holds the
 * period, line and team.
 */
export default function StopAnalysisView() {
  const { t } = useTranslation(['reports', 'plant', 'client'])
  const formatTeam = useFormatTeam()
  const [params, setParams] = useQueryParams()
  const getParam = (name: string): string => params.get(name) ?? ''
  const from = getParam('from')
  const to = getParam('to')
  const lineId = getParam('line')
  const team = getParam('crew')
  const lines = useOptions('line')
  const includesSlitters = getParam('slitters') === '1'
  const teams = useTeams()
  // Without a chosen period the server uses the last 30 business dates.
  const query = Object.fromEntries(
    Object.entries({ from, to, lineId, team, slitters: includesSlitters }).filter(([, value]) => value),
  )
  const analysis = useEndpoint(stopAnalysis, query, { resources: stopAnalysisReport.resources })
  const period = { from: from || (analysis.data?.from ?? ''), to: to || (analysis.data?.to ?? '') }
  return (
    <div className="stops-scroll stop-figures stack gap-4">
      <h2 className="ui-hidden">{t('pages.stops.view.analysis')}</h2>
      <div className="report-filters">
        <DayRangeFields
          days={period}
          onChange={(changedDays) => setParams({ ...period, ...changedDays }, { replace: true })}
        />
        <label>
          {t('inputs.lineId')}
          <Select
            value={lineId}
            options={[
              { value: '', label: t(includesSlitters ? 'pages.stops.webLinesAndSlitters' : 'pages.stops.webLines') },
              ...lines.list.map((line) => ({ value: line.id, label: line.label })),
            ]}
            onChange={(chosen) => setParams({ line: chosen || null }, { replace: true })}
          />
        </label>
        <label>
          {t('inputs.team')}
          <Select
            value={team}
            options={[
              { value: '', label: t('pages.stops.allTeams') },
              ...teams.map((teamKey) => ({ value: teamKey, label: formatTeam(teamKey) ?? teamKey })),
            ]}
            onChange={(chosen) => setParams({ crew: chosen || null }, { replace: true })}
          />
        </label>
        {!lineId && (
          <label className="stop-slitters">
            <Checkbox
              checked={includesSlitters}
              onChange={(event) => setParams({ slitters: event.target.checked ? '1' : null }, { replace: true })}
            />
            {t('inputs.slitters')}
          </label>
        )}
      </div>
      <QueryBoundary query={analysis} skeleton={<SkeletonChart />}>
        {(data) => <AnalysisSection data={data} />}
      </QueryBoundary>
    </div>
  )
}

function AnalysisSection({ data }: { data: Analysis }) {
  const { t } = useTranslation(['reports', 'plant', 'contract'])
  const formatTeam = useFormatTeam()
  const period = `${data.from} – ${data.to}`
  const formatShift = (key: string) => t(`contract:shifts.${key}`, { defaultValue: key })
  const trendLabels = data.trend.map((step) =>
    step.from === step.to ? step.from.slice(5) : `${step.from.slice(5)} – ${step.to.slice(5)}`,
  )
  // Bars cannot show negative corrections of stop time, so their sum is displayed below the chart.
  const removedHours = data.pareto.reduce((sum, { hours }) => sum + Math.min(0, hours), 0)
  const toStackedSeries = (rows: readonly Analysis['trend'][number][] | Analysis['teams'] | Analysis['shifts']) => [
    ...HOURS_METRICS.map((name) => ({ name: t(`plant:figures.${name}.name`), values: rows.map((row) => row[name]) })),
    // Bars cannot show negative corrections of stop time.
    ...(rows.some(({ correctedHours }) => correctedHours > 0)
      ? [{ name: t('correctedStopTime'), values: rows.map((row) => Math.max(0, row.correctedHours)) }]
      : []),
  ]
  return (
    <>
      <ClosedMonthsNotice answer={data} />
      <dl className="stop-kpis">
        {DISPLAYED_METRICS.map(([name, unit]) => (
          <div key={name} className="ui-card">
            <dt>{t(`plant:figures.${name}.name`)}</dt>
            <dd>
              <Quantity value={data[name]} unit={unit} decimals={unit === '' ? 0 : 1} size="large" />
            </dd>
            <dd className="stop-meaning">{t(`plant:figures.${name}.formula`)}</dd>
          </div>
        ))}
      </dl>
      {data.pareto.length === 0 && (
        <EmptyState title={t('pages.stops.noStops')} advice={t('pages.stops.otherPeriod')} />
      )}
      {data.pareto.length > 0 && (
        <>
          <ParetoChart
            question={t('pages.stops.question.pareto')}
            unit="h"
            period={period}
            decimals={1}
            height={340}
            items={data.pareto
              .filter(({ hours }) => hours > 0)
              .slice(0, MAX_BARS)
              .map((row) => ({ name: row.label, value: row.hours }))}
          />
          {removedHours < 0 && (
            <p className="quiet">
              {t('correctedStopTime')}: <Quantity value={removedHours} unit="h" decimals={1} />
            </p>
          )}
          <BarChart
            question={t('pages.stops.question.trend')}
            unit="h"
            period={period}
            decimals={1}
            stacked
            xs={trendLabels}
            series={toStackedSeries(data.trend)}
          />
          <div className="stop-pair">
            <BarChart
              question={t('pages.stops.question.teams')}
              unit="h"
              period={period}
              decimals={1}
              stacked
              xs={data.teams.map((row) => formatTeam(row.team) ?? t('pages.stops.noTeam'))}
              series={toStackedSeries(data.teams)}
            />
            <BarChart
              question={t('pages.stops.question.shifts')}
              unit="h"
              period={period}
              decimals={1}
              stacked
              xs={data.shifts.map((row) => formatShift(row.shift))}
              series={toStackedSeries(data.shifts)}
            />
          </div>
        </>
      )}
      <ReportTables
        report={stopAnalysisReport}
        answer={data}
        cells={{ team: (row) => (row['team'] === null ? t('pages.stops.noTeam') : null) }}
      />
    </>
  )
}
