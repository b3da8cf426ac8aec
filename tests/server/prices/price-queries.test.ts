import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { costFixedPrice, costMaterialPrice, gasWaterPrice } from '@/areas/prices/contract/dated-prices'
import { electricTariffNow, electricPricePreview, electricPrice } from '@/areas/prices/contract/electric-price'
import { listCostPrices, listGasWaterPrices, listMaterialPrices, listSlotPrices } from '@/areas/prices/server/queries'
import { runAsSystem } from '@/server/start-application'
import type { Context } from '@/server/context'
import type { Caller, TestPlant } from '../harness'
import { expectOk, createStaffedPlant } from '../plant-staff'

let plant: TestPlant
let admin: Caller
beforeAll(async () => {
  const made = await createStaffedPlant()
  plant = made.plant
  admin = made.staff.admin
}, 120_000)
afterAll(() => plant.close())
const runInContext = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => runAsSystem(plant.app, 'test', work)

// Guangdong's general tariff: peak 1.7, low 0.38 of the normal price, critical peak a quarter over peak.
const prices = { critical: 1.3812, peak: 1.105, normal: 0.65, low: 0.247, deep: 0.2 }
const windows = [
  { from: '00:00', to: '08:00', band: 'low' },
  { from: '08:00', to: '10:00', band: 'normal' },
  { from: '10:00', to: '12:00', band: 'peak' },
  { from: '12:00', to: '14:00', band: 'normal' },
  { from: '14:00', to: '19:00', band: 'peak' },
  { from: '19:00', to: '00:00', band: 'normal' },
] as const

describe('prices for other areas', () => {
  test('slots of the tariff, one every 15 minutes, null before the first tariff', async () => {
    const made = await admin.call(electricPrice.endpoints.create, {
      layer: 'base',
      name: '广东 2026',
      effectiveFrom: '2026-11-02',
      ...prices,
      windows: [...windows],
    })
    expect(expectOk(made)).toMatchObject({ layer: 'base', effectiveTo: null, revision: 1 })
    const slots = await runInContext((ctx) =>
      listSlotPrices(ctx, { from: '2026-11-01T15:30:00.000Z', to: '2026-11-02T16:00:00.000Z' }),
    )
    expect(slots).toHaveLength(98)
    expect(slots[1]).toEqual({ at: '2026-11-01T15:45:00.000Z', band: null, price: null })
    expect(slots[2]).toEqual({ at: '2026-11-01T16:00:00.000Z', band: 'low', price: 0.247 })
    expect(slots[2 + 32]).toMatchObject({ band: 'normal', price: 0.65 })
    expect(slots[2 + 40]).toMatchObject({ band: 'peak', price: 1.105 })
    const year = await runInContext((ctx) =>
      listSlotPrices(ctx, { from: '2026-12-31T16:00:00.000Z', to: '2027-12-31T16:00:00.000Z' }),
    )
    expect(year).toHaveLength(35_040)
    expect(year.every(({ price }) => price !== null)).toBe(true)
    const now = expectOk(await admin.call(electricTariffNow, {}))
    expect(now).toMatchObject({ day: '2026-11-20', band: 'peak', price: 1.105 })
    expect(now.slots).toHaveLength(96)
  })
  test('gas, cost and material prices with their days', async () => {
    for (const [effectiveFrom, price] of [
      ['2026-01-01', 3.6],
      ['2026-07-01', 3.85],
    ] as const)
      expectOk(await admin.call(gasWaterPrice.endpoints.create, { medium: 'gas', effectiveFrom, price }))
    const gas = await runInContext((ctx) =>
      listGasWaterPrices(ctx, { medium: 'gas', from: '2026-06-01T00:00:00.000Z', to: '2026-08-01T00:00:00.000Z' }),
    )
    expect(gas.map(({ effectiveFrom, effectiveTo, price }) => [effectiveFrom, effectiveTo, price])).toEqual([
      ['2026-01-01', '2026-06-30', 3.6],
      ['2026-07-01', null, 3.85],
    ])
    expectOk(
      await admin.call(costFixedPrice.endpoints.create, {
        item: '折旧',
        basis: 'month',
        effectiveFrom: '2026-01-01',
        price: 480_000,
      }),
    )
    const fixed = await runInContext((ctx) =>
      listCostPrices(ctx, { kind: 'fixed', from: '2026-06-01T00:00:00.000Z', to: '2026-08-01T00:00:00.000Z' }),
    )
    expect(fixed).toMatchObject([{ item: '折旧', basis: 'month', price: 480_000, lineId: null, effectiveTo: null }])
  })
  test('a lot costs its invoice price, otherwise the price in force on its receipt', async () => {
    const pp = expectOk(await admin.call(material.endpoints.create, { code: 'PP-1', name: 'PP', kind: 'main' }))
    const lot = expectOk(
      await admin.call(materialLot.endpoints.create, {
        number: 'LOT-1',
        materialId: pp.id,
        receivedOn: '2026-03-10',
        receivedKg: 1000,
      }),
    )
    const price = (effectiveFrom: string, amount: number, lotId?: string) =>
      admin
        .call(costMaterialPrice.endpoints.create, {
          materialId: pp.id,
          effectiveFrom,
          price: amount,
          ...(lotId ? { lotId } : {}),
        })
        .then(expectOk)
    await price('2026-01-01', 7.1)
    await price('2026-03-15', 7.6)
    const ask = { materialId: pp.id, lotId: lot.id, on: '2026-03-10' }
    const loadPrice = async () =>
      (await runInContext((ctx) => listMaterialPrices(ctx, [ask, { ...ask, lotId: null, on: '2025-12-31' }])))!
    expect((await loadPrice()).map((one) => [one.price, one.source])).toEqual([
      [7.1, 'material'],
      [null, null],
    ])
    await price('2026-03-20', 7.35, lot.id)
    expect((await loadPrice())[0]).toMatchObject({ price: 7.35, source: 'lot' })
  })
  test('a preview stores nothing and says that no costs exist yet', async () => {
    const countBefore = await plant.query<{ n: number }>('select count(*)::int as n from electric_price')
    const previewSlots = expectOk(
      await admin.call(electricPricePreview, {
        layer: 'base',
        name: '广东 2027',
        effectiveFrom: '2027-01-01',
        ...prices,
        windows: [...windows],
      }),
    )
    expect(previewSlots).toMatchObject({ from: '2027-01-01', to: null, costed: false, total: 0, orders: [] })
    expect(await plant.query('select count(*)::int as n from electric_price')).toEqual(countBefore)
  })
})
