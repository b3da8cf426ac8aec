/** Rolls and lanes of the finished orders of a cost plant. */
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { runAsSystem } from '@/server/start-application'
import { line } from '@/plant/contract/line'
import { expectOk, plantTime } from '../plant-staff'
import type { CostPlant } from './cost-plant'

type FinishedOrder = Awaited<ReturnType<CostPlant['createFinishedOrder']>>
/** Inserts a roll of 10,000 m that drew lots from the hopper, and sets the roll mass of its order. @returns its id */
export async function insertRoll(
  costPlant: CostPlant,
  { order }: FinishedOrder,
  kg: number,
  draws: readonly { readonly fedOrder: FinishedOrder; readonly kg: number }[],
): Promise<string> {
  const { id } = await runAsSystem(costPlant.plant.app, 'test', (ctx) =>
    ctx.rows.insert(jumboRoll, {
      number: `J-${order.number}-${kg}`,
      state: 'cut',
      workOrderId: order.id,
      productId: order.productId,
      lineId: order.lineId!,
      businessDate: '2026-10-30',
      shift: 'early',
      team: 'A',
      lengthM: 10_000,
      netKg: kg,
      startedAt: plantTime('09:30', '2026-10-30'),
      doffedAt: plantTime('15:00', '2026-10-30'),
      lots: draws.map(({ fedOrder, kg: drawnKg }) => ({
        hopperId: fedOrder.body.hopperId,
        lotId: fedOrder.lot.id,
        materialId: fedOrder.material.id,
        kg: drawnKg,
      })),
      unknownKg: 0,
    }),
  )
  await costPlant.plant.query(
    `update work_order set updated_at = $2, jumbo_kg = (select sum(net_kg) from jumbo_roll where work_order_id = $1) where id = $1`,
    [order.id, costPlant.plant.clock.now()],
  )
  return id
}
let slitterCount = 0
/** Slits a part of a roll in its whole width for an order. */
export async function cutLanes(costPlant: CostPlant, { jumboId, order, fromM, toM, at }: CutLanes): Promise<void> {
  const code = `SLL${++slitterCount}`
  const slitter = expectOk(
    await costPlant.finance.call(line.endpoints.create, { code, name: code, kind: 'slitting' } as never),
  )
  await runAsSystem(costPlant.plant.app, 'test', async (ctx) => {
    const place = { jumboRollId: jumboId, slitterId: slitter.id, businessDate: at.slice(0, 10) }
    const { id: cuttingId } = await ctx.rows.insert(cutting, {
      ...place,
      state: 'finished',
      lanes: [],
      startedAt: at,
      endedAt: at,
    })
    const set = await ctx.rows.insert(slitSet, {
      ...place,
      cuttingId,
      setNumber: slitterCount,
      lanes: [],
      fromM,
      toM,
      doffedAt: at,
    })
    await ctx.rows.insert(slitRoll, {
      ...place,
      number: `${code}-01`,
      workOrderId: order.id,
      productId: order.productId,
      slitSetId: set.id,
      fromM,
      toM,
      lane: 1,
      widthMm: 400,
      fromMm: 0,
      lengthM: toM - fromM,
      doffedAt: at,
      kg: 1,
    })
  })
}
interface CutLanes {
  readonly jumboId: string
  readonly order: FinishedOrder['order']
  readonly fromM: number
  readonly toM: number
  readonly at: string
}
