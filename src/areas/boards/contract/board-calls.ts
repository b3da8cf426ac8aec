import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { guardedCostMetrics } from '@/plant/contract/cost-permissions'
import { amount, choice, day, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { boardItems, correctedItems } from '../rules/items'
import { targetFigures, type TargetFigure } from '@/areas/figures/rules/targets'

const area = 'boards'
const access = 'dashboardView'
const edit = 'dashboardEdit'
const item = choice(boardItems, { required: true, guarded: guardedCostMetrics })
export const figure = choice(Object.keys(targetFigures) as TargetFigure[], {
  required: true,
  guarded: guardedCostMetrics,
})
const figureOf = amount({ unit: '', digits: 6 })
/** A line's id or a team's key, and what it is called. */
const subject = { of: text({ required: true, max: 40 }), label: text({ required: true }) } as const
const cells = list(
  {
    of: subject.of,
    item,
    // Earlier corrections in it; null where there is nothing to divide by.
    value: figureOf,
    // As it was counted, where people or late facts corrected it.
    counted: figureOf,
    target: figureOf,
    // How much of the target was reached; of an item of which less is better, the other way round.
    reachedPercent: amount({ unit: '%', digits: 1 }),
  },
  { max: 2000 },
)
const asOf = {
  // When the oldest of what is shown was counted; days that wait to be counted anew.
  countedAt: moment(),
  waitingDays: integer({ unit: 'd', required: true }),
} as const
const subjects = list(
  {
    ...subject,
    active: flag({ required: true }),
    // A slitter; empty for a team, or a line that is gone.
    slits: choice(['yes', 'no']),
  },
  { max: 200 },
)
const boardOf = {
  from: day({ required: true }),
  to: day({ required: true }),
  // The plant's business date now.
  today: day({ required: true }),
  shift: text(shiftTextOptions),
  editDays: integer({ unit: 'd', required: true }),
  // Differences may be written on these days.
  editable: flag({ required: true }),
  powerOnLocked: flag({ required: true }),
  // `most`: what one line, or a team on all lines, can reach in the period; targets above it are refused.
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
/** The day of the month stands for it. */
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

/** 产线看板: figures of lines on a business date (today unless told, one shift or all) against their targets. */
export const lineBoard = defineEndpoint('lineBoard.read', {
  area,
  routes: 'GET /LINE_DATA_BOARD',
  access,
  effect: 'read',
  input: { day: day(), lineId, shift: text(shiftTextOptions) },
  output: board,
})
/** Values of a day of a line: targets of the day or of one of its shifts, and differences beside the computed figures, each with a reason. */
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
/** Fresh figures of the board of lines, without settings; writes nothing. */
export const freshLineBoard = defineEndpoint('lineBoard.fresh', {
  area,
  routes: 'GET /UPDATE_LINE_BOARD',
  access,
  effect: 'read',
  input: { day: day(), lineId, shift: text(shiftTextOptions) },
  output: objectOutput({ day: day({ required: true }), at: moment({ required: true }), cells, ...asOf }),
})
/** 月看板: figures of lines in a month and on each of its days against their targets. */
export const lineMonth = defineEndpoint('lineBoard.month', {
  area,
  routes: 'GET /LINE_BOARD_MONTH',
  access,
  effect: 'read',
  input: { month: monthDay, lineId },
  output: month,
})
/** Values of a month of a line: its targets, and differences, booked on the newest day that may be edited. */
export const setLineMonth = defineEndpoint('lineBoard.setMonth', {
  area,
  routes: 'PUT /LINE_DATA_BOARD_2',
  access: edit,
  effect: 'write',
  input: { month: day({ required: true }), lineId: reference('line', { required: true }), ...changed },
  output: board,
})
/** 班组看板: figures of teams on a business date against their targets. */
export const teamBoard = defineEndpoint('teamBoard.read', {
  area,
  routes: 'GET /TEAM_DATA_BOARD',
  access,
  effect: 'read',
  input: { day: day(), team: teamInput },
  output: board,
})
/** Values of a day of a team: its targets, and differences, booked in its shift at the line that made most. */
export const setTeamBoard = defineEndpoint('teamBoard.set', {
  area,
  routes: 'PUT /TEAM_DATA_BOARD',
  access: edit,
  effect: 'write',
  input: { day: day({ required: true }), team: text({ ...teamTextOptions, required: true }), lineId, ...changed },
  output: board,
})
/** 班组月看板: figures of teams in a month and on each of its days against their targets. */
export const teamMonth = defineEndpoint('teamBoard.month', {
  area,
  routes: 'GET /TEAM_BOARD_MONTH',
  access,
  effect: 'read',
  input: { month: monthDay, team: teamInput },
  output: month,
})
/** Values of a month of a team: its targets, and differences, booked on the newest day that may be edited. */
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
