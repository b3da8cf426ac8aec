import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { customer } from '@/areas/orders/contract/customer'
import { scheduleEntry } from '@/areas/orders/contract/schedule'
import { workOrder } from '@/areas/orders/contract/work-order'
import {
  adjustOrder,
  cancelOrder,
  closeOrder,
  orderLookup,
  orderOptions,
  finishedOrders,
  ordersForLine,
  currentOrders,
  reopenOrder,
  startOrder,
  switchOrder,
} from '@/areas/orders/contract/work-order-endpoints'
import { createUuid7 } from '@/contract/id'
import { resourceOptions } from '@/contract/kit'
import { personWith } from '../access/new-person'
import { at, countOf, good, NOW, rowOf, staffed, sync } from '../people'
import {
  newCustomer,
  newLine,
  newOrder,
  newProduct,
  newStandard,
  started,
  switched,
  type OrdersPlant,
} from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await staffed()
}, 120_000)
afterAll(() => p.plant.close())
const operator = () => p.staff['operator-line']
const lead = () => p.staff['prod-lead']

describe('starting', () => {
  test('makes it run on the line, with the approved standard of its product', async () => {
    const made = await newProduct(p)
    const [order, place] = [await newOrder(p, { productId: made.id }), await newLine(p)]
    const row = await started(p, order, place.id)
    expect(row).toMatchObject({
      state: 'running',
      lineId: place.id,
      startedAt: NOW,
      runSince: NOW,
      ranMinutes: 0,
      pauses: [],
      version: order.version + 1,
    })
    expect(await rowOf(p.plant, 'process_standard', row.processStandardId!)).toMatchObject({
      product_id: made.id,
      state: 'approved',
    })
  })
  test.each([
    [
      'has no process standard',
      async () => (await newProduct(p, {}, null)).id,
      'There is no approved process standard for product',
    ],
    [
      'has one that is not approved',
      async () => (await newProduct(p, {}, 'notApproved')).id,
      /Process standard PS-\d+ 1 is not approved/,
    ],
    [
      'has an approved one for slitting only',
      async () => {
        const made = await newProduct(p, {}, null)
        await newStandard(p.plant, made.id, { variant: 'slitting' })
        return made.id
      },
      'There is no approved process standard',
    ],
    [
      'has an approved one for another line only',
      async () => {
        const made = await newProduct(p, {}, null)
        await newStandard(p.plant, made.id, { lineId: (await newLine(p)).id })
        return made.id
      },
      'There is no approved process standard',
    ],
  ])('is refused while its product %s', async (_what, productOf, sentence) => {
    const [order, place] = [await newOrder(p, { productId: await productOf() }), await newLine(p)]
    const answer = await operator().call(startOrder, { id: order.id, lineId: place.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(sentence)])
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({
      state: 'planned',
      version: order.version,
      line_id: null,
    })
  })
  test('takes the standard of that line before the general one, and refuses an older version named in the order', async () => {
    const [made, place] = [await newProduct(p), await newLine(p)]
    const own = await newStandard(p.plant, made.id, { lineId: place.id })
    expect((await started(p, await newOrder(p, { productId: made.id }), place.id)).processStandardId).toBe(own)
    const old = await newStandard(p.plant, made.id, { newest: false })
    const answer = await operator().call(startOrder, {
      id: (await newOrder(p, { productId: made.id, processStandardId: old })).id,
      lineId: (await newLine(p)).id,
    })
    expect(answer.errno).toBe('6000')
  })
  test('runs by the version that has been approved since the order named one', async () => {
    const made = await newProduct(p, {}, null)
    const old = await newStandard(p.plant, made.id, { code: 'PS-NEXT', newest: false })
    const now = await newStandard(p.plant, made.id, { code: 'PS-NEXT', revision: 2 })
    expect(
      (await started(p, await newOrder(p, { productId: made.id, processStandardId: old }), (await newLine(p)).id))
        .processStandardId,
    ).toBe(now)
  })
  test('is refused while another order runs on the line, but not while it is paused', async () => {
    const [first, second, place] = [await newOrder(p), await newOrder(p), await newLine(p)]
    await started(p, first, place.id)
    const answer = await operator().call(startOrder, { id: second.id, lineId: place.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      `Line ${place.code} is running order ${first.number}: pause or finish it first`,
    ])
    await switched(p, first, 'pause')
    await started(p, second, place.id)
    expect((await operator().call(switchOrder, { id: first.id, action: 'resume' })).errno).toBe('6000')
  })
  test('two tablets that start two orders at once: one runs, the other is told', async () => {
    const [a, b, place] = [await newOrder(p), await newOrder(p), await newLine(p)]
    const answers = await Promise.all([a, b].map((o) => operator().call(startOrder, { id: o.id, lineId: place.id })))
    expect(answers.map((x) => x.errno).sort()).toEqual(['200', '6000'])
    expect(await countOf(p.plant, 'work_order', `line_id = $1 and state = 'running'`, [place.id])).toBe(1)
  })
  test('twice is refused with a sentence; the same command twice is done once', async () => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    const op = {
      op: startOrder,
      body: { id: order.id, lineId: place.id },
      id: createUuid7(Date.now()),
      occurredAt: at('09:30'),
    }
    const [[first], [again]] = [await sync(operator(), [op]), await sync(operator(), [op])]
    // Nothing happens before what came first: the order was made at ten.
    expect(first).toMatchObject({ status: 'done', data: { state: 'running', startedAt: NOW } })
    expect(again).toMatchObject({ status: 'done' })
    const answer = await operator().call(startOrder, { id: order.id, lineId: place.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(`Work order ${order.number}`)])
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ version: order.version + 1 })
  })
  test('on another line than planned takes its place in the schedule along', async () => {
    const [order, here, there] = [await newOrder(p), await newLine(p), await newLine(p)]
    const entry = good(
      await lead().call(scheduleEntry.endpoints.create, {
        workOrderId: order.id,
        lineId: here.id,
        startsAt: at('12:00'),
        endsAt: at('18:00'),
      }),
    )
    await started(p, order, there.id)
    expect(await rowOf(p.plant, 'schedule_entry', entry.id)).toMatchObject({ line_id: there.id })
  })
})

describe('while it runs', () => {
  test('pauses are kept with their reasons and not counted as running', async () => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    await started(p, order, place.id)
    p.plant.clock.set(at('11:00'))
    await switched(p, order, 'pause')
    p.plant.clock.set(at('11:30'))
    expect(await switched(p, order, 'resume')).toMatchObject({
      state: 'running',
      ranMinutes: 60,
      runSince: at('11:30'),
    })
    p.plant.clock.set(at('12:00'))
    const done = await switched(p, order, 'finish')
    expect(done).toMatchObject({
      state: 'finished',
      ranMinutes: 90,
      finishedAt: at('12:00'),
      runSince: null,
      pauses: [{ from: at('11:00'), to: at('11:30'), reason: '等料' }],
    })
    const again = good(await lead().call(reopenOrder, { id: order.id, reason: '还差一卷' }))
    expect(again).toMatchObject({
      state: 'paused',
      finishedAt: null,
      pauses: [{}, { from: at('12:00'), to: null, reason: '还差一卷' }],
    })
    p.plant.clock.set(at('13:00'))
    expect(await switched(p, order, 'finish')).toMatchObject({ state: 'finished', ranMinutes: 90 })
    p.plant.clock.set(NOW)
  })
  test('a clock behind cannot resume before the pause', async () => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    await started(p, order, place.id)
    p.plant.clock.set(at('11:00'))
    await switched(p, order, 'pause')
    const [answer] = await sync(operator(), [
      { op: switchOrder, body: { id: order.id, action: 'resume' }, occurredAt: at('10:10') },
    ])
    expect(answer).toMatchObject({ status: 'done', data: { runSince: at('11:00'), ranMinutes: 60 } })
    p.plant.clock.set(NOW)
  })
  test('finished at the line with less wound than was ordered it says why; the server insists', async () => {
    const order = await newOrder(p, { orderedKg: 1000 })
    await started(p, order, (await newLine(p)).id)
    const finish = (more: object = {}) =>
      operator().call(switchOrder, { id: order.id, action: 'finish', ...more }, { language: 'en' })
    await p.plant.query('update work_order set jumbo_kg = 600 where id = $1', [order.id])
    const before = await rowOf(p.plant, 'work_order', order.id)
    for (const more of [{}, { shortReason: '  ' }, { reason: '换单' }])
      expect(await finish(more)).toMatchObject({ errno: '6000', errmsg: expect.stringContaining('60% wound') })
    const [unsaid] = await sync(operator(), [{ op: switchOrder, body: { id: order.id, action: 'finish' } }])
    expect(unsaid).toMatchObject({ status: 'refused', errno: '6000' })
    expect(await rowOf(p.plant, 'work_order', order.id)).toEqual(before)
    expect(good(await finish({ shortReason: '客户减量' }))).toMatchObject({
      state: 'finished',
      shortReason: '客户减量',
    })
    // Within the tolerance of 5 % nobody is asked.
    const full = await newOrder(p, { orderedKg: 1000 })
    await started(p, full, (await newLine(p)).id)
    await p.plant.query('update work_order set jumbo_kg = 960 where id = $1', [full.id])
    expect(good(await operator().call(switchOrder, { id: full.id, action: 'finish' }))).toMatchObject({
      state: 'finished',
      shortReason: null,
    })
  })
  test.each([
    ['pause without a reason', 'running', { action: 'pause' }],
    ['resume what runs', 'running', { action: 'resume' }],
    ['pause what is planned', 'planned', { action: 'pause', reason: 'x' }],
    ['finish what is planned', 'planned', { action: 'finish' }],
    ['resume what is finished', 'finished', { action: 'resume' }],
    ['finish what is closed', 'closed', { action: 'finish' }],
  ] as const)('to %s is refused', async (_what, state, input) => {
    const order = await newOrder(p)
    if (state !== 'planned') await started(p, order, (await newLine(p)).id)
    if (state === 'finished' || state === 'closed') await switched(p, order, 'finish')
    if (state === 'closed') good(await lead().call(closeOrder, { id: order.id, shortReason: '试单' }))
    const before = await rowOf(p.plant, 'work_order', order.id)
    expect((await operator().call(switchOrder, { id: order.id, ...input })).errno).toBe('6000')
    expect(await rowOf(p.plant, 'work_order', order.id)).toEqual(before)
  })
  test.each([
    [{ webWidthMm: 1600, widthMm: 1700 }, 'widthMm', 1600],
    [{ jumboLengthM: 9000, rollLengthM: 9500 }, 'rollLengthM', 9000],
  ] as const)('nothing is slit wider than the web or longer than the jumbo: %j', async (sizes, field, limit) => {
    const { number, id, version } = await newOrder(p, { webWidthMm: 1600, jumboLengthM: 9000 })
    const refused = { errno: '6000', data: { issues: [{ path: [field], code: 'tooBig', params: { limit } }] } }
    const change = { [field]: sizes[field as never] }
    expect(
      await lead().call(workOrder.endpoints.create, {
        number: `${number}X`,
        batch: 'B',
        productId: (await newProduct(p)).id,
        ...sizes,
      }),
    ).toMatchObject(refused)
    expect(await lead().call(workOrder.endpoints.update, { id, version, ...change })).toMatchObject(refused)
    if (field === 'rollLengthM') expect(await operator().call(adjustOrder, { id, ...change })).toMatchObject(refused)
    good(await lead().call(workOrder.endpoints.update, { id, version, ...sizes, [field]: limit }))
  })
  test('team, slitting pattern, length and note can be adjusted; fields that two changed at once are a conflict', async () => {
    const order = await newOrder(p)
    const row = good(
      await operator().call(adjustOrder, {
        id: order.id,
        slittingPattern: '5×160 + 2×80',
        team: 'A',
        rollLengthM: 12_000,
      }),
    )
    expect(row).toMatchObject({ slittingPattern: '5×160 + 2×80', team: 'A', rollLengthM: 12_000, orderedKg: 10_000 })
    expect(
      good(await operator().call(adjustOrder, { id: order.id, version: order.version, note: '轻放' })),
    ).toMatchObject({ note: '轻放', team: 'A' })
    expect((await operator().call(adjustOrder, { id: order.id, version: order.version, team: 'B' })).errno).toBe('6000')
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ team: 'A' })
  })
  test('what has begun keeps number, product and line; the rest can be corrected with the version seen', async () => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    const row = await started(p, order, place.id)
    for (const patch of [
      { number: 'X-1' },
      { batch: 'X' },
      { productId: (await newProduct(p)).id },
      { lineId: (await newLine(p)).id },
    ]) {
      expect(
        (await lead().call(workOrder.endpoints.update, { id: order.id, version: row.version, ...patch })).errno,
      ).toBe('6000')
    }
    expect(
      good(await lead().call(workOrder.endpoints.update, { id: order.id, version: row.version, orderedKg: 12_000 })),
    ).toMatchObject({ orderedKg: 12_000 })
    expect(
      (await lead().call(workOrder.endpoints.update, { id: order.id, version: row.version, orderedKg: 13_000 })).errno,
    ).toBe('6000')
  })
})

describe('the end', () => {
  test('a planned order is cancelled with a reason and leaves the schedule; a running one is not', async () => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    good(
      await lead().call(scheduleEntry.endpoints.create, {
        workOrderId: order.id,
        lineId: place.id,
        startsAt: at('12:00'),
        endsAt: at('18:00'),
      }),
    )
    expect((await lead().call(cancelOrder, { id: order.id } as never)).errno).toBe('4042')
    expect(good(await lead().call(cancelOrder, { id: order.id, reason: '客户取消' }))).toMatchObject({
      state: 'cancelled',
      reason: '客户取消',
      plannedStart: null,
    })
    expect(await countOf(p.plant, 'schedule_entry', 'work_order_id = $1', [order.id])).toBe(0)
    const running = await newOrder(p)
    await started(p, running, place.id)
    expect((await lead().call(cancelOrder, { id: running.id, reason: 'x' })).errno).toBe('6000')
  })
  test('closed is closed: no start, no adjusting, no editing, no reopening', async () => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    await started(p, order, place.id)
    expect((await lead().call(closeOrder, { id: order.id, shortReason: '试单' })).errno).toBe('6000')
    await switched(p, order, 'finish')
    const closed = good(await lead().call(closeOrder, { id: order.id, shortReason: '试单' }))
    expect(closed).toMatchObject({ state: 'closed', closedAt: NOW })
    for (const answer of [
      await operator().call(startOrder, { id: order.id, lineId: place.id }),
      await operator().call(adjustOrder, { id: order.id, note: 'x' }),
      await lead().call(workOrder.endpoints.update, { id: order.id, version: closed.version, note: 'x' }),
      await lead().call(reopenOrder, { id: order.id, reason: 'x' }),
      await lead().call(closeOrder, { id: order.id, shortReason: '试单' }),
    ])
      expect(answer.errno).toBe('6000')
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ state: 'closed', version: closed.version })
  })
  test.each([
    ['quality start', 'quality', startOrder, (id: string, lineId: string) => ({ id, lineId })],
    ['a viewer pause', 'viewer', switchOrder, (id: string) => ({ id, action: 'pause', reason: 'x' })],
    ['an operator cancel', 'operator-line', cancelOrder, (id: string) => ({ id, reason: 'x' })],
    ['an operator close', 'operator-line', closeOrder, (id: string) => ({ id })],
    ['a mechanic adjust', 'maint', adjustOrder, (id: string) => ({ id, note: 'x' })],
  ] as const)('never lets %s', async (_what, caller, endpoint, input) => {
    const [order, place] = [await newOrder(p), await newLine(p)]
    expect((await p.staff[caller].call(endpoint as never, input(order.id, place.id) as never)).errno).toBe('401')
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ version: order.version })
  })
  test('an unknown order or line is 4006', async () => {
    expect((await operator().call(startOrder, { id: createUuid7(5), lineId: (await newLine(p)).id })).errno).toBe(
      '4006',
    )
    expect((await operator().call(startOrder, { id: (await newOrder(p)).id, lineId: createUuid7(6) })).errno).toBe(
      '4006',
    )
  })
})

describe('looking', () => {
  test('the tablet is offered what waits for its line or any; what runs; what was', async () => {
    const [here, there] = [await newLine(p), await newLine(p)]
    const [running, done, elsewhere] = [await newOrder(p), await newOrder(p), await newOrder(p, { lineId: there.id })]
    await started(p, done, here.id)
    await switched(p, done, 'finish')
    await started(p, running, here.id)
    const ids = (page: { list: { id: string }[] }) => page.list.map((o) => o.id)
    const offered = good(await operator().call(ordersForLine, { lineId: here.id, size: 500 }))
    expect(ids(offered)).toContain(running.id)
    expect(ids(offered)).not.toContain(elsewhere.id)
    expect(offered.list.some((o) => o.lineId === null)).toBe(true)
    expect(ids(good(await operator().call(currentOrders, { lineId: here.id })))).toEqual([running.id])
    expect(ids(good(await operator().call(finishedOrders, { lineId: here.id })))).toEqual([done.id])
    expect(good(await operator().call(orderLookup, { lineId: here.id }))).toMatchObject({ id: running.id })
    expect(good(await operator().call(orderLookup, { number: done.number }))).toMatchObject({ id: done.id })
    expect((await operator().call(orderLookup, { number: 'none' })).errno).toBe('4006')
    expect(good(await operator().call(orderOptions, { lineId: here.id }))).toMatchObject([
      { id: running.id, state: 'running', label: expect.stringContaining(running.number) },
    ])
    expect(good(await operator().call(orderOptions, { lineId: here.id, open: 'all' }))).toHaveLength(2)
    expect(good(await operator().call(orderOptions, { keyword: `${done.number}%` }))).toEqual([])
  })
  test('a customer with orders is not deleted', async () => {
    const buyer = await newCustomer(p)
    await newOrder(p, { customerId: buyer.id })
    const answer = await lead().call(customer.endpoints.remove, { id: buyer.id })
    expect(answer.errno).toBe('6000')
    expect(await countOf(p.plant, 'customer', 'id = $1', [buyer.id])).toBe(1)
    expect((await lead().call(customer.endpoints.remove, { id: (await newCustomer(p)).id })).errno).toBe('200')
  })
  test('are found by a part of their number by who reads costs, without a right to their rows', async () => {
    const order = await newOrder(p)
    const accountant = await personWith(p.plant, 'accountant-orders', ['costComparisonView'])
    const asked = await accountant.call(resourceOptions, { of: 'workOrder', keyword: order.number.slice(2) })
    expect(good(asked)).toContainEqual({ id: order.id, label: order.number })
    expect((await accountant.call(workOrder.endpoints.list, {})).errno).toBe('401')
  })
})
