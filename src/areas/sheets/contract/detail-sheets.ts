/** Reports built from the rows of other areas: material, finished products, working hours. */
import { fileOutput, defineEndpoint, XLSX_MIME } from '@/contract/endpoint'
import { amount, choice, day, integer, list, moment, note, reference, series, text } from '@/contract/field'
import { defineResource, resourceOutput, type ActionContext } from '@/contract/resource'
import { materialKinds } from '@/areas/feeding/rules/feed'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { area, asFile, count, hours, keptBefore, keyFields, kg, label, period, sheetOf, where } from './sheet-fields'

const by = series('text', { max: 5 })
const materialInput = { ...where, by, kind: choice(materialKinds), orderId: reference('workOrder') } as const
export const materialRow = {
  ...keyFields,
  kind: choice(materialKinds),
  materialId: reference('material'),
  material: label,
  lotId: reference('materialLot'),
  lot: label,
  kg,
  // Share of all material fed in the selection, packing excluded.
  percent: amount({ unit: '%', digits: 2 }),
  feeds: count,
} as const
/** 物料消耗表: material fed less returns, by kind, material, lot, order, shift, day or month (default: material). */
export const materialSheet = defineEndpoint('sheet.material', {
  area,
  routes: 'GET /material_consumption_sheet',
  access: 'materialReportView',
  effect: 'read',
  input: { ...materialInput, ...asFile },
  output: sheetOf(materialRow, { by, ...keptBefore }),
  fileMime: XLSX_MIME,
})
const finishedInput = {
  ...where,
  by,
  productId: reference('product'),
  orderId: reference('workOrder'),
  grade: choice(grades),
} as const
export const finishedRow = {
  ...keyFields,
  widthMm: integer({ unit: 'mm' }),
  grade: choice(grades),
  packageId: reference('package'),
  package: label,
  rolls: count,
  kg,
  metres: amount({ unit: 'm', digits: 1 }),
  squareMetres: amount({ unit: 'm²', digits: 1 }),
  unweighed: count,
} as const
/** 成品表: finished rolls by product, width, grade, order or package (default: product, width and grade). */
export const finishedSheet = defineEndpoint('sheet.finished', {
  area,
  routes: 'GET /finished_product',
  access: 'finishedProductsView',
  effect: 'read',
  input: { ...finishedInput, ...asFile },
  output: sheetOf(finishedRow, {
    by,
    ...keptBefore,
    // Slitter output of the same selection. It includes rolls that were later reworked, scrapped or recycled.
    slitOutputKg: kg,
  }),
  fileMime: XLSX_MIME,
})
export const finishedFile = defineEndpoint('sheet.finishedExport', {
  area,
  routes: 'GET /finished_product/export',
  access: 'finishedProductsExport',
  effect: 'read',
  input: finishedInput,
  output: fileOutput(XLSX_MIME),
})
/**
 * 工时更正: adds or subtracts hours of a shift that handovers do not contain, with a reason. An offsetting entry, which is
 * never changed.
 */
export const hoursCorrection = defineResource('hoursCorrection', {
  area,
  fields: {
    businessDate: day({ required: true }),
    lineId: reference('line', { required: true }),
    shift: text({ ...shiftTextOptions, required: true }),
    // Defaults to the team on that shift by the calendar.
    team: text(teamTextOptions),
    userId: reference('user'),
    // Negative values subtract.
    hours: amount({ unit: 'h', digits: 2, required: true, min: -480, max: 480 }),
    reason: note({ required: true, max: 1000 }),
    enteredBy: reference('user', { readonly: true }),
    enteredAt: moment({ readonly: true }),
  },
  title: ['businessDate', 'shift'],
  filters: ['businessDate', 'lineId', 'shift', 'team', 'userId'],
  search: ['reason'],
  sort: '-businessDate',
  monthBooking: { dateField: 'businessDate' },
  setOnCreate: (_row, { at, personId }: ActionContext) => ({ enteredBy: personId, enteredAt: at }),
  routes: {
    list: 'GET /sheet/hours_correction',
    create: 'POST /time_sheets',
    remove: 'DELETE /sheet/hours_correction',
  },
  permissions: { view: 'workHoursView', add: 'workHoursAdd', delete: 'workHoursDelete' },
})
const hoursInput = { ...where, by } as const
export const hoursRow = {
  ...keyFields,
  userId: reference('user'),
  person: label,
  // Shifts worked by a person; people in a shift.
  shifts: count,
  people: count,
  signedHours: hours,
  correctedHours: hours,
  hours,
} as const
/**
 * 工时表: people in signed handovers × length of the shift, absent people excluded, plus corrections (default: by person).
 */
export const hoursSheet = defineEndpoint('sheet.hours', {
  area,
  routes: 'GET /time_sheets',
  access: 'workHoursView',
  effect: 'read',
  input: { ...hoursInput, userId: reference('user'), ...asFile },
  output: sheetOf(hoursRow, { by }),
  fileMime: XLSX_MIME,
})
export const hoursFile = defineEndpoint('sheet.hoursExport', {
  area,
  routes: 'GET /time_sheets/export',
  access: 'workHoursExport',
  effect: 'read',
  input: hoursInput,
  output: fileOutput(XLSX_MIME),
})
export const keptKinds = ['material', 'finished', 'energy'] as const
/** 存档表: sums of a report as of the time somebody stored it, so that later changes become visible. */
export const keptSheet = defineResource('keptSheet', {
  area,
  fields: {
    kind: choice(keptKinds, { required: true, readonly: true }),
    from: day({ required: true }),
    to: day({ required: true }),
    lineId: reference('line'),
    note: note({ max: 1000 }),
    sums: list(
      { name: text({ required: true, max: 40 }), value: amount({ unit: '', digits: 3 }) },
      { readonly: true, max: 30 },
    ),
    keptBy: reference('user', { readonly: true }),
    keptAt: moment({ readonly: true }),
  },
  title: ['kind', 'from', 'to'],
  filters: ['kind', 'from', 'to', 'lineId'],
  sort: '-keptAt',
  routes: { list: 'GET /sheet/kept' },
  permissions: { view: ['materialReportView', 'finishedProductsView', 'energyReportView'] },
})
const keeping = (
  name: string,
  route: 'POST /material_consumption_sheet' | 'POST /finished_product' | 'POST /sheet_energy',
  access: string,
) =>
  defineEndpoint(name, {
    area,
    routes: route,
    access,
    effect: 'write',
    input: { ...period, lineId: reference('line'), note: note({ max: 1000 }) },
    output: resourceOutput(keptSheet),
  })
/** 生成: stores the current sums of the material report of a period. */
export const keepMaterial = keeping('keptSheet.keepMaterial', 'POST /material_consumption_sheet', 'materialReportEdit')
/** 生成: stores the current sums of the report of finished products. */
export const keepFinished = keeping('keptSheet.keepFinished', 'POST /finished_product', 'finishedProductsEdit')
/** 生成: stores the current sums of the energy report. */
export const keepEnergy = keeping('keptSheet.keepEnergy', 'POST /sheet_energy', 'energyReportEdit')
export const fileKinds = [
  'material',
  'finished',
  'hours',
  'energy',
  'energyShift',
  'batchEnergy',
  'monthlyOutput',
  'quality',
  'stops',
] as const
/** Any report as a workbook, selected by name. */
export const sheetFile = defineEndpoint('sheet.export', {
  area,
  routes: 'GET /sheet/export',
  access: [
    'materialReportExport',
    'finishedProductsExport',
    'energyReportExport',
    'workHoursExport',
    'anyDateSheetExport',
    'qualitySheetExport',
  ],
  effect: 'read',
  input: { ...where, sheet: choice(fileKinds), by },
  output: fileOutput(XLSX_MIME),
})
export const detailSheets = [
  materialSheet,
  finishedSheet,
  finishedFile,
  hoursSheet,
  hoursFile,
  keepMaterial,
  keepFinished,
  keepEnergy,
  sheetFile,
]
