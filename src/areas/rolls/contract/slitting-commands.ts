import { defineCommand } from '@/contract/command'
import { choice, integer, list, note, reference, text } from '@/contract/field'
import { slittingPatternText } from '@/areas/orders/rules/slitting-pattern'
import { downgradeLines, downgrades, mass, metre } from './jumbo-roll'
import { cutting, lanes, slitSet } from './slitting'
import { takeBackReasons } from './usual-reasons'

/** Puts a jumbo on a slitter, by id or by the number on its label. Refused when another slitter has it, or its lanes do not fit. */
export const startCutting = defineCommand(cutting, null, 'start', {
  routes: 'POST /production/jr_cutting',
  access: ['divideInteractiveAdd', 'productionSheetAdd'],
  serverFields: ['jumboRollId', 'lanes', 'businessDate', 'shift', 'team'],
  estimatedFields: ['startedAt'],
  creates: true,
  writes: ['note'],
  input: {
    jumboRollId: reference('jumboRoll'),
    jumboNumber: text({ max: 80 }),
    cutOrderId: reference('cutOrder'),
    slitterId: reference('line', { required: true }),
    lanes: { ...lanes, required: true },
    lengthM: { ...metre, required: true },
  },
  apply: (row, _input, { at, personId }) => ({
    startedAt: at,
    userId: personId,
    slittingPattern: slittingPatternText(row.lanes),
  }),
  // Which jumbo has the number the server finds.
  optimisticPatch: (_row, { jumboNumber }) => (jumboNumber ? { jumboNumber } : {}),
})
/** Ends the cutting with its trim and waste; a gap beyond the tolerance wants a reason. `rest`: metres that no set took are waste, unless the jumbo goes back to the hall with them. */
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
  // What is refused for a roll that nobody weighed is heard of when it is weighed.
  offline: { schemaVersion: 1, isFinalStep: true },
})

const cuttingId = reference('cutting', { required: true })
/** 落卷: a set comes off; each lane becomes a roll with its number. `weights` from left to right, where they are known. */
export const doffSet = defineCommand(slitSet, null, 'doff', {
  routes: 'POST /cut_first/doff',
  access: 'divideInteractiveAdd',
  serverFields: ['slitKg'],
  creates: true,
  input: {
    cuttingId,
    lengthM: metre,
    // What was left of the jumbo where the person stood: the set began there, or it is another than is meant.
    leftM: metre,
    lanes,
    weights: list({ lane: integer({ required: true, min: 1 }), kg: { ...mass, required: true } }, { max: 200 }),
  },
  apply: (_row, _input, { at, personId }) => ({ doffedAt: at, userId: personId }),
  affects: { resource: cutting, idInput: 'cuttingId', apply: ({ sets }) => ({ sets: sets + 1 }) },
})
/** What rolls of a set weigh is shown with the set; the cutting itself stays as it is until the server has added it up. */
const ofCutting = { resource: cutting, idInput: 'cuttingId', apply: () => ({}) } as const
/** Weighs, downgrades or gives another order to rolls of a set, in one go: by id, or by lane where the phone has not heard of the ids yet. */
export const editSet = defineCommand(slitSet, null, 'edit', {
  routes: 'PUT /cut_first/doff',
  access: 'divideInteractiveEdit',
  appendOnly: true,
  serverFields: ['slitKg', 'gapKg', 'gapPercent'],
  input: {
    cuttingId,
    rolls: list(
      {
        rollId: reference('slitRoll'),
        lane: integer({ min: 1 }),
        kg: mass,
        // What the person saw it weigh: another weight said since is a conflict.
        seenKg: mass,
        workOrderId: reference('workOrder'),
        downgrades,
        // What the person saw: what others have said since stays.
        seenDowngrades: downgrades,
      },
      { required: true, max: 200 },
    ),
  },
  affects: ofCutting,
})
/** 回收: rolls that go back to pellets, by id or by lane; each with its mass, unless it is weighed already. */
export const recycleRolls = defineCommand(slitSet, null, 'recycle', {
  routes: 'POST /rolls/slit_recycle',
  access: 'divideInteractiveEdit',
  appendOnly: true,
  serverFields: ['slitKg', 'gapKg', 'gapPercent'],
  input: {
    cuttingId,
    rolls: list(
      { rollId: reference('slitRoll'), lane: integer({ min: 1 }), kg: mass, seenKg: mass },
      { required: true, max: 200 },
    ),
    reason: note({ required: true, max: 1000 }),
  },
  affects: ofCutting,
})
/** 撤销降等 of one roll, by id or by lane: lines stand no longer, with the reason; who downgrades at the slitter or after a check may. */
export const takeBackSlitDowngrades = defineCommand(slitSet, null, 'takeBackDowngrades', {
  routes: 'POST /rolls/slit_downgrade_back',
  access: ['divideInteractiveEdit', 'qualitySheetEdit'],
  appendOnly: true,
  input: {
    cuttingId,
    rollId: reference('slitRoll'),
    lane: integer({ min: 1 }),
    lines: downgradeLines,
    why: note({ required: true, max: 1000, presets: takeBackReasons }),
  },
  affects: ofCutting,
})
/** What is done at the slitter, without a network too. */
export const slittingCommands = [
  startCutting,
  finishCutting,
  doffSet,
  editSet,
  recycleRolls,
  takeBackSlitDowngrades,
] as const
