import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatDuration } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/use-now'
import type { Glance } from '../../contract/glance-calls'
import { lineTones, verdictTones } from '../tones'

/**
 * State of a line with its reason and output; links to the stop or to the line.
 * @param hasPeriodEnded the output is of a past period, while the state is of now
 */
export function LineTile({
  line,
  still,
  over,
}: {
  line: Glance['lines'][number]
  still?: boolean | undefined
  over?: boolean
}) {
  const { t, i18n } = useTranslation('overview')
  const link = usePageLink()
  const now = useNow()
  const since = line.since ? formatDuration(now - Date.parse(line.since), toLanguage(i18n.language)) : null
  const to = still
    ? null
    : line.state === 'standing' && line.stopId
      ? link('shutdownAnalysis', { id: line.stopId })
      : link('lineStatus', { line: line.lineId })
  const order = over && line.order ? t('lines.orderNow', { order: line.order }) : line.order
  const why = line.state === 'running' ? [order, line.product] : [line.reason ?? t('lines.noReason'), order]
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
        <StateBadge tone={lineTones[line.state]}>
          {t(`lines.state.${line.state}`)}
          {since && line.state !== 'running' && ` ${since}`}
        </StateBadge>
        {line.verdict && <StateBadge tone={verdictTones[line.verdict]}>{t(`verdicts.${line.verdict}`)}</StateBadge>}
      </span>
      {(line.state !== 'noOrder' || line.reason) && <span className="quiet">{why.filter(Boolean).join(' · ')}</span>}
    </li>
  )
}
