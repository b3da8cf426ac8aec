import './energy.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { BarChart } from '@/client/ui/Charts'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { allEnergy, energyNow, energyRanking, meterCounts, recalculateEnergy } from '../contract/analysis-endpoints'
import { checkMeterHours, checkShiftRecords } from '../contract/curve-endpoints'
import { MetricTable } from '@/client/figures/MetricTable'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { createComparisonColumns } from './comparison-columns'
import { DataGapsNotice } from './DataGapsNotice'
import { toEnergyInput, EnergyPeriodBar, useEnergyQuery, type EnergyQuery } from './EnergyPeriodBar'

const REFRESHING_RESOURCES = ['energyUse', 'energyMeter']
const MAX_BARS = 15

/** 能耗统计: today so far, all media of a period, products by consumption per kg, and missing data. */
export default function EnergyStatisticsPage() {
  const { t } = useTranslation('energy')
  const energyQuery = useEnergyQuery()
  return (
    <PageFrame title={t('pages.energyStatistics.title')} tools={<RecountButton />}>
      <div className="energy">
        <TodaySection />
        <EnergyPeriodBar energyQuery={energyQuery} />
        <AllMediaSection energyQuery={energyQuery} />
        <RankingSection energyQuery={energyQuery} />
        <DataChecksSection day={energyQuery.day} />
      </div>
    </PageFrame>
  )
}
/** Recounts yesterday and today at once, e.g. after a corrected reading, instead of waiting for the job. */
function RecountButton() {
  const { t } = useTranslation('energy')
  const canRecount = useCanCall(recalculateEnergy)
  const recountCommand = useInstantCommand(recalculateEnergy)
  if (!canRecount) return null
  return (
    <Button
      disabled={recountCommand.busy}
      onClick={() => void recountCommand.run({}, { savedMessage: t('pages.energy.recounted') })}
    >
      {t('actions.energyUse_renew')}
    </Button>
  )
}
function TodaySection() {
  const { t } = useTranslation('energy')
  const today = useEndpoint(energyNow, {}, { resources: REFRESHING_RESOURCES })
  if (today.isPending) return <SkeletonChart height={120} />
  if (today.error || !today.data) return <NotLoadedView query={today} />
  if (today.data.media.length === 0) return null
  const formatChange = (value: number | null) =>
    value === null ? null : t('pages.energy.againstYesterday', { value: `${value > 0 ? '+' : ''}${value}` })
  return (
    <section>
      <h2>{t('pages.energy.today')}</h2>
      <MetricTiles
        tiles={today.data.media.map(({ medium, used, unit, yesterdayPercent }) => ({
          label: t(`inputOptions.medium.${medium}`),
          value: used,
          unit,
          note: formatChange(yesterdayPercent),
        }))}
      />
    </section>
  )
}
function AllMediaSection({ energyQuery }: { energyQuery: EnergyQuery }) {
  const { t } = useTranslation('energy')
  const { medium: _medium, ...input } = toEnergyInput(energyQuery)
  const totals = useEndpoint(allEnergy, input, { resources: REFRESHING_RESOURCES })
  if (totals.isPending) return <SkeletonChart height={160} />
  if (totals.error || !totals.data) return <NotLoadedView query={totals} />
  const { data } = totals
  return (
    <section>
      <h2>{t('pages.energy.all')}</h2>
      <MetricTiles
        tiles={[
          { label: t('answers.tce'), value: data.tce, unit: 'tce', decimals: 2, note: `${data.from} – ${data.to}` },
          { label: t('answers.tcePerTonne'), value: data.tcePerTonne, unit: 'tce/t', decimals: 3 },
          { label: t('answers.cost'), value: data.cost, unit: 'CNY' },
        ]}
      />
      <DataGapsNotice metrics={data} />
      <MetricTable
        title={t('pages.energy.byMedium')}
        rowHeader={t('inputs.medium')}
        rows={data.media.map((row) => ({
          ...row,
          key: row.medium,
          label: `${t(`inputOptions.medium.${row.medium}`)} (${row.unit})`,
        }))}
        columns={[
          { key: 'used', label: t('answers.used'), unit: '', decimals: 0, getValue: (row) => row.used },
          { key: 'tce', label: t('answers.tce'), unit: 'tce', decimals: 2, getValue: (row) => row.tce },
          { key: 'cost', label: t('answers.cost'), unit: 'CNY', decimals: 0, getValue: (row) => row.cost },
          ...createComparisonColumns(t),
        ]}
      />
    </section>
  )
}
function RankingSection({ energyQuery }: { energyQuery: EnergyQuery }) {
  const { t } = useTranslation('energy')
  const ranking = useEndpoint(energyRanking, toEnergyInput(energyQuery), { resources: REFRESHING_RESOURCES })
  if (ranking.isPending) return <SkeletonChart />
  if (ranking.error || !ranking.data) return <NotLoadedView query={ranking} />
  const { products, unit, from, to } = ranking.data
  const period = `${from} – ${to}`
  return (
    <>
      <BarChart
        question={t('pages.energy.question.rank')}
        unit={`${unit}/kg`}
        period={period}
        horizontal
        decimals={2}
        height={Math.max(200, Math.min(products.length, MAX_BARS) * 28 + 60)}
        xs={products.slice(0, MAX_BARS).map(({ label }) => label)}
        series={[{ name: t('answers.perKg'), values: products.slice(0, MAX_BARS).map(({ perKg }) => perKg) }]}
      />
      <MetricTable
        title={t('pages.energy.ranking')}
        rowHeader={t('inputs.productId')}
        rows={products.map((row) => ({ ...row, key: row.productId }))}
        columns={[
          { key: 'perKg', label: t('answers.perKg'), unit: `${unit}/kg`, decimals: 3, getValue: (row) => row.perKg },
          { key: 'used', label: t('answers.used'), unit, decimals: 0, getValue: (row) => row.used },
          { key: 'kg', label: t('answers.kg'), unit: 'kg', decimals: 0, getValue: (row) => row.kg },
          {
            key: 'costPerKg',
            label: t('answers.costPerKg'),
            unit: 'CNY/kg',
            decimals: 3,
            getValue: (row) => row.costPerKg,
          },
          ...createComparisonColumns(t),
        ]}
      />
    </>
  )
}
/** Silent meters, hours without readings and missing shift records, each with a link to the page where it is entered. */
function DataChecksSection({ day }: { day: string }) {
  const { t } = useTranslation(['energy', 'contract'])
  const meterQuery = useEndpoint(meterCounts, {}, { resources: REFRESHING_RESOURCES })
  const hoursQuery = useEndpoint(checkMeterHours, { day }, { resources: REFRESHING_RESOURCES })
  const recordsQuery = useEndpoint(checkShiftRecords, { day }, { resources: ['handover', 'teamSummary'] })
  return (
    <section className="energy-checks">
      <h2>{t('pages.energy.checks', { day })}</h2>
      {meterQuery.data && (
        <p>
          {t('pages.energy.meters', {
            meters: meterQuery.data.meters,
            silent: meterQuery.data.silent,
            machines: meterQuery.data.machines,
          })}
        </p>
      )}
      {hoursQuery.data && (
        <p>{t('pages.energy.complete', { complete: hoursQuery.data.complete, meters: hoursQuery.data.meters })}</p>
      )}
      <ul>
        {hoursQuery.data?.gaps.slice(0, 30).map((gap) => (
          <li key={gap.energyMeterId}>
            <Link to={gap.link}>{gap.label}</Link> {t('pages.energy.lacks', { count: gap.hours.length })}{' '}
            {gap.hours
              .slice(0, 8)
              .map(({ hour }) => hour)
              .join(', ')}
            {gap.hours.length > 8 && ' …'}
          </li>
        ))}
      </ul>
      {recordsQuery.data && (
        <p>
          {t('pages.energy.sheets', {
            missing: recordsQuery.data.missing.length,
            expected: recordsQuery.data.expected,
          })}
        </p>
      )}
      <ul>
        {recordsQuery.data?.missing.slice(0, 30).map((record) => (
          <li key={`${record.resource} ${record.lineId} ${record.shift}`}>
            <Link to={record.link}>{record.sheet}</Link>{' '}
            {t(`contract:shifts.${record.shift}`, { defaultValue: record.shift })}
          </li>
        ))}
      </ul>
    </section>
  )
}
