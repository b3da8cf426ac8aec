import { defineResource } from '@/contract/resource'
import { amount, choice, day, flag, integer, list, moment, note, reference, references, text } from '@/contract/field'
import { dueByKinds, meterUnits } from '@/areas/maintenance/rules/pm-plan'
import { usedQuantityField } from '@/areas/equipment/contract/record-fields'
import { pmStates } from '@/areas/maintenance/rules/pm-due-dates'

/** 保养计划: due by calendar, by counter, or by whichever comes first (`rules/pm-due-dates`). Counter values are in `meterUnit`. */
export const pmPlan = defineResource('pmPlan', {
  area: 'maintenance',
  fields: {
    equipmentId: reference('equipment', { required: true }),
    title: text({ required: true }),
    titleEn: text(),
    calendarEvery: integer({ min: 1, max: 1000 }),
    calendarUnit: choice(['day', 'week', 'month']),
    // Used only if `calendarUnit` is `month`; defaults to the day of `lastDoneOn`.
    dayOfMonth: integer({ min: 1, max: 31 }),
    soonDays: integer({ min: 0, max: 365, unit: 'd', default: 7 }),
    graceDays: integer({ min: 0, max: 365, unit: 'd', default: 0 }),
    meterEvery: amount({ unit: '', digits: 3, min: 0 }),
    meterUnit: choice(meterUnits),
    // Meter that supplies the readings; without one they are entered by hand.
    meterId: reference('meter'),
    soonPercent: integer({ min: 1, max: 100, unit: '%', default: 90 }),
    overduePercent: integer({ min: 100, max: 200, unit: '%', default: 110 }),
    lastDoneOn: day({ required: true, notFuture: true }),
    // Calendar due day that the last service covered; the next due day counts from it.
    servedOn: day({ readonly: true }),
    // Exact time of the last recorded service. It distinguishes two services on one day.
    lastDoneAt: moment({ readonly: true }),
    lastReading: amount({ unit: '', digits: 3, min: 0 }),
    tasks: list(
      { title: text({ required: true }), method: text({ max: 400 }), standard: text({ max: 400 }) },
      { required: true, max: 100 },
    ),
    parts: list({ partId: reference('sparePart', { required: true }), quantity: usedQuantityField }, { max: 100 }),
    plannedHours: amount({ unit: 'h', digits: 2, min: 0 }),
    responsible: references('user', { max: 20 }),
    paused: flag(),
    note: note(),
    currentReading: amount({ unit: '', digits: 3, readonly: true }),
    currentReadAt: moment({ readonly: true }),
    // The earlier of the due day by calendar and the forecast due day by counter.
    nextDueOn: day({ readonly: true }),
    // The rule that decides the state, and the counter value when the plan is due.
    dueBy: choice(dueByKinds, { readonly: true }),
    dueReading: amount({ unit: '', digits: 3, readonly: true }),
    state: choice(pmStates, { readonly: true, default: 'ok' }),
  },
  title: ['title'],
  englishFields: { title: 'titleEn' },
  unique: [['equipmentId', 'title']],
  filters: ['equipmentId', 'state', 'nextDueOn', 'paused'],
  search: ['title', 'note'],
  sort: 'nextDueOn',
  inShiftPack: true,
  routes: {
    list: 'GET /upkeep/plan',
    create: 'POST /upkeep/plan',
    update: 'PUT /upkeep/plan',
    remove: 'DELETE /upkeep/plan',
    export: 'GET /upkeep/plan_excel',
  },
  permissions: {
    view: ['upkeepPlanView', 'equipmentRecordView'],
    add: 'upkeepPlanAdd',
    edit: 'upkeepPlanEdit',
    delete: 'upkeepPlanDelete',
    export: 'upkeepPlanExport',
  },
})
