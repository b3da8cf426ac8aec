import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { cheapestOrders, productCosts, productMaterialCosts } from '@/areas/cost/contract/comparison-endpoints'
import { orderCosts, weekOrders } from '@/areas/cost/contract/order-cost-endpoints'
import { invalidateForEnergy } from '@/areas/cost/server/invalidate-costs'
import { listDueOrders } from '@/areas/cost/server/recalculate-costs'
import { costMaterialPrice, endpointsByPriceResource } from '@/areas/prices/contract/dated-prices'
import { readSheet } from '@/server/excel/read-sheet'
import { runAsSystem } from '@/server/start-application'
import { createUuid7 } from '@/contract/id'
import { handover } from '@/areas/handover/contract/handover'
import { closeMonthAs, reopenMonthAs } from '../closed-month'
import { plantTime, countRows, expectOk, runJob } from '../plant-staff'
import { createCostPlant, type CostPlant } from './cost-plant'

let costPlant: CostPlant
beforeAll(async () => {
  costPlant = await createCostPlant()
}, 120_000)
afterAll(() => costPlant.plant.close())

describe('the cost of an order', () => {
  test('lists missing prices and counts as incomplete; with prices it is the sum of its rows', async () => {
    const finished = await costPlant.createFinishedOrder()
    const costWithoutPrices = await costPlant.calculateCost(finished.order.id)
    expect(costWithoutPrices.whole).toBe(false)
    expect(costWithoutPrices.missing.map(({ what }) => what)).toEqual([
      'lotPrice',
      'noReadings',
      'labourPrice',
      'fixedPrice',
    ])
    expect(costWithoutPrices.missing[0]).toMatchObject({ resource: 'materialLot', rowId: finished.lot.id })
    expect(costWithoutPrices.missing[0]!.label).toContain(finished.lot.number)
    // An incomplete cost enters neither rankings nor averages.
    expect(expectOk(await costPlant.finance.call(cheapestOrders, {}))).toEqual([])
    expect(
      expectOk(await costPlant.finance.call(productCosts.endpoint, { from: '2026-10-01' })).find(
        ({ productId }) => productId === finished.order.productId,
      ),
    ).toMatchObject({
      orders: 0,
      notWhole: 1,
      perKg: null,
    })
    await costPlant.addRates()
    await costPlant.addMaterialPrice(finished.material.id, 7.5)
    const cost = await costPlant.calculateCost(finished.order.id)
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
    expect(cost.lines[0]!.label).toContain(finished.lot.number)
    // Price items are named in the reader's language; an item without an English name keeps its Chinese name.
    expect(cost.lines.slice(1).map(({ label }) => label)).toEqual(['wages', '折旧'])
    const english = await costPlant.calculateCost(finished.order.id, 'en')
    expect(english.lines.slice(1).map(({ label }) => label)).toEqual(['wages', 'Depreciation'])
    expect(cost.missing.map(({ what }) => what)).toEqual(['noReadings'])
  })

  test('a price preview calculates both sides from current data, not from the stored cost', async () => {
    const finished = await costPlant.createFinishedOrder()
    await costPlant.addMaterialPrice(finished.material.id, 7)
    expect((await costPlant.calculateCost(finished.order.id)).material).toBe(7000)
    const proposedPrice = { item: '折旧', basis: 'machineHour', effectiveFrom: '2026-10-02', reason: 'x' } as const
    const previewDifference = async (price: number) => {
      const pricePreview = expectOk(
        await costPlant.finance.call(endpointsByPriceResource.costFixedPrice.preview, {
          ...proposedPrice,
          price,
        } as never),
      ) as {
        total: number
        orders: { id: string; before: number; after: number }[]
      }
      return pricePreview.orders.flatMap(({ id, before, after }) =>
        id === finished.order.id ? [Math.round((after - before) * 100) / 100] : [],
      )
    }
    expect(await previewDifference(100)).toEqual([])
    // The stored cost lacks a later feed. The preview must not attribute that difference to the price.
    await costPlant.plant.query(`update feed set kg = 1100 where work_order_id = $1`, [finished.order.id])
    expect(await previewDifference(100)).toEqual([])
    expect(await previewDifference(110)).toEqual([80])
    await costPlant.plant.query(`update feed set kg = 1000 where work_order_id = $1`, [finished.order.id])
  })

  test('a resin price entered late changes exactly the orders that used the lot, and records the change', async () => {
    const fedOrder = await costPlant.createFinishedOrder()
    const otherOrder = await costPlant.createFinishedOrder()
    await costPlant.addMaterialPrice(fedOrder.material.id, 7)
    await costPlant.addMaterialPrice(otherOrder.material.id, 7)
    expect((await costPlant.calculateCost(fedOrder.order.id)).material).toBe(7000)
    const otherCostBefore = await costPlant.calculateCost(otherOrder.order.id)
    // The first calculation of an order is no change.
    const changeCountBefore = (await costPlant.loadChanges(fedOrder.order.id)).length
    const preview = expectOk(
      await costPlant.finance.call(endpointsByPriceResource.costMaterialPrice.preview, {
        materialId: fedOrder.material.id,
        lotId: fedOrder.lot.id,
        effectiveFrom: '2026-11-10',
        price: 7.25,
      } as never),
    ) as { total: number; orders: { id: string; before: number; after: number }[] }
    expect(preview.total).toBe(1)
    expect(preview.orders[0]).toMatchObject({ id: fedOrder.order.id })
    expect(Math.round((preview.orders[0]!.after - preview.orders[0]!.before) * 100)).toBe(25_000)
    expect((await costPlant.calculateCost(fedOrder.order.id)).material).toBe(7000)

    const invoice = expectOk(
      await costPlant.finance.call(costMaterialPrice.endpoints.create, {
        materialId: fedOrder.material.id,
        lotId: fedOrder.lot.id,
        effectiveFrom: '2026-11-10',
        price: 7.25,
      } as never),
    )
    const costAfter = await costPlant.calculateCost(fedOrder.order.id)
    expect(costAfter.material).toBe(7250)
    const [lastChange, ...earlierChanges] = await costPlant.loadChanges(fedOrder.order.id)
    expect(earlierChanges).toHaveLength(changeCountBefore)
    expect(lastChange).toMatchObject({ kind: 'renewed', parts: [{ part: 'material', before: 7000, after: 7250 }] })
    expect(lastChange!.causes).toMatchObject([
      {
        cause: 'price',
        resource: 'materialLot',
        rowId: fedOrder.lot.id,
        priceKind: 'material',
        detail: `2026-11-10 ${fedOrder.lot.number}`,
        userId: costPlant.finance.userId,
      },
    ])
    expect(invoice.lotId).toBe(fedOrder.lot.id)
    const otherCostAfter = await costPlant.calculateCost(otherOrder.order.id)
    expect(otherCostAfter.total).toBe(otherCostBefore.total)
    expect(
      (await costPlant.loadChanges(otherOrder.order.id)).flatMap(({ causes }) => causes.map(({ rowId }) => rowId)),
    ).not.toContain(fedOrder.lot.id)
    expect(await countRows(costPlant.plant, 'cost_cause')).toBe(0)
  })

  test('stays frozen in a closed month; later differences are adjustments of the current month until the month is reopened', async () => {
    const finished = await costPlant.createFinishedOrder()
    await costPlant.addMaterialPrice(finished.material.id, 6)
    const costBefore = await costPlant.calculateCost(finished.order.id)
    await closeMonthAs(costPlant.plant, '2026-10')
    expect((await costPlant.calculateCost(finished.order.id)).frozen).toBe(true)
    // Corrects the fed kg late, as a late reading or a quality correction could.
    await costPlant.plant.query(`update feed set kg = 1100 where work_order_id = $1`, [finished.order.id])
    await costPlant.plant.query(`update work_order set updated_at = updated_at + interval '1 hour' where id = $1`, [
      finished.order.id,
    ])
    costPlant.plant.clock.set('2026-11-20T04:00:00.000Z')
    const costAfter = await costPlant.calculateCost(finished.order.id)
    expect(costAfter).toMatchObject({ frozen: true, total: costBefore.total, adjusted: 600 })
    expect((await costPlant.loadChanges(finished.order.id))[0]).toMatchObject({
      kind: 'adjustment',
      month: '2026-11',
      before: costBefore.total,
      after: costBefore.total + 600,
    })
    await reopenMonthAs(costPlant.plant, '2026-10')
    expect(await costPlant.calculateCost(finished.order.id)).toMatchObject({
      frozen: false,
      adjusted: 0,
      total: costBefore.total + 600,
    })
  })

  test('all consumed material is charged to orders, to the cent', async () => {
    const { rows, whole, ordersToCount } = expectOk(
      await costPlant.finance.call(unallocatedCosts.endpoint, { month: '2026-10' }),
    )
    const material = rows.find(({ part }) => part === 'material')!
    const chargedRows = await costPlant.plant.query<{ sum: string }>(
      `select sum(material + packing) as sum from order_cost`,
    )
    expect(ordersToCount).toBe(0)
    // The plant has no meters, so the energy of its orders is missing.
    expect(whole).toBe(false)
    expect(material.charged + material.rest).toBe(material.used)
    expect(material.charged).toBe(Number(chargedRows[0]!.sum))
    expect(material.rest).toBe(0)
    const labour = rows.find(({ part }) => part === 'labour')!
    expect(Math.round((labour.charged + labour.rest) * 100)).toBe(Math.round(labour.used * 100))
  })

  test('a person at two lines in one shift is charged half to each', async () => {
    const { order } = await costPlant.createFinishedOrder()
    await costPlant.plant.query('update handover set people = $2 where line_id = $1', [
      order.lineId,
      JSON.stringify([costPlant.finance.userId, createUuid7()]),
    ])
    expect((await costPlant.calculateCost(order.id)).labourHours).toBe(16)
    const [otherLine] = await costPlant.plant.query<{ id: string }>(
      'select id from line where id <> $1 and active limit 1',
      [order.lineId],
    )
    await runAsSystem(costPlant.plant.app, 'test', (ctx) =>
      ctx.rows.insert(handover, {
        // Other tests may have handed that line over as well.
        kind: 'middle',
        state: 'taken',
        lineId: otherLine!.id,
        businessDate: '2026-10-30',
        shift: 'early',
        people: [costPlant.finance.userId],
        absent: [],
      }),
    )
    await runJob(costPlant.plant, 'costs-renew')
    expect((await costPlant.calculateCost(order.id)).labourHours).toBe(12)
  })

  test('a source row written during the last calculation of its order is included in the next run', async () => {
    const { order } = await costPlant.createFinishedOrder()
    const setState = (name: string) =>
      costPlant.plant.query('update work_order set state = $2 where id = $1', [order.id, name])
    const loadDueOrders = () => runAsSystem(costPlant.plant.app, 'test', (ctx) => listDueOrders(ctx, 1000))
    await setState('running')
    expect((await costPlant.calculateCost(order.id)).state).toBe('running')
    await runAsSystem(costPlant.plant.app, 'test', (ctx) =>
      invalidateForEnergy(ctx, { day: '2026-10-30', orderIds: [order.id] }),
    )
    // Running orders are recalculated every few minutes anyway.
    expect(await loadDueOrders()).not.toContain(order.id)
    // Another transaction that has not seen the dirty flag finishes the order.
    await setState('finished')
    await costPlant.plant.query(`update order_cost set state = 'finished' where work_order_id = $1`, [order.id])
    expect(await loadDueOrders()).toContain(order.id)
    await runJob(costPlant.plant, 'costs-renew')
    expect(await loadDueOrders()).not.toContain(order.id)
  })

  test('a calculation from scratch gives the same cost', async () => {
    const all =
      'select work_order_id, total, material, labour, fixed, variances, missing from order_cost order by work_order_id'
    const before = await costPlant.plant.query(all)
    await costPlant.plant.query('delete from order_cost')
    await costPlant.plant.query(`delete from setting where name = 'cost.orders'`)
    await runJob(costPlant.plant, 'costs-renew')
    expect(await costPlant.plant.query(all)).toEqual(before)
  })

  test('cost lists show order names, material per tonne and the current week', async () => {
    const { list, total } = expectOk(await costPlant.finance.call(orderCosts, { size: 2, sort: '-total' }))
    expect(total).toBeGreaterThan(list.length)
    expect(list[0]!.number).toMatch(/^WO-/)
    expect(list[0]!.total).toBeGreaterThanOrEqual(list[1]!.total!)
    // Feeds are known and priced although readings are missing: 1,000 kg fed for 900 good kg.
    expect(expectOk(await costPlant.finance.call(productMaterialCosts, {}))).toContainEqual(
      expect.objectContaining({ kg: 1000, kgPerTonne: 1111.11 }),
    )
    expect(expectOk(await costPlant.finance.call(weekOrders, {}))).toEqual([])
    expect((await costPlant.line.call(orderCosts, {})).errno).toBe('401')
  })
  test('the workbook holds the orders of the filtered list', async () => {
    const exportNumbers = async (query: string) => {
      const { rows } = await readSheet((await costPlant.finance.raw('GET', `/work_order/cost_export?${query}`)).bytes)
      return rows.map(([number]) => number)
    }
    const { list, total } = expectOk(await costPlant.finance.call(orderCosts, { sort: '-total' }))
    expect(await exportNumbers('sort=-total')).toEqual(list.map(({ number }) => number))
    expect(total).toBeGreaterThan(1)
    expect(await exportNumbers(`keyword=${list[1]!.number}`)).toEqual([list[1]!.number])
    expect(await exportNumbers(`id=${list[1]!.workOrderId}`)).toEqual([list[1]!.number])
    // All orders ended weeks ago.
    expect(await exportNumbers('week=true')).toEqual([])
  })
})

describe('the gaps of an order’s cost', () => {
  test('name line and shift of an unsigned handover', async () => {
    const { order } = await costPlant.createFinishedOrder()
    await costPlant.plant.query('delete from handover where line_id = $1', [order.lineId])
    const cost = await costPlant.calculateCost(order.id)
    expect(cost.line).toBeTruthy()
    expect(cost.missing.find(({ what }) => what === 'handover')?.label).toBe(`${cost.line} · 2026-10-30 早班`)
  })
})

describe('a finished order', () => {
  test('is in the same days and month in all lists: a night shift counts for the day on which it began', async () => {
    const { order } = await costPlant.createFinishedOrder()
    // 1 November 02:37 belongs to the night shift of 31 October.
    const end = plantTime('02:37', '2026-11-01')
    await costPlant.plant.query('update work_order set finished_at = $2, updated_at = $3 where id = $1', [
      order.id,
      end,
      costPlant.plant.clock.now(),
    ])
    expect(await costPlant.calculateCost(order.id)).toMatchObject({ month: '2026-10', finishedAt: end })
    const countOrders = async (period: { from: string; to: string }) => {
      const productCost = expectOk(await costPlant.finance.call(productCosts.endpoint, period)).find(
        ({ productId }) => productId === order.productId,
      )
      const { list } = expectOk(await costPlant.finance.call(orderCosts, { ...period, productId: order.productId }))
      return [(productCost?.orders ?? 0) + (productCost?.notWhole ?? 0), list.length]
    }
    expect(await countOrders({ from: '2026-10-31', to: '2026-10-31' })).toEqual([1, 1])
    expect(await countOrders({ from: '2026-11-01', to: '2026-11-30' })).toEqual([0, 0])
  })
})
