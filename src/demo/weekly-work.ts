import { DAY_MS, HOUR_MS, addDays, getWeekday } from '@/plant/rules/plant-time'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { addWeeks, carryTaskOver, getDaysOfWeek, toWeek, type Week } from '@/areas/maintenance/rules/weekly-work'
import texts from './data/texts.json' with { type: 'json' }
import { buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { DemoMachine } from './machines'
import type { Staff } from './people'
import type { Dice } from './random'
import { toBilingualText, type BilingualText } from './bilingual-text'

type WeeklyTask = RowDraft<typeof weeklyWork> & { week: Week }
const TASKS_PER_WEEK = 13

/** Builds the tasks of every week; unfinished tasks are carried over to the next week. */
export function buildWeeklyTasks(
  dice: Dice,
  era: DemoEra,
  staff: Staff,
  machines: readonly DemoMachine[],
): WeeklyTask[] {
  const rows: WeeklyTask[] = []
  const machinesInUse = machines.filter(({ stopped }) => stopped === null)
  const thisWeek = toWeek(era.today)
  let carriedTasks: WeeklyTask[] = []
  for (let week = toWeek(era.firstDay); week <= addWeeks(thisWeek, 1); week = addWeeks(week, 1)) {
    const newTasks = Array.from({ length: week > thisWeek ? 7 : TASKS_PER_WEEK }, () =>
      buildTask(dice, era, staff, dice.pick(machinesInUse), week),
    )
    const tasks = [...carriedTasks, ...newTasks]
    carriedTasks = []
    for (const task of tasks) {
      const carriedTask = advanceTask(dice, era, task, thisWeek)
      rows.push(task)
      if (carriedTask) carriedTasks.push(carriedTask)
    }
  }
  return rows
}

const buildTitle = (era: DemoEra, { name, nameEn }: DemoMachine, job: BilingualText): string =>
  era.localize(toBilingualText(`${name}${job.zh}`, `${nameEn}: ${job.en}`))

function buildTask(dice: Dice, era: DemoEra, staff: Staff, machine: DemoMachine, week: Week): WeeklyTask {
  const days = getDaysOfWeek(week) ?? [era.today]
  const createdMs = Math.min(era.toMillis(days[0] ?? era.today, 500) - 2 * DAY_MS, era.now - HOUR_MS)
  return {
    id: dice.id(createdMs),
    week,
    title: buildTitle(era, machine, dice.pick(texts.weeklyJobs)),
    lineId: machine.line.id,
    equipmentId: machine.id,
    people: dice
      .sample(
        [...staff.listByTrade('mechanic'), ...staff.listByTrade('electrician'), ...staff.listByTrade('shiftMaint')],
        dice.int(1, 2),
      )
      .map(({ id }) => id),
    state: 'planned',
    plannedOn: days[dice.int(0, 5)] ?? null,
    ...buildAuditFields(createdMs, staff.getPersonOfTrade('maintLead').id),
  }
}

/** Advances a task to its current state; returns the task carried over to the next week, if any. */
function advanceTask(dice: Dice, era: DemoEra, task: WeeklyTask, thisWeek: Week): WeeklyTask | null {
  if (task.week > thisWeek) return null
  const plannedDay = task.plannedOn ?? era.today
  if (task.week === thisWeek && plannedDay >= era.today) {
    if (plannedDay === era.today && dice.chance(0.5)) setState(era, task, 'inProgress', era.now - 2 * HOUR_MS)
    return null
  }
  if (dice.chance(task.week === thisWeek ? 0.8 : 0.92)) {
    const doneOn = addDays(
      plannedDay,
      getWeekday(plannedDay) < 6 && addDays(plannedDay, 1) < era.today ? dice.int(0, 1) : 0,
    )
    Object.assign(task, { doneOn, result: era.localize(dice.pick(texts.weeklyResults)) })
    setState(era, task, 'done', era.toMillis(doneOn, dice.int(600, 1000)))
    return null
  }
  if (task.week === thisWeek) {
    setState(era, task, 'inProgress', era.toMillis(plannedDay, 540))
    return null
  }
  const week = addWeeks(task.week, 1)
  const monday = getDaysOfWeek(week)?.[0] ?? era.today
  const carriedOverMs = Math.min(era.toMillis(monday, 490), era.now)
  const carriedTask = {
    ...carryTaskOver(task, dice.id(carriedOverMs), week),
    plannedOn: addDays(monday, dice.int(0, 4)),
    ...buildAuditFields(carriedOverMs, task.createdBy ?? null),
  }
  Object.assign(task, {
    note: era.localize(toBilingualText('未完成，转下周', 'Not done, carried over to next week')),
  })
  setState(era, task, 'carriedOver', carriedOverMs)
  return carriedTask
}
function setState(era: DemoEra, task: WeeklyTask, state: NonNullable<WeeklyTask['state']>, changedMs: number): void {
  Object.assign(task, {
    state,
    version: 2,
    updatedAt: new Date(Math.max(Date.parse(task.createdAt ?? ''), Math.min(changedMs, era.now))).toISOString(),
  })
}
