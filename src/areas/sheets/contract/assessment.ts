import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { fileOutput, defineEndpoint, listOutput, objectOutput, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, reference, text, flag } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { assessedMetrics, assessmentBases } from '../rules/assessment'
import { sheetsArea, formatInput, personNameField } from './report-fields'

const monthField = text({ required: true, max: 7 })
const pointsField = amount({ unit: '', digits: 2 })
/** 考核权重: weight of a metric and the basis it is compared with. */
export const assessmentWeight = defineResource('assessmentWeight', {
  area: sheetsArea,
  fields: {
    figure: choice(assessedMetrics, { required: true }),
    weight: amount({ unit: '', digits: 1, required: true, min: 0, max: 1000 }),
    basis: choice(assessmentBases, { default: 'mean' }),
  },
  title: ['figure'],
  unique: [['figure']],
  filters: ['figure'],
  sort: '-weight',
  routes: {
    list: 'GET /sheet/assessment_weight',
    create: 'POST /sheet/assessment_weight',
    update: 'PUT /sheet/assessment_weight',
    remove: 'DELETE /sheet/assessment_weight',
  },
  permissions: {
    view: 'teamAssessmentView',
    add: 'teamAssessmentEdit',
    edit: 'teamAssessmentEdit',
    delete: 'teamAssessmentEdit',
  },
})
/** One metric of a team: value, reference and points. */
export const assessmentItemFields = {
  figure: choice(assessedMetrics, { required: true }),
  weight: amount({ unit: '', digits: 1, required: true }),
  basis: choice(assessmentBases, { required: true }),
  value: amount({ unit: '', digits: 3 }),
  reference: amount({ unit: '', digits: 3 }),
  points: pointsField,
} as const
/** 班组考核: points of a team for a month, as they were generated. */
export const teamAssessment = defineResource('teamAssessment', {
  area: sheetsArea,
  fields: {
    month: monthField,
    // Last day of the month, which assigns the row to a closing period.
    lastDay: day({ required: true, readonly: true }),
    team: text({ ...teamTextOptions, required: true }),
    points: { ...pointsField, readonly: true },
    rank: integer({ readonly: true }),
    items: list(assessmentItemFields, { readonly: true, max: 30 }),
    madeBy: reference('user', { readonly: true }),
    madeAt: moment({ readonly: true }),
  },
  title: ['month', 'team'],
  unique: [['month', 'team']],
  filters: ['month', 'team'],
  sort: '-month',
  monthBooking: { dateField: 'lastDay' },
  routes: { list: 'GET /sheet/team_assessments' },
  permissions: { view: 'teamAssessmentView' },
})
const teamRowFields = {
  team: text({ ...teamTextOptions, required: true }),
  points: pointsField,
  rank: integer({}),
  items: list(assessmentItemFields, { max: 30 }),
} as const
/** 班组考核: points of the teams for a month, as generated or else calculated now. */
export const teamAssessmentReport = defineEndpoint('teamAssessment.sheet', {
  area: sheetsArea,
  routes: 'GET /team_assess',
  access: 'teamAssessmentView',
  effect: 'read',
  mayLag: true,
  input: { month: text({ max: 7 }), ...formatInput },
  output: objectOutput({
    month: monthField,
    from: day({ required: true }),
    to: day({ required: true }),
    // Empty until the points are generated.
    madeAt: moment(),
    madeBy: personNameField,
    closed: flag({ required: true }),
    // Team of the caller.
    mine: text({ max: 40 }),
    teams: list(teamRowFields),
    // Points of the previous months, oldest first.
    course: list(
      { month: monthField, team: text({ ...teamTextOptions, required: true }), points: pointsField },
      { max: 200 },
    ),
  }),
  fileMime: XLSX_MIME,
})
/** 班组考核 as a workbook. */
export const teamAssessmentExport = defineEndpoint('teamAssessment.export', {
  area: sheetsArea,
  routes: 'GET /sheet/team_assess_excel',
  access: 'teamAssessmentExport',
  effect: 'read',
  mayLag: true,
  input: { month: text({ max: 7 }) },
  output: fileOutput(XLSX_MIME),
})
/** 生成考核: stores the points of a month that is over. May be repeated until the month is closed. */
export const generateAssessment = defineEndpoint('teamAssessment.make', {
  area: sheetsArea,
  routes: 'POST /team_assess',
  access: 'teamAssessmentEdit',
  effect: 'write',
  input: { month: monthField },
  output: listOutput(teamRowFields),
})
export const assessmentEndpoints = [teamAssessmentReport, teamAssessmentExport, generateAssessment]
