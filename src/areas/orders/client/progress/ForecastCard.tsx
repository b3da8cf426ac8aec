import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@/contract/endpoint'
import { formatNumber } from '@/client/format/number'
import { formatDuration, formatMoment } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { useNow } from '@/client/clock'
import { calculateExpectedLateness, calculateLateness, toDisplayedPercent } from '../../rules/order-progress'
import type { orderProgress } from '@/areas/orders/contract/progress'

/** Shows the forecast end with its calculation, so that a reader can judge how reliable the forecast is. */
export function ForecastCard({ order }: { order: EndpointOutput<typeof orderProgress> }) {
  const { t } = useTranslation('orders')
  const zone = usePlantZone()
  const language = useLanguage()
  const nowMs = useNow()
  const formatAmount = (value: number | null | undefined, unit: string, decimals = 0) =>
    formatNumber(value ?? null, { language, unit, decimals })
  if (order.finishedAt)
    return (
      <p className="ui-card forecast">
        <small>{t('workOrder.fields.finishedAt')}</small>
        <b>{formatMoment(order.finishedAt, zone)}</b>
        {order.short && (
          <span>
            {t('pages.progress.short', { percent: toDisplayedPercent(order.percent) })}
            {order.shortReason ? `: ${order.shortReason}` : ` · ${t('pages.progress.shortUnsaid')}`}
          </span>
        )}
      </p>
    )
  if (order.state === 'planned' && order.plannedEnd) {
    const delayMs = calculateLateness(Date.parse(order.plannedEnd), order.dueAt ? Date.parse(order.dueAt) : null)
    return (
      <p className={order.late ? 'ui-card forecast is-late' : 'ui-card forecast'}>
        <small>{t('workOrder.fields.plannedEnd')}</small>
        <b>{formatMoment(order.plannedEnd, zone)}</b>
        <span>
          {[
            t('pages.progress.reason.notStarted'),
            ...(order.dueOn ? [t('pages.progress.dueOn', { day: order.dueOn })] : []),
            ...(delayMs > 0 ? [t('pages.progress.lateBy', { time: formatDuration(delayMs, language) })] : []),
            ...(order.waitsFor ? [t('pages.progress.waitsFor', { number: order.waitsFor })] : []),
          ].join(' · ')}
        </span>
      </p>
    )
  }
  if (!order.forecastEnd)
    return (
      <p className="ui-card forecast">
        <small>{t('pages.progress.forecastEnd')}</small>
        <b>–</b>
        <span>
          {t(order.forecastReason ? `pages.progress.reason.${order.forecastReason}` : 'pages.progress.reason.done')}
        </span>
      </p>
    )
  const delayMs = calculateExpectedLateness(order, nowMs)
  const remainingMs = Math.max(0, Date.parse(order.forecastEnd) - nowMs)
  return (
    <section
      className={order.late ? 'ui-card forecast is-late' : 'ui-card forecast'}
      aria-label={t('pages.progress.forecastEnd')}
    >
      <small>{t('pages.progress.forecastEnd')}</small>
      <b>{formatMoment(order.forecastEnd, zone)}</b>
      <span>
        {t('pages.progress.inTime', { time: formatDuration(remainingMs, language) })}
        {order.dueOn &&
          ` · ${
            delayMs > 0
              ? t('pages.progress.dueLate', { day: order.dueOn, time: formatDuration(delayMs, language) })
              : t('pages.progress.dueOn', { day: order.dueOn })
          }`}
      </span>
      {order.forecastAfter && (
        <span>
          {t('pages.progress.after', { number: order.forecastAfter, time: formatMoment(order.forecastFrom, zone) })}
        </span>
      )}
      <details>
        <summary>{t('pages.progress.howWorkedOut')}</summary>
        <p>
          {t(`pages.progress.sum.${order.leftOf ?? 'finished'}`, {
            ordered: formatAmount(order.orderedKg, 'kg'),
            made: formatAmount((order.orderedKg ?? 0) - (order.leftKg ?? 0), 'kg'),
            left: formatAmount(order.leftKg, 'kg'),
            speed: formatAmount(order.kgPerHour, 'kg/h', 1),
          })}
        </p>
        <p>
          {order.forecastBy === 'ideal'
            ? t('pages.progress.byIdeal', { speed: formatAmount(order.kgPerHour, 'kg/h', 1) })
            : t(`pages.progress.bySpeed.${order.speedFrom ?? 'slit'}`, {
                kg: formatAmount((order.kgPerHour ?? 0) * (order.speedHours ?? 0), 'kg'),
                hours: formatAmount(order.speedHours, 'h', 1),
              })}
        </p>
      </details>
    </section>
  )
}
