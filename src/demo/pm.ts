import { pmRecord } from '@/areas/equipment/contract/work-records'
import { DAY_MS, HOUR_MS, addDays, toMoment, getWeekday, type Day } from '@/plant/rules/plant-time'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { calculateNextDueOn, type CalendarRule } from '@/areas/maintenance/rules/pm'
import { getDayOfMonth, advanceCalendar, calculatePmStatus } from '@/areas/maintenance/rules/pm-plan'
import { complete, stamps, type Draft } from './draft'
import type { Era } from './era'
import type { Care } from './groups/group'
import type { Machine } from './machines'
import type { HourCounter } from './meters'
import { isBulk, type Store } from './parts'
import type { Staff } from './people'
import { rounded, type Dice } from './random'
import type { Demand } from './stock'
import { both } from './said'

type Plan = Draft<typeof pmPlan>
type Done = Draft<typeof pmRecord>
export interface Pm {
  readonly plans: Plan[]
  readonly records: Done[]
  readonly demands: Demand[]
}
interface Crew {
  dice: Dice
  era: Era
  staff: Staff
  store: Store
  hours: ReadonlyMap<string, HourCounter>
}

const SOON_DAYS = 7
const GRACE_DAYS = 3
/** Share of machines that have a plan, by criticality. */
const planned = { A: 0.62, B: 0.4, C: 0.12 } as const

/** Builds preventive maintenance plans, their records, and the parts they used. */
export function buildPm(crew: Crew, machines: readonly Machine[]): Pm {
  const pm: Pm = { plans: [], records: [], demands: [] }
  for (const machine of machines.filter(({ stopped }) => stopped === null)) {
    for (const task of machine.group.care)
      if (crew.dice.chance(planned[machine.kind.criticality])) addPlan(crew, machine, task, pm)
  }
  return pm
}

function addPlan(crew: Crew, machine: Machine, task: Care, pm: Pm): void {
  const { dice, era, staff, store, hours } = crew
  const made = era.from - 12 * DAY_MS
  const counter = task.hours ? hours.get(machine.id) : undefined
  const trade = /电气|绝缘|热电偶|标定|预防性/.test(task.title) ? 'electrician' : 'mechanic'
  const fitted = task.part ? store.fitting(machine, task.part) : []
  const part = fitted.length ? dice.pick(fitted) : undefined
  const plan: Plan = {
    id: dice.id(made),
    equipmentId: machine.id,
    title: task.title,
    titleEn: task.titleEn,
    calendarEvery: task.every,
    calendarUnit: task.unit,
    soonDays: SOON_DAYS,
    graceDays: GRACE_DAYS,
    meterEvery: counter ? (task.hours ?? null) : null,
    meterUnit: counter ? 'h' : null,
    meterId: counter?.meterId ?? null,
    soonPercent: 90,
    overduePercent: 110,
    tasks: task.tasks.map((title) => ({ title: era.say(title), method: null, standard: null })),
    parts: part ? [{ partId: part.id, quantity: isBulk(part.family) ? 4 : 1 }] : [],
    plannedHours: task.work,
    responsible: dice.some(staff.of(trade), 1).map(({ id }) => id),
    paused: dice.chance(0.015),
    lastDoneOn: addDays(era.firstDay, -dice.int(0, periodDays(task))),
    ...stamps(made, staff.lead('maintLead').id),
  }
  plan.dayOfMonth = getDayOfMonth(complete(pmPlan, plan))
  carryOut(crew, plan, task, counter, pm)
  judge(crew, plan, counter)
  pm.plans.push(plan)
}
const periodDays = ({ every, unit }: Care): number => every * { day: 1, week: 7, month: 30 }[unit]
const ruleOf = (plan: Plan): CalendarRule => ({
  every: plan.calendarEvery ?? 1,
  unit: plan.calendarUnit ?? 'month',
  soonDays: SOON_DAYS,
  graceDays: GRACE_DAYS,
  ...(plan.dayOfMonth ? { dayOfMonth: plan.dayOfMonth } : {}),
})
const dueOn = (plan: Plan, era: Era): Day =>
  calculateNextDueOn(ruleOf(plan), plan.lastDoneOn ?? era.firstDay, plan.servedOn)
const totalAt = (counter: HourCounter | undefined, day: Day): number | null =>
  counter?.totals.findLast(({ at }) => at.slice(0, 10) <= day)?.total ?? counter?.totals[0]?.total ?? null

/** Adds records of all work that was due, mostly in time, up to the first work that is not done yet. */
function carryOut({ dice, era, staff }: Crew, plan: Plan, task: Care, counter: HourCounter | undefined, pm: Pm): void {
  plan.lastReading = totalAt(counter, plan.lastDoneOn ?? era.firstDay)
  for (;;) {
    const delay = dice.weighted<() => number>([
      [() => dice.int(-2, 0), 74],
      [() => dice.int(1, 3), 20],
      [() => dice.int(4, 14), 6],
    ])()
    const wished = addDays(dueOn(plan, era), delay)
    const day = getWeekday(wished) === 7 ? addDays(wished, 1) : wished
    const at = era.at(day, dice.int(9 * 60, 16 * 60))
    if (at > era.now - HOUR_MS || plan.paused) return
    const people = dice.some([...(plan.responsible ?? []), ...staff.of('mechanic').map(({ id }) => id)], 2)
    const by = people[0] ?? staff.lead('maintLead').id
    const reading = totalAt(counter, day)
    const id = dice.id(at)
    const used = dice.chance(0.75) ? (plan.parts ?? []) : []
    const attention = dice.chance(0.05)
    Object.assign(plan, advanceCalendar(complete(pmPlan, plan), day))
    plan.lastReading = reading
    plan.updatedAt = toMoment(at)
    plan.version = (plan.version ?? 1) + 1
    pm.records.push({
      id,
      equipmentId: plan.equipmentId ?? '',
      occurredAt: toMoment(at),
      people: [...new Set(people)],
      planId: plan.id,
      title: era.say(both(task.title, task.titleEn)),
      reading,
      parts: used,
      items: task.tasks.map((item, i) => ({
        item: era.say(item),
        method: null,
        standard: era.say(both('符合规程', 'As the manual says')),
        result: attention && i === 0 ? 'attention' : 'ok',
        value: null,
        unit: null,
        remark: attention && i === 0 ? era.say(both('下次重点检查', 'Check first next time')) : null,
      })),
      hours: rounded(task.work * dice.between(0.7, 1.4), 2),
      result: attention ? 'attention' : 'ok',
      nextDueOn: dueOn(plan, era),
      ...stamps(at, by),
    })
    for (const { partId, quantity } of used)
      pm.demands.push({
        partId,
        quantity,
        at,
        by,
        repairId: null,
        recordId: id,
        reason: era.say(both(task.title, task.titleEn)),
      })
  }
}

/** Sets the plan's current status by the same rule as the server. */
function judge({ era }: Crew, plan: Plan, counter: HourCounter | undefined): void {
  const last = counter?.totals.at(-1)
  const done = plan.lastReading ?? 0
  const since = counter?.totals.findLastIndex(({ total }) => total <= done) ?? -1
  const used = (counter?.totals ?? [])
    .slice(Math.max(0, since))
    .map(({ at, total }) => ({ at, total: Math.max(0, rounded(total - done, 1)) }))
  plan.currentReading = last?.total ?? null
  plan.currentReadAt = last?.at ?? null
  Object.assign(plan, calculatePmStatus(complete(pmPlan, plan), used, era.today, toMoment(era.now), era.zone))
}
