/** Rolls for inspections: a jumbo, its slit rolls by lane, and a package of them. */
import { readFileSync } from 'node:fs'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { insertJumbo, createFloor, type Floor } from '../handover/running-line'
import { plantTime, type Staff } from '../plant-staff'

let serial = 0
/** A check sheet item without limits. */
export const emptyItem = { itemEn: null, unit: null, low: null, target: null, high: null, required: false, readings: 1 }
export const PHOTO = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
export interface Hall {
  floor: Floor
  jumboId: string
  jumboNumber: string
  /** Slit rolls of its only set, by lane from 1; 5000 m and 500 kg each. */
  slit: { id: string; number: string }[]
  packageId: string
}
/** Creates a jumbo of 10,000 m. Its outer half is cut into two lanes of 800 mm, which are in a package if `state` is not "made". */
export async function createHall(plant: TestPlant, staff: Staff, state = 'made'): Promise<Hall> {
  const floor = await createFloor(plant, staff)
  const slitter = await createFloor(plant, staff, 'slitting')
  const jumboId = await insertJumbo(plant, floor, plantTime('08:00'))
  const [{ number: jumboNumber } = { number: '' }] = await plant.query<{ number: string }>(
    `update jumbo_roll set width_mm = 1700, team = 'A' where id = $1 returning number`,
    [jumboId],
  )
  const [cuttingId, setId, packageId] = [createUuid7(), createUuid7(), createUuid7()]
  await plant.query(
    `insert into cutting (site_id, id, jumbo_roll_id, slitter_id, state, started_at, business_date, sets, slit_kg) values (1, $1, $2, $3, 'open', $4, '2026-11-20', 1, 1000)`,
    [cuttingId, jumboId, slitter.line.id, plantTime('08:30')],
  )
  await plant.query(
    `insert into slit_set (site_id, id, cutting_id, jumbo_roll_id, slitter_id, set_number, from_m, to_m, doffed_at, business_date) values (1, $1, $2, $3, $4, 1, 5000, 10000, $5, '2026-11-20')`,
    [setId, cuttingId, jumboId, slitter.line.id, plantTime('09:00')],
  )
  await plant.query(
    `insert into package (site_id, id, number, work_order_id, state, rolls, business_date, created_at) values (1, $1, $2, $3, 'packed', 2, '2026-11-20', $4)`,
    [packageId, `P-${++serial}`, floor.order.id, plantTime('09:30')],
  )
  const slit = [1, 2].map((lane) => ({ id: createUuid7(), number: `S${serial}-${lane}` }))
  for (const [i, { id, number }] of slit.entries())
    await plant.query(
      `insert into slit_roll (site_id, id, number, state, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, team, kg, package_id)
       values (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, 800, $10, 5000, 10000, 5000, $11, '2026-11-20', 'B', 500, $12)`,
      [
        id,
        number,
        state,
        jumboId,
        setId,
        slitter.line.id,
        floor.order.id,
        floor.productId,
        i + 1,
        50 + i * 800,
        plantTime('09:00'),
        state === 'made' ? null : packageId,
      ],
    )
  return { floor, jumboId, jumboNumber, slit, packageId }
}
