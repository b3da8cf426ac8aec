/** Weekly work 周工作: states of a task, and ISO 8601 weeks in the plant's calendar. */
import { defineStateMachine, getOpenStates, type StateName } from '@/contract/state-machine'
import { addDays, toLocalTime, getWeekday, countDaysBetween, type Day, type Moment } from '@/plant/rules/plant-time'

/** State machine of a weekly task. */
export const weeklyTaskLifecycle = defineStateMachine('weeklyTask', {
  states: ['planned', 'inProgress', 'done', 'carriedOver'],
  initial: 'planned',
  actions: {
    plan: { from: [null], to: 'planned', permission: 'weeklyWorkAdd', requiredInputs: ['week', 'title'] },
    start: { from: ['planned'], to: 'inProgress', permission: 'weeklyWorkEdit' },
    finish: { from: ['planned', 'inProgress'], to: 'done', permission: 'weeklyWorkEdit' },
    carryOver: { from: ['planned', 'inProgress'], to: 'carriedOver', permission: 'weeklyWorkEdit' },
  },
})

export type WeeklyTaskState = StateName<typeof weeklyTaskLifecycle>
/** States of unfinished tasks. */
export const openTaskStates: readonly WeeklyTaskState[] = getOpenStates(weeklyTaskLifecycle)

/** ISO 8601 week, `2026-W47`: Monday to Sunday; week 1 contains the year's first Thursday. */
export type Week = string

/** Returns the week of a day. Around New Year, the year of the week may differ from the year of the day. */
export function toWeek(day: Day): Week {
  const thursday = addDays(day, 4 - getWeekday(day))
  const year = thursday.slice(0, 4)
  const weekNumber = Math.floor(countDaysBetween(`${year}-01-01`, thursday) / 7) + 1
  return `${year}-W${String(weekNumber).padStart(2, '0')}`
}

/** Returns the week of a moment in the plant's calendar. */
export function getWeekAt(moment: Moment, timeZone: string): Week {
  return toWeek(toLocalTime(moment, timeZone).day)
}

/** Returns the days of a week, Monday to Sunday; null if it does not exist (`2026-W54`, `week 3`). */
export function getDaysOfWeek(week: Week): Day[] | null {
  const [, year, weekNumber] = /^(\d{4})-W(\d{2})$/.exec(week) ?? []
  if (!year || !weekNumber) return null
  // 4 January always lies in week 1.
  const januaryFourth = `${year}-01-04`
  const monday = addDays(januaryFourth, 1 - getWeekday(januaryFourth) + (Number(weekNumber) - 1) * 7)
  return toWeek(monday) === week ? Array.from({ length: 7 }, (_, i) => addDays(monday, i)) : null
}

/**
 * Adds weeks, or subtracts them if negative.
 * @throws RangeError if `week` does not exist
 */
export function addWeeks(week: Week, weeks: number): Week {
  const monday = getDaysOfWeek(week)?.[0]
  if (!monday) throw new RangeError(`not a week: ${week}`)
  return toWeek(addDays(monday, weeks * 7))
}

/** Returns `week` if the week does not exist, `otherWeek` if the planned day lies in another week, else null. */
export function findWeekProblem(week: Week, plannedOn: Day | null | undefined): 'week' | 'otherWeek' | null {
  if (!getDaysOfWeek(week)) return 'week'
  return plannedOn && toWeek(plannedOn) !== week ? 'otherWeek' : null
}

/** Finds the unfinished tasks of earlier weeks, which are to be carried over. The text order of weeks is chronological. */
export function findUnfinishedTasks<T extends { readonly week: Week; readonly state: WeeklyTaskState }>(
  tasks: readonly T[],
  thisWeek: Week,
): T[] {
  return tasks.filter(({ week, state }) => week < thisWeek && openTaskStates.includes(state))
}

/**
 * Returns a copy of a task for a later week in state `planned` that points back to the original. The caller supplies
 * the id and sets the original to `carriedOver`.
 */
export function carryTaskOver<T extends { readonly id: string; readonly week: Week }>(
  task: T,
  id: string,
  week: Week,
): T & { state: WeeklyTaskState; carriedFrom: string } {
  return { ...task, id, week, state: 'planned', carriedFrom: task.id }
}
