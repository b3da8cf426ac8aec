import { pmRecord } from '@/areas/equipment/contract/work-records'
import { DAY_MS, HOUR_MS, addDays, toMoment, getWeekday, type Day } from '@/plant/rules/plant-time'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { calculateNextDueOn, type CalendarRule } from '@/areas/maintenance/rules/pm-due-dates'
import { getDayOfMonth, advanceCalendar, calculatePmStatus } from '@/areas/maintenance/rules/pm-plan'
import { completeRow, buildAuditFields, type RowDraft } from './draft'
import type { DemoEra } from './demo-era'
import type { MaintenanceTask } from './machine-groups'
import type { DemoMachine } from './machines'
import type { HourCounter } from './meters'
import { isBulk, type PartStore } from './parts'
import type { Staff } from './people'
import { roundDecimals, type Dice } from './random'
import type { PartDemand } from './stock'
import { toBilingualText } from './bilingual-text'

/** Titles of the tasks that electricians do. */
const ELECTRICAL_WORK = /电气|绝缘|热电偶|标定|预防性/

type PmPlanRow = RowDraft<typeof pmPlan>
type PmRecordRow = RowDraft<typeof pmRecord>
export interface MaintenanceHistory {
  readonly plans: PmPlanRow[]
  readonly records: PmRecordRow[]
  readonly demands: PartDemand[]
}
interface MaintenanceContext {
  dice: Dice
  era: DemoEra
  staff: Staff
  partStore: PartStore
  counterByMachine: ReadonlyMap<string, HourCounter>
}

/** A plan is due soon from this many days before its due date. */
const SOON_DAYS = 7
/** A plan is overdue if more than this many days have passed since its due date. */
const GRACE_DAYS = 3
/** Chance that a maintenance task of a machine has a plan, by the machine's criticality. */
const planChanceByCriticality = { A: 0.62, B: 0.4, C: 0.12 } as const

/** Builds preventive maintenance plans, their records, and the parts they used. */
export function buildMaintenance(context: MaintenanceContext, machines: readonly DemoMachine[]): MaintenanceHistory {
  const history: MaintenanceHistory = { plans: [], records: [], demands: [] }
  for (const machine of machines.filter(({ stopped }) => stopped === null)) {
    for (const task of machine.group.maintenanceTasks)
      if (context.dice.chance(planChanceByCriticality[machine.kind.criticality]))
        addPlan(context, machine, task, history)
  }
  return history
}

function addPlan(
  context: MaintenanceContext,
  machine: DemoMachine,
  task: MaintenanceTask,
  history: MaintenanceHistory,
): void {
  const { dice, era, staff, partStore, counterByMachine } = context
  const createdMs = era.from - 12 * DAY_MS
  const counter = task.everyRunHours ? counterByMachine.get(machine.id) : undefined
  const trade = ELECTRICAL_WORK.test(task.title) ? 'electrician' : 'mechanic'
  const fittingParts = task.part ? partStore.listFitting(machine, task.part) : []
  const part = fittingParts.length ? dice.pick(fittingParts) : undefined
  const plan: PmPlanRow = {
    id: dice.id(createdMs),
    equipmentId: machine.id,
    title: task.title,
    titleEn: task.titleEn,
    calendarEvery: task.calendarEvery,
    calendarUnit: task.calendarUnit,
    soonDays: SOON_DAYS,
    graceDays: GRACE_DAYS,
    meterEvery: counter ? (task.everyRunHours ?? null) : null,
    meterUnit: counter ? 'h' : null,
    meterId: counter?.meterId ?? null,
    soonPercent: 90,
    overduePercent: 110,
    tasks: task.tasks.map((title) => ({ title: era.localize(title), method: null, standard: null })),
    parts: part ? [{ partId: part.id, quantity: isBulk(part.family) ? 4 : 1 }] : [],
    plannedHours: task.workHours,
    responsible: dice.sample(staff.listByTrade(trade), 1).map(({ id }) => id),
    paused: dice.chance(0.015),
    lastDoneOn: addDays(era.firstDay, -dice.int(0, calculatePeriodDays(task))),
    ...buildAuditFields(createdMs, staff.getPersonOfTrade('maintLead').id),
  }
  plan.dayOfMonth = getDayOfMonth(completeRow(pmPlan, plan))
  addRecords(context, plan, task, counter, history)
  updateStatus(context, plan, counter)
  history.plans.push(plan)
}
const calculatePeriodDays = ({ calendarEvery, calendarUnit }: MaintenanceTask): number =>
  calendarEvery * { day: 1, week: 7, month: 30 }[calendarUnit]
const toCalendarRule = (plan: PmPlanRow): CalendarRule => ({
  every: plan.calendarEvery ?? 1,
  unit: plan.calendarUnit ?? 'month',
  soonDays: SOON_DAYS,
  graceDays: GRACE_DAYS,
  ...(plan.dayOfMonth ? { dayOfMonth: plan.dayOfMonth } : {}),
})
const calculateDueOn = (plan: PmPlanRow, era: DemoEra): Day =>
  calculateNextDueOn(toCalendarRule(plan), plan.lastDoneOn ?? era.firstDay, plan.servedOn)
/** Finds the newest reading of a counter until a day, else its first reading. */
const findReadingOn = (counter: HourCounter | undefined, day: Day): number | null =>
  counter?.totals.findLast(({ readAt }) => readAt.slice(0, 10) <= day)?.total ?? counter?.totals[0]?.total ?? null

/** Adds one record per due date until now. Most of the work is done in time. */
function addRecords(
  { dice, era, staff }: MaintenanceContext,
  plan: PmPlanRow,
  task: MaintenanceTask,
  counter: HourCounter | undefined,
  history: MaintenanceHistory,
): void {
  plan.lastReading = findReadingOn(counter, plan.lastDoneOn ?? era.firstDay)
  for (;;) {
    // Days from the due date to the day on which the task is done.
    const delayDays = dice.pickWeighted<() => number>([
      [() => dice.int(-2, 0), 74],
      [() => dice.int(1, 3), 20],
      [() => dice.int(4, 14), 6],
    ])()
    const targetDay = addDays(calculateDueOn(plan, era), delayDays)
    const doneOn = getWeekday(targetDay) === 7 ? addDays(targetDay, 1) : targetDay
    const doneMs = era.toMillis(doneOn, dice.int(9 * 60, 16 * 60))
    if (doneMs > era.now - HOUR_MS || plan.paused) return
    const people = dice.sample([...(plan.responsible ?? []), ...staff.listByTrade('mechanic').map(({ id }) => id)], 2)
    const workerId = people[0] ?? staff.getPersonOfTrade('maintLead').id
    const reading = findReadingOn(counter, doneOn)
    const id = dice.id(doneMs)
    const usedParts = dice.chance(0.75) ? (plan.parts ?? []) : []
    const needsAttention = dice.chance(0.05)
    Object.assign(plan, advanceCalendar(completeRow(pmPlan, plan), doneOn))
    plan.lastReading = reading
    plan.updatedAt = toMoment(doneMs)
    plan.version = (plan.version ?? 1) + 1
    history.records.push({
      id,
      equipmentId: plan.equipmentId ?? '',
      occurredAt: toMoment(doneMs),
      people: [...new Set(people)],
      planId: plan.id,
      title: era.localize(toBilingualText(task.title, task.titleEn)),
      reading,
      parts: usedParts,
      items: task.tasks.map((item, i) => ({
        item: era.localize(item),
        method: null,
        standard: era.localize(toBilingualText('符合规程', 'As the manual says')),
        result: needsAttention && i === 0 ? 'attention' : 'ok',
        value: null,
        unit: null,
        remark:
          needsAttention && i === 0 ? era.localize(toBilingualText('下次重点检查', 'Check first next time')) : null,
      })),
      hours: roundDecimals(task.workHours * dice.between(0.7, 1.4), 2),
      result: needsAttention ? 'attention' : 'ok',
      nextDueOn: calculateDueOn(plan, era),
      ...buildAuditFields(doneMs, workerId),
    })
    for (const { partId, quantity } of usedParts)
      history.demands.push({
        partId,
        quantity,
        neededMs: doneMs,
        userId: workerId,
        repairId: null,
        recordId: id,
        reason: era.localize(toBilingualText(task.title, task.titleEn)),
      })
  }
}

/** Sets the plan's current status by the same rule as the server. */
function updateStatus({ era }: MaintenanceContext, plan: PmPlanRow, counter: HourCounter | undefined): void {
  const lastTotal = counter?.totals.at(-1)
  const readingAtService = plan.lastReading ?? 0
  const serviceIndex = counter?.totals.findLastIndex(({ total }) => total <= readingAtService) ?? -1
  const totalsSinceService = (counter?.totals ?? [])
    .slice(Math.max(0, serviceIndex))
    .map(({ readAt, total }) => ({ readAt, total: Math.max(0, roundDecimals(total - readingAtService, 1)) }))
  plan.currentReading = lastTotal?.total ?? null
  plan.currentReadAt = lastTotal?.readAt ?? null
  Object.assign(
    plan,
    calculatePmStatus(completeRow(pmPlan, plan), totalsSinceService, era.today, toMoment(era.now), era.zone),
  )
}
