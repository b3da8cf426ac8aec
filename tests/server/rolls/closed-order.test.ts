import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { closeOrder, changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { doffRoll, weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { doffSet, editSet, finishCutting, startCutting } from '@/areas/slitting/contract/slitting-commands'
import { plantTime, expectOk, fetchRow, sync } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  loadOrderMetrics,
  createSlitterPlant,
  doffJumbo,
  createSlitter,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())
const finishOrder = async (id: string, occurredAt = plantTime('09:30')) =>
  expectOk(
    await h.staff['operator-line'].call(changeRunState, { id, action: 'finish', shortReason: '试单', occurredAt }),
  )
const close = (id: string, occurredAt: string | null = null) =>
  h.staff['prod-lead'].call(
    closeOrder,
    { id, shortReason: '试单', ...(occurredAt ? { occurredAt } : {}) },
    { language: 'en' },
  )

describe('an order', () => {
  test('cannot be closed while one of its rolls is on a slitter; the refusal names both', async () => {
    const run = await startCuttingRun(h)
    await finishOrder(run.orderId)
    const slitter = await fetchRow(h.plant, 'line', run.slitterId)
    expect(await close(run.orderId)).toMatchObject({
      errno: '6000',
      errmsg: expect.stringMatching(new RegExp(`${run.jumbo.number}.*${String(slitter['code'])}`)),
    })
    expect(await fetchRow(h.plant, 'work_order', run.orderId)).toMatchObject({ state: 'finished' })
    const sets = [await doffNextSet(h, run), await doffNextSet(h, run)]
    for (const set of sets) await weighAll(h, run, set)
    expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, gapReason: '试切' } as never))
    expect(expectOk(await close(run.orderId))).toMatchObject({ state: 'closed' })
  })
  test('cannot be closed while another roll is cut for it', async () => {
    const wanting = await doffJumbo(h)
    const product = (await fetchRow(h.plant, 'work_order', wanting.orderId))['product_id']
    const other = await doffJumbo(h)
    await h.plant.query('update work_order set product_id = $1 where id = $2', [product, other.orderId])
    await h.plant.query('update jumbo_roll set product_id = $1 where id = $2', [product, other.jumbo.id])
    const lanes = [{ width: 1000, count: 3, workOrderId: wanting.orderId }]
    const slitterId = (await createSlitter(h.staff)).id
    expectOk(
      await h.operator.call(startCutting, { jumboRollId: other.jumbo.id, slitterId, lanes, lengthM: 5000 } as never),
    )
    await finishOrder(wanting.orderId)
    expect((await close(wanting.orderId)).errmsg).toContain(other.jumbo.number)
  })
})

describe('offline work from before the closing of an order', () => {
  const buildSteps = (jumbo: { id: string }, slitterId: string, time: (n: number) => string) => {
    const [cuttingId, setId] = [createUuid7(), createUuid7()]
    const strips = [{ width: 1000, count: 3, workOrderId: null }]
    return [
      { op: startCutting, body: { id: cuttingId, jumboRollId: jumbo.id, slitterId, lanes: strips, lengthM: 10_000 } },
      { op: doffSet, body: { id: setId, cuttingId } },
      {
        op: editSet,
        body: {
          id: setId,
          cuttingId,
          rolls: [
            { lane: 1, kg: 149.8 },
            { lane: 2, kg: 150.1 },
            {
              lane: 3,
              kg: 149.9,
              downgrades: [{ fromM: 0, toM: 10_000, grade: 'downgraded', defect: 'streak' }],
            },
          ],
        },
      },
      { op: finishCutting, body: { id: cuttingId, gapReason: '修边未称' } },
    ].map(({ op, body }, n) => ({ op, body: { ...body, occurredAt: time(n) }, occurredAt: time(n) }))
  }
  test('is accepted: cutting, weighing, downgrading and finishing', async () => {
    const { jumbo, orderId } = await doffJumbo(h)
    const slitterId = (await createSlitter(h.staff)).id
    await finishOrder(orderId, plantTime('08:40'))
    expectOk(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [plantTime('09:30'), orderId])
    const answers = await sync(
      h.operator,
      buildSteps(jumbo, slitterId, (n) => plantTime(`09:0${n}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    const { stored, calculated } = await loadOrderMetrics(h.plant, orderId)
    expect(stored).toEqual(calculated)
    expect(stored).toMatchObject({ goodKg: 299.9, downgradedKg: 149.9 })
  })
  test('is accepted when the roll was on the slitter then and was finished later', async () => {
    const { jumbo, orderId } = await doffJumbo(h)
    const slitterId = (await createSlitter(h.staff)).id
    await finishOrder(orderId, plantTime('08:40'))
    expectOk(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [plantTime('09:30'), orderId])
    const answers = await sync(
      h.operator,
      buildSteps(jumbo, slitterId, (n) => (n === 0 ? plantTime('09:20') : plantTime(`09:4${n}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    const { stored, calculated } = await loadOrderMetrics(h.plant, orderId)
    expect(stored).toEqual(calculated)
    expect(stored).toMatchObject({ goodKg: 299.9, downgradedKg: 149.9 })
  })
  test('may assign lanes to the order only at a time before its closing', async () => {
    const [{ jumbo, orderId }, other] = [await doffJumbo(h), await doffJumbo(h)]
    const product = (await fetchRow(h.plant, 'work_order', orderId))['product_id']
    await h.plant.query('update work_order set product_id = $1 where id = $2', [product, other.orderId])
    await finishOrder(other.orderId, plantTime('08:40'))
    expectOk(await close(other.orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [plantTime('09:30'), other.orderId])
    const [start, doff] = buildSteps(jumbo, (await createSlitter(h.staff)).id, (n) =>
      n === 0 ? plantTime('09:20') : plantTime('09:40'),
    )
    const lanes = [{ width: 1000, count: 3, workOrderId: other.orderId }]
    const answers = await sync(h.operator, [start!, { ...doff!, body: { ...doff!.body, lanes } }])
    expect(answers.map(({ status }) => status)).toEqual(['done', 'refused'])
  })
  test('is refused for cuts after the closing', async () => {
    const { jumbo, orderId } = await doffJumbo(h)
    const slitterId = (await createSlitter(h.staff)).id
    await finishOrder(orderId, plantTime('08:40'))
    expectOk(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [plantTime('09:00'), orderId])
    const [first] = await sync(
      h.operator,
      buildSteps(jumbo, slitterId, (n) => plantTime(`09:3${n}`)),
    )
    // Closed months stay closed: the message says what can be done and by whom.
    expect(first).toMatchObject({ status: 'refused', errmsg: expect.stringMatching(/另一个未关闭.*工单.*生产/) })
    expect(await fetchRow(h.plant, 'jumbo_roll', jumbo.id)).toMatchObject({ state: 'uncut' })
  })
  test('is accepted for weighing and doffing at the winder', async () => {
    const { jumbo, orderId } = await doffJumbo(h)
    await finishOrder(orderId, plantTime('09:10'))
    expectOk(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [plantTime('09:30'), orderId])
    const { lineId } = jumbo
    const opAt = (time: string, op: { name: string }, body: object) => ({
      op,
      body: { ...body, occurredAt: plantTime(time) },
      occurredAt: plantTime(time),
    })
    const answers = await sync(h.staff['operator-line'], [
      opAt('09:05', doffRoll, { id: createUuid7(), workOrderId: orderId, lineId, lengthM: 10_000, widthMm: 3200 }),
      opAt('09:20', weighRoll, { id: jumbo.id, grossKg: 491, coreKg: 10 }),
      opAt('09:40', weighRoll, { id: jumbo.id, grossKg: 495, coreKg: 10 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'refused'])
    expect(Number((await fetchRow(h.plant, 'jumbo_roll', jumbo.id))['net_kg'])).toBe(481)
  })
})
