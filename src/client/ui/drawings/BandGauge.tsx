import './drawings.css'
import { useTranslation } from 'react-i18next'
import { formatNumber, getDecimalsNextToLimits } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { calculateGaugePositions } from './scale'

/** Limits are displayed as entered. */
const LIMIT_DECIMALS = 6
/**
 * A value within its limits: the permitted range as a band, the value as a marker, red outside of the range.
 * @param isJudged false if the limits do not apply at the moment, e.g. while the line is stopped
 */
export function BandGauge({
  label,
  unit,
  decimals = 2,
  value,
  low,
  high,
  isJudged = true,
}: {
  label: string
  unit: string
  decimals?: number
  value: number | null
  low: number | null
  high: number | null
  isJudged?: boolean
}) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const positions = calculateGaugePositions({ value, low, high })
  if (!positions) return null
  const isOutside = isJudged && positions.isOutside
  const format = (number: number | null, numberDecimals: number) =>
    formatNumber(number, { language, decimals: numberDecimals, unit })
  const description = [
    `${label} ${format(value, getDecimalsNextToLimits(value, { low, high }, decimals))}`,
    t('ui.drawings.range', { low: format(low, LIMIT_DECIMALS), high: format(high, LIMIT_DECIMALS) }),
    isOutside && t(low !== null && value !== null && value < low ? 'ui.quantity.low' : 'ui.quantity.high'),
  ]
    .filter(Boolean)
    .join(t('ui.drawings.separator'))
  return (
    <div
      className={`ui-gauge${isOutside ? ' is-outside' : ''}`}
      role="img"
      aria-label={description}
      title={description}
    >
      <i style={{ insetInlineStart: `${positions.from}%`, width: `${positions.to - positions.from}%` }} />
      {positions.value !== null && <b style={{ insetInlineStart: `${positions.value}%` }} />}
    </div>
  )
}
