import { defineCommand } from '@/contract/command'
import { amount, choice, day, file, flag, image, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { kgField, metresField, downgradeKeyFields } from '@/areas/rolls/contract/jumbo-roll'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/slit-roll'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { checkVerdict } from '../rules/quality-check'
import { itemFields } from './table-template'

export const sheetKeys = {
  view: 'qualitySheetView',
  add: 'qualitySheetAdd',
  edit: 'qualitySheetEdit',
  delete: 'qualitySheetDelete',
  export: 'qualitySheetExport',
} as const
/** What the plant knows of the roll that a record is about; set by the server. `team` made the roll. */
export const rollFields = {
  lineId: reference('line', { readonly: true }),
  workOrderId: reference('workOrder', { readonly: true }),
  productId: reference('product', { readonly: true }),
  businessDate: day({ readonly: true }),
  shift: text({ ...shiftTextOptions, readonly: true }),
  team: text({ ...teamTextOptions, readonly: true }),
} as const
/** What an inspector enters of a roll. */
const entered = {
  templateId: reference('tableTemplate'),
  readings: list(
    {
      ...itemFields,
      number: integer({ required: true, min: 1, max: 20 }),
      value: amount({ unit: '', digits: 3 }),
      verdict: choice(['ok', 'notOk', 'notApplicable']),
    },
    { max: 200 },
  ),
  // Metres from the roll's own start of winding, mm from the operator's side.
  defects: list(
    {
      kind: choice(defectKinds, { required: true }),
      severity: choice(['major', 'minor'], { default: 'major' }),
      lane: integer({ min: 1, max: 200 }),
      fromM: metresField,
      toM: metresField,
      fromMm: integer({ unit: 'mm', min: 0 }),
      note: text({ max: 400 }),
    },
    { max: 40, mergesEntries: true },
  ),
  images: image({ max: 9 }),
  note: note({ max: 2000 }),
} as const

/**
 * 质量检验: one look at one roll, jumbo or slit, by an inspector with a phone. Kept whatever became of the roll meanwhile;
 * `flag` says what did. The result follows from `rules/quality-check`.
 */
export const qualityCheck = defineResource('qualityCheck', {
  area: 'quality',
  fields: {
    number: text({ readonly: true, max: 100, format: 'code' }),
    result: choice(['ok', 'notOk', 'incomplete'], { readonly: true }),
    flag: choice(['downgradedMeanwhile', 'soldMeanwhile', 'goneMeanwhile'], { readonly: true }),
    jumboRollId: reference('jumboRoll'),
    slitRollId: reference('slitRoll'),
    ...rollFields,
    ...entered,
    seenGrade: choice(grades, { hidden: true }),
    outOfLimits: integer({ readonly: true, default: 0 }),
    checkedAt: moment({ readonly: true }),
    userId: reference('user', { readonly: true }),
    // What the check had downgraded and still stands: `downgradedAt` is null again when nothing of it does.
    downgradedAt: moment({ readonly: true }),
    downgradedKg: { ...kgField, readonly: true },
    // When any of it was taken back, until the check downgrades again.
    takenBackAt: moment({ readonly: true }),
    downgradedLines: list(
      { ...downgradeKeyFields, lane: integer({ min: 1, max: 200 }), kg: { ...kgField, required: true } },
      { max: 80, readonly: true, hidden: true },
    ),
    toDowngrade: flag({ readonly: true, hidden: true }),
  },
  title: ['number', 'checkedAt'],
  filters: [
    'result',
    'flag',
    'lineId',
    'productId',
    'team',
    'businessDate',
    'shift',
    'userId',
    'jumboRollId',
    'slitRollId',
    'checkedAt',
    'downgradedAt',
    'toDowngrade',
  ],
  search: ['number', 'note'],
  sort: '-checkedAt',
  monthBooking: { dateField: 'businessDate', bookedFields: ['result', 'lineId'], lockedAfterClosing: false },
  inShiftPack: true,
  deriveFields: (row) => {
    const verdict = checkVerdict(row)
    return { ...verdict, toDowngrade: verdict.result === 'notOk' && row.downgradedAt === null }
  },
  routes: { list: 'GET /quality/check', remove: 'DELETE /quality/check', export: 'GET /quality/check_export' },
  permissions: sheetKeys,
})
const names = ['templateId', 'readings', 'defects', 'images', 'note'] as const
/**
 * Enters a check: from a form with its photos, or from a phone whose photos follow. The roll by its id, or by the number on
 * its label where the phone does not know it.
 */
export const addCheck = defineCommand(qualityCheck, null, 'add', {
  routes: 'POST /quality/check',
  access: sheetKeys.add,
  creates: true,
  body: 'multipart',
  serverFields: ['number', 'jumboRollId', 'slitRollId', 'flag', 'images', ...rollNames()],
  // The sheet may have changed since the phone heard of it, and the server knows the lane.
  estimatedFields: ['readings', 'defects', 'outOfLimits', 'result', 'toDowngrade'],
  writes: ['jumboRollId', 'slitRollId', 'seenGrade', ...names],
  input: { number: text({ max: 100 }), picture: file({ max: 9 }) },
  apply: (_row, _input, { at, personId }) => ({ checkedAt: at, userId: personId }),
})
/** Corrects what was entered; the roll stays. Photos of the form are added to those that are kept. */
export const editCheck = defineCommand(qualityCheck, null, 'edit', {
  routes: 'PUT /quality/check',
  access: sheetKeys.edit,
  body: 'multipart',
  partial: true,
  serverFields: ['images'],
  estimatedFields: ['readings', 'defects', 'outOfLimits', 'result', 'toDowngrade'],
  writes: names,
  input: { picture: file({ max: 9 }) },
})
/** 降等 of the metres that a failed check speaks of, of that roll and no more; once more when it was taken back. `defect` where it failed by its readings alone. */
export const downgradeCheck = defineCommand(qualityCheck, null, 'downgrade', {
  routes: 'POST /quality/check_downgrade',
  access: sheetKeys.edit,
  serverFields: ['downgradedKg', 'downgradedLines'],
  input: { grade: choice(['downgraded', 'waste'], { required: true }), defect: choice(defectKinds) },
  forbiddenReason: ({ result }) => (result === 'notOk' ? null : 'checkNotFailed'),
  isDone: ({ downgradedAt, takenBackAt }) => downgradedAt !== null && takenBackAt === null,
  // Saved before it was taken back, it says nothing that whoever took it back did not know.
  apply: ({ takenBackAt }, _input, { at }) =>
    takenBackAt !== null && at < takenBackAt ? {} : { downgradedAt: at, takenBackAt: null },
})
function rollNames() {
  return Object.keys(rollFields) as (keyof typeof rollFields)[]
}
