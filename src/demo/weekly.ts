import { DAY_MS, HOUR_MS, addDays, getWeekday } from '@/plant/rules/plant-time'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { addWeeks, carryTaskOver, getDaysOfWeek, toWeek, type Week } from '@/areas/maintenance/rules/weekly-work'
import { stamps, type Draft } from './draft'
import type { Era } from './era'
import type { Machine } from './machines'
import type { Staff } from './people'
import type { Dice } from './random'
import { both, type Said } from './said'

type Task = Draft<typeof weeklyWork> & { week: Week }
const PER_WEEK = 13
const jobs = [
  both('减速箱油位检查补油', 'check gearbox oil level and top up'),
  both('电气柜除尘', 'dust out the cabinet'),
  both('更换破损气管', 'replace damaged air hoses'),
  both('清理风机滤网', 'clean the fan screens'),
  both('校对安全光幕', 'check the light curtain'),
  both('紧固地脚螺栓', 'retighten the anchor bolts'),
  both('检查接地线', 'check the earthing'),
  both('整理备件货架', 'tidy up the spare parts shelf'),
  both('疏通冷却水路', 'flush the cooling water line'),
  both('更换照明灯具', 'replace the lamps'),
  both('防护罩修复', 'repair the guard'),
  both('检查消防器材', 'check the fire extinguishers'),
  both('润滑油品取样', 'sample the lubricants'),
  both('备份PLC程序', 'back up the PLC program'),
  both('清洗换热器', 'clean the heat exchanger'),
  both('更换密封垫', 'replace the gasket'),
  both('检查起重吊具', 'check the lifting gear'),
  both('补充标识牌', 'add missing labels'),
] as const
const results = [
  both('完成，正常', 'Done, in order'),
  both('已完成，效果良好', 'Done, works well'),
  both('完成，发现一处渗油已处理', 'Done; one oil leak found and sealed'),
  both('完成，已通知班组', 'Done, team informed'),
  both('按计划完成', 'Done as planned'),
] as const

/** Builds the tasks of every week; unfinished tasks are carried over to the next week. */
export function buildWeekly(dice: Dice, era: Era, staff: Staff, machines: readonly Machine[]): Task[] {
  const rows: Task[] = []
  const usable = machines.filter(({ stopped }) => stopped === null)
  const thisWeek = toWeek(era.today)
  let carried: Task[] = []
  for (let week = toWeek(era.firstDay); week <= addWeeks(thisWeek, 1); week = addWeeks(week, 1)) {
    const fresh = Array.from({ length: week > thisWeek ? 7 : PER_WEEK }, () =>
      taskOf(dice, era, staff, dice.pick(usable), week),
    )
    const all = [...carried, ...fresh]
    carried = []
    for (const task of all) {
      const next = live(dice, era, task, thisWeek)
      rows.push(task)
      if (next) carried.push(next)
    }
  }
  return rows
}

const titleOf = (era: Era, { name, nameEn }: Machine, job: Said): string =>
  era.say(both(`${name}${job.zh}`, `${nameEn}: ${job.en}`))

function taskOf(dice: Dice, era: Era, staff: Staff, machine: Machine, week: Week): Task {
  const days = getDaysOfWeek(week) ?? [era.today]
  const made = Math.min(era.at(days[0] ?? era.today, 500) - 2 * DAY_MS, era.now - HOUR_MS)
  return {
    id: dice.id(made),
    week,
    title: titleOf(era, machine, dice.pick(jobs)),
    lineId: machine.line.id,
    equipmentId: machine.id,
    people: dice
      .some([...staff.of('mechanic'), ...staff.of('electrician'), ...staff.of('shiftMaint')], dice.int(1, 2))
      .map(({ id }) => id),
    state: 'planned',
    plannedOn: days[dice.int(0, 5)] ?? null,
    ...stamps(made, staff.lead('maintLead').id),
  }
}

/** Advances a task to its current state; returns the task carried over to the next week, if any. */
function live(dice: Dice, era: Era, task: Task, thisWeek: Week): Task | null {
  if (task.week > thisWeek) return null
  const planned = task.plannedOn ?? era.today
  if (task.week === thisWeek && planned >= era.today) {
    if (planned === era.today && dice.chance(0.5)) set(era, task, 'inProgress', era.now - 2 * HOUR_MS)
    return null
  }
  if (dice.chance(task.week === thisWeek ? 0.8 : 0.92)) {
    const doneOn = addDays(planned, getWeekday(planned) < 6 && addDays(planned, 1) < era.today ? dice.int(0, 1) : 0)
    Object.assign(task, { doneOn, result: era.say(dice.pick(results)) })
    set(era, task, 'done', era.at(doneOn, dice.int(600, 1000)))
    return null
  }
  if (task.week === thisWeek) {
    set(era, task, 'inProgress', era.at(planned, 540))
    return null
  }
  const week = addWeeks(task.week, 1)
  const monday = getDaysOfWeek(week)?.[0] ?? era.today
  const begun = Math.min(era.at(monday, 490), era.now)
  const next = {
    ...carryTaskOver(task, dice.id(begun), week),
    plannedOn: addDays(monday, dice.int(0, 4)),
    ...stamps(begun, task.createdBy ?? null),
  }
  Object.assign(task, { note: era.say(both('未完成，转下周', 'Not done, carried over to next week')) })
  set(era, task, 'carriedOver', begun)
  return next
}
function set(era: Era, task: Task, state: NonNullable<Task['state']>, at: number): void {
  Object.assign(task, {
    state,
    version: 2,
    updatedAt: new Date(Math.max(Date.parse(task.createdAt ?? ''), Math.min(at, era.now))).toISOString(),
  })
}
