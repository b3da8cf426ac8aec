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
import { useElementWidth } from '@/client/ui/use-element-width'
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
import { useNow } from '@/client/clock'
import { addMonths } from '@/plant/rules/plant-time'
import { materialTeams, materialTeamsWorkbook } from '../../contract/feeding-endpoints'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'

/** Fields of a team's output, in the order of the chart. */
const OUTPUT_FIELDS = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg', 'carriedKg'] as const
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
  const teamsQuery = useEndpoint(
    materialTeams,
    { ...period, ...(lineId ? { lineId } : {}) },
    { resources: ['feed', 'jumboRoll', 'recycle'] },
  )
  return (
    <PageFrame
      title={usePageTitle() ?? t('actions.feed_teams')}
      tools={<ExportButton endpoint={materialTeamsWorkbook} input={{ ...period, ...(lineId ? { lineId } : {}) }} />}
      subtitle={`${period.from} – ${period.to}${teamsQuery.isError && teamsQuery.data ? ` · ${t('client:resource.staleSince', { age: formatMoment(teamsQuery.dataUpdatedAt, zone) })}` : ''}`}
    >
      <div className="feed-period">
        <DayRangeFields days={period} onChange={(changedDays) => setChosenDays({ ...chosenDays, ...changedDays })} />
        <div className="filter">
          <span>{t('feed.fields.lineId')}</span>
          <Picker
            resource="line"
            id="team-line"
            label={t('feed.fields.lineId')}
            multiple={false}
            ids={lineId ? [lineId] : []}
            placeholder={t('pages.materialTeam.allLines')}
            onPick={([id]) => setLineId(id ?? null)}
          />
        </div>
      </div>
      {teamsQuery.isPending && <SkeletonChart />}
      {teamsQuery.error && !teamsQuery.data && <NotLoadedView query={teamsQuery} />}
      {teamsQuery.data &&
        (teamsQuery.data.length === 0 ? (
          <EmptyState title={t('pages.materialTeam.none')} advice={t('pages.materialTeam.noneNext')} />
        ) : (
          <TeamBalanceSection rows={teamsQuery.data} period={`${period.from} – ${period.to}`} />
        ))}
    </PageFrame>
  )
}

function TeamBalanceSection({ rows, period }: { rows: readonly TeamRow[]; period: string }) {
  const { t } = useTranslation('feeding')
  const translateTeam = useFormatTeam()
  const [sectionRef, width] = useElementWidth<HTMLElement>()
  const getTeamName = (row: TeamRow) => translateTeam(row.team) ?? t('pages.materialTeam.noTeam')
  const buildKgColumn = (field: keyof typeof COLUMN_WIDTHS): Column<TeamRow> =>
    buildMetricColumn({
      id: field,
      header: t(`answers.${field}`),
      unit: 'kg',
      width: COLUMN_WIDTHS[field],
      rows,
      getValue: (row) => row[field],
    })
  const columns: Column<TeamRow>[] = [
    { id: 'team', header: t('feed.fields.team'), width: 6, renderCell: getTeamName },
    buildMetricColumn({ id: 'shifts', header: t('answers.shifts'), unit: '', width: 5, getValue: (row) => row.shifts }),
    buildKgColumn('fedKg'),
    ...OUTPUT_FIELDS.map(buildKgColumn),
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
        series={OUTPUT_FIELDS.map((field) => ({ name: t(`answers.${field}`), values: rows.map((row) => row[field]) }))}
      />
      <p className="quiet">{t('pages.materialTeam.carried')}</p>
      {width >= MIN_TABLE_WIDTH_PX && (
        <div className="figure-table">
          <DataTable
            label={t('actions.feed_teams')}
            columns={columns}
            rows={rows}
            getRowKey={getTeamName}
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
                    <dd>{column.renderCell(row)}</dd>
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
