import { amount, choice, day, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { rateItems } from '../rules/standard-rates'

/**
 * 标准价: rates of the standard cost, and credit values of downgraded goods and returned material. A new rate replaces the
 * previous one from its effective day; rows are never changed. CNY without VAT; `rateUnits` holds the units.
 */
export const standardRate = defineResource('standardRate', {
  area: 'cost',
  fields: {
    item: choice(rateItems, { required: true }),
    materialId: reference('material'),
    lineId: reference('line'),
    effectiveFrom: day({ required: true }),
    price: amount({ unit: 'CNY', digits: 6, min: 0, required: true }),
    note: note({ max: 1000 }),
    key: text({ readonly: true, hidden: true, max: 200, default: '' }),
  },
  title: ['item', 'effectiveFrom'],
  unique: [['key', 'effectiveFrom']],
  filters: ['item', 'materialId', 'lineId', 'effectiveFrom'],
  search: ['note'],
  sort: '-effectiveFrom',
  deriveFields: ({ item, materialId, lineId }) => ({ key: `${item}|${materialId ?? ''}|${lineId ?? ''}` }),
  routes: {
    list: 'GET /plant/standard_rate',
    create: 'POST /plant/standard_rate',
    remove: 'DELETE /plant/standard_rate',
    export: 'GET /plant/standard_rate_export',
  },
  permissions: {
    view: ['standardCostView', 'costComparisonView'],
    add: 'standardCostAdd',
    delete: 'standardCostDelete',
    export: 'standardCostView',
  },
})
