/** Targets of lines and teams: reading, setting, and the history of changes. */
import type { EndpointOutput } from '@/contract/endpoint'
import { refuse } from '@/contract/errno'
import { calculateTargets } from '@/areas/figures/rules/targets'
import { listEnteredTargets } from '@/areas/figures/server/queries'
import { setTargets, type TargetInput } from '@/areas/figures/server/writes/set-targets'
import { addDays, type Day } from '@/plant/rules/plant-time'
import { getShiftsBetween } from '@/plant/rules/shift'
import {
  loadPlantCalendar,
  requirePerson,
  getDayStart,
  findBusinessDate,
  resolveBusinessDates,
} from '@/plant/server/plant'
import type { Context } from '@/server/context'
import { targetChange, lineTargets, setLineTargets, setTeamTargets, teamTargets } from '../contract/target-endpoints'
import { listSubjects, isSubjectTarget, type SubjectKind } from './load-board'
import { getMonthStart } from '@/plant/rules/month'
import { handle } from '@/server/area'

type StoredTarget = Awaited<ReturnType<typeof listEnteredTargets>>[number]
const isSameTarget = (a: Omit<TargetInput, 'value'>, b: StoredTarget): boolean =>
  a.lineId === b.lineId &&
  a.team === b.team &&
  a.figure === b.figure &&
  a.period === b.period &&
  a.day === b.day &&
  (a.shift ?? null) === b.shift

/** Sets targets and records who changed which value. @returns the number of changed targets */
export async function setTargetsWithHistory(ctx: Context, targets: readonly TargetInput[]): Promise<number> {
  if (targets.some(({ value }) => value !== null && !(value > 0))) throw refuse('boards:refusals.zeroTarget')
  const days = targets.map(({ day }) => day).sort()
  const from = days[0]
  const to = days.at(-1)
  if (!from || !to) return 0
  const previousTargets = await listEnteredTargets(ctx, await resolveBusinessDates(ctx, { from, to }))
  await setTargets(ctx, targets)
  let changedCount = 0
  for (const { value, ...target } of targets) {
    const previousValue = previousTargets.find((storedTarget) => isSameTarget(target, storedTarget))?.value ?? null
    if (previousValue === value) continue
    changedCount++
    await ctx.rows.insert(targetChange, {
      ...target,
      before: previousValue,
      after: value,
      userId: requirePerson(ctx).id,
      at: ctx.now.toISOString(),
    })
  }
  return changedCount
}

async function loadEnteredTargets(
  ctx: Context,
  subjectKind: SubjectKind,
  input: { from?: Day | null; to?: Day | null; subjectId?: string | null },
): Promise<EndpointOutput<typeof lineTargets>> {
  // Without input: from the first day of the current month to the last day of the month of `from`.
  const from = input.from ?? getMonthStart(await findBusinessDate(ctx))
  const to = input.to ?? addDays(getMonthStart(from, 1), -1)
  const dayRange = await resolveBusinessDates(ctx, { from, to })
  const { subjectId = null } = input
  const rows = (await listEnteredTargets(ctx, dayRange)).filter((storedTarget) =>
    subjectId
      ? isSubjectTarget(subjectKind, subjectId, storedTarget)
      : (subjectKind === 'line' ? storedTarget.lineId : storedTarget.team) !== null,
  )
  const getRowSubjectId = (storedTarget: StoredTarget): string =>
    (subjectKind === 'line' ? storedTarget.lineId : storedTarget.team) ?? ''
  const labels = new Map(
    (await listSubjects(ctx, { subjectKind, subjectId }, [...new Set(rows.map(getRowSubjectId))])).map(
      ({ of: targetSubjectId, label }) => [targetSubjectId, label],
    ),
  )
  return {
    ...dayRange,
    targets: rows.map((storedTarget) => {
      const { figure, period, day, shift, value, setBy, setAt } = storedTarget
      const targetSubjectId = getRowSubjectId(storedTarget)
      return {
        of: targetSubjectId,
        label: labels.get(targetSubjectId) ?? targetSubjectId,
        figure,
        period,
        day,
        shift,
        value,
        setBy,
        setAt,
      }
    }),
  }
}
type TargetsOfDay = ReturnType<typeof calculateTargets>
/** Loads the targets of each day with one query. Targets of months are distributed over all shifts of the month. */
export async function loadTargetsByDay(
  ctx: Context,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<Map<Day, TargetsOfDay>> {
  const { rotation, timeZone } = await loadPlantCalendar(ctx)
  const monthStart = getMonthStart(from)
  const nextMonthStart = getMonthStart(to, 1)
  const shifts = getShiftsBetween(
    getDayStart(ctx, addDays(monthStart, -1)),
    getDayStart(ctx, addDays(nextMonthStart, 1)),
    rotation,
    timeZone,
  ).filter(({ businessDate }) => businessDate >= monthStart && businessDate < nextMonthStart)
  const storedTargets = await listEnteredTargets(ctx, { from, to })
  const targetsByDay = new Map<Day, TargetsOfDay>()
  for (let date = from; date <= to; date = addDays(date, 1))
    targetsByDay.set(date, calculateTargets(storedTargets, shifts, { from: date, to: date }))
  return targetsByDay
}
/** Loads targets of lines (GET /SET_LINE_PRODUCT). */
export const readLineTargets = handle(lineTargets, (ctx, { from, to, lineId }) =>
  loadEnteredTargets(ctx, 'line', { from, to, subjectId: lineId }),
)
/** Loads targets of teams (GET /SET_TEAM_PRODUCT). */
export const readTeamTargets = handle(teamTargets, (ctx, { from, to, team }) =>
  loadEnteredTargets(ctx, 'team', { from, to, subjectId: team }),
)
/** Sets targets of lines in use (POST /SET_LINE_PRODUCT). */
export const writeLineTargets = handle(setLineTargets, async (ctx, { targets }) => {
  const lineIds = [...new Set(targets.map(({ lineId }) => lineId))]
  for (const lineId of lineIds) {
    const [line] = await listSubjects(ctx, { subjectKind: 'line', subjectId: lineId }, [])
    if (!line?.active) throw refuse('boards:refusals.lineRemoved', { line: line?.label ?? '' })
  }
  const changedCount = await setTargetsWithHistory(
    ctx,
    targets.map((target) => ({ ...target, team: null, shift: target.shift ?? null, value: target.value ?? null })),
  )
  return { changed: changedCount }
})
/** Sets targets of teams (POST /SET_TEAM_PRODUCT). */
export const writeTeamTargets = handle(setTeamTargets, async (ctx, { targets }) => {
  const changedCount = await setTargetsWithHistory(
    ctx,
    targets.map((target) => ({ ...target, lineId: null, shift: target.shift ?? null, value: target.value ?? null })),
  )
  return { changed: changedCount }
})
