import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { guardedCostMetrics } from '@/plant/contract/cost-permissions'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { boardItems, correctedItems } from '../rules/items'
import { targetMetrics, type TargetMetric } from '@/areas/figures/rules/targets'

const area = 'boards'
const access = 'dashboardView'
const edit = 'dashboardEdit'
const item = choice(boardItems, { required: true, guarded: guardedCostMetrics })
export const figure = choice(Object.keys(targetMetrics) as TargetMetric[], {
  required: true,
  guarded: guardedCostMetrics,
})
const figureOf = amount({ unit: '', digits: 6 })
/** Id of a line or key of a team, with its label. */
const subject = { of: text({ required: true, max: 40 }), label: text({ required: true }) } as const
const cells = list(
  {
    of: subject.of,
    item,
    // Includes earlier corrections; null if there is nothing to divide by.
    value: figureOf,
    // The calculated value, if people or late data corrected it.
    counted: figureOf,
    target: figureOf,
    // Share of the target that was reached; inverted for items where lower is better.
    reachedPercent: amount({ unit: '%', digits: 1 }),
  },
  { max: 2000 },
)
const asOf = {
  // When the newest of the days was calculated, and days that wait for recalculation.
  countedAt: moment(),
  waitingDays: integer({ unit: 'd', required: true }),
} as const
const subjects = list(
  {
    ...subject,
    active: flag({ required: true }),
    // Set for lines; null for a team or a removed line.
    slits: choice(['yes', 'no']),
  },
  { max: 200 },
)
const boardOf = {
  from: day({ required: true }),
  to: day({ required: true }),
  // Current business date of the plant.
  today: day({ required: true }),
  shift: text(shiftTextOptions),
  editDays: integer({ unit: 'd', required: true }),
  // True if differences may be entered for these days.
  editable: flag({ required: true }),
  powerOnLocked: flag({ required: true }),
  // `most`: highest value that one line, or a team on all lines, can reach in the period. Higher targets are refused.
  items: list({ item, most: figureOf }),
  subjects,
  cells,
  ...asOf,
} as const
export const board = objectOutput(boardOf)
const month = objectOutput({
  ...boardOf,
  days: list(
    { day: day({ required: true }), of: subject.of, item, value: figureOf, target: figureOf },
    { max: 20_000 },
  ),
})

const lineId = reference('line')
const teamInput = text({ max: 40 })
/** Any day of the month identifies it. */
const monthDay = day()
const targets = list({ figure, value: amount({ unit: '', digits: 4, min: 0 }) }, { max: 40 })
const differences = list(
  {
    item: choice(correctedItems, { required: true }),
    difference: amount({ unit: '', digits: 3, required: true }),
    reason: note({ required: true, max: 500 }),
  },
  { max: 40 },
)
const changed = { targets, differences } as const

/** 产线看板: metrics of lines on a business date (default: today; one shift or all) against their targets. */
export const lineBoard = defineEndpoint('lineBoard.read', {
  area,
  routes: 'GET /LINE_DATA_BOARD',
  access,
  effect: 'read',
  input: { day: day(), lineId, shift: text(shiftTextOptions) },
  output: board,
})
/**
 * Sets targets of a line for a day or one of its shifts, and books differences to calculated metrics, each with a
 * reason.
 */
export const setLineBoard = defineEndpoint('lineBoard.set', {
  area,
  routes: 'PUT /LINE_DATA_BOARD',
  access: edit,
  effect: 'write',
  input: {
    day: day({ required: true }),
    lineId: reference('line', { required: true }),
    shift: text(shiftTextOptions),
    ...changed,
  },
  output: board,
})
/** Current cells of the line board, without settings; does not write. */
export const freshLineBoard = defineEndpoint('lineBoard.fresh', {
  area,
  routes: 'GET /UPDATE_LINE_BOARD',
  access,
  effect: 'read',
  input: { day: day(), lineId, shift: text(shiftTextOptions) },
  output: objectOutput({ day: day({ required: true }), at: moment({ required: true }), cells, ...asOf }),
})
/** 月看板: metrics of lines in a month and on each of its days against their targets. */
export const lineMonth = defineEndpoint('lineBoard.month', {
  area,
  routes: 'GET /LINE_BOARD_MONTH',
  access,
  effect: 'read',
  input: { month: monthDay, lineId },
  output: month,
})
/** Sets targets of a line for a month, and books differences on the newest day that may be edited. */
export const setLineMonth = defineEndpoint('lineBoard.setMonth', {
  area,
  routes: 'PUT /LINE_DATA_BOARD_2',
  access: edit,
  effect: 'write',
  input: { month: day({ required: true }), lineId: reference('line', { required: true }), ...changed },
  output: board,
})
/** 班组看板: metrics of teams on a business date against their targets. */
export const teamBoard = defineEndpoint('teamBoard.read', {
  area,
  routes: 'GET /TEAM_DATA_BOARD',
  access,
  effect: 'read',
  input: { day: day(), team: teamInput },
  output: board,
})
/** Sets targets of a team for a day, and books differences in its shift, on the line that produced most. */
export const setTeamBoard = defineEndpoint('teamBoard.set', {
  area,
  routes: 'PUT /TEAM_DATA_BOARD',
  access: edit,
  effect: 'write',
  input: { day: day({ required: true }), team: text({ ...teamTextOptions, required: true }), lineId, ...changed },
  output: board,
})
/** 班组月看板: metrics of teams in a month and on each of its days against their targets. */
export const teamMonth = defineEndpoint('teamBoard.month', {
  area,
  routes: 'GET /TEAM_BOARD_MONTH',
  access,
  effect: 'read',
  input: { month: monthDay, team: teamInput },
  output: month,
})
/** Sets targets of a team for a month, and books differences on the newest day that may be edited. */
export const setTeamMonth = defineEndpoint('teamBoard.setMonth', {
  area,
  routes: 'PUT /TEAM_DATA_BOARD_2',
  access: edit,
  effect: 'write',
  input: { month: day({ required: true }), team: text({ ...teamTextOptions, required: true }), lineId, ...changed },
  output: board,
})
export const boardCalls = [
  lineBoard,
  setLineBoard,
  freshLineBoard,
  lineMonth,
  setLineMonth,
  teamBoard,
  setTeamBoard,
  teamMonth,
  setTeamMonth,
] as const
