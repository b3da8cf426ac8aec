import { defineEndpoint, objectOutput } from '@/contract/endpoint'
import { image, integer, note, text } from '@/contract/field'
import { defineResource, resourceOutput } from '@/contract/resource'

const brandFields = {
  name: text({ required: true, max: 60 }),
  nameEn: text({ max: 60 }),
  logo: image({ max: 1 }),
} as const
/** 工厂名称与标志: one row with the name and logo of the plant; none until somebody sets them. */
export const plantBrand = defineResource('plantBrand', {
  area: 'plant',
  fields: brandFields,
  title: ['name'],
  englishFields: { name: 'nameEn' },
  routes: { list: 'GET /plant/brand_rows' },
  // People who are not signed in read name and logo by `publicPlantBrand`.
  permissions: { view: 'signedIn' },
})
/** Sets name and logo. `version` is the version of the displayed row; empty if no row was stored yet. */
export const setPlantBrand = defineEndpoint('plantBrand.set', {
  area: 'plant',
  routes: 'PUT /plant/brand',
  access: 'productionScheduleEdit',
  effect: 'write',
  input: { ...brandFields, version: integer({ min: 1 }) },
  output: resourceOutput(plantBrand),
})
/** The login pages of a whole shift may share one network address. */
const MAX_CALLS_PER_MINUTE = 300
/** Name and logo for the login page and the verification page of certificates, without a session. */
export const publicPlantBrand = defineEndpoint('plantBrand.shown', {
  area: 'plant',
  routes: 'GET /plant/brand',
  access: 'public',
  effect: 'read',
  maxCallsPerMinute: MAX_CALLS_PER_MINUTE,
  // `logo` is a data URL of a picture of at most 320 px: the page needs one request, and stores the answer for a start
  // without a network.
  output: objectOutput({ name: text(), nameEn: text(), logo: note({ max: 1_000_000 }) }),
})
