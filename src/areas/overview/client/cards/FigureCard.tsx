import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { usePageLink } from '@/client/shell/use-page-link'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import type { FigureAnswer, figureCalls } from '../../contract/figure-calls'
import { RankedTable } from '../parts/RankedTable'
import { FigureTile } from '../parts/FigureTile'
import { Spark } from '../parts/Spark'
import { useFigureWord } from '../parts/use-figure-word'
import type { CardProps } from './catalogue'

type Call = (typeof figureCalls)[keyof typeof figureCalls]['endpoint']
const resources = ['shiftFigure', 'figureTarget']
/** Creates the card of a metric endpoint: its trend, or its teams with ranks. */
export function figureCard(call: Call, shown: 'trend' | 'teams') {
  return function FigureCard({ size, lineId, period, still }: CardProps) {
    const found = useEndpoint(call, { period, ...(lineId ? { lineId } : {}) }, { resources, refreshEvery: 300_000 })
    if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={size === 'small' ? 1 : 2} />} />
    return shown === 'teams' ? (
      <Teams of={found.data} most={size === 'large' ? 12 : 4} />
    ) : (
      <Trend of={found.data} size={size} lineId={lineId} still={still} />
    )
  }
}
function Trend({ of, size, lineId, still }: { of: FigureAnswer } & Pick<CardProps, 'size' | 'lineId' | 'still'>) {
  const { t } = useTranslation('overview')
  const link = usePageLink()
  const word = useFigureWord()
  const days = { by: 'line', from: of.from, to: of.to, ...(lineId ? { line: lineId } : {}) }
  const to = (figure: string) => (still ? null : link('statistics', { ...days, figure }))
  const figures = size === 'small' ? of.figures.slice(0, 1) : of.figures
  const [first] = of.figures
  if (!first) return null
  const course = of.trend.filter(({ figure }) => figure === first.figure).map(({ value }) => value)
  return (
    <>
      <p className="quiet">
        {t(`inputOptions.period.${of.period}`)} · {of.from === of.to ? of.from : `${of.from} – ${of.to}`}
      </p>
      <dl className="overview-tiles">
        {figures.map((figure) => (
          <FigureTile key={figure.figure} of={figure} to={to(figure.figure)} />
        ))}
      </dl>
      {size !== 'small' && <Spark values={course} label={t('pages.courseOf', { figure: word(first.figure).name })} />}
      {size === 'large' && of.teams.length > 0 && <Teams of={of} most={4} />}
    </>
  )
}
function Teams({ of, most }: { of: FigureAnswer; most: number }) {
  const { t } = useTranslation('overview')
  const teamWord = useFormatTeam()
  const main = of.figures[0]?.figure
  const rows = of.teams
    .filter(({ figure }) => figure === main)
    .map((row) => ({ ...row, key: row.team, label: teamWord(row.team) ?? row.team }))
  if (rows.length === 0) return <p className="quiet">{t('pages.nothingMade')}</p>
  return <RankedTable title={t('inputs.team')} head={t('inputs.team')} rows={rows.slice(0, most)} />
}
