import './order-bar.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { OrderProgressRow } from '../progress/ProgressList'

export type OrderQuantities = Pick<OrderProgressRow, 'percent' | 'goodKg' | 'orderedKg'> &
  Partial<Pick<OrderProgressRow, 'woundPercent' | 'woundKg' | 'packedKg' | 'goodRolls' | 'orderedRolls'>>

/**
 * Progress of an order: bars for the wound and the finished quantity, text for the packed quantity. `compact` leaves
 * out the packed and the ordered quantity, to fit a table row.
 */
export function OrderProgressBar({
  order,
  large = false,
  compact = false,
}: {
  order: OrderQuantities
  large?: boolean
  compact?: boolean
}) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const formatKg = (value: number | null | undefined) =>
    formatNumber(value ?? null, { language, unit: 'kg', decimals: 0 })
  const formatWithOrdered = (value: number) =>
    order.orderedKg && !compact ? `${formatKg(value)} / ${formatKg(order.orderedKg)}` : formatKg(value)
  const finishedText =
    !order.orderedKg && order.orderedRolls
      ? t('pages.progress.rollsOf', { made: order.goodRolls ?? 0, ordered: order.orderedRolls })
      : formatWithOrdered(order.goodKg)
  return (
    <span className={`order-bar${large ? ' is-large' : ''}${compact ? ' is-flat' : ''}`}>
      {order.woundKg !== undefined && (
        <QuantityBar
          label={t('pages.progress.wound')}
          percent={order.woundPercent ?? null}
          amountText={formatWithOrdered(order.woundKg)}
        />
      )}
      <QuantityBar
        label={t('pages.progress.finished')}
        percent={order.percent ?? null}
        amountText={finishedText}
        isFinishedQuantity
      />
      {!compact && (order.packedKg ?? 0) > 0 && (
        <small>
          {t('pages.progress.packed')} {formatKg(order.packedKg)}
        </small>
      )}
    </span>
  )
}
/** One quantity as a bar and a number; above 100% the bar is full. */
function QuantityBar({
  label,
  percent,
  amountText,
  isFinishedQuantity = false,
}: {
  label: string
  percent: number | null
  amountText: string
  isFinishedQuantity?: boolean
}) {
  const { t } = useTranslation('orders')
  return (
    <span className={isFinishedQuantity ? 'bar-part is-done' : 'bar-part'}>
      <span
        className="bar-track"
        role="img"
        aria-label={
          percent === null
            ? t('pages.progress.reason.nothingOrdered')
            : t('pages.progress.percentOf', { what: label, percent: Math.round(percent) })
        }
      >
        <span style={{ inlineSize: `${Math.min(100, percent ?? 0)}%` }} />
      </span>
      <span>
        {label} <b>{percent === null ? '–' : `${Math.round(percent)}%`}</b> <small>{amountText}</small>
      </span>
    </span>
  )
}
