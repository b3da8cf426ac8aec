import '../balance.css'
import '../feeding.css'
import '@/client/fields/fields.css'
import { getSession } from '@/client/session/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resolveDayRange, DayRangeFields, type DayRangeParams } from '@/client/figures/DayRangeFields'
import type { EndpointOutput } from '@/contract/endpoint'
import { useEndpoint } from '@/client/api/use-list'
import { Picker } from '@/client/fields/picker'
import { formatDay, formatMoment } from '@/client/format/time'
import { useWidth } from '@/client/resource/use-width'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { usePlantZone } from '@/client/session/plant-zone'
import { usePageTitle } from '@/client/shell/use-menu'
import { BarChart } from '@/client/ui/Charts'
import { DataTable, type Column } from '@/client/ui/DataTable'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { buildMetricColumn } from '@/client/ui/table/metric-column'
import { SkeletonChart } from '@/client/ui/Skeleton'
import { useNow } from '@/client/use-now'
import { addMonths } from '@/plant/rules/plant-time'
import { materialTeams, materialTeamsWorkbook } from '../../contract/feeding-endpoints'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'

/** Fields of a team's output, in the order of the chart. */
const PART_FIELDS = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg', 'carriedKg'] as const
type TeamRow = EndpointOutput<typeof materialTeams>[number]
/** Minimum width of the section for a table, px; below it each team is a card. */
const MIN_TABLE_WIDTH_PX = 640
/** Column widths that show the complete balance with all digits on a desktop screen. */
const COLUMN_WIDTHS = {
  fedKg: 7.6,
  goodKg: 8.3,
  downgradedKg: 7.2,
  wasteKg: 7.2,
  recycledKg: 6.8,
  inProcessKg: 6.8,
  carriedKg: 8,
  mainKg: 7.6,
  subKg: 7,
} as const

/** 投料班组: mass fed and made by each team in a period of business dates. */
export default function MaterialTeamPage() {
  const { t } = useTranslation(['feeding', 'client'])
  const zone = usePlantZone()
  const today = formatDay(useNow(), zone)
  const [chosenDays, setChosenDays] = useState<DayRangeParams>({})
  const [lineId, setLineId] = useState<string | null>(null)
  const period = resolveDayRange(chosenDays, { from: addMonths(today, 0, 1), to: today })
  const result = useEndpoint(
    materialTeams,
    { ...period, ...(lineId ? { lineId } : {}) },
    { resources: ['feed', 'jumboRoll', 'recycle'] },
  )
  return (
    <PageFrame
      title={usePageTitle() ?? t('actions.feed_teams')}
      tools={<ExportButton of={materialTeamsWorkbook} input={{ ...period, ...(lineId ? { lineId } : {}) }} />}
      sub={`${period.from} – ${period.to}${result.isError && result.data ? ` · ${t('client:resource.staleSince', { age: formatMoment(result.dataUpdatedAt, zone) })}` : ''}`}
    >
      <div className="feed-period">
        <DayRangeFields days={period} onChange={(changedDays) => setChosenDays({ ...chosenDays, ...changedDays })} />
        <div className="filter">
          <span>{t('feed.fields.lineId')}</span>
          <Picker
            of="line"
            id="team-line"
            label={t('feed.fields.lineId')}
            many={false}
            ids={lineId ? [lineId] : []}
            empty={t('pages.materialTeam.allLines')}
            onPick={([id]) => setLineId(id ?? null)}
          />
        </div>
      </div>
      {result.isPending && <SkeletonChart />}
      {result.error && !result.data && <NotLoadedView of={result} />}
      {result.data &&
        (result.data.length === 0 ? (
          <EmptyState title={t('pages.materialTeam.none')} next={t('pages.materialTeam.noneNext')} />
        ) : (
          <TeamBalanceSection rows={result.data} period={`${period.from} – ${period.to}`} />
        ))}
    </PageFrame>
  )
}

function TeamBalanceSection({ rows, period }: { rows: readonly TeamRow[]; period: string }) {
  const { t } = useTranslation('feeding')
  const translateTeam = useFormatTeam()
  const [sectionRef, width] = useWidth<HTMLElement>()
  const getTeamName = (row: TeamRow) => translateTeam(row.team) ?? t('pages.materialTeam.noTeam')
  const buildKgColumn = (field: keyof typeof COLUMN_WIDTHS): Column<TeamRow> =>
    buildMetricColumn({
      id: field,
      word: t(`answers.${field}`),
      unit: 'kg',
      width: COLUMN_WIDTHS[field],
      rows,
      value: (row) => row[field],
    })
  const columns: Column<TeamRow>[] = [
    { id: 'team', header: t('feed.fields.team'), width: 6, cell: getTeamName },
    buildMetricColumn({ id: 'shifts', word: t('answers.shifts'), unit: '', width: 5, value: (row) => row.shifts }),
    buildKgColumn('fedKg'),
    ...PART_FIELDS.map(buildKgColumn),
    // Parts of the fed mass.
    buildKgColumn('mainKg'),
    buildKgColumn('subKg'),
  ]
  return (
    <section ref={sectionRef} className="feed-teams">
      <h2 className="ui-hidden">{t('actions.feed_teams')}</h2>
      <BarChart
        question={t('pages.materialTeam.question')}
        unit="kg"
        period={period}
        stacked
        decimals={0}
        xs={rows.map(getTeamName)}
        series={PART_FIELDS.map((field) => ({ name: t(`answers.${field}`), values: rows.map((row) => row[field]) }))}
      />
      <p className="quiet">{t('pages.materialTeam.carried')}</p>
      {width >= MIN_TABLE_WIDTH_PX && (
        <div className="figure-table">
          <DataTable
            label={t('actions.feed_teams')}
            columns={columns}
            rows={rows}
            rowKey={getTeamName}
            total={rows.length}
            choiceKey={`${getSession().userId}/materialTeam`}
          />
        </div>
      )}
      {width > 0 && width < MIN_TABLE_WIDTH_PX && (
        <ul className="feed-cards">
          {rows.map((row) => (
            <li key={getTeamName(row)} className="ui-card">
              <p className="feed-line-head">
                <b>{getTeamName(row)}</b>
              </p>
              <dl className="balance-parts">
                {columns.slice(1).map((column) => (
                  <div key={column.id}>
                    <dt>{column.header.replace(/ \(kg\)$/, '')}</dt>
                    <dd>{column.cell(row)}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
