/** A slitter with a jumbo on it, for the tests of slitting, packing and trace. */
import { createUuid7 } from '@/contract/id'
import { line } from '@/plant/contract/line'
import { setsWithRolls } from '@/areas/slitting/contract/slitting-endpoints'
import { doffSet, editSet, startCutting } from '@/areas/slitting/contract/slitting-commands'
import type { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import {
  calculateCuttingMetrics,
  calculateJumboMetrics,
  zeroRollMetrics,
  sumMetrics,
  calculateSlitRollMetrics,
} from '@/areas/rolls/rules/order-roll-metrics'
import type { Row } from '@/contract/resource'
import type { Caller, TestPlant } from '../harness'
import { plantTime, expectOk, fetchRow, createStaffedPlant, type Staff } from '../plant-staff'
import { doffJumboRoll, startRunningOrder, type Roll } from '../rolls/winder-plant'

export interface SlitterPlant {
  plant: TestPlant
  staff: Staff
  operator: Caller
}
export async function createSlitterPlant(): Promise<SlitterPlant> {
  const { plant, staff } = await createStaffedPlant()
  return { plant, staff, operator: await plant.as('operator-slit') }
}
let serial = 0
export async function createSlitter(staff: Staff): Promise<Row<typeof line>> {
  serial += 1
  return expectOk(
    await staff.admin.call(line.endpoints.create, {
      code: `SL${serial}`,
      name: `${serial}号分切机`,
      kind: 'slitting',
    } as never),
  )
}
/** Doffs a jumbo of 3,200 mm × 10,000 m, 15 g/m², 480 kg net, this morning. */
export async function doffJumbo(
  slitterPlant: SlitterPlant,
  overrides: Record<string, unknown> = {},
  orderOverrides: Record<string, unknown> = {},
): Promise<{ jumbo: Roll; orderId: string }> {
  const run = await startRunningOrder(slitterPlant.plant, slitterPlant.staff, orderOverrides)
  const jumbo = await doffJumboRoll(slitterPlant.staff, run, {
    widthMm: 3200,
    grossKg: 490,
    coreKg: 10,
    occurredAt: plantTime('08:30'),
    ...overrides,
  })
  return { jumbo, orderId: run.order.id }
}
export const WIDE_LANES = [
  { width: 1000, count: 3, workOrderId: null },
  { width: 160, count: 1, workOrderId: null },
]
export interface CuttingRun {
  jumbo: Roll
  orderId: string
  slitterId: string
  cutting: Row<typeof cutting>
}
/** Starts cutting a new jumbo on a new slitter in lengths of 5,000 m. */
export async function startCuttingRun(
  slitterPlant: SlitterPlant,
  overrides: Record<string, unknown> = {},
  lanes: object[] = WIDE_LANES,
  orderOverrides: Record<string, unknown> = {},
): Promise<CuttingRun> {
  const doffedJumbo = await doffJumbo(slitterPlant, overrides, orderOverrides)
  const slitterId = (await createSlitter(slitterPlant.staff)).id
  const run = expectOk(
    await slitterPlant.operator.call(startCutting, {
      jumboRollId: doffedJumbo.jumbo.id,
      slitterId,
      lanes,
      lengthM: 5000,
      occurredAt: plantTime('09:00'),
    } as never),
  )
  return { ...doffedJumbo, slitterId, cutting: run }
}
export type RollSet = Row<typeof slitSet> & { slit: Row<typeof slitRoll>[] }
export async function doffNextSet(
  slitterPlant: SlitterPlant,
  run: CuttingRun,
  overrides: Record<string, unknown> = {},
): Promise<RollSet> {
  const { id } = expectOk(
    await slitterPlant.operator.call(doffSet, { id: createUuid7(), cuttingId: run.cutting.id, ...overrides } as never),
  )
  return loadSet(slitterPlant, run, id)
}
/** Loads a set with its rolls. */
export const loadSet = async (slitterPlant: SlitterPlant, run: CuttingRun, id: string): Promise<RollSet> =>
  expectOk(await slitterPlant.operator.call(setsWithRolls, { cuttingId: run.cutting.id })).find(
    (set) => set.id === id,
  ) as unknown as RollSet
/** Enters the expected weight for every lane of a set. */
export const weighAll = async (slitterPlant: SlitterPlant, run: CuttingRun, set: RollSet): Promise<unknown> =>
  expectOk(
    await slitterPlant.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: set.slit.map((roll) => ({ rollId: roll.id, kg: roll.expectedKg })),
    } as never),
  )

/** Returns the stored metrics of an order and those calculated from its rolls. */
export async function loadOrderMetrics(
  plant: TestPlant,
  orderId: string,
): Promise<{ stored: object; calculated: object }> {
  const row = await fetchRow<Record<string, number>>(plant, 'work_order', orderId)
  const stored = {
    jumboRolls: row['jumbo_rolls'],
    jumboKg: Number(row['jumbo_kg']),
    goodRolls: row['good_rolls'],
    goodKg: Number(row['good_kg']),
    downgradedKg: Number(row['downgraded_kg']),
    wasteKg: Number(row['waste_kg']),
  }
  const toNumber = (value: unknown) => (value === null ? null : Number(value))
  const slit = await plant.query('select * from slit_roll where work_order_id = $1', [orderId])
  const jumbos = await plant.query('select * from jumbo_roll where work_order_id = $1', [orderId])
  const cuttings = await plant.query(
    'select c.* from cutting c join jumbo_roll j on j.id = c.jumbo_roll_id where j.work_order_id = $1',
    [orderId],
  )
  const calculated = sumMetrics([
    zeroRollMetrics,
    ...slit.map((row) =>
      calculateSlitRollMetrics({
        state: String(row['state']),
        kg: toNumber(row['kg']),
        expectedKg: toNumber(row['expected_kg']),
        lengthM: Number(row['length_m']),
        grade: row['grade'] as never,
        downgrades: row['downgrades'] as never,
      }),
    ),
    ...jumbos.map((row) =>
      calculateJumboMetrics({
        state: String(row['state']),
        netKg: toNumber(row['net_kg']),
        expectedKg: toNumber(row['expected_kg']),
        lengthM: toNumber(row['length_m']),
        leftM: toNumber(row['left_m']),
        downgrades: row['downgrades'] as never,
      }),
    ),
    ...cuttings.map((row) =>
      calculateCuttingMetrics({ state: String(row['state']), wasteKg: toNumber(row['waste_kg']) }),
    ),
  ])
  return { stored, calculated }
}
