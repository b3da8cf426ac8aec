import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useBands, type UseBand } from '../rules/bands'
import { energyCurve } from '../contract/curve-calls'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { Gaps } from './Gaps'
import { useClock } from './use-clock'

const BandBars = lazy(() => import('./BandBars'))
const SLOT_MS = 900_000
export const CURVE_RESOURCES = ['energyUse', 'lineStop']

/**
 * Power of a line's meters by tariff band, over the run of an order or between two moments. Tapping a bar opens the
 * stop at that time.
 */
export function EnergyCurve({ of }: { of: { workOrderId: string } | { lineId: string; from: string; to: string } }) {
  const { t } = useTranslation('energy')
  const language = useLanguage()
  const { clock, dayAndClock } = useClock()
  const navigate = useNavigate()
  const link = usePageLink()
  const found = useEndpoint(energyCurve, of, { resources: CURVE_RESOURCES })
  if (found.isPending) return <SkeletonChart />
  if (found.error || !found.data) return <NotLoadedView of={found} />
  const { data } = found
  const stopAt = (at: string) => {
    const begin = Date.parse(at)
    return data.stops.find(
      ({ startsAt, endsAt }) =>
        Date.parse(startsAt) < begin + SLOT_MS && (endsAt === null || Date.parse(endsAt) > begin),
    )
  }
  const toStop = (id: string) => link('shutdownAnalysis', { view: 'list', id })
  const open = (index: number) => {
    const stop = stopAt(data.points[index]?.at ?? '')
    const to = stop && toStop(stop.stopId)
    if (to) void navigate(to)
  }
  const exact = (value: number | null, unit: string) =>
    formatNumber(value, { language, decimals: 2, fixed: true, unit })
  const isCut = [data.from, data.to].some((moment) => Date.parse(moment) % SLOT_MS !== 0)
  const words = Object.fromEntries(useBands.map((band) => [band, t(`bands.${band}`)])) as Record<UseBand, string>
  return (
    <section className="energy">
      <MetricTiles
        tiles={[
          { word: t('answers.used'), value: data.used, unit: 'kWh', decimals: 2, whole: true },
          { word: t('answers.cost'), value: data.cost, unit: 'CNY', decimals: 2, whole: true },
        ]}
      />
      {data.orderUsed !== null && (
        <p className="quiet">
          {t('pages.energy.countedForOrder', {
            used: exact(data.orderUsed, 'kWh'),
            cost: exact(data.orderCost, 'CNY'),
            shared: exact(data.orderShared, 'kWh'),
          })}
        </p>
      )}
      <Gaps of={data} />
      <Suspense fallback={<SkeletonChart />}>
        <BandBars
          question={t('pages.energy.question.curve')}
          unit="kW"
          period={`${dayAndClock(data.from)} – ${dayAndClock(data.to)}`}
          words={words}
          heads={['kW', t('pages.energy.band')]}
          estimated={t('pages.energy.estimated')}
          slots={data.points.map(({ at, kw, band, estimated }) => ({
            at: dayAndClock(at),
            value: kw,
            band,
            estimated,
          }))}
          onTap={open}
        />
      </Suspense>
      {isCut && <p className="quiet">{t('pages.energy.cutQuarters')}</p>}
      {data.stops.length > 0 && (
        <>
          <h2>{t('pages.energy.stopsMeanwhile')}</h2>
          <ul className="energy-stops">
            {data.stops.map(({ stopId, startsAt, endsAt, label, kwh, cost }) => {
              const to = toStop(stopId)
              const words = `${dayAndClock(startsAt)} – ${endsAt ? clock(endsAt) : '…'} ${label}`
              return (
                <li key={stopId}>
                  {to ? <Link to={to}>{words}</Link> : words} <Quantity value={kwh} unit="kWh" decimals={0} /> ·{' '}
                  <Quantity value={cost} unit="CNY" decimals={0} />
                </li>
              )
            })}
          </ul>
        </>
      )}
    </section>
  )
}
