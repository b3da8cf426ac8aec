import { defineCommand } from '@/contract/command'
import { choice, moment, getFieldNames, note, reference } from '@/contract/field'
import type { Row } from '@/contract/resource'
import { expectedOf, netOf } from '@/areas/rolls/rules/dimensions'
import { mergedDowngrades, withoutDowngrades } from '@/areas/rolls/rules/downgrades'
import { inHall, isWeighable, jumboRoll as machine } from '@/areas/rolls/rules/jumbo-roll'
import { gradeOf } from '@/areas/rolls/rules/order-figures'
import { notesOpen, withinLength } from '@/areas/rolls/rules/winding'
import { downgradeLines, downgrades, jumboRoll, weighFields, windFields } from './jumbo-roll'
import { endingReasons, takeBackReasons } from './usual-reasons'

type Jumbo = Row<typeof jumboRoll>
const because = { required: true, max: 1000 } as const
/** Fields that the server derives from the order and the shift of a roll. */
const ofOrder = ['productId', 'gsm', 'widthMm', 'businessDate', 'shift', 'team'] as const
/** Fields that the server derives from the weight: the check against the standard, and the lots. */
const ofWeight = ['weightUnusual', 'lots', 'unknownKg'] as const
const atTheWinder = {
  workOrderId: reference('workOrder', { required: true }),
  lineId: reference('line', { required: true }),
} as const

/** 上卷: starts winding a roll. */
export const windRoll = defineCommand(jumboRoll, machine, 'wind', {
  routes: 'POST /jumbo_second/add_roll',
  serverFields: ofOrder,
  estimatedFields: ['startedAt'],
  creates: true,
  appendOnly: true,
  writes: getFieldNames(windFields),
  input: atTheWinder,
  apply: (_row, _input, { at, personId }) => ({ startedAt: at, userId: personId }),
})
/** Edits length, speed, defects and notes of a roll, during winding and later. */
export const editRoll = defineCommand(jumboRoll, null, 'edit', {
  routes: ['PUT /jumbo_second/add_roll', 'PUT /production/jumbo_roll'],
  access: ['rollInteractiveEdit', 'productionSheetEdit'],
  serverFields: ofWeight,
  // Only the server knows the defects that others have added in the meantime.
  estimatedFields: ['defects'],
  fromStates: machine.states.filter(notesOpen),
  partial: true,
  writes: getFieldNames(windFields),
  apply: (row, { lengthM, widthMm }) =>
    row.state === 'winding' || (lengthM === undefined && widthMm === undefined)
      ? {}
      : { expectedKg: expectedOf(row), leftM: row.lengthM, grade: gradeOf(row.downgrades, row.lengthM ?? 0) },
})
/** 落卷: doffs a roll, which gets its number and its lots. A roll that nobody started is started and doffed in one step. */
export const doffRoll = defineCommand(jumboRoll, machine, 'doff', {
  routes: ['POST /jumbo_second/doff_team', 'POST /production/jumbo_roll'],
  serverFields: [...ofOrder, ...ofWeight, 'number', 'expectedKg'],
  estimatedFields: ['startedAt'],
  creates: true,
  appendOnly: true,
  writes: [...getFieldNames(windFields), ...getFieldNames(weighFields)],
  input: { ...atTheWinder, startedAt: moment(), lengthM: { ...windFields.lengthM, required: true } },
  getNotBefore: (row) => row.startedAt,
  apply: (row, input, { at, personId }, before) => ({
    startedAt: before?.startedAt ?? begunBefore(input.startedAt, at),
    doffedAt: at,
    userId: personId,
    leftM: input.lengthM,
    defects: withinLength(row.defects, input.lengthM),
    expectedKg: expectedOf(row),
    netKg: netOf(row),
  }),
})
const begunBefore = (startedAt: string | null | undefined, doffedAt: string): string =>
  startedAt && Date.parse(startedAt) <= Date.parse(doffedAt) ? startedAt : doffedAt
/** 称重: records gross and core mass; ten times the expected mass is refused, an unusual mass is flagged. */
export const weighRoll = defineCommand(jumboRoll, null, 'weigh', {
  routes: 'PUT /jumbo_second/doff_team',
  serverFields: ofWeight,
  access: 'rollInteractiveEdit',
  fromStates: machine.states.filter(isWeighable),
  writes: getFieldNames(weighFields),
  input: { grossKg: { ...weighFields.grossKg, required: true } },
  apply: (row, input, _doing, before) => {
    const coreKg = row.coreKg ?? before?.coreKg ?? null
    return { coreKg, weighedBy: input.weighedBy ?? 'typed', netKg: netOf({ ...row, coreKg }) }
  },
})
/** 降等: downgrades the roll or metres of it. Downgrades of others that are not in `seenDowngrades` stay. */
export const downgradeRoll = defineCommand(jumboRoll, null, 'downgrade', {
  routes: 'POST /rolls/jumbo_downgrade',
  access: 'rollInteractiveEdit',
  fromStates: inHall,
  appendOnly: true,
  input: { downgrades, seenDowngrades: downgrades },
  apply: ({ lengthM }, input, _doing, before) => {
    const wanted = (input.downgrades ?? []) as Jumbo['downgrades']
    const seen = input.seenDowngrades as Jumbo['downgrades'] | null | undefined
    const all = mergedDowngrades(before?.downgrades ?? [], wanted, seen)
    return { downgrades: all, grade: gradeOf(all, lengthM ?? 0) }
  },
})
/** 撤销降等: withdraws downgrades with a reason; allowed for those who downgrade at the winder or after a check. */
export const takeBackJumboDowngrades = defineCommand(jumboRoll, null, 'takeBackDowngrades', {
  routes: 'POST /rolls/jumbo_downgrade_back',
  access: ['rollInteractiveEdit', 'qualitySheetEdit'],
  fromStates: [...inHall, 'cut'],
  appendOnly: true,
  input: { lines: downgradeLines, why: note({ ...because, presets: takeBackReasons }) },
  apply: ({ lengthM, netKg, expectedKg, downgrades: said, takenBackDowngrades }, { lines, why }, doing) =>
    withoutDowngrades({ lengthM, kg: netKg ?? expectedKg, downgrades: said, takenBackDowngrades }, lines, {
      ...doing,
      why: why.trim(),
    }) ?? {},
})
/** Removes a roll that was not cut yet. Its number is not used again. */
export const removeRoll = defineCommand(jumboRoll, machine, 'remove', {
  routes: ['DELETE /jumbo_second/roll_del', 'DELETE /jumbo_second/doff_team', 'DELETE /production/jumbo_roll'],
  serverFields: ofWeight,
  input: { reason: note({ ...because, presets: endingReasons.remove }) },
  apply: () => ({ leftM: null }),
})
const endings = ['consume', 'scrap'] as const
/** Retires a roll that was used or sold whole, or scrapped. A scrapped remnant counts as waste of the cutting that left it. */
export const retireRoll = defineCommand(jumboRoll, machine, 'retire', {
  routes: 'POST /rolls/jumbo_retire',
  lifecycleActions: [...endings, 'scrapRemnant'],
  selectLifecycleAction: (row, { action }) =>
    action === 'scrap' && row?.state === 'remnant' ? 'scrapRemnant' : action,
  input: {
    action: choice(endings, { required: true }),
    reason: note({ ...because, presets: endings.flatMap((one) => endingReasons[one]) }),
  },
  apply: ({ state, leftM }, { action }) => ({ leftM: state === 'remnant' && action === 'consume' ? leftM : 0 }),
  offline: false,
})
/** Commands on a jumbo from the winder to the hall. */
export const jumboCommands = [
  windRoll,
  editRoll,
  doffRoll,
  weighRoll,
  downgradeRoll,
  takeBackJumboDowngrades,
  removeRoll,
  retireRoll,
] as const
