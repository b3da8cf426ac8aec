/** Rolls cut from a jumbo of a neighbouring order: every call assigns them to the order of their lane. */
import { beforeAll, expect, it } from 'vitest'
import { certificatePreview } from '@/areas/certificates/contract/certificate-endpoints'
import { listCutOutput } from '@/areas/slitting/server/queries/machine-output'
import { trace } from '@/areas/tracing/contract/trace'
import type { Application } from '@/server/application'
import { runAsSystem } from '@/server/start-application'
import type { Caller } from '../server/harness'
import { expectOk } from '../server/plant-staff'

interface Plant {
  app: Application
  caller: Caller
  query<T>(text: string, values?: unknown[]): Promise<T[]>
}
interface Roll {
  id: string
  number: string
  setId: string
  orderId: string
  customerId: string
  jumboOrderId: string
}

/** Defines the tests, for a loaded demonstration plant with a signed-in caller. */
export function testRollsOfOtherOrder(plant: () => Plant): void {
  let roll: Roll
  beforeAll(async () => {
    const [found] = await plant().query<Roll>(
      `select r.id, r.number, r.slit_set_id as "setId", r.work_order_id as "orderId", o.customer_id as "customerId", j.work_order_id as "jumboOrderId"
        from slit_roll r join jumbo_roll j on j.id = r.jumbo_roll_id join work_order o on o.id = r.work_order_id
        where r.work_order_id <> j.work_order_id and r.package_id is not null and r.grade = 'good'
          and exists (select 1 from test_batch b where b.work_order_id = r.work_order_id and b.state = 'published') order by r.number limit 1`,
    )
    roll = found!
  })

  it('traces to the package and customer of its own order', async () => {
    const { nodes } = expectOk(await plant().caller.call(trace, { number: roll.number, direction: 'down' }))
    const getNodeIds = (kind: string) => nodes.filter((one) => one.kind === kind).map(({ id }) => id)
    expect([getNodeIds('workOrder'), getNodeIds('customer')]).toEqual([[roll.orderId], [roll.customerId]])
    expect(
      await plant().query(
        'select work_order_id as "orderId", customer_id as "customerId" from package where id = $1',
        getNodeIds('package'),
      ),
    ).toEqual([{ orderId: roll.orderId, customerId: roll.customerId }])
  })
  it('appears on the certificate of its own order', async () => {
    const { rolls, customerId } = expectOk(await plant().caller.call(certificatePreview, { number: roll.number }))
    expect(customerId).toBe(roll.customerId)
    expect(rolls.map(({ number }) => number)).toContain(roll.number)
  })
  it("counts the slitter's hours and metres for its own order", async () => {
    const [set] = await plant().query<{ kg: number; lineId: string; businessDate: string; shift: string }>(
      `select sum(kg)::float as kg, slitter_id as "lineId", business_date as "businessDate", shift from slit_roll where work_order_id = $1 and reworked_from_id is null
        and (slitter_id, business_date, shift) = (select slitter_id, business_date, shift from slit_roll where id = $2) group by 2, 3, 4`,
      [roll.orderId, roll.id],
    )
    const cut = await runAsSystem(plant().app, 'test.cut', (ctx) => listCutOutput(ctx, { orderIds: [roll.orderId] }))
    const lanesOfRoll = cut.filter(
      ({ orderId, lineId, businessDate, shift }) =>
        orderId === roll.orderId &&
        lineId === set!.lineId &&
        businessDate === set!.businessDate &&
        shift === set!.shift,
    )
    expect(lanesOfRoll.reduce((sum, { kg }) => sum + kg, 0)).toBeCloseTo(set!.kg, 1)
    expect(lanesOfRoll.reduce((sum, { metres }) => sum + metres, 0)).toBeGreaterThan(0)
  })
}
