import './energy.css'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useQueryParams } from '@/client/use-query-params'
import { energyOneDay } from '../contract/analysis-endpoints'
import { energyCurve } from '../contract/curve-endpoints'
import { energyBands, type EnergyBand } from '../rules/energy-bands'
import { CURVE_RESOURCES, EnergyCurveChart } from './EnergyCurveChart'
import { amount, choice } from '@/contract/field'
import { ReportTable } from '@/plant/client/report/ReportTable'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { DataGapsNotice } from './DataGapsNotice'
import { EnergyPeriodBar, useEnergyQuery, type EnergyQuery } from './EnergyPeriodBar'
import { createClockFormatters } from './clock-formatters'

const BandBarChart = lazy(() => import('./BandBarChart'))
const bandFields = {
  band: choice(energyBands),
  used: amount({ unit: '' }),
  cost: amount({ unit: 'CNY' }),
  price: amount({ unit: '', digits: 4 }),
} as const

/** 用电分析: one day in 15-minute slots by tariff band, or the run of an order. */
export default function ElectricityPage() {
  const { t } = useTranslation('energy')
  const [params, changeParams] = useQueryParams()
  const energyQuery = useEnergyQuery('day')
  const orderId = params.get('order')
  if (orderId) return <OrderCurvePage workOrderId={orderId} onBack={() => changeParams({ order: null })} />
  return (
    <PageFrame title={t('pages.electricityAnalysis.title')}>
      <h2 className="ui-hidden">{t('pages.electricityAnalysis.title')}</h2>
      <div className="ui-sections energy">
        <EnergyPeriodBar energyQuery={energyQuery} periods={null} />
        <DayPanel energyQuery={energyQuery} />
      </div>
    </PageFrame>
  )
}
function OrderCurvePage({ workOrderId, onBack }: { workOrderId: string; onBack: () => void }) {
  const { t } = useTranslation('energy')
  // Shares the cached query of `EnergyCurveChart`; needed here for the page title.
  const { data } = useEndpoint(energyCurve, { workOrderId }, { resources: CURVE_RESOURCES })
  return (
    <PageFrame
      title={t('pages.electricityAnalysis.title')}
      subtitle={[data?.number, data?.product].filter(Boolean).join(' · ')}
      onBack={onBack}
    >
      <h2 className="ui-hidden">{t('pages.electricityAnalysis.title')}</h2>
      <EnergyCurveChart source={{ workOrderId }} />
    </PageFrame>
  )
}
function DayPanel({ energyQuery: { day, medium, lineId } }: { energyQuery: EnergyQuery }) {
  const energyDay = useEndpoint(
    energyOneDay,
    { day, medium, ...(lineId ? { lineId } : {}) },
    { resources: ['energyUse', 'energyMeter'] },
  )
  return (
    <QueryBoundary query={energyDay} skeleton={<SkeletonChart />}>
      {(data) => <DaySections data={data} />}
    </QueryBoundary>
  )
}
function DaySections({ data }: { data: EndpointOutput<typeof energyOneDay> }) {
  const { t } = useTranslation('energy')
  const { formatClock } = createClockFormatters()
  if (data.meters === 0) return <EmptyState title={t('pages.energy.nothing')} advice={t('pages.energy.nothingNext')} />
  const bandLabels = Object.fromEntries(
    energyBands.map((band) => [band, t(`energyUse.options.band.${band}`)]),
  ) as Record<EnergyBand, string>
  return (
    <>
      <MetricTiles
        tiles={[
          { label: t('answers.used'), value: data.used, unit: data.unit },
          { label: t('answers.cost'), value: data.cost, unit: 'CNY' },
          ...(data.demandKw === null
            ? []
            : [
                {
                  label: t('answers.demandKw'),
                  value: data.demandKw,
                  unit: 'kW',
                  note: data.demandAt && formatClock(data.demandAt),
                },
              ]),
        ]}
      />
      <Suspense fallback={<SkeletonChart />}>
        <BandBarChart
          question={t('pages.energy.question.day')}
          unit={data.unit}
          period={data.day}
          bandLabels={bandLabels}
          tableHeaders={[data.unit, t('pages.energy.band')]}
          estimatedLabel={t('pages.energy.estimated')}
          slots={data.slots.map(({ at, used, band, estimated }) => ({
            at: formatClock(at),
            value: used,
            band,
            estimated,
          }))}
        />
      </Suspense>
      {data.bands.length > 0 && (
        <>
          <h2>{t('pages.energy.byBand')}</h2>
          <ReportTable
            report={{ endpoint: energyOneDay, optionTexts: 'energyUse.options' }}
            title={t('pages.energy.byBand')}
            table={{ fields: bandFields }}
            content={{
              columns: [
                { field: 'band', labelKey: 'energy:pages.energy.band' },
                { field: 'used', unit: data.unit, decimals: 0 },
                { field: 'cost' },
                { field: 'price', unit: `CNY/${data.unit}`, decimals: 4, labelKey: 'energy:pages.energy.meanPrice' },
              ],
              rows: data.bands.map((row) => ({ ...row, price: row.used > 0 ? row.cost / row.used : null })),
              totals: null,
            }}
          />
        </>
      )}
      <DataGapsNotice metrics={data} />
      <p className="quiet">{t('pages.energy.calendarDays')}</p>
    </>
  )
}
