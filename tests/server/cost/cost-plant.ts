/** Orders of a plant that ran and are over, what they cost, and the prices that it is worked out from. */
import { createUuid7 } from '@/contract/id'
import { orderCostDetail } from '@/areas/cost/contract/order-cost-endpoints'
import { costChange } from '@/areas/cost/contract/order-cost'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { costDirectPrice, costFixedPrice, costMaterialPrice } from '@/areas/prices/contract/dated-prices'
import { feedingPlant, into, newLot, newMaterial, runningOrder } from '../feeding/feeding-plant'
import { at, good, runJob } from '../people'

export const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
export type CostPlant = Awaited<ReturnType<typeof costPlant>>
export async function costPlant() {
  const f = await feedingPlant()
  const finance = await f.plant.as('admin')
  /** An order that ran on 30 October from 08:00 to 16:00, an early shift, and made 900 kg good of 1,000 kg fed of one lot. */
  const finishedOrder = async (kg = 1000) => {
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
    good(await f.line.call(addMain, { id: createUuid7(), ...body, occurredAt: at('09:00', '2026-10-30') } as never))
    await f.plant.query(
      `update work_order set state = 'finished', finished_at = $2, good_kg = 900, good_rolls = 9, waste_kg = 100, updated_at = $3 where id = $1`,
      [order.id, at('16:00', '2026-10-30'), f.plant.clock.now()],
    )
    // People of this order alone: whoever stands at several lines has its hours shared by them.
    const [first, second, absent] = [createUuid7(), createUuid7(), createUuid7()]
    await f.plant.query(
      `insert into handover (site_id, id, created_at, updated_at, kind, state, line_id, business_date, shift, people, absent, giver_id, taker_id)
     values (1, $1, now(), now(), 'squadLeader', 'taken', $2, '2026-10-30', 'early', $3, $4, $5, $6)`,
      [
        createUuid7(),
        order.lineId,
        JSON.stringify([first, second, absent]),
        JSON.stringify([absent]),
        f.line.userId,
        f.lead.userId,
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
        item: '折旧',
        itemEn: 'Depreciation',
        basis: 'machineHour',
        effectiveFrom: '2026-01-01',
        price: 100,
      } as never),
    )
  }
  const costOf = async (workOrderId: string, language: 'zh' | 'en' = 'zh') => {
    await runJob(f.plant, 'costs-renew')
    return good(await finance.call(orderCostDetail, { workOrderId }, { language }))
  }
  const changesOf = async (workOrderId: string) =>
    good(await finance.call(costChange.endpoints.list, { workOrderId })).list
  return { ...f, finance, finishedOrder, priced, rates, costOf, changesOf }
}
