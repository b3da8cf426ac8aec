import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import {
  amount,
  choice,
  day,
  flag,
  image,
  integer,
  list,
  moment,
  note,
  reference,
  text,
  references,
} from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { lotPortionsField, unknownKgField } from '@/areas/feeding/contract/material'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import {
  jumboRollLifecycle as lifecycle,
  retiredJumboStates,
  takenBackJumboStates,
} from '@/areas/rolls/rules/jumbo-roll'
import { grades } from '../rules/grade'
import { endingReasons, takeBackReasons } from './preset-reasons'

/** Active holds on a row; empty if it is not held. */
export const holdReferences = references('hold', { readonly: true, max: 20 })

export const metresField = amount({ unit: 'm', digits: 1, min: 0 })
export const kgField = amount({ unit: 'kg', digits: 3, min: 0 })
/**
 * Defects 疵点. Metres count from the start of winding, mm from the operator's side. Without mm, a defect spans the
 * width.
 */
export const defectsField = list(
  {
    kind: choice(defectKinds, { required: true }),
    fromM: { ...metresField, required: true },
    toM: { ...metresField, required: true },
    fromMm: integer({ unit: 'mm', min: 0 }),
    toMm: integer({ unit: 'mm', min: 0 }),
    images: image({ max: 3 }),
    note: text({ max: 400 }),
  },
  { max: 200, mergesEntries: true },
)
/** Fields that identify a downgrade: same metres, grade and defect mean the same downgrade. */
export const downgradeKeyFields = {
  fromM: { ...metresField, required: true },
  toM: { ...metresField, required: true },
  grade: choice(['downgraded', 'waste'], { required: true }),
  defect: choice(defectKinds, { required: true }),
} as const
/** 降等: metres of a roll that are not good, with the defect. */
export const downgradesField = list({ ...downgradeKeyFields, reason: text({ max: 400 }) }, { max: 50 })
/** Downgrades to take back. */
export const downgradesToTakeBackField = list(downgradeKeyFields, { required: true, max: 50 })
/** Downgrades that were taken back, newest last. They are no longer valid. */
export const takenBackDowngradesField = list(
  {
    ...downgradeKeyFields,
    reason: text({ max: 400 }),
    kg: { ...kgField, required: true },
    why: text({ required: true, max: 1000, presets: takeBackReasons }),
    userId: reference('user', { required: true }),
    at: moment({ required: true }),
  },
  { max: 500 },
)
/** Business date, shift, team and person of a production record; set by the server. */
export const productionShiftFields = {
  businessDate: day({ required: true, readonly: true }),
  shift: text({ ...shiftTextOptions, readonly: true }),
  team: text({ ...teamTextOptions, readonly: true }),
  userId: reference('user', { readonly: true }),
} as const
/** Fields entered at the winder. */
export const windFields = {
  widthMm: integer({ unit: 'mm', min: 1, max: 10_000 }),
  lengthM: metresField,
  speed: amount({ unit: 'm/min', digits: 1, min: 0 }),
  splices: integer({ min: 0, max: 99, default: 0 }),
  defects: defectsField,
  images: image(),
  note: note({ max: 1000 }),
} as const
export const weighFields = {
  grossKg: kgField,
  coreKg: kgField,
  weighedBy: choice(['scale', 'typed'], { default: 'typed' }),
} as const

/** Jumbo rolls 母卷. The number is assigned once, at the doff; `rules/jumbo-roll` defines the states. */
export const jumboRoll = defineResource('jumboRoll', {
  area: 'rolls',
  fields: {
    // Empty while the roll is being wound.
    number: text({ readonly: true, max: 80, format: 'code' }),
    state: choice(lifecycle.states, { readonly: true, default: 'winding' }),
    workOrderId: reference('workOrder', { required: true }),
    productId: reference('product', { required: true, readonly: true }),
    lineId: reference('line', { required: true }),
    gsm: amount({ unit: 'g/m²', digits: 2, readonly: true, min: 0 }),
    ...windFields,
    startedAt: moment({ required: true, readonly: true }),
    doffedAt: moment({ readonly: true }),
    ...productionShiftFields,
    ...weighFields,
    netKg: { ...kgField, readonly: true },
    expectedKg: { ...kgField, readonly: true },
    weightUnusual: flag({ readonly: true, default: false }),
    grade: choice(grades, { readonly: true, default: 'good' }),
    downgrades: { ...downgradesField, readonly: true },
    takenBackDowngrades: { ...takenBackDowngradesField, readonly: true },
    // Metres not cut yet.
    leftM: { ...metresField, readonly: true },
    // Kilograms of each lot in the roll; see `feeding/rules/allocate-lots`.
    lots: lotPortionsField,
    unknownKg: unknownKgField,
    holds: holdReferences,
    labels: integer({ readonly: true, default: 0 }),
    // Content of the last printed label; see `rules/label-contents`.
    labelSaid: text({ readonly: true, hidden: true, max: 120 }),
    reason: note({ readonly: true, max: 1000, presets: Object.values(endingReasons).flat() }),
  },
  title: ['number'],
  unique: [['number']],
  filters: [
    'state',
    'workOrderId',
    'productId',
    'lineId',
    'businessDate',
    'shift',
    'team',
    'userId',
    'doffedAt',
    'grade',
  ],
  search: ['number', 'note'],
  hasSearchIndex: true,
  sort: '-startedAt',
  // Indexed by content: the trace looks up the rolls that hold a lot.
  indexedCollections: ['lots', 'holds'],
  monthBooking: {
    dateField: 'doffedAt',
    bookedFields: [
      'workOrderId',
      'productId',
      'lineId',
      'lengthM',
      'netKg',
      'expectedKg',
      'businessDate',
      'shift',
      'team',
    ],
    withdrawnStates: takenBackJumboStates,
    countedFields: ['grade', 'downgrades'],
    countedStates: retiredJumboStates,
  },
  inShiftPack: true,
  routes: { list: 'GET /production/jumbo_roll', export: 'GET /production/jr_export' },
  permissions: {
    view: [
      'rollInteractiveView',
      'divideInteractiveView',
      'productionSheetView',
      'qualityTrackingView',
      'progressMonitoringView',
    ],
    export: 'rollInteractiveDownload',
  },
})
