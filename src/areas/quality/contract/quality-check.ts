import { defineCommand } from '@/contract/command'
import { amount, choice, day, file, flag, image, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { kgField, metresField, downgradeKeyFields } from '@/areas/rolls/contract/jumbo-roll'
import { defectKinds } from '@/areas/rolls/rules/defect-map'
import { grades } from '@/areas/rolls/rules/grade'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { deriveCheckResult } from '../rules/quality-check'
import { templateItemFields } from './table-template'

export const qualitySheetPermissions = {
  view: 'qualitySheetView',
  add: 'qualitySheetAdd',
  edit: 'qualitySheetEdit',
  delete: 'qualitySheetDelete',
  export: 'qualitySheetExport',
} as const
/** Fields that the server copies from the roll of a record. `team` is the team that made the roll. */
export const checkedRollFields = {
  lineId: reference('line', { readonly: true }),
  workOrderId: reference('workOrder', { readonly: true }),
  productId: reference('product', { readonly: true }),
  businessDate: day({ readonly: true }),
  shift: text({ ...shiftTextOptions, readonly: true }),
  team: text({ ...teamTextOptions, readonly: true }),
} as const
const enteredFields = {
  templateId: reference('tableTemplate'),
  readings: list(
    {
      ...templateItemFields,
      number: integer({ required: true, min: 1, max: 20 }),
      value: amount({ unit: '', digits: 3 }),
      verdict: choice(['ok', 'notOk', 'notApplicable']),
    },
    { max: 200 },
  ),
  defects: list(
    {
      kind: choice(defectKinds, { required: true }),
      severity: choice(['major', 'minor'], { default: 'major' }),
      lane: integer({ min: 1, max: 200 }),
      // Metres from the start of winding of this roll.
      fromM: metresField,
      toM: metresField,
      // Distance from the edge on the operator's side.
      fromMm: integer({ unit: 'mm', min: 0 }),
      note: text({ max: 400 }),
    },
    { max: 40, mergesEntries: true },
  ),
  images: image({ max: 9 }),
  note: note({ max: 2000 }),
} as const

/**
 * 质量检验: one check of one roll, jumbo or slit. The check is stored even if the roll was downgraded, sold or removed
 * before the check arrived; `flag` records this. The result is derived by `rules/quality-check`.
 */
export const qualityCheck = defineResource('qualityCheck', {
  area: 'quality',
  fields: {
    number: text({ readonly: true, max: 100, format: 'code' }),
    result: choice(['ok', 'notOk', 'incomplete'], { readonly: true }),
    flag: choice(['downgradedMeanwhile', 'soldMeanwhile', 'goneMeanwhile'], { readonly: true }),
    jumboRollId: reference('jumboRoll'),
    slitRollId: reference('slitRoll'),
    ...checkedRollFields,
    ...enteredFields,
    // Grade of the roll shown on the inspector's phone.
    seenGrade: choice(grades, { hidden: true }),
    // Number of readings outside their limits.
    outOfLimits: integer({ readonly: true, default: 0 }),
    checkedAt: moment({ readonly: true }),
    userId: reference('user', { readonly: true }),
    // Set while any downgrade of this check is in effect, else null.
    downgradedAt: moment({ readonly: true }),
    downgradedKg: { ...kgField, readonly: true },
    // Time at which a downgrade of this check was withdrawn; null again after the check has downgraded again.
    takenBackAt: moment({ readonly: true }),
    downgradedLines: list(
      { ...downgradeKeyFields, lane: integer({ min: 1, max: 200 }), kg: { ...kgField, required: true } },
      { max: 80, readonly: true, hidden: true },
    ),
    // True if the roll still has to be downgraded: the check failed, and no downgrade of it is in effect.
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
    const verdict = deriveCheckResult(row)
    return { ...verdict, toDowngrade: verdict.result === 'notOk' && row.downgradedAt === null }
  },
  routes: { list: 'GET /quality/check', remove: 'DELETE /quality/check', export: 'GET /quality/check_export' },
  permissions: qualitySheetPermissions,
})
const enteredFieldNames = ['templateId', 'readings', 'defects', 'images', 'note'] as const
/**
 * Enters a check. A form sends the photos at once; a phone may send them later. The input names the roll by id, or by
 * the number on the label if the phone does not know the roll.
 */
export const addCheck = defineCommand(qualityCheck, null, 'add', {
  routes: 'POST /quality/check',
  access: qualitySheetPermissions.add,
  creates: true,
  body: 'multipart',
  serverFields: ['number', 'jumboRollId', 'slitRollId', 'flag', 'images', ...getCheckedRollFieldNames()],
  // The template may have changed since the phone loaded it, and the server knows the lane.
  provisionalFields: ['readings', 'defects', 'outOfLimits', 'result', 'toDowngrade'],
  writes: ['jumboRollId', 'slitRollId', 'seenGrade', ...enteredFieldNames],
  input: { number: text({ max: 100 }), picture: file({ max: 9 }) },
  apply: (_row, _input, { at, personId }) => ({ checkedAt: at, userId: personId }),
})
/** Corrects a check. The roll cannot be changed. New photos are added to the stored photos. */
export const editCheck = defineCommand(qualityCheck, null, 'edit', {
  routes: 'PUT /quality/check',
  access: qualitySheetPermissions.edit,
  body: 'multipart',
  partial: true,
  serverFields: ['images'],
  provisionalFields: ['readings', 'defects', 'outOfLimits', 'result', 'toDowngrade'],
  writes: enteredFieldNames,
  input: { picture: file({ max: 9 }) },
})
/**
 * 降等: downgrades the metres that a failed check concerns, only on the checked roll. The command can be repeated after
 * the downgrade was withdrawn. `defect` is required if the check failed only by its readings.
 */
export const downgradeCheck = defineCommand(qualityCheck, null, 'downgrade', {
  routes: 'POST /quality/check_downgrade',
  access: qualitySheetPermissions.edit,
  serverFields: ['downgradedKg', 'downgradedLines'],
  input: { grade: choice(['downgraded', 'waste'], { required: true }), defect: choice(defectKinds) },
  forbiddenReason: ({ result }) => (result === 'notOk' ? null : 'checkNotFailed'),
  isDone: ({ downgradedAt, takenBackAt }) => downgradedAt !== null && takenBackAt === null,
  // A command that is older than the withdrawal changes nothing, because the withdrawal is the later decision.
  apply: ({ takenBackAt }, _input, { at }) =>
    takenBackAt !== null && at < takenBackAt ? {} : { downgradedAt: at, takenBackAt: null },
})
function getCheckedRollFieldNames() {
  return Object.keys(checkedRollFields) as (keyof typeof checkedRollFields)[]
}
