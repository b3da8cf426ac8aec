import { defineResource } from '@/contract/resource'
import { amount, choice, flag, integer, note, reference, text } from '@/contract/field'
import { hallKeys, lineKeys, tagKinds } from '../rules/tag'

/** 测点: one measured quantity. Only `takeReadings` stores its readings; `meterId` links the tag of a meter. */
export const tag = defineResource('tag', {
  area: 'telemetry',
  fields: {
    // Code that gateways send.
    code: text({ required: true, max: 120 }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(tagKinds, { required: true }),
    unit: text({ required: true, max: 20 }),
    lineId: reference('line'),
    areaId: reference('plantArea'),
    equipmentId: reference('equipment'),
    meterId: reference('meter'),
    // Quantity of the line that the tag measures; one tag per line and quantity.
    lineKey: choice(lineKeys),
    // Quantity of the hall's air that the tag measures; one tag per hall and quantity.
    hallKey: choice(hallKeys),
    // Limits of the normal range.
    low: amount({ unit: '', digits: 6, rowUnit: { field: 'unit' } }),
    high: amount({ unit: '', digits: 6, rowUnit: { field: 'unit' } }),
    // Usual interval between two readings, s. Determines the number of expected readings, and after which time without
    // readings a gap begins.
    everyS: integer({ min: 1, max: 2_678_400, unit: 's', default: 900 }),
    // Age in seconds above which a live value is stale; empty: three times the usual interval.
    staleAfterS: integer({ min: 1, max: 8_035_200, unit: 's' }),
    // First value that the counter cannot show.
    rollsOverAt: amount({ unit: '', digits: 3, min: 0, rowUnit: { field: 'unit' } }),
    // Highest possible use per hour; readings above it become odd readings.
    mostPerHour: amount({ unit: '', digits: 3, min: 0 }),
    // Largest fall that is not a reset of the counter.
    dip: amount({ unit: '', digits: 6, min: 0, rowUnit: { field: 'unit' } }),
    active: flag({ default: true }),
    note: note({ max: 1000 }),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn' },
  unique: [['code'], ['meterId'], ['lineId', 'lineKey'], ['areaId', 'hallKey']],
  filters: ['kind', 'lineId', 'areaId', 'equipmentId', 'meterId', 'lineKey', 'hallKey', 'active'],
  search: ['code', 'name', 'nameEn'],
  sort: 'code',
  importKey: ['code'],
  routes: {
    list: 'GET /telemetry/tag',
    create: 'POST /telemetry/tag',
    update: 'PUT /telemetry/tag',
    remove: 'DELETE /telemetry/tag',
    export: 'GET /telemetry/tag_excel',
    import: 'POST /telemetry/tag_upload',
    template: 'GET /telemetry/tag_template',
  },
  permissions: {
    view: ['meterInquiryView', 'shutdownAnalysisView', 'rollInteractiveView'],
    add: 'meterInquiryAdd',
    edit: 'meterInquiryEdit',
    delete: 'meterInquiryDelete',
    export: 'meterInquiryExport',
    import: 'meterInquiryUpload',
  },
})
