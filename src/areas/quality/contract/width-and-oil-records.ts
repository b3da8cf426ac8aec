import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint } from '@/contract/endpoint'
import { amount, choice, file, image, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, type Resource } from '@/contract/resource'
import { metresField } from '@/areas/rolls/contract/jumbo-roll'
import { judgeCodeWidths, judgeOiling, judgeWidths } from '../rules/width-and-oil-records'
import { checkedRollFields, qualitySheetPermissions } from './quality-check'

const area = 'quality'
const widthField = amount({ unit: 'mm', digits: 1, min: 0, max: 10_000 })
const percentField = amount({ unit: '%', digits: 3, readonly: true })
const resultField = choice(['ok', 'notOk'], { readonly: true })
/** Fields at the end of every record. */
const recordFootFields = {
  images: image({ max: 9 }),
  note: note({ max: 2000 }),
  userId: reference('user', { readonly: true }),
  filledAt: moment({ readonly: true }),
} as const
const recordRollFields = { jumboRollId: reference('jumboRoll', { required: true }), ...checkedRollFields } as const
const recordFilters = [
  'jumboRollId',
  'lineId',
  'productId',
  'team',
  'businessDate',
  'shift',
  'result',
  'userId',
] as const
const rollRecordOptions = {
  area,
  title: ['jumboRollId', 'businessDate'],
  filters: recordFilters,
  search: ['note'],
  sort: '-filledAt',
  inShiftPack: true,
  permissions: qualitySheetPermissions,
  setOnCreate: (_row: unknown, { at, personId }: { at: string; personId: string }) => ({
    userId: personId,
    filledAt: at,
  }),
} as const

/**
 * 门幅验证: compares the measured width with the set width of each lane of one set of slit rolls. A deviation equal to the
 * tolerance is accepted.
 */
export const widthCheck = defineResource('widthCheck', {
  ...rollRecordOptions,
  fields: {
    ...recordRollFields,
    setNumber: integer({ min: 1, max: 999 }),
    lanes: list(
      {
        lane: integer({ required: true, min: 1, max: 200 }),
        setMm: { ...widthField, required: true },
        measuredMm: widthField,
      },
      { required: true, max: 200, importedFromOneCell: true },
    ),
    toleranceMm: amount({ unit: 'mm', digits: 1, min: 0, max: 100 }),
    // Numbers of measured lanes and of lanes outside the tolerance.
    measured: integer({ readonly: true, default: 0 }),
    outOfLimits: integer({ readonly: true }),
    worstMm: amount({ unit: 'mm', digits: 1, readonly: true }),
    result: resultField,
    ...recordFootFields,
  },
  deriveFields: ({ lanes, toleranceMm }) => judgeWidths(lanes, toleranceMm),
  offlineWrites: ['create', 'update'],
  routes: {
    list: 'GET /quality/breadth',
    create: 'POST /quality/breadth',
    update: 'PUT /quality/breadth',
    remove: 'DELETE /quality/breadth',
    export: 'GET /quality/breadth_export',
    import: 'POST /plant/breadth_import',
    template: 'GET /plant/breadth_template',
  },
})
/** 上油: surfactant add-on by samples across the web; OPU in % of the mass of the fabric. */
export const oiling = defineResource('oiling', {
  ...rollRecordOptions,
  fields: {
    ...recordRollFields,
    agent: text({ max: 60 }),
    samples: list(
      {
        lane: integer({ min: 1, max: 200 }),
        fabricG: amount({ unit: 'g', digits: 4, required: true, min: 0.0001, max: 100_000 }),
        addOnG: amount({ unit: 'g', digits: 4, required: true, min: 0, max: 10_000 }),
      },
      { required: true, max: 40, importedFromOneCell: true },
    ),
    lowPercent: amount({ unit: '%', digits: 2, min: 0, max: 100 }),
    highPercent: amount({ unit: '%', digits: 2, min: 0, max: 100 }),
    opu: percentField,
    lowest: percentField,
    highest: percentField,
    result: resultField,
    ...recordFootFields,
  },
  deriveFields: ({ samples, lowPercent, highPercent }) => judgeOiling(samples, { low: lowPercent, high: highPercent }),
  offlineWrites: ['create', 'update'],
  routes: {
    list: 'GET /quality/oiling',
    create: 'POST /quality/oiling',
    update: 'PUT /quality/oiling',
    remove: 'DELETE /quality/oiling',
    export: 'GET /quality/oiling_export',
    import: 'POST /plant/oiling_import',
    template: 'GET /plant/oiling_template',
  },
})
/** C0355S 门幅: widths along a roll of one product code, such as C0355S, judged by the template for that code. */
export const codeWidth = defineResource('codeWidth', {
  ...rollRecordOptions,
  fields: {
    ...recordRollFields,
    templateId: reference('tableTemplate', { readonly: true }),
    widths: list(
      { atM: metresField, widthMm: { ...widthField, required: true } },
      { required: true, max: 60, importedFromOneCell: true },
    ),
    // Limits of the template at the time of measuring.
    lowMm: { ...widthField, readonly: true },
    highMm: { ...widthField, readonly: true },
    mean: { ...widthField, readonly: true },
    min: { ...widthField, readonly: true },
    max: { ...widthField, readonly: true },
    // Number of measured values outside the limits.
    outOfLimits: integer({ readonly: true }),
    result: resultField,
    ...recordFootFields,
  },
  deriveFields: ({ widths, lowMm, highMm }) => judgeCodeWidths(widths, { low: lowMm, high: highMm }),
  offlineWrites: ['create', 'update'],
  routes: {
    list: 'GET /quality/c0355s_breadth',
    create: 'POST /quality/c0355s_breadth',
    update: 'PUT /quality/c0355s_breadth',
    remove: 'DELETE /quality/c0355s_breadth',
    export: 'GET /quality/c0355s_breadth_export',
    import: 'POST /plant/c0355s_breadth_import',
    template: 'GET /plant/c0355s_breadth_template',
  },
})

/** Returns the resource for imports: a worksheet row finds its record by roll, set and time of measuring. */
export const toImportResource = <R extends Resource>(resource: R): Resource => ({
  ...resource,
  fields: { ...resource.fields, filledAt: moment({ required: true }) },
  importKey: ['jumboRollId', 'filledAt', ...('setNumber' in resource.fields ? ['setNumber'] : [])],
})

/** 成品入库: photo record of a package put in stock. The package itself also stores the place. */
export const productStorage = defineResource('productStorage', {
  area,
  fields: {
    // Number on the label of the package. A phone that cannot look up packages knows only this number.
    number: text({ readonly: true, max: 80, format: 'code' }),
    packageId: reference('package', { required: true }),
    place: text({ required: true, max: 60 }),
    workOrderId: reference('workOrder', { readonly: true }),
    rolls: integer({ readonly: true }),
    netKg: amount({ unit: 'kg', digits: 3, readonly: true }),
    ...recordFootFields,
  },
  title: ['number', 'place'],
  filters: ['packageId', 'workOrderId', 'place', 'userId', 'filledAt'],
  search: ['number', 'place', 'note'],
  sort: '-filledAt',
  inShiftPack: true,
  routes: {
    list: 'GET /quality/product_storage',
    remove: 'DELETE /quality/product_storage',
    export: 'GET /quality/ps_export',
  },
  permissions: qualitySheetPermissions,
})
/**
 * Puts a packed package in stock. A form sends the photos at once; a phone may send them later. If the package is
 * already at that place, only the photos are stored. The input names the package by id, or by the number on the label
 * if the phone does not know the package.
 */
export const addStorage = defineCommand(productStorage, null, 'add', {
  routes: 'POST /quality/product_storage',
  access: qualitySheetPermissions.add,
  creates: true,
  body: 'multipart',
  serverFields: ['number', 'packageId', 'workOrderId', 'rolls', 'netKg', 'images'],
  writes: ['place', 'images', 'note'],
  input: { packageId: reference('package'), number: text({ max: 80 }), picture: file({ max: 9 }) },
  apply: (_row, _input, { at, personId }) => ({ filledAt: at, userId: personId }),
})
/** A photo of a package in stock. */
export const storageImage = defineEndpoint('productStorage.image', {
  area,
  routes: 'GET /quality/ps_image',
  access: qualitySheetPermissions.view,
  effect: 'read',
  input: { id: reference('productStorage', { required: true }), index: integer({ min: 0, max: 8 }) },
  output: fileOutput('image/*'),
})
export const widthAndOilResources = [widthCheck, oiling, codeWidth, productStorage] as const
export const storageEndpoints = [addStorage, storageImage] as const
