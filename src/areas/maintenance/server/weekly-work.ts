import { refuse } from '@/contract/errno'
import { createUuid7 } from '@/contract/id'
import type { CreateInput, UpdateInput, Row } from '@/contract/resource'
import type { Context } from '@/server/context'
import { importWorkbook } from '@/server/crud/import-workbook'
import type { KitContext } from '@/server/crud/operations'
import {
  addWeeks,
  carriedTask,
  leftOver,
  weekAt,
  weekOf,
  weekProblem,
  weeklyTask as machine,
  type WeeklyTaskState,
  openTasks,
} from '../rules/weekly-work'
import { weeklyWork } from '../contract/weekly-work'
import { assertDayNotInFuture, getToday } from '@/plant/server/plant'

type Task = Row<typeof weeklyWork>

/** Creates a task. It may be entered as already done, but not as carried over. */
export async function addTask(ctx: Context, input: CreateInput<typeof weeklyWork>): Promise<Task> {
  mustAgree(input)
  const state = input.state ?? machine.initial
  if (state !== machine.initial) mustLead(ctx, machine.initial, state, ['carriedOver'])
  assertDayNotInFuture(ctx, input.doneOn, 'doneOn')
  return ctx.rows.insert(weeklyWork, {
    ...(input as Partial<Task>),
    state,
    doneOn: state === 'done' ? (input.doneOn ?? getToday(ctx)) : null,
  })
}
/** Updates a task. */
export const changeTask = (ctx: Context, { id, version, ...patch }: UpdateInput<typeof weeklyWork>): Promise<Task> =>
  saveTask(ctx, id, patch, version)

/**
 * Saves a task; edits of an older version merge by fields. Carrying it over creates a copy in the next upcoming week.
 */
async function saveTask(ctx: Context, id: string, patch: Partial<Task>, version: number | null): Promise<Task> {
  const row = await ctx.rows.lock(weeklyWork, id)
  const mine = await ctx.rows.merge(weeklyWork, id, patch, version)
  const after = { ...row, ...mine }
  assertDayNotInFuture(ctx, mine.doneOn, 'doneOn')
  if (after.week !== row.week || after.plannedOn !== row.plannedOn) mustAgree(after)
  const moves = after.state !== row.state
  if (moves) mustLead(ctx, row.state, after.state, [])
  const saved = await ctx.rows.update(weeklyWork, id, {
    ...mine,
    ...(moves && after.state === 'done' && !after.doneOn ? { doneOn: getToday(ctx) } : {}),
  })
  if (moves && saved.state === 'carriedOver') {
    const next = addWeeks(saved.week, 1)
    const thisWeek = weekAt(ctx.now.toISOString(), ctx.timeZone)
    await copyTo(ctx, saved, next > thisWeek ? next : thisWeek)
  }
  return saved
}
/** @throws 6000 if the week does not exist or the planned day lies in another week */
function mustAgree({ week, plannedOn }: Pick<CreateInput<typeof weeklyWork>, 'week' | 'plannedOn'>): void {
  const problem = weekProblem(week, plannedOn)
  if (problem)
    throw refuse(`maintenance:refusals.weekly.${problem}`, {
      week,
      ...(problem === 'otherWeek' && plannedOn ? { day: plannedOn, other: weekOf(plannedOn) } : {}),
    })
}
/** @throws 6000 if no action leads from one state to the other */
function mustLead(ctx: Context, from: WeeklyTaskState, to: WeeklyTaskState, not: readonly WeeklyTaskState[]): void {
  const leads = !not.includes(to) && Object.values(machine.actions).some((a) => a.from.includes(from) && a.to === to)
  if (!leads)
    throw refuse('maintenance:refusals.weekly.state', {
      state: ctx.t(`maintenance:weeklyWork.options.state.${from}`),
      action: ctx.t(`maintenance:weeklyWork.options.state.${to}`),
    })
}
async function copyTo(ctx: Context, task: Task, week: string): Promise<void> {
  const {
    version: _v,
    createdAt: _c,
    updatedAt: _u,
    createdBy: _b,
    ...copy
  } = carriedTask(task, createUuid7(ctx.now.getTime()), week)
  await ctx.rows.insert(weeklyWork, { ...copy, plannedOn: null, doneOn: null, result: null, images: [] })
}

/** Imports tasks from a workbook. */
export const importTasks = (ctx: Context, input: { file: string[]; dryRun?: boolean | null }) =>
  importWorkbook(ctx as KitContext, weeklyWork, input, {
    insert: (c, row) => addTask(c, row as CreateInput<typeof weeklyWork>),
    update: (c, id, row) => saveTask(c, id, row, null),
  })

const AT_ONCE = 500
/** Carries unfinished tasks of past weeks over to this week; run by a job. */
export async function carryOver(ctx: Context): Promise<void> {
  const thisWeek = weekAt(ctx.now.toISOString(), ctx.timeZone)
  const open = await ctx.rows.find(weeklyWork, {
    where: { state: openTasks },
    orderBy: 'week',
    limit: AT_ONCE,
    lock: true,
  })
  for (const task of leftOver(open, thisWeek)) {
    await ctx.rows.update(weeklyWork, task.id, { state: 'carriedOver' })
    await copyTo(ctx, task, thisWeek)
  }
}
