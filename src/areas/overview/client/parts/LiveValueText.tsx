import { useTranslation } from 'react-i18next'
import { getDecimalsNextToLimits } from '@/client/format/number'
import { formatAge } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/clock'

export interface LiveValueWithLimits {
  readonly value: number | null
  readonly at: string | null
  readonly stale: boolean
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
  readonly outside: boolean
  readonly unit: string
}
/** Decimals of a live value, unless it needs more next to its limits. */
export const LIVE_DECIMALS = 1
/** A live value. A stale value is struck through and shows its age, so that nobody takes it for the current value. */
export function LiveValueText({ live, large }: { live: LiveValueWithLimits; large?: boolean }) {
  const { t, i18n } = useTranslation('overview')
  const now = useNow()
  const decimals = getDecimalsNextToLimits(live.value, live, LIVE_DECIMALS)
  const limits = live.outside ? { lowLimit: live.low, highLimit: live.high } : {}
  if (live.at === null) return <StateBadge tone="idle">{t('live.never')}</StateBadge>
  if (live.stale)
    return (
      <span className="live is-stale">
        <s>
          <Quantity value={live.value} unit={live.unit} decimals={decimals} showsAllDigits />
        </s>{' '}
        <StateBadge tone="wait">
          {t('live.stale', { age: formatAge(live.at, now, toLanguage(i18n.language)) })}
        </StateBadge>
      </span>
    )
  return (
    <span className={`live${live.outside ? ' is-outside' : ''}`}>
      <Quantity
        value={live.value}
        unit={live.unit}
        decimals={decimals}
        {...limits}
        {...(large ? { size: 'large', showsAllDigits: true } : {})}
      />
    </span>
  )
}
/** Limits and target as text, e.g. `145 – 150 °C` or `≤ 100 µg/m³`; nothing without limits. */
export function LimitsText({ live }: { live: Pick<LiveValueWithLimits, 'low' | 'target' | 'high' | 'unit'> }) {
  const { t } = useTranslation('overview')
  if (live.low === null && live.high === null && live.target === null) return null
  return (
    <span className="quiet">
      {[formatRange(live), live.target === null ? '' : t('live.target', { value: live.target })]
        .filter(Boolean)
        .join(' · ')}
      {live.unit === '%' ? '%' : `\u00a0${live.unit}`}
    </span>
  )
}
const formatRange = ({ low, high }: Pick<LiveValueWithLimits, 'low' | 'high'>): string => {
  if (low !== null && high !== null) return `${low} – ${high}`
  if (low !== null) return `≥ ${low}`
  return high === null ? '' : `≤ ${high}`
}

/** Live values are polled: readings arrive every second and publish no change events. */
export const LIVE_QUERY_OPTIONS = { resources: ['tag', 'lineStop', 'workOrder'], refreshIntervalMs: 15_000 } as const
