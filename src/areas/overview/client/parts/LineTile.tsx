import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatDuration } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/clock'
import type { Glance } from '../../contract/glance-endpoints'
import { BulletBar } from '@/client/ui/drawings/BulletBar'
import { lineStateTones } from '../tones'
import { VerdictBadge, targetVerdictTones } from '../shared/VerdictBadge'

/**
 * State of a line with its reason and output; links to the stop or to the line.
 * @param hasPeriodEnded true if the output belongs to a past period; the state is always the current one
 */
export function LineTile({
  line,
  isWallScreen,
  hasPeriodEnded,
}: {
  line: Glance['lines'][number]
  isWallScreen?: boolean | undefined
  hasPeriodEnded?: boolean
}) {
  const { t, i18n } = useTranslation('overview')
  const getPageLink = usePageLink()
  const now = useNow()
  const sinceText = line.since ? formatDuration(now - Date.parse(line.since), toLanguage(i18n.language)) : null
  const to = isWallScreen
    ? null
    : line.state === 'standing' && line.stopId
      ? getPageLink('shutdownAnalysis', { id: line.stopId })
      : getPageLink('lineStatus', { line: line.lineId })
  const orderText = hasPeriodEnded && line.order ? t('lines.orderNow', { order: line.order }) : line.order
  const details = line.state === 'running' ? [orderText, line.product] : [line.reason ?? t('lines.noReason'), orderText]
  return (
    <li className={`overview-line is-${line.state}`}>
      <b>{to ? <Link to={to}>{line.label}</Link> : line.label}</b>
      <span>
        <Quantity value={line.kg} unit="kg" decimals={0} />
        {line.target !== null && (
          <span className="quiet" title={t(line.due === line.target ? 'pages.target' : 'pages.due')}>
            {' '}
            / <Quantity value={line.due} unit="kg" decimals={0} />
          </span>
        )}
      </span>
      <span className="overview-states">
        <StateBadge tone={lineStateTones[line.state]}>
          {t(`lines.state.${line.state}`)}
          {sinceText && line.state !== 'running' && ` ${sinceText}`}
        </StateBadge>
        {/* A line that stands is not on schedule, whatever it has made so far. */}
        {!(line.state === 'standing' && line.verdict === 'met') && (
          <VerdictBadge verdict={line.verdict} isUnfinished={line.due !== line.target} />
        )}
      </span>
      {line.target !== null && (
        <span className="overview-drawing">
          <BulletBar
            label={line.label}
            unit="kg"
            value={line.kg}
            due={line.due}
            target={line.target}
            tone={line.state === 'standing' ? 'idle' : line.verdict ? targetVerdictTones[line.verdict] : 'active'}
            isUnfinished={line.due !== line.target}
          />
        </span>
      )}
      {(line.state !== 'noOrder' || line.reason) && (
        <span className="quiet">{details.filter(Boolean).join(' · ')}</span>
      )}
    </li>
  )
}
