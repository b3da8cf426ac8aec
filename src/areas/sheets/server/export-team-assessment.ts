import { amount, integer, text } from '@/contract/field'
import { findClosedMonths } from '@/contract/report'
import { assertMayExport } from '@/plant/server/report/handle-report'
import { describeClosedMonths, writeReportTables } from '@/plant/server/report/write-report'
import { buildAnswerColumn } from '@/server/excel/resource-columns'
import { teamAssessmentExport, teamAssessmentReport } from '../contract/assessment'
import { loadTeamAssessment } from './team-assessment'
import { handle } from '@/server/area'

const pointsField = amount({ unit: '', digits: 2 })
/** Fields of the workbook's rows: one row per metric of a team, and one with the total points of the team. */
const workbookRowFields = {
  rank: integer({}),
  team: text({}),
  figure: text({}),
  value: amount({ unit: '', digits: 3 }),
  reference: amount({ unit: '', digits: 3 }),
  weight: pointsField,
  points: pointsField,
} as const

/** Answers the points of teams, or their workbook (GET /team_assess). */
export const answerTeamAssessment = handle(teamAssessmentReport, async (ctx, input) => {
  if (input.format !== 'xlsx') return loadTeamAssessment(ctx, input)
  assertMayExport(ctx, { exportAccess: teamAssessmentExport.access })
  return exportTeamAssessment.run(ctx, input)
})
/** Exports the points of teams. */
export const exportTeamAssessment = handle(teamAssessmentExport, async (ctx, input) => {
  const assessment = await loadTeamAssessment(ctx, input)
  const { from, to, teams } = assessment
  const title = ctx.t('sheets:names.assessment')
  const closedMonthNotes = describeClosedMonths(ctx, findClosedMonths(assessment))
  return writeReportTables(ctx, {
    title,
    period: `${from}_${to}`,
    tables: [
      {
        sheetName: title,
        columns: Object.entries(workbookRowFields).map(([name, field]) =>
          buildAnswerColumn(name, field, ctx.t(`sheets:answers.${name}`), '', ctx),
        ),
        rows: teams.flatMap(({ team, rank, points: teamPoints, items }) => [
          ...items.map((item) => ({ ...item, team, rank, figure: ctx.t(`plant:figures.${item.figure}.name`) })),
          { team, rank, figure: ctx.t('sheets:answers.total'), points: teamPoints },
        ]),
      },
    ],
    notes: closedMonthNotes,
    headingNotes: closedMonthNotes,
  })
})
