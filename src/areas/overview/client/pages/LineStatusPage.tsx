import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatDuration } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { BandGauge } from '@/client/ui/drawings/BandGauge'
import { Sparkline } from '@/client/ui/drawings/Sparkline'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { useNow } from '@/client/clock'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { useQueryParams } from '@/client/use-query-params'
import { lineKeyEndpoints, lineStatus, type LineStatus } from '../../contract/line-endpoints'
import { HallClimateView } from '../cards/ClimateCard'
import { HallClimateHistorySection } from '../parts/HallClimateHistorySection'
import { LimitsText, LiveValueText, LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'
import { LiveValueList, OutsideCountBadge } from '../parts/LiveValueList'
import { LineWindowDialog } from '../parts/LineWindowDialog'
import { lineStatesByUrgency, lineStateTones } from '../tones'

const VIEWS = ['lines', 'keys', 'halls'] as const
/**
 * 状态: tabs with the state and live values of each line, one value of all lines over the last hour, and the climate of
 * the halls.
 */
export default function LineStatusPage() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const view = VIEWS.find((name) => name === params.get('view')) ?? 'lines'
  return (
    <PageFrame title={t('pages.lineStatus.title')}>
      <div className="overview">
        <Tabs
          label={t('pages.lineStatus.title')}
          isNavigation
          chosen={view}
          onChoose={(next) => changeParams({ view: next }, { replace: true })}
          tabs={VIEWS.map((key) => ({ key, label: t(`lines.view.${key}`) }))}
        />
        {view === 'lines' && <LineCardList />}
        {view === 'keys' && <LineKeyList />}
        {view === 'halls' && (
          <>
            <HallClimateView />
            <HallClimateHistorySection />
          </>
        )}
      </div>
    </PageFrame>
  )
}
function LineCardList() {
  const { t } = useTranslation('overview')
  const [params, changeParams] = useQueryParams()
  const query = useEndpoint(lineStatus, {}, LIVE_QUERY_OPTIONS)
  const openLineId = params.get('line')
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail />}>
      {(lines) =>
        lines.length === 0 ? (
          <EmptyState title={t('glance.noLines')} advice={t('parameters.noLinesNext')} />
        ) : (
          <>
            <LineStateCounts lines={lines} />
            <div className="overview-two">
              {lines.toSorted(compareUrgency).map((line) => (
                <LineStatusCard key={line.lineId} line={line} onOpen={() => changeParams({ line: line.lineId })} />
              ))}
              {openLineId && <LineWindowDialog lineId={openLineId} onClose={() => changeParams({ line: null })} />}
            </div>
          </>
        )
      }
    </QueryBoundary>
  )
}
/** Lines with values outside their limits first, then stopped lines. */
const compareUrgency = (a: LineStatus, b: LineStatus): number => getUrgency(a) - getUrgency(b)
const getUrgency = ({ values, state }: LineStatus): number =>
  values.some(({ outside }) => outside) ? 0 : lineStatesByUrgency.indexOf(state) + 1
/** Number of lines in each state, and number of values outside their limits. */
function LineStateCounts({ lines }: { lines: readonly LineStatus[] }) {
  const { t } = useTranslation('overview')
  const values = lines.flatMap((line) => line.values)
  return (
    <p className="overview-states">
      {lineStatesByUrgency
        .filter((state) => lines.some((line) => line.state === state))
        .map((state) => (
          <StateBadge key={state} tone={lineStateTones[state]}>
            {t(`lines.state.${state}`)} {lines.filter((line) => line.state === state).length}
          </StateBadge>
        ))}
      {values.some(({ outside }) => outside) ? (
        <OutsideCountBadge values={values} />
      ) : (
        <StateBadge tone="ok">{t('live.allWithin')}</StateBadge>
      )}
    </p>
  )
}
function LineStatusCard({ line, onOpen }: { line: LineStatus; onOpen: () => void }) {
  const { t, i18n } = useTranslation(['overview', 'telemetry'])
  const getPageLink = usePageLink()
  const now = useNow()
  const sinceText = line.since && formatDuration(now - Date.parse(line.since), toLanguage(i18n.language))
  const stopLink = line.stopId && getPageLink('shutdownAnalysis', { id: line.stopId })
  const reasonText = line.state === 'standing' ? (line.reason ?? t('lines.noReason')) : line.reason
  return (
    <section className="ui-card" aria-label={line.label}>
      <h2>
        <button type="button" className="ui-link" onClick={onOpen}>
          {line.label}
        </button>{' '}
        <StateBadge tone={lineStateTones[line.state]}>{t(`lines.state.${line.state}`)}</StateBadge>{' '}
        <OutsideCountBadge values={line.values} />
      </h2>
      <p className="quiet">
        {sinceText && t('lines.since', { duration: sinceText })}
        {sinceText && reasonText && ' · '}
        {reasonText && (stopLink ? <Link to={stopLink}>{reasonText}</Link> : reasonText)}
        {(sinceText || reasonText) && line.order && ' · '}
        {[line.order, line.product].filter(Boolean).join(' · ')}
      </p>
      {line.values.length > 0 && (
        <LiveValueList
          label={line.label}
          values={line.values.map((value) => ({
            ...value,
            key: value.lineKey,
            label: `${value.lineKey} ${t(`telemetry:tag.options.lineKey.${value.lineKey}`)}`,
          }))}
        />
      )}
    </section>
  )
}
function LineKeyList() {
  const { t } = useTranslation(['overview', 'telemetry'])
  const [params, changeParams] = useQueryParams()
  const selectedKey = lineKeyEndpoints.find(({ key }) => key === params.get('key')) ?? lineKeyEndpoints[0]!
  const query = useEndpoint(selectedKey.endpoint, {}, LIVE_QUERY_OPTIONS)
  const getKeyLabel = (key: string) => `${key} ${t(`telemetry:tag.options.lineKey.${key}`)}`
  return (
    <>
      <Tabs
        label={t('inputs.key')}
        chosen={selectedKey.key}
        onChoose={(key) => changeParams({ key }, { replace: true })}
        tabs={lineKeyEndpoints.map(({ key }) => ({ key, label: getKeyLabel(key) }))}
      />
      <QueryBoundary query={query} skeleton={<SkeletonDetail />}>
        {(lines) =>
          lines.length === 0 ? (
            <EmptyState title={t('live.noKey')} advice={t('live.noKeyNext')} />
          ) : (
            <div className="overview-two">
              {lines.map((line) => (
                <section key={line.tagId} className="ui-card" aria-label={line.label}>
                  <h2>{line.label}</h2>
                  <p className="live-key">
                    <LiveValueText live={line} large />
                    <LimitsText live={line} />
                  </p>
                  <BandGauge
                    label={line.label}
                    unit={line.unit}
                    decimals={1}
                    value={line.value}
                    low={line.low}
                    high={line.high}
                    isJudged={line.outside}
                  />
                  <Sparkline
                    values={line.trend.map(({ value }) => value)}
                    lines={[line.low, line.high].filter((limit) => limit !== null)}
                    label={t('lines.lastHour', { key: getKeyLabel(selectedKey.key) })}
                  />
                </section>
              ))}
            </div>
          )
        }
      </QueryBoundary>
    </>
  )
}
