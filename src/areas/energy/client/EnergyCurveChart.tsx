import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { energyBands, type EnergyBand } from '../rules/energy-bands'
import { energyCurve } from '../contract/curve-endpoints'
import { MetricTiles } from '@/client/figures/MetricTiles'
import { DataGapsNotice } from './DataGapsNotice'
import { createClockFormatters } from './clock-formatters'

const BandBarChart = lazy(() => import('./BandBarChart'))
/** Length of the time that a bar covers. */
const SLOT_MS = 15 * 60_000
export const CURVE_RESOURCES = ['energyUse', 'lineStop']

/**
 * Power of a line's meters by tariff band, over the run of an order or between two moments. Tapping a bar opens the
 * stop at that time.
 */
export function EnergyCurveChart({
  source,
}: {
  source: { workOrderId: string } | { lineId: string; from: string; to: string }
}) {
  const curve = useEndpoint(energyCurve, source, { resources: CURVE_RESOURCES })
  return (
    <QueryBoundary query={curve} skeleton={<SkeletonChart />}>
      {(data) => <CurveSection data={data} />}
    </QueryBoundary>
  )
}
function CurveSection({ data }: { data: EndpointOutput<typeof energyCurve> }) {
  const { t } = useTranslation('energy')
  const language = useLanguage()
  const { formatClock, formatDayAndClock } = createClockFormatters()
  const navigate = useNavigate()
  const getPageLink = usePageLink()
  const findStop = (at: string) => {
    const slotStartMs = Date.parse(at)
    return data.stops.find(
      ({ startsAt, endsAt }) =>
        Date.parse(startsAt) < slotStartMs + SLOT_MS && (endsAt === null || Date.parse(endsAt) > slotStartMs),
    )
  }
  const buildStopLink = (id: string) => getPageLink('shutdownAnalysis', { view: 'list', id })
  const openStop = (index: number) => {
    const stop = findStop(data.points[index]?.at ?? '')
    const to = stop && buildStopLink(stop.stopId)
    if (to) void navigate(to)
  }
  const formatAmount = (value: number | null, unit: string) =>
    formatNumber(value, { language, decimals: 2, hasFixedDecimals: true, unit })
  const hasPartialSlots = [data.from, data.to].some((moment) => Date.parse(moment) % SLOT_MS !== 0)
  const bandLabels = Object.fromEntries(
    energyBands.map((band) => [band, t(`energyUse.options.band.${band}`)]),
  ) as Record<EnergyBand, string>
  return (
    <section className="ui-sections energy">
      <MetricTiles
        tiles={[
          { label: t('answers.used'), value: data.used, unit: 'kWh', decimals: 2, showsAllDigits: true },
          { label: t('answers.cost'), value: data.cost, unit: 'CNY', decimals: 2, showsAllDigits: true },
        ]}
      />
      {data.orderUsed !== null && (
        <p className="quiet">
          {t('pages.energy.countedForOrder', {
            used: formatAmount(data.orderUsed, 'kWh'),
            cost: formatAmount(data.orderCost, 'CNY'),
            shared: formatAmount(data.orderShared, 'kWh'),
          })}
        </p>
      )}
      <DataGapsNotice metrics={data} />
      <Suspense fallback={<SkeletonChart />}>
        <BandBarChart
          question={t('pages.energy.question.curve')}
          unit="kW"
          period={`${formatDayAndClock(data.from)} – ${formatDayAndClock(data.to)}`}
          bandLabels={bandLabels}
          tableHeaders={['kW', t('pages.energy.band')]}
          estimatedLabel={t('pages.energy.estimated')}
          slots={data.points.map(({ at, kw, band, estimated }) => ({
            at: formatDayAndClock(at),
            value: kw,
            band,
            estimated,
          }))}
          onBarTap={openStop}
        />
      </Suspense>
      {hasPartialSlots && <p className="quiet">{t('pages.energy.cutQuarters')}</p>}
      {data.stops.length > 0 && (
        <>
          <h2>{t('pages.energy.stopsMeanwhile')}</h2>
          <ul className="energy-stops">
            {data.stops.map(({ stopId, startsAt, endsAt, label, kwh, cost }) => {
              const to = buildStopLink(stopId)
              const stopText = `${formatDayAndClock(startsAt)} – ${endsAt ? formatClock(endsAt) : '…'} ${label}`
              return (
                <li key={stopId}>
                  {to ? <Link to={to}>{stopText}</Link> : stopText} <Quantity value={kwh} unit="kWh" decimals={0} /> ·{' '}
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
