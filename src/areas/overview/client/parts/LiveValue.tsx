import { useTranslation } from 'react-i18next'
import { formatAge } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/use-now'

export interface Live {
  readonly value: number | null
  readonly at: string | null
  readonly stale: boolean
  readonly low: number | null
  readonly target: number | null
  readonly high: number | null
  readonly outside: boolean
  readonly unit: string
}
/** A live value. A stale one is greyed out and shows its age, so that it does not pass for a current one. */
export function LiveValue({ of, large }: { of: Live; large?: boolean }) {
  const { t, i18n } = useTranslation('overview')
  const now = useNow()
  const limits = of.outside ? { low: of.low, high: of.high } : {}
  if (of.at === null) return <StateBadge tone="idle">{t('live.never')}</StateBadge>
  if (of.stale)
    return (
      <span className="live is-stale">
        <s>
          <Quantity value={of.value} unit={of.unit} decimals={1} whole />
        </s>{' '}
        <StateBadge tone="wait">
          {t('live.stale', { age: formatAge(of.at, now, toLanguage(i18n.language)) })}
        </StateBadge>
      </span>
    )
  return (
    <span className={`live${of.outside ? ' is-outside' : ''}`}>
      <Quantity
        value={of.value}
        unit={of.unit}
        decimals={1}
        {...limits}
        {...(large ? { size: 'large', whole: true } : {})}
      />
    </span>
  )
}
/** `145 – 150 °C`, `≤ 100 µg/m³`; nothing without limits. */
export function Limits({ of }: { of: Pick<Live, 'low' | 'target' | 'high' | 'unit'> }) {
  const { t } = useTranslation('overview')
  if (of.low === null && of.high === null && of.target === null) return null
  const range =
    of.low !== null && of.high !== null
      ? `${of.low} – ${of.high}`
      : of.low !== null
        ? `≥ ${of.low}`
        : of.high !== null
          ? `≤ ${of.high}`
          : ''
  return (
    <span className="quiet">
      {[range, of.target === null ? '' : t('live.target', { value: of.target })].filter(Boolean).join(' · ')}
      {of.unit === '%' ? '%' : `\u00a0${of.unit}`}
    </span>
  )
}
