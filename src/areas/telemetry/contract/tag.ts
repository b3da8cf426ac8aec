import { defineResource } from '@/contract/resource'
import { amount, choice, flag, integer, note, reference, text } from '@/contract/field'
import { hallKeys, lineKeys, tagKinds } from '../rules/tag'

/** 测点: one thing that is measured. Its readings come in by `takeReadings` alone; those of a meter have its id in `meterId`. */
export const tag = defineResource('tag', {
  area: 'telemetry',
  fields: {
    // As gateways send it.
    code: text({ required: true, max: 120 }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(tagKinds, { required: true }),
    unit: text({ required: true, max: 20 }),
    lineId: reference('line'),
    areaId: reference('plantArea'),
    equipmentId: reference('equipment'),
    meterId: reference('meter'),
    // Which of the line's own keys it is; one tag each.
    lineKey: choice(lineKeys),
    // What of its area's air it measures; one tag each.
    hallKey: choice(hallKeys),
    // Between these it is as it should be.
    low: amount({ unit: '', digits: 6 }),
    high: amount({ unit: '', digits: 6 }),
    // Usual seconds between two readings: how many are expected, and from when on a gap is one.
    everyS: integer({ min: 1, max: 2_678_400, unit: 's', default: 900 }),
    // Older than this a live value is stale; empty: three times the usual pause.
    staleAfterS: integer({ min: 1, max: 8_035_200, unit: 's' }),
    // First value a counter cannot show.
    rollsOverAt: amount({ unit: '', digits: 3, min: 0 }),
    // More than this an hour is impossible: such readings are kept apart.
    mostPerHour: amount({ unit: '', digits: 3, min: 0 }),
    // A counter that falls by no more than this has not been reset.
    dip: amount({ unit: '', digits: 6, min: 0 }),
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
