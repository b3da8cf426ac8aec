/** Editing of boards: targets, and differences (signed corrections) that are added to calculated metrics. */
import { refuse } from '@/contract/errno'
import { translateUnit } from '@/contract/language'
import {
  loadMetrics,
  isRepeatedCorrection,
  loadTotalMetrics,
  countProductionLines,
} from '@/areas/figures/server/queries'
import { calculateMaxDecrease } from '@/areas/figures/rules/sum-limits'
import type { ShiftSums } from '@/areas/figures/rules/shift-sums'
import { correctShiftSum } from '@/areas/figures/server/writes/correct-metrics'
import { calculateMaxPlausibleValue, type TargetPeriod } from '@/areas/figures/rules/targets'
import { metrics } from '@/plant/rules/metrics'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { toMonth } from '@/plant/rules/month'
import { findBusinessDate } from '@/plant/server/plant'
import type { Context } from '@/server/context'
import type { EndpointInput } from '@/contract/endpoint'
import { setLineBoard, setLineMonthBoard, setTeamBoard, setTeamMonthBoard } from '../contract/board-endpoints'
import {
  validateCorrectedDays,
  validateCorrection,
  chooseCorrectedShift,
  type CorrectionProblem,
} from '../rules/validate-correction'
import { correctionSums } from '../rules/board-items'
import { loadBoard, listSubjects, type Board, type BoardQuery } from './load-board'
import { loadBoardSetting } from './board-setting'
import { setTargetsWithHistory } from './targets'
import { handle } from '@/server/area'

type Difference = NonNullable<EndpointInput<typeof setLineBoard>['differences']>[number]
type Targets = EndpointInput<typeof setLineBoard>['targets']
interface BoardChange extends BoardQuery {
  readonly subjectId: string
  readonly period: TargetPeriod
  /** The line on which a team's difference is booked; by default the one that produced most. */
  readonly lineId?: string | null
  readonly targets?: Targets
  readonly differences?: readonly Difference[] | null
}
const buildRefusal = (problem: CorrectionProblem, params: Record<string, string | number> = {}) =>
  refuse(`boards:refusals.${problem}`, params)

async function changeBoard(ctx: Context, boardChange: BoardChange): Promise<Board> {
  await assertLineInUse(ctx, boardChange)
  const { editDays } = await loadBoardSetting.run(ctx, {})
  const today = await findBusinessDate(ctx)
  // Only days up to today are edited in a month that has begun.
  const lastDay = boardChange.to > today && boardChange.from <= today ? today : boardChange.to
  const dayRange = { from: boardChange.from, to: lastDay, today, editDays }
  const targets = boardChange.targets ?? []
  if (targets.length > 0) {
    // Targets may be set ahead, but not for days that are too old to edit.
    const daysProblem = validateCorrectedDays(dayRange)
    if (daysProblem === 'tooOld') throw buildRefusal(daysProblem, { days: editDays })
    await setTargetsWithHistory(
      ctx,
      targets.map(({ figure, value }) => ({
        lineId: boardChange.subjectKind === 'line' ? boardChange.subjectId : null,
        team: boardChange.subjectKind === 'team' ? boardChange.subjectId : null,
        figure,
        period: boardChange.period,
        day: boardChange.from,
        shift: boardChange.period === 'shift' ? (boardChange.shift ?? null) : null,
        value: value ?? null,
      })),
    )
  }
  for (const difference of boardChange.differences ?? [])
    await bookDifference(ctx, { ...boardChange, ...dayRange }, difference)
  return loadBoard(ctx, boardChange)
}
async function assertLineInUse(ctx: Context, { subjectKind, subjectId }: BoardChange): Promise<void> {
  if (subjectKind === 'team') return
  const [subject] = await listSubjects(ctx, { subjectKind, subjectId }, [])
  if (!subject?.active) throw refuse('boards:refusals.lineRemoved', { line: subject?.label ?? '' })
}
async function bookDifference(
  ctx: Context,
  boardChange: BoardChange & { today: Day; editDays: number },
  { item, difference, reason }: Difference,
): Promise<void> {
  const { from, to, shift = null, subjectKind, subjectId, today, editDays } = boardChange
  const lineId = subjectKind === 'line' ? subjectId : boardChange.lineId
  const lineIds = lineId ? [lineId] : null
  const team = subjectKind === 'team' ? subjectId : null
  const teams = team === null ? null : [team]
  const { values } = await loadTotalMetrics(ctx, { from, to, shift, lineIds, teams })
  const value = values[item] ?? 0
  const lineCount = subjectKind === 'team' && !boardChange.lineId ? await countProductionLines(ctx) : 1
  const maxValue = calculateMaxPlausibleValue(item, { period: boardChange.period, lines: lineCount })
  const { sum: sumName, factor } = correctionSums[item]
  const delta = difference * factor
  if (await isRepeatedCorrection(ctx, { from, to, shift, lineIds, team, sum: sumName, delta, reason })) return
  const correctionProblem = validateCorrection(
    { item, difference, reason, value, maxValue },
    { from, to, today, editDays },
  )
  if (correctionProblem)
    throw buildRefusal(correctionProblem, {
      days: editDays,
      item: ctx.t(`plant:figures.${item}.name`),
      value: Math.round(value * 1000) / 1000,
      difference,
      most: maxValue ?? 0,
      inUnit: translateUnit(metrics[item].unit, ctx.language),
    })
  // Today's run hours (power-on time) are not known until the day ends.
  const lastDay = item === 'runHours' && to === today ? addDays(today, -1) : to
  const firstDay = addDays(today, -editDays) > from ? addDays(today, -editDays) : from
  const rows = await loadMetrics(ctx, {
    from: firstDay,
    to: lastDay,
    shift,
    lineIds,
    teams,
    by: ['day', 'shift', 'line'],
  })
  const listShifts = (getValue: (sums: ShiftSums) => number) =>
    rows.flatMap(({ key, sums }) =>
      key.day && key.shift && key.line
        ? [{ day: key.day, shift: key.shift, lineId: key.line, value: getValue(sums) }]
        : [],
    )
  // Prefers a shift that can take the whole difference. Otherwise the shift is chosen by its sum alone, and
  // `correctShiftSum` refuses with the limit of this shift.
  const bookedShift =
    chooseCorrectedShift(
      listShifts((sums) => calculateMaxDecrease(sums, sumName)),
      delta,
    ) ??
    chooseCorrectedShift(
      listShifts((sums) => sums[sumName]),
      delta,
    )
  if (!bookedShift) throw buildRefusal('nowhere', { item: ctx.t(`plant:figures.${item}.name`), difference })
  await correctShiftSum(ctx, {
    businessDate: bookedShift.day,
    shift: bookedShift.shift,
    lineId: bookedShift.lineId,
    sum: sumName,
    team,
    delta,
    reason,
    includesGoodWeb: true,
  })
}
/** Returns the first and last day of the month of `day`. */
export const toMonthDays = (day: Day): { from: Day; to: Day } => {
  const from = `${toMonth(day)}-01`
  return { from, to: addDays(addMonths(from, 1), -1) }
}
/** Changes values of a line on a day or shift (PUT /LINE_DATA_BOARD). */
export const changeLineBoard = handle(setLineBoard, (ctx, { day, lineId, shift, ...changes }) =>
  changeBoard(ctx, {
    subjectKind: 'line',
    subjectId: lineId,
    from: day,
    to: day,
    shift,
    period: shift ? 'shift' : 'day',
    ...changes,
  }),
)
/** Changes values of a line for a month (PUT /LINE_DATA_BOARD_2). */
export const changeLineMonthBoard = handle(setLineMonthBoard, (ctx, { month, lineId, ...changes }) =>
  changeBoard(ctx, { subjectKind: 'line', subjectId: lineId, ...toMonthDays(month), period: 'month', ...changes }),
)
/** Changes values of a team on a day (PUT /TEAM_DATA_BOARD). */
export const changeTeamBoard = handle(setTeamBoard, (ctx, { day, team, ...changes }) =>
  changeBoard(ctx, { subjectKind: 'team', subjectId: team, from: day, to: day, period: 'day', ...changes }),
)
/** Changes values of a team for a month (PUT /TEAM_DATA_BOARD_2). */
export const changeTeamMonthBoard = handle(setTeamMonthBoard, (ctx, { month, team, ...changes }) =>
  changeBoard(ctx, { subjectKind: 'team', subjectId: team, ...toMonthDays(month), period: 'month', ...changes }),
)
