import { DAY, HOUR, addDays, weekdayOf } from '@/plant/rules/plant-time'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { addWeeks, carriedTask, daysOfWeek, weekOf, type Week } from '@/areas/maintenance/rules/weekly-work'
import { stamps, type Draft } from './draft'
import type { Era } from './era'
import type { Machine } from './machines'
import type { Staff } from './people'
import type { Dice } from './random'

type Task = Draft<typeof weeklyWork> & { week: Week }
const PER_WEEK = 13
const jobs = [
  '减速箱油位检查补油',
  '电气柜除尘',
  '更换破损气管',
  '清理风机滤网',
  '校对安全光幕',
  '紧固地脚螺栓',
  '检查接地线',
  '整理备件货架',
  '疏通冷却水路',
  '更换照明灯具',
  '防护罩修复',
  '检查消防器材',
  '润滑油品取样',
  '备份PLC程序',
  '清洗换热器',
  '更换密封垫',
  '检查起重吊具',
  '补充标识牌',
] as const
const results = [
  '完成，正常',
  '已完成，效果良好',
  '完成，发现一处渗油已处理',
  '完成，已通知班组',
  '按计划完成',
] as const

/** The tasks of every week; what a week leaves over goes on in the next. */
export function buildWeekly(dice: Dice, era: Era, staff: Staff, machines: readonly Machine[]): Task[] {
  const rows: Task[] = []
  const usable = machines.filter(({ stopped }) => stopped === null)
  const thisWeek = weekOf(era.today)
  let carried: Task[] = []
  for (let week = weekOf(era.firstDay); week <= addWeeks(thisWeek, 1); week = addWeeks(week, 1)) {
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

function taskOf(dice: Dice, era: Era, staff: Staff, machine: Machine, week: Week): Task {
  const days = daysOfWeek(week) ?? [era.today]
  const made = Math.min(era.at(days[0] ?? era.today, 500) - 2 * DAY, era.now - HOUR)
  return {
    id: dice.id(made),
    week,
    title: `${machine.name}${dice.pick(jobs)}`,
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

/** Moves a task on to where it stands now; answers what is carried into the week after. */
function live(dice: Dice, era: Era, task: Task, thisWeek: Week): Task | null {
  if (task.week > thisWeek) return null
  const planned = task.plannedOn ?? era.today
  if (task.week === thisWeek && planned >= era.today) {
    if (planned === era.today && dice.chance(0.5)) set(era, task, 'inProgress', era.now - 2 * HOUR)
    return null
  }
  if (dice.chance(task.week === thisWeek ? 0.8 : 0.92)) {
    const doneOn = addDays(planned, weekdayOf(planned) < 6 && addDays(planned, 1) < era.today ? dice.int(0, 1) : 0)
    Object.assign(task, { doneOn, result: dice.pick(results) })
    set(era, task, 'done', era.at(doneOn, dice.int(600, 1000)))
    return null
  }
  if (task.week === thisWeek) {
    set(era, task, 'inProgress', era.at(planned, 540))
    return null
  }
  const week = addWeeks(task.week, 1)
  const monday = daysOfWeek(week)?.[0] ?? era.today
  const begun = Math.min(era.at(monday, 490), era.now)
  const next = {
    ...carriedTask(task, dice.id(begun), week),
    plannedOn: addDays(monday, dice.int(0, 4)),
    ...stamps(begun, task.createdBy ?? null),
  }
  Object.assign(task, { note: '未完成，转下周' })
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
