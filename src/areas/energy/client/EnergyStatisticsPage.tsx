import './energy.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { energyNow, meterCounts, recalculateEnergy } from '../contract/analysis-endpoints'
import { allEnergyReport, energyRankingReport } from '../contract/energy-reports'
import { checkMeterHours, checkShiftRecords } from '../contract/curve-endpoints'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { ReportView } from '@/plant/client/report/ReportView'
import { DataGapsNotice } from './DataGapsNotice'
import { EnergyChangeBadge, energyChangeCells } from './EnergyChangeBadge'
import { EnergyHourMap } from './EnergyHourMap'
import { toEnergyInput, EnergyPeriodBar, useEnergyQuery, type EnergyQuery } from './EnergyPeriodBar'

/** Changes of these resources refresh the queries. */
const REFRESHING_RESOURCES = ['energyUse', 'energyMeter']
const MAX_LISTED_GAPS = 30
const MAX_LISTED_HOURS = 8

/** 能耗统计: today so far, all media of a period, products by consumption per kg, and missing data. */
export default function EnergyStatisticsPage() {
  const { t } = useTranslation('energy')
  const energyQuery = useEnergyQuery()
  return (
    <PageFrame title={t('pages.energyStatistics.title')} tools={<RecalculateButton />}>
      <div className="ui-sections energy">
        <TodaySection />
        <EnergyPeriodBar energyQuery={energyQuery} />
        <AllMediaSection energyQuery={energyQuery} />
        <ReportView
          report={energyRankingReport}
          input={toEnergyInput(energyQuery)}
          cells={energyChangeCells}
          renderAbove={(data) => <EnergyHourMap energyQuery={energyQuery} period={data} />}
          empty={{ title: t('pages.energy.nothing'), advice: t('pages.energy.nothingNext') }}
        />
        <DataChecksSection day={energyQuery.day} />
      </div>
    </PageFrame>
  )
}
/** Recalculates yesterday and today at once, e.g. after a corrected reading, instead of waiting for the job. */
function RecalculateButton() {
  const { t } = useTranslation('energy')
  const canRecalculate = useCanCall(recalculateEnergy)
  const recalculateCommand = useCommand(recalculateEnergy)
  if (!canRecalculate) return null
  return (
    <Button
      disabled={recalculateCommand.busy}
      onClick={() => void recalculateCommand.run({}, { savedMessage: t('pages.energy.recounted') })}
    >
      {t('actions.energyUse_renew')}
    </Button>
  )
}
function TodaySection() {
  const today = useEndpoint(energyNow, {}, { resources: REFRESHING_RESOURCES })
  return (
    <QueryBoundary query={today} skeleton={<SkeletonChart height={120} />}>
      {({ media }) => media.length > 0 && <MediaSection media={media} />}
    </QueryBoundary>
  )
}
function MediaSection({ media }: Pick<EndpointOutput<typeof energyNow>, 'media'>) {
  const { t } = useTranslation('energy')
  const renderChange = (label: string, percent: number | null) =>
    percent !== null && (
      <span className="chips">
        {label} <EnergyChangeBadge percent={percent} />
      </span>
    )
  return (
    <section>
      <h2>{t('pages.energy.today')}</h2>
      <MetricTiles
        tiles={media.map(({ medium, used, unit, yesterdayPercent, weekBeforePercent }) => ({
          label: t(`inputOptions.medium.${medium}`),
          value: used,
          unit,
          note: (
            <>
              {renderChange(t('answers.yesterdayPercent'), yesterdayPercent)}
              {renderChange(t('answers.weekBeforePercent'), weekBeforePercent)}
            </>
          ),
        }))}
      />
    </section>
  )
}
function AllMediaSection({ energyQuery }: { energyQuery: EnergyQuery }) {
  const { t } = useTranslation('energy')
  const { medium: _medium, ...input } = toEnergyInput(energyQuery)
  return (
    <section>
      <h2>{t('pages.energy.all')}</h2>
      <ReportView
        report={allEnergyReport}
        input={input}
        cells={energyChangeCells}
        empty={{ title: t('pages.energy.nothing'), advice: t('pages.energy.nothingNext') }}
        renderAbove={(data) => (
          <MetricTiles
            tiles={[
              {
                label: t('answers.tce'),
                value: data.tce,
                unit: 'tce',
                decimals: 2,
                note: `${data.from} – ${data.to}`,
              },
              { label: t('answers.tcePerTonne'), value: data.tcePerTonne, unit: 'tce/t', decimals: 3 },
              { label: t('answers.cost'), value: data.cost, unit: 'CNY' },
            ]}
          />
        )}
        renderBelow={(data) => (
          <>
            <DataGapsNotice metrics={data} />
            <p className="quiet">{t('pages.energy.calendarDays')}</p>
          </>
        )}
      />
    </section>
  )
}
/** Silent meters, hours without readings and missing shift records, with links to the pages for entering the data. */
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
        {hoursQuery.data?.gaps.slice(0, MAX_LISTED_GAPS).map((gap) => (
          <li key={gap.energyMeterId}>
            <Link to={gap.link}>{gap.label}</Link> {t('pages.energy.lacks', { count: gap.hours.length })}{' '}
            {gap.hours
              .slice(0, MAX_LISTED_HOURS)
              .map(({ hour }) => hour)
              .join(', ')}
            {gap.hours.length > MAX_LISTED_HOURS && ' …'}
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
        {recordsQuery.data?.missing.slice(0, MAX_LISTED_GAPS).map((record) => (
          <li key={`${record.resource} ${record.lineId} ${record.shift}`}>
            <Link to={record.link}>{record.sheet}</Link>{' '}
            {t(`contract:shifts.${record.shift}`, { defaultValue: record.shift })}
          </li>
        ))}
      </ul>
    </section>
  )
}
