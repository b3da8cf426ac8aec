import { amount, choice, day, flag, image, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
import { replacementsField } from '@/areas/standards/contract/approval'
import { abnormityLifecycle as lifecycle, isAnswerOwed } from '@/areas/deviations/rules/abnormity'
import { defectKinds } from '@/areas/rolls/rules/defect-map'

export const abnormityKinds = ['product', 'process', 'material', 'equipment', 'complaint'] as const
/** Fields that the person who raises an abnormity fills in; the other fields are derived from the scanned roll. */
export const abnormityEntryFields = {
  kind: choice(abnormityKinds, { required: true }),
  severity: choice(['minor', 'major', 'critical'], { required: true, default: 'major' }),
  defect: choice(defectKinds),
  description: note({ required: true, max: 2000 }),
  jumboRollId: reference('jumboRoll'),
  slitRollId: reference('slitRoll'),
  materialLotId: reference('materialLot'),
  lineId: reference('line'),
  workOrderId: reference('workOrder'),
  // For complaints: the customer and the quantity.
  customerId: reference('customer'),
  quantityKg: amount({ unit: 'kg', digits: 1, min: 0 }),
  images: image(),
} as const
/** 8D answer: containment, cause, measures and prevention. */
export const abnormityAnswerFields = {
  containment: note({ max: 2000 }),
  causeKind: choice(['man', 'machine', 'material', 'method', 'environment', 'measurement']),
  cause: note({ max: 2000 }),
  measures: list(
    {
      what: text({ required: true, max: 500 }),
      userId: reference('user'),
      dueOn: day(),
      doneOn: day({ notFuture: true }),
    },
    { max: 30, mergesEntries: true },
  ),
  prevention: note({ max: 2000 }),
} as const
const momentField = moment({ readonly: true })
const userField = reference('user', { readonly: true })

/** Abnormities 质量异常 (nonconformances), including customer complaints. */
export const abnormity = defineResource('abnormity', {
  area: 'deviations',
  fields: {
    number: text({ required: true, readonly: true, max: 40 }),
    state: choice(lifecycle.states, { required: true, readonly: true }),
    ...abnormityEntryFields,
    productId: reference('product', { readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    raisedBy: userField,
    raisedAt: moment({ required: true, readonly: true }),
    responsibleId: userField,
    dueOn: day({ readonly: true }),
    replacements: replacementsField,
    confirmedBy: userField,
    confirmedAt: momentField,
    ...abnormityAnswerFields,
    answeredBy: userField,
    answeredAt: momentField,
    verification: note({ readonly: true, max: 2000 }),
    verifiedBy: userField,
    verifiedAt: momentField,
    closedBy: userField,
    closedAt: momentField,
    // Reason of the last return, reopening or withdrawal.
    reason: note({ readonly: true, max: 1000 }),
    // How often the answer was sent back or the abnormity reopened.
    sentBack: integer({ readonly: true, default: 0 }),
    remindedOn: day({ readonly: true, hidden: true }),
    // True if an answer is owed; stored as a filter field.
    owed: flag({ readonly: true, hidden: true, default: false }),
  },
  title: ['number'],
  unique: [['number']],
  filters: [
    'state',
    'kind',
    'severity',
    'defect',
    'jumboRollId',
    'slitRollId',
    'materialLotId',
    'lineId',
    'workOrderId',
    'customerId',
    'responsibleId',
    'answeredBy',
    'owed',
    'dueOn',
    'raisedAt',
  ],
  search: ['number', 'description', 'cause'],
  sort: '-raisedAt',
  dateOrder: [['confirmedAt', 'dueOn']],
  inShiftPack: true,
  deriveFields: (row) => ({ owed: isAnswerOwed(row) }),
  routes: { list: 'GET /quality/check_abnormity', export: 'GET /quality/abd_excel' },
  permissions: { view: 'qualityTrackingView', export: 'qualityTrackingDownload' },
})
