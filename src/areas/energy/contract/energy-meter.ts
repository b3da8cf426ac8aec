import { amount, choice, flag, integer, note, reference, references, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'
import { allocationKeys, energyMedia, energyMeterKinds } from '../rules/meter-tree'

const meterPermissions = {
  view: ['energyAnalysisView', 'energyStatisticsView', 'electricityAnalysisView'],
  add: 'energyAnalysisEdit',
  edit: 'energyAnalysisEdit',
  delete: 'energyAnalysisEdit',
  export: 'energyAnalysisExport',
  import: 'energyAnalysisEdit',
} as const

/** 能源项目: a purpose for which an area of the plant uses energy; groups meters. */
export const energyItem = defineResource('energyItem', {
  area: 'energy',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    areaId: reference('plantArea', { required: true }),
    sortOrder: integer({ min: 0, max: 9999 }),
    note: note({ max: 1000 }),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code']],
  filters: ['areaId'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  importKey: ['code'],
  routes: {
    list: 'GET /energy/item',
    create: 'POST /energy/item',
    update: 'PUT /energy/item',
    remove: 'DELETE /energy/item',
  },
  permissions: meterPermissions,
})

/**
 * 能源表: a node in the meter tree. It stands for a physical meter (`meterId`), or it is virtual and calculated from its
 * members.
 */
export const energyMeter = defineResource('energyMeter', {
  area: 'energy',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(energyMeterKinds, { required: true, default: 'meter' }),
    medium: choice(energyMedia, { required: true, default: 'electricity' }),
    itemId: reference('energyItem', { required: true }),
    // The upstream meter; its consumption includes the consumption of this meter.
    parentId: reference('energyMeter'),
    meterId: reference('meter'),
    members: references('energyMeter', { max: 60 }),
    sharePercent: amount({ unit: '%', digits: 3, min: 0, max: 100 }),
    // The line that consumes; empty if the meter serves several lines or none.
    lineId: reference('line'),
    allocation: choice(allocationKeys, { required: true, default: 'none' }),
    active: flag({ default: true }),
    sortOrder: integer({ min: 0, max: 9999 }),
    note: note({ max: 1000 }),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code'], ['meterId']],
  filters: ['kind', 'medium', 'itemId', 'parentId', 'lineId', 'active'],
  search: ['code', 'name'],
  sort: 'sortOrder',
  importKey: ['code'],
  indexedCollections: ['members'],
  routes: {
    list: 'GET /energy/meter',
    create: 'POST /energy/meter',
    update: 'PUT /energy/meter',
    remove: 'DELETE /energy/meter',
    export: 'GET /energy/meter_excel',
    import: 'POST /energy/meter_upload',
    template: 'GET /energy/meter_template',
  },
  permissions: meterPermissions,
})
