import { choice, day, note } from '@/contract/field'
import { defineEndpoint } from '@/contract/endpoint'
import { defineResource, resourceOutput } from '@/contract/resource'
import { seasons } from '../rules/season'

const fields = {
  startsOn: day({ required: true }),
  season: choice(seasons, { required: true }),
  note: note({ max: 400 }),
} as const
/** Seasons by their first day. Past seasons stay stored, because earlier results were judged by their limits. */
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
/** 季节切换: schedules a season from a future day on. Only the first season may begin in the past. */
export const setSeason = defineEndpoint('season.set', {
  area: 'standards',
  routes: 'POST /craft/season',
  access: ['productStandardsSetSeason', 'materialStandardsSetSeason'],
  effect: 'write',
  input: fields,
  output: resourceOutput(season),
})
