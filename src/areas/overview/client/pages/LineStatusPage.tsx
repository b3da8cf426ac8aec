import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatDuration } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePageLink } from '@/client/shell/use-page-link'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { StateBadge } from '@/client/ui/StateBadge'
import { Tabs } from '@/client/ui/Tabs'
import { useNow } from '@/client/use-now'
import { useParams } from '@/client/use-params'
import { keyCalls, lineStatus, type LineStatus } from '../../contract/line-calls'
import ClimateCard from '../cards/ClimateCard'
import { HallCourse } from '../parts/HallCourse'
import { Limits, LiveValue } from '../parts/LiveValue'
import { LIVE } from '../parts/live'
import { Spark } from '../parts/Spark'
import { WindowSheet } from '../parts/WindowSheet'
import { lineTones } from '../tones'

const VIEWS = ['lines', 'keys', 'halls'] as const
/** 状态: state and live values of each line, one value of all lines over the last hour, and the climate of the halls. */
export default function LineStatusPage() {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const view = VIEWS.find((one) => one === params.get('view')) ?? 'lines'
  return (
    <PageFrame title={t('pages.lineStatus.title')}>
      <div className="overview">
        <Tabs
          label={t('pages.lineStatus.title')}
          switchesViews
          chosen={view}
          onChoose={(next) => change({ view: next }, true)}
          tabs={VIEWS.map((key) => ({ key, word: t(`lines.view.${key}`) }))}
        />
        {view === 'lines' && <Lines />}
        {view === 'keys' && <Keys />}
        {view === 'halls' && (
          <>
            <ClimateCard />
            <HallCourse />
          </>
        )}
      </div>
    </PageFrame>
  )
}
function Lines() {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const found = useEndpoint(lineStatus, {}, LIVE)
  const open = params.get('line')
  if (found.isPending) return <SkeletonDetail />
  if (!found.data) return <NotLoadedView of={found} />
  if (found.data.length === 0) return <EmptyState title={t('glance.noLines')} next={t('parameters.noLinesNext')} />
  return (
    <div className="overview-two">
      {found.data.map((line) => (
        <LineCard key={line.lineId} of={line} onOpen={() => change({ line: line.lineId })} />
      ))}
      {open && <WindowSheet lineId={open} onClose={() => change({ line: null })} />}
    </div>
  )
}
function LineCard({ of, onOpen }: { of: LineStatus; onOpen: () => void }) {
  const { t, i18n } = useTranslation(['overview', 'telemetry'])
  const link = usePageLink()
  const now = useNow()
  const since = of.since && formatDuration(now - Date.parse(of.since), toLanguage(i18n.language))
  const stop = of.stopId && link('shutdownAnalysis', { id: of.stopId })
  const why = of.state === 'standing' ? (of.reason ?? t('lines.noReason')) : of.reason
  return (
    <section className="ui-card" aria-label={of.label}>
      <h2>
        <button type="button" className="ui-link" onClick={onOpen}>
          {of.label}
        </button>{' '}
        <StateBadge tone={lineTones[of.state]}>{t(`lines.state.${of.state}`)}</StateBadge>
      </h2>
      <p className="quiet">
        {since && t('lines.since', { duration: since })}
        {since && why && ' · '}
        {why && (stop ? <Link to={stop}>{why}</Link> : why)}
        {(since || why) && of.order && ' · '}
        {[of.order, of.product].filter(Boolean).join(' · ')}
      </p>
      {of.values.length > 0 && (
        <dl className="live-keys">
          {of.values.map((value) => (
            <div key={value.lineKey}>
              <dt>
                {value.lineKey} {t(`telemetry:tag.options.lineKey.${value.lineKey}`)}
              </dt>
              <dd>
                <LiveValue of={value} />
              </dd>
              <dd>
                <Limits of={value} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
function Keys() {
  const { t } = useTranslation(['overview', 'telemetry'])
  const [params, change] = useParams()
  const shown = keyCalls.find(({ key }) => key === params.get('key')) ?? keyCalls[0]!
  const found = useEndpoint(shown.endpoint, {}, LIVE)
  const word = (key: string) => `${key} ${t(`telemetry:tag.options.lineKey.${key}`)}`
  return (
    <>
      <Tabs
        label={t('inputs.key')}
        chosen={shown.key}
        onChoose={(key) => change({ key }, true)}
        tabs={keyCalls.map(({ key }) => ({ key, word: word(key) }))}
      />
      {found.isPending && <SkeletonDetail />}
      {found.error && !found.data && <NotLoadedView of={found} />}
      {found.data?.length === 0 && <EmptyState title={t('live.noKey')} next={t('live.noKeyNext')} />}
      <div className="overview-two">
        {found.data?.map((line) => (
          <section key={line.tagId} className="ui-card" aria-label={line.label}>
            <h2>{line.label}</h2>
            <p className="live-key">
              <LiveValue of={line} large />
              <Limits of={line} />
            </p>
            <Spark
              values={line.trend.map(({ value }) => value)}
              low={line.low}
              high={line.high}
              label={t('lines.lastHour', { key: word(shown.key) })}
            />
          </section>
        ))}
      </div>
    </>
  )
}
