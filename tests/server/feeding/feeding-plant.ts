/** Running orders, materials, released lots and hoppers for the feeding tests. */
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line } from '@/plant/contract/line'
import { feed, feedAddCommands } from '@/areas/feeding/contract/feed'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { material, materialLot } from '@/areas/feeding/contract/material'
import type { MaterialKind, LotState } from '@/areas/feeding/rules/feed'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import type { Caller, TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

export interface FeedingPlant {
  plant: TestPlant
  staff: Staff
  lead: Caller
  line: Caller
  quality: Caller
}
export async function createFeedingPlant(): Promise<FeedingPlant> {
  const { plant, staff } = await createStaffedPlant()
  return {
    plant,
    staff,
    lead: staff['prod-lead'],
    line: staff['operator-line'],
    quality: await plant.as('quality-lead'),
  }
}
let serial = 0
const nextNumber = () => String(++serial).padStart(3, '0')

/** The id of hopper A or B of the order's line; the first call creates the hopper. */
export async function findOrCreateHopper(
  { staff }: FeedingPlant,
  order: { lineId: string | null },
  name: 'A' | 'B' = 'A',
): Promise<string> {
  const key = `${order.lineId} ${name}`
  const hopperId =
    hoppers.get(key) ??
    expectOk(
      await staff['maint-lead'].call(hopper.endpoints.create, {
        code: `HP-${nextNumber()}${name}`,
        name: `料斗${name}`,
        lineId: order.lineId!,
      }),
    ).id
  hoppers.set(key, hopperId)
  return hopperId
}
const hoppers = new Map<string, string>()
/** Creates a running order; by default with a new line and a new product. */
export async function createRunningOrder(
  { plant, lead, staff }: FeedingPlant,
  overrides: { state?: string; lineId?: string; productId?: string } = {},
): Promise<Row<typeof workOrder>> {
  const n = nextNumber()
  const lineId =
    overrides.lineId ??
    expectOk(
      await staff['maint-lead'].call(line.endpoints.create, {
        code: `SB-${n}`,
        name: `纺粘${n}号线`,
        kind: 'spunbond',
      }),
    ).id
  const productId =
    overrides.productId ??
    expectOk(
      await staff.admin.call(product.endpoints.create, {
        code: `PR-${n}`,
        name: `产品${n}`,
        family: 'spunbond',
        gsm: 15,
      }),
    ).id
  const order = expectOk(
    await lead.call(workOrder.endpoints.create, { number: `WO-${n}`, batch: `B${n}`, productId, lineId }),
  )
  await plant.query('update work_order set state = $2, line_id = $3, started_at = $4 where id = $1', [
    order.id,
    overrides.state ?? 'running',
    lineId,
    plantTime('06:00'),
  ])
  return { ...order, lineId, state: (overrides.state ?? 'running') as 'running' }
}
export const createMaterial = async (
  { lead }: FeedingPlant,
  kind: MaterialKind = 'main',
  overrides: object = {},
): Promise<Row<typeof material>> => {
  const n = nextNumber()
  return expectOk(
    await lead.call(material.endpoints.create, {
      code: `${kind.toUpperCase()}-${n}`,
      name: `物料${n}`,
      kind,
      ...overrides,
    }),
  )
}
export async function createLot(
  feedingPlant: FeedingPlant,
  materialId: string,
  overrides: { state?: LotState; kg?: number; receivedOn?: string; expiresOn?: string } = {},
): Promise<Row<typeof materialLot>> {
  const lot = expectOk(
    await feedingPlant.lead.call(materialLot.endpoints.create, {
      number: `LOT-${nextNumber()}`,
      materialId,
      receivedOn: overrides.receivedOn ?? '2026-11-01',
      receivedKg: overrides.kg ?? 1000,
      ...(overrides.expiresOn ? { expiresOn: overrides.expiresOn } : {}),
    }),
  )
  const state = overrides.state ?? 'released'
  return state === 'quarantine'
    ? lot
    : expectOk(await feedingPlant.quality.call(decideLot, { id: lot.id, state, reason: '检验' }))
}
/** Inserts a process standard of a product, approved by default, with limits for the shares of materials. @returns its id */
export async function createProcessStandard(
  { plant }: FeedingPlant,
  productId: string,
  ratios: object[],
  overrides: { state?: string; newest?: boolean; lineId?: string } = {},
): Promise<string> {
  const id = createUuid7(Date.now())
  await plant.query(
    `insert into process_standard (site_id, id, code, revision, newest, state, variant, product_id, line_id, ratios, parameters, created_at, updated_at)
     values (1, $1, $2, 1, $3, $4, 'mainLine', $5, $6, $7, '[]', now(), now())`,
    [
      id,
      `PS-${nextNumber()}`,
      overrides.newest ?? true,
      overrides.state ?? 'approved',
      productId,
      overrides.lineId ?? null,
      JSON.stringify(ratios),
    ],
  )
  return id
}
export const getFeedEndpoint = (kind: MaterialKind) => feedAddCommands.find((call) => call.kind === kind)!.endpoint
export type FeedRow = Row<typeof feed>
export const loadLeftKg = async ({ plant }: FeedingPlant, lotId: string): Promise<number> =>
  (await plant.query<{ left_kg: number }>('select left_kg from material_lot where id = $1', [lotId]))[0]!.left_kg
export const loadFedKg = async ({ plant }: FeedingPlant, orderId: string): Promise<number> =>
  (await plant.query<{ fed_kg: number }>('select fed_kg from work_order where id = $1', [orderId]))[0]!.fed_kg
/** Inserts an uncut jumbo roll, wound between 10:30 and 11:30; its lots are not calculated yet. */
export async function insertJumbo(
  { plant }: FeedingPlant,
  order: Row<typeof workOrder>,
  overrides: {
    netKg?: number | null
    expectedKg?: number
    lengthM?: number
    grade?: string
    state?: string
    downgrades?: object[]
    businessDate?: string
    shift?: string
    team?: string
  } = {},
): Promise<void> {
  await plant.query(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, expected_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
     values (1, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, now(), now(), '[]', '[]', '[]')`,
    [
      createUuid7(Date.now()),
      `J-${nextNumber()}`,
      overrides.state ?? 'uncut',
      order.id,
      order.productId,
      order.lineId,
      overrides.lengthM ?? 1000,
      overrides.netKg === undefined ? 100 : overrides.netKg,
      overrides.expectedKg ?? 100,
      overrides.grade ?? 'good',
      JSON.stringify(overrides.downgrades ?? []),
      overrides.businessDate ?? '2026-11-20',
      overrides.shift ?? 'early',
      overrides.team ?? 'A',
      '2026-11-20T02:30:00Z',
      '2026-11-20T03:30:00Z',
    ],
  )
}
