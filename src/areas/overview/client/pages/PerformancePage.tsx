import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { LineChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { figureCalls, type FigureAnswer } from '../../contract/figure-calls'
import { AsOf } from '../parts/AsOf'
import { RankedTable } from '../parts/RankedTable'
import { FigureTile } from '../parts/FigureTile'
import { PeriodBar } from '../parts/PeriodBar'
import { inputOf, useAsked } from '../parts/use-asked'
import { useFigureWord } from '../parts/use-figure-word'

const appraised = ['mainOutput', 'cutOutput', 'mainDegrade', 'cutDegrade', 'q1', 'inputOutput'] as const

/** 绩效: one metric by line and team with ranks, as the teams see it themselves. */
export default function PerformancePage() {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const asked = useAsked('month')
  const shown = appraised.find((name) => name === params.get('figure')) ?? 'mainOutput'
  const found = useEndpoint(figureCalls[shown].endpoint, inputOf(asked), { resources: ['shiftFigure', 'figureTarget'] })
  return (
    <PageFrame title={t('pages.performance.title')}>
      <div className="overview">
        <Tabs
          label={t('statistics.figure')}
          switchesViews
          chosen={shown}
          onChoose={(figure) => change({ figure }, true)}
          tabs={appraised.map((key) => ({ key, word: t(`performance.${key}`) }))}
        />
        <PeriodBar asked={asked} />
        {found.isPending && <SkeletonTable />}
        {found.error && <NotLoadedView of={found} />}
        {found.data && !found.error && <Shown of={found.data} />}
      </div>
    </PageFrame>
  )
}
/** Metrics of a period with the rankings of teams and lines and the trend. */
export function Shown({ of }: { of: FigureAnswer }) {
  const { t } = useTranslation('overview')
  const teamWord = useFormatTeam()
  const word = useFigureWord()
  const [main] = of.figures
  if (!main || (of.lines.length === 0 && of.teams.length === 0))
    return <EmptyState title={t('pages.nothingMade')} next={t('pages.nothingMadeNext')} />
  const lines = of.lines
    .filter(({ figure }) => figure === main.figure)
    .map((row) => ({ ...row, key: row.lineId, label: row.label }))
  const teams = of.teams
    .filter(({ figure }) => figure === main.figure)
    .map((row) => ({ ...row, key: row.team, label: teamWord(row.team) ?? row.team }))
  const course = of.trend.filter(({ figure }) => figure === main.figure)
  const { name, unit, decimals, formula } = word(main.figure)
  return (
    <>
      <dl className="overview-tiles">
        {of.figures.map((figure) => (
          <FigureTile key={figure.figure} of={figure} />
        ))}
      </dl>
      <AsOf of={of} />
      {of.running && <p className="quiet">{t('pages.comparedDays', { count: of.comparedDays })}</p>}
      <div className="overview-two">
        <RankedTable title={t('inputs.team')} head={t('inputs.team')} rows={teams} />
        <RankedTable title={t('inputs.lineId')} head={t('inputs.lineId')} rows={lines} />
      </div>
      {course.length > 1 && (
        <LineChart
          question={t('pages.courseOf', { figure: name })}
          unit={unit}
          decimals={decimals}
          period={`${of.from} – ${of.to}`}
          xs={course.map(({ from }) => from.slice(5))}
          series={[{ name, values: course.map(({ value }) => value) }]}
        />
      )}
      <p className="quiet">
        {name}: {formula}
      </p>
    </>
  )
}
