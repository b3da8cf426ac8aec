import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { BarChart } from '@/client/ui/Charts'
import type { EndpointOutput } from '@/contract/endpoint'
import { useBusinessDate } from '@/plant/client/use-today'
import { addMonths } from '@/plant/rules/plant-time'
import { ReportView } from '@/plant/client/report/ReportView'
import { defineRepairReport, repairWorkHours, type repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { Tabs } from '@/client/ui/Tabs'

const GROUPINGS = ['equipment', 'line', 'month'] as const
type Grouping = (typeof GROUPINGS)[number]
type Statistics = EndpointOutput<typeof repairStatistics>

const FIRST_DAY_OF_MONTH = 1
/** Maximum number of bars, to keep charts readable. */
const MAX_BARS = 12

/** Calculates the height of a horizontal bar chart in pixels: 60 for the axis, 26 for each bar. */
const calculateChartHeight = (bars: number): number => 60 + 26 * bars

/** MTTR and MTBF with definitions and source values, and hours of work by person. */
export default function RepairStatisticsView() {
  const { t } = useTranslation(['maintenance', 'client'])
  const today = useBusinessDate()
  const [grouping, setGrouping] = useState<Grouping>('equipment')
  const [defaultPeriod] = useState(() => ({ from: addMonths(today, -3, FIRST_DAY_OF_MONTH), to: today }))
  const [chosenDays, setChosenDays] = useState<DayRangeParams>({})
  const period = resolveDayRange(chosenDays, defaultPeriod)
  const workHours = useEndpoint(repairWorkHours, period)
  const renderReason = (reason: unknown) =>
    typeof reason === 'string' ? <span className="quiet">{t(`reasons.${reason}`)}</span> : null
  return (
    <div className="ui-sections scroll statistics">
      <h2 className="ui-hidden">{t('pages.repair.view.statistics')}</h2>
      <Tabs
        label={t('inputs.by')}
        chosen={grouping}
        onChoose={setGrouping}
        tabs={GROUPINGS.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
      />
      <div className="report-filters">
        <DayRangeFields days={period} onChange={(changed) => setChosenDays({ ...chosenDays, ...changed })} />
      </div>
      <ReportView
        key={grouping}
        report={defineRepairReport(grouping)}
        input={{ by: grouping, ...period }}
        cells={{ mttr: (row) => renderReason(row['mttrReason']), mtbf: (row) => renderReason(row['mtbfReason']) }}
        empty={{ title: t('reasons.noBreakdowns'), advice: t('pages.repair.otherPeriod') }}
        renderAbove={(data) => data.rows.length > 0 && <StatisticsSummary data={data} grouping={grouping} />}
      />
      {workHours.data && workHours.data.length > 0 && (
        <BarChart
          question={t('pages.repair.whoWorked')}
          unit="h"
          period={`${period.from} – ${period.to}`}
          horizontal
          decimals={1}
          height={calculateChartHeight(Math.min(MAX_BARS, workHours.data.length))}
          xs={workHours.data.slice(0, MAX_BARS).map((row) => row.label)}
          series={[{ name: t('answers.hours'), values: workHours.data.slice(0, MAX_BARS).map((row) => row.hours) }]}
        />
      )}
    </div>
  )
}

/** Chart of the longest mean repair times, or of all months, and the definitions of the metrics. */
function StatisticsSummary({ data, grouping }: { data: Statistics; grouping: Grouping }) {
  const { t } = useTranslation(['maintenance', 'client'])
  const period = `${data.from} – ${data.to}`
  const chartRows =
    grouping === 'month'
      ? data.rows
      : data.rows
          .filter((row) => row.mttr !== null)
          .sort((a, b) => (b.mttr ?? 0) - (a.mttr ?? 0))
          .slice(0, MAX_BARS)
  return (
    <>
      <BarChart
        question={t(`pages.repair.question.${grouping}`)}
        unit="h"
        period={period}
        decimals={1}
        horizontal={grouping !== 'month'}
        height={grouping === 'month' ? 260 : calculateChartHeight(chartRows.length)}
        xs={chartRows.map((row) => row.label)}
        series={[{ name: t('answers.mttr'), values: chartRows.map((row) => row.mttr ?? null) }]}
      />
      <dl className="definitions">
        {data.definitions.map((definition) => (
          <div key={definition.indicator}>
            <dt>
              {definition.label} ({definition.unit})
            </dt>
            <dd>
              <code>{definition.formula}</code>
              {definition.note && <span>{definition.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
