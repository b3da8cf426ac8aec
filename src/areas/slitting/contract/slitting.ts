import { amount, choice, flag, integer, list, moment, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import {
  slitRollLifecycle as lifecycle,
  lostSlitStates,
  takenBackSlitStates,
  cuttingStates,
  slitSetStates,
} from '@/areas/slitting/rules/slit-roll'
import { grades } from '@/areas/rolls/rules/grade'
import { defaultSlitterLimits } from '../rules/slitter-limits'
import {
  defectsField,
  downgradesField,
  productionShiftFields,
  kgField,
  metresField,
  takenBackDowngradesField,
  holdReferences,
} from '@/areas/rolls/contract/jumbo-roll'
import { slitterReaders as viewPermissions } from './slitter-readers'

/** Maximum number of lanes. A slitter has at most 201 knives. */
export const MAX_LANES = 200
/** Lanes from one edge to the other, with the order each is cut for. */
export const lanesField = list(
  {
    width: integer({ unit: 'mm', required: true, min: 1 }),
    count: integer({ required: true, min: 1, max: MAX_LANES }),
    workOrderId: reference('workOrder'),
  },
  { max: 100 },
)

/** 分切: the cutting of one jumbo on one slitter, from the first set to the mass balance. */
export const cutting = defineResource('cutting', {
  area: 'slitting',
  fields: {
    jumboRollId: reference('jumboRoll', { required: true }),
    slitterId: reference('line', { required: true }),
    state: choice(cuttingStates, { readonly: true, default: 'open' }),
    lanes: { ...lanesField },
    slittingPattern: text({ readonly: true, max: 400 }),
    lengthM: metresField,
    startedAt: moment({ required: true, readonly: true }),
    endedAt: moment({ readonly: true }),
    ...productionShiftFields,
    sets: integer({ readonly: true, default: 0 }),
    slitKg: { ...kgField, readonly: true },
    trimKg: kgField,
    wasteKg: kgField,
    gapKg: amount({ unit: 'kg', digits: 3, readonly: true }),
    gapPercent: amount({ unit: '%', digits: 2, readonly: true }),
    gapReason: note({ max: 1000 }),
    // Metres that returned to the hall with the jumbo.
    remnantM: { ...metresField, readonly: true },
    note: note({ max: 1000 }),
  },
  title: ['jumboRollId', 'startedAt'],
  filters: ['jumboRollId', 'slitterId', 'state', 'businessDate', 'shift', 'team', 'startedAt', 'endedAt'],
  search: ['slittingPattern', 'gapReason', 'note'],
  monthBooking: { dateField: 'endedAt', bookedFields: ['slitterId', 'slitKg', 'trimKg', 'wasteKg'] },
  sort: '-startedAt',
  inShiftPack: true,
  routes: { list: 'GET /production/jr_cutting' },
  permissions: { view: viewPermissions },
})
/** One doff of the slitter: all lanes over one length. The first set holds the last-wound metres. */
export const slitSet = defineResource('slitSet', {
  area: 'slitting',
  fields: {
    cuttingId: reference('cutting', { required: true, readonly: true }),
    jumboRollId: reference('jumboRoll', { required: true, readonly: true }),
    slitterId: reference('line', { required: true, readonly: true }),
    setNumber: integer({ required: true, readonly: true, min: 1 }),
    state: choice(slitSetStates, { readonly: true, default: 'made' }),
    lanes: { ...lanesField, readonly: true },
    fromM: { ...metresField, required: true, readonly: true },
    toM: { ...metresField, required: true, readonly: true },
    doffedAt: moment({ required: true, readonly: true }),
    ...productionShiftFields,
    rolls: integer({ readonly: true, default: 0 }),
    kg: { ...kgField, readonly: true },
    reason: note({ readonly: true, max: 1000 }),
  },
  title: ['jumboRollId', 'setNumber'],
  monthBooking: {
    dateField: 'doffedAt',
    bookedFields: ['slitterId', 'fromM', 'toM', 'kg'],
    withdrawnStates: takenBackSlitStates,
  },
  unique: [['jumboRollId', 'setNumber']],
  filters: ['cuttingId', 'jumboRollId', 'slitterId', 'state', 'businessDate', 'shift', 'team', 'doffedAt'],
  search: ['reason'],
  sort: '-doffedAt',
  inShiftPack: true,
  routes: { list: 'GET /rolls/slit_set' },
  permissions: { view: viewPermissions },
})
/** Slit rolls 子卷: origin (jumbo, set, lane, metres), order, weight, grade and package. */
export const slitRoll = defineResource('slitRoll', {
  area: 'slitting',
  fields: {
    number: text({ required: true, readonly: true, max: 100, format: 'code' }),
    state: choice(lifecycle.states, { readonly: true, default: 'made' }),
    jumboRollId: reference('jumboRoll', { required: true, readonly: true }),
    slitSetId: reference('slitSet', { required: true, readonly: true }),
    slitterId: reference('line', { required: true, readonly: true }),
    workOrderId: reference('workOrder', { readonly: true }),
    productId: reference('product', { required: true, readonly: true }),
    lane: integer({ required: true, readonly: true, min: 1 }),
    widthMm: integer({ unit: 'mm', required: true, readonly: true, min: 1 }),
    fromMm: integer({ unit: 'mm', required: true, readonly: true, min: 0 }),
    fromM: { ...metresField, required: true, readonly: true },
    toM: { ...metresField, required: true, readonly: true },
    lengthM: { ...metresField, required: true, readonly: true },
    doffedAt: moment({ required: true, readonly: true }),
    ...productionShiftFields,
    expectedKg: { ...kgField, readonly: true },
    kg: { ...kgField, readonly: true },
    weightUnusual: flag({ readonly: true, default: false }),
    grade: choice(grades, { readonly: true, default: 'good' }),
    downgrades: { ...downgradesField, readonly: true },
    takenBackDowngrades: { ...takenBackDowngradesField, readonly: true },
    // Defects of the jumbo that lie in this roll. Metres here and in `downgrades` count from this roll's start.
    defects: { ...defectsField, readonly: true },
    packageId: reference('package', { readonly: true }),
    holds: holdReferences,
    labels: integer({ readonly: true, default: 0 }),
    // Content of the last printed label; see `rules/label-contents`.
    labelSaid: text({ readonly: true, hidden: true, max: 120 }),
    note: note({ readonly: true, max: 1000 }),
    // The roll that this roll was made of by rework.
    reworkedFromId: reference('slitRoll', { readonly: true }),
    // Set if this roll was reworked: kg of the rolls made of it.
    reworkedKg: { ...kgField, readonly: true },
  },
  title: ['number'],
  unique: [['number']],
  filters: [
    'state',
    'reworkedFromId',
    'jumboRollId',
    'slitSetId',
    'slitterId',
    'workOrderId',
    'productId',
    'widthMm',
    'businessDate',
    'team',
    'doffedAt',
    'grade',
    'packageId',
  ],
  search: ['number'],
  hasSearchIndex: true,
  sort: '-doffedAt',
  indexedCollections: ['holds'],
  monthBooking: {
    dateField: 'doffedAt',
    bookedFields: ['slitterId', 'workOrderId', 'productId', 'kg'],
    withdrawnStates: takenBackSlitStates,
    countedFields: ['grade', 'downgrades', 'expectedKg', 'reworkedKg'],
    countedStates: lostSlitStates,
  },
  inShiftPack: true,
  routes: { list: 'GET /rolls/slit_roll', export: 'GET /rolls/slit_roll_excel' },
  permissions: { view: viewPermissions, export: 'divideInteractiveDownload' },
})
/** Queue of a slitter in cutting order: an order, or a line of an applied cut plan with its jumbo and lanes. */
export const cutOrder = defineResource('cutOrder', {
  area: 'slitting',
  fields: {
    slitterId: reference('line', { required: true }),
    workOrderId: reference('workOrder', { required: true }),
    sequence: integer({ required: true, min: 0, max: 9999 }),
    jumboRollId: reference('jumboRoll'),
    slittingPattern: text({ max: 400 }),
    // Set by a cut plan. A slitting pattern entered by a person has no lanes: all its rolls are for `workOrderId`.
    lanes: { ...lanesField },
    lengthM: metresField,
    sets: integer({ min: 1, max: 999 }),
    // The cutting that processes this entry of the queue; empty while the entry waits.
    cuttingId: reference('cutting', { readonly: true }),
    note: note({ max: 1000 }),
  },
  title: ['slitterId', 'workOrderId'],
  filters: ['slitterId', 'workOrderId', 'jumboRollId', 'cuttingId', 'sequence'],
  search: ['slittingPattern', 'note'],
  sort: 'sequence',
  inShiftPack: true,
  routes: {
    list: 'GET /cut_first/order_list',
    create: 'POST /cut_first/order_list',
    update: 'PUT /cut_first/order_list',
    remove: 'DELETE /cut_first/order_list',
  },
  permissions: {
    view: viewPermissions,
    add: 'divideInteractiveAdd',
    edit: 'divideInteractiveEdit',
    delete: 'divideInteractiveDelete',
  },
})
/** Limits and weight tolerances of a slitter. Without a row the defaults of `rules/slitter-limits` apply. */
export const slitter = defineResource('slitter', {
  area: 'slitting',
  fields: {
    slitterId: reference('line', { required: true }),
    knives: integer({ required: true, min: 2, max: 201 }),
    minWidthMm: integer({ unit: 'mm', required: true, min: 1, max: 10_000 }),
    minTrimMm: integer({ unit: 'mm', required: true, min: 0, max: 1000 }),
    speed: amount({ unit: 'm/min', digits: 1, required: true, min: 1 }),
    setMinutes: amount({ unit: 'min', digits: 1, required: true, min: 0 }),
    changeoverMinutes: amount({ unit: 'min', digits: 1, required: true, min: 0 }),
    // Time to change the jumbo.
    jumboMinutes: amount({
      unit: 'min',
      digits: 1,
      required: true,
      min: 0,
      default: defaultSlitterLimits.jumboMinutes,
    }),
    weightTolerance: amount({ unit: '%', digits: 1, required: true, min: 0 }),
    balanceTolerance: amount({ unit: '%', digits: 1, required: true, min: 0 }),
    knifeLifeM: { ...metresField },
  },
  title: ['slitterId'],
  unique: [['slitterId']],
  filters: ['slitterId'],
  sort: 'slitterId',
  inShiftPack: true,
  routes: {
    list: 'GET /rolls/slitter',
    create: 'POST /rolls/slitter',
    update: 'PUT /rolls/slitter',
    remove: 'DELETE /rolls/slitter',
  },
  permissions: {
    view: [...viewPermissions, 'productionScheduleView'],
    add: 'divideInteractiveEdit',
    edit: 'divideInteractiveEdit',
    delete: 'divideInteractiveDelete',
  },
})
