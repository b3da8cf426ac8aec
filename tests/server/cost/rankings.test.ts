/** Reports over many costed orders: the dearest and cheapest of each product, and the common parameters of the cheapest. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optimiseProcess } from '@/areas/cost/contract/analysis-endpoints'
import { cheapestOrders, mostExpensiveOrders } from '@/areas/cost/contract/comparison-endpoints'
import { orderCost } from '@/areas/cost/contract/order-cost'
import { workOrder } from '@/areas/orders/contract/work-order'
import { processInspection1 } from '@/areas/quality/contract/inspections'
import { processStandard } from '@/areas/standards/contract/process-standard'
import { product } from '@/areas/standards/contract/product'
import { line } from '@/plant/contract/line'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
const ids: Record<string, string> = {}
const RUNS = 24
const DAY = '2026-11-10'
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await runAsSystem(plant.app, 'test', async (ctx) => {
    const { id: lineId } = await ctx.rows.insert(line, {
      code: 'S1',
      name: '一线',
      nameEn: 'Line 1',
      kind: 'spunbond',
      inUseFrom: '2026-01-01',
    })
    for (const code of ['A', 'B', 'C'])
      ids[code] = (await ctx.rows.insert(product, { code, name: code, nameEn: code, family: 'spunbond', gsm: 15 })).id
    const insertStandard = (revision: number, labelEn: string | null) =>
      ctx.rows.insert(processStandard, {
        code: 'PS',
        revision,
        variant: 'mainLine',
        productId: ids['A']!,
        state: 'approved',
        newest: revision === 2,
        parameters: [
          { key: 'speed', label: '线速度', labelEn, unit: 'm/min', low: null, target: null, high: null },
          { key: 'dies', label: '模头温度', labelEn: null, unit: '°C', low: null, target: null, high: null },
        ],
      })
    const [olderStandard, newerStandard] = [await insertStandard(1, 'Speed'), await insertStandard(2, 'Line speed')]
    let n = 0
    const insertOrderCost = async (productId: string, perKg: number, processStandardId: string | null = null) => {
      const number = `WO-${(n += 1)}`
      const order = await ctx.rows.insert(workOrder, { number, batch: number, productId, orderedKg: 1000, lineId })
      await ctx.rows.insert(orderCost, {
        workOrderId: order.id,
        productId,
        lineId,
        processStandardId,
        state: 'finished',
        finishedAt: plantTime('12:00', DAY),
        finishedOn: DAY,
        quality: 0.97,
        perKg,
        whole: true,
        computedAt: plantTime('13:00', DAY),
      })
      return order.id
    }
    for (let i = 0; i < RUNS; i++) {
      const order = await insertOrderCost(ids['A']!, 10 + i / 100, i % 2 ? olderStandard.id : newerStandard.id)
      const buildParameter = (key: string, label: string, actual: number) =>
        ({ key, label, unit: 'x', low: null, target: null, high: null, actual }) as const
      // The server sets author and result, so the test writes these rows directly.
      await ctx.rows.insert(processInspection1, {
        workOrderId: order,
        lineId,
        businessDate: DAY,
        shift: 'early',
        values: [
          buildParameter('speed', '线速度', 300 - i + (i % 3)),
          buildParameter('dies', '模头温度', 230 + (i % 5)),
        ],
      } as never)
    }
    await insertOrderCost(ids['B']!, 20)
    await insertOrderCost(ids['B']!, 8)
    await insertOrderCost(ids['C']!, 15)
  })
}, 120_000)
afterAll(() => plant.close())

test('lists the dearest order of each product, dearest product first, also with a limit', async () => {
  const getCostsPerKg = (rows: readonly { perKg: number | null }[]) => rows.map((row) => row.perKg)
  expect(getCostsPerKg(expectOk(await staff.admin.call(mostExpensiveOrders, {})))).toEqual([
    20,
    15,
    10 + (RUNS - 1) / 100,
  ])
  expect(getCostsPerKg(expectOk(await staff.admin.call(mostExpensiveOrders, { size: 2 })))).toEqual([20, 15])
  expect(getCostsPerKg(expectOk(await staff.admin.call(cheapestOrders, {})))).toEqual([8, 10, 15])
  expect(getCostsPerKg(expectOk(await staff.admin.call(cheapestOrders, { size: 1 })))).toEqual([8])
})
test('names common parameters of the cheapest orders in the reader’s language, as in the newest standard', async () => {
  const loadFindings = async (language: 'zh' | 'en') => {
    const found = expectOk(await staff.admin.call(optimiseProcess, { productId: ids['A']! }, { language }))
    return found.findings.map(({ key, label }) => [key, label]).toSorted()
  }
  expect(await loadFindings('zh')).toEqual([
    ['dies', '模头温度'],
    ['speed', '线速度'],
  ])
  // A parameter without an English name keeps its Chinese name.
  expect(await loadFindings('en')).toEqual([
    ['dies', '模头温度'],
    ['speed', 'Line speed'],
  ])
})
