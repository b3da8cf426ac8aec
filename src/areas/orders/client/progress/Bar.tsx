import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { Progress } from './ProgressRows'

/** How far an order is, as a bar and in numbers; over 100% the bar is full and the number says it. */
export function Bar({
  order,
  large = false,
}: {
  order: Pick<Progress, 'percent' | 'goodKg' | 'orderedKg' | 'goodRolls' | 'orderedRolls'>
  large?: boolean
}) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const percent = order.percent ?? null
  const kg = (value: number | null | undefined) => formatNumber(value ?? null, { language, unit: 'kg', decimals: 0 })
  const made = order.orderedKg
    ? `${kg(order.goodKg)} / ${kg(order.orderedKg)}`
    : order.orderedRolls
      ? t('pages.progress.rollsOf', { made: order.goodRolls, ordered: order.orderedRolls })
      : kg(order.goodKg)
  return (
    <span className={large ? 'order-bar is-large' : 'order-bar'}>
      <span
        className="bar-track"
        role="img"
        aria-label={
          percent === null
            ? t('pages.progress.reason.nothingOrdered')
            : t('pages.progress.percentDone', { percent: Math.round(percent) })
        }
      >
        <span style={{ inlineSize: `${Math.min(100, percent ?? 0)}%` }} />
      </span>
      <span>
        <b>{percent === null ? '–' : `${Math.round(percent)}%`}</b> <small>{made}</small>
      </span>
    </span>
  )
}
