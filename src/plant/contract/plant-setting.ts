import { defineEndpoint } from '@/contract/endpoint'
import { amount, choice, integer } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'
import { settingKeys } from '../rules/settings'

/** 工厂参数: settings that differ from the default, one row each; `rules/settings` defines them. */
export const plantSetting = defineResource('plantSetting', {
  area: 'plant',
  fields: {
    key: choice(settingKeys, { required: true }),
    value: amount({ unit: '', digits: 4, required: true }),
  },
  title: ['key'],
  unique: [['key']],
  sort: 'key',
  inShiftPack: true,
  routes: { list: 'GET /plant/setting' },
  // Everyone may read settings, because phones validate with them.
  permissions: { view: 'signedIn' },
})
/** Sets a value within its limits. `version` is the version of the displayed row; empty if no row was stored yet. */
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
  output: resourceOutput(plantSetting),
})
