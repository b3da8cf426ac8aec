import { defineCommand } from '@/contract/command'
import { choice, integer, list, note, reference, text } from '@/contract/field'
import { formatSlittingPattern } from '@/areas/orders/rules/slitting-pattern'
import { downgradesToTakeBackField, downgradesField, kgField, metresField } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, lanesField, MAX_LANES, slitSet } from './slitting'
import { takeBackReasons } from '@/areas/rolls/contract/preset-reasons'

/**
 * Starts cutting a jumbo, by id or label number. Refused if the jumbo is on another slitter or the lanes do not fit.
 */
export const startCutting = defineCommand(cutting, null, 'start', {
  routes: 'POST /production/jr_cutting',
  access: ['divideInteractiveAdd', 'productionSheetAdd'],
  serverFields: ['jumboRollId', 'lanes', 'businessDate', 'shift', 'team'],
  provisionalFields: ['startedAt'],
  creates: true,
  writes: ['note'],
  input: {
    jumboRollId: reference('jumboRoll'),
    jumboNumber: text({ max: 80 }),
    cutOrderId: reference('cutOrder'),
    slitterId: reference('line', { required: true }),
    lanes: { ...lanesField, required: true },
    lengthM: { ...metresField, required: true },
  },
  apply: (row, _input, { at, personId }) => ({
    startedAt: at,
    userId: personId,
    slittingPattern: formatSlittingPattern(row.lanes),
  }),
  // Shows the number until the server has looked up the jumbo.
  optimisticPatch: (_row, { jumboNumber }) => (jumboNumber ? { jumboNumber } : {}),
})
/**
 * Finishes a cutting with its trim and waste. A gap beyond the tolerance needs a reason. `remnant` decides whether the
 * uncut metres are waste or return to the hall with the jumbo.
 */
export const finishCutting = defineCommand(cutting, null, 'finish', {
  routes: 'POST /rolls/cutting_finish',
  access: 'divideInteractiveEdit',
  fromStates: ['open'],
  serverFields: ['slitKg', 'trimKg', 'remnantM', 'gapKg', 'gapPercent'],
  appendOnly: true,
  writes: ['trimKg', 'wasteKg'],
  input: { gapReason: note({ max: 1000 }), remnant: choice(['waste', 'stock']) },
  getNotBefore: (row) => row.startedAt,
  apply: (_row, { wasteKg, gapReason }, { at }) => ({
    state: 'finished',
    endedAt: at,
    wasteKg: wasteKg ?? 0,
    gapReason: gapReason?.trim() || null,
  }),
  // A refused finish does not hold back later commands: an unweighed roll, which causes a refusal, must still be
  // weighed.
  offline: { schemaVersion: 1, isFinalStep: true },
})

const cuttingIdField = reference('cutting', { required: true })
/**
 * 落卷: doffs a set; each lane becomes a numbered roll. `weights` holds the known weights by lane, from left to right.
 */
export const doffSet = defineCommand(slitSet, null, 'doff', {
  routes: 'POST /cut_first/doff',
  access: 'divideInteractiveAdd',
  serverFields: ['slitKg'],
  creates: true,
  input: {
    cuttingId: cuttingIdField,
    lengthM: metresField,
    // Uncut metres that the person saw. If they differ, another set was doffed in the meantime.
    leftM: metresField,
    lanes: lanesField,
    weights: list(
      { lane: integer({ required: true, min: 1, max: MAX_LANES }), kg: { ...kgField, required: true } },
      { max: 200 },
    ),
  },
  apply: (_row, _input, { at, personId }) => ({ doffedAt: at, userId: personId }),
  affects: { resource: cutting, idInput: 'cuttingId', apply: ({ sets }) => ({ sets: sets + 1 }) },
})
/** Marks the cutting as affected without changing it, because only the server can update its sums. */
const affectedCutting = { resource: cutting, idInput: 'cuttingId', apply: () => ({}) } as const
/**
 * Weighs, downgrades or reassigns several rolls of a set. A roll is named by id, or by lane while the phone does not
 * know the id yet.
 */
export const editSet = defineCommand(slitSet, null, 'edit', {
  routes: 'PUT /cut_first/doff',
  access: 'divideInteractiveEdit',
  appendOnly: true,
  serverFields: ['slitKg', 'gapKg', 'gapPercent'],
  input: {
    cuttingId: cuttingIdField,
    rolls: list(
      {
        rollId: reference('slitRoll'),
        lane: integer({ min: 1, max: MAX_LANES }),
        kg: kgField,
        // Weight that the person saw; a weight entered since then is a conflict.
        seenKg: kgField,
        workOrderId: reference('workOrder'),
        downgrades: downgradesField,
        // Downgrades that the person saw; those added by others since then stay.
        seenDowngrades: downgradesField,
      },
      { required: true, max: 200 },
    ),
  },
  affects: affectedCutting,
})
/** 回收: recycles rolls into pellets, by id or by lane. Rolls that are not weighed yet need a mass. */
export const recycleRolls = defineCommand(slitSet, null, 'recycle', {
  routes: 'POST /rolls/slit_recycle',
  access: 'divideInteractiveEdit',
  appendOnly: true,
  serverFields: ['slitKg', 'gapKg', 'gapPercent'],
  getNotBefore: (row) => row.doffedAt,
  input: {
    cuttingId: cuttingIdField,
    rolls: list(
      { rollId: reference('slitRoll'), lane: integer({ min: 1, max: MAX_LANES }), kg: kgField, seenKg: kgField },
      { required: true, max: 200 },
    ),
    reason: note({ required: true, max: 1000 }),
  },
  affects: affectedCutting,
})
/**
 * 撤销降等: takes back downgrades of one roll, by id or lane, with a reason. Allowed for people who may downgrade at the
 * slitter or after a quality check.
 */
export const takeBackSlitDowngrades = defineCommand(slitSet, null, 'takeBackDowngrades', {
  routes: 'POST /rolls/slit_downgrade_back',
  access: ['divideInteractiveEdit', 'qualitySheetEdit'],
  appendOnly: true,
  getNotBefore: (row) => row.doffedAt,
  input: {
    cuttingId: cuttingIdField,
    rollId: reference('slitRoll'),
    lane: integer({ min: 1, max: MAX_LANES }),
    lines: downgradesToTakeBackField,
    why: note({ required: true, max: 1000, presets: takeBackReasons }),
  },
  affects: affectedCutting,
})
/** Commands at the slitter; they also work offline. */
export const slittingCommands = [
  startCutting,
  finishCutting,
  doffSet,
  editSet,
  recycleRolls,
  takeBackSlitDowngrades,
] as const
