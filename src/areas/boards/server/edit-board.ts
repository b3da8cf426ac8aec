/** Editing of boards: targets, and differences booked to calculated metrics. */
import { refuse } from '@/contract/errno'
import { translateUnit } from '@/contract/translate-unit'
import {
  correctShiftSum,
  loadMetrics,
  isRepeatedCorrection,
  loadTotalMetrics,
  countProductionLines,
} from '@/areas/figures/server/queries'
import { calculateMaxTarget, type TargetPeriod } from '@/areas/figures/rules/targets'
import { metrics } from '@/plant/rules/metrics'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { toMonth } from '@/plant/rules/month'
import { resolveShift } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { EndpointInput } from '@/contract/endpoint'
import type { setLineBoard, setLineMonth, setTeamBoard, setTeamMonth } from '../contract/board-calls'
import { dayProblem, editProblem, placeFor, type EditProblem } from '../rules/edit'
import { corrects } from '../rules/items'
import { boardOf, subjectsOf, type Board, type BoardAsked } from './board'
import { settingOf } from './setting'
import { setWithHistory } from './targets'

type Difference = NonNullable<EndpointInput<typeof setLineBoard>['differences']>[number]
type Targets = EndpointInput<typeof setLineBoard>['targets']
interface Changes extends BoardAsked {
  readonly only: string
  readonly period: TargetPeriod
  /** The line on which a team's difference is booked; by default the one that produced most. */
  readonly lineId?: string | null
  readonly targets?: Targets
  readonly differences?: readonly Difference[] | null
}
const problem = (what: EditProblem, params: Record<string, string | number> = {}) =>
  refuse(`boards:refusals.${what}`, params)

async function change(ctx: Context, asked: Changes): Promise<Board> {
  await mustBeInUse(ctx, asked)
  const { editDays } = await settingOf(ctx)
  const today = (await resolveShift(ctx)).businessDate
  const ends = asked.to > today && asked.from <= today ? today : asked.to
  const days = { from: asked.from, to: ends, today, editDays }
  const targets = asked.targets ?? []
  if (targets.length > 0) {
    // Targets may be set ahead, but not for days that are too old to edit.
    const closed = dayProblem(days)
    if (closed === 'tooOld') throw problem(closed, { days: editDays })
    await setWithHistory(
      ctx,
      targets.map(({ figure, value }) => ({
        lineId: asked.by === 'line' ? asked.only : null,
        team: asked.by === 'team' ? asked.only : null,
        figure,
        period: asked.period,
        day: asked.from,
        shift: asked.period === 'shift' ? (asked.shift ?? null) : null,
        value: value ?? null,
      })),
    )
  }
  for (const one of asked.differences ?? []) await book(ctx, { ...asked, ...days }, one)
  return boardOf(ctx, asked)
}
async function mustBeInUse(ctx: Context, { by, only }: Changes): Promise<void> {
  if (by === 'team') return
  const [subject] = await subjectsOf(ctx, { by, only }, [])
  if (!subject?.active) throw refuse('boards:refusals.lineRemoved', { line: subject?.label ?? '' })
}
async function book(
  ctx: Context,
  asked: Changes & { today: Day; editDays: number },
  { item, difference, reason }: Difference,
): Promise<void> {
  const { from, to, shift = null, by, only, today, editDays } = asked
  const lineIds = by === 'line' ? [only] : asked.lineId ? [asked.lineId] : null
  const teams = by === 'team' ? [only] : null
  const { values } = await loadTotalMetrics(ctx, { from, to, shift, lineIds, teams })
  const value = values[item] ?? 0
  const lines = by === 'team' && !asked.lineId ? await countProductionLines(ctx) : 1
  const most = calculateMaxTarget(item, { period: asked.period, lines })
  const { sum, factor } = corrects[item]
  const delta = difference * factor
  if (await isRepeatedCorrection(ctx, { from, to, shift, lineIds, sum, delta, reason })) return
  const wrong = editProblem({ item, difference, reason, value, most }, { from, to, today, editDays })
  if (wrong)
    throw problem(wrong, {
      days: editDays,
      item: ctx.t(`plant:figures.${item}.name`),
      value: Math.round(value * 1000) / 1000,
      difference,
      most: most ?? 0,
      inUnit: translateUnit(metrics[item].unit, ctx.language),
    })
  // Power-on time of today is not known yet.
  const last = item === 'runHours' && to === today ? addDays(today, -1) : to
  const first = addDays(today, -editDays) > from ? addDays(today, -editDays) : from
  const rows = await loadMetrics(ctx, { from: first, to: last, shift, lineIds, teams, by: ['day', 'shift', 'line'] })
  const place = placeFor(
    rows.flatMap(({ key, sums }) =>
      key.day && key.shift && key.line ? [{ day: key.day, shift: key.shift, lineId: key.line, value: sums[sum] }] : [],
    ),
    delta,
  )
  if (!place) throw problem('nowhere', { item: ctx.t(`plant:figures.${item}.name`), difference })
  await correctShiftSum(ctx, { businessDate: place.day, shift: place.shift, lineId: place.lineId, sum, delta, reason })
}
const monthDays = (day: Day): { from: Day; to: Day } => {
  const from = `${toMonth(day)}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}
/** Changes values of a line on a day or shift (PUT /LINE_DATA_BOARD). */
export const changeLineDay = (
  ctx: Context,
  { day, lineId, shift, ...more }: EndpointInput<typeof setLineBoard>,
): Promise<Board> =>
  change(ctx, { by: 'line', only: lineId, from: day, to: day, shift, period: shift ? 'shift' : 'day', ...more })
/** Changes values of a line for a month (PUT /LINE_DATA_BOARD_2). */
export const changeLineMonth = (
  ctx: Context,
  { month, lineId, ...more }: EndpointInput<typeof setLineMonth>,
): Promise<Board> => change(ctx, { by: 'line', only: lineId, ...monthDays(month), period: 'month', ...more })
/** Changes values of a team on a day (PUT /TEAM_DATA_BOARD). */
export const changeTeamDay = (
  ctx: Context,
  { day, team, ...more }: EndpointInput<typeof setTeamBoard>,
): Promise<Board> => change(ctx, { by: 'team', only: team, from: day, to: day, period: 'day', ...more })
/** Changes values of a team for a month (PUT /TEAM_DATA_BOARD_2). */
export const changeTeamMonth = (
  ctx: Context,
  { month, team, ...more }: EndpointInput<typeof setTeamMonth>,
): Promise<Board> => change(ctx, { by: 'team', only: team, ...monthDays(month), period: 'month', ...more })
export { monthDays }
