import { amount, choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { charts } from '../rules/spc/charts'
import { subgroups } from '../rules/subgroups'
import { readers } from './spc-calls'

const figure = amount({ unit: '', digits: 9, required: true, readonly: true })
/** Control limits that were frozen: from which points, and which of them were left out and why. Older ones stay readable. */
export const controlLimit = defineResource('controlLimit', {
  area: 'laboratory',
  fields: {
    productId: reference('product', { required: true }),
    lineId: reference('line', { required: true }),
    indexId: reference('testIndex', { required: true }),
    chart: choice(charts, { required: true }),
    subgroup: choice(subgroups, { required: true }),
    revision: integer({ required: true, readonly: true, min: 1 }),
    newest: flag({ readonly: true, default: true }),
    fromAt: moment({ required: true }),
    toAt: moment({ required: true }),
    points: integer({ required: true, readonly: true }),
    center: figure,
    sigma: figure,
    excluded: list(
      {
        point: integer({ required: true, min: 1 }),
        roll: text({ max: 200, readonly: true }),
        reason: text({ required: true, max: 200 }),
      },
      { max: 200 },
    ),
    frozenBy: reference('user', { readonly: true }),
    note: note({ max: 400 }),
  },
  title: ['productId', 'indexId', 'revision'],
  unique: [['productId', 'lineId', 'indexId', 'chart', 'subgroup', 'revision']],
  filters: ['productId', 'lineId', 'indexId', 'chart', 'subgroup', 'newest'],
  sort: '-createdAt',
  routes: { list: 'GET /plant/control_limit', create: 'POST /plant/control_limit' },
  keys: { view: readers, add: 'qualityDataEdit' },
})
