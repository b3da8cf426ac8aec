import { defineResource } from '@/contract/resource'
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
  references,
  text,
} from '@/contract/field'
import { usedQuantityField } from '@/areas/equipment/contract/record-fields'
import { repairLifecycle } from '@/areas/maintenance/rules/repair'

export const faultKinds = [
  'mechanical',
  'electrical',
  'control',
  'pneumatic',
  'hydraulic',
  'heating',
  'lubrication',
  'instrument',
  'safety',
  'other',
] as const

/** Fields that the reporter enters. They stay editable until the repair is closed. */
export const repairReportFields = {
  equipmentId: reference('equipment', { required: true }),
  faultKind: choice(faultKinds, { required: true }),
  severity: choice(['low', 'medium', 'high', 'critical'], { required: true }),
  description: note({ max: 2000 }),
  // False for planned work and improvements, which MTTR and MTBF leave out.
  breakdown: flag({ default: true }),
  lineStopped: flag(),
  stoppedAt: moment(),
  images: image(),
  inspectionResultId: reference('inspectionResult'),
} as const
/** Fields that only mechanics enter. `rules/repair-work` checks hours and parts. */
export const repairWorkFields = {
  causes: note({ max: 2000 }),
  actions: note({ max: 2000 }),
  parts: list({ partId: reference('sparePart', { required: true }), quantity: usedQuantityField }, { max: 100 }),
  hours: list(
    { userId: reference('user', { required: true }), hours: amount({ unit: 'h', digits: 2, required: true, min: 0 }) },
    { max: 50 },
  ),
  workImages: image(),
} as const

const readonlyMoment = moment({ readonly: true })
const readonlyPerson = reference('user', { readonly: true })
/** 报修单: a repair from the report to the final confirmation. `rules/repair` defines the transitions. */
export const repair = defineResource('repair', {
  area: 'maintenance',
  fields: {
    number: text({ required: true, readonly: true, max: 40 }),
    state: choice(repairLifecycle.states, { required: true, readonly: true }),
    ...repairReportFields,
    lineId: reference('line', { readonly: true }),
    reportedBy: readonlyPerson,
    reportedAt: moment({ required: true, readonly: true }),
    acceptedBy: readonlyPerson,
    acceptedAt: readonlyMoment,
    // Other people who also accepted the repair, because their phones were offline.
    alsoAcceptedBy: references('user', { readonly: true }),
    // Waits for parts in chronological order; the last one is current if it has no end.
    waits: list(
      {
        partId: reference('sparePart'),
        part: note({ max: 500 }),
        expectedOn: day({ required: true }),
        since: moment({ required: true }),
        until: moment(),
        userId: reference('user'),
      },
      { max: 50, readonly: true },
    ),
    expectedOn: day({ readonly: true }),
    ...repairWorkFields,
    // Time when the line ran again, entered by mechanics or by production.
    runningAgainAt: moment(),
    repairEndAt: readonlyMoment,
    finishedBy: readonlyPerson,
    productionBy: readonlyPerson,
    productionAt: readonlyMoment,
    finalBy: readonlyPerson,
    finalAt: readonlyMoment,
    // Reason of the last rejection or of the withdrawal.
    reason: note({ readonly: true, max: 1000 }),
    rejectedBy: readonlyPerson,
    rejectedAt: readonlyMoment,
    rejections: integer({ readonly: true, default: 0 }),
    stopId: reference('lineStop', { readonly: true }),
  },
  title: ['number'],
  unique: [['number']],
  filters: [
    'equipmentId',
    'lineId',
    'state',
    'faultKind',
    'severity',
    'breakdown',
    'lineStopped',
    'reportedBy',
    'reportedAt',
    'acceptedBy',
    'expectedOn',
    'repairEndAt',
  ],
  search: ['number', 'description', 'causes', 'actions'],
  monthBooking: {
    dateField: 'repairEndAt',
    bookedFields: ['lineId', 'state', 'breakdown', 'lineStopped', 'stoppedAt', 'reportedAt', 'acceptedAt', 'waits'],
    lockedAfterClosing: false,
  },
  sort: '-reportedAt',
  inShiftPack: true,
  offlineWrites: ['update'],
  routes: { list: 'POST /book/repairs_list', update: 'PUT /book/update_repair', export: 'POST /book/download' },
  permissions: { view: 'repairView', edit: 'repairEdit', export: 'repairExport' },
})

/** Comments on a repair, with photos. Immutable: nobody can edit or delete them. */
export const repairComment = defineResource('repairComment', {
  area: 'maintenance',
  fields: {
    repairId: reference('repair', { required: true }),
    text: note({ max: 2000 }),
    images: image(),
    writtenBy: reference('user', { readonly: true }),
    writtenAt: moment({ readonly: true }),
  },
  title: ['text'],
  filters: ['repairId', 'writtenBy', 'writtenAt'],
  sort: 'writtenAt',
  setOnCreate: (_row, { at, personId }) => ({ writtenBy: personId, writtenAt: at }),
  inShiftPack: true,
  offlineWrites: ['create'],
  routes: { list: 'GET /repair/comments', create: 'POST /repair/comment' },
  permissions: { view: 'repairView', add: 'repairAdd' },
})
