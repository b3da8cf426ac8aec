/** Sheets made of the records of their owners: material, finished products, hours of people. */
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
  // Of all that was fed in this choice, packing apart.
  percent: amount({ unit: '%', digits: 2 }),
  feeds: count,
} as const
/** 物料消耗表: what was fed by kind, material, lot, order, shift, day or month, less what was taken back; by material unless told. */
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
/** 成品表: finished rolls by product, width, grade, order or package; by product, width and grade unless told. */
export const finishedSheet = defineEndpoint('sheet.finished', {
  area,
  routes: 'GET /finished_product',
  access: 'finishedProductsView',
  effect: 'read',
  input: { ...finishedInput, ...asFile },
  output: sheetOf(finishedRow, {
    by,
    ...keptBefore,
    // Of the same choice: the rolls that were reworked, scrapped or recycled since are in it and not in the sheet.
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
/** 工时更正: hours more or less of a shift that handovers do not know of, with a reason; a counter-line, never a change. */
export const hoursCorrection = defineResource('hoursCorrection', {
  area,
  fields: {
    businessDate: day({ required: true }),
    lineId: reference('line', { required: true }),
    shift: text({ ...shiftTextOptions, required: true }),
    // Of the shift, by the calendar, unless told.
    team: text(teamTextOptions),
    userId: reference('user'),
    // Less with a minus.
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
  // Shifts of a person; people of a shift.
  shifts: count,
  people: count,
  signedHours: hours,
  correctedHours: hours,
  hours,
} as const
/** 工时表: people of signed handovers × length of the shift, absent ones left out, with the corrections; by person unless told. */
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
/** 存档表: the sums of a sheet as they stood when somebody made it, so that a later change is seen. */
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
/** 生成: keeps the sums of the material sheet of a period as they stand. */
export const keepMaterial = keeping('keptSheet.keepMaterial', 'POST /material_consumption_sheet', 'materialReportEdit')
/** The same of the sheet of finished products. */
export const keepFinished = keeping('keptSheet.keepFinished', 'POST /finished_product', 'finishedProductsEdit')
/** The same of the energy sheet. */
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
/** Any sheet as a file, by its name. */
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
