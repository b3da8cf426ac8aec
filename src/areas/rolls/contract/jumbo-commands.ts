import { defineCommand } from '@/contract/command'
import { choice, moment, getFieldNames, note, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { calculateExpectedKg, calculateNetKg } from '@/areas/rolls/rules/dimensions'
import { mergeDowngrades, takeBackDowngrades } from '@/areas/rolls/rules/downgrades'
import { hallJumboStates, isWeighable, jumboRollLifecycle as lifecycle } from '@/areas/rolls/rules/jumbo-roll'
import { determineGrade } from '@/areas/rolls/rules/order-roll-metrics'
import { isDefectListEditable, clipDefectsToLength } from '@/areas/rolls/rules/winding'
import { downgradesToTakeBackField, downgradesField, jumboRoll, weighFields, windFields } from './jumbo-roll'
import { endingReasons, takeBackReasons } from './preset-reasons'

type Jumbo = Row<typeof jumboRoll>
const reasonOptions = { required: true, max: 1000 } as const
/** Fields that the server derives from the order and the shift of a roll. */
const derivedOrderFields = ['productId', 'gsm', 'widthMm', 'businessDate', 'shift', 'team'] as const
/** Fields that the server derives from the weight: the check of the weight, and the lots in the roll. */
const derivedWeightFields = ['weightUnusual', 'lots', 'unknownKg'] as const
const winderInput = {
  workOrderId: reference('workOrder', { required: true }),
  lineId: reference('line', { required: true }),
} as const

/** 上卷: starts winding a roll. */
export const windRoll = defineCommand(jumboRoll, lifecycle, 'wind', {
  routes: 'POST /jumbo_second/add_roll',
  serverFields: derivedOrderFields,
  provisionalFields: ['startedAt'],
  creates: true,
  appendOnly: true,
  writes: getFieldNames(windFields),
  input: winderInput,
  apply: (_row, _input, { at, personId }) => ({ startedAt: at, userId: personId }),
})
/** Edits length, speed, defects and notes of a roll, during winding and later. */
export const editRoll = defineCommand(jumboRoll, null, 'edit', {
  routes: ['PUT /jumbo_second/add_roll', 'PUT /production/jumbo_roll'],
  access: ['rollInteractiveEdit', 'productionSheetEdit'],
  serverFields: derivedWeightFields,
  // Only the server knows the defects that others have added in the meantime.
  provisionalFields: ['defects'],
  fromStates: lifecycle.states.filter(isDefectListEditable),
  partial: true,
  writes: getFieldNames(windFields),
  apply(row, { lengthM, widthMm }) {
    const isResized = lengthM !== undefined || widthMm !== undefined
    if (row.state === 'winding' || !isResized) return {}
    return {
      expectedKg: calculateExpectedKg(row),
      leftM: row.lengthM,
      grade: determineGrade(row.downgrades, row.lengthM ?? 0),
    }
  },
})
/** 落卷: doffs a roll, which gets its number and lots. A roll that nobody started is started and doffed in one step. */
export const doffRoll = defineCommand(jumboRoll, lifecycle, 'doff', {
  routes: ['POST /jumbo_second/doff_team', 'POST /production/jumbo_roll'],
  serverFields: [...derivedOrderFields, ...derivedWeightFields, 'number', 'expectedKg'],
  provisionalFields: ['startedAt'],
  creates: true,
  appendOnly: true,
  writes: [...getFieldNames(windFields), ...getFieldNames(weighFields)],
  input: { ...winderInput, startedAt: moment(), lengthM: { ...windFields.lengthM, required: true } },
  getNotBefore: (row) => row.startedAt,
  apply: (row, input, { at, personId }, windingRow) => ({
    startedAt: windingRow?.startedAt ?? clampToDoff(input.startedAt, at),
    doffedAt: at,
    userId: personId,
    leftM: input.lengthM,
    defects: clipDefectsToLength(row.defects, input.lengthM),
    expectedKg: calculateExpectedKg(row),
    netKg: calculateNetKg(row),
  }),
})
const clampToDoff = (startedAt: string | null | undefined, doffedAt: string): string =>
  startedAt && Date.parse(startedAt) <= Date.parse(doffedAt) ? startedAt : doffedAt
/** 称重: records gross and core mass. The server refuses an implausible mass and flags an unusual one (`judgeWeight`). */
export const weighRoll = defineCommand(jumboRoll, null, 'weigh', {
  routes: 'PUT /jumbo_second/doff_team',
  serverFields: derivedWeightFields,
  access: 'rollInteractiveEdit',
  fromStates: lifecycle.states.filter(isWeighable),
  writes: getFieldNames(weighFields),
  input: { grossKg: { ...weighFields.grossKg, required: true } },
  apply: (row, input, _context, previousRow) => {
    const coreKg = row.coreKg ?? previousRow?.coreKg ?? null
    return { coreKg, weighedBy: input.weighedBy ?? 'typed', netKg: calculateNetKg({ ...row, coreKg }) }
  },
})
/**
 * 降等: downgrades all or some metres of a roll. `seenDowngrades` are the downgrades that the person saw; downgrades that
 * others have added since then stay.
 */
export const downgradeRoll = defineCommand(jumboRoll, null, 'downgrade', {
  routes: 'POST /rolls/jumbo_downgrade',
  access: 'rollInteractiveEdit',
  fromStates: hallJumboStates,
  appendOnly: true,
  getNotBefore: (row) => row.startedAt,
  input: { downgrades: downgradesField, seenDowngrades: downgradesField },
  apply: ({ lengthM }, input, _context, previousRow) => {
    const enteredDowngrades = (input.downgrades ?? []) as Jumbo['downgrades']
    const seenDowngrades = input.seenDowngrades as Jumbo['downgrades'] | null | undefined
    const mergedDowngrades = mergeDowngrades(previousRow?.downgrades ?? [], enteredDowngrades, seenDowngrades)
    return { downgrades: mergedDowngrades, grade: determineGrade(mergedDowngrades, lengthM ?? 0) }
  },
})
/**
 * 撤销降等: takes back downgrades with a reason. Allowed for people who may downgrade at the winder or after a quality
 * check. The area `slitting` handles the command, because slit rolls inherit the downgrades of the jumbo, and these are
 * taken back as well.
 */
export const takeBackJumboDowngrades = defineCommand(jumboRoll, null, 'takeBackDowngrades', {
  area: 'slitting',
  routes: 'POST /rolls/jumbo_downgrade_back',
  access: ['rollInteractiveEdit', 'qualitySheetEdit'],
  fromStates: [...hallJumboStates, 'cut'],
  appendOnly: true,
  getNotBefore: (row) => row.startedAt,
  // `lines`: the downgrades to take back, entries of the roll's list.
  input: { lines: downgradesToTakeBackField, why: note({ ...reasonOptions, presets: takeBackReasons }) },
  apply: (
    { lengthM, netKg, expectedKg, downgrades, takenBackDowngrades },
    { lines: downgradesToTakeBack, why },
    context,
  ) =>
    takeBackDowngrades({ lengthM, kg: netKg ?? expectedKg, downgrades, takenBackDowngrades }, downgradesToTakeBack, {
      ...context,
      why: why.trim(),
    }) ?? {},
})
/** Removes a roll that has not been cut. No other roll gets its number. */
export const removeRoll = defineCommand(jumboRoll, lifecycle, 'remove', {
  routes: ['DELETE /jumbo_second/roll_del', 'DELETE /jumbo_second/doff_team', 'DELETE /production/jumbo_roll'],
  serverFields: derivedWeightFields,
  input: { reason: note({ ...reasonOptions, presets: endingReasons.remove }) },
  apply: () => ({ leftM: null }),
})
const retireActions = ['consume', 'scrap'] as const
/**
 * Retires a roll that was used, sold or scrapped. A scrapped remnant counts as waste of the cutting from which it
 * remained.
 */
export const retireRoll = defineCommand(jumboRoll, lifecycle, 'retire', {
  routes: 'POST /rolls/jumbo_retire',
  lifecycleActions: [...retireActions, 'scrapRemnant'],
  selectLifecycleAction: (row, { action }) =>
    action === 'scrap' && row?.state === 'remnant' ? 'scrapRemnant' : action,
  getNotBefore: (row) => row.doffedAt ?? row.startedAt,
  input: {
    action: choice(retireActions, { required: true }),
    reason: note({ ...reasonOptions, presets: retireActions.flatMap((action) => endingReasons[action]) }),
  },
  // No metres are left. Only a consumed remnant keeps `leftM`, as the number of metres that were consumed.
  apply: ({ state, leftM }, { action }) => ({ leftM: state === 'remnant' && action === 'consume' ? leftM : 0 }),
  offline: false,
})
/** Commands on a jumbo from the winder to the hall. */
export const jumboCommands = [windRoll, editRoll, doffRoll, weighRoll, downgradeRoll, removeRoll, retireRoll] as const
