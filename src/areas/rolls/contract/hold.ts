import { defineCommand } from '@/contract/command'
import { choice, integer, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { holdableKinds, holdLifecycle as lifecycle } from '@/areas/rolls/rules/hold'
import { kgField } from './jumbo-roll'
import { holdReasons } from './preset-reasons'

const userField = reference('user', { readonly: true })
const momentField = moment({ readonly: true })
const countField = integer({ readonly: true, default: 0 })
const reasonField = note({ required: true, max: 1000 })

/** Holds 扣留: the subject, the reason, the quantity found in the plant, and who released it. */
export const hold = defineResource('hold', {
  area: 'rolls',
  fields: {
    number: text({ required: true, readonly: true, max: 40, format: 'code' }),
    state: choice(lifecycle.states, { readonly: true, default: 'held' }),
    kind: choice(holdableKinds, { required: true }),
    // Id of the held item, or the number on its label.
    subjectId: text({ max: 36, required: true, hidden: true }),
    // Name of the subject when it was put on hold.
    subject: text({ readonly: true, max: 120 }),
    reason: { ...reasonField, presets: holdReasons },
    heldAt: momentField,
    heldBy: userField,
    // Quantities that the hold has reached so far, including items made later.
    jumbos: countField,
    slitRolls: countField,
    packages: countField,
    kg: { ...kgField, readonly: true },
    releasedAt: momentField,
    releasedBy: userField,
    releaseReason: note({ readonly: true, max: 1000 }),
  },
  title: ['number', 'subject'],
  unique: [['number']],
  filters: ['state', 'kind', 'heldAt'],
  search: ['number', 'subject', 'reason'],
  sort: '-heldAt',
  inShiftPack: true,
  routes: { list: 'GET /rolls/hold', export: 'GET /rolls/hold_excel' },
  permissions: {
    view: ['qualityTrackingView', 'rollInteractiveView', 'divideInteractiveView'],
    export: 'qualityTrackingDownload',
  },
})

/**
 * 扣留: holds a lot, roll, package or order, and everything made of it that is still in the plant. A held lot is also
 * blocked for feeding.
 */
export const putOnHold = defineCommand(hold, lifecycle, 'hold', {
  routes: 'POST /rolls/hold',
  creates: true,
  serverFields: ['number', 'subject', 'jumbos', 'slitRolls', 'packages', 'kg'],
  // The server corrects a moment before the subject was made.
  provisionalFields: ['heldAt'],
  writes: ['kind', 'subjectId', 'reason'],
  apply: (_row, _input, { at: heldAt, personId }) => ({ heldAt, heldBy: personId }),
})
/**
 * 解除扣留: releases a hold with a reason. Items under another hold stay held. A lot stays blocked until quality decides
 * about the lot.
 */
export const releaseHold = defineCommand(hold, lifecycle, 'release', {
  routes: 'PUT /rolls/hold',
  input: { releaseReason: reasonField },
  getNotBefore: (row) => row.heldAt,
  apply: (_row, _input, { at: releasedAt, personId }) => ({ releasedAt, releasedBy: personId }),
  offline: false,
})
export const holdCommands = [putOnHold, releaseHold] as const
