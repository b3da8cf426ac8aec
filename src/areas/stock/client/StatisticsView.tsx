import { useTranslation } from 'react-i18next'
import type { OutOf } from '@/contract/endpoint'
import { useCall } from '@/client/api/use-list'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoaded } from '@/client/resource/NotLoaded'
import { BarChart } from '@/client/ui/Charts'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useParams } from '@/client/use-params'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { useBusinessDate } from '@/plant/client/use-today'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { statisticFigures, statisticKeys, type StatisticFigure } from '@/areas/rolls/rules/roll-statistics'
import { dataStatistics, dataStatisticsSheet } from '../contract/statistics-calls'
import { Bar, Choose, ChooseDay, ChooseRow } from './Choose'
import { figureUnits, Pivot, type Statistics } from './Pivot'
import { FigureTiles } from '@/client/figures/FigureTiles'

const RESOURCES = { resources: ['slitRoll'] }
/** Limits for bars and colours that remain distinguishable. */
const MOST_BARS = 15
const MOST_SERIES = 6

/** 数据统计: slit rolls with rows by one dimension and columns by another. The query is stored in the URL. */
export function StatisticsView() {
  const { t } = useTranslation('stock')
  const [params] = useParams()
  const today = useBusinessDate()
  const rows = statisticKeys.find((one) => one === params.get('rows')) ?? 'product'
  const columns = statisticKeys.find((one) => one === params.get('columns'))
  const figure = statisticFigures.find((one) => one === params.get('figure')) ?? 'kg'
  const to = params.get('to') ?? today
  const from = params.get('from') ?? `${to.slice(0, 8)}01`
  const grade = grades.find((one) => one === params.get('grade'))
  const ids = { productId: params.get('product'), customerId: params.get('customer'), lineId: params.get('line') }
  const input = {
    rows,
    ...(columns && columns !== rows ? { columns } : {}),
    from,
    to,
    ...(grade ? { grade } : {}),
    ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id)),
  }
  const found = useCall(dataStatistics, input, RESOURCES)
  const options = statisticKeys.map((key) => [key, t(`inputOptions.rows.${key}`)] as const)
  return (
    <div className="stock">
      <div className="stock-head">
        <Bar>
          <ChooseDay name="from" label={t('inputs.from')} value={from} max={today} />
          <ChooseDay name="to" label={t('inputs.to')} value={to} max={today} />
          <Choose name="rows" label={t('inputs.rows')} value={rows} options={options} />
          <Choose
            name="columns"
            label={t('inputs.columns')}
            value={columns ?? ''}
            none={t('pages.nothingMore')}
            options={options.filter(([key]) => key !== rows)}
          />
          <Choose
            name="figure"
            label={t('inputs.figure')}
            value={figure}
            options={statisticFigures.map((key) => [key, t(`inputOptions.figure.${key}`)] as const)}
          />
          <Choose
            name="grade"
            label={t('inputs.grade')}
            value={grade ?? ''}
            none={t('pages.all')}
            options={grades.map((one) => [one, t(`inputOptions.grade.${one}`)] as const)}
          />
          <ChooseRow name="product" of="product" label={t('inputs.productId')} />
          <ChooseRow name="customer" of="customer" label={t('inputs.customerId')} />
          <ChooseRow name="line" of="line" label={t('inputs.lineId')} />
        </Bar>
        <ExportButton of={dataStatisticsSheet} input={{ ...input, figure }} />
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && <NotLoaded of={found} />}
      {found.data && !found.error && found.data.rolls === 0 && (
        <EmptyState title={t('pages.empty.statistics')} next={t('pages.empty.statisticsNext')} />
      )}
      {found.data && !found.error && found.data.rolls > 0 && <Shown of={found.data} figure={figure} />}
    </div>
  )
}
function Shown({ of: answered, figure }: { of: OutOf<typeof dataStatistics>; figure: StatisticFigure }) {
  const { t } = useTranslation('stock')
  const of = useTeamWords(answered)
  const { unit, decimals } = figureUnits[figure]
  const period = `${of.from} – ${of.to}`
  return (
    <>
      <FigureTiles
        tiles={statisticFigures.map((key) => ({
          word: t(`answers.${key}`),
          value: of[key],
          unit: figureUnits[key].unit,
          decimals: figureUnits[key].decimals,
        }))}
      />
      <div className={of.columnsBy ? 'stock-wide' : 'stock-beside'}>
        <Pivot of={of} figure={figure} />
        <BarChart
          question={t('pages.question.statistics', {
            figure: t(`answers.${figure}`),
            by: t(`inputOptions.rows.${of.rowsBy}`),
          })}
          unit={unit}
          period={period}
          horizontal
          stacked={figure !== 'meanKg'}
          decimals={decimals}
          height={Math.max(200, Math.min(of.rows.length, MOST_BARS) * 30 + 80)}
          xs={of.rows.slice(0, MOST_BARS).map(({ label }) => label)}
          series={seriesOf(of, figure, { name: t(`answers.${figure}`), rest: t('pages.rest') })}
        />
      </div>
      {of.rows.length > MOST_BARS && (
        <p className="quiet">{t('pages.bars', { shown: MOST_BARS, rows: of.rows.length })}</p>
      )}
    </>
  )
}
/** Translates team labels; all other labels are translated by the server. */
function useTeamWords(of: Statistics): Statistics {
  const word = useFormatTeam()
  const named = (by: Statistics['columnsBy'], all: Statistics['rows']): Statistics['rows'] =>
    by === 'team' ? all.map((one) => ({ ...one, label: word(one.key) ?? one.label })) : all
  return { ...of, rows: named(of.rowsBy, of.rows), columns: named(of.columnsBy, of.columns) }
}
/** Builds a series for each of the largest columns, and one for all others. */
function seriesOf(of: Statistics, figure: StatisticFigure, words: { name: string; rest: string }) {
  const rows = of.rows.slice(0, MOST_BARS)
  if (!of.columnsBy) return [{ name: words.name, values: rows.map((row) => row[figure]) }]
  const cell = new Map(of.cells.map((one) => [`${one.row} ${one.column}`, one[figure]]))
  const large = [...of.columns].sort((a, b) => (b[figure] ?? 0) - (a[figure] ?? 0)).slice(0, MOST_SERIES)
  const shown = of.columns.filter((one) => large.includes(one))
  const valuesOf = (column: string | null) => rows.map((row) => cell.get(`${row.key} ${column}`) ?? null)
  const series = shown.map(({ key, label }) => ({ name: label, values: valuesOf(key) }))
  if (shown.length === of.columns.length || figure === 'meanKg') return series
  const rest = rows.map((row, i) => (row[figure] ?? 0) - series.reduce((sum, { values }) => sum + (values[i] ?? 0), 0))
  return [...series, { name: words.rest, values: rest }]
}
