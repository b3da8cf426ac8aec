import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { calculateTargets } from '@/areas/figures/rules/targets'
import { setTargets, listEnteredTargets, type TargetInput } from '@/areas/figures/server/queries'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import { loadPlantCalendar, resolvePeriod, requirePerson, getDayStart, getToday } from '@/plant/server/plant'
import { loadReferencedNames } from '@/server/crud/load-names'
import type { Context } from '@/server/context'
import {
  targetChange,
  type lineTargets,
  type setLineTargets,
  type setTeamTargets,
  type teamTargets,
} from '../contract/target-calls'
import { subjectsOf, targetIs, type By } from './board'

type Known = Awaited<ReturnType<typeof listEnteredTargets>>[number]
const same = (a: Omit<TargetInput, 'value'>, b: Known): boolean =>
  a.lineId === b.lineId &&
  a.team === b.team &&
  a.figure === b.figure &&
  a.period === b.period &&
  a.day === b.day &&
  (a.shift ?? null) === b.shift

/** Sets targets and records who changed which value. @returns the number of changed targets */
export async function setWithHistory(ctx: Context, targets: readonly TargetInput[]): Promise<number> {
  if (targets.some(({ value }) => value !== null && !(value > 0))) throw refuse('boards:refusals.zeroTarget')
  const days = targets.map(({ day }) => day).sort()
  const [from, to] = [days[0], days.at(-1)]
  if (!from || !to) return 0
  const before = await listEnteredTargets(ctx, periodDays(ctx, from, to))
  await setTargets(ctx, targets)
  let changed = 0
  for (const { value, ...target } of targets) {
    const was = before.find((one) => same(target, one))?.value ?? null
    if (was === value) continue
    changed++
    await ctx.rows.insert(targetChange, {
      ...target,
      before: was,
      after: value,
      userId: requirePerson(ctx).id,
      at: ctx.now.toISOString(),
    })
  }
  return changed
}
/** Resolves the days of a period. @throws 4013 for more than five years */
const periodDays = (ctx: Context, from: Day, to: Day): { from: Day; to: Day } => {
  const { fromDay, toDay } = resolvePeriod(ctx, { from, to })
  return { from: fromDay, to: toDay }
}

async function shown(
  ctx: Context,
  by: By,
  input: { from?: Day | null; to?: Day | null; only?: string | null },
): Promise<EndpointOutput<typeof lineTargets>> {
  const month = addMonths(getToday(ctx), 0, 1)
  const days = periodDays(ctx, input.from ?? month, input.to ?? addDays(addMonths(input.from ?? month, 1, 1), -1))
  const { only = null } = input
  const rows = (await listEnteredTargets(ctx, days)).filter((one) =>
    only ? targetIs(by, only, one) : (by === 'line' ? one.lineId : one.team) !== null,
  )
  const ofRow = (one: Known): string => (by === 'line' ? one.lineId : one.team) ?? ''
  const labels = new Map(
    (await subjectsOf(ctx, { by, only }, [...new Set(rows.map(ofRow))])).map(({ of, label }) => [of, label]),
  )
  const people = await loadReferencedNames(ctx, 'user', rows, 'setBy')
  return {
    ...days,
    targets: rows.map((one) => {
      const { figure, period, day, shift, value, setBy, setAt } = one
      const of = ofRow(one)
      return {
        of,
        label: labels.get(of) ?? of,
        figure,
        period,
        day,
        shift,
        value,
        setBy: setBy ? (people[setBy] ?? null) : null,
        setAt,
      }
    }),
  }
}
type TargetsOfDay = ReturnType<typeof calculateTargets>
/** Loads the targets of each day with one query. Targets of months are distributed over all shifts of the month. */
export async function targetsByDay(
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<Map<Day, TargetsOfDay>> {
  const { pattern, timeZone } = await loadPlantCalendar(ctx)
  const begin = addMonths(from, 0, 1)
  const end = addMonths(to, 1, 1)
  const turns = getShiftsBetween(
    getDayStart(ctx, addDays(begin, -1)),
    getDayStart(ctx, addDays(end, 1)),
    pattern,
    timeZone,
  ).filter(({ businessDate }) => businessDate >= begin && businessDate < end)
  const set = await listEnteredTargets(ctx, { from, to })
  const byDay = new Map<Day, TargetsOfDay>()
  for (let on = from; on <= to; on = addDays(on, 1)) byDay.set(on, calculateTargets(set, turns, { from: on, to: on }))
  return byDay
}
/** Loads targets of lines (GET /SET_LINE_PRODUCT). */
export const readLineTargets = (ctx: Context, { from, to, lineId }: EndpointInput<typeof lineTargets>) =>
  shown(ctx, 'line', { from, to, only: lineId })
/** Loads targets of teams (GET /SET_TEAM_PRODUCT). */
export const readTeamTargets = (ctx: Context, { from, to, team }: EndpointInput<typeof teamTargets>) =>
  shown(ctx, 'team', { from, to, only: team })
/** Sets targets of lines in use (POST /SET_LINE_PRODUCT). */
export async function writeLineTargets(ctx: Context, { targets }: EndpointInput<typeof setLineTargets>) {
  const wanted = [...new Set(targets.map(({ lineId }) => lineId))]
  for (const only of wanted) {
    const [line] = await subjectsOf(ctx, { by: 'line', only }, [])
    if (!line?.active) throw refuse('boards:refusals.lineRemoved', { line: line?.label ?? '' })
  }
  const changed = await setWithHistory(
    ctx,
    targets.map((one) => ({ ...one, team: null, shift: one.shift ?? null, value: one.value ?? null })),
  )
  return { changed }
}
/** Sets targets of teams (POST /SET_TEAM_PRODUCT). */
export async function writeTeamTargets(ctx: Context, { targets }: EndpointInput<typeof setTeamTargets>) {
  const changed = await setWithHistory(
    ctx,
    targets.map((one) => ({ ...one, lineId: null, shift: one.shift ?? null, value: one.value ?? null })),
  )
  return { changed }
}
