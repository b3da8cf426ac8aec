import { normalizeWeekText } from '@/contract/date-text'
import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { CreateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { AppContext } from '@/server/crud/operations'
import {
  addWeeks,
  carryTaskOver,
  findUnfinishedTasks,
  getWeekAt,
  toWeek,
  findWeekProblem,
  weeklyTaskLifecycle,
  type WeeklyTaskState,
  openTaskStates,
} from '../rules/weekly-work'
import { weeklyWork } from '../contract/weekly-work'
import { assertReferencesExisted } from '@/plant/server/chronology'
import { assertDayNotInFuture, getToday } from '@/plant/server/plant'
import { handle } from '@/server/area'

type Task = Row<typeof weeklyWork>

/** Creates a task. It may be entered as already done, but not as carried over. */
export const addWeeklyTask = handle(weeklyWork.endpoints.create, async (ctx, input) => {
  assertWeekValid(input)
  const state = input.state ?? weeklyTaskLifecycle.initial
  if (state !== weeklyTaskLifecycle.initial)
    assertTransitionExists(ctx, weeklyTaskLifecycle.initial, state, ['carriedOver'])
  assertDayNotInFuture(ctx, input.doneOn, 'doneOn')
  if (input.doneOn) await assertReferencesExisted(ctx, weeklyWork, input, { at: input.doneOn, field: 'doneOn' })
  return ctx.rows.insert(weeklyWork, {
    ...(input as Partial<Task>),
    state,
    doneOn: state === 'done' ? (input.doneOn ?? getToday(ctx)) : null,
  })
})
/** Updates a task. */
export const updateWeeklyTask = handle(weeklyWork.endpoints.update, (ctx, { id, version, ...patch }) =>
  saveTask(ctx, id, patch, version),
)

/**
 * Saves a task; edits of an older version merge by fields. Carrying a task over creates a copy in the following week, or
 * in this week if the task is older.
 */
async function saveTask(ctx: Context, id: string, patch: Partial<Task>, version: number | null): Promise<Task> {
  const storedTask = await ctx.rows.lock(weeklyWork, id)
  const mergedPatch = await ctx.rows.merge(weeklyWork, id, patch, version)
  const changedTask = { ...storedTask, ...mergedPatch }
  assertDayNotInFuture(ctx, mergedPatch.doneOn, 'doneOn')
  if (changedTask.doneOn)
    await assertReferencesExisted(ctx, weeklyWork, changedTask, { at: changedTask.doneOn, field: 'doneOn' }, storedTask)
  if (changedTask.week !== storedTask.week || changedTask.plannedOn !== storedTask.plannedOn)
    assertWeekValid(changedTask)
  const hasStateChanged = changedTask.state !== storedTask.state
  if (hasStateChanged) assertTransitionExists(ctx, storedTask.state, changedTask.state)
  const savedTask = await ctx.rows.update(weeklyWork, id, {
    ...mergedPatch,
    ...(hasStateChanged && changedTask.state === 'done' && !changedTask.doneOn ? { doneOn: getToday(ctx) } : {}),
  })
  if (hasStateChanged && savedTask.state === 'carriedOver') {
    const nextWeek = addWeeks(savedTask.week, 1)
    const thisWeek = getWeekAt(ctx.now.toISOString(), ctx.timeZone)
    await copyTaskToWeek(ctx, savedTask, nextWeek > thisWeek ? nextWeek : thisWeek)
  }
  return savedTask
}
/** @throws 6000 if the week does not exist or the planned day lies in another week */
function assertWeekValid({ week, plannedOn }: Pick<CreateInput<typeof weeklyWork>, 'week' | 'plannedOn'>): void {
  const problem = findWeekProblem(week, plannedOn)
  if (problem)
    throw refuse(`maintenance:refusals.weekly.${problem}`, {
      week,
      ...(problem === 'otherWeek' && plannedOn ? { day: plannedOn, other: toWeek(plannedOn) } : {}),
    })
}
/** @throws 6000 if no action leads from the stored state to the new state */
function assertTransitionExists(
  ctx: Context,
  from: WeeklyTaskState,
  to: WeeklyTaskState,
  excludedStates: readonly WeeklyTaskState[] = [],
): void {
  const isReachable =
    !excludedStates.includes(to) &&
    Object.values(weeklyTaskLifecycle.actions).some((action) => action.from.includes(from) && action.to === to)
  if (!isReachable)
    throw refuse('maintenance:refusals.weekly.state', {
      state: ctx.t(`maintenance:weeklyWork.options.state.${from}`),
      action: ctx.t(`maintenance:weeklyWork.options.state.${to}`),
    })
}
async function copyTaskToWeek(ctx: Context, task: Task, week: string): Promise<void> {
  const {
    version: _version,
    createdAt: _createdAt,
    updatedAt: _updatedAt,
    createdBy: _createdBy,
    ...copy
  } = carryTaskOver(task, createUuid7(ctx.now.getTime()), week)
  await ctx.rows.insert(weeklyWork, { ...copy, plannedOn: null, doneOn: null, result: null, images: [] })
}

/** Imports tasks from a workbook. */
export const importWeeklyTasks = handle(weeklyWork.endpoints.import, (ctx, input) =>
  importWorkbook(ctx as AppContext, weeklyWork, input, {
    normalizeText: { week: normalizeWeekText },
    insert: (txCtx, row) => addWeeklyTask.run(txCtx, row as CreateInput<typeof weeklyWork>),
    update: (txCtx, id, row) => saveTask(txCtx, id, row, null),
  }),
)

const BATCH_SIZE = 500
/** Carries unfinished tasks of past weeks over to this week; run by a job. */
export async function carryOverWeeklyTasks(ctx: Context): Promise<void> {
  const thisWeek = getWeekAt(ctx.now.toISOString(), ctx.timeZone)
  const openTasks = await ctx.rows.find(weeklyWork, {
    where: { state: openTaskStates },
    orderBy: 'week',
    limit: BATCH_SIZE,
    lock: true,
  })
  for (const task of findUnfinishedTasks(openTasks, thisWeek)) {
    await ctx.rows.update(weeklyWork, task.id, { state: 'carriedOver' })
    await copyTaskToWeek(ctx, task, thisWeek)
  }
}
