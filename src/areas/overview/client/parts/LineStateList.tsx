import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { useNow } from '@/client/clock'
import { formatClock, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { BulletBar } from '@/client/ui/drawings/BulletBar'
import { StateBand } from '@/client/ui/drawings/StateBand'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { lineBands, type LineBands } from '../../contract/course-endpoints'
import type { Glance } from '../../contract/glance-endpoints'
import { lineStates } from '../../rules/line-state'
import { lineStateTones } from '../tones'
import { VerdictBadge, targetVerdictTones } from '../shared/VerdictBadge'

type GlanceLine = Glance['lines'][number]
interface LineListOptions {
  /** Only state and band, in one line of text. */
  readonly isCompact?: boolean
  readonly isWallScreen?: boolean | undefined
  /** True if the output belongs to a past period; state and band are always the current ones. */
  readonly hasPeriodEnded?: boolean
}
/** Lines with their state, output against the due amount, and the states of the last 24 hours as a band. */
export function LineStateList({ lines, ...options }: { lines: readonly GlanceLine[] } & LineListOptions) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const { data: bands } = useEndpoint(
    lineBands,
    {},
    { resources: ['lineStop', 'workOrder', 'machineRun'], refreshIntervalMs: 60_000 },
  )
  if (lines.length === 0) return <p className="quiet">{t('glance.noLines')}</p>
  return (
    <ul className={`overview-lines${options.isCompact ? ' is-compact' : ''}`}>
      {lines.map((line) => (
        <LineRow key={line.lineId} line={line} bands={bands} {...options} />
      ))}
      {bands && (
        <li className="overview-line quiet" aria-hidden>
          <span className="overview-axis">
            <span>{formatClock(bands.from, zone)}</span>
            <span>{formatClock((Date.parse(bands.from) + Date.parse(bands.to)) / 2, zone)}</span>
            <span>{t('glance.now')}</span>
          </span>
        </li>
      )}
    </ul>
  )
}
function LineRow({
  line,
  bands,
  isCompact,
  isWallScreen,
  hasPeriodEnded,
}: { line: GlanceLine; bands: LineBands | undefined } & LineListOptions) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const getPageLink = usePageLink()
  const now = useNow()
  const sinceText = line.since ? formatDuration(now - Date.parse(line.since), language) : null
  const buildLineLink = () =>
    line.state === 'standing' && line.stopId
      ? getPageLink('shutdownAnalysis', { id: line.stopId })
      : getPageLink('lineStatus', { line: line.lineId })
  const to = isWallScreen ? null : buildLineLink()
  const orderText = hasPeriodEnded && line.order ? t('lines.orderNow', { order: line.order }) : line.order
  const details = line.state === 'running' ? [orderText, line.product] : [line.reason ?? t('lines.noReason'), orderText]
  const hasDetails = line.state !== 'noOrder' || line.reason
  const isUnfinished = line.due !== line.target
  const verdictTone = line.verdict ? targetVerdictTones[line.verdict] : 'active'
  return (
    <li className={`overview-line is-${line.state}`}>
      <span className="overview-line-name">
        <b>{to ? <Link to={to}>{line.label}</Link> : line.label}</b>
        <StateBadge tone={lineStateTones[line.state]}>
          {t(`lines.state.${line.state}`)}
          {sinceText && line.state !== 'running' && ` ${sinceText}`}
        </StateBadge>
        {!isCompact && hasDetails && <span className="quiet">{details.filter(Boolean).join(' · ')}</span>}
      </span>
      {!isCompact && (
        <span className="overview-line-amount">
          <Quantity value={line.kg} unit="kg" decimals={0} />
          {line.target !== null && (
            <span className="quiet" title={t(isUnfinished ? 'pages.due' : 'pages.target')}>
              / <Quantity value={line.due} unit="kg" decimals={0} />
            </span>
          )}
          {/* A line that stands is not on schedule, whatever it has made so far. */}
          {!(line.state === 'standing' && line.verdict === 'met') && (
            <VerdictBadge verdict={line.verdict} isUnfinished={isUnfinished} />
          )}
          {line.target !== null && (
            <BulletBar
              label={line.label}
              unit="kg"
              value={line.kg}
              due={line.due}
              target={line.target}
              tone={line.state === 'standing' ? 'idle' : verdictTone}
              isUnfinished={isUnfinished}
            />
          )}
        </span>
      )}
      {bands && <LineBand bands={bands} line={line} />}
    </li>
  )
}
function LineBand({ bands, line }: { bands: LineBands; line: GlanceLine }) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const zone = usePlantZone()
  const segments = (bands.lines.find(({ lineId }) => lineId === line.lineId)?.segments ?? []).map((segment) => ({
    ...segment,
    from: Date.parse(segment.from),
    to: Date.parse(segment.to),
  }))
  const summary = lineStates
    .map((state) => ({
      state,
      duration: segments.reduce((sum, segment) => (segment.state === state ? sum + segment.to - segment.from : sum), 0),
    }))
    .filter(({ duration }) => duration > 0)
    .map(({ state, duration }) => `${t(`lines.state.${state}`)} ${formatDuration(duration, language)}`)
  return (
    <StateBand
      label={[line.label, t('glance.bands'), ...summary].join(' · ')}
      from={Date.parse(bands.from)}
      to={Date.parse(bands.to)}
      segments={segments.map((segment) => ({
        from: segment.from,
        to: segment.to,
        tone: lineStateTones[segment.state],
        label: [
          t(`lines.state.${segment.state}`),
          segment.reason,
          `${formatClock(segment.from, zone)}–${formatClock(segment.to, zone)}`,
          formatDuration(segment.to - segment.from, language),
        ]
          .filter(Boolean)
          .join(' · '),
      }))}
    />
  )
}
