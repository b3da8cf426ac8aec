/** A line with a running order, materials and released lots: what the tests of feeding begin with. */
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { hopper } from '@/areas/equipment/contract/hopper'
import { line } from '@/plant/contract/line'
import { feed, feedAddCommands } from '@/areas/feeding/contract/feed'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { material, materialLot } from '@/areas/feeding/contract/material'
import type { MaterialKind } from '@/areas/feeding/rules/feed'
import type { LotState } from '@/areas/feeding/rules/lot'
import { workOrder } from '@/areas/orders/contract/work-order'
import { product } from '@/areas/standards/contract/product'
import type { Caller, TestPlant } from '../harness'
import { at, good, staffed, type Staff } from '../people'

export interface FeedingPlant {
  plant: TestPlant
  staff: Staff
  lead: Caller
  line: Caller
  quality: Caller
}
export async function feedingPlant(): Promise<FeedingPlant> {
  const { plant, staff } = await staffed()
  return {
    plant,
    staff,
    lead: staff['prod-lead'],
    line: staff['operator-line'],
    quality: await plant.as('quality-lead'),
  }
}
let serial = 0
const next = () => String(++serial).padStart(3, '0')

/** The hopper of an order's line that a test calls A, B, …; made when first asked for. */
export async function into(
  { staff }: FeedingPlant,
  order: { lineId: string | null },
  name: 'A' | 'B' = 'A',
): Promise<string> {
  const key = `${order.lineId} ${name}`
  const known =
    hoppers.get(key) ??
    good(
      await staff['maint-lead'].call(hopper.endpoints.create, {
        code: `HP-${next()}${name}`,
        name: `料斗${name}`,
        lineId: order.lineId!,
      }),
    ).id
  hoppers.set(key, known)
  return known
}
const hoppers = new Map<string, string>()
/** A running order on a line of its own, of a product of its own. */
export async function runningOrder(
  { plant, lead, staff }: FeedingPlant,
  more: { state?: string; lineId?: string; productId?: string } = {},
): Promise<Row<typeof workOrder>> {
  const n = next()
  const lineId =
    more.lineId ??
    good(
      await staff['maint-lead'].call(line.endpoints.create, {
        code: `SB-${n}`,
        name: `纺粘${n}号线`,
        kind: 'spunbond',
      }),
    ).id
  const productId =
    more.productId ??
    good(
      await staff.admin.call(product.endpoints.create, {
        code: `PR-${n}`,
        name: `产品${n}`,
        family: 'spunbond',
        gsm: 15,
      }),
    ).id
  const order = good(
    await lead.call(workOrder.endpoints.create, { number: `WO-${n}`, batch: `B${n}`, productId, lineId }),
  )
  await plant.query('update work_order set state = $2, line_id = $3, started_at = $4 where id = $1', [
    order.id,
    more.state ?? 'running',
    lineId,
    at('06:00'),
  ])
  return { ...order, lineId, state: (more.state ?? 'running') as 'running' }
}
export const newMaterial = async (
  { lead }: FeedingPlant,
  kind: MaterialKind = 'main',
  more: object = {},
): Promise<Row<typeof material>> => {
  const n = next()
  return good(
    await lead.call(material.endpoints.create, { code: `${kind.toUpperCase()}-${n}`, name: `物料${n}`, kind, ...more }),
  )
}
export async function newLot(
  f: FeedingPlant,
  materialId: string,
  more: { state?: LotState; kg?: number; receivedOn?: string; expiresOn?: string } = {},
): Promise<Row<typeof materialLot>> {
  const lot = good(
    await f.lead.call(materialLot.endpoints.create, {
      number: `LOT-${next()}`,
      materialId,
      receivedOn: more.receivedOn ?? '2026-11-01',
      receivedKg: more.kg ?? 1000,
      ...(more.expiresOn ? { expiresOn: more.expiresOn } : {}),
    }),
  )
  const state = more.state ?? 'released'
  return state === 'quarantine' ? lot : good(await f.quality.call(decideLot, { id: lot.id, state, reason: '检验' }))
}
/** An approved process standard of a product, with the shares its materials may have. */
export async function newStandard(
  { plant }: FeedingPlant,
  productId: string,
  ratios: object[],
  more: { state?: string; newest?: boolean; lineId?: string } = {},
): Promise<string> {
  const id = createUuid7(Date.now())
  await plant.query(
    `insert into process_standard (site_id, id, code, revision, newest, state, variant, product_id, line_id, ratios, parameters, created_at, updated_at)
     values (1, $1, $2, 1, $3, $4, 'mainLine', $5, $6, $7, '[]', now(), now())`,
    [
      id,
      `PS-${next()}`,
      more.newest ?? true,
      more.state ?? 'approved',
      productId,
      more.lineId ?? null,
      JSON.stringify(ratios),
    ],
  )
  return id
}
export const addOf = (kind: MaterialKind) => feedAddCommands.find((call) => call.kind === kind)!.endpoint
export type FeedRow = Row<typeof feed>
export const stockOf = async ({ plant }: FeedingPlant, lotId: string): Promise<number> =>
  (await plant.query<{ left_kg: number }>('select left_kg from material_lot where id = $1', [lotId]))[0]!.left_kg
export const fedOf = async ({ plant }: FeedingPlant, orderId: string): Promise<number> =>
  (await plant.query<{ fed_kg: number }>('select fed_kg from work_order where id = $1', [orderId]))[0]!.fed_kg
/** A roll as the winder leaves it, wound in the hour after the test began; its lots are not counted yet. */
export async function newJumbo(
  { plant }: FeedingPlant,
  order: Row<typeof workOrder>,
  more: {
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
      `J-${next()}`,
      more.state ?? 'uncut',
      order.id,
      order.productId,
      order.lineId,
      more.lengthM ?? 1000,
      more.netKg === undefined ? 100 : more.netKg,
      more.expectedKg ?? 100,
      more.grade ?? 'good',
      JSON.stringify(more.downgrades ?? []),
      more.businessDate ?? '2026-11-20',
      more.shift ?? 'early',
      more.team ?? 'A',
      '2026-11-20T02:30:00Z',
      '2026-11-20T03:30:00Z',
    ],
  )
}
