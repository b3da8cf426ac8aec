import { defineResource } from '@/contract/resource'
import { amount, choice, day, file, flag, image, integer, moment, note, reference, text } from '@/contract/field'
import { MAX_CODE_LENGTH } from '@/plant/rules/code'

const meterPermissions = {
  view: ['meterInquiryView', 'equipmentRecordView', 'upkeepPlanView'],
  add: 'meterInquiryAdd',
  edit: 'meterInquiryEdit',
  delete: 'meterInquiryDelete',
  export: 'meterInquiryExport',
  import: 'meterInquiryUpload',
} as const

/** Instruments and meters 仪表. Range and readings are in the meter's `unit`; `rules/meter` has the calibration rule. */
export const meter = defineResource('meter', {
  area: 'equipment',
  fields: {
    code: text({ required: true, max: MAX_CODE_LENGTH, format: 'code' }),
    name: text({ required: true }),
    nameEn: text(),
    kind: choice(
      [
        'electricity',
        'water',
        'gas',
        'steam',
        'compressedAir',
        'runningHours',
        'length',
        'weight',
        'temperature',
        'pressure',
        'speed',
        'current',
        'other',
      ],
      { required: true },
    ),
    unit: text({ required: true, max: 20 }),
    place: text(),
    lineId: reference('line'),
    equipmentId: reference('equipment'),
    rangeLow: amount({ unit: '', unitField: 'unit', digits: 6 }),
    rangeHigh: amount({ unit: '', unitField: 'unit', digits: 6 }),
    maker: text(),
    makerEn: text(),
    model: text(),
    serialNumber: text(),
    // Readings before this day are refused.
    installedOn: day(),
    // True for counters that count up, false for instruments that show a momentary value.
    counter: flag(),
    // First value that the counter cannot display.
    rollsOverAt: amount({ unit: '', unitField: 'unit', digits: 3, min: 0 }),
    calibratedOn: day({ notFuture: true }),
    calibrationMonths: integer({ min: 1, max: 240, unit: 'month' }),
    calibrationSoonDays: integer({ min: 0, max: 365, unit: 'd', default: 30 }),
    calibrationDueOn: day({ readonly: true }),
    certificates: file({ max: 20 }),
    lastReading: amount({ unit: '', unitField: 'unit', digits: 6, readonly: true }),
    lastReadAt: moment({ readonly: true }),
    // Average of the last 30 days in the meter's unit. A phone needs this average and the last reading to judge entries
    // offline.
    usualPerHour: amount({ unit: '', unitField: 'unit', digits: 6, readonly: true, hidden: true }),
    image: image({ max: 1 }),
    note: note(),
  },
  title: ['code', 'name'],
  englishFields: { name: 'nameEn', maker: 'makerEn' },
  unique: [['code']],
  filters: ['kind', 'lineId', 'equipmentId', 'counter', 'calibrationDueOn'],
  search: ['code', 'name', 'place', 'maker', 'model', 'serialNumber'],
  sort: 'code',
  importKey: ['code'],
  inShiftPack: true,
  routes: {
    list: 'GET /meter/meter',
    create: 'POST /meter/meter',
    update: 'PUT /meter/meter',
    remove: 'DELETE /meter/meter',
    export: 'GET /meter/meter_excel',
    import: 'POST /meter/meter_upload',
    template: 'GET /meter/meter_template',
  },
  permissions: meterPermissions,
})

/** Reading of a meter. `checkReading` calculates `verdict` and `used`, the consumption since the previous reading. */
export const meterReading = defineResource('meterReading', {
  area: 'equipment',
  fields: {
    meterId: reference('meter', { required: true }),
    readAt: moment({ required: true, notFuture: true }),
    value: amount({ unit: '', digits: 6, required: true, rowUnit: { reference: 'meterId' } }),
    source: choice(['manual', 'scanned', 'round', 'telemetry', 'import'], { default: 'manual' }),
    // Last value of the old meter and first value of the new one, if it was exchanged since the previous reading.
    oldFinal: amount({ unit: '', digits: 6, min: 0, rowUnit: { reference: 'meterId' } }),
    newStart: amount({ unit: '', digits: 6, min: 0, rowUnit: { reference: 'meterId' } }),
    // True if a person confirmed an unusually high use (verdict `jump`).
    jumpConfirmed: flag(),
    used: amount({ unit: '', digits: 6, readonly: true }),
    verdict: choice(['ok', 'rollOver', 'exchange', 'jump'], { readonly: true }),
    userId: reference('user', { readonly: true }),
    images: image({ max: 3 }),
    note: note({ max: 1000 }),
  },
  title: ['meterId', 'readAt'],
  // Applies to manual readings. Late readings of gateway tags are booked in the open month instead.
  // A late reading changes `used` of the reading that follows it.
  monthBooking: { dateField: 'readAt', bookedFields: ['value', 'oldFinal', 'newStart', 'used'] },
  unique: [['meterId', 'readAt']],
  filters: ['meterId', 'readAt', 'source', 'verdict'],
  search: ['note'],
  sort: '-readAt',
  importKey: ['meterId', 'readAt'],
  offlineWrites: ['create'],
  routes: {
    list: 'GET /meter/reading',
    create: 'POST /meter/reading',
    remove: 'DELETE /meter/reading',
    export: 'GET /meter/reading_excel',
    import: 'POST /meter/reading_upload',
    template: 'GET /meter/reading_template',
  },
  permissions: { ...meterPermissions, view: 'meterInquiryView' },
})
