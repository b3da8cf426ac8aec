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
  slit: Caller
}
export async function createSlitterPlant(): Promise<SlitterPlant> {
  const { plant, staff } = await createStaffedPlant()
  return { plant, staff, slit: await plant.as('operator-slit') }
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
  h: SlitterPlant,
  more: Record<string, unknown> = {},
  order: Record<string, unknown> = {},
): Promise<{ jumbo: Roll; orderId: string }> {
  const run = await startRunningOrder(h.plant, h.staff, order)
  const jumbo = await doffJumboRoll(h.staff, run, {
    widthMm: 3200,
    grossKg: 490,
    coreKg: 10,
    occurredAt: plantTime('08:30'),
    ...more,
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
  h: SlitterPlant,
  more: Record<string, unknown> = {},
  lanes: object[] = WIDE_LANES,
  order: Record<string, unknown> = {},
): Promise<CuttingRun> {
  const doffedJumbo = await doffJumbo(h, more, order)
  const slitterId = (await createSlitter(h.staff)).id
  const run = expectOk(
    await h.slit.call(startCutting, {
      jumboRollId: doffedJumbo.jumbo.id,
      slitterId,
      lanes,
      lengthM: 5000,
      occurredAt: plantTime('09:00'),
    } as never),
  )
  return { ...doffedJumbo, slitterId, cutting: run }
}
export type Set = Row<typeof slitSet> & { slit: Row<typeof slitRoll>[] }
export async function doffSetOf(h: SlitterPlant, run: CuttingRun, more: Record<string, unknown> = {}): Promise<Set> {
  const { id } = expectOk(
    await h.slit.call(doffSet, { id: createUuid7(), cuttingId: run.cutting.id, ...more } as never),
  )
  return loadSet(h, run, id)
}
/** Loads a set with its rolls. */
export const loadSet = async (h: SlitterPlant, run: CuttingRun, id: string): Promise<Set> =>
  expectOk(await h.slit.call(setsWithRolls, { cuttingId: run.cutting.id })).find((s) => s.id === id) as unknown as Set
/** Enters the expected weight for every lane of a set. */
export const weighAll = async (h: SlitterPlant, run: CuttingRun, set: Set): Promise<unknown> =>
  expectOk(
    await h.slit.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: set.slit.map((r) => ({ rollId: r.id, kg: r.expectedKg })),
    } as never),
  )

/** Returns the stored metrics of an order and those calculated from its rolls. */
export async function loadOrderMetrics(plant: TestPlant, orderId: string): Promise<{ kept: object; counted: object }> {
  const row = await fetchRow<Record<string, number>>(plant, 'work_order', orderId)
  const stored = {
    jumboRolls: row['jumbo_rolls'],
    jumboKg: Number(row['jumbo_kg']),
    goodRolls: row['good_rolls'],
    goodKg: Number(row['good_kg']),
    downgradedKg: Number(row['downgraded_kg']),
    wasteKg: Number(row['waste_kg']),
  }
  const number = (value: unknown) => (value === null ? null : Number(value))
  const slit = await plant.query('select * from slit_roll where work_order_id = $1', [orderId])
  const jumbos = await plant.query('select * from jumbo_roll where work_order_id = $1', [orderId])
  const cuttings = await plant.query(
    'select c.* from cutting c join jumbo_roll j on j.id = c.jumbo_roll_id where j.work_order_id = $1',
    [orderId],
  )
  const calculated = sumMetrics([
    zeroRollMetrics,
    ...slit.map((r) =>
      calculateSlitRollMetrics({
        state: String(r['state']),
        kg: number(r['kg']),
        expectedKg: number(r['expected_kg']),
        lengthM: Number(r['length_m']),
        grade: r['grade'] as never,
        downgrades: r['downgrades'] as never,
      }),
    ),
    ...jumbos.map((r) =>
      calculateJumboMetrics({
        state: String(r['state']),
        netKg: number(r['net_kg']),
        expectedKg: number(r['expected_kg']),
        lengthM: number(r['length_m']),
        leftM: number(r['left_m']),
        downgrades: r['downgrades'] as never,
      }),
    ),
    ...cuttings.map((r) => calculateCuttingMetrics({ state: String(r['state']), wasteKg: number(r['waste_kg']) })),
  ])
  return { kept: stored, counted: calculated }
}
