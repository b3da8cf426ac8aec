import { choice, day, note, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { layers } from '../rules/tariff'
import { electricPrice, kwhPriceField } from './electric-price'

/**
 * The tariff as workbook columns: an entry per row, with time windows and months as text. Same table and labels as
 * `electricPrice`.
 */
export const electricPriceWorkbook = defineResource('electricPrice', {
  area: 'prices',
  table: electricPrice.table,
  fields: {
    layer: choice(layers, { required: true }),
    name: text({ required: true, max: 80 }),
    nameEn: text({ max: 80 }),
    effectiveFrom: day({ required: true }),
    effectiveTo: day(),
    months: text({ max: 40 }),
    critical: kwhPriceField,
    peak: kwhPriceField,
    normal: kwhPriceField,
    low: kwhPriceField,
    deep: kwhPriceField,
    windows: note({ max: 3000 }),
    reason: note({ max: 400 }),
    note: note({ max: 1000 }),
  },
  title: ['name', 'effectiveFrom'],
  filters: ['layer', 'effectiveFrom', 'effectiveTo'],
  search: ['name', 'note'],
  sort: '-effectiveFrom',
  importKey: ['name', 'layer', 'effectiveFrom'],
})
