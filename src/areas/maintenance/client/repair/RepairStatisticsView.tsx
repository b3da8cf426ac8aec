import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { getSession } from '@/client/session/session'
import { getPlantNow } from '@/client/clock'
import { formatDay } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { BarChart } from '@/client/ui/Charts'
import { DataTable, type Column } from '@/client/ui/DataTable'
import { EmptyState } from '@/client/ui/EmptyState'
import { Quantity } from '@/client/ui/Quantity'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useElementWidth } from '@/client/ui/use-element-width'
import type { EndpointOutput } from '@/contract/endpoint'
import { addMonths } from '@/plant/rules/plant-time'
import { repairStatistics, repairWorkHours } from '@/areas/maintenance/contract/repair-reports'
import { Tabs } from '@/client/ui/Tabs'

const GROUPINGS = ['equipment', 'line', 'month'] as const
type Grouping = (typeof GROUPINGS)[number]
type Statistics = EndpointOutput<typeof repairStatistics>
type StatisticsRow = Statistics['rows'][number]
/** Maximum number of bars, to keep charts readable. */
const MAX_BARS = 12
/** Minimum width of the container for a table instead of cards, px. */
const TABLE_MIN_WIDTH_PX = 640

/** MTTR and MTBF with definitions and source values, and hours of work by person. */
export default function RepairStatisticsView() {
  const { t } = useTranslation(['maintenance', 'client'])
  const zone = usePlantZone()
  const [grouping, setGrouping] = useState<Grouping>('equipment')
  const [defaultPeriod] = useState(() => {
    const to = formatDay(getPlantNow(), zone)
    return { from: addMonths(to, -3, 1), to }
  })
  const [chosenDays, setChosenDays] = useState<DayRangeParams>({})
  const period = resolveDayRange(chosenDays, defaultPeriod)
  const statistics = useEndpoint(repairStatistics, { by: grouping, ...period }, { resources: ['repair', 'lineStop'] })
  const workHours = useEndpoint(repairWorkHours, period)
  return (
    <div className="scroll statistics">
      <h2 className="ui-hidden">{t('pages.repair.view.statistics')}</h2>
      <Tabs
        label={t('inputs.by')}
        chosen={grouping}
        onChoose={setGrouping}
        tabs={GROUPINGS.map((key) => ({ key, label: t(`inputOptions.by.${key}`) }))}
      />
      <div className="period">
        <DayRangeFields days={period} onChange={(changed) => setChosenDays({ ...chosenDays, ...changed })} />
      </div>
      {statistics.isPending && <SkeletonChart />}
      {statistics.error && !statistics.data && <NotLoadedView query={statistics} />}
      {statistics.data && <StatisticsSection data={statistics.data} grouping={grouping} />}
      {workHours.data && workHours.data.length > 0 && (
        <BarChart
          question={t('pages.repair.whoWorked')}
          unit="h"
          period={`${period.from} – ${period.to}`}
          horizontal
          decimals={1}
          height={60 + 26 * Math.min(MAX_BARS, workHours.data.length)}
          xs={workHours.data.slice(0, MAX_BARS).map((row) => row.label)}
          series={[{ name: t('answers.hours'), values: workHours.data.slice(0, MAX_BARS).map((row) => row.hours) }]}
        />
      )}
    </div>
  )
}

function StatisticsSection({ data, grouping }: { data: Statistics; grouping: Grouping }) {
  const { t } = useTranslation(['maintenance', 'client'])
  const period = `${data.from} – ${data.to}`
  const chartRows =
    grouping === 'month'
      ? data.rows
      : data.rows
          .filter((row) => row.mttr !== null)
          .sort((a, b) => (b.mttr ?? 0) - (a.mttr ?? 0))
          .slice(0, MAX_BARS)
  if (data.rows.length === 0)
    return <EmptyState title={t('reasons.noBreakdowns')} advice={t('pages.repair.otherPeriod')} />
  return (
    <>
      <BarChart
        question={t(`pages.repair.question.${grouping}`)}
        unit="h"
        period={period}
        decimals={1}
        horizontal={grouping !== 'month'}
        height={grouping === 'month' ? 260 : 60 + 26 * chartRows.length}
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
      <StatisticsTable key={grouping} rows={data.rows} grouping={grouping} />
    </>
  )
}

function StatisticsTable({ rows, grouping }: { rows: readonly StatisticsRow[]; grouping: Grouping }) {
  const { t } = useTranslation('maintenance')
  const [boxRef, width] = useElementWidth<HTMLElement>()
  const [showsAll, setShowsAll] = useState(false)
  const renderHours = (value: number | null | undefined, reason: string | null | undefined) =>
    value === null || value === undefined ? (
      <span className="quiet">{reason ? t(`reasons.${reason}`) : '–'}</span>
    ) : (
      <Quantity value={value} unit="h" decimals={1} />
    )
  const columns: Column<StatisticsRow>[] = [
    {
      id: 'label',
      header: t(`inputOptions.by.${grouping}`),
      renderCell: (row) => row.label,
      cardSlot: 'title',
      width: 16,
    },
    {
      id: 'mttr',
      header: `${t('answers.mttr')} (h)`,
      renderCell: (row) => renderHours(row.mttr, row.mttrReason),
      number: true,
      width: 11,
    },
    {
      id: 'mtbf',
      header: `${t('answers.mtbf')} (h)`,
      renderCell: (row) => renderHours(row.mtbf, row.mtbfReason),
      number: true,
      width: 11,
    },
    buildMetricColumn({
      id: 'breakdowns',
      header: t('answers.breakdowns'),
      unit: '',
      getValue: (row) => row.breakdowns,
    }),
    buildMetricColumn({ id: 'repairs', header: t('answers.repairs'), unit: '', getValue: (row) => row.repairs }),
    buildMetricColumn({
      id: 'repairHours',
      header: t('answers.repairHours'),
      unit: 'h',
      decimals: 2,
      getValue: (row) => row.repairHours,
    }),
    buildMetricColumn({
      id: 'waitingHours',
      header: t('answers.waitingHours'),
      unit: 'h',
      decimals: 2,
      getValue: (row) => row.waitingHours,
    }),
    buildMetricColumn({
      id: 'operatingHours',
      header: t('answers.operatingHours'),
      unit: 'h',
      decimals: 2,
      cardSlot: 'none',
      getValue: (row) => row.operatingHours,
    }),
  ]
  const isWide = width >= TABLE_MIN_WIDTH_PX
  const displayedRows = isWide || showsAll ? rows : rows.slice(0, MAX_BARS)
  return (
    <section ref={boxRef}>
      {width > 0 && isWide && (
        <div className="figure-table">
          <DataTable
            label={t('actions.repair_statistics')}
            columns={columns}
            choiceKey={`${getSession().userId}/repairStatistics`}
            rows={rows}
            getRowKey={(row) => row.key}
            total={rows.length}
          />
        </div>
      )}
      {width > 0 && !isWide && (
        <ul className="cards">
          {displayedRows.map((row) => (
            <StatisticsCard key={row.key} row={row} columns={columns} />
          ))}
        </ul>
      )}
      {width > 0 && displayedRows.length < rows.length && (
        <Button block onClick={() => setShowsAll(true)}>
          {t('pages.repair.showAll', { count: rows.length })}
        </Button>
      )}
    </section>
  )
}
/** One row of the table as a card, for phones: there the page scrolls, not a list within it. */
function StatisticsCard({ row, columns }: { row: StatisticsRow; columns: readonly Column<StatisticsRow>[] }) {
  const [title, ...metricColumns] = columns.filter((column) => column.cardSlot !== 'none')
  return (
    <li className="ui-card">
      <h3 className="card-title">{title?.renderCell(row)}</h3>
      <dl className="facts">
        {metricColumns.map((column) => (
          <div key={column.id}>
            <dt>{column.header.replace(/ \(h\)$/, '')}</dt>
            <dd>{column.renderCell(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
