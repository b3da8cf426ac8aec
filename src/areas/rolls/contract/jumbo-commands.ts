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
/** What only the server says of a roll: what follows from its order and its shift. */
const ofOrder = ['productId', 'gsm', 'widthMm', 'businessDate', 'shift', 'team'] as const
/** How it weighs by its standard, and the lots in it. */
const ofWeight = ['weightUnusual', 'lots', 'unknownKg'] as const
const atTheWinder = {
  workOrderId: reference('workOrder', { required: true }),
  lineId: reference('line', { required: true }),
} as const

/** 上卷: a roll begins to be wound. */
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
/** Length, speed, defects and notes of a roll, while it is wound and after. */
export const editRoll = defineCommand(jumboRoll, null, 'edit', {
  routes: ['PUT /jumbo_second/add_roll', 'PUT /production/jumbo_roll'],
  access: ['rollInteractiveEdit', 'productionSheetEdit'],
  serverFields: ofWeight,
  // What another has added to them meanwhile, the server alone knows.
  estimatedFields: ['defects'],
  fromStates: machine.states.filter(notesOpen),
  partial: true,
  writes: getFieldNames(windFields),
  apply: (row, { lengthM, widthMm }) =>
    row.state === 'winding' || (lengthM === undefined && widthMm === undefined)
      ? {}
      : { expectedKg: expectedOf(row), leftM: row.lengthM, grade: gradeOf(row.downgrades, row.lengthM ?? 0) },
})
/** 落卷: the roll gets its number, its lots and its label. A roll that nobody had begun is begun and doffed in one. */
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
/** 称重: gross and core; ten times the expected mass is refused, an unusual one is marked. */
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
/** 降等: of the whole roll or of metres of it, as a person who saw `seenDowngrades` says it; what others said stands. */
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
/** 撤销降等: lines that were said of it stand no longer, with the reason; who downgrades at the winder or after a check may. */
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
/** Takes a roll back while no knife has touched it. Its number is not given again. */
export const removeRoll = defineCommand(jumboRoll, machine, 'remove', {
  routes: ['DELETE /jumbo_second/roll_del', 'DELETE /jumbo_second/doff_team', 'DELETE /production/jumbo_roll'],
  serverFields: ofWeight,
  input: { reason: note({ ...because, presets: endingReasons.remove }) },
  apply: () => ({ leftM: null }),
})
const endings = ['consume', 'scrap'] as const
/** Used or sold whole, or scrapped. Of a part-used roll it is the rest: thrown away, it is waste of the cutting that left it. */
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
/** What is done with a roll from the winder to the hall. */
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
