import { amount, choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineEndpoint } from '@/contract/endpoint'
import { defineResource, resourceOutput } from '@/contract/resource'
import { charts } from '../rules/spc/charts'
import { subgroups } from '../rules/subgroups'
import { readers } from './spc-calls'

const figure = amount({ unit: '', digits: 9, required: true, readonly: true })
/** Points that limits leave out, with their reasons. */
export const excludedPoints = list(
  {
    // What it is of (`Group.key`), so that a narrower window leaves out the same.
    key: text({ required: true, max: 80 }),
    // Which of the window; none where it lies outside of it and counts for nothing.
    point: integer({ readonly: true, min: 1 }),
    roll: text({ max: 200, readonly: true }),
    reason: text({ required: true, max: 200 }),
  },
  { max: 200 },
)
/** What limits are frozen of: the window, and which of its points are left out and why. */
const frozenOf = {
  productId: reference('product', { required: true }),
  lineId: reference('line', { required: true }),
  indexId: reference('testIndex', { required: true }),
  chart: choice(charts, { required: true }),
  subgroup: choice(subgroups, { required: true }),
  fromAt: moment({ required: true }),
  toAt: moment({ required: true }),
  excluded: excludedPoints,
  note: note({ max: 400 }),
} as const
/** Control limits that were frozen: from which points, and which of them were left out and why. Older ones stay readable. */
export const controlLimit = defineResource('controlLimit', {
  area: 'laboratory',
  fields: {
    ...frozenOf,
    revision: integer({ required: true, readonly: true, min: 1 }),
    newest: flag({ readonly: true, default: true }),
    points: integer({ required: true, readonly: true }),
    center: figure,
    sigma: figure,
    frozenBy: reference('user', { readonly: true }),
  },
  title: ['productId', 'indexId', 'revision'],
  unique: [['productId', 'lineId', 'indexId', 'chart', 'subgroup', 'revision']],
  filters: ['productId', 'lineId', 'indexId', 'chart', 'subgroup', 'newest'],
  sort: '-createdAt',
  routes: { list: 'GET /plant/control_limit' },
  permissions: { view: readers },
})
/** Freezes limits of a window; they take the place of older ones of the same chart. */
export const freezeLimits = defineEndpoint('controlLimit.freeze', {
  area: 'laboratory',
  routes: 'POST /plant/control_limit',
  access: 'qualityDataEdit',
  effect: 'write',
  input: frozenOf,
  output: resourceOutput(controlLimit),
})
