/** A slitter with a jumbo on it, for the tests of slitting, packing and trace. */
import { createUuid7 } from '@/contract/id'
import { line } from '@/plant/contract/line'
import { setsWithRolls } from '@/areas/rolls/contract/slitting-endpoints'
import { doffSet, editSet, startCutting } from '@/areas/rolls/contract/slitting-commands'
import type { cutting, slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import {
  calculateCuttingMetrics,
  calculateJumboMetrics,
  zeroRollMetrics,
  sumMetrics,
  calculateSlitRollMetrics,
} from '@/areas/rolls/rules/order-roll-metrics'
import type { Row } from '@/contract/resource'
import type { Caller, TestPlant } from '../harness'
import { at, good, rowOf, staffed, type Staff } from '../people'
import { doffed, running, type Roll } from './winder-plant'

export interface Hall {
  plant: TestPlant
  staff: Staff
  slit: Caller
}
export async function hall(): Promise<Hall> {
  const { plant, staff } = await staffed()
  return { plant, staff, slit: await plant.as('operator-slit') }
}
let serial = 0
export async function newSlitter(staff: Staff): Promise<Row<typeof line>> {
  serial += 1
  return good(
    await staff.admin.call(line.endpoints.create, {
      code: `SL${serial}`,
      name: `${serial}号分切机`,
      kind: 'slitting',
    } as never),
  )
}
/** 3,200 mm × 10,000 m of 15 g/m², 480 kg net, wound this morning. */
export async function jumboOf(
  h: Hall,
  more: Record<string, unknown> = {},
  order: Record<string, unknown> = {},
): Promise<{ jumbo: Roll; orderId: string }> {
  const run = await running(h.plant, h.staff, order)
  const jumbo = await doffed(h.staff, run, {
    widthMm: 3200,
    grossKg: 490,
    coreKg: 10,
    occurredAt: at('08:30'),
    ...more,
  })
  return { jumbo, orderId: run.order.id }
}
export const wide = [
  { width: 1000, count: 3, workOrderId: null },
  { width: 160, count: 1, workOrderId: null },
]
export interface Cut {
  jumbo: Roll
  orderId: string
  slitterId: string
  run: Row<typeof cutting>
}
/** A jumbo on a slitter of its own, to be cut in lengths of 5,000 m. */
export async function cut(
  h: Hall,
  more: Record<string, unknown> = {},
  lanes: object[] = wide,
  order: Record<string, unknown> = {},
): Promise<Cut> {
  const made = await jumboOf(h, more, order)
  const slitterId = (await newSlitter(h.staff)).id
  const run = good(
    await h.slit.call(startCutting, {
      jumboRollId: made.jumbo.id,
      slitterId,
      lanes,
      lengthM: 5000,
      occurredAt: at('09:00'),
    } as never),
  )
  return { ...made, slitterId, run }
}
export type Set = Row<typeof slitSet> & { slit: Row<typeof slitRoll>[] }
export async function doffOne(h: Hall, run: Cut, more: Record<string, unknown> = {}): Promise<Set> {
  const { id } = good(await h.slit.call(doffSet, { id: createUuid7(), cuttingId: run.run.id, ...more } as never))
  return setNamed(h, run, id)
}
/** A set as it is listed, with its rolls. */
export const setNamed = async (h: Hall, run: Cut, id: string): Promise<Set> =>
  good(await h.slit.call(setsWithRolls, { cuttingId: run.run.id })).find((s) => s.id === id) as unknown as Set
/** All lanes of a set, each weighed as it should be. */
export const weighAll = async (h: Hall, run: Cut, set: Set): Promise<unknown> =>
  good(
    await h.slit.call(editSet, {
      id: set.id,
      cuttingId: run.run.id,
      rolls: set.slit.map((r) => ({ rollId: r.id, kg: r.expectedKg })),
    } as never),
  )

/** The figures an order keeps, beside what its rolls add up to now. */
export async function figures(plant: TestPlant, orderId: string): Promise<{ kept: object; counted: object }> {
  const row = await rowOf<Record<string, number>>(plant, 'work_order', orderId)
  const kept = {
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
  const counted = sumMetrics([
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
  return { kept, counted }
}
