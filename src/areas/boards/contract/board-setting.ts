import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { restrictedCostMetrics } from '@/plant/contract/cost-permissions'
import { choice, integer, list, moment, reference } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { boardItems, DEFAULT_EDIT_DAYS } from '../rules/board-items'

const area = 'boards'
const itemsField = list(
  { item: choice(boardItems, { required: true, restrictedOptions: restrictedCostMetrics }) },
  { max: boardItems.length },
)
const editDaysField = integer({ unit: 'd', min: 0, max: 366, default: DEFAULT_EDIT_DAYS })
/** 看板设置: items that the boards show, and number of past days whose values may be edited. One row per plant. */
export const boardSetting = defineResource('boardSetting', {
  area,
  fields: { of: choice(['plant'], { required: true, readonly: true }), items: itemsField, editDays: editDaysField },
  title: ['of'],
  unique: [['of']],
  sort: 'of',
})
const settingFields = {
  items: itemsField,
  editDays: integer({ unit: 'd', required: true }),
  setBy: reference('user'),
  setAt: moment(),
} as const
/** 看板设置: reads the items of the boards and the number of days that may be edited. */
export const readBoardSetting = defineEndpoint('boardSetting.read', {
  area,
  routes: 'GET /SET_LINE_BOARD',
  access: 'dashboardView',
  effect: 'read',
  output: objectOutput(settingFields),
})
/** Sets the items of the boards and the number of days that may be edited. */
export const setBoardSetting = defineEndpoint('boardSetting.set', {
  area,
  routes: 'POST /SET_LINE_BOARD',
  access: 'dashboardSetTime',
  effect: 'write',
  input: { items: itemsField, editDays: integer({ unit: 'd', min: 0, max: 366, required: true }) },
  output: objectOutput(settingFields),
})
