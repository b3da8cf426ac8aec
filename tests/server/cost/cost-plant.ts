/** Finished orders with costs and prices, for the cost tests. */
import { createUuid7 } from '@/contract/id'
import { orderCostDetail } from '@/areas/cost/contract/order-cost-endpoints'
import { costChange } from '@/areas/cost/contract/order-cost'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { costDirectPrice, costFixedPrice, costMaterialPrice } from '@/areas/prices/contract/dated-prices'
import {
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
} from '../feeding/feeding-plant'
import { plantTime, expectOk, runJob } from '../plant-staff'

export const feedMainMaterial = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
export type CostPlant = Awaited<ReturnType<typeof createCostPlant>>
export async function createCostPlant() {
  const feedingPlant = await createFeedingPlant()
  const finance = await feedingPlant.plant.as('admin')
  /** Creates an order that ran on 30 October from 08:00 to 16:00 and made 900 kg of good web from `fedKg` of one lot. */
  const createFinishedOrder = async (fedKg = 1000) => {
    const order = await createRunningOrder(feedingPlant)
    const material = await createMaterial(feedingPlant)
    const lot = await createLot(feedingPlant, material.id, { kg: 5000 })
    await feedingPlant.plant.query(`update material_lot set received_on = '2026-10-20' where id = $1`, [lot.id])
    await feedingPlant.plant.query('update work_order set started_at = $2 where id = $1', [
      order.id,
      plantTime('08:00', '2026-10-30'),
    ])
    const body = {
      workOrderId: order.id,
      lineId: order.lineId!,
      materialId: material.id,
      lotId: lot.id,
      hopperId: await findOrCreateHopper(feedingPlant, order),
      kg: fedKg,
    }
    expectOk(
      await feedingPlant.line.call(feedMainMaterial, {
        id: createUuid7(),
        ...body,
        occurredAt: plantTime('09:00', '2026-10-30'),
      } as never),
    )
    await feedingPlant.plant.query(
      `update work_order set state = 'finished', finished_at = $2, good_kg = 900, good_rolls = 9, waste_kg = 100, updated_at = $3 where id = $1`,
      [order.id, plantTime('16:00', '2026-10-30'), feedingPlant.plant.clock.now()],
    )
    // The crew works only at this line, because the hours of people at several lines are divided.
    const [first, second, absent] = [createUuid7(), createUuid7(), createUuid7()]
    await feedingPlant.plant.query(
      `insert into handover (site_id, id, created_at, updated_at, kind, state, line_id, business_date, shift, people, absent, giver_id, taker_id)
     values (1, $1, now(), now(), 'squadLeader', 'taken', $2, '2026-10-30', 'early', $3, $4, $5, $6)`,
      [
        createUuid7(),
        order.lineId,
        JSON.stringify([first, second, absent]),
        JSON.stringify([absent]),
        feedingPlant.line.userId,
        feedingPlant.lead.userId,
      ],
    )
    return { order, material, lot, body }
  }
  const addMaterialPrice = async (materialId: string, price: number, lotId: string | null = null) =>
    expectOk(
      await finance.call(costMaterialPrice.endpoints.create, {
        materialId,
        lotId,
        effectiveFrom: '2026-10-01',
        price,
      } as never),
    )
  const addRates = async () => {
    expectOk(
      await finance.call(costDirectPrice.endpoints.create, {
        item: 'wages',
        basis: 'labourHour',
        effectiveFrom: '2026-01-01',
        price: 40,
      } as never),
    )
    expectOk(
      await finance.call(costFixedPrice.endpoints.create, {
        item: '折旧',
        itemEn: 'Depreciation',
        basis: 'machineHour',
        effectiveFrom: '2026-01-01',
        price: 100,
      } as never),
    )
  }
  const calculateCost = async (workOrderId: string, language: 'zh' | 'en' = 'zh') => {
    await runJob(feedingPlant.plant, 'costs-renew')
    return expectOk(await finance.call(orderCostDetail, { workOrderId }, { language }))
  }
  const loadChanges = async (workOrderId: string) =>
    expectOk(await finance.call(costChange.endpoints.list, { workOrderId })).list
  return { ...feedingPlant, finance, createFinishedOrder, addMaterialPrice, addRates, calculateCost, loadChanges }
}
