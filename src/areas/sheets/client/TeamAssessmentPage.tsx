import './sheet.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { usePageLink } from '@/client/shell/use-page-link'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { BarChart, LineChart } from '@/client/ui/Charts'
import { HeatMap } from '@/client/ui/drawings/HeatMap'
import { EmptyState } from '@/client/ui/EmptyState'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { SkeletonTable } from '@/client/ui/Skeleton'
import { metrics } from '@/plant/rules/metrics'
import type { EndpointOutput } from '@/contract/endpoint'
import {
  teamAssessmentExport,
  assessmentItemFields,
  assessmentWeight,
  teamAssessmentReport,
  generateAssessment,
} from '../contract/assessment'
import { ReportTable, type ReportCells } from '@/plant/client/report/ReportTable'
import { ClosedMonthsNotice } from '@/plant/client/report/ReportView'
import { MonthBar, useMonthParam } from '@/areas/monthClosing/client/shared/MonthBar'

const REPORT_QUERY_OPTIONS = { resources: ['teamAssessment', 'assessmentWeight', 'shiftFigure'] }
type AssessmentReport = EndpointOutput<typeof teamAssessmentReport>
type AssessmentItem = AssessmentReport['teams'][number]['items'][number]
const ITEM_TEXTS = { endpoint: teamAssessmentReport, optionTexts: 'answerOptions' }
const ITEM_COLUMNS = ['figure', 'points', 'value', 'reference', 'weight'].map((field) => ({
  field,
  ...(field === 'points' ? { decimals: 2 } : {}),
}))

/** 班组考核: points of the teams for a month, each with metric, reference and weight. */
export default function TeamAssessmentPage() {
  const { t } = useTranslation(['sheets', 'contract'])
  const month = useMonthParam()
  const [areWeightsShown, setAreWeightsShown] = useState(false)
  const reportQuery = useEndpoint(teamAssessmentReport, { month }, REPORT_QUERY_OPTIONS)
  const canEdit = useCanCall(generateAssessment)
  const generateCommand = useCommand(generateAssessment)
  if (areWeightsShown)
    return (
      <>
        <Button onClick={() => setAreWeightsShown(false)}>{t('pages.assessment.back')}</Button>
        <ResourcePage resource={assessmentWeight} />
      </>
    )
  return (
    <PageFrame
      title={t('contract:menu.teamAssessment')}
      tools={
        <>
          {canEdit && <Button onClick={() => setAreWeightsShown(true)}>{t('assessmentWeight.name')}</Button>}
          <ExportButton endpoint={teamAssessmentExport} input={{ month }} />
        </>
      }
      primary={
        canEdit &&
        reportQuery.data &&
        !reportQuery.data.closed && (
          <Button
            look="primary"
            disabled={generateCommand.busy}
            onClick={() => void generateCommand.run({ month }, { savedMessage: t('pages.assessment.made') })}
          >
            {t('actions.teamAssessment_make')}
          </Button>
        )
      }
    >
      <div className="ui-sections">
        <MonthBar />
        <QueryBoundary query={reportQuery} skeleton={<SkeletonTable columns={4} />}>
          {(report) => <TeamsSection report={report} />}
        </QueryBoundary>
      </div>
    </PageFrame>
  )
}
function TeamsSection({ report }: { report: AssessmentReport }) {
  const { t } = useTranslation(['sheets', 'plant'])
  const zone = usePlantZone()
  if (report.teams.length === 0) return <EmptyState title={t('pages.empty')} advice={t('pages.emptyNext')} />
  return (
    <>
      <div className="ui-columns">
        <CriteriaChart report={report} />
        <RankChart report={report} />
      </div>
      <CriteriaHeatMap report={report} />
      <ClosedMonthsNotice answer={report} />
      <p className="quiet">
        {report.madeAt
          ? t('pages.assessment.kept', { by: report.madeBy ?? '', at: formatMoment(report.madeAt, zone) })
          : t('pages.assessment.live')}{' '}
        {t('pages.assessment.formula')}
      </p>
      <div className="ui-columns">
        {report.teams.map((team) => (
          <TeamCard key={team.team} teamPoints={team} report={report} />
        ))}
      </div>
    </>
  )
}
function TeamCard({ teamPoints, report }: { teamPoints: AssessmentReport['teams'][number]; report: AssessmentReport }) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const buildPageLink = usePageLink()
  const teamName = t(`contract:teams.${teamPoints.team}`, { defaultValue: teamPoints.team })
  const link = buildPageLink('anyDateSheet', {
    from: report.from,
    to: report.to,
    team: teamPoints.team,
    by: 'day,shift,line',
    columns: teamPoints.items.map(({ figure }) => figure).join(','),
  })
  const cells: ReportCells = {
    figure: ({ figure }) => t(`plant:figures.${String(figure)}.name`),
    value: (row) => <AssessedValue item={row as AssessmentItem} value={row['value'] as number | null} />,
    reference: (row) => (
      <>
        <AssessedValue item={row as AssessmentItem} value={row['reference'] as number | null} />
        <small className="sheets-basis">{t(`teamAssessment.subOptions.items.basis.${String(row['basis'])}`)}</small>
      </>
    ),
  }
  return (
    <section className="ui-card" aria-label={teamName}>
      <h2>
        {teamPoints.rank}. {teamName}{' '}
        {teamPoints.team === report.mine && <strong>({t('pages.assessment.mine')})</strong>} ·{' '}
        <Quantity value={teamPoints.points} decimals={1} size="large" />
      </h2>
      <ReportTable
        report={ITEM_TEXTS}
        title={teamName}
        table={{ fields: assessmentItemFields }}
        content={{ columns: ITEM_COLUMNS, rows: teamPoints.items, totals: null }}
        cells={cells}
      />
      {link && <Link to={link}>{t('pages.assessment.rows')}</Link>}
    </section>
  )
}
function AssessedValue({ item: { figure }, value }: { item: AssessmentItem; value: number | null }) {
  return <Quantity value={value} unit={metrics[figure].unit} decimals={getDecimals(value)} />
}
const getDecimals = (value: number | null): number => (Math.abs(value ?? 0) >= 1000 ? 0 : 2)
/** Returns each criterion once, in the order of the report: the heaviest first. */
const listCriteria = (report: AssessmentReport): AssessmentItem[] => [
  ...new Map(report.teams.flatMap(({ items }) => items).map((item) => [item.figure, item])).values(),
]
/** Teams beside each other, best first, with their points stacked by criterion up to the total. */
function CriteriaChart({ report }: { report: AssessmentReport }) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const formatTeam = useTeamFormat()
  return (
    <BarChart
      question={t('pages.question.criteria')}
      unit={t('pages.assessment.points')}
      period={report.month}
      decimals={1}
      stacked
      horizontal
      xs={report.teams.map(({ team, points }) => `${formatTeam(team)} ${points === null ? '–' : points.toFixed(1)}`)}
      series={listCriteria(report).map(({ figure }) => ({
        name: t(`plant:figures.${figure}.name`),
        values: report.teams.map((team) => scaleToTotal(team, figure)),
      }))}
    />
  )
}
/** Criteria × teams: points as a share of the weight, so that strengths and weaknesses stand out. */
function CriteriaHeatMap({ report }: { report: AssessmentReport }) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const formatTeam = useTeamFormat()
  const title = t('pages.assessment.shareOfWeight')
  return (
    <section className="ui-card">
      <h2>{title}</h2>
      <HeatMap
        label={title}
        columns={report.teams.map(({ team }) => formatTeam(team))}
        rows={listCriteria(report).map(({ figure, weight }) => ({
          key: figure,
          label: `${t(`plant:figures.${figure}.name`)} · ${weight}`,
          values: report.teams.map(({ items }) => {
            const points = items.find((item) => item.figure === figure)?.points ?? null
            return points === null || weight <= 0 ? null : (points / weight) * 100
          }),
        }))}
        formatValue={(value) => `${Math.round(value)}%`}
        getTone={(value) => (value >= FULL_POINTS_PERCENT ? 'ok' : value >= WEAK_PERCENT ? 'warn' : 'bad')}
      />
    </section>
  )
}
/** Points in % of the weight below which a criterion is yellow. */
const FULL_POINTS_PERCENT = 100
/** Points in % of the weight below which a criterion is red. */
const WEAK_PERCENT = 90
const useTeamFormat = (): ((team: string) => string) => {
  const { t } = useTranslation('contract')
  return (team) => t(`contract:teams.${team}`, { defaultValue: team })
}
/** Scales the points of a criterion so that all criteria with data add up to the team's total. */
function scaleToTotal({ items, points }: AssessmentReport['teams'][number], figure: AssessmentItem['figure']) {
  const itemPoints = items.find((item) => item.figure === figure)?.points ?? null
  const sum = items.reduce((all, item) => all + (item.points ?? 0), 0)
  return itemPoints === null || points === null || sum <= 0 ? null : (itemPoints * points) / sum
}
/** Rank of each team over the months, the displayed month last. */
function RankChart({ report }: { report: AssessmentReport }) {
  const { t } = useTranslation('sheets')
  const formatTeam = useTeamFormat()
  const entries = [...report.course, ...report.teams.map((team) => ({ ...team, month: report.month }))]
  const months = [...new Set(entries.map(({ month }) => month))].sort()
  if (months.length < 2) return null
  const getRank = (team: string, month: string) => {
    const points = entries.find((entry) => entry.team === team && entry.month === month)?.points ?? null
    if (points === null) return null
    return 1 + entries.filter((entry) => entry.month === month && (entry.points ?? -1) > points).length
  }
  return (
    <LineChart
      question={t('pages.question.rank')}
      unit=""
      period={`${months[0]} – ${months.at(-1)}`}
      xs={months.map((month) => month.slice(2))}
      decimals={0}
      isRank
      series={[...new Set(entries.map(({ team }) => team))].sort().map((team) => ({
        name: formatTeam(team),
        values: months.map((month) => getRank(team, month)),
      }))}
    />
  )
}
