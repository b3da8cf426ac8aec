import './order-bar.css'
import { useTranslation } from 'react-i18next'
import { useNow } from '@/client/clock'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { BulletBar } from '@/client/ui/drawings/BulletBar'
import type { Tone } from '@/contract/state-machine'
import { roundDown } from '@/plant/rules/rounding'
import { calculateDuePercent } from '../../rules/order-progress'
import type { OrderProgressRow } from '../progress/ProgressList'

export type OrderQuantities = Pick<OrderProgressRow, 'percent' | 'goodKg' | 'orderedKg'> &
  Partial<
    Pick<
      OrderProgressRow,
      'woundPercent' | 'woundKg' | 'packedKg' | 'goodRolls' | 'orderedRolls' | 'plannedStart' | 'plannedEnd' | 'late'
    >
  > & { readonly state?: string }

const ORDERED_PERCENT = 100
/** Right end of the bars, with space for the tick at the ordered quantity. */
const MAX_PERCENT = 105
/**
 * Progress of an order. Bars show the wound and the finished quantity; ticks mark the ordered quantity and the quantity
 * that the plan expects by now. A text states the packed quantity. `compact` leaves out the packed quantity and shows
 * the ordered quantity once, to fit a table row.
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
  const nowMs = useNow()
  const isOpen = order.state === 'running' || order.state === 'paused' || order.state === 'planned'
  // Nothing is due before the planned start, so there is no tick.
  const duePercent = (isOpen && calculateDuePercent(order, nowMs)) || null
  const formatKg = (value: number | null | undefined) =>
    formatNumber(value ?? null, { language, unit: 'kg', decimals: 0 })
  const formatWithOrdered = (value: number, showsOrdered: boolean) =>
    order.orderedKg && showsOrdered ? `${formatKg(value)} / ${formatKg(order.orderedKg)}` : formatKg(value)
  const finishedText =
    !order.orderedKg && order.orderedRolls
      ? t('pages.progress.rollsOf', { made: order.goodRolls ?? 0, ordered: order.orderedRolls })
      : formatWithOrdered(order.goodKg, true)
  const sharedBarProps = { isOpen, duePercent, isLate: order.late === true }
  return (
    <span className={`order-bar${large ? ' is-large' : ''}${compact ? ' is-flat' : ''}`}>
      {order.woundKg !== undefined && (
        <QuantityBar
          {...sharedBarProps}
          label={t('pages.progress.wound')}
          percent={order.woundPercent ?? null}
          amountText={formatWithOrdered(order.woundKg, !compact)}
        />
      )}
      <QuantityBar
        {...sharedBarProps}
        duePercent={order.woundKg === undefined ? duePercent : null}
        label={t('pages.progress.finished')}
        percent={order.percent ?? null}
        amountText={finishedText}
      />
      {!compact && (order.packedKg ?? 0) > 0 && (
        <small>
          {t('pages.progress.packed')} {formatKg(order.packedKg)}
        </small>
      )}
    </span>
  )
}
/** Returns the tone of a bar: late orders are red, quantities behind the plan yellow. */
function getBarTone(percent: number | null, duePercent: number | null, isLate: boolean): Tone {
  if (isLate) return 'bad'
  if (duePercent !== null && (percent ?? 0) < duePercent) return 'warn'
  return (percent ?? 0) >= ORDERED_PERCENT ? 'ok' : 'active'
}
/** One quantity as a bar and a number. The bar is full from `MAX_PERCENT` on. */
function QuantityBar({
  label,
  percent,
  duePercent,
  amountText,
  isOpen,
  isLate,
}: {
  label: string
  percent: number | null
  duePercent: number | null
  amountText: string
  isOpen: boolean
  isLate: boolean
}) {
  return (
    <span className="bar-part">
      <BulletBar
        label={label}
        unit="%"
        value={percent}
        due={duePercent}
        target={ORDERED_PERCENT}
        tone={getBarTone(percent, duePercent, isLate)}
        isUnfinished={isOpen}
        max={MAX_PERCENT}
      />
      <span>
        {label} <b>{percent === null ? '–' : `${roundDown(percent, 0)}%`}</b> <small>{amountText}</small>
      </span>
    </span>
  )
}
