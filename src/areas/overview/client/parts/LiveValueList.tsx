import { useTranslation } from 'react-i18next'
import { getDecimalsNextToLimits } from '@/client/format/number'
import { formatClock } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { BandGauge } from '@/client/ui/drawings/BandGauge'
import { Sparkline } from '@/client/ui/drawings/Sparkline'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import type { ParametersOfLine } from '../../contract/line-endpoints'
import { LimitsText, LIVE_DECIMALS, LiveValueText, type LiveValueWithLimits } from './LiveValueText'

export interface ListedValue extends LiveValueWithLimits {
  readonly key: string
  readonly label: string
  /** Values of the last hour, the oldest first. */
  readonly trend?: readonly { readonly value: number | null }[]
  /** Last inspected value of the order. */
  readonly measured?: number | null
  readonly measuredAt?: string | null
}
const hasValue = ({ at, measured }: ListedValue): boolean => at !== null || (measured ?? null) !== null
/** Values outside their limits first, then those with limits. */
const getUrgency = ({ outside, low, high }: ListedValue): number => {
  if (outside) return 0
  return low !== null || high !== null ? 1 : 2
}

/**
 * Values of a line or hall, each within its limits and over the last hour; those outside of their limits come first.
 * Values that nothing measures are folded away.
 */
export function LiveValueList({
  label,
  values,
  maxRows,
}: {
  label: string
  values: readonly ListedValue[]
  maxRows?: number | undefined
}) {
  const { t } = useTranslation('overview')
  const shownValues = values.filter(hasValue).sort((a, b) => getUrgency(a) - getUrgency(b))
  const unmeasuredValues = values.filter((value) => !hasValue(value))
  return (
    <>
      {shownValues.length > 0 && (
        <ul className="live-values" aria-label={label}>
          {shownValues.slice(0, maxRows).map((value) => (
            <LiveValueRow key={value.key} value={value} />
          ))}
        </ul>
      )}
      {shownValues.length > (maxRows ?? Infinity) && (
        <p className="quiet">{t('glance.more', { count: shownValues.length - maxRows! })}</p>
      )}
      {unmeasuredValues.length > 0 && maxRows === undefined && (
        <details className="quiet">
          <summary>{t('live.unmeasured', { count: unmeasuredValues.length })}</summary>
          <ul className="live-values">
            {unmeasuredValues.map((value) => (
              <li key={value.key}>
                <span>{value.label}</span>
                <span>
                  <LimitsText live={value} />
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {values.length === 0 && <p className="quiet">{t('parameters.none')}</p>}
    </>
  )
}
/** Parameters of a line within the limits of the standard: live values, else the last inspected ones. */
export function LineParameterList({ line, maxRows }: { line: ParametersOfLine; maxRows?: number | undefined }) {
  return (
    <LiveValueList
      label={line.label}
      maxRows={maxRows}
      values={line.parameters.map((parameter) => ({
        ...parameter,
        unit: parameter.unit ?? '',
        value: parameter.live,
        at: parameter.liveAt,
      }))}
    />
  )
}
function LiveValueRow({ value }: { value: ListedValue }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const limits = [value.low, value.high].filter((limit) => limit !== null)
  const isLive = value.at !== null
  const measured = value.measured ?? null
  const measuredQuantity = (
    <Quantity
      value={measured}
      unit={value.unit}
      decimals={getDecimalsNextToLimits(measured, value, LIVE_DECIMALS)}
      showsAllDigits
    />
  )
  return (
    <li className={value.outside ? 'is-outside' : undefined}>
      <span>{value.label}</span>
      <span>
        {isLive ? <LiveValueText live={value} /> : measuredQuantity}
        {measured !== null && (
          <span className="quiet">
            {' '}
            {t('parameters.measured')} {isLive && measuredQuantity}{' '}
            {value.measuredAt && formatClock(value.measuredAt, zone)}
          </span>
        )}
      </span>
      <span>
        <BandGauge
          label={value.label}
          unit={value.unit}
          decimals={LIVE_DECIMALS}
          value={isLive ? value.value : measured}
          low={value.low}
          high={value.high}
          isJudged={value.outside}
        />
        <LimitsText live={value} />
      </span>
      {value.trend && value.trend.length > 0 && (
        <Sparkline
          values={value.trend.map((point) => point.value)}
          lines={limits}
          label={t('lines.lastHour', { key: value.label })}
        />
      )}
    </li>
  )
}
/** Number of values outside their limits, in colour, icon and word; nothing while all are within them. */
export function OutsideCountBadge({ values }: { values: readonly { readonly outside: boolean }[] }) {
  const { t } = useTranslation('overview')
  const count = values.filter(({ outside }) => outside).length
  return count > 0 ? <StateBadge tone="bad">{t('live.outside', { count })}</StateBadge> : null
}
