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
  changeRunState,
} from '@/areas/orders/contract/work-order-endpoints'
import { createUuid7 } from '@/contract/id'
import { resourceOptions } from '@/contract/kit'
import { createPersonWithKeys } from '../access/create-person-with-keys'
import { plantTime, countRows, expectOk, NOW, fetchRow, createStaffedPlant, sync } from '../plant-staff'
import {
  createCustomer,
  createLine,
  createOrder,
  createProduct,
  createStandard,
  startOrderOn,
  switchOrderTo,
  type OrdersPlant,
} from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await createStaffedPlant()
}, 120_000)
afterAll(() => p.plant.close())
const operator = () => p.staff['operator-line']
const lead = () => p.staff['prod-lead']

describe('starting an order', () => {
  test('runs it on the line with the approved standard of its product', async () => {
    const made = await createProduct(p)
    const [order, place] = [await createOrder(p, { productId: made.id }), await createLine(p)]
    const row = await startOrderOn(p, order, place.id)
    expect(row).toMatchObject({
      state: 'running',
      lineId: place.id,
      startedAt: NOW,
      runSince: NOW,
      ranMinutes: 0,
      pauses: [],
      version: order.version + 1,
    })
    expect(await fetchRow(p.plant, 'process_standard', row.processStandardId!)).toMatchObject({
      product_id: made.id,
      state: 'approved',
    })
  })
  test.each([
    [
      'has no process standard',
      async () => (await createProduct(p, {}, null)).id,
      'There is no approved process standard for product',
    ],
    [
      'has one that is not approved',
      async () => (await createProduct(p, {}, 'notApproved')).id,
      /Process standard PS-\d+ 1 is not approved/,
    ],
    [
      'has an approved one for slitting only',
      async () => {
        const made = await createProduct(p, {}, null)
        await createStandard(p.plant, made.id, { variant: 'slitting' })
        return made.id
      },
      'There is no approved process standard',
    ],
    [
      'has an approved one for another line only',
      async () => {
        const made = await createProduct(p, {}, null)
        await createStandard(p.plant, made.id, { lineId: (await createLine(p)).id })
        return made.id
      },
      'There is no approved process standard',
    ],
  ])('is refused while its product %s', async (_what, productOf, sentence) => {
    const [order, place] = [await createOrder(p, { productId: await productOf() }), await createLine(p)]
    const answer = await operator().call(startOrder, { id: order.id, lineId: place.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(sentence)])
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({
      state: 'planned',
      version: order.version,
      line_id: null,
    })
  })
  test('prefers the standard of the line and refuses an older version named in the order', async () => {
    const [made, place] = [await createProduct(p), await createLine(p)]
    const lineStandard = await createStandard(p.plant, made.id, { lineId: place.id })
    expect((await startOrderOn(p, await createOrder(p, { productId: made.id }), place.id)).processStandardId).toBe(
      lineStandard,
    )
    const old = await createStandard(p.plant, made.id, { newest: false })
    const answer = await operator().call(startOrder, {
      id: (await createOrder(p, { productId: made.id, processStandardId: old })).id,
      lineId: (await createLine(p)).id,
    })
    expect(answer.errno).toBe('6000')
  })
  test('uses the version approved since the order named one', async () => {
    const made = await createProduct(p, {}, null)
    const old = await createStandard(p.plant, made.id, { code: 'PS-NEXT', newest: false })
    const now = await createStandard(p.plant, made.id, { code: 'PS-NEXT', revision: 2 })
    expect(
      (
        await startOrderOn(
          p,
          await createOrder(p, { productId: made.id, processStandardId: old }),
          (await createLine(p)).id,
        )
      ).processStandardId,
    ).toBe(now)
  })
  test('is refused while another order runs on the line, unless that is paused', async () => {
    const [first, second, place] = [await createOrder(p), await createOrder(p), await createLine(p)]
    await startOrderOn(p, first, place.id)
    const answer = await operator().call(startOrder, { id: second.id, lineId: place.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      `Line ${place.code} is running order ${first.number}: pause or finish it first`,
    ])
    await switchOrderTo(p, first, 'pause')
    await startOrderOn(p, second, place.id)
    expect((await operator().call(changeRunState, { id: first.id, action: 'resume' })).errno).toBe('6000')
  })
  test('from two tablets at once: one order runs, the other is refused', async () => {
    const [a, b, place] = [await createOrder(p), await createOrder(p), await createLine(p)]
    const answers = await Promise.all([a, b].map((o) => operator().call(startOrder, { id: o.id, lineId: place.id })))
    expect(answers.map((x) => x.errno).sort()).toEqual(['200', '6000'])
    expect(await countRows(p.plant, 'work_order', `line_id = $1 and state = 'running'`, [place.id])).toBe(1)
  })
  test('twice is refused; the same command twice is applied once', async () => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    const op = {
      op: startOrder,
      body: { id: order.id, lineId: place.id },
      id: createUuid7(Date.now()),
      occurredAt: plantTime('09:30'),
    }
    const [[first], [again]] = [await sync(operator(), [op]), await sync(operator(), [op])]
    // No event precedes the creation of the order at 10:00.
    expect(first).toMatchObject({ status: 'done', data: { state: 'running', startedAt: NOW } })
    expect(again).toMatchObject({ status: 'done' })
    const answer = await operator().call(startOrder, { id: order.id, lineId: place.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining(`Work order ${order.number}`)])
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ version: order.version + 1 })
  })
  test('on another line moves its schedule entry there', async () => {
    const [order, here, otherLine] = [await createOrder(p), await createLine(p), await createLine(p)]
    const entry = expectOk(
      await lead().call(scheduleEntry.endpoints.create, {
        workOrderId: order.id,
        lineId: here.id,
        startsAt: plantTime('12:00'),
        endsAt: plantTime('18:00'),
      }),
    )
    await startOrderOn(p, order, otherLine.id)
    expect(await fetchRow(p.plant, 'schedule_entry', entry.id)).toMatchObject({ line_id: otherLine.id })
  })
})

describe('a running order', () => {
  test('stores its pauses with reasons and excludes them from the run time', async () => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    await startOrderOn(p, order, place.id)
    p.plant.clock.set(plantTime('11:00'))
    await switchOrderTo(p, order, 'pause')
    p.plant.clock.set(plantTime('11:30'))
    expect(await switchOrderTo(p, order, 'resume')).toMatchObject({
      state: 'running',
      ranMinutes: 60,
      runSince: plantTime('11:30'),
    })
    p.plant.clock.set(plantTime('12:00'))
    const done = await switchOrderTo(p, order, 'finish')
    expect(done).toMatchObject({
      state: 'finished',
      ranMinutes: 90,
      finishedAt: plantTime('12:00'),
      runSince: null,
      pauses: [{ from: plantTime('11:00'), to: plantTime('11:30'), reason: '等料' }],
    })
    const again = expectOk(await lead().call(reopenOrder, { id: order.id, reason: '还差一卷' }))
    expect(again).toMatchObject({
      state: 'paused',
      finishedAt: null,
      pauses: [{}, { from: plantTime('12:00'), to: null, reason: '还差一卷' }],
    })
    p.plant.clock.set(plantTime('13:00'))
    expect(await switchOrderTo(p, order, 'finish')).toMatchObject({ state: 'finished', ranMinutes: 90 })
    p.plant.clock.set(NOW)
  })
  test('cannot resume before its pause, even if the clock is slow', async () => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    await startOrderOn(p, order, place.id)
    p.plant.clock.set(plantTime('11:00'))
    await switchOrderTo(p, order, 'pause')
    const [answer] = await sync(operator(), [
      { op: changeRunState, body: { id: order.id, action: 'resume' }, occurredAt: plantTime('10:10') },
    ])
    expect(answer).toMatchObject({ status: 'done', data: { runSince: plantTime('11:00'), ranMinutes: 60 } })
    p.plant.clock.set(NOW)
  })
  test('needs a reason to finish below the ordered quantity', async () => {
    const order = await createOrder(p, { orderedKg: 1000 })
    await startOrderOn(p, order, (await createLine(p)).id)
    const finish = (more: object = {}) =>
      operator().call(changeRunState, { id: order.id, action: 'finish', ...more }, { language: 'en' })
    await p.plant.query('update work_order set jumbo_kg = 600 where id = $1', [order.id])
    const rowBefore = await fetchRow(p.plant, 'work_order', order.id)
    for (const more of [{}, { shortReason: '  ' }, { reason: '换单' }])
      expect(await finish(more)).toMatchObject({ errno: '6000', errmsg: expect.stringContaining('60% wound') })
    const [unsaid] = await sync(operator(), [{ op: changeRunState, body: { id: order.id, action: 'finish' } }])
    expect(unsaid).toMatchObject({ status: 'refused', errno: '6000' })
    expect(await fetchRow(p.plant, 'work_order', order.id)).toEqual(rowBefore)
    expect(expectOk(await finish({ shortReason: '客户减量' }))).toMatchObject({
      state: 'finished',
      shortReason: '客户减量',
    })
    // No reason is needed within the tolerance of 5 %.
    const full = await createOrder(p, { orderedKg: 1000 })
    await startOrderOn(p, full, (await createLine(p)).id)
    await p.plant.query('update work_order set jumbo_kg = 960 where id = $1', [full.id])
    expect(expectOk(await operator().call(changeRunState, { id: full.id, action: 'finish' }))).toMatchObject({
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
    const order = await createOrder(p)
    if (state !== 'planned') await startOrderOn(p, order, (await createLine(p)).id)
    if (state === 'finished' || state === 'closed') await switchOrderTo(p, order, 'finish')
    if (state === 'closed') expectOk(await lead().call(closeOrder, { id: order.id, shortReason: '试单' }))
    const before = await fetchRow(p.plant, 'work_order', order.id)
    expect((await operator().call(changeRunState, { id: order.id, ...input })).errno).toBe('6000')
    expect(await fetchRow(p.plant, 'work_order', order.id)).toEqual(before)
  })
  test.each([
    [{ webWidthMm: 1600, widthMm: 1700 }, 'widthMm', 1600],
    [{ jumboLengthM: 9000, rollLengthM: 9500 }, 'rollLengthM', 9000],
  ] as const)('nothing is slit wider than the web or longer than the jumbo: %j', async (sizes, field, limit) => {
    const { number, id, version } = await createOrder(p, { webWidthMm: 1600, jumboLengthM: 9000 })
    const refused = { errno: '6000', data: { issues: [{ path: [field], code: 'tooBig', params: { limit } }] } }
    const change = { [field]: sizes[field as never] }
    expect(
      await lead().call(workOrder.endpoints.create, {
        number: `${number}X`,
        batch: 'B',
        productId: (await createProduct(p)).id,
        ...sizes,
      }),
    ).toMatchObject(refused)
    expect(await lead().call(workOrder.endpoints.update, { id, version, ...change })).toMatchObject(refused)
    if (field === 'rollLengthM') expect(await operator().call(adjustOrder, { id, ...change })).toMatchObject(refused)
    expectOk(await lead().call(workOrder.endpoints.update, { id, version, ...sizes, [field]: limit }))
  })
  test('may change team, slitting pattern, length and note; two edits of one field conflict', async () => {
    const order = await createOrder(p)
    const row = expectOk(
      await operator().call(adjustOrder, {
        id: order.id,
        slittingPattern: '5×160 + 2×80',
        team: 'A',
        rollLengthM: 12_000,
      }),
    )
    expect(row).toMatchObject({ slittingPattern: '5×160 + 2×80', team: 'A', rollLengthM: 12_000, orderedKg: 10_000 })
    expect(
      expectOk(await operator().call(adjustOrder, { id: order.id, version: order.version, note: '轻放' })),
    ).toMatchObject({ note: '轻放', team: 'A' })
    expect((await operator().call(adjustOrder, { id: order.id, version: order.version, team: 'B' })).errno).toBe('6000')
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ team: 'A' })
  })
  test('keeps number, product and line; other fields can be corrected with the current version', async () => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    const row = await startOrderOn(p, order, place.id)
    for (const patch of [
      { number: 'X-1' },
      { batch: 'X' },
      { productId: (await createProduct(p)).id },
      { lineId: (await createLine(p)).id },
    ]) {
      expect(
        (await lead().call(workOrder.endpoints.update, { id: order.id, version: row.version, ...patch })).errno,
      ).toBe('6000')
    }
    expect(
      expectOk(
        await lead().call(workOrder.endpoints.update, { id: order.id, version: row.version, orderedKg: 12_000 }),
      ),
    ).toMatchObject({ orderedKg: 12_000 })
    expect(
      (await lead().call(workOrder.endpoints.update, { id: order.id, version: row.version, orderedKg: 13_000 })).errno,
    ).toBe('6000')
  })
})

describe('the end of an order', () => {
  test('a planned order is cancelled with a reason and leaves the schedule; a running one cannot be', async () => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    expectOk(
      await lead().call(scheduleEntry.endpoints.create, {
        workOrderId: order.id,
        lineId: place.id,
        startsAt: plantTime('12:00'),
        endsAt: plantTime('18:00'),
      }),
    )
    expect((await lead().call(cancelOrder, { id: order.id } as never)).errno).toBe('4042')
    expect(expectOk(await lead().call(cancelOrder, { id: order.id, reason: '客户取消' }))).toMatchObject({
      state: 'cancelled',
      reason: '客户取消',
      plannedStart: null,
    })
    expect(await countRows(p.plant, 'schedule_entry', 'work_order_id = $1', [order.id])).toBe(0)
    const running = await createOrder(p)
    await startOrderOn(p, running, place.id)
    expect((await lead().call(cancelOrder, { id: running.id, reason: 'x' })).errno).toBe('6000')
  })
  test('a closed order cannot be started, adjusted, edited or reopened', async () => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    await startOrderOn(p, order, place.id)
    expect((await lead().call(closeOrder, { id: order.id, shortReason: '试单' })).errno).toBe('6000')
    await switchOrderTo(p, order, 'finish')
    const closed = expectOk(await lead().call(closeOrder, { id: order.id, shortReason: '试单' }))
    expect(closed).toMatchObject({ state: 'closed', closedAt: NOW })
    for (const answer of [
      await operator().call(startOrder, { id: order.id, lineId: place.id }),
      await operator().call(adjustOrder, { id: order.id, note: 'x' }),
      await lead().call(workOrder.endpoints.update, { id: order.id, version: closed.version, note: 'x' }),
      await lead().call(reopenOrder, { id: order.id, reason: 'x' }),
      await lead().call(closeOrder, { id: order.id, shortReason: '试单' }),
    ])
      expect(answer.errno).toBe('6000')
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ state: 'closed', version: closed.version })
  })
  test.each([
    ['quality start', 'quality', startOrder, (id: string, lineId: string) => ({ id, lineId })],
    ['a viewer pause', 'viewer', changeRunState, (id: string) => ({ id, action: 'pause', reason: 'x' })],
    ['an operator cancel', 'operator-line', cancelOrder, (id: string) => ({ id, reason: 'x' })],
    ['an operator close', 'operator-line', closeOrder, (id: string) => ({ id })],
    ['a mechanic adjust', 'maint', adjustOrder, (id: string) => ({ id, note: 'x' })],
  ] as const)('never lets %s', async (_what, caller, endpoint, input) => {
    const [order, place] = [await createOrder(p), await createLine(p)]
    expect((await p.staff[caller].call(endpoint as never, input(order.id, place.id) as never)).errno).toBe('401')
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ version: order.version })
  })
  test('an unknown order or line is 4006', async () => {
    expect((await operator().call(startOrder, { id: createUuid7(5), lineId: (await createLine(p)).id })).errno).toBe(
      '4006',
    )
    expect((await operator().call(startOrder, { id: (await createOrder(p)).id, lineId: createUuid7(6) })).errno).toBe(
      '4006',
    )
  })
})

describe('reading orders', () => {
  test('the tablet lists waiting orders of its line or of any line, running ones and finished ones', async () => {
    const [here, otherLine] = [await createLine(p), await createLine(p)]
    const [running, done, elsewhere] = [
      await createOrder(p),
      await createOrder(p),
      await createOrder(p, { lineId: otherLine.id }),
    ]
    await startOrderOn(p, done, here.id)
    await switchOrderTo(p, done, 'finish')
    await startOrderOn(p, running, here.id)
    const ids = (page: { list: { id: string }[] }) => page.list.map((o) => o.id)
    const offered = expectOk(await operator().call(ordersForLine, { lineId: here.id, size: 500 }))
    expect(ids(offered)).toContain(running.id)
    expect(ids(offered)).not.toContain(elsewhere.id)
    expect(offered.list.some((o) => o.lineId === null)).toBe(true)
    expect(ids(expectOk(await operator().call(currentOrders, { lineId: here.id })))).toEqual([running.id])
    expect(ids(expectOk(await operator().call(finishedOrders, { lineId: here.id })))).toEqual([done.id])
    expect(expectOk(await operator().call(orderLookup, { lineId: here.id }))).toMatchObject({ id: running.id })
    expect(expectOk(await operator().call(orderLookup, { number: done.number }))).toMatchObject({ id: done.id })
    expect((await operator().call(orderLookup, { number: 'none' })).errno).toBe('4006')
    expect(expectOk(await operator().call(orderOptions, { lineId: here.id }))).toMatchObject([
      { id: running.id, state: 'running', label: expect.stringContaining(running.number) },
    ])
    expect(expectOk(await operator().call(orderOptions, { lineId: here.id, open: 'all' }))).toHaveLength(2)
    expect(expectOk(await operator().call(orderOptions, { keyword: `${done.number}%` }))).toEqual([])
  })
  test('a customer with orders is not deleted', async () => {
    const buyer = await createCustomer(p)
    await createOrder(p, { customerId: buyer.id })
    const answer = await lead().call(customer.endpoints.remove, { id: buyer.id })
    expect(answer.errno).toBe('6000')
    expect(await countRows(p.plant, 'customer', 'id = $1', [buyer.id])).toBe(1)
    expect((await lead().call(customer.endpoints.remove, { id: (await createCustomer(p)).id })).errno).toBe('200')
  })
  test('orders are found by part of their number with the cost permission alone', async () => {
    const order = await createOrder(p)
    const accountant = await createPersonWithKeys(p.plant, 'accountant-orders', ['costComparisonView'])
    const asked = await accountant.call(resourceOptions, { of: 'workOrder', keyword: order.number.slice(2) })
    expect(expectOk(asked)).toContainEqual({ id: order.id, label: order.number })
    expect((await accountant.call(workOrder.endpoints.list, {})).errno).toBe('401')
  })
})
