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
import { materialTeams, materialTeamsSheet } from '../../contract/feeding-calls'
import { useFormatTeam } from '@/plant/client/sheet/use-shift'

/** Fields of a team's output, in the order of the chart. */
const PARTS = ['goodKg', 'downgradedKg', 'wasteKg', 'recycledKg', 'inProcessKg', 'carriedKg'] as const
type Line = EndpointOutput<typeof materialTeams>[number]
/** Minimum width of the section for a table, px; below it each team is a card. */
const TABLE_FROM = 640
/** Column widths that show the complete balance with all digits on a desktop screen. */
const WIDTHS = {
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
  const [asked, setAsked] = useState<DayRangeParams>({})
  const [lineId, setLine] = useState<string | null>(null)
  const period = resolveDayRange(asked, { from: addMonths(today, 0, 1), to: today })
  const found = useEndpoint(
    materialTeams,
    { ...period, ...(lineId ? { lineId } : {}) },
    { resources: ['feed', 'jumboRoll', 'recycle'] },
  )
  return (
    <PageFrame
      title={usePageTitle() ?? t('actions.feed_teams')}
      tools={<ExportButton of={materialTeamsSheet} input={{ ...period, ...(lineId ? { lineId } : {}) }} />}
      sub={`${period.from} – ${period.to}${found.isError && found.data ? ` · ${t('client:resource.staleSince', { age: formatMoment(found.dataUpdatedAt, zone) })}` : ''}`}
    >
      <div className="feed-period">
        <DayRangeFields days={period} onChange={(changed) => setAsked({ ...asked, ...changed })} />
        <div className="filter">
          <span>{t('feed.fields.lineId')}</span>
          <Picker
            of="line"
            id="team-line"
            label={t('feed.fields.lineId')}
            many={false}
            ids={lineId ? [lineId] : []}
            empty={t('pages.materialTeam.allLines')}
            onPick={([id]) => setLine(id ?? null)}
          />
        </div>
      </div>
      {found.isPending && <SkeletonChart />}
      {found.error && !found.data && <NotLoadedView of={found} />}
      {found.data &&
        (found.data.length === 0 ? (
          <EmptyState title={t('pages.materialTeam.none')} next={t('pages.materialTeam.noneNext')} />
        ) : (
          <Figures rows={found.data} period={`${period.from} – ${period.to}`} />
        ))}
    </PageFrame>
  )
}

function Figures({ rows, period }: { rows: readonly Line[]; period: string }) {
  const { t } = useTranslation('feeding')
  const teamWord = useFormatTeam()
  const [box, width] = useWidth<HTMLElement>()
  const name = (row: Line) => teamWord(row.team) ?? t('pages.materialTeam.noTeam')
  const figure = (field: keyof typeof WIDTHS): Column<Line> =>
    buildMetricColumn({
      id: field,
      word: t(`answers.${field}`),
      unit: 'kg',
      width: WIDTHS[field],
      rows,
      value: (row) => row[field],
    })
  const columns: Column<Line>[] = [
    { id: 'team', header: t('feed.fields.team'), width: 6, cell: name },
    buildMetricColumn({ id: 'shifts', word: t('answers.shifts'), unit: '', width: 5, value: (row) => row.shifts }),
    figure('fedKg'),
    ...PARTS.map(figure),
    // Parts of the fed mass.
    figure('mainKg'),
    figure('subKg'),
  ]
  return (
    <section ref={box} className="feed-teams">
      <h2 className="ui-hidden">{t('actions.feed_teams')}</h2>
      <BarChart
        question={t('pages.materialTeam.question')}
        unit="kg"
        period={period}
        stacked
        decimals={0}
        xs={rows.map(name)}
        series={PARTS.map((field) => ({ name: t(`answers.${field}`), values: rows.map((row) => row[field]) }))}
      />
      <p className="quiet">{t('pages.materialTeam.carried')}</p>
      {width >= TABLE_FROM && (
        <div className="figure-table">
          <DataTable
            label={t('actions.feed_teams')}
            columns={columns}
            rows={rows}
            rowKey={name}
            total={rows.length}
            choiceKey={`${getSession().userId}/materialTeam`}
          />
        </div>
      )}
      {width > 0 && width < TABLE_FROM && (
        <ul className="feed-cards">
          {rows.map((row) => (
            <li key={name(row)} className="ui-card">
              <p className="feed-line-head">
                <b>{name(row)}</b>
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
