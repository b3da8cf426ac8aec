/** Boards of lines and teams: metrics of a period against their targets. */
import type { EndpointOutput } from '@/contract/endpoint'
import { errno, Refusal } from '@/contract/errno'
import { lowerIsBetterMetrics, calculateMaxTarget, type TargetPeriod } from '@/areas/figures/rules/targets'
import {
  loadMetricsFreshness,
  loadMetrics,
  countProductionLines,
  loadTargets,
  type MetricResult,
  type TargetValue,
} from '@/areas/figures/server/queries'
import type { Day } from '@/plant/rules/plant-time'
import { getPatternOn } from '@/plant/rules/shift'
import { loadPlantCalendar, resolveShift, getToday as dayNow } from '@/plant/server/plant'
import { listLines } from '@/plant/server/queries/list-lines'
import type { Context } from '@/server/context'
import type { lineBoard } from '../contract/board-calls'
import { dayProblem } from '../rules/edit'
import { hasTarget, type BoardItem } from '../rules/items'
import { settingOf } from './setting'

export type Board = EndpointOutput<typeof lineBoard>
export type By = 'line' | 'team'
export interface BoardAsked {
  readonly by: By
  readonly from: Day
  readonly to: Day
  readonly shift?: string | null
  /** Id of one line or key of one team; all of them if empty. */
  readonly only?: string | null
}
export interface Subject {
  readonly of: string
  readonly label: string
  readonly active: boolean
  readonly slits: 'yes' | 'no' | null
}
/** Returns the translated label of a team, or its key if there is no translation. */
export const teamLabel = (ctx: Context, team: string): string => {
  const key = `access:user.options.team.${team}`
  const word = ctx.t(key)
  return word === key || word.endsWith(`team.${team}`) ? team : word
}
/** Returns true if a target belongs to a line or team. */
export const targetIs = (by: By, of: string, target: Pick<TargetValue, 'lineId' | 'team'>): boolean =>
  by === 'line' ? target.lineId === of : target.team === of
/** Returns the share of a target that was reached, %; null if one of the two is missing. */
export function reached(item: BoardItem, value: number | null, target: number | null): number | null {
  if (value === null || target === null || target <= 0) return null
  const [part, whole] = lowerIsBetterMetrics.has(item) ? [target, value] : [value, target]
  return whole > 0 ? Math.round((part / whole) * 1000) / 10 : null
}
/** Lists the lines in use or the teams of a board, plus removed ones that have values or targets in the period. */
export async function subjectsOf(
  ctx: Context,
  { by, only = null }: Pick<BoardAsked, 'by' | 'only'>,
  found: readonly string[],
): Promise<Subject[]> {
  if (by === 'team') {
    const teams = only ? [only] : [...new Set([...found, ...(await teamsOf(ctx))])].sort()
    return teams.map((team) => ({ of: team, label: teamLabel(ctx, team), active: true, slits: null }))
  }
  const lines = await listLines(ctx, { includeIds: only ? [...found, only] : found })
  const known = lines
    .filter(({ id, kind }) => kind !== 'utility' && (!only || id === only))
    .map(({ id, label, active, kind }): Subject => ({
      of: id,
      label,
      active: active === true,
      slits: kind === 'slitting' ? 'yes' : 'no',
    }))
  if (only && known.length === 0 && !found.includes(only)) throw new Refusal(errno.notFound, 'boards:refusals.lineGone')
  const gone = found.filter((id) => (!only || id === only) && !lines.some((line) => line.id === id))
  return [...known, ...gone.map((of) => ({ of, label: ctx.t('boards:lineRemoved'), active: false, slits: null }))]
}
async function teamsOf(ctx: Context): Promise<string[]> {
  return getPatternOn(dayNow(ctx), (await loadPlantCalendar(ctx)).pattern).teams.map(({ key }) => key)
}
const keyOf = (row: MetricResult, by: By): string | null => row.key[by] ?? null

export type Cell = Board['cells'][number]
/** Loads the cells of a board: one for each subject and item with a value or a target. */
export async function cellsOf(
  ctx: Context,
  { by, from, to, shift = null, only = null }: BoardAsked,
  items: readonly BoardItem[],
): Promise<{ cells: Cell[]; found: string[]; asOf: Awaited<ReturnType<typeof loadMetricsFreshness>> }> {
  const asked = {
    from,
    to,
    shift,
    by: [by],
    ...(only ? (by === 'line' ? { lineIds: [only] } : { teams: [only] }) : {}),
  }
  const [corrected, counted, targets] = [
    await loadMetrics(ctx, asked),
    await loadMetrics(ctx, { ...asked, uncorrected: true }),
    (await loadTargets(ctx, { from, to, shift })).filter((one) => !only || targetIs(by, only, one)),
  ]
  const asOf = await loadMetricsFreshness(ctx, { from, to })
  // The share is unknown while any day is not calculated completely.
  const share = (...of: Parameters<typeof reached>) => (asOf.uncounted > 0 ? null : reached(...of))
  const made = corrected.flatMap((row) => keyOf(row, by) ?? [])
  const aimed = targets.flatMap((one) => (by === 'line' ? one.lineId : one.team) ?? [])
  const found = [...new Set([...made, ...aimed])]
  const cells = found.flatMap((of) => {
    const now = corrected.find((row) => keyOf(row, by) === of)
    const before = counted.find((row) => keyOf(row, by) === of)
    return items.flatMap((item): Cell[] => {
      const value = now?.values[item] ?? null
      const was = before?.values[item] ?? null
      const target =
        (hasTarget(item) ? targets.find((one) => one.figure === item && targetIs(by, of, one))?.value : null) ?? null
      if (value === null && target === null) return []
      return [
        { of, item, value, counted: was === value ? null : was, target, reachedPercent: share(item, value, target) },
      ]
    })
  })
  return { cells, found, asOf }
}
/** Returns the period that the targets of a board apply to. */
export const periodOf = ({ from, to, shift }: Pick<BoardAsked, 'from' | 'to' | 'shift'>): TargetPeriod =>
  shift ? 'shift' : from === to ? 'day' : 'month'
/** Loads a board of lines or teams, including which of its values may be edited. */
export async function boardOf(ctx: Context, asked: BoardAsked): Promise<Board> {
  const setting = await settingOf(ctx)
  const today = (await resolveShift(ctx)).businessDate
  const items = setting.items.map(({ item }) => item)
  const { cells, found, asOf } = await cellsOf(ctx, asked, items)
  const { from, to } = asked
  const lines = asked.by === 'team' ? await countProductionLines(ctx) : 1
  return {
    from,
    to,
    today,
    shift: asked.shift ?? null,
    editDays: setting.editDays,
    editable: dayProblem({ from, to, today, editDays: setting.editDays }) === null,
    powerOnLocked: from === today && to === today,
    items: items.map((item) => ({ item, most: calculateMaxTarget(item, { period: periodOf(asked), lines }) })),
    subjects: await subjectsOf(ctx, asked, found),
    cells,
    countedAt: asOf.countedAt,
    waitingDays: asOf.waiting,
  }
}
