import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { formatClock } from '@/client/format/time'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageLink } from '@/client/shell/use-page-link'
import { AbbreviatedNumbersProvider } from '@/client/ui/abbreviated-numbers'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { DateInput } from '@/client/ui/DateInput'
import { useParams } from '@/client/use-params'
import { useFormatShift, useFormatTeam } from '@/plant/client/sheet/use-shift'
import { glanceNow, glancePeriods, type Glance } from '../../contract/glance-calls'
import { AsOf } from '../parts/AsOf'
import { FigureTile } from '../parts/FigureTile'
import { LateList } from '../parts/LateList'
import { LineTile } from '../parts/LineTile'
import { glanceResources } from '../parts/glance-resources'

/** The plant at a glance, without scrolling on a tablet; everything links to its rows. */
export default function GlanceView() {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const period = glancePeriods.find((kind) => kind === params.get('period')) ?? 'shift'
  const day = params.get('day') ?? ''
  const found = useEndpoint(
    glanceNow,
    { period, ...(day ? { day } : {}) },
    { resources: glanceResources, refreshEvery: 60_000 },
  )
  return (
    <div className="overview is-glance">
      <div className="overview-bar">
        <Tabs
          label={t('inputs.period')}
          chosen={period}
          onChoose={(next) => change({ period: next }, true)}
          tabs={glancePeriods.map((key) => ({ key, word: t(`inputOptions.period.${key}`) }))}
        />
        <label>
          <span className="ui-hidden">{t('inputs.day')}</span>
          <DateInput value={day} onChange={(value) => change({ day: value || null }, true)} />
        </label>
        {found.data && (
          <div>
            <Heading of={found.data} />
            <AsOf of={found.data} />
          </div>
        )}
      </div>
      {found.isPending && <SkeletonDetail fields={6} />}
      {found.error && !found.data && <NotLoadedView of={found} />}
      {found.data && (
        <AbbreviatedNumbersProvider>
          <Shown of={found.data} />
        </AbbreviatedNumbersProvider>
      )}
    </div>
  )
}
function Heading({ of }: { of: Glance }) {
  const { t } = useTranslation('overview')
  const zone = usePlantZone()
  const shiftWord = useFormatShift()
  const teamWord = useFormatTeam()
  const days = of.from === of.to ? of.from : `${of.from} – ${of.to}`
  const clock = `${formatClock(of.startsAt, zone)}–${formatClock(of.endsAt, zone)}`
  const parts = of.shift ? [days, shiftWord(of.shift), teamWord(of.team), clock] : [days]
  return (
    <p className="overview-as-of">
      <b>{parts.filter(Boolean).join(' · ')}</b>
      {of.running && ` · ${t('glance.running', { percent: Math.round(of.passedPercent) })}`}
    </p>
  )
}
function Shown({ of }: { of: Glance }) {
  const { t } = useTranslation('overview')
  const link = usePageLink()
  const days = { by: 'line', from: of.from, to: of.to, ...(of.team ? { team: of.team } : {}) }
  return (
    <>
      <section aria-label={t('glance.made')}>
        <h2 className="ui-hidden">{t('glance.made')}</h2>
        <dl className="overview-tiles">
          {of.figures.map((figure) => (
            <FigureTile key={figure.figure} of={figure} to={link('statistics', { ...days, figure: figure.figure })} />
          ))}
          {of.mayCost && <CostTile of={of} to={link('costComparison')} />}
        </dl>
      </section>
      <section aria-label={t('glance.lines')}>
        <h2>{t('glance.lines')}</h2>
        {of.lines.length === 0 && <p className="quiet">{t('glance.noLines')}</p>}
        <ul className="overview-lines">
          {of.lines.map((line) => (
            <LineTile key={line.lineId} line={line} over={!of.running} />
          ))}
        </ul>
      </section>
      <section aria-label={t('glance.late')}>
        <h2>{t('glance.late')}</h2>
        <LateList of={of} most={4} />
      </section>
    </>
  )
}
function CostTile({ of, to }: { of: Glance; to: string | null }) {
  const { t } = useTranslation('overview')
  return (
    <div className="overview-tile">
      <dt>{to ? <Link to={to}>{t('answers.cost')}</Link> : t('answers.cost')}</dt>
      <dd>
        <Quantity value={of.cost} unit="CNY" decimals={0} size="large" />
      </dd>
      <dd className="quiet">
        <span>
          {t('answers.energyCost')} <Quantity value={of.energyCost} unit="CNY" decimals={0} />
        </span>
      </dd>
    </div>
  )
}
