import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { closedMonthsField } from '@/plant/contract/report-columns'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { boardItems, correctableItems } from '../rules/board-items'
import { targetVerdicts } from '@/areas/overview/rules/target-verdict'
import { targetMetrics, type TargetMetric } from '@/areas/figures/rules/targets'

const area = 'boards'
const viewPermission = 'dashboardView'
const editPermission = 'dashboardEdit'
const itemField = choice(boardItems, { required: true, restrictedOptions: restrictedCostMetrics })
export const targetMetricField = choice(Object.keys(targetMetrics) as TargetMetric[], {
  required: true,
  restrictedOptions: restrictedCostMetrics,
})
const valueField = amount({ unit: '', digits: 6 })
/** Id of a line or key of a team, with its label. */
const subjectFields = { of: text({ required: true, max: 40 }), label: text({ required: true }) } as const
const cellsField = list(
  {
    of: subjectFields.of,
    item: itemField,
    // Includes earlier corrections; null if there is nothing to divide by.
    value: valueField,
    // The value without corrections by people and late source rows; null if it equals `value`.
    counted: valueField,
    target: valueField,
    // Share of the target that was reached; inverted for items where lower is better.
    reachedPercent: amount({ unit: '%', digits: 1 }),
    // Target of the days up to today that is due by now: for an amount in proportion to the elapsed time of their shifts,
    // in full for a rate.
    due: valueField,
    // Judges `value` against `due`. Null without a value or a target, or before anything is due.
    verdict: choice(targetVerdicts),
  },
  { max: 2000 },
)
const freshnessFields = {
  /** Time at which the newest day was calculated. */
  countedAt: moment(),
  /** Number of days that wait for recalculation. */
  waitingDays: integer({ unit: 'd', required: true }),
  closedMonths: closedMonthsField,
} as const
const subjectsField = list(
  {
    ...subjectFields,
    active: flag({ required: true }),
    // `yes` for a slitting line; null for a team or a removed line.
    slits: choice(['yes', 'no']),
  },
  { max: 200 },
)
const boardFields = {
  from: day({ required: true }),
  to: day({ required: true }),
  // Current business date of the plant.
  today: day({ required: true }),
  shift: text(shiftTextOptions),
  editDays: integer({ unit: 'd', required: true }),
  // True if differences may be entered for these days.
  editable: flag({ required: true }),
  // True if run hours (power-on time) cannot be corrected, because the board shows today only.
  powerOnLocked: flag({ required: true }),
  // `most`: highest value that one line, or a team on all lines, can reach in the period. Higher targets are refused.
  items: list({ item: itemField, most: valueField }),
  subjects: subjectsField,
  cells: cellsField,
  ...freshnessFields,
} as const
export const boardOutput = objectOutput(boardFields)
const monthBoardOutput = objectOutput({
  ...boardFields,
  days: list(
    { day: day({ required: true }), of: subjectFields.of, item: itemField, value: valueField, target: valueField },
    { max: 20_000 },
  ),
})

const lineField = reference('line')
const teamField = text({ max: 40 })
/** A month, given by any of its days. */
const monthField = day()
const targetsField = list({ figure: targetMetricField, value: amount({ unit: '', digits: 4, min: 0 }) }, { max: 40 })
const differencesField = list(
  {
    item: choice(correctableItems, { required: true }),
    difference: amount({ unit: '', digits: 3, required: true }),
    reason: note({ required: true, max: 500 }),
  },
  { max: 40 },
)
const changeFields = { targets: targetsField, differences: differencesField } as const

/** 产线看板: metrics of lines on a business date (default: today; one shift or all) against their targets. */
export const lineBoard = defineEndpoint('lineBoard.read', {
  area,
  routes: 'GET /LINE_DATA_BOARD',
  access: viewPermission,
  effect: 'read',
  mayLag: true,
  input: { day: day(), lineId: lineField, shift: text(shiftTextOptions) },
  output: boardOutput,
})
/**
 * Sets targets of a line for a day or one of its shifts, and books differences to calculated metrics, each with a
 * reason. A difference of output or of downgraded web also corrects the good and first-grade web of the shift. Output
 * cannot fall below the downgraded and wasted web counted in it.
 */
export const setLineBoard = defineEndpoint('lineBoard.set', {
  area,
  routes: 'PUT /LINE_DATA_BOARD',
  access: editPermission,
  effect: 'write',
  input: {
    day: day({ required: true }),
    lineId: reference('line', { required: true }),
    shift: text(shiftTextOptions),
    ...changeFields,
  },
  output: boardOutput,
})
/** Current cells of the line board, without its settings and subjects. */
export const currentLineCells = defineEndpoint('lineBoard.fresh', {
  area,
  routes: 'GET /UPDATE_LINE_BOARD',
  access: viewPermission,
  effect: 'read',
  input: { day: day(), lineId: lineField, shift: text(shiftTextOptions) },
  output: objectOutput({
    day: day({ required: true }),
    at: moment({ required: true }),
    cells: cellsField,
    ...freshnessFields,
  }),
})
/** 月看板: metrics of lines in a month and on each of its days against their targets. */
export const lineMonthBoard = defineEndpoint('lineBoard.month', {
  area,
  routes: 'GET /LINE_BOARD_MONTH',
  access: viewPermission,
  effect: 'read',
  mayLag: true,
  input: { month: monthField, lineId: lineField },
  output: monthBoardOutput,
})
/** Sets targets of a line for a month, and books differences on the newest day that may be edited. */
export const setLineMonthBoard = defineEndpoint('lineBoard.setMonth', {
  area,
  routes: 'PUT /LINE_DATA_BOARD_2',
  access: editPermission,
  effect: 'write',
  input: { month: day({ required: true }), lineId: reference('line', { required: true }), ...changeFields },
  output: boardOutput,
})
/** 班组看板: metrics of teams on a business date against their targets. */
export const teamBoard = defineEndpoint('teamBoard.read', {
  area,
  routes: 'GET /TEAM_DATA_BOARD',
  access: viewPermission,
  effect: 'read',
  mayLag: true,
  input: { day: day(), team: teamField },
  output: boardOutput,
})
/** Sets targets of a team for a day, and books differences in its shift, on the line that produced most. */
export const setTeamBoard = defineEndpoint('teamBoard.set', {
  area,
  routes: 'PUT /TEAM_DATA_BOARD',
  access: editPermission,
  effect: 'write',
  input: {
    day: day({ required: true }),
    team: text({ ...teamTextOptions, required: true }),
    lineId: lineField,
    ...changeFields,
  },
  output: boardOutput,
})
/** 班组月看板: metrics of teams in a month and on each of its days against their targets. */
export const teamMonthBoard = defineEndpoint('teamBoard.month', {
  area,
  routes: 'GET /TEAM_BOARD_MONTH',
  access: viewPermission,
  effect: 'read',
  mayLag: true,
  input: { month: monthField, team: teamField },
  output: monthBoardOutput,
})
/** Sets targets of a team for a month, and books differences on the newest day that may be edited. */
export const setTeamMonthBoard = defineEndpoint('teamBoard.setMonth', {
  area,
  routes: 'PUT /TEAM_DATA_BOARD_2',
  access: editPermission,
  effect: 'write',
  input: {
    month: day({ required: true }),
    team: text({ ...teamTextOptions, required: true }),
    lineId: lineField,
    ...changeFields,
  },
  output: boardOutput,
})
export const boardEndpoints = [
  lineBoard,
  setLineBoard,
  currentLineCells,
  lineMonthBoard,
  setLineMonthBoard,
  teamBoard,
  setTeamBoard,
  teamMonthBoard,
  setTeamMonthBoard,
] as const
