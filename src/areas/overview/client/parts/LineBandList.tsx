import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatClock, formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { StateBand } from '@/client/ui/drawings/StateBand'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { lineBands, type LineBands } from '../../contract/course-endpoints'
import { lineStates } from '../../rules/line-state'
import { lineStateTones } from '../tones'

type LineBand = LineBands['lines'][number]

/** The last 24 hours of every line as bands of running, stopped and without an order. */
export function LineBandList({ isWallScreen }: { isWallScreen?: boolean }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const query = useEndpoint(
    lineBands,
    {},
    { resources: ['lineStop', 'workOrder', 'machineRun'], refreshIntervalMs: 60_000 },
  )
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {({ from, to, lines }) => (
        <div className="overview-bands">
          <ul>
            {lines.map((line) => (
              <LineBandRow
                key={line.lineId}
                line={line}
                from={Date.parse(from)}
                to={Date.parse(to)}
                isWallScreen={isWallScreen}
              />
            ))}
          </ul>
          <p className="quiet" aria-hidden>
            <span>{formatClock(from, zone)}</span>
            <span>{formatClock((Date.parse(from) + Date.parse(to)) / 2, zone)}</span>
            <span>{t('glance.now')}</span>
          </p>
        </div>
      )}
    </QueryBoundary>
  )
}
function LineBandRow({
  line,
  from,
  to,
  isWallScreen,
}: {
  line: LineBand
  from: number
  to: number
  isWallScreen: boolean | undefined
}) {
  const { t } = useTranslation('overview')
  const language = useLanguage()
  const zone = usePlantZone()
  const getPageLink = usePageLink()
  const link = isWallScreen ? null : getPageLink('lineStatus', { line: line.lineId })
  const segments = line.segments.map((segment) => ({
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
    <li>
      <span>{link ? <Link to={link}>{line.label}</Link> : line.label}</span>
      <StateBand
        label={[line.label, ...summary].join(' · ')}
        from={from}
        to={to}
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
    </li>
  )
}
