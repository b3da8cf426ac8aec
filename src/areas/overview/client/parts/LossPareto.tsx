import { useTranslation } from 'react-i18next'
import type { Tone } from '@/contract/state-machine'
import { useEndpoint } from '@/client/api/use-list'
import { formatNumber, formatPercent } from '@/client/format/number'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePageLink } from '@/client/shell/use-page-link'
import { BarList } from '@/client/ui/drawings/BarList'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { plantLosses, type PlantLosses } from '../../contract/course-endpoints'
import type { GlancePeriod } from '../../contract/glance-endpoints'
import type { LossKind } from '../../rules/losses'
import { ROWS_BY_SIZE, type DashboardCardProps } from '../cards/catalogue'

export const lossTones: Readonly<Record<LossKind, Tone>> = {
  unplannedStop: 'bad',
  plannedStop: 'active',
  unknownStop: 'wait',
  correctedStop: 'wait',
  slow: 'warn',
  downgraded: 'warn',
  waste: 'bad',
}
/** Losses of the lines' planned busy time by cause, the largest first, with their cumulative share. */
export function LossPareto({
  period,
  day,
  shift,
  lineId,
  maxRows = 8,
  isWallScreen,
}: {
  period: GlancePeriod
  day?: string
  shift?: string | null
  lineId?: string | null
  maxRows?: number
  isWallScreen?: boolean | undefined
}) {
  const query = useEndpoint(
    plantLosses,
    { period, ...(day ? { day } : {}), ...(shift ? { shift } : {}), ...(lineId ? { lineId } : {}) },
    { resources: ['shiftFigure', 'lineStop'], refreshIntervalMs: 300_000 },
  )
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={4} />}>
      {(losses) => <LossBars losses={losses} maxRows={maxRows} isWallScreen={isWallScreen} />}
    </QueryBoundary>
  )
}
/** A dashboard card with the losses of the period. */
export default function LossCard({ size, lineId, period, isWallScreen }: DashboardCardProps) {
  return <LossPareto period={period} lineId={lineId} maxRows={ROWS_BY_SIZE[size]} isWallScreen={isWallScreen} />
}
function LossBars({
  losses: { losses, busyHours, from, to },
  maxRows,
  isWallScreen,
}: {
  losses: PlantLosses
  maxRows: number
  isWallScreen: boolean | undefined
}) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const getPageLink = usePageLink()
  const totalHours = losses.reduce((sum, { hours }) => sum + hours, 0)
  if (totalHours === 0) return <p className="quiet">{t('losses.none')}</p>
  const formatHours = (hours: number) => formatNumber(hours, { language, decimals: 1, unit: 'h' })
  const visibleLosses = losses.slice(0, maxRows)
  const hiddenHours = totalHours - visibleLosses.reduce((sum, { hours }) => sum + hours, 0)
  const shownRows = [
    ...visibleLosses,
    ...(losses.length > maxRows
      ? [
          {
            kind: null,
            reasonId: null,
            label: t('losses.others', { count: losses.length - maxRows }),
            hours: hiddenHours,
            kg: null,
          },
        ]
      : []),
  ]
  let cumulativeHours = 0
  return (
    <>
      <p className="overview-as-of">
        <b>{formatHours(totalHours)}</b>{' '}
        {t('losses.ofBusy', {
          busy: formatHours(busyHours),
          percent: formatPercent(busyHours > 0 ? totalHours / busyHours : null, { language, decimals: 0 }),
        })}
      </p>
      <BarList
        label={t('losses.question')}
        rows={shownRows.map(({ kind, reasonId, label, hours, kg }) => {
          cumulativeHours += hours
          const isStop = kind === 'plannedStop' || kind === 'unplannedStop' || kind === 'unknownStop'
          return {
            key: reasonId ?? kind ?? 'others',
            label,
            detail: [
              kind && reasonId && t(`losses.kinds.${kind}`),
              kg !== null && formatNumber(kg, { language, decimals: 0, unit: 'kg' }),
            ]
              .filter(Boolean)
              .join(' · '),
            value: hours,
            text: formatHours(hours),
            note: formatPercent(cumulativeHours / totalHours, { language, decimals: 0 }),
            tone: kind ? lossTones[kind] : 'idle',
            to: isStop && !isWallScreen ? getPageLink('shutdownAnalysis', { from, to }) : null,
          }
        })}
      />
      <p className="quiet">{t('losses.cumulative')}</p>
    </>
  )
}
