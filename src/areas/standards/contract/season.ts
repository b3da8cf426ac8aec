import { choice, day, note } from '@/contract/field'
import { defineEndpoint } from '@/contract/endpoint'
import { defineResource, resourceOutput } from '@/contract/resource'
import { seasons } from '../rules/season'

const fields = {
  startsOn: day({ required: true }),
  season: choice(seasons, { required: true }),
  note: note({ max: 400 }),
} as const
/** Which season holds from which day, with its history: what was judged by it stays as it was. */
export const season = defineResource('season', {
  area: 'standards',
  fields,
  title: ['startsOn'],
  unique: [['startsOn']],
  filters: ['season'],
  search: ['note'],
  sort: '-startsOn',
  routes: { list: 'GET /craft/season', remove: 'DELETE /plant/season' },
  permissions: {
    view: ['productStandardsView', 'materialStandardsView', 'qualityDataView'],
    delete: 'productStandardsSetSeason',
  },
})
/** 季节切换: from a day to come on, limits of another season hold. Only the first one may begin in the past. */
export const setSeason = defineEndpoint('season.set', {
  area: 'standards',
  routes: 'POST /craft/season',
  access: ['productStandardsSetSeason', 'materialStandardsSetSeason'],
  effect: 'write',
  input: fields,
  output: resourceOutput(season),
})
