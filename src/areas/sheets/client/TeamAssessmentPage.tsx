import './sheet.css'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useEndpoint } from '@/client/api/use-list'
import { useCommand } from '@/client/api/use-command'
import { formatMoment } from '@/client/format/time'
import { ExportButton } from '@/client/resource/ExportButton'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { usePageLink } from '@/client/shell/use-page-link'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { LineChart } from '@/client/ui/Charts'
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
import { MonthBar, useMonthParam } from './MonthBar'

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
        {reportQuery.isPending && <SkeletonTable columns={4} />}
        {reportQuery.error && <NotLoadedView query={reportQuery} />}
        {reportQuery.data && !reportQuery.error && <TeamsSection report={reportQuery.data} />}
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
      <p className="sheets-note">
        {report.madeAt
          ? t('pages.assessment.kept', { by: report.madeBy ?? '', at: formatMoment(report.madeAt, zone) })
          : t('pages.assessment.live')}{' '}
        {t('pages.assessment.formula')}
      </p>
      {report.teams.map((team) => (
        <TeamCard key={team.team} teamPoints={team} report={report} />
      ))}
      <PointsChart report={report} />
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
function PointsChart({ report }: { report: AssessmentReport }) {
  const { t } = useTranslation(['sheets', 'plant', 'contract'])
  const months = [...new Set(report.course.map(({ month }) => month))]
  const teams = [...new Set(report.course.map(({ team }) => team))]
  if (months.length < 2) return null
  const findPoints = (team: string, month: string) =>
    report.course.find((entry) => entry.team === team && entry.month === month)?.points ?? null
  return (
    <LineChart
      question={t('pages.question.course')}
      unit=""
      period={`${months[0]} – ${months.at(-1)}`}
      xs={months}
      decimals={1}
      series={teams.map((team) => ({
        name: t(`contract:teams.${team}`, { defaultValue: team }),
        values: months.map((month) => findPoints(team, month)),
      }))}
    />
  )
}
