import '../parts/overview.css'
import { useTranslation } from 'react-i18next'
import { DayRangeFields } from '@/client/figures/DayRangeFields'
import { useEndpoint } from '@/client/api/use-list'
import { useUnit } from '@/client/format/use-unit'
import { hasEndpointAccess, useSession } from '@/client/session/use-session'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { BarChart } from '@/client/ui/Charts'
import { Button } from '@/client/ui/Button'
import { EmptyState } from '@/client/ui/EmptyState'
import { CloseIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { Tabs } from '@/client/ui/Tabs'
import { useParams } from '@/client/use-params'
import { shiftMetricNames, type ShiftMetricName } from '@/areas/figures/rules/metric-values'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'
import { statistics, statisticsBy, statisticsSheet, type Statistics } from '../../contract/figure-calls'
import { AsOf } from '../parts/AsOf'
import { LineSelect } from '../parts/PeriodBar'
import { sourceNames, sources, SourceRows } from '../parts/SourceRows'
import { useFigureWord } from '../parts/use-figure-word'

/**
 * 综合统计: every metric by one grouping over a range of days, and the rows it is made of. The address holds the selection.
 */
export default function StatisticsPage() {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const by = statisticsBy.find((one) => one === params.get('by')) ?? 'day'
  const said = Object.fromEntries(
    (['from', 'to'] as const).flatMap((name) => (params.get(name) ? [[name, params.get(name)!]] : [])),
  )
  const lineId = params.get('line') ?? ''
  const team = params.get('team') ?? ''
  const input = { by, ...said, ...(lineId ? { lineId } : {}), ...(team ? { team } : {}) }
  const person = useSession()
  const teamWord = useFormatTeam()
  const seen = sourceNames.filter((name) => hasEndpointAccess(person, sources[name].of.endpoints.list))
  const rows = seen.find((name) => name === params.get('rows'))
  const found = useEndpoint(statistics, input, { resources: ['shiftFigure'] })
  const days = {
    from: params.get('from') ?? found.data?.from ?? '',
    to: params.get('to') ?? found.data?.to ?? '',
  }
  return (
    <PageFrame title={t('pages.statistics.title')} tools={<ExportButton of={statisticsSheet} input={input} />}>
      <div className="overview">
        <div className="overview-bar">
          <DayRangeFields days={days} onChange={(changed) => change({ ...changed }, true)} />
          <LineSelect lineId={lineId} />
          {team && (
            <Button icon={<CloseIcon size={20} />} onClick={() => change({ team: null }, true)}>
              {teamWord(team) ?? team}
            </Button>
          )}
        </div>
        {seen.length > 0 && (
          <Tabs
            label={t('statistics.rows')}
            switchesViews
            chosen={rows ?? 'figures'}
            onChoose={(next) => change({ rows: next === 'figures' ? null : next })}
            tabs={[
              { key: 'figures', word: t('statistics.figures') },
              ...seen.map((key) => ({ key, word: t(`statistics.sources.${key}`) })),
            ]}
          />
        )}
        {!rows && (
          <Tabs
            label={t('inputs.by')}
            chosen={by}
            onChoose={(next) => change({ by: next }, true)}
            tabs={statisticsBy.map((key) => ({ key, word: t(`inputOptions.by.${key}`) }))}
          />
        )}
        {found.isPending && <SkeletonTable />}
        {found.error && <NotLoadedView of={found} />}
        {found.data && !found.error && !rows && <Shown of={found.data} />}
        {found.data && rows && (
          <SourceRows key={rows} source={rows} from={found.data.from} to={found.data.to} lineId={lineId} team={team} />
        )}
      </div>
    </PageFrame>
  )
}
const charted = ['outputKg', 'slitOutputKg', 'goodKg', 'q1Percent', 'oeePercent', 'kwhPerKg', 'wastePercent'] as const
const MOST_BARS = 40
function Shown({ of }: { of: Statistics }) {
  const { t } = useTranslation('overview')
  const [params, change] = useParams()
  const word = useFigureWord()
  const teamWord = useFormatTeam()
  const shown = shiftMetricNames.find((name) => name === params.get('figure')) ?? 'outputKg'
  const offered = charted.some((name) => name === shown) ? charted : [...charted, shown]
  if (of.rows.length === 0) return <EmptyState title={t('pages.nothingMade')} next={t('pages.nothingMadeNext')} />
  const labelOf = (row: Statistics['rows'][number]) => (of.by === 'team' ? (teamWord(row.key) ?? row.label) : row.label)
  const bars = of.rows.slice(-MOST_BARS)
  return (
    <>
      <AsOf of={of} />
      <Tabs
        label={t('statistics.figure')}
        chosen={shown}
        onChoose={(figure) => change({ figure }, true)}
        tabs={offered.map((key) => ({ key, word: word(key).name }))}
      />
      <BarChart
        question={t('statistics.question', {
          figure: word(shown).name,
          by: t(`inputOptions.by.${of.by}`).toLowerCase(),
        })}
        unit={word(shown).unit}
        decimals={word(shown).decimals}
        period={`${of.from} – ${of.to}`}
        xs={bars.map(labelOf)}
        series={[{ name: word(shown).name, values: bars.map((row) => row[shown]) }]}
      />
      <FigureColumns of={of} labelOf={labelOf} />
    </>
  )
}
function FigureColumns({ of, labelOf }: { of: Statistics; labelOf: (row: Statistics['rows'][number]) => string }) {
  const { t } = useTranslation('overview')
  const word = useFigureWord()
  const unitOf = useUnit()
  const cells = (row: Record<ShiftMetricName, number | null>) =>
    shiftMetricNames.map((name) => (
      <td key={name}>
        <Quantity value={row[name]} decimals={word(name).decimals} />
      </td>
    ))
  // Scrollable regions must be focusable by keyboard.
  const reached = { role: 'region', 'aria-label': t('client:ui.chart.table'), tabIndex: 0 }
  return (
    <div className="overview-table" {...reached}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(`inputOptions.by.${of.by}`)}</th>
            {shiftMetricNames.map((name) => (
              <th key={name} scope="col" title={word(name).formula}>
                {word(name).name}
                {word(name).unit && ` (${unitOf(word(name).unit)})`}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {of.rows.map((row) => (
            <tr key={row.key ?? 'none'}>
              <th scope="row">{labelOf(row)}</th>
              {cells(row)}
            </tr>
          ))}
        </tbody>
        <tfoot>
          {of.total.map((row) => (
            <tr key="total">
              <th scope="row">{t('statistics.total')}</th>
              {cells(row)}
            </tr>
          ))}
        </tfoot>
      </table>
    </div>
  )
}
