import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { cheapestOrders, productCosts, productMaterialCosts } from '@/areas/cost/contract/comparison-endpoints'
import { orderCosts, weekOrders } from '@/areas/cost/contract/order-cost-endpoints'
import { invalidateForEnergy } from '@/areas/cost/server/invalidate-costs'
import { listDueOrders } from '@/areas/cost/server/recalculate-costs'
import { costMaterialPrice, endpointsByPrice } from '@/areas/prices/contract/dated-prices'
import { readSheet } from '@/server/excel/read-sheet'
import { runAsSystem } from '@/server/start-application'
import { createUuid7 } from '@/contract/id'
import { handover } from '@/areas/handover/contract/handover'
import { closedMonth, reopenedMonth } from '../closed-month'
import { at, countOf, good, runJob } from '../people'
import { costPlant, type CostPlant } from './cost-plant'

let p: CostPlant
beforeAll(async () => {
  p = await costPlant()
}, 120_000)
afterAll(() => p.plant.close())

describe('the cost of an order', () => {
  test('says what it lacks and is not shown as if whole; with prices it is the sum of its rows', async () => {
    const one = await p.finishedOrder()
    const without = await p.costOf(one.order.id)
    expect(without.whole).toBe(false)
    expect(without.missing.map(({ what }) => what)).toEqual(['lotPrice', 'noReadings', 'labourPrice', 'fixedPrice'])
    expect(without.missing[0]).toMatchObject({ resource: 'materialLot', rowId: one.lot.id })
    expect(without.missing[0]!.label).toContain(one.lot.number)
    // Neither among the cheapest nor in an average.
    expect(good(await p.finance.call(cheapestOrders, {}))).toEqual([])
    expect(
      good(await p.finance.call(productCosts, { from: '2026-10-01' })).find(
        ({ productId }) => productId === one.order.productId,
      ),
    ).toMatchObject({
      orders: 0,
      notWhole: 1,
      perKg: null,
    })
    await p.rates()
    await p.priced(one.material.id, 7.5)
    const cost = await p.costOf(one.order.id)
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
    // What a price is for is read in the reader's language; one without an English name by the name it has.
    expect(cost.lines.slice(1).map(({ label }) => label)).toEqual(['wages', '折旧'])
    const english = await p.costOf(one.order.id, 'en')
    expect(english.lines.slice(1).map(({ label }) => label)).toEqual(['wages', 'Depreciation'])
    expect(cost.missing.map(({ what }) => what)).toEqual(['noReadings'])
  })

  test('what a price would change is worked out on both sides as of now, whatever was kept last', async () => {
    const one = await p.finishedOrder()
    await p.priced(one.material.id, 7)
    expect((await p.costOf(one.order.id)).material).toBe(7000)
    const asked = { item: '折旧', basis: 'machineHour', effectiveFrom: '2026-10-02', reason: 'x' } as const
    const differing = async (price: number) => {
      const found = good(
        await p.finance.call(endpointsByPrice.costFixedPrice.preview, { ...asked, price } as never),
      ) as {
        total: number
        orders: { id: string; before: number; after: number }[]
      }
      return found.orders.flatMap(({ id, before, after }) =>
        id === one.order.id ? [Math.round((after - before) * 100) / 100] : [],
      )
    }
    expect(await differing(100)).toEqual([])
    // More was fed, and the cost that is kept does not know it yet: that is no doing of the price.
    await p.plant.query(`update feed set kg = 1100 where work_order_id = $1`, [one.order.id])
    expect(await differing(100)).toEqual([])
    expect(await differing(110)).toEqual([80])
    await p.plant.query(`update feed set kg = 1000 where work_order_id = $1`, [one.order.id])
  })

  test('a resin price entered late changes exactly the orders that used that lot, and says so', async () => {
    const one = await p.finishedOrder()
    const other = await p.finishedOrder()
    await p.priced(one.material.id, 7)
    await p.priced(other.material.id, 7)
    expect((await p.costOf(one.order.id)).material).toBe(7000)
    const untouched = await p.costOf(other.order.id)
    // Of an order that is costed for the first time nothing changed.
    const told = (await p.changesOf(one.order.id)).length
    const preview = good(
      await p.finance.call(endpointsByPrice.costMaterialPrice.preview, {
        materialId: one.material.id,
        lotId: one.lot.id,
        effectiveFrom: '2026-11-10',
        price: 7.25,
      } as never),
    ) as { total: number; orders: { id: string; before: number; after: number }[] }
    expect(preview.total).toBe(1)
    expect(preview.orders[0]).toMatchObject({ id: one.order.id })
    expect(Math.round((preview.orders[0]!.after - preview.orders[0]!.before) * 100)).toBe(25_000)
    expect((await p.costOf(one.order.id)).material).toBe(7000)

    const invoice = good(
      await p.finance.call(costMaterialPrice.endpoints.create, {
        materialId: one.material.id,
        lotId: one.lot.id,
        effectiveFrom: '2026-11-10',
        price: 7.25,
      } as never),
    )
    const after = await p.costOf(one.order.id)
    expect(after.material).toBe(7250)
    const [change, ...before] = await p.changesOf(one.order.id)
    expect(before).toHaveLength(told)
    expect(change).toMatchObject({ kind: 'renewed', parts: [{ part: 'material', before: 7000, after: 7250 }] })
    expect(change!.causes).toMatchObject([
      {
        cause: 'price',
        resource: 'materialLot',
        rowId: one.lot.id,
        priceKind: 'material',
        detail: `2026-11-10 ${one.lot.number}`,
        userId: p.finance.userId,
      },
    ])
    expect(invoice.lotId).toBe(one.lot.id)
    const still = await p.costOf(other.order.id)
    expect(still.total).toBe(untouched.total)
    expect((await p.changesOf(other.order.id)).flatMap(({ causes }) => causes.map(({ rowId }) => rowId))).not.toContain(
      one.lot.id,
    )
    expect(await countOf(p.plant, 'cost_cause')).toBe(0)
  })

  test('of a closed month stays; what comes later is an adjustment of the month of now, until the month is opened again', async () => {
    const one = await p.finishedOrder()
    await p.priced(one.material.id, 6)
    const before = await p.costOf(one.order.id)
    await closedMonth(p.plant, '2026-10')
    expect((await p.costOf(one.order.id)).frozen).toBe(true)
    // A late reading, a figure that quality corrected: here the order's kilograms do not count, its fed lot does.
    await p.plant.query(`update feed set kg = 1100 where work_order_id = $1`, [one.order.id])
    await p.plant.query(`update work_order set updated_at = updated_at + interval '1 hour' where id = $1`, [
      one.order.id,
    ])
    p.plant.clock.set('2026-11-20T04:00:00.000Z')
    const after = await p.costOf(one.order.id)
    expect(after).toMatchObject({ frozen: true, total: before.total, adjusted: 600 })
    expect((await p.changesOf(one.order.id))[0]).toMatchObject({
      kind: 'adjustment',
      month: '2026-11',
      before: before.total,
      after: before.total + 600,
    })
    await reopenedMonth(p.plant, '2026-10')
    expect(await p.costOf(one.order.id)).toMatchObject({ frozen: false, adjusted: 0, total: before.total + 600 })
  })

  test('what left the store is what orders were charged, to the cent', async () => {
    const { rows, whole } = good(await p.finance.call(unallocatedCosts, { month: '2026-10' }))
    const material = rows.find(({ part }) => part === 'material')!
    const charged = await p.plant.query<{ sum: string }>(`select sum(material + packing) as sum from order_cost`)
    expect(whole).toBe(true)
    expect(material.charged + material.rest).toBe(material.used)
    expect(material.charged).toBe(Number(charged[0]!.sum))
    expect(material.rest).toBe(0)
    const labour = rows.find(({ part }) => part === 'labour')!
    expect(Math.round((labour.charged + labour.rest) * 100)).toBe(Math.round(labour.used * 100))
  })

  test('who stands at another line of the same shift too is paid once: half there, half here', async () => {
    const { order } = await p.finishedOrder()
    await p.plant.query('update handover set people = $2 where line_id = $1', [
      order.lineId,
      JSON.stringify([p.finance.userId, createUuid7()]),
    ])
    expect((await p.costOf(order.id)).labourHours).toBe(16)
    const [other] = await p.plant.query<{ id: string }>('select id from line where id <> $1 and active limit 1', [
      order.lineId,
    ])
    await runAsSystem(p.plant.app, 'test', (ctx) =>
      ctx.rows.insert(handover, {
        // Others may have handed that line over too.
        kind: 'middle',
        state: 'taken',
        lineId: other!.id,
        businessDate: '2026-10-30',
        shift: 'early',
        people: [p.finance.userId],
        absent: [],
      }),
    )
    await runJob(p.plant, 'costs-renew')
    expect((await p.costOf(order.id)).labourHours).toBe(12)
  })

  test('a fact written while its order is worked out for the last time is seen in the next turn', async () => {
    const { order } = await p.finishedOrder()
    const state = (name: string) => p.plant.query('update work_order set state = $2 where id = $1', [order.id, name])
    const due = () => runAsSystem(p.plant.app, 'test', (ctx) => listDueOrders(ctx, 1000))
    await state('running')
    expect((await p.costOf(order.id)).state).toBe('running')
    await runAsSystem(p.plant.app, 'test', (ctx) =>
      invalidateForEnergy(ctx, { day: '2026-10-30', orderIds: [order.id] }),
    )
    // What runs is worked out every few minutes in any case.
    expect(await due()).not.toContain(order.id)
    // Another transaction, which has not seen the mark, finds the order over.
    await state('finished')
    await p.plant.query(`update order_cost set state = 'finished' where work_order_id = $1`, [order.id])
    expect(await due()).toContain(order.id)
    await runJob(p.plant, 'costs-renew')
    expect(await due()).not.toContain(order.id)
  })

  test('worked out from nothing it is the same', async () => {
    const all =
      'select work_order_id, total, material, labour, fixed, variances, missing from order_cost order by work_order_id'
    const before = await p.plant.query(all)
    await p.plant.query('delete from order_cost')
    await p.plant.query(`delete from setting where name = 'cost.orders'`)
    await runJob(p.plant, 'costs-renew')
    expect(await p.plant.query(all)).toEqual(before)
  })

  test('lists: orders with their names, materials per tonne, this week', async () => {
    const { list, total } = good(await p.finance.call(orderCosts, { size: 2, sort: '-total' }))
    expect(total).toBeGreaterThan(list.length)
    expect(list[0]!.number).toMatch(/^WO-/)
    expect(list[0]!.total).toBeGreaterThanOrEqual(list[1]!.total!)
    // What was fed is known and priced, though readings are missing: 1,000 kg for 900 good ones.
    expect(good(await p.finance.call(productMaterialCosts, {}))).toContainEqual(
      expect.objectContaining({ kg: 1000, kgPerTonne: 1111.11 }),
    )
    expect(good(await p.finance.call(weekOrders, {}))).toEqual([])
    expect((await p.line.call(orderCosts, {})).errno).toBe('401')
  })
  test('the workbook holds the orders that the list was asked for', async () => {
    const numbersIn = async (asked: string) => {
      const { rows } = await readSheet((await p.finance.raw('GET', `/work_order/cost_export?${asked}`)).bytes)
      return rows.map(([number]) => number)
    }
    const { list, total } = good(await p.finance.call(orderCosts, { sort: '-total' }))
    expect(await numbersIn('sort=-total')).toEqual(list.map(({ number }) => number))
    expect(total).toBeGreaterThan(1)
    expect(await numbersIn(`keyword=${list[1]!.number}`)).toEqual([list[1]!.number])
    expect(await numbersIn(`id=${list[1]!.workOrderId}`)).toEqual([list[1]!.number])
    // All of them ended weeks ago.
    expect(await numbersIn('week=true')).toEqual([])
  })
})

describe('what the cost of an order lacks', () => {
  test('names the line and the shift of a handover that nobody signed', async () => {
    const { order } = await p.finishedOrder()
    await p.plant.query('delete from handover where line_id = $1', [order.lineId])
    const cost = await p.costOf(order.id)
    expect(cost.line).toBeTruthy()
    expect(cost.missing.find(({ what }) => what === 'handover')?.label).toBe(`${cost.line} · 2026-10-30 早班`)
  })
})

describe('a finished order', () => {
  test('stands in the same days and month: a night shift counts for the day on which it began', async () => {
    const { order } = await p.finishedOrder()
    // 1 November, 02:37: the night of 31 October.
    const end = at('02:37', '2026-11-01')
    await p.plant.query('update work_order set finished_at = $2, updated_at = $3 where id = $1', [
      order.id,
      end,
      p.plant.clock.now(),
    ])
    expect(await p.costOf(order.id)).toMatchObject({ month: '2026-10', finishedAt: end })
    const ordersOf = async (period: { from: string; to: string }) => {
      const found = good(await p.finance.call(productCosts, period)).find(
        ({ productId }) => productId === order.productId,
      )
      const { list } = good(await p.finance.call(orderCosts, { ...period, productId: order.productId }))
      return [(found?.orders ?? 0) + (found?.notWhole ?? 0), list.length]
    }
    expect(await ordersOf({ from: '2026-10-31', to: '2026-10-31' })).toEqual([1, 1])
    expect(await ordersOf({ from: '2026-11-01', to: '2026-11-30' })).toEqual([0, 0])
  })
})
