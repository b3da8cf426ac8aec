import { defineResource } from '@/contract/resource'
import { amount, choice, day, flag, integer, list, note, reference, references, text } from '@/contract/field'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'

/** Route of a plan: check points in walking order. `key` identifies a point within its plan and never changes. */
export const pointListField = list(
  {
    key: text({ required: true, max: 40 }),
    equipmentId: reference('equipment', { required: true }),
    code: text({ max: MAX_CODE_LENGTH, format: 'code' }),
    instruction: text({ max: 400 }),
    scanRequired: flag(),
  },
  { required: true, max: 200 },
)
/** A limit is in the unit of its item, so this field has no unit. */
const limitField = amount({ unit: '', digits: 6 })
/** Items checked at the points. Limits are inclusive (`rules/check-point`). */
export const itemListField = list(
  {
    pointKey: text({ required: true, max: 40 }),
    key: text({ required: true, max: 40 }),
    label: text({ required: true }),
    labelEn: text(),
    kind: choice(['okNotOk', 'number', 'text', 'photo'], { required: true }),
    unit: text({ max: 20 }),
    low: limitField,
    high: limitField,
    warnLow: limitField,
    warnHigh: limitField,
    optional: flag(),
  },
  { required: true, max: 1000 },
)

const weekdayFlag = flag({ default: true })
/** 巡检计划: a route and its schedule. `rules/inspection-plan` generates the rounds. */
export const inspectionPlan = defineResource('inspectionPlan', {
  area: 'rounds',
  fields: {
    name: text({ required: true }),
    nameEn: text(),
    lineId: reference('line'),
    frequency: choice(['everyShifts', 'everyHours', 'daily', 'weekly'], { required: true }),
    // Interval in shifts or hours, depending on `frequency`.
    every: integer({ min: 1, max: 720 }),
    minutesAfterStart: integer({ min: 0, max: 1439, unit: 'min' }),
    firstTime: text({ format: 'time', max: 5 }),
    times: list({ at: text({ required: true, format: 'time', max: 5 }) }, { max: 48 }),
    monday: weekdayFlag,
    tuesday: weekdayFlag,
    wednesday: weekdayFlag,
    thursday: weekdayFlag,
    friday: weekdayFlag,
    saturday: weekdayFlag,
    sunday: weekdayFlag,
    minutesBefore: integer({ min: 0, max: 10080, unit: 'min', default: 30 }),
    minutesAfter: integer({ min: 1, max: 10080, unit: 'min', default: 60 }),
    validFrom: day({ required: true }),
    validUntil: day(),
    paused: flag(),
    roleIds: references('role', { max: 20 }),
    userIds: references('user', { max: 50 }),
    points: pointListField,
    items: itemListField,
    note: note(),
  },
  title: ['name'],
  englishFields: { name: 'nameEn' },
  unique: [['name']],
  filters: ['lineId', 'frequency', 'paused'],
  search: ['name', 'note'],
  sort: 'name',
  routes: {
    list: 'POST /book/get_polling',
    create: 'POST /book/add_polling',
    update: 'PUT /book/update_polling',
    remove: 'DELETE /book/delete_polling',
    export: 'GET /polling/plan_excel',
  },
  permissions: {
    view: ['pollingPlanView', 'pollingView'],
    add: 'pollingPlanAdd',
    edit: 'pollingPlanEdit',
    delete: 'pollingPlanDelete',
    export: 'pollingPlanExport',
  },
})
