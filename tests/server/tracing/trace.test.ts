import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { packRolls } from '@/areas/packing/contract/package-endpoints'
import { recallList } from '@/areas/tracing/contract/recall'
import { trace } from '@/areas/tracing/contract/trace'
import { buildTraceSql } from '@/areas/tracing/server/trace-sql'
import type { TestPlant } from '../harness'
import { expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  doffJumbo,
  weighAll,
  type SlitterPlant,
  type RollSet,
} from '../slitting/slitter-plant'

let h: SlitterPlant
const lots = [createUuid7(1), createUuid7(2), createUuid7(3)]
const customerId = createUuid7()
/** The customer with many orders. */
const largeId = createUuid7()
const erpId = createUuid7()
let set: RollSet
let jumboId: string
let packageId: string
let number: string
let orderId: string
beforeAll(async () => {
  h = await createSlitterPlant()
  const material = createUuid7()
  await h.plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, 'PP', '聚丙烯', 'main')`, [
    material,
  ])
  for (const [i, id] of lots.entries())
    await h.plant.query(
      `insert into material_lot (site_id, id, number, material_id, received_on, received_kg) values (1, $1, $2, $3, '2026-11-01', 1000)`,
      [id, `LOT-${i}`, material],
    )
  await h.plant.query(
    `insert into customer (site_id, id, code, name, name_en) values (1, $1, 'C-01', '卫材公司', 'Hygiene Ltd')`,
    [customerId],
  )
  const run = await startCuttingRun(h)
  jumboId = run.jumbo.id
  orderId = run.orderId
  number = run.jumbo.number!
  await h.plant.query(
    `insert into erp_order (site_id, id, external_number, purchase_order, product_code, ordered_kg, work_order_id) values (1, $1, 'SO-1001-1', 'PO-77', 'P1', 100, $2)`,
    [erpId, run.orderId],
  )
  await h.plant.query(`update work_order set customer_id = $2, erp_order_id = $3 where id = $1`, [
    run.orderId,
    customerId,
    erpId,
  ])
  const inIt = lots.slice(0, 2).map((lotId) => ({ lotId, materialId: material, kg: 240 }))
  await h.plant.query(`update jumbo_roll set lots = $2 where id = $1`, [run.jumbo.id, JSON.stringify(inIt)])
  set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  packageId = expectOk(
    await h.operator.call(packRolls, { rollIds: set.slit.slice(0, 2).map((r) => r.id), close: true }),
  ).id
  await doffJumbo(h) // must not appear in any trace
}, 120_000)
afterAll(() => h.plant.close())
const id = (kind: number, n: string) => `('00000000-0000-7000-8000-' || lpad((${n} + ${kind}00000000)::text, 12, '0'))`
/** Creates many other jumbos with a set of 50 rolls each, one order per jumbo, all for one other customer. */
async function fill(plant: TestPlant, jumbos: number): Promise<void> {
  await plant.query(`insert into customer (site_id, id, code, name) values (1, $1, 'C-02', '大客户')`, [largeId])
  const like = (table: string, columns: string, from: string) =>
    plant.query(`insert into ${table} select (jsonb_populate_record(t, ${columns})).* from ${table} t, ${from}`)
  await like(
    'work_order',
    `jsonb_build_object('id', ${id(1, 'n')}, 'number', 'FW-' || n, 'customer_id', '${largeId}', 'erp_order_id', null)`,
    `generate_series(1, ${jumbos}) n where t.id = '${orderId}'`,
  )
  await like(
    'jumbo_roll',
    `jsonb_build_object('id', ${id(2, 'n')}, 'number', 'FJ-' || n, 'lots', '[]'::jsonb, 'work_order_id', ${id(1, 'n')})`,
    `generate_series(1, ${jumbos}) n where t.id = '${jumboId}'`,
  )
  await like(
    'slit_set',
    `jsonb_build_object('id', ${id(3, 'n')}, 'jumbo_roll_id', ${id(2, 'n')})`,
    `generate_series(1, ${jumbos}) n where t.id = '${set.id}'`,
  )
  await like(
    'slit_roll',
    `jsonb_build_object('id', gen_random_uuid(), 'number', 'F-' || n || '-' || m, 'jumbo_roll_id', ${id(2, 'n')}, 'slit_set_id', ${id(3, 'n')}, 'work_order_id', ${id(1, 'n')}, 'package_id', null)`,
    `generate_series(1, ${jumbos}) n, generate_series(1, 50) m where t.id = '${set.slit[0]!.id}'`,
  )
  for (const table of ['work_order', 'jumbo_roll', 'slit_set', 'slit_roll']) await plant.query(`analyze ${table}`)
}
const kinds = (nodes: { kind: string }[]) =>
  Object.fromEntries(
    [...new Set(nodes.map((n) => n.kind))].map((kind) => [kind, nodes.filter((n) => n.kind === kind).length]),
  )

describe('one scan', () => {
  test.each<[string, () => object, Record<string, number>]>([
    [
      'a lot',
      () => ({ number: 'lot:LOT-0' }),
      { materialLot: 1, jumboRoll: 1, slitSet: 1, slitRoll: 4, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'a jumbo roll',
      () => ({ number: `jr:${number}` }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 4, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'a set',
      () => ({ kind: 'slitSet', id: set.id }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 4, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'a packed slit roll',
      () => ({ number: `sr:${set.slit[0]!.number}` }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 1, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'a slit roll on hand',
      () => ({ number: set.slit[3]!.number }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'a package',
      () => ({ kind: 'package', id: packageId }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 2, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'the order of the ERP',
      () => ({ number: 'SO-1001-1' }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 4, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      "the customer's own number",
      () => ({ number: 'PO-77' }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 4, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'the customer',
      () => ({ number: 'C-01' }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 4, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    [
      'a roll, up only',
      () => ({ number: set.slit[0]!.number, direction: 'up' }),
      { materialLot: 2, jumboRoll: 1, slitSet: 1, slitRoll: 1 },
    ],
    [
      'a roll, down only',
      () => ({ number: set.slit[0]!.number, direction: 'down' }),
      { slitRoll: 1, package: 1, workOrder: 1, erpOrder: 1, customer: 1 },
    ],
    ['a lot that nobody used', () => ({ number: 'LOT-2' }), { materialLot: 1 }],
  ])('of %s shows the tree', async (_what, input, expected) => {
    const tree = expectOk(await h.staff.quality.call(trace, input() as never))
    expect(tree.found).toHaveLength(1)
    expect(kinds(tree.nodes)).toEqual(expected)
    expect(tree.cut).toBe(false)
    expect(Object.fromEntries(tree.levels.filter((l) => l.total > 0).map((l) => [l.kind, l.total]))).toEqual(expected)
  })
  test('joins lots and kilograms, jumbo, rolls, package, order and customer', async () => {
    const tree = expectOk(await h.operator.call(trace, { number: `jr:${number}` }))
    const edge = (from: string, to: string) => tree.edges.find((e) => e.from === from && e.to === to)
    expect(edge(lots[0]!, jumboId)).toMatchObject({ kg: 240 })
    expect(edge(jumboId, set.id)).toBeDefined()
    expect(edge(set.id, set.slit[0]!.id)).toBeDefined()
    // Sets of several jumbos share numbers, so each names its jumbo.
    const jumbo = tree.nodes.find((n) => n.id === jumboId)!
    expect(tree.nodes.find((n) => n.id === set.id)).toMatchObject({ note: jumbo.label })
    // All orders of a customer can be listed for a recall.
    const recalled = expectOk(await h.staff.quality.call(recallList, { kind: 'customer', id: customerId }))
    expect(recalled.rows.map(({ id }) => id)).toEqual(expect.arrayContaining(set.slit.map(({ id }) => id)))
    expect(edge(set.slit[0]!.id, packageId)).toMatchObject({ kg: 75 })
    expect(edge(erpId, customerId)).toBeDefined()
    const ids = new Set(tree.nodes.map((n) => n.id))
    expect(tree.edges.every((e) => ids.has(e.from) && ids.has(e.to))).toBe(true)
    expect(tree.nodes.find((n) => n.id === lots[0])!.depth).toBe(-1)
    expect(tree.nodes.find((n) => n.id === customerId)).toMatchObject({ depth: 6, label: '卫材公司' })
    const english = expectOk(await h.operator.call(trace, { number: `jr:${number}` }, { language: 'en' }))
    expect(english.nodes.find((n) => n.id === customerId)!.label).toBe('Hygiene Ltd')
  })
  test('traces a production batch of one order and lists the orders of a shared batch', async () => {
    await h.plant.query(`update work_order set batch = 'B26112201' where id = $1`, [orderId])
    const byBatch = expectOk(await h.operator.call(trace, { number: ' B26112201 ' }))
    expect(byBatch.found).toMatchObject([{ kind: 'workOrder', id: orderId }])
    expect(byBatch.nodes.map(({ kind }) => kind)).toContain('jumboRoll')
    expect(byBatch.nodes).toEqual(expectOk(await h.operator.call(trace, { kind: 'workOrder', id: orderId })).nodes)
    expect(expectOk(await h.operator.call(trace, { number: 'B26112201', kind: 'jumboRoll' })).found).toEqual([])
  })
  test('finds nothing for unknown codes; without a permission, id or number it is refused', async () => {
    expect(expectOk(await h.staff.quality.call(trace, { number: 'sr:NO-SUCH-ROLL' }))).toMatchObject({
      found: [],
      nodes: [],
    })
    expect((await h.staff.quality.call(trace, {})).errno).toBe('4042')
    expect((await h.staff.quality.call(trace, { id: createUuid7(), kind: 'slitRoll' })).errno).toBe('4006')
    expect((await h.staff.quality.call(trace, { id: 'x', kind: 'slitRoll' })).errno).toBe('4013')
    expect((await h.staff.maint.call(trace, { number })).errno).toBe('401')
  })
})

const ORDERS = 120
describe(`among 6,000 rolls of ${ORDERS} orders`, () => {
  beforeAll(() => fill(h.plant, ORDERS))
  test('reads no roll table completely', async () => {
    for (const [kind, id] of [
      ['materialLot', lots[0]],
      ['jumboRoll', jumboId],
      ['slitRoll', set.slit[0]!.id],
      ['package', packageId],
      ['customer', largeId],
    ] as const) {
      const statement = buildTraceSql({ siteId: 1, kind, id: id!, page: 1, pellets: null }, 'both', 'zh')
      const plan = await h.plant.query<{ 'QUERY PLAN': string }>(`explain ${statement.text}`, [...statement.values])
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      expect(text).not.toMatch(/Seq Scan on slit_roll/)
    }
  })
  test('of a customer with many orders has pages, newest first, each order on one of them', async () => {
    const first = expectOk(await h.staff.quality.call(trace, { kind: 'customer', id: largeId }))
    const total = first.levels.find((l) => l.kind === 'workOrder')!.total
    expect(total).toBe(ORDERS)
    expect(first).toMatchObject({ cut: true, page: 1 })
    expect(first.pages).toBeGreaterThan(2)
    const seen: string[] = []
    for (let page = 1; page <= first.pages; page++) {
      const tree = expectOk(await h.staff.quality.call(trace, { kind: 'customer', id: largeId, page }))
      const of = (kind: string) => tree.nodes.filter((n) => n.kind === kind)
      expect(of('workOrder').length).toBeGreaterThan(0)
      expect(of('slitRoll').length, 'rolls of its own orders').toBeGreaterThan(0)
      seen.push(...of('workOrder').map((n) => n.id))
    }
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
    expect(
      expectOk(await h.staff.quality.call(trace, { kind: 'customer', id: largeId, page: 99 })).page,
      'beyond the end is the end',
    ).toBe(first.pages)
  })
  test('deep in a list returns the rows of that page', async () => {
    for (const [sort, order] of [
      ['-number', 'number desc, id desc'],
      ['kg', 'kg nulls last, id'],
    ] as const) {
      const page = expectOk(
        await h.operator.call(slitRoll.endpoints.list, { sort, page: 151, size: 20, grade: 'good' } as never),
      ) as { list: { id: string }[]; next: string | null }
      const rows = await h.plant.query<{ id: string }>(
        `select id from slit_roll where site_id = 1 and grade = 'good' order by ${order} limit 20 offset 3000`,
      )
      expect(page.list.map((row) => row.id)).toEqual(rows.map((row) => row.id))
      const next = expectOk(
        await h.operator.call(slitRoll.endpoints.list, { sort, size: 1, grade: 'good', after: page.next } as never),
      ) as { list: { id: string }[] }
      expect(next.list.map((row) => row.id)).toEqual(
        (
          await h.plant.query<{ id: string }>(
            `select id from slit_roll where site_id = 1 and grade = 'good' order by ${order} limit 1 offset 3020`,
          )
        ).map((row) => row.id),
      )
    }
  })
})
