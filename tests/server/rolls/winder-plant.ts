/** A line with a running order, for the winder tests. */
import { line } from '@/plant/contract/line'
import { workOrder } from '@/areas/orders/contract/work-order'
import { doffRoll } from '@/areas/rolls/contract/jumbo-commands'
import type { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { product } from '@/areas/standards/contract/product'
import type { Row } from '@/contract/resource'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, type Staff } from '../plant-staff'

export type Roll = Row<typeof jumboRoll>
let serial = 0
export async function createLine(staff: Staff, overrides: Record<string, unknown> = {}): Promise<Row<typeof line>> {
  serial += 1
  return expectOk(
    await staff.admin.call(line.endpoints.create, {
      code: `SS${serial}`,
      name: `纺粘${serial}号线`,
      kind: 'spunbond',
      width: 3.2,
      idealSpeed: 200,
      ...overrides,
    } as never),
  )
}
/** Creates an order of 15 g/m² × 3.2 m, i.e. 48 kg per kilometre. */
export async function createOrder(
  staff: Staff,
  overrides: Record<string, unknown> = {},
): Promise<Row<typeof workOrder>> {
  serial += 1
  const productRow = expectOk(
    await staff.admin.call(product.endpoints.create, {
      code: `P${serial}`,
      name: `无纺布${serial}`,
      family: 'spunbond',
      gsm: 15,
    }),
  )
  return expectOk(
    await staff.admin.call(workOrder.endpoints.create, {
      number: `WO-${serial}`,
      batch: `B${serial}`,
      productId: productRow.id,
      gsm: 15,
      webWidthMm: 3200,
      orderedKg: 5000,
      orderedRolls: 10,
      jumboLengthM: 10_000,
      rollLengthM: 10_000,
      ...overrides,
    } as never),
  )
}
/** Creates a line with an order that has been running since 08:00. */
export async function startRunningOrder(
  plant: TestPlant,
  staff: Staff,
  overrides: Record<string, unknown> = {},
): Promise<{ line: Row<typeof line>; order: Row<typeof workOrder> }> {
  const createdLine = await createLine(staff)
  const plannedOrder = await createOrder(staff, overrides)
  // The started state is written directly: the start needs an approved standard and would use the current time.
  await plant.query(
    `update work_order set state = 'running', line_id = $3, started_at = $2, run_since = $2, version = version + 1 where id = $1`,
    [plannedOrder.id, plantTime('08:00'), createdLine.id],
  )
  return {
    line: createdLine,
    order: {
      ...plannedOrder,
      state: 'running',
      lineId: createdLine.id,
      startedAt: plantTime('08:00'),
      version: plannedOrder.version + 1,
    },
  }
}
export const doffJumboRoll = async (
  staff: Staff,
  run: { line: { id: string }; order: { id: string } },
  overrides: Record<string, unknown> = {},
): Promise<Roll> =>
  expectOk(
    await staff['operator-line'].call(doffRoll, {
      workOrderId: run.order.id,
      lineId: run.line.id,
      lengthM: 10_000,
      ...overrides,
    } as never),
  ) as unknown as Roll
