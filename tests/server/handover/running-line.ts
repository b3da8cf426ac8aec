/** A line with a running order. Rolls, feeds and stops are inserted directly into their tables. */
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, type Staff } from '../plant-staff'

let serial = 0
export interface Floor {
  line: Row<typeof line>
  order: Row<typeof workOrder>
  productId: string
}
/** Creates a line with a running order. */
export async function createFloor(
  plant: TestPlant,
  staff: Staff,
  kind: 'spunbond' | 'slitting' = 'spunbond',
): Promise<Floor> {
  serial += 1
  const createdLine = expectOk(
    await staff.admin.call(line.endpoints.create, { code: `H-${serial}`, name: `${serial}号线`, kind }),
  )
  const createdProduct = expectOk(
    await staff.admin.call(product.endpoints.create, {
      code: `HP-${serial}`,
      name: `产品${serial}`,
      family: 'spunbond',
      gsm: 20,
    }),
  )
  const order = expectOk(
    await staff.admin.call(workOrder.endpoints.create, {
      number: `HW-${serial}`,
      batch: `B${serial}`,
      productId: createdProduct.id,
      orderedKg: 5000,
    }),
  )
  await plant.query(`update work_order set state = 'running', line_id = $2, started_at = $3 where id = $1`, [
    order.id,
    createdLine.id,
    plantTime('07:00'),
  ])
  return { line: createdLine, order, productId: createdProduct.id }
}
export async function insertJumbo(
  plant: TestPlant,
  { line: place, order, productId }: Floor,
  doffedAt: string,
  more: { kg?: number; grade?: string; downgrades?: object[]; unusual?: boolean } = {},
): Promise<string> {
  const id = createUuid7()
  await plant.query(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, started_at, doffed_at, business_date, length_m, net_kg, left_m, grade, downgrades, weight_unusual)
     values (1, $1, $2, 'uncut', $3, $4, $5, $6, $6, '2026-11-20', 10000, $7, 10000, $8, $9, $10)`,
    [
      id,
      `J${++serial}`,
      order.id,
      productId,
      place.id,
      doffedAt,
      more.kg ?? 600,
      more.grade ?? 'good',
      JSON.stringify(more.downgrades ?? []),
      more.unusual ?? false,
    ],
  )
  return id
}
export async function insertStop(
  plant: TestPlant,
  { line: place }: Floor,
  startedAt: string,
  endedAt: string | null,
): Promise<void> {
  await plant.query(`insert into line_stop (site_id, id, line_id, started_at, ended_at) values (1, $1, $2, $3, $4)`, [
    createUuid7(),
    place.id,
    startedAt,
    endedAt,
  ])
}
export async function insertFeed(
  plant: TestPlant,
  { line: place, order }: Floor,
  fedAt: string,
  kg: number,
  kind = 'main',
): Promise<void> {
  const id = createUuid7()
  await plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, $2, '聚丙烯', $3)`, [
    id,
    `PP-${++serial}`,
    kind,
  ])
  await plant.query(
    `insert into feed (site_id, id, kind, work_order_id, line_id, material_id, kg, fed_at, business_date) values (1, $1, $2, $3, $4, $5, $6, $7, '2026-11-20')`,
    [createUuid7(), kind, order.id, place.id, id, kg, fedAt],
  )
}
