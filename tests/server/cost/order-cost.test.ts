import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuid7 } from '@/contract/id'
import { feedAdds } from '@/areas/feeding/contract/feed'
import { costRest, standardCosts } from '@/areas/cost/contract/analysis-calls'
import { cheapestOrders, productCosts, productMaterialCosts } from '@/areas/cost/contract/contrast-calls'
import { costRows, orderCosts, weekOrders } from '@/areas/cost/contract/cost-calls'
import { costChange } from '@/areas/cost/contract/order-cost'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { costDirectPrice, costFixedPrice, costMaterialPrice, datedCalls } from '@/areas/prices/contract/dated-prices'
import { closedMonth, reopenedMonth } from '../closed-month'
import { at, countOf, good, runJob } from '../people'
import type { Caller } from '../harness'
import { feedingPlant, into, newLot, newMaterial, runningOrder, type FeedingPlant } from '../feeding/feeding-plant'

let f: FeedingPlant
let finance: Caller
beforeAll(async () => {
  f = await feedingPlant()
  finance = await f.plant.as('admin')
}, 120_000)
afterAll(() => f.plant.close())

const addMain = feedAdds.find(({ kind }) => kind === 'main')!.endpoint
/** An order that ran on 30 October from 08:00 to 16:00, an early shift, and made 900 kg good of 1,000 kg fed of one lot. */
async function finishedOrder(kg = 1000) {
  const order = await runningOrder(f)
  const material = await newMaterial(f)
  const lot = await newLot(f, material.id, { kg: 5000 })
  await f.plant.query(`update material_lot set received_on = '2026-10-20' where id = $1`, [lot.id])
  await f.plant.query('update work_order set started_at = $2 where id = $1', [order.id, at('08:00', '2026-10-30')])
  const body = {
    workOrderId: order.id,
    lineId: order.lineId!,
    materialId: material.id,
    lotId: lot.id,
    hopperId: await into(f, order),
    kg,
  }
  good(await f.line.call(addMain, { id: uuid7(), ...body, occurredAt: at('09:00', '2026-10-30') } as never))
  await f.plant.query(
    `update work_order set state = 'finished', finished_at = $2, good_kg = 900, good_rolls = 9, waste_kg = 100, updated_at = $3 where id = $1`,
    [order.id, at('16:00', '2026-10-30'), f.plant.clock.now()],
  )
  const [giver, taker] = [f.line.userId, f.lead.userId]
  await f.plant.query(
    `insert into handover (site_id, id, created_at, updated_at, kind, state, line_id, business_date, shift, people, absent, giver_id, taker_id)
     values (1, $1, now(), now(), 'squadLeader', 'taken', $2, '2026-10-30', 'early', $3, $4, $5, $6)`,
    [
      uuid7(),
      order.lineId,
      JSON.stringify([giver, taker, f.quality.userId]),
      JSON.stringify([f.quality.userId]),
      giver,
      taker,
    ],
  )
  return { order, material, lot, body }
}
const priced = async (materialId: string, price: number, lotId: string | null = null) =>
  good(
    await finance.call(costMaterialPrice.endpoints.create, {
      materialId,
      lotId,
      effectiveFrom: '2026-10-01',
      price,
    } as never),
  )
const rates = async () => {
  good(
    await finance.call(costDirectPrice.endpoints.create, {
      item: 'wages',
      basis: 'labourHour',
      effectiveFrom: '2026-01-01',
      price: 40,
    } as never),
  )
  good(
    await finance.call(costFixedPrice.endpoints.create, {
      item: 'depreciation',
      basis: 'machineHour',
      effectiveFrom: '2026-01-01',
      price: 100,
    } as never),
  )
}
const costOf = async (workOrderId: string) => {
  await runJob(f.plant, 'costs-renew')
  return good(await finance.call(costRows, { workOrderId }))
}
const changesOf = async (workOrderId: string) =>
  good(await finance.call(costChange.endpoints.list, { workOrderId })).list

describe('the cost of an order', () => {
  test('says what it lacks and is not shown as if whole; with prices it is the sum of its rows', async () => {
    const one = await finishedOrder()
    const without = await costOf(one.order.id)
    expect(without.whole).toBe(false)
    expect(without.missing.map(({ what }) => what)).toEqual(['lotPrice', 'noReadings', 'labourPrice', 'fixedPrice'])
    expect(without.missing[0]).toMatchObject({ resource: 'materialLot', rowId: one.lot.id })
    // Neither among the cheapest nor in an average.
    expect(good(await finance.call(cheapestOrders, {}))).toEqual([])
    expect(
      good(await finance.call(productCosts, { from: '2026-10-01' })).find(
        ({ productId }) => productId === one.order.productId,
      ),
    ).toMatchObject({
      orders: 0,
      notWhole: 1,
      perKg: null,
    })
    await rates()
    await priced(one.material.id, 7.5)
    const cost = await costOf(one.order.id)
    expect(cost).toMatchObject({
      material: 7500,
      labour: 2 * 8 * 40,
      fixed: 800,
      total: 7500 + 640 + 800,
      machineHours: 8,
      labourHours: 16,
      month: '2026-10',
      state: 'finished',
    })
    expect(cost.perKg).toBeCloseTo(8940 / 900, 4)
    expect(cost.perRoll).toBeCloseTo(993.33, 2)
    expect(cost.lines.map(({ part, quantity, price, amount }) => [part, quantity, price, amount])).toEqual([
      ['material', 1000, 7.5, 7500],
      ['labour', 16, 40, 640],
      ['fixed', 8, 100, 800],
    ])
    expect(cost.lines[0]!.label).toContain(one.lot.number)
    expect(cost.missing.map(({ what }) => what)).toEqual(['noReadings'])
  })

  test('a resin price entered late changes exactly the orders that used that lot, and says so', async () => {
    const one = await finishedOrder()
    const other = await finishedOrder()
    await priced(one.material.id, 7)
    await priced(other.material.id, 7)
    expect((await costOf(one.order.id)).material).toBe(7000)
    const untouched = await costOf(other.order.id)
    // Of an order that is costed for the first time nothing changed.
    const told = (await changesOf(one.order.id)).length
    const preview = good(
      await finance.call(datedCalls.costMaterialPrice.preview, {
        materialId: one.material.id,
        lotId: one.lot.id,
        effectiveFrom: '2026-11-10',
        price: 7.25,
      } as never),
    ) as { total: number; orders: { id: string; before: number; after: number }[] }
    expect(preview.total).toBe(1)
    expect(preview.orders[0]).toMatchObject({ id: one.order.id })
    expect(Math.round((preview.orders[0]!.after - preview.orders[0]!.before) * 100)).toBe(25_000)
    expect((await costOf(one.order.id)).material).toBe(7000)

    const invoice = good(
      await finance.call(costMaterialPrice.endpoints.create, {
        materialId: one.material.id,
        lotId: one.lot.id,
        effectiveFrom: '2026-11-10',
        price: 7.25,
      } as never),
    )
    const after = await costOf(one.order.id)
    expect(after.material).toBe(7250)
    const [change, ...before] = await changesOf(one.order.id)
    expect(before).toHaveLength(told)
    expect(change).toMatchObject({ kind: 'renewed', parts: [{ part: 'material', before: 7000, after: 7250 }] })
    expect(change!.causes).toMatchObject([
      {
        cause: 'price',
        resource: 'materialLot',
        rowId: one.lot.id,
        detail: `material 2026-11-10 ${one.lot.number}`,
        userId: finance.userId,
      },
    ])
    expect(invoice.lotId).toBe(one.lot.id)
    const still = await costOf(other.order.id)
    expect(still.total).toBe(untouched.total)
    expect((await changesOf(other.order.id)).flatMap(({ causes }) => causes.map(({ rowId }) => rowId))).not.toContain(
      one.lot.id,
    )
    expect(await countOf(f.plant, 'cost_cause')).toBe(0)
  })

  test('of a closed month stays; what comes later is an adjustment of the month of now, until the month is opened again', async () => {
    const one = await finishedOrder()
    await priced(one.material.id, 6)
    const before = await costOf(one.order.id)
    await closedMonth(f.plant, '2026-10')
    expect((await costOf(one.order.id)).frozen).toBe(true)
    // A late reading, a figure that quality corrected: here the order's kilograms do not count, its fed lot does.
    await f.plant.query(`update feed set kg = 1100 where work_order_id = $1`, [one.order.id])
    await f.plant.query(`update work_order set updated_at = updated_at + interval '1 hour' where id = $1`, [
      one.order.id,
    ])
    f.plant.clock.set('2026-11-20T04:00:00.000Z')
    const after = await costOf(one.order.id)
    expect(after).toMatchObject({ frozen: true, total: before.total, adjusted: 600 })
    expect((await changesOf(one.order.id))[0]).toMatchObject({
      kind: 'adjustment',
      month: '2026-11',
      before: before.total,
      after: before.total + 600,
    })
    await reopenedMonth(f.plant, '2026-10')
    expect(await costOf(one.order.id)).toMatchObject({ frozen: false, adjusted: 0, total: before.total + 600 })
  })

  test('what left the store is what orders were charged, to the cent', async () => {
    const { rows, whole } = good(await finance.call(costRest, { month: '2026-10' }))
    const material = rows.find(({ part }) => part === 'material')!
    const charged = await f.plant.query<{ sum: string }>(`select sum(material + packing) as sum from order_cost`)
    expect(whole).toBe(true)
    expect(material.charged + material.rest).toBe(material.used)
    expect(material.charged).toBe(Number(charged[0]!.sum))
    expect(material.rest).toBe(0)
    const labour = rows.find(({ part }) => part === 'labour')!
    expect(Math.round((labour.charged + labour.rest) * 100)).toBe(Math.round(labour.used * 100))
  })

  test('worked out from nothing it is the same', async () => {
    const all =
      'select work_order_id, total, material, labour, fixed, variances, missing from order_cost order by work_order_id'
    const before = await f.plant.query(all)
    await f.plant.query('delete from order_cost')
    await f.plant.query(`delete from setting where name = 'cost.orders'`)
    await runJob(f.plant, 'costs-renew')
    expect(await f.plant.query(all)).toEqual(before)
  })

  test('lists: orders with their names, materials per tonne, this week', async () => {
    const { list, total } = good(await finance.call(orderCosts, { size: 2, sort: '-total' }))
    expect(total).toBeGreaterThan(list.length)
    expect(list[0]!.number).toMatch(/^WO-/)
    expect(list[0]!.total).toBeGreaterThanOrEqual(list[1]!.total!)
    // What was fed is known and priced, though readings are missing: 1,000 kg for 900 good ones.
    expect(good(await finance.call(productMaterialCosts, {}))).toContainEqual(
      expect.objectContaining({ kg: 1000, kgPerTonne: 1111.11 }),
    )
    expect(good(await finance.call(weekOrders, {}))).toEqual([])
    expect((await f.line.call(orderCosts, {})).errno).toBe('401')
  })

  test('the standard is that of its start, and the variances add up to the difference', async () => {
    const one = await finishedOrder(1050)
    await priced(one.material.id, 8)
    const standardId = uuid7()
    await f.plant.query(
      `insert into product_standard (site_id, id, created_at, updated_at, code, revision, newest, state, product_id, mix, energy, indexes, trim_percent, waste_percent, crew_hours, speed)
       values (1, $1, now(), now(), 'STD', 1, true, 'approved', $2, $3, '[]', '[]', 5, 2, 10, 200)`,
      [standardId, one.order.productId, JSON.stringify([{ materialId: one.material.id, percent: 100 }])],
    )
    await f.plant.query(
      `update work_order set product_standard_id = $2, gsm = 15, web_width_mm = 3200, updated_at = $3 where id = $1`,
      [one.order.id, standardId, new Date(f.plant.clock.now().getTime() + 1000)],
    )
    const rate = async (item: string, price: number, more: object = {}) =>
      good(
        await finance.call(standardRate.endpoints.create, {
          item,
          price,
          effectiveFrom: '2026-01-01',
          ...more,
        } as never),
      )
    await rate('material', 7.2, { materialId: one.material.id })
    await rate('labour', 38)
    await rate('fixed', 95)
    const cost = await costOf(one.order.id)
    // 900 kg allow 966.7 kg in.
    expect(cost.standardTotal).toBeCloseTo(
      (900 / 0.95 / 0.98) * 7.2 + 9 * 38 + (900 / ((200 * 60 * 3.2 * 15) / 1000)) * 95,
      1,
    )
    const variance = Object.fromEntries(cost.variances.map(({ name, amount }) => [name, amount]))
    expect(variance).toMatchObject({
      materialPrice: 1050 * 0.8,
      materialMix: 0,
      labourRate: 32,
      labourEfficiency: 7 * 38,
      fixedSpending: 40,
    })
    const sum = cost.variances.reduce((all, { amount }) => all + Math.round(amount * 100), 0)
    expect(sum).toBe(Math.round(cost.total! * 100) - Math.round(cost.standardTotal! * 100))
  })
  test('the list of standards charges for the machine by the width of its line, as an order does', async () => {
    const one = await finishedOrder(1050)
    await priced(one.material.id, 8)
    await f.plant.query(
      `insert into product_standard (site_id, id, created_at, updated_at, code, revision, newest, state, product_id, mix, energy, indexes, trim_percent, waste_percent, crew_hours, speed)
       values (1, $1, now(), now(), 'STD-W', 1, true, 'approved', $2, $3, '[]', '[]', 5, 2, 10, 200)`,
      [uuid7(), one.order.productId, JSON.stringify([{ materialId: one.material.id, percent: 100 }])],
    )
    await f.plant.query('update product set gsm = 15, width_mm = null where id = $1', [one.order.productId])
    await f.plant.query('update line set width = 3.2 where id = $1', [one.order.lineId])
    for (const [item, price, more] of [
      ['material', 7.2, { materialId: one.material.id }],
      ['fixed', 190, { lineId: one.order.lineId }],
    ] as const)
      good(
        await finance.call(standardRate.endpoints.create, {
          item,
          price,
          effectiveFrom: '2026-01-02',
          ...more,
        } as never),
      )
    const listed = good(await finance.call(standardCosts, { lineId: one.order.lineId } as never))
    const row = listed.find(({ standard }) => standard === 'STD-W 1')
    expect(row?.fixed).toBeCloseTo(190 / ((200 * 60 * 3.2 * 15) / 1000), 4)
  })
})
