/** Rolls that an inspector looks at: a jumbo, its slit rolls lane by lane, a package of them. */
import { readFileSync } from 'node:fs'
import { createUuid7 } from '@/contract/id'
import type { TestPlant } from '../harness'
import { jumbo, newFloor, type Floor } from '../handover/floor'
import { at, type Staff } from '../people'

let serial = 0
/** An item of a sheet that asks for nothing in particular. */
export const anItem = { itemEn: null, unit: null, low: null, target: null, high: null, required: false, readings: 1 }
export const PHOTO = readFileSync(new URL('../../../public/icon-192.png', import.meta.url))
export interface Hall {
  floor: Floor
  jumboId: string
  jumboNumber: string
  /** Ids of the slit rolls of its one set, by lane from 1; 5000 m of 500 kg each. */
  slit: { id: string; number: string }[]
  packageId: string
}
/** A jumbo of 10,000 m; its outer half is cut into two lanes of 800 mm, which lie in a packed package unless `state` says otherwise. */
export async function newHall(plant: TestPlant, staff: Staff, state = 'made'): Promise<Hall> {
  const floor = await newFloor(plant, staff)
  const slitter = await newFloor(plant, staff, 'slitting')
  const jumboId = await jumbo(plant, floor, at('08:00'))
  const [{ number: jumboNumber } = { number: '' }] = await plant.query<{ number: string }>(
    `update jumbo_roll set width_mm = 1700, team = 'A' where id = $1 returning number`,
    [jumboId],
  )
  const [cuttingId, setId, packageId] = [createUuid7(), createUuid7(), createUuid7()]
  await plant.query(
    `insert into cutting (site_id, id, jumbo_roll_id, slitter_id, state, started_at, business_date, sets, slit_kg) values (1, $1, $2, $3, 'open', $4, '2026-11-20', 1, 1000)`,
    [cuttingId, jumboId, slitter.line.id, at('08:30')],
  )
  await plant.query(
    `insert into slit_set (site_id, id, cutting_id, jumbo_roll_id, slitter_id, set_number, from_m, to_m, doffed_at, business_date) values (1, $1, $2, $3, $4, 1, 5000, 10000, $5, '2026-11-20')`,
    [setId, cuttingId, jumboId, slitter.line.id, at('09:00')],
  )
  await plant.query(
    `insert into package (site_id, id, number, work_order_id, state, rolls, business_date) values (1, $1, $2, $3, 'packed', 2, '2026-11-20')`,
    [packageId, `P-${++serial}`, floor.order.id],
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
        at('09:00'),
        state === 'made' ? null : packageId,
      ],
    )
  return { floor, jumboId, jumboNumber, slit, packageId }
}
