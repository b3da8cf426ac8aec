import './drawings.css'
import { useTranslation } from 'react-i18next'
import type { Tone } from '@/contract/state-machine'
import { formatNumber } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { calculateBulletPositions } from './scale'

/**
 * A bar that compares a value with the amount that is due by now (a tick) and with the target (a second tick). The bar
 * of an unfinished period is hatched. Screen readers get the numbers.
 * @param max largest value of several bars that share a scale
 */
export function BulletBar({
  label,
  unit,
  decimals = 0,
  value,
  due,
  target,
  tone = 'active',
  isUnfinished = false,
  max,
}: {
  label: string
  unit: string
  decimals?: number
  value: number | null
  due: number | null
  target: number | null
  tone?: Tone
  isUnfinished?: boolean
  max?: number
}) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const positions = calculateBulletPositions({ value, due, target }, max)
  if (!positions) return null
  const format = (number: number | null) => formatNumber(number, { language, decimals, unit })
  const hasOpenTarget = target !== null && target !== due
  const description = [
    `${label} ${format(value)}`,
    due !== null && t(hasOpenTarget ? 'ui.drawings.due' : 'ui.drawings.target', { value: format(due) }),
    hasOpenTarget && t('ui.drawings.target', { value: format(target) }),
  ]
    .filter(Boolean)
    .join(t('ui.drawings.separator'))
  return (
    <div
      className={`ui-bullet tone-${tone}${isUnfinished ? ' is-unfinished' : ''}`}
      role="img"
      aria-label={description}
      title={description}
    >
      <i style={{ width: `${positions.value}%` }} />
      {hasOpenTarget && positions.target !== null && (
        <b className="is-target" style={{ insetInlineStart: `${positions.target}%` }} />
      )}
      {positions.due !== null && <b style={{ insetInlineStart: `${positions.due}%` }} />}
    </div>
  )
}
