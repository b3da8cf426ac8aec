/** A line with a running order, for the tests of the winder. */
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { doffRoll } from '@/areas/rolls/contract/jumbo-commands'
import type { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { product } from '@/areas/standards/contract/product'
import type { Row } from '@/contract/resource'
import type { TestPlant } from '../harness'
import { at, good, type Staff } from '../people'

export type Roll = Row<typeof jumboRoll>
let serial = 0
export async function newLine(staff: Staff, more: Record<string, unknown> = {}): Promise<Row<typeof line>> {
  serial += 1
  return good(
    await staff.admin.call(line.endpoints.create, {
      code: `SS${serial}`,
      name: `纺粘${serial}号线`,
      kind: 'spunbond',
      width: 3.2,
      idealSpeed: 200,
      ...more,
    } as never),
  )
}
/** 15 g/m² × 3.2 m: 48 kg a kilometre. */
export async function newOrder(staff: Staff, more: Record<string, unknown> = {}): Promise<Row<typeof workOrder>> {
  serial += 1
  const of = good(
    await staff.admin.call(product.endpoints.create, {
      code: `P${serial}`,
      name: `无纺布${serial}`,
      family: 'spunbond',
      gsm: 15,
    }),
  )
  return good(
    await staff.admin.call(workOrder.endpoints.create, {
      number: `WO-${serial}`,
      batch: `B${serial}`,
      productId: of.id,
      gsm: 15,
      webWidthMm: 3200,
      orderedKg: 5000,
      orderedRolls: 10,
      jumboLengthM: 10_000,
      rollLengthM: 10_000,
      ...more,
    } as never),
  )
}
/** An order that has run on a line of its own since 08:00. */
export async function running(
  plant: TestPlant,
  staff: Staff,
  more: Record<string, unknown> = {},
): Promise<{ at: Row<typeof line>; order: Row<typeof workOrder> }> {
  const place = await newLine(staff)
  const planned = await newOrder(staff, more)
  // Written down as it is after the start: no standard has to be approved first, and its rolls may be of this morning.
  await plant.query(
    `update work_order set state = 'running', line_id = $3, started_at = $2, run_since = $2, version = version + 1 where id = $1`,
    [planned.id, at('08:00'), place.id],
  )
  return {
    at: place,
    order: { ...planned, state: 'running', lineId: place.id, startedAt: at('08:00'), version: planned.version + 1 },
  }
}
export const doffed = async (
  staff: Staff,
  run: { at: { id: string }; order: { id: string } },
  more: Record<string, unknown> = {},
): Promise<Roll> =>
  good(
    await staff['operator-line'].call(doffRoll, {
      workOrderId: run.order.id,
      lineId: run.at.id,
      lengthM: 10_000,
      ...more,
    } as never),
  ) as unknown as Roll
