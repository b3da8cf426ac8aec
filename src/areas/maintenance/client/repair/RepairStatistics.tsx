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
import { useWidth } from '@/client/resource/use-width'
import type { EndpointOutput } from '@/contract/endpoint'
import { addMonths } from '@/plant/rules/plant-time'
import { repairStatistics, repairWorkHours } from '@/areas/maintenance/contract/repair-reports'
import { Tabs } from '@/client/ui/Tabs'

const GROUPS = ['equipment', 'line', 'month'] as const
type Group = (typeof GROUPS)[number]
type Statistics = EndpointOutput<typeof repairStatistics>
type Line = Statistics['rows'][number]
/** Maximum number of bars, to keep charts readable. */
const MOST = 12
/** Minimum width of the container for a table instead of cards, px. */
const TABLE_FROM = 640

/** MTTR and MTBF with definitions and source values, and hours of work by person. */
export default function RepairStatistics() {
  const { t } = useTranslation(['maintenance', 'client'])
  const zone = usePlantZone()
  const [by, setBy] = useState<Group>('equipment')
  const [usual] = useState(() => {
    const to = formatDay(getPlantNow(), zone)
    return { from: addMonths(to, -3, 1), to }
  })
  const [asked, setAsked] = useState<DayRangeParams>({})
  const period = resolveDayRange(asked, usual)
  const found = useEndpoint(repairStatistics, { by, ...period }, { resources: ['repair', 'lineStop'] })
  const hours = useEndpoint(repairWorkHours, period)
  return (
    <div className="scroll statistics">
      <h2 className="ui-hidden">{t('pages.repair.view.statistics')}</h2>
      <Tabs
        label={t('inputs.by')}
        chosen={by}
        onChoose={setBy}
        tabs={GROUPS.map((key) => ({ key, word: t(`inputOptions.by.${key}`) }))}
      />
      <div className="period">
        <DayRangeFields days={period} onChange={(changed) => setAsked({ ...asked, ...changed })} />
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && !found.data && <NotLoadedView of={found} />}
      {found.data && <Figures data={found.data} by={by} />}
      {hours.data && hours.data.length > 0 && (
        <BarChart
          question={t('pages.repair.whoWorked')}
          unit="h"
          period={`${period.from} – ${period.to}`}
          horizontal
          decimals={1}
          height={60 + 26 * Math.min(MOST, hours.data.length)}
          xs={hours.data.slice(0, MOST).map((row) => row.label)}
          series={[{ name: t('answers.hours'), values: hours.data.slice(0, MOST).map((row) => row.hours) }]}
        />
      )}
    </div>
  )
}

function Figures({ data, by }: { data: Statistics; by: Group }) {
  const { t } = useTranslation(['maintenance', 'client'])
  const period = `${data.from} – ${data.to}`
  const worst =
    by === 'month'
      ? data.rows
      : data.rows
          .filter((row) => row.mttr !== null)
          .sort((a, b) => (b.mttr ?? 0) - (a.mttr ?? 0))
          .slice(0, MOST)
  if (data.rows.length === 0)
    return <EmptyState title={t('reasons.noBreakdowns')} next={t('pages.repair.otherPeriod')} />
  return (
    <>
      <BarChart
        question={t(`pages.repair.question.${by}`)}
        unit="h"
        period={period}
        decimals={1}
        horizontal={by !== 'month'}
        height={by === 'month' ? 260 : 60 + 26 * worst.length}
        xs={worst.map((row) => row.label)}
        series={[{ name: t('answers.mttr'), values: worst.map((row) => row.mttr ?? null) }]}
      />
      <dl className="definitions">
        {data.definitions.map((one) => (
          <div key={one.indicator}>
            <dt>
              {one.label} ({one.unit})
            </dt>
            <dd>
              <code>{one.formula}</code>
              {one.note && <span>{one.note}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <FigureTable key={by} rows={data.rows} by={by} />
    </>
  )
}

function FigureTable({ rows, by }: { rows: readonly Line[]; by: Group }) {
  const { t } = useTranslation('maintenance')
  const [box, width] = useWidth<HTMLElement>()
  const [whole, setWhole] = useState(false)
  const figure = (value: number | null | undefined, reason: string | null | undefined) =>
    value === null || value === undefined ? (
      <span className="quiet">{reason ? t(`reasons.${reason}`) : '–'}</span>
    ) : (
      <Quantity value={value} unit="h" decimals={1} />
    )
  const columns: Column<Line>[] = [
    { id: 'label', header: t(`inputOptions.by.${by}`), cell: (row) => row.label, card: 'title', width: 16 },
    {
      id: 'mttr',
      header: `${t('answers.mttr')} (h)`,
      cell: (row) => figure(row.mttr, row.mttrReason),
      number: true,
      width: 11,
    },
    {
      id: 'mtbf',
      header: `${t('answers.mtbf')} (h)`,
      cell: (row) => figure(row.mtbf, row.mtbfReason),
      number: true,
      width: 11,
    },
    buildMetricColumn({ id: 'breakdowns', word: t('answers.breakdowns'), unit: '', value: (row) => row.breakdowns }),
    buildMetricColumn({ id: 'repairs', word: t('answers.repairs'), unit: '', value: (row) => row.repairs }),
    buildMetricColumn({
      id: 'repairHours',
      word: t('answers.repairHours'),
      unit: 'h',
      decimals: 2,
      value: (row) => row.repairHours,
    }),
    buildMetricColumn({
      id: 'waitingHours',
      word: t('answers.waitingHours'),
      unit: 'h',
      decimals: 2,
      value: (row) => row.waitingHours,
    }),
    buildMetricColumn({
      id: 'operatingHours',
      word: t('answers.operatingHours'),
      unit: 'h',
      decimals: 2,
      card: 'none',
      value: (row) => row.operatingHours,
    }),
  ]
  const wide = width >= TABLE_FROM
  const shown = wide || whole ? rows : rows.slice(0, MOST)
  return (
    <section ref={box}>
      {width > 0 && wide && (
        <div className="figure-table">
          <DataTable
            label={t('actions.repair_statistics')}
            columns={columns}
            choiceKey={`${getSession().userId}/repairStatistics`}
            rows={rows}
            rowKey={(row) => row.key}
            total={rows.length}
          />
        </div>
      )}
      {width > 0 && !wide && (
        <ul className="cards">
          {shown.map((row) => (
            <FigureCard key={row.key} row={row} columns={columns} />
          ))}
        </ul>
      )}
      {width > 0 && shown.length < rows.length && (
        <Button block onClick={() => setWhole(true)}>
          {t('pages.repair.showAll', { count: rows.length })}
        </Button>
      )}
    </section>
  )
}
/** One row of the table as a card, for phones: there the page scrolls, not a list within it. */
function FigureCard({ row, columns }: { row: Line; columns: readonly Column<Line>[] }) {
  const [title, ...facts] = columns.filter((column) => column.card !== 'none')
  return (
    <li className="ui-card">
      <h3 className="card-title">{title?.cell(row)}</h3>
      <dl className="facts">
        {facts.map((column) => (
          <div key={column.id}>
            <dt>{column.header.replace(/ \(h\)$/, '')}</dt>
            <dd>{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
