import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { loadMetrics } from '@/areas/figures/server/queries'
import { countDaysBetween, type Day } from '@/plant/rules/plant-time'
import { resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { freshLineBoard, lineBoard, lineMonth, teamBoard, teamMonth } from '../contract/board-calls'
import { hasTarget } from '../rules/items'
import { boardOf, cellsOf, targetIs, type Board, type By } from './board'
import { monthDays } from './edit-board'
import { settingOf } from './setting'
import { targetsByDay } from './targets'

const MOST_YEARS_DAYS = 5 * 366
/** Returns the requested day, by default today. Boards cover five years back and ahead. */
async function dayAsked(ctx: Context, day: Day | null | undefined): Promise<Day> {
  const today = (await resolveShift(ctx)).businessDate
  if (!day) return today
  if (Math.abs(countDaysBetween(day, today)) > MOST_YEARS_DAYS) throw refuse('boards:refusals.farDay', { day })
  return day
}
/** Loads the board of lines on a day (GET /LINE_DATA_BOARD). */
export async function readLineBoard(
  ctx: Context,
  { day, lineId, shift }: EndpointInput<typeof lineBoard>,
): Promise<Board> {
  const on = await dayAsked(ctx, day)
  return boardOf(ctx, { by: 'line', from: on, to: on, shift, only: lineId })
}
/** Loads the board of teams on a day (GET /TEAM_DATA_BOARD). */
export async function readTeamBoard(ctx: Context, { day, team }: EndpointInput<typeof teamBoard>): Promise<Board> {
  const on = await dayAsked(ctx, day)
  return boardOf(ctx, { by: 'team', from: on, to: on, only: team })
}
/** Loads the current cells of the line board (GET /UPDATE_LINE_BOARD). */
export async function readFresh(
  ctx: Context,
  { day, lineId, shift }: EndpointInput<typeof freshLineBoard>,
): Promise<EndpointOutput<typeof freshLineBoard>> {
  const on = await dayAsked(ctx, day)
  const days = { from: on, to: on }
  const items = (await settingOf(ctx)).items.map(({ item }) => item)
  const { cells, asOf } = await cellsOf(ctx, { by: 'line', ...days, shift, only: lineId }, items)
  return { day: on, at: ctx.now.toISOString(), cells, countedAt: asOf.countedAt, waitingDays: asOf.waiting }
}
type Month = EndpointOutput<typeof lineMonth>
async function monthOfBoard(ctx: Context, by: By, month: Day | null | undefined, only: string | null): Promise<Month> {
  const days = monthDays(await dayAsked(ctx, month))
  const board = await boardOf(ctx, { by, ...days, only })
  const rows = await loadMetrics(ctx, {
    ...days,
    by: ['day', by],
    ...(only ? (by === 'line' ? { lineIds: [only] } : { teams: [only] }) : {}),
  })
  const targets = await targetsByDay(ctx, days)
  const of = new Set(board.subjects.map((subject) => subject.of))
  const values = new Map(rows.map(({ key, values: found }) => [`${key.day} ${key[by]}`, found]))
  const list = [...targets.keys()].flatMap((on) =>
    [...of].flatMap((one) =>
      board.items.flatMap(({ item }) => {
        const value = values.get(`${on} ${one}`)?.[item] ?? null
        const aimed = hasTarget(item)
          ? targets.get(on)?.find((each) => each.figure === item && targetIs(by, one, each))?.value
          : null
        return value === null && aimed == null ? [] : [{ day: on, of: one, item, value, target: aimed ?? null }]
      }),
    ),
  )
  return { ...board, days: list }
}
/** Loads the board of lines for a month (GET /LINE_BOARD_MONTH). */
export const readLineMonth = (ctx: Context, { month, lineId }: EndpointInput<typeof lineMonth>): Promise<Month> =>
  monthOfBoard(ctx, 'line', month, lineId ?? null)
/** Loads the board of teams for a month (GET /TEAM_BOARD_MONTH). */
export const readTeamMonth = (ctx: Context, { month, team }: EndpointInput<typeof teamMonth>): Promise<Month> =>
  monthOfBoard(ctx, 'team', month, team ?? null)
