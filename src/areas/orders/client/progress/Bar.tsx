import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import type { Progress } from './ProgressRows'

export type Made = Pick<Progress, 'percent' | 'goodKg' | 'orderedKg'> &
  Partial<Pick<Progress, 'woundPercent' | 'woundKg' | 'packedKg' | 'goodRolls' | 'orderedRolls'>>

/** Progress of an order: bars for wound and finished, text for packed. `compact`: two lines, for a table row. */
export function Bar({ order, large = false, flat = false }: { order: Made; large?: boolean; flat?: boolean }) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const kg = (value: number | null | undefined) => formatNumber(value ?? null, { language, unit: 'kg', decimals: 0 })
  const ofOrdered = (value: number) => (order.orderedKg && !flat ? `${kg(value)} / ${kg(order.orderedKg)}` : kg(value))
  const finished =
    !order.orderedKg && order.orderedRolls
      ? t('pages.progress.rollsOf', { made: order.goodRolls ?? 0, ordered: order.orderedRolls })
      : ofOrdered(order.goodKg)
  return (
    <span className={`order-bar${large ? ' is-large' : ''}${flat ? ' is-flat' : ''}`}>
      {order.woundKg !== undefined && (
        <Part word={t('pages.progress.wound')} percent={order.woundPercent ?? null} made={ofOrdered(order.woundKg)} />
      )}
      <Part word={t('pages.progress.finished')} percent={order.percent ?? null} made={finished} done />
      {!flat && (order.packedKg ?? 0) > 0 && (
        <small>
          {t('pages.progress.packed')} {kg(order.packedKg)}
        </small>
      )}
    </span>
  )
}
/** One quantity as a bar and a number; above 100% the bar is full. */
function Part({
  word,
  percent,
  made,
  done = false,
}: {
  word: string
  percent: number | null
  made: string
  done?: boolean
}) {
  const { t } = useTranslation('orders')
  return (
    <span className={done ? 'bar-part is-done' : 'bar-part'}>
      <span
        className="bar-track"
        role="img"
        aria-label={
          percent === null
            ? t('pages.progress.reason.nothingOrdered')
            : t('pages.progress.percentOf', { what: word, percent: Math.round(percent) })
        }
      >
        <span style={{ inlineSize: `${Math.min(100, percent ?? 0)}%` }} />
      </span>
      <span>
        {word} <b>{percent === null ? '–' : `${Math.round(percent)}%`}</b> <small>{made}</small>
      </span>
    </span>
  )
}
