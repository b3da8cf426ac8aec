import { defineEndpoint } from '@/contract/endpoint'
import { amount, choice, integer } from '@/contract/field'
import { defineResource, rowOf } from '@/contract/resource'
import { settingKeys } from '../rules/settings'

/** 工厂参数: the figures a plant set otherwise than usual, one row each; `rules/plant-settings` says which there are. */
export const plantSetting = defineResource('plantSetting', {
  area: 'plant',
  fields: {
    key: choice(settingKeys, { required: true }),
    value: amount({ unit: '', digits: 4, required: true }),
  },
  title: ['key'],
  unique: [['key']],
  sort: 'key',
  offline: true,
  routes: { list: 'GET /plant/setting' },
  // What is judged by them is seen by everyone: the phone judges by them too.
  keys: { view: 'signedIn' },
})
/** Sets a figure, within the limits that make sense for it. `version` of the row that was seen; none when nothing was set yet. */
export const setPlantSetting = defineEndpoint('plantSetting.set', {
  area: 'plant',
  routes: 'PUT /plant/setting',
  access: 'productionScheduleEdit',
  effect: 'write',
  input: {
    key: choice(settingKeys, { required: true }),
    value: amount({ unit: '', digits: 4, required: true }),
    version: integer({ min: 1 }),
  },
  output: rowOf(plantSetting),
})
