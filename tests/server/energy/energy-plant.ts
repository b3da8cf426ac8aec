/** A small plant with energy meters: one line, a chiller, a main meter above both, and a boiler's gas meter. */
import type { Row } from '@/contract/resource'
import { meter } from '@/areas/equipment/contract/meter'
import { energyItem, energyMeter } from '@/areas/energy/contract/energy-meter'
import { workOrder } from '@/areas/orders/contract/work-order'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { gasWaterPrice } from '@/areas/prices/contract/dated-prices'
import { product } from '@/areas/standards/contract/product'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { tag } from '@/areas/telemetry/contract/tag'
import { line, plantArea } from '@/plant/contract/line'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createStaffedPlant, type Staff } from '../plant-staff'

export const DAY = '2026-11-19'
export const prices = { critical: 1.4, peak: 1.1, normal: 0.6, low: 0.25, deep: 0.2 }
export const windows = [
  { from: '00:00', to: '08:00', band: 'low' },
  { from: '08:00', to: '10:00', band: 'normal' },
  { from: '10:00', to: '12:00', band: 'peak' },
  { from: '12:00', to: '14:00', band: 'normal' },
  { from: '14:00', to: '19:00', band: 'peak' },
  { from: '19:00', to: '00:00', band: 'normal' },
] as const
type Meter = Row<typeof energyMeter>
export interface EnergyPlant {
  plant: TestPlant
  staff: Staff
  lineId: string
  itemId: string
  meters: Record<'main' | 'line' | 'chiller' | 'gas', Meter>
  orderId: string
  productId: string
  createMeter: (code: string, overrides: Partial<Meter>) => Promise<Meter>
  runInContext: <T>(run: (ctx: Context) => Promise<T>) => Promise<T>
  /** Sends `count + 1` counter readings, one every 15 minutes from `from` on. `step` is the increment, constant or by index. */
  sendCounterReadings: (
    code: string,
    from: string,
    count: number,
    step: number | ((i: number) => number),
    firstValue?: number,
  ) => Promise<void>
}

export async function createEnergyPlant(): Promise<EnergyPlant> {
  const { plant, staff } = await createStaffedPlant()
  const runInContext: EnergyPlant['runInContext'] = (run) => runAsSystem(plant.app, 'test', run)
  const lead = staff['maint-lead']
  const lineId = expectOk(
    await lead.call(line.endpoints.create, {
      code: 'S1',
      name: '纺粘一线',
      nameEn: 'Line 1',
      kind: 'spunbond',
      inUseFrom: '2026-01-01',
    }),
  ).id
  const areaId = expectOk(
    await lead.call(plantArea.endpoints.create, { code: 'HALL', name: '纺粘车间', nameEn: 'Spunbond hall' }),
  ).id
  const itemId = expectOk(
    await staff.admin.call(energyItem.endpoints.create, { code: 'PROD', name: '生产', nameEn: 'Production', areaId }),
  ).id
  const createMeter = async (code: string, overrides: Partial<Meter>): Promise<Meter> => {
    const kind = overrides.medium === 'gas' ? 'gas' : 'electricity'
    const unit = kind === 'gas' ? 'm³' : 'kWh'
    const countingMeter = expectOk(
      await lead.call(meter.endpoints.create, { code, name: code, kind, unit, counter: true }),
    )
    expectOk(
      await lead.call(tag.endpoints.create, {
        code,
        name: code,
        kind: 'counter',
        unit,
        meterId: countingMeter.id,
        everyS: 900,
        mostPerHour: 100_000,
      }),
    )
    return expectOk(
      await staff.admin.call(energyMeter.endpoints.create, {
        code,
        name: code,
        kind: 'meter',
        medium: 'electricity',
        itemId,
        meterId: countingMeter.id,
        allocation: 'none',
        ...overrides,
      }),
    )
  }
  const main = await createMeter('MAIN', {})
  const meters = {
    main,
    line: await createMeter('LINE', { parentId: main.id, lineId }),
    chiller: await createMeter('CHILLER', { parentId: main.id, allocation: 'runHours' }),
    gas: await createMeter('GAS', { medium: 'gas' }),
  }
  const sendCounterReadings: EnergyPlant['sendCounterReadings'] = async (
    code,
    from,
    count,
    step,
    firstValue = 1000,
  ) => {
    let value = firstValue
    const readings = Array.from({ length: count + 1 }, (_, i) => {
      if (i > 0) value += typeof step === 'number' ? step : step(i - 1)
      return { tag: code, at: new Date(Date.parse(from) + i * 900_000).toISOString(), value, unit: null, quality: null }
    })
    const sendAnswer = expectOk(await staff.admin.call(sendReadings, { readings }))
    if (sendAnswer.apart + sendAnswer.unknown.length > 0) throw new Error(`not taken: ${JSON.stringify(sendAnswer)}`)
  }
  const from = plantTime('00:00', DAY)
  for (const [code, step] of [
    ['MAIN', 100],
    ['LINE', 60],
    ['CHILLER', 20],
    ['GAS', 10],
  ] as const)
    await sendCounterReadings(code, from, 96, step)
  expectOk(
    await staff.admin.call(electricPrice.endpoints.create, {
      layer: 'base',
      name: '基本',
      effectiveFrom: '2026-11-01',
      ...prices,
      windows: [...windows],
    }),
  )
  expectOk(
    await staff.admin.call(gasWaterPrice.endpoints.create, { medium: 'gas', effectiveFrom: '2026-01-01', price: 4 }),
  )
  const { productId, orderId } = await runInContext(async (ctx) => {
    const createdProduct = await ctx.rows.insert(product, {
      code: 'P1',
      name: '产品一',
      nameEn: 'Product 1',
      family: 'spunbond',
      gsm: 15,
    })
    const order = await ctx.rows.insert(workOrder, {
      number: 'WO-1',
      batch: 'B1',
      productId: createdProduct.id,
      lineId,
      state: 'finished',
      startedAt: plantTime('08:00', DAY),
      finishedAt: plantTime('16:00', DAY),
      pauses: [{ from: plantTime('12:00', DAY), to: plantTime('13:00', DAY), reason: null }],
    })
    return { productId: createdProduct.id, orderId: order.id }
  })
  return { plant, staff, lineId, itemId, meters, orderId, productId, createMeter, runInContext, sendCounterReadings }
}
