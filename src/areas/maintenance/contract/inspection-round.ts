import { shiftTextOptions, teamTextOptions } from '@/plant/contract/shift-record-fields'
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
import { definePresets } from '@/contract/preset'
import { inspectionRound as machine } from '@/areas/maintenance/rules/inspection-round'
import { roundItems, roundPoints } from './inspection-plan'

/** Why a point is skipped. */
export const skipReasons = definePresets('maintenance:presets.skip', [
  'standing',
  'underRepair',
  'noAccess',
  'labelDamaged',
  'danger',
])
/** Why a point's code was typed and not scanned. */
export const handReasons = definePresets('maintenance:presets.byHand', [
  'labelDamaged',
  'labelMissing',
  'cameraFails',
  'tooDark',
])
const count = integer({ readonly: true, default: 0 })
/** 巡检任务: one walk of a plan, made by the clock. It carries its plan's points, so a later change of the plan leaves it alone. */
export const inspectionRound = defineResource('inspectionRound', {
  area: 'maintenance',
  fields: {
    roundKey: text({ required: true, readonly: true, max: 120 }),
    planId: reference('inspectionPlan', { required: true, readonly: true }),
    planName: text({ required: true, readonly: true }),
    planNameEn: text({ readonly: true }),
    lineId: reference('line', { readonly: true }),
    dueAt: moment({ required: true, readonly: true }),
    opensAt: moment({ required: true, readonly: true }),
    closesAt: moment({ required: true, readonly: true }),
    businessDate: day({ required: true, readonly: true }),
    shift: text({ ...shiftTextOptions, readonly: true }),
    team: text({ ...teamTextOptions, readonly: true }),
    state: choice(machine.states, { required: true, readonly: true }),
    roleIds: references('role', { readonly: true, hidden: true }),
    userIds: references('user', { readonly: true, hidden: true }),
    assignedTo: reference('user', { readonly: true }),
    startedAt: moment({ readonly: true }),
    finishedAt: moment({ readonly: true }),
    userId: reference('user', { readonly: true }),
    // All who began it: two may, where one of them had no signal.
    walkers: references('user', { readonly: true }),
    pointsTotal: count,
    pointsDone: count,
    pointsSkipped: count,
    findings: count,
    // Walked in time without signal, delivered after the clock had given it up.
    late: flag({ readonly: true, default: false }),
    points: { ...roundPoints, readonly: true, hidden: true },
    items: { ...roundItems, readonly: true, hidden: true },
    // Of who finished it; `addedNotes`: of others who walked it too, each with whose it is.
    note: note({ readonly: true }),
    addedNotes: list(
      { userId: reference('user', { required: true }), note: note({ required: true, max: 1000 }) },
      { readonly: true, max: 20 },
    ),
  },
  title: ['planName', 'dueAt'],
  englishFields: { planName: 'planNameEn' },
  unique: [['roundKey']],
  filters: ['planId', 'lineId', 'state', 'businessDate', 'dueAt', 'assignedTo', 'userId', 'team', 'shift'],
  search: ['planName', 'note'],
  sort: '-dueAt',
  inShiftPack: true,
  routes: { list: ['GET /book/get_polling', 'GET /polling/round'], export: 'GET /polling/round_excel' },
  permissions: { view: 'pollingView', export: 'pollingExport' },
})

/** What a person answers at a point. */
export const answerFields = {
  roundId: reference('inspectionRound', { required: true }),
  pointKey: text({ required: true, max: 40 }),
  state: choice(['done', 'skipped'], { required: true }),
  presence: choice(['scanned', 'byHand']),
  // The code as it was scanned or typed: what presence is judged by.
  scannedText: text({ max: 400 }),
  reason: text({ max: 400, presets: [...skipReasons, ...handReasons] }),
  values: list(
    {
      itemKey: text({ required: true, max: 40 }),
      answer: choice(['ok', 'notOk']),
      number: amount({ unit: '', digits: 6 }),
      text: text({ max: 1000 }),
      images: image(),
    },
    { max: 100 },
  ),
  images: image(),
  note: note({ max: 1000 }),
  occurredAt: moment({ required: true }),
} as const

/** 巡检结果: the answers at one point. Never changed: a second answer at a point is a second row; `replaces` of the rules says which counts. */
export const inspectionResult = defineResource('inspectionResult', {
  area: 'maintenance',
  fields: {
    ...answerFields,
    planId: reference('inspectionPlan', { readonly: true }),
    equipmentId: reference('equipment', { readonly: true }),
    lineId: reference('line', { readonly: true }),
    // The worst of its answers, and those that are not as they should be.
    verdict: choice(['ok', 'warn', 'out', 'notOk'], { readonly: true }),
    findings: list(
      {
        itemKey: text({ required: true, max: 40 }),
        label: text(),
        verdict: choice(['warn', 'out', 'notOk'], { required: true }),
      },
      { readonly: true, max: 100 },
    ),
    userId: reference('user', { readonly: true }),
    repairId: reference('repair', { readonly: true }),
  },
  title: ['equipmentId', 'occurredAt'],
  filters: ['roundId', 'planId', 'equipmentId', 'lineId', 'state', 'presence', 'verdict', 'occurredAt', 'userId'],
  search: ['reason', 'note'],
  sort: '-occurredAt',
  inShiftPack: true,
  routes: { list: 'GET /polling/result', export: 'GET /polling/result_excel' },
  permissions: { view: 'pollingView', export: 'pollingExport' },
})
