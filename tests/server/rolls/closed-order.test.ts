import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { closeOrder, switchOrder } from '@/areas/orders/contract/work-order-endpoints'
import { doffRoll, weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { doffSet, editSet, finishCutting, startCutting } from '@/areas/rolls/contract/slitting-commands'
import { at, good, rowOf, sync } from '../people'
import { cut, doffOne, figures, hall, jumboOf, newSlitter, weighAll, type Hall } from './slitter-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())
const finishOrder = async (id: string, occurredAt = at('09:30')) =>
  good(await h.staff['operator-line'].call(switchOrder, { id, action: 'finish', shortReason: '试单', occurredAt }))
const close = (id: string, occurredAt: string | null = null) =>
  h.staff['prod-lead'].call(
    closeOrder,
    { id, shortReason: '试单', ...(occurredAt ? { occurredAt } : {}) },
    { language: 'en' },
  )

describe('an order', () => {
  test('is not closed while a roll of it is on a slitter, which it names with the roll', async () => {
    const run = await cut(h)
    await finishOrder(run.orderId)
    const slitter = await rowOf(h.plant, 'line', run.slitterId)
    expect(await close(run.orderId)).toMatchObject({
      errno: '6000',
      errmsg: expect.stringMatching(new RegExp(`${run.jumbo.number}.*${String(slitter['code'])}`)),
    })
    expect(await rowOf(h.plant, 'work_order', run.orderId)).toMatchObject({ state: 'finished' })
    const sets = [await doffOne(h, run), await doffOne(h, run)]
    for (const set of sets) await weighAll(h, run, set)
    good(await h.slit.call(finishCutting, { id: run.run.id, gapReason: '试切' } as never))
    expect(good(await close(run.orderId))).toMatchObject({ state: 'closed' })
  })
  test('is not closed while another roll is cut for it', async () => {
    const wanting = await jumboOf(h)
    const product = (await rowOf(h.plant, 'work_order', wanting.orderId))['product_id']
    const other = await jumboOf(h)
    await h.plant.query('update work_order set product_id = $1 where id = $2', [product, other.orderId])
    await h.plant.query('update jumbo_roll set product_id = $1 where id = $2', [product, other.jumbo.id])
    const lanes = [{ width: 1000, count: 3, workOrderId: wanting.orderId }]
    const slitterId = (await newSlitter(h.staff)).id
    good(await h.slit.call(startCutting, { jumboRollId: other.jumbo.id, slitterId, lanes, lengthM: 5000 } as never))
    await finishOrder(wanting.orderId)
    expect((await close(wanting.orderId)).errmsg).toContain(other.jumbo.number)
  })
})

describe('what a phone without a network did before the order was closed', () => {
  const steps = (jumbo: { id: string }, slitterId: string, time: (n: number) => string) => {
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
  test('is taken: cut, weighed, downgraded and finished', async () => {
    const { jumbo, orderId } = await jumboOf(h)
    const slitterId = (await newSlitter(h.staff)).id
    await finishOrder(orderId, at('08:40'))
    good(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [at('09:30'), orderId])
    const answers = await sync(
      h.slit,
      steps(jumbo, slitterId, (n) => at(`09:0${n}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    const { kept, counted } = await figures(h.plant, orderId)
    expect(kept).toEqual(counted)
    expect(kept).toMatchObject({ goodKg: 299.9, downgradedKg: 149.9 })
  })
  test('is taken as well when the roll lay on the slitter by then and was cut to its end afterwards', async () => {
    const { jumbo, orderId } = await jumboOf(h)
    const slitterId = (await newSlitter(h.staff)).id
    await finishOrder(orderId, at('08:40'))
    good(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [at('09:30'), orderId])
    const answers = await sync(
      h.slit,
      steps(jumbo, slitterId, (n) => (n === 0 ? at('09:20') : at(`09:4${n}`))),
    )
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'done', 'done'])
    const { kept, counted } = await figures(h.plant, orderId)
    expect(kept).toEqual(counted)
    expect(kept).toMatchObject({ goodKg: 299.9, downgradedKg: 149.9 })
  })
  test('but lanes are given to a closed order only while it was open', async () => {
    const [{ jumbo, orderId }, other] = [await jumboOf(h), await jumboOf(h)]
    const product = (await rowOf(h.plant, 'work_order', orderId))['product_id']
    await h.plant.query('update work_order set product_id = $1 where id = $2', [product, other.orderId])
    await finishOrder(other.orderId, at('08:40'))
    good(await close(other.orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [at('09:30'), other.orderId])
    const [start, doff] = steps(jumbo, (await newSlitter(h.staff)).id, (n) => (n === 0 ? at('09:20') : at('09:40')))
    const lanes = [{ width: 1000, count: 3, workOrderId: other.orderId }]
    const answers = await sync(h.slit, [start!, { ...doff!, body: { ...doff!.body, lanes } }])
    expect(answers.map(({ status }) => status)).toEqual(['done', 'refused'])
  })
  test('and not what was cut after it', async () => {
    const { jumbo, orderId } = await jumboOf(h)
    const slitterId = (await newSlitter(h.staff)).id
    await finishOrder(orderId, at('08:40'))
    good(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [at('09:00'), orderId])
    const [first] = await sync(
      h.slit,
      steps(jumbo, slitterId, (n) => at(`09:3${n}`)),
    )
    // Closed books stay closed: the sentence says what can be done instead, and by whom.
    expect(first).toMatchObject({ status: 'refused', errmsg: expect.stringMatching(/另一个未关闭.*工单.*生产/) })
    expect(await rowOf(h.plant, 'jumbo_roll', jumbo.id)).toMatchObject({ state: 'uncut' })
  })
  test('weighed or doffed at the winder counts as well', async () => {
    const { jumbo, orderId } = await jumboOf(h)
    await finishOrder(orderId, at('09:10'))
    good(await close(orderId))
    await h.plant.query('update work_order set closed_at = $1 where id = $2', [at('09:30'), orderId])
    const { lineId } = jumbo
    const said = (time: string, op: { name: string }, body: object) => ({
      op,
      body: { ...body, occurredAt: at(time) },
      occurredAt: at(time),
    })
    const answers = await sync(h.staff['operator-line'], [
      said('09:05', doffRoll, { id: createUuid7(), workOrderId: orderId, lineId, lengthM: 10_000, widthMm: 3200 }),
      said('09:20', weighRoll, { id: jumbo.id, grossKg: 491, coreKg: 10 }),
      said('09:40', weighRoll, { id: jumbo.id, grossKg: 495, coreKg: 10 }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['done', 'done', 'refused'])
    expect(Number((await rowOf(h.plant, 'jumbo_roll', jumbo.id))['net_kg'])).toBe(481)
  })
})
