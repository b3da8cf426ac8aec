/** Boards of lines and teams: metrics of a period against their targets. */
import type { EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { lowerIsBetterMetrics, calculateMaxPlausibleValue, type TargetPeriod } from '@/areas/figures/rules/targets'
import {
  loadMetricsFreshness,
  loadMetrics,
  countProductionLines,
  loadTargets,
  type MetricResult,
  type TargetValue,
} from '@/areas/figures/server/queries'
import { calculateDueTarget, createElapsedShareGetter, judgeAgainstTarget } from '@/areas/overview/rules/target-verdict'
import { clipToToday } from '@/plant/rules/periods'
import type { Day } from '@/plant/rules/plant-time'
import { getPatternOn } from '@/plant/rules/shift'
import { loadPlantCalendar, findBusinessDate } from '@/plant/server/plant'
import { roundToMillionth } from '@/plant/rules/quantity'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import type { lineBoard } from '../contract/board-endpoints'
import { validateCorrectedDays } from '../rules/validate-correction'
import { canHaveTarget, type BoardItem } from '../rules/board-items'
import { loadBoardSetting } from './board-setting'

export type Board = EndpointOutput<typeof lineBoard>
export type SubjectKind = 'line' | 'team'
export interface BoardQuery {
  readonly subjectKind: SubjectKind
  readonly from: Day
  readonly to: Day
  readonly shift?: string | null
  /** Id of one line or key of one team; null for all lines or teams. */
  readonly subjectId?: string | null
}
/** A line or a team on a board. */
export interface BoardSubject {
  /** Id of the line or key of the team. */
  readonly of: string
  readonly label: string
  readonly active: boolean
  readonly slits: 'yes' | 'no' | null
}
/** Returns the translated label of a team, or its key if there is no translation. */
export const getTeamLabel = (ctx: Context, team: string): string => {
  const key = `access:user.options.team.${team}`
  const label = ctx.t(key)
  return label === key || label.endsWith(`team.${team}`) ? team : label
}
/** Returns true if a target belongs to a line or team. */
export const isSubjectTarget = (
  subjectKind: SubjectKind,
  subjectId: string,
  target: Pick<TargetValue, 'lineId' | 'team'>,
): boolean => (subjectKind === 'line' ? target.lineId === subjectId : target.team === subjectId)
/**
 * Calculates the share of a target that was reached, %: value by target, or target by value if lower is better. Null
 * without a value or a target.
 */
export function calculateReachedPercent(item: BoardItem, value: number | null, target: number | null): number | null {
  if (value === null || target === null || target <= 0) return null
  if (!lowerIsBetterMetrics.has(item)) return Math.round((value / target) * 1000) / 10
  return value > 0 ? Math.round((target / value) * 1000) / 10 : null
}
/**
 * Lists the lines in use or the teams of a board, plus removed ones that have values or targets in the period.
 * @param subjectIds lines or teams with values or targets in the period
 */
export async function listSubjects(
  ctx: Context,
  { subjectKind, subjectId = null }: Pick<BoardQuery, 'subjectKind' | 'subjectId'>,
  subjectIds: readonly string[],
): Promise<BoardSubject[]> {
  if (subjectKind === 'team') {
    const teams = subjectId ? [subjectId] : [...new Set([...subjectIds, ...(await listTeamsOfToday(ctx))])].sort()
    return teams.map((team) => ({ of: team, label: getTeamLabel(ctx, team), active: true, slits: null }))
  }
  const lines = await listLines(ctx, { includeIds: subjectId ? [...subjectIds, subjectId] : subjectIds })
  const knownLines = lines
    .filter(({ id, kind }) => kind !== 'utility' && (!subjectId || id === subjectId))
    .map(({ id, label, active, kind }): BoardSubject => ({
      of: id,
      label,
      active: active === true,
      slits: kind === 'slitting' ? 'yes' : 'no',
    }))
  if (subjectId && knownLines.length === 0 && !subjectIds.includes(subjectId))
    throw new Refusal(errno.notFound, 'boards:refusals.lineGone')
  const removedIds = subjectIds.filter(
    (id) => (!subjectId || id === subjectId) && !lines.some((line) => line.id === id),
  )
  return [
    ...knownLines,
    ...removedIds.map((of) => ({ of, label: ctx.t('boards:lineRemoved'), active: false, slits: null })),
  ]
}
async function listTeamsOfToday(ctx: Context): Promise<string[]> {
  return getPatternOn(await findBusinessDate(ctx), (await loadPlantCalendar(ctx)).rotation).teams.map(({ key }) => key)
}
const getSubjectId = (row: MetricResult, subjectKind: SubjectKind): string | null => row.key[subjectKind] ?? null

/** Builds the filter of a metric query for one line or team; empty for all lines or teams. */
export function buildSubjectFilter(
  subjectKind: SubjectKind,
  subjectId: string | null,
): { lineIds?: string[]; teams?: string[] } {
  if (!subjectId) return {}
  return subjectKind === 'line' ? { lineIds: [subjectId] } : { teams: [subjectId] }
}

export type BoardCell = Board['cells'][number]
/** Loads the cells of a board: one for each subject and item with a value or a target. */
export async function loadCells(
  ctx: Context,
  { subjectKind, from, to, shift = null, subjectId = null }: BoardQuery,
  items: readonly BoardItem[],
): Promise<{ cells: BoardCell[]; subjectIds: string[]; freshness: Awaited<ReturnType<typeof loadMetricsFreshness>> }> {
  const metricQuery = {
    from,
    to,
    shift,
    by: [subjectKind],
    ...buildSubjectFilter(subjectKind, subjectId),
  }
  const correctedRows = await loadMetrics(ctx, metricQuery)
  const uncorrectedRows = await loadMetrics(ctx, { ...metricQuery, uncorrected: true })
  const targets = (await loadTargets(ctx, { from, to, shift })).filter(
    (target) => !subjectId || isSubjectTarget(subjectKind, subjectId, target),
  )
  // The target of the whole period is shown, but only the targets of the days up to today are due, as in the overview.
  const dueRange = clipToToday({ from, to }, await findBusinessDate(ctx))
  const dueTargets = dueRange.to === to ? targets : await loadTargets(ctx, { ...dueRange, shift })
  const freshness = await loadMetricsFreshness(ctx, { from, to })
  // The percentage is unknown while any day is not calculated completely.
  const calculateKnownPercent = (...args: Parameters<typeof calculateReachedPercent>) =>
    freshness.uncounted > 0 ? null : calculateReachedPercent(...args)
  const getElapsedShare = createElapsedShareGetter(
    { ...dueRange, shift },
    await loadPlantCalendar(ctx),
    ctx.now.getTime(),
  )
  const idsWithValues = correctedRows.flatMap((row) => getSubjectId(row, subjectKind) ?? [])
  const idsWithTargets = targets.flatMap((target) => (subjectKind === 'line' ? target.lineId : target.team) ?? [])
  const subjectIds = [...new Set([...idsWithValues, ...idsWithTargets])]
  const cells = subjectIds.flatMap((cellSubjectId) => {
    const elapsedShare = freshness.uncounted > 0 ? null : getElapsedShare(subjectKind === 'team' ? cellSubjectId : null)
    const correctedRow = correctedRows.find((row) => getSubjectId(row, subjectKind) === cellSubjectId)
    const uncorrectedRow = uncorrectedRows.find((row) => getSubjectId(row, subjectKind) === cellSubjectId)
    return items.flatMap((item): BoardCell[] => {
      const value = correctedRow?.values[item] ?? null
      const uncorrectedValue = uncorrectedRow?.values[item] ?? null
      const findTarget = (candidates: readonly TargetValue[]): number | null =>
        canHaveTarget(item)
          ? (candidates.find(
              (candidate) => candidate.figure === item && isSubjectTarget(subjectKind, cellSubjectId, candidate),
            )?.value ?? null)
          : null
      const target = findTarget(targets)
      const dueTarget = findTarget(dueTargets)
      if (value === null && target === null) return []
      return [
        {
          of: cellSubjectId,
          item,
          value,
          counted: uncorrectedValue === value ? null : uncorrectedValue,
          target,
          reachedPercent: calculateKnownPercent(item, value, target),
          due:
            elapsedShare === null || dueTarget === null
              ? null
              : roundToMillionth(calculateDueTarget(item, dueTarget, elapsedShare)),
          verdict: judgeAgainstTarget(item, value, dueTarget, elapsedShare),
        },
      ]
    })
  })
  return { cells, subjectIds, freshness }
}
/** Returns the period that the targets of a board apply to. */
export function getTargetPeriod({ from, to, shift }: Pick<BoardQuery, 'from' | 'to' | 'shift'>): TargetPeriod {
  if (shift) return 'shift'
  return from === to ? 'day' : 'month'
}
/** Loads a board of lines or teams, including whether values of its days may be edited. */
export async function loadBoard(ctx: Context, query: BoardQuery): Promise<Board> {
  const setting = await loadBoardSetting.run(ctx, {})
  const today = await findBusinessDate(ctx)
  const items = setting.items.map(({ item }) => item)
  const { cells, subjectIds, freshness } = await loadCells(ctx, query, items)
  const { from, to } = query
  const lineCount = query.subjectKind === 'team' ? await countProductionLines(ctx) : 1
  return {
    from,
    to,
    today,
    shift: query.shift ?? null,
    editDays: setting.editDays,
    editable: validateCorrectedDays({ from, to, today, editDays: setting.editDays }) === null,
    powerOnLocked: from === today && to === today,
    items: items.map((item) => ({
      item,
      most: calculateMaxPlausibleValue(item, { period: getTargetPeriod(query), lines: lineCount }),
    })),
    subjects: await listSubjects(ctx, query, subjectIds),
    cells,
    countedAt: freshness.countedAt,
    waitingDays: freshness.waiting,
    closedMonths: freshness.closedMonths,
  }
}
