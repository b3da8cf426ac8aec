import { pmRecord } from '@/areas/equipment/contract/work-records'
import { DAY_MS, HOUR_MS, addDays, toMoment, getWeekday, type Day } from '@/plant/rules/plant-time'
import { pmPlan } from '@/areas/maintenance/contract/pm-plan'
import { calculateNextDueOn, type CalendarRule } from '@/areas/maintenance/rules/pm'
import { getDayOfMonth, advanceCalendar, calculatePmStatus } from '@/areas/maintenance/rules/pm-plan'
import { completeRow, buildStamps, type RowDraft } from './draft'
import type { Era } from './era'
import type { CareTask } from './groups/group'
import type { DemoMachine } from './machines'
import type { HourCounter } from './meters'
import { isBulk, type PartStore } from './parts'
import type { Staff } from './people'
import { roundDecimals, type Dice } from './random'
import type { PartDemand } from './stock'
import { toTexts } from './bilingual-text'

type PmPlanRow = RowDraft<typeof pmPlan>
type PmRecordRow = RowDraft<typeof pmRecord>
export interface PmHistory {
  readonly plans: PmPlanRow[]
  readonly records: PmRecordRow[]
  readonly demands: PartDemand[]
}
interface PmContext {
  dice: Dice
  era: Era
  staff: Staff
  store: PartStore
  hours: ReadonlyMap<string, HourCounter>
}

const SOON_DAYS = 7
const GRACE_DAYS = 3
/** Share of machines that have a plan, by criticality. */
const plannedShares = { A: 0.62, B: 0.4, C: 0.12 } as const

/** Builds preventive maintenance plans, their records, and the parts they used. */
export function buildPm(context: PmContext, machines: readonly DemoMachine[]): PmHistory {
  const history: PmHistory = { plans: [], records: [], demands: [] }
  for (const machine of machines.filter(({ stopped }) => stopped === null)) {
    for (const task of machine.group.care)
      if (context.dice.chance(plannedShares[machine.kind.criticality])) addPlan(context, machine, task, history)
  }
  return history
}

function addPlan(context: PmContext, machine: DemoMachine, task: CareTask, history: PmHistory): void {
  const { dice, era, staff, store, hours } = context
  const createdMs = era.from - 12 * DAY_MS
  const counter = task.hours ? hours.get(machine.id) : undefined
  const trade = /电气|绝缘|热电偶|标定|预防性/.test(task.title) ? 'electrician' : 'mechanic'
  const fittingParts = task.part ? store.listFitting(machine, task.part) : []
  const part = fittingParts.length ? dice.pick(fittingParts) : undefined
  const plan: PmPlanRow = {
    id: dice.id(createdMs),
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
    tasks: task.tasks.map((title) => ({ title: era.localize(title), method: null, standard: null })),
    parts: part ? [{ partId: part.id, quantity: isBulk(part.family) ? 4 : 1 }] : [],
    plannedHours: task.work,
    responsible: dice.sample(staff.listByTrade(trade), 1).map(({ id }) => id),
    paused: dice.chance(0.015),
    lastDoneOn: addDays(era.firstDay, -dice.int(0, periodDays(task))),
    ...buildStamps(createdMs, staff.getLead('maintLead').id),
  }
  plan.dayOfMonth = getDayOfMonth(completeRow(pmPlan, plan))
  addRecords(context, plan, task, counter, history)
  updateStatus(context, plan, counter)
  history.plans.push(plan)
}
const periodDays = ({ every, unit }: CareTask): number => every * { day: 1, week: 7, month: 30 }[unit]
const toCalendarRule = (plan: PmPlanRow): CalendarRule => ({
  every: plan.calendarEvery ?? 1,
  unit: plan.calendarUnit ?? 'month',
  soonDays: SOON_DAYS,
  graceDays: GRACE_DAYS,
  ...(plan.dayOfMonth ? { dayOfMonth: plan.dayOfMonth } : {}),
})
const calculateDueOn = (plan: PmPlanRow, era: Era): Day =>
  calculateNextDueOn(toCalendarRule(plan), plan.lastDoneOn ?? era.firstDay, plan.servedOn)
const findReadingOn = (counter: HourCounter | undefined, day: Day): number | null =>
  counter?.totals.findLast(({ at }) => at.slice(0, 10) <= day)?.total ?? counter?.totals[0]?.total ?? null

/** Adds records of all work that was due, mostly in time, up to the first work that is not done yet. */
function addRecords(
  { dice, era, staff }: PmContext,
  plan: PmPlanRow,
  task: CareTask,
  counter: HourCounter | undefined,
  history: PmHistory,
): void {
  plan.lastReading = findReadingOn(counter, plan.lastDoneOn ?? era.firstDay)
  for (;;) {
    const delay = dice.pickWeighted<() => number>([
      [() => dice.int(-2, 0), 74],
      [() => dice.int(1, 3), 20],
      [() => dice.int(4, 14), 6],
    ])()
    const targetDay = addDays(calculateDueOn(plan, era), delay)
    const day = getWeekday(targetDay) === 7 ? addDays(targetDay, 1) : targetDay
    const doneMs = era.toMillis(day, dice.int(9 * 60, 16 * 60))
    if (doneMs > era.now - HOUR_MS || plan.paused) return
    const people = dice.sample([...(plan.responsible ?? []), ...staff.listByTrade('mechanic').map(({ id }) => id)], 2)
    const workerId = people[0] ?? staff.getLead('maintLead').id
    const reading = findReadingOn(counter, day)
    const id = dice.id(doneMs)
    const usedParts = dice.chance(0.75) ? (plan.parts ?? []) : []
    const needsAttention = dice.chance(0.05)
    Object.assign(plan, advanceCalendar(completeRow(pmPlan, plan), day))
    plan.lastReading = reading
    plan.updatedAt = toMoment(doneMs)
    plan.version = (plan.version ?? 1) + 1
    history.records.push({
      id,
      equipmentId: plan.equipmentId ?? '',
      occurredAt: toMoment(doneMs),
      people: [...new Set(people)],
      planId: plan.id,
      title: era.localize(toTexts(task.title, task.titleEn)),
      reading,
      parts: usedParts,
      items: task.tasks.map((item, i) => ({
        item: era.localize(item),
        method: null,
        standard: era.localize(toTexts('符合规程', 'As the manual says')),
        result: needsAttention && i === 0 ? 'attention' : 'ok',
        value: null,
        unit: null,
        remark: needsAttention && i === 0 ? era.localize(toTexts('下次重点检查', 'Check first next time')) : null,
      })),
      hours: roundDecimals(task.work * dice.between(0.7, 1.4), 2),
      result: needsAttention ? 'attention' : 'ok',
      nextDueOn: calculateDueOn(plan, era),
      ...buildStamps(doneMs, workerId),
    })
    for (const { partId, quantity } of usedParts)
      history.demands.push({
        partId,
        quantity,
        at: doneMs,
        by: workerId,
        repairId: null,
        recordId: id,
        reason: era.localize(toTexts(task.title, task.titleEn)),
      })
  }
}

/** Sets the plan's current status by the same rule as the server. */
function updateStatus({ era }: PmContext, plan: PmPlanRow, counter: HourCounter | undefined): void {
  const lastTotal = counter?.totals.at(-1)
  const doneReading = plan.lastReading ?? 0
  const sinceIndex = counter?.totals.findLastIndex(({ total }) => total <= doneReading) ?? -1
  const usedTotals = (counter?.totals ?? [])
    .slice(Math.max(0, sinceIndex))
    .map(({ at, total }) => ({ at, total: Math.max(0, roundDecimals(total - doneReading, 1)) }))
  plan.currentReading = lastTotal?.total ?? null
  plan.currentReadAt = lastTotal?.at ?? null
  Object.assign(plan, calculatePmStatus(completeRow(pmPlan, plan), usedTotals, era.today, toMoment(era.now), era.zone))
}
