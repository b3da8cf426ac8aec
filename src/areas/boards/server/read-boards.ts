/** Endpoints that read boards of a day or a month. */
import type { EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { loadMetrics } from '@/areas/figures/server/queries'
import { countDaysBetween, type Day } from '@/plant/rules/plant-time'
import { findBusinessDate } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { currentLineCells, lineBoard, lineMonthBoard, teamBoard, teamMonthBoard } from '../contract/board-endpoints'
import { canHaveTarget } from '../rules/board-items'
import { buildSubjectFilter, loadBoard, loadCells, isSubjectTarget, type SubjectKind } from './load-board'
import { toMonthDays } from './edit-board'
import { loadBoardSetting } from './board-setting'
import { loadTargetsByDay } from './targets'
import { handle } from '@/server/area'

const MAX_DAYS_FROM_TODAY = 5 * 366
/** Returns the requested day, by default today. Boards cover five years back and ahead. */
async function resolveRequestedDay(ctx: Context, day: Day | null | undefined): Promise<Day> {
  const today = await findBusinessDate(ctx)
  if (!day) return today
  if (Math.abs(countDaysBetween(day, today)) > MAX_DAYS_FROM_TODAY) throw refuse('boards:refusals.farDay', { day })
  return day
}
/** Loads the board of lines on a day (GET /LINE_DATA_BOARD). */
export const readLineBoard = handle(lineBoard, async (ctx, { day, lineId, shift }) => {
  const businessDate = await resolveRequestedDay(ctx, day)
  return loadBoard(ctx, { subjectKind: 'line', from: businessDate, to: businessDate, shift, subjectId: lineId })
})
/** Loads the board of teams on a day (GET /TEAM_DATA_BOARD). */
export const readTeamBoard = handle(teamBoard, async (ctx, { day, team }) => {
  const businessDate = await resolveRequestedDay(ctx, day)
  return loadBoard(ctx, { subjectKind: 'team', from: businessDate, to: businessDate, subjectId: team })
})
/** Loads the current cells of the line board (GET /UPDATE_LINE_BOARD). */
export const readCurrentLineCells = handle(currentLineCells, async (ctx, { day, lineId, shift }) => {
  const businessDate = await resolveRequestedDay(ctx, day)
  const dayRange = { from: businessDate, to: businessDate }
  const items = (await loadBoardSetting.run(ctx, {})).items.map(({ item }) => item)
  const { cells, freshness } = await loadCells(
    ctx,
    { subjectKind: 'line', ...dayRange, shift, subjectId: lineId },
    items,
  )
  return {
    day: businessDate,
    at: ctx.now.toISOString(),
    cells,
    countedAt: freshness.countedAt,
    waitingDays: freshness.waiting,
    closedMonths: freshness.closedMonths,
  }
})
type MonthBoard = EndpointOutput<typeof lineMonthBoard>
async function loadMonthBoard(
  ctx: Context,
  subjectKind: SubjectKind,
  month: Day | null | undefined,
  subjectId: string | null,
): Promise<MonthBoard> {
  const dayRange = toMonthDays(await resolveRequestedDay(ctx, month))
  const board = await loadBoard(ctx, { subjectKind, ...dayRange, subjectId })
  const rows = await loadMetrics(ctx, {
    ...dayRange,
    by: ['day', subjectKind],
    ...buildSubjectFilter(subjectKind, subjectId),
  })
  const targetsByDay = await loadTargetsByDay(ctx, dayRange)
  const subjectIds = new Set(board.subjects.map((subject) => subject.of))
  const valuesBySubjectDay = new Map(
    rows.map(({ key, values: rowValues }) => [`${key.day} ${key[subjectKind]}`, rowValues]),
  )
  const dayCells = [...targetsByDay.keys()].flatMap((businessDate) =>
    [...subjectIds].flatMap((cellSubjectId) =>
      board.items.flatMap(({ item }) => {
        const value = valuesBySubjectDay.get(`${businessDate} ${cellSubjectId}`)?.[item] ?? null
        const targetValue = canHaveTarget(item)
          ? targetsByDay
              .get(businessDate)
              ?.find((target) => target.figure === item && isSubjectTarget(subjectKind, cellSubjectId, target))?.value
          : null
        return value === null && targetValue == null
          ? []
          : [{ day: businessDate, of: cellSubjectId, item, value, target: targetValue ?? null }]
      }),
    ),
  )
  return { ...board, days: dayCells }
}
/** Loads the board of lines for a month (GET /LINE_BOARD_MONTH). */
export const readLineMonthBoard = handle(lineMonthBoard, (ctx, { month, lineId }) =>
  loadMonthBoard(ctx, 'line', month, lineId ?? null),
)
/** Loads the board of teams for a month (GET /TEAM_BOARD_MONTH). */
export const readTeamMonthBoard = handle(teamMonthBoard, (ctx, { month, team }) =>
  loadMonthBoard(ctx, 'team', month, team ?? null),
)
