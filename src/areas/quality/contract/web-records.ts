import { defineCommand } from '@/contract/command'
import { fileOutput, defineEndpoint } from '@/contract/endpoint'
import { amount, choice, file, image, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource, type Resource } from '@/contract/resource'
import { metresField } from '@/areas/rolls/contract/jumbo-roll'
import { judgeCodeWidths, judgeOiling, judgeWidths } from '../rules/web-records'
import { rollFields, sheetKeys } from './quality-check'

const area = 'quality'
const width = amount({ unit: 'mm', digits: 1, min: 0, max: 10_000 })
const percent = amount({ unit: '%', digits: 3, readonly: true })
const result = choice(['ok', 'notOk'], { readonly: true })
/** Fields at the end of every record. */
const foot = {
  images: image({ max: 9 }),
  note: note({ max: 2000 }),
  userId: reference('user', { readonly: true }),
  filledAt: moment({ readonly: true }),
} as const
const ofRoll = { jumboRollId: reference('jumboRoll', { required: true }), ...rollFields } as const
const filters = ['jumboRollId', 'lineId', 'productId', 'team', 'businessDate', 'shift', 'result', 'userId'] as const
const sheet = {
  area,
  title: ['jumboRollId', 'businessDate'],
  filters,
  search: ['note'],
  sort: '-filledAt',
  inShiftPack: true,
  permissions: sheetKeys,
  setOnCreate: (_row: unknown, { at, personId }: { at: string; personId: string }) => ({
    userId: personId,
    filledAt: at,
  }),
} as const

/** 门幅验证: measured against set width of each lane of a set. A deviation equal to the tolerance is still within it. */
export const widthCheck = defineResource('widthCheck', {
  ...sheet,
  fields: {
    ...ofRoll,
    setNumber: integer({ min: 1, max: 999 }),
    lanes: list(
      { lane: integer({ required: true, min: 1, max: 200 }), setMm: { ...width, required: true }, measuredMm: width },
      { required: true, max: 200, cell: true },
    ),
    toleranceMm: amount({ unit: 'mm', digits: 1, min: 0, max: 100 }),
    measured: integer({ readonly: true, default: 0 }),
    outOfLimits: integer({ readonly: true }),
    worstMm: amount({ unit: 'mm', digits: 1, readonly: true }),
    result,
    ...foot,
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
  ...sheet,
  fields: {
    ...ofRoll,
    agent: text({ max: 60 }),
    samples: list(
      {
        lane: integer({ min: 1, max: 200 }),
        fabricG: amount({ unit: 'g', digits: 4, required: true, min: 0.0001, max: 100_000 }),
        addOnG: amount({ unit: 'g', digits: 4, required: true, min: 0, max: 10_000 }),
      },
      { required: true, max: 40, cell: true },
    ),
    lowPercent: amount({ unit: '%', digits: 2, min: 0, max: 100 }),
    highPercent: amount({ unit: '%', digits: 2, min: 0, max: 100 }),
    opu: percent,
    lowest: percent,
    highest: percent,
    result,
    ...foot,
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
/** C0355S 门幅: widths along the roll, for the one product code that the template names. */
export const codeWidth = defineResource('codeWidth', {
  ...sheet,
  fields: {
    ...ofRoll,
    templateId: reference('tableTemplate', { readonly: true }),
    widths: list({ atM: metresField, widthMm: { ...width, required: true } }, { required: true, max: 60, cell: true }),
    // Limits of the template at the time of measuring.
    lowMm: { ...width, readonly: true },
    highMm: { ...width, readonly: true },
    mean: { ...width, readonly: true },
    min: { ...width, readonly: true },
    max: { ...width, readonly: true },
    outOfLimits: integer({ readonly: true }),
    result,
    ...foot,
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

/** Returns the resource as a worksheet row is imported: roll, set and time of measuring identify the record. */
export const asLine = <R extends Resource>(of: R): Resource => ({
  ...of,
  fields: { ...of.fields, filledAt: moment({ required: true }) },
  importKey: ['jumboRollId', 'filledAt', ...('setNumber' in of.fields ? ['setNumber'] : [])],
})

/** 成品入库: photo record of a package put in stock. The package itself holds its storage place. */
export const productStorage = defineResource('productStorage', {
  area,
  fields: {
    // Number on the label; a phone that cannot look up packages has only this.
    number: text({ readonly: true, max: 80, format: 'code' }),
    packageId: reference('package', { required: true }),
    place: text({ required: true, max: 60 }),
    workOrderId: reference('workOrder', { readonly: true }),
    rolls: integer({ readonly: true }),
    netKg: amount({ unit: 'kg', digits: 3, readonly: true }),
    ...foot,
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
  permissions: sheetKeys,
})
/**
 * Puts a packed package in stock, either from a form with its photos or from a phone that sends them later. If the
 * package is already at that place, only the photos are stored. The package is named by its id, or by the number on its
 * label if the phone does not know it.
 */
export const addStorage = defineCommand(productStorage, null, 'add', {
  routes: 'POST /quality/product_storage',
  access: sheetKeys.add,
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
  access: sheetKeys.view,
  effect: 'read',
  input: { id: reference('productStorage', { required: true }), index: integer({ min: 0, max: 8 }) },
  output: fileOutput('image/*'),
})
export const webResources = [widthCheck, oiling, codeWidth, productStorage] as const
export const webCalls = [addStorage, storageImage] as const
