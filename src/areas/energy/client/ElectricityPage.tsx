import './energy.css'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { energyOneDay } from '../contract/analysis-calls'
import { energyCurve } from '../contract/curve-calls'
import { useBands, type UseBand } from '../rules/bands'
import { CURVE_RESOURCES, EnergyCurve } from './EnergyCurve'
import { MetricTable } from '@/client/figures/MetricTable'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { Gaps } from './Gaps'
import { PeriodBar, useAsked, type Asked } from './PeriodBar'
import { useClock } from './use-clock'

const BandBars = lazy(() => import('./BandBars'))

/** 用电分析: one day in 15-minute slots by tariff band, or the run of an order. */
export default function ElectricityPage() {
  const { t } = useTranslation('energy')
  const [params, change] = useParams()
  const asked = useAsked('day')
  const order = params.get('order')
  if (order) return <OfOrder workOrderId={order} onBack={() => change({ order: null })} />
  return (
    <PageFrame title={t('pages.electricityAnalysis.title')}>
      <h2 className="ui-hidden">{t('pages.electricityAnalysis.title')}</h2>
      <div className="energy">
        <PeriodBar asked={asked} periods={null} />
        <OneDay asked={asked} />
      </div>
    </PageFrame>
  )
}
function OfOrder({ workOrderId, onBack }: { workOrderId: string; onBack: () => void }) {
  const { t } = useTranslation('energy')
  // Shares the cached query of `EnergyCurveChart`; needed here for the page title.
  const { data } = useEndpoint(energyCurve, { workOrderId }, { resources: CURVE_RESOURCES })
  return (
    <PageFrame
      title={t('pages.electricityAnalysis.title')}
      sub={[data?.number, data?.product].filter(Boolean).join(' · ')}
      onBack={onBack}
    >
      <h2 className="ui-hidden">{t('pages.electricityAnalysis.title')}</h2>
      <EnergyCurve of={{ workOrderId }} />
    </PageFrame>
  )
}
function OneDay({ asked: { day, medium, lineId } }: { asked: Asked }) {
  const { t } = useTranslation('energy')
  const { clock } = useClock()
  const found = useEndpoint(
    energyOneDay,
    { day, medium, ...(lineId ? { lineId } : {}) },
    { resources: ['energyUse', 'energyMeter'] },
  )
  if (found.isPending) return <SkeletonChart />
  if (found.error || !found.data) return <NotLoadedView of={found} />
  const { data } = found
  if (data.meters === 0) return <EmptyState title={t('pages.energy.nothing')} next={t('pages.energy.nothingNext')} />
  const words = Object.fromEntries(useBands.map((band) => [band, t(`bands.${band}`)])) as Record<UseBand, string>
  return (
    <>
      <MetricTiles
        tiles={[
          { word: t('answers.used'), value: data.used, unit: data.unit },
          { word: t('answers.cost'), value: data.cost, unit: 'CNY' },
          ...(data.demandKw === null
            ? []
            : [
                {
                  word: t('answers.demandKw'),
                  value: data.demandKw,
                  unit: 'kW',
                  note: data.demandAt && clock(data.demandAt),
                },
              ]),
        ]}
      />
      <Gaps of={data} />
      <Suspense fallback={<SkeletonChart />}>
        <BandBars
          question={t('pages.energy.question.day')}
          unit={data.unit}
          period={data.day}
          words={words}
          heads={[data.unit, t('pages.energy.band')]}
          estimated={t('pages.energy.estimated')}
          slots={data.slots.map(({ at, used, band, estimated }) => ({ at: clock(at), value: used, band, estimated }))}
        />
      </Suspense>
      <MetricTable
        title={t('pages.energy.byBand')}
        rowHeader={t('pages.energy.band')}
        rows={data.bands.map((row) => ({ ...row, key: row.band, label: words[row.band] }))}
        columns={[
          { key: 'used', word: t('answers.used'), unit: data.unit, decimals: 0, of: (row) => row.used },
          { key: 'cost', word: t('answers.cost'), unit: 'CNY', decimals: 0, of: (row) => row.cost },
          {
            key: 'price',
            word: t('pages.energy.meanPrice'),
            unit: `CNY/${data.unit}`,
            decimals: 4,
            of: (row) => (row.used > 0 ? row.cost / row.used : null),
          },
        ]}
      />
    </>
  )
}
