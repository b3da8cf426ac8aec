import { amount, choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineEndpoint } from '@/contract/endpoint'
import { defineResource, resourceOutput } from '@/contract/resource'
import { chartKinds } from '../rules/spc/charts'
import { subgroupKinds } from '../rules/subgroups'
import { testDataViewPermissions } from './spc-endpoints'

const decimalField = amount({ unit: '', digits: 9, required: true, readonly: true })
/** Points excluded from control limits, with the reason for each. */
export const excludedPointsField = list(
  {
    // `ValueGroup.key` of the point. The key is the same in every period, so a narrower period excludes the same point.
    key: text({ required: true, max: 80 }),
    // Number of the point in the period, from 1. Missing if the point lies outside, where excluding it has no effect.
    point: integer({ readonly: true, min: 1 }),
    roll: text({ max: 200, readonly: true }),
    reason: text({ required: true, max: 200 }),
  },
  { max: 200 },
)
/** Input for freezing: the chart, its period, and the excluded points with their reasons. */
const freezeInput = {
  productId: reference('product', { required: true }),
  lineId: reference('line', { required: true }),
  indexId: reference('testIndex', { required: true }),
  chart: choice(chartKinds, { required: true }),
  subgroup: choice(subgroupKinds, { required: true }),
  fromAt: moment({ required: true }),
  toAt: moment({ required: true }),
  excluded: excludedPointsField,
  note: note({ max: 400 }),
} as const
/** Frozen control limits with their period (`fromAt` to `toAt`) and excluded points. Older revisions stay readable. */
export const controlLimit = defineResource('controlLimit', {
  area: 'laboratory',
  fields: {
    ...freezeInput,
    revision: integer({ required: true, readonly: true, min: 1 }),
    newest: flag({ readonly: true, default: true }),
    points: integer({ required: true, readonly: true }),
    center: decimalField,
    sigma: decimalField,
    frozenBy: reference('user', { readonly: true }),
  },
  title: ['productId', 'indexId', 'revision'],
  unique: [['productId', 'lineId', 'indexId', 'chart', 'subgroup', 'revision']],
  filters: ['productId', 'lineId', 'indexId', 'chart', 'subgroup', 'newest'],
  sort: '-createdAt',
  routes: { list: 'GET /plant/control_limit' },
  permissions: { view: testDataViewPermissions },
})
/** Freezes the limits of a period. They replace older limits of the same chart. */
export const freezeLimits = defineEndpoint('controlLimit.freeze', {
  area: 'laboratory',
  routes: 'POST /plant/control_limit',
  access: 'qualityDataEdit',
  effect: 'write',
  input: freezeInput,
  output: resourceOutput(controlLimit),
})
