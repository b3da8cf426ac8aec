import { teamTextOptions } from '@/plant/contract/shift-record-fields'
import { amount, choice, day, integer, list, moment, reference, text } from '@/contract/field'

const kgField = amount({ unit: 'kg', required: true })
const countField = integer({ required: true })
const optionKeyField = text({ required: true, max: 40 })
export const alarmKinds = [
  'roundMissed',
  'inspectionMissed',
  'inspectionNotOk',
  'outOfLimits',
  'firstNotOk',
  'weightUnusual',
  'stopUnexplained',
] as const

/**
 * Snapshot of a shift of a line, shared by form, preview and print. Masses count rolls made in the shift, and stop
 * minutes count only time within the shift. Open repairs, orders and uncut rolls are as of `asOf`.
 */
export const shiftSnapshotFields = {
  lineId: reference('line', { required: true }),
  businessDate: day({ required: true }),
  shift: optionKeyField,
  team: text(teamTextOptions),
  startsAt: moment({ required: true }),
  endsAt: moment({ required: true }),
  asOf: moment({ required: true }),
  jumboRolls: countField,
  jumboKg: kgField,
  jumboM: amount({ unit: 'm', required: true }),
  slitRolls: countField,
  slitKg: kgField,
  goodKg: kgField,
  downgradedKg: kgField,
  wasteKg: kgField,
  // Part of `jumboKg` and `slitKg` that was corrected without a grade; null in records signed before it was counted.
  rollCorrectedKg: amount({ unit: 'kg' }),
  trimKg: kgField,
  packages: countField,
  packedKg: kgField,
  fedKg: kgField,
  recycledKg: kgField,
  stopMinutes: amount({ unit: 'min', required: true }),
  uncutRolls: countField,
  uncutKg: kgField,
  stops: list(
    {
      stopId: reference('lineStop', { required: true }),
      startedAt: moment({ required: true }),
      endedAt: moment(),
      reasonId: reference('stopReason'),
      note: text({ max: 1000 }),
      minutes: amount({ unit: 'min', required: true }),
    },
    { max: 100 },
  ),
  openRepairs: list(
    {
      repairId: reference('repair', { required: true }),
      equipmentId: reference('equipment', { required: true }),
      state: optionKeyField,
      severity: optionKeyField,
      since: moment({ required: true }),
    },
    { max: 100 },
  ),
  orders: list(
    {
      workOrderId: reference('workOrder', { required: true }),
      state: optionKeyField,
      jumboRolls: countField,
      slitRolls: countField,
      madeKg: kgField,
      goodKg: kgField,
      downgradedKg: kgField,
      wasteKg: kgField,
      orderedKg: amount({ unit: 'kg' }),
      totalKg: kgField,
    },
    { max: 60 },
  ),
  materials: list(
    {
      materialId: reference('material', { required: true }),
      lotId: reference('materialLot'),
      hopper: text({ max: 40 }),
      kg: kgField,
      leftKg: amount({ unit: 'kg' }),
    },
    { max: 100 },
  ),
  uncut: list(
    {
      jumboRollId: reference('jumboRoll', { required: true }),
      workOrderId: reference('workOrder', { required: true }),
      kg: amount({ unit: 'kg' }),
      leftM: amount({ unit: 'm' }),
    },
    { max: 60 },
  ),
  alarms: list(
    {
      kind: choice(alarmKinds, { required: true }),
      label: text({ required: true, max: 400 }),
      at: moment({ required: true }),
    },
    { max: 100 },
  ),
} as const
/** Display names of the rows that a snapshot refers to, in the reader's language. */
export const snapshotNamesField = list(
  { id: text({ required: true, max: 36 }), label: text({ required: true, max: 400 }) },
  { max: 1000 },
)
