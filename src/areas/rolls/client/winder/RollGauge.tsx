import './gauge.css'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '@/client/format/number'
import { formatClock, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { StateBadge } from '@/client/ui/StateBadge'
import type { WindingProgress } from '../shared/winder-state'

const RADIUS = 44
const CIRCUMFERENCE = 2 * Math.PI * RADIUS

/**
 * Shows the roll on the winder as a ring that fills up, with the metres wound and the kg estimated
 * until now, and the time of the doff.
 */
export function RollGauge({ progress, now }: { progress: WindingProgress; now: number }) {
  const { t } = useTranslation('rolls')
  const language = useLanguage()
  const zone = usePlantZone()
  const { woundM, kg, targetM, share, dueAt, speed, isUsualSpeed, isStopped } = progress
  const isOverdue = dueAt !== null && dueAt <= now
  const tone = isStopped ? 'bad' : isOverdue ? 'warn' : 'active'
  const formatQuantity = (value: number | null, unit: string, decimals = 0) =>
    formatNumber(value, { language, unit, decimals })
  const formatDueTime = () => {
    if (dueAt === null) return '–'
    const dueTime = formatClock(dueAt, zone)
    return isOverdue ? dueTime : `${dueTime} · ${formatDuration(dueAt - now, language)}`
  }
  return (
    <div className={`wd-gauge tone-${tone}`}>
      <svg
        viewBox="0 0 100 100"
        role="img"
        aria-label={t('pages.winder.gauge', {
          metres: formatQuantity(woundM, 'm'),
          target: formatQuantity(targetM, 'm'),
        })}
      >
        <circle cx="50" cy="50" r={RADIUS} className="wd-ring" />
        <circle
          cx="50"
          cy="50"
          r={RADIUS}
          className="wd-ring-done"
          strokeDasharray={`${CIRCUMFERENCE * Math.min(1, share ?? 0)} ${CIRCUMFERENCE}`}
          transform="rotate(-90 50 50)"
        />
      </svg>
      <div className="wd-gauge-middle">
        <b>{woundM === null ? '–' : formatNumber(woundM, { language, decimals: 0 })}</b>
        <span>m{targetM !== null && ` / ${formatQuantity(targetM, 'm')}`}</span>
      </div>
      <dl className="facts">
        <div>
          <dt>{t('pages.winder.kgNow')}</dt>
          <dd>{formatQuantity(kg, 'kg', 1)}</dd>
        </div>
        <div>
          <dt>
            {t(
              isUsualSpeed
                ? 'pages.winder.usualSpeed'
                : isStopped
                  ? 'pages.winder.speedSetpoint'
                  : 'jumboRoll.fields.speed',
            )}
          </dt>
          <dd className={isStopped ? 'is-setpoint' : undefined}>{formatQuantity(speed, 'm/min')}</dd>
        </div>
        <div>
          <dt>{t('pages.winder.due')}</dt>
          <dd>{formatDueTime()}</dd>
        </div>
      </dl>
      {isStopped ? (
        <StateBadge tone="bad">{t('pages.winder.stopped')}</StateBadge>
      ) : isOverdue ? (
        <StateBadge tone="warn">{t('pages.winder.overdue')}</StateBadge>
      ) : speed === null ? (
        <StateBadge tone="idle">{t('pages.winder.noSpeed')}</StateBadge>
      ) : isUsualSpeed ? (
        <StateBadge tone="idle">{t('pages.winder.byUsualSpeed')}</StateBadge>
      ) : null}
    </div>
  )
}
