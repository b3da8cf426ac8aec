import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeOrder, linePlan, putBackOrders, scheduleEntry, takeOutOrder } from '@/areas/orders/contract/schedule'
import { orderProgress } from '@/areas/orders/contract/progress'
import { workOrder } from '@/areas/orders/contract/work-order'
import { readSheet } from '@/server/excel/read-sheet'
import { at, countOf, good, NOW, rowOf, staffed } from '../people'
import { newLine, newOrder, newProduct, started, switched, type OrderRow, type OrdersPlant } from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await staffed()
}, 120_000)
afterAll(() => p.plant.close())
const lead = () => p.staff['prod-lead']
const { create, update, remove } = scheduleEntry.endpoints
const put = (order: OrderRow, lineId: string, from: string, to: string) =>
  lead().call(create, { workOrderId: order.id, lineId, startsAt: at(from), endsAt: at(to) }, { language: 'en' })
const place = (order: OrderRow, lineId: string, from: string, more: object = {}) =>
  lead().call(placeOrder, { workOrderId: order.id, lineId, startsAt: at(from), ...more }, { language: 'en' })
const plan = async (lineId: string) =>
  (
    await p.plant.query<{ work_order_id: string; starts_at: string; ends_at: string; changeover_minutes: number }>(
      'select * from schedule_entry where line_id = $1 order by starts_at',
      [lineId],
    )
  ).map((e) => ({ order: e.work_order_id, from: e.starts_at, to: e.ends_at, changeover: e.changeover_minutes }))
/** Three orders on a line: white 12–14, blue 16–18, white 20–22; changing colour takes two hours. */
async function row() {
  const [white, blue, here] = [await newProduct(p), await newProduct(p, { colour: '蓝' }), await newLine(p)]
  const orders = [
    await newOrder(p, { productId: white.id }),
    await newOrder(p, { productId: blue.id }),
    await newOrder(p, { productId: white.id }),
  ]
  for (const [i, order] of orders.entries()) good(await put(order, here.id, `${12 + 4 * i}:00`, `${14 + 4 * i}:00`))
  return { white, blue, here, orders: orders as [OrderRow, OrderRow, OrderRow] }
}

describe('typed times', () => {
  test('are kept with the changeover before them, and shown on the order', async () => {
    const { here, orders } = await row()
    expect(await plan(here.id)).toEqual([
      { order: orders[0].id, from: at('12:00'), to: at('14:00'), changeover: 10 },
      { order: orders[1].id, from: at('16:00'), to: at('18:00'), changeover: 120 },
      { order: orders[2].id, from: at('20:00'), to: at('22:00'), changeover: 120 },
    ])
    expect(await rowOf(p.plant, 'work_order', orders[1].id)).toMatchObject({
      planned_start: at('16:00'),
      planned_end: at('18:00'),
      line_id: here.id,
    })
  })
  test.each([
    ['over another order', '13:00', '13:30', /Overlaps order WO-\d+ \(11-20 12:00 – 11-20 14:00\)/],
    ['too near after another colour', '18:30', '19:00', /120 min of changeover are needed/],
    ['too near before the next', '15:00', '15:45', /120 min of changeover are needed/],
  ])('%s are refused by name and keep nothing', async (_what, from, to, sentence) => {
    const { here, white } = await row()
    const order = await newOrder(p, { productId: white.id })
    const answer = await put(order, here.id, from, to)
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(sentence)])
    expect(await countOf(p.plant, 'schedule_entry', 'line_id = $1', [here.id])).toBe(3)
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ planned_start: null, version: order.version })
  })
  test("change over by the width of the web, which is the line's unless the order says; what is slit of it changes nothing", async () => {
    const [made, here] = [await newProduct(p, { widthMm: null }), await newLine(p)]
    await p.plant.query('update line set width = 3.2 where id = $1', [here.id])
    const sizes = [{ widthMm: 160 }, { widthMm: 320, webWidthMm: 3200 }, { widthMm: 320, webWidthMm: 2600 }]
    for (const [i, size] of sizes.entries())
      good(
        await put(await newOrder(p, { productId: made.id, ...size }), here.id, `${12 + 2 * i}:00`, `${13 + 2 * i}:00`),
      )
    expect((await plan(here.id)).map((e) => e.changeover)).toEqual([10, 10, 20])
  })
  test('that end before they begin are 4013 at the field', async () => {
    const answer = await put(await newOrder(p), (await newLine(p)).id, '14:00', '14:00')
    expect([answer.errno, answer.data]).toMatchObject(['4013', { issues: [{ path: ['endsAt'] }] }])
  })
  test('an order is planned once', async () => {
    const { orders } = await row()
    expect((await put(orders[0], (await newLine(p)).id, '12:00', '13:00')).errno).toBe('4003')
  })
  test('moved to another line leave no trace on the first: the one behind comes from another order now', async () => {
    const { here, orders } = await row()
    const there = await newLine(p)
    const [entry] = await p.plant.query<{ id: string; version: number }>(
      'select id, version from schedule_entry where work_order_id = $1',
      [orders[1].id],
    )
    expect(good(await lead().call(update, { id: entry!.id, version: entry!.version, lineId: there.id }))).toMatchObject(
      { lineId: there.id, changeoverMinutes: 10 },
    )
    expect(await plan(here.id)).toMatchObject([
      { order: orders[0].id, changeover: 10 },
      { order: orders[2].id, changeover: 10 },
    ])
    expect(await rowOf(p.plant, 'work_order', orders[1].id)).toMatchObject({ line_id: there.id })
    expect((await lead().call(update, { id: entry!.id, version: entry!.version, note: 'x' })).errno).toBe('6000')
  })
  test('taken out leave a gap, and the order unplanned', async () => {
    const { here, orders } = await row()
    const [entry] = await p.plant.query<{ id: string }>('select id from schedule_entry where work_order_id = $1', [
      orders[1].id,
    ])
    good(await lead().call(remove, { id: entry!.id }))
    expect(await plan(here.id)).toMatchObject([
      { changeover: 10 },
      { order: orders[2].id, from: at('20:00'), changeover: 10 },
    ])
    expect(await rowOf(p.plant, 'work_order', orders[1].id)).toMatchObject({ planned_start: null, planned_end: null })
  })
  test('of an order that has begun only the end moves; of one that is over nothing', async () => {
    const { here, orders } = await row()
    await started(p, orders[0], here.id)
    const [entry] = await p.plant.query<{ id: string; version: number }>(
      'select id, version from schedule_entry where work_order_id = $1',
      [orders[0].id],
    )
    expect((await lead().call(update, { id: entry!.id, version: entry!.version, startsAt: at('12:30') })).errno).toBe(
      '6000',
    )
    expect(
      (await lead().call(update, { id: entry!.id, version: entry!.version, lineId: (await newLine(p)).id })).errno,
    ).toBe('6000')
    expect((await lead().call(remove, { id: entry!.id })).errno).toBe('6000')
    expect(
      good(await lead().call(update, { id: entry!.id, version: entry!.version, endsAt: at('14:30') })),
    ).toMatchObject({ endsAt: at('14:30') })
    await switched(p, orders[0], 'finish')
    expect((await lead().call(update, { id: entry!.id, version: entry!.version + 1, endsAt: at('15:00') })).errno).toBe(
      '6000',
    )
    expect((await place(orders[0], here.id, '15:00')).errno).toBe('6000')
  })
  test('another colour of a planned order changes what stands before it and after', async () => {
    const { here, orders } = await row()
    const order = await rowOf<{ version: number }>(p.plant, 'work_order', orders[1].id)
    good(
      await lead().call(workOrder.endpoints.update, {
        id: orders[1].id,
        version: order.version,
        colour: '白',
        gsm: 15,
      }),
    )
    expect(await plan(here.id)).toMatchObject([{ changeover: 10 }, { changeover: 45 }, { changeover: 45 }])
    expect(
      (await lead().call(workOrder.endpoints.update, { id: orders[0].id, version: 2, lineId: (await newLine(p)).id }))
        .errno,
    ).toBe('6000')
  })
})

describe('placing', () => {
  test('a trial tells what would move and moves nothing; then it moves just that', async () => {
    const { here, orders, white } = await row()
    const order = await newOrder(p, { productId: white.id })
    const before = await plan(here.id)
    const trial = good(await place(order, here.id, '14:00', { endsAt: at('15:00'), dryRun: true }))
    // Ten minutes after the white one; two hours before the blue one, and two more before the next white.
    expect(trial.moved.map((m) => [m.startsAt, m.endsAt])).toEqual([
      [at('14:10'), at('15:10')],
      [at('17:10'), at('19:10')],
      [at('21:10'), at('23:10')],
    ])
    expect(await plan(here.id)).toEqual(before)
    expect(await rowOf(p.plant, 'work_order', order.id)).toMatchObject({ planned_start: null })
    const done = good(await place(order, here.id, '14:00', { endsAt: at('15:00') }))
    expect(done.moved.map(({ startsAt }) => startsAt)).toEqual(trial.moved.map(({ startsAt }) => startsAt))
    expect((await plan(here.id)).map((e) => [e.order, e.from, e.changeover])).toEqual([
      [orders[0].id, at('12:00'), 10],
      [order.id, at('14:10'), 10],
      [orders[1].id, at('17:10'), 120],
      [orders[2].id, at('21:10'), 120],
    ])
    expect(await rowOf(p.plant, 'work_order', orders[2].id)).toMatchObject({
      planned_start: at('21:10'),
      planned_end: at('23:10'),
    })
  })
  test('onto another order puts it behind that; to another line keeps its length', async () => {
    const { here, orders } = await row()
    const there = await newLine(p)
    expect(good(await place(orders[2], here.id, '13:00')).moved).toMatchObject([
      { startsAt: at('14:10'), endsAt: at('16:10') },
      { startsAt: at('18:10') },
    ])
    good(await place(orders[2], there.id, '11:00'))
    expect(await plan(there.id)).toEqual([{ order: orders[2].id, from: at('11:00'), to: at('13:00'), changeover: 10 }])
    expect(await plan(here.id)).toHaveLength(2)
  })
  test('without an end takes as long as the order needs at the ideal speed of its standard', async () => {
    const here = await newLine(p)
    // 300 m/min of 3.2 m at 15 g/m² are 864 kg/h: 10,000 kg take 11.6 h.
    expect(good(await place(await newOrder(p), here.id, '12:00', { dryRun: true })).moved).toMatchObject([
      { startsAt: at('12:00'), endsAt: at('23:45') },
    ])
    expect(
      good(await place(await newOrder(p, { orderedKg: null }), here.id, '12:00', { dryRun: true })).moved,
    ).toMatchObject([{ endsAt: at('20:00') }])
  })
  test('without a begin it is the first place that is free, changeovers and all, behind what is being made as forecast', async () => {
    const { here, blue, white: made } = await row()
    const trial = async (order: OrderRow, more: object = {}) =>
      good(await lead().call(placeOrder, { workOrderId: order.id, lineId: here.id, dryRun: true, ...more }))
    // White 12–14, blue 16–18, white 20–22: an hour of blue needs two hours around it, so it goes behind all.
    const order = await newOrder(p, { productId: blue.id, orderedKg: 800 })
    expect((await trial(order)).moved).toMatchObject([{ startsAt: at('00:00', '2026-11-21') }])
    // An hour of the first white would still fit before it.
    const white = await newOrder(p, { productId: made.id, orderedKg: 400 })
    expect((await trial(white)).moved).toMatchObject([{ startsAt: at('11:00'), endsAt: at('11:30') }])
    const [running, free] = [await newOrder(p, { orderedKg: 8640 }), await newLine(p)]
    await started(p, running, free.id)
    const { moved } = good(await lead().call(placeOrder, { workOrderId: order.id, lineId: free.id, dryRun: true }))
    // 8,640 kg at 864 kg/h from 10:00, then two hours to another colour.
    expect(moved).toMatchObject([{ startsAt: at('22:00') }])
  })
  test('tells before it is done that what is being made will not be done in time', async () => {
    const [made, here] = [await newOrder(p, { orderedKg: 8640 }), await newLine(p)]
    await started(p, made, here.id)
    const order = await newOrder(p)
    expect(good(await place(order, here.id, '20:30', { dryRun: true }))).toMatchObject({
      clash: made.number,
      clashEnds: at('20:00'),
      clashMinutes: 45,
      clashNext: order.number,
    })
    expect(good(await place(order, here.id, '20:45', { dryRun: true }))).toMatchObject({ clash: null })
  })
  test('tells which orders it makes late or later, by how much before and after, and how far it is behind its own day', async () => {
    const { here, orders, white } = await row()
    // Due by the last shift of the 19th, which ends at eight: of 16–18 it is late already; of the 20th: 20–22 is in time, until eight.
    await p.plant.query("update work_order set due_on = '2026-11-19' where id = $1", [orders[1].id])
    await p.plant.query("update work_order set due_on = '2026-11-20' where id = $1", [orders[2].id])
    const order = await newOrder(p, { productId: white.id, dueOn: '2026-11-19' })
    const trial = good(await place(order, here.id, '14:00', { endsAt: at('00:00', '2026-11-21'), dryRun: true }))
    expect(trial.moved.map((m) => m.number)).toEqual([order.number, orders[1].number, orders[2].number])
    // Itself 14:10–00:10; blue from 16–18 to 02:10–04:10, white from 20–22 to 06:10–08:10.
    expect(trial.later).toEqual([
      { number: orders[1].number, lateBefore: 10 * 60, lateAfter: 20 * 60 + 10 },
      { number: orders[2].number, lateBefore: 0, lateAfter: 10 },
    ])
    expect(trial).toMatchObject({ dueOn: '2026-11-19', lateMinutes: 16 * 60 + 10 })
    expect(good(await place(await newOrder(p), (await newLine(p)).id, '14:00', { dryRun: true }))).toMatchObject({
      later: [],
      dueOn: null,
      lateMinutes: 0,
    })
  })
  test('is put back as one more move, as long as nothing of it was changed since', async () => {
    const { here, orders } = await row()
    const there = await newLine(p)
    const [stood, back] = [await plan(here.id), (before: object) => lead().call(putBackOrders, { before } as never)]
    // Behind the first it pushes the second; both come back.
    const onLine = good(await place(orders[2], here.id, '13:00'))
    expect(onLine.before).toHaveLength(2)
    expect(good(await back(onLine.before))).toEqual({ moved: 2 })
    expect(await plan(here.id)).toEqual(stood)
    expect(await rowOf(p.plant, 'work_order', orders[2].id)).toMatchObject({ planned_start: at('20:00') })
    expect((await back(onLine.before)).errno).toBe('6000')
    // To another line and back; its changeovers come back with it.
    good(await back(good(await place(orders[1], there.id, '11:00')).before))
    expect([await plan(here.id), await plan(there.id)]).toEqual([stood, []])
    // Somebody else took the place meanwhile.
    const { before } = good(await place(orders[2], there.id, '11:00'))
    const other = await newOrder(p, { productId: orders[2].productId })
    good(await put(other, here.id, '21:00', '22:00'))
    expect((await back(before)).errno).toBe('6000')
    expect(await plan(there.id)).toMatchObject([{ order: orders[2].id, from: at('11:00') }])
  })
  test('of an order that had no place takes it out again, and puts back those that it pushed', async () => {
    const { here, orders } = await row()
    const stood = await plan(here.id)
    const fresh = await newOrder(p, { productId: orders[0].productId })
    const done = good(await place(fresh, here.id, '13:00'))
    expect(done.before.length).toBeGreaterThan(0)
    expect(done.fresh).toHaveLength(1)
    const back = () => lead().call(putBackOrders, { before: done.before, fresh: done.fresh } as never)
    expect(good(await back())).toEqual({ moved: done.before.length + 1 })
    expect(await plan(here.id)).toEqual(stood)
    expect(await rowOf(p.plant, 'work_order', fresh.id)).toMatchObject({ planned_start: null, planned_end: null })
    expect((await back()).errno).toBe('6000')
    // Also where it pushed nobody.
    const alone = good(await place(fresh, (await newLine(p)).id, '12:00'))
    expect(alone.before).toEqual([])
    expect(good(await lead().call(putBackOrders, { before: [], fresh: alone.fresh } as never))).toEqual({ moved: 1 })
    expect(await countOf(p.plant, 'schedule_entry', 'work_order_id = $1', [fresh.id])).toBe(0)
  })
  test('taken out leaves its gap, or what follows moves up by it; either is put back as it was', async () => {
    const { here, orders } = await row()
    const stood = await plan(here.id)
    const idOf = async (order: OrderRow) =>
      (await p.plant.query<{ id: string }>('select id from schedule_entry where work_order_id = $1', [order.id]))[0]!.id
    const out = async (order: OrderRow, more: object = {}) =>
      good(await lead().call(takeOutOrder, { id: await idOf(order), ...more }))
    const back = ({ before, out: taken }: { before: unknown; out: unknown }) =>
      lead().call(putBackOrders, { before, fresh: [], out: taken } as never)
    // Blue between two whites: the second needs no colour change then, and moves up from 20:00 to where blue stood.
    const trial = await out(orders[1], { close: true, dryRun: true })
    expect(trial).toMatchObject({
      moved: [{ number: orders[2].number, startsAt: at('16:00'), endsAt: at('18:00') }],
      upMinutes: 240,
      before: [],
      out: [],
    })
    expect(await plan(here.id)).toEqual(stood)
    const left = await out(orders[1])
    expect(left.before).toEqual([])
    expect(await plan(here.id)).toMatchObject([{ from: at('12:00') }, { from: at('20:00'), changeover: 10 }])
    expect(good(await back(left))).toEqual({ moved: 1 })
    expect(await plan(here.id)).toEqual(stood)
    const closed = await out(orders[1], { close: true })
    expect(await plan(here.id)).toMatchObject([{ from: at('12:00') }, { from: at('16:00'), changeover: 10 }])
    expect(await rowOf(p.plant, 'work_order', orders[1].id)).toMatchObject({ planned_start: null })
    expect(await rowOf(p.plant, 'work_order', orders[2].id)).toMatchObject({ planned_start: at('16:00') })
    expect(good(await back(closed))).toEqual({ moved: 2 })
    expect(await plan(here.id)).toEqual(stood)
    expect(await rowOf(p.plant, 'work_order', orders[1].id)).toMatchObject({ planned_start: at('16:00') })
    // Once only, and not where it stands in the plan again.
    expect((await back(closed)).errno).toBe('6000')
  })
  test('is not taken out once it has begun', async () => {
    const { here, orders } = await row()
    const [entry] = await p.plant.query<{ id: string }>('select id from schedule_entry where work_order_id = $1', [
      orders[0].id,
    ])
    await p.plant.query("update work_order set state = 'running', started_at = now(), line_id = $2 where id = $1", [
      orders[0].id,
      here.id,
    ])
    expect((await lead().call(takeOutOrder, { id: entry!.id })).errno).toBe('6000')
  })
  test('says that its slitting pattern has no room on a line, where the order names no width of its web', async () => {
    const [made, here] = [await newProduct(p, { widthMm: null }), await newLine(p)]
    await p.plant.query('update line set width = 3.2 where id = $1', [here.id])
    const wide = await newOrder(p, { productId: made.id, slittingPattern: '20×200' })
    expect(good(await place(wide, here.id, '12:00', { dryRun: true }))).toMatchObject({ patternMm: 4000, webMm: 3200 })
    const fits = await newOrder(p, { productId: made.id, slittingPattern: '15×200' })
    expect(good(await place(fits, here.id, '12:00', { dryRun: true }))).toMatchObject({ patternMm: null, webMm: null })
  })
  test('a begin in the past is refused as one, with the first that is free, which is the one that is proposed', async () => {
    const { here, orders } = await row()
    const order = await newOrder(p, { productId: orders[1].productId, orderedKg: 800 })
    const proposed = good(
      await lead().call(placeOrder, { workOrderId: order.id, lineId: here.id, dryRun: true }),
    ).moved.find(({ number }) => number === order.number)
    expect(proposed?.startsAt).toBe(at('00:00', '2026-11-21'))
    const past = await lead().call(
      placeOrder,
      { workOrderId: order.id, lineId: here.id, startsAt: at('00:00', '2020-01-01'), dryRun: true },
      { language: 'en' },
    )
    expect([past.errno, past.errmsg]).toEqual([
      '6000',
      '2020-01-01 00:00 has passed; the earliest free slot is 11-21 00:00',
    ])
    expect((await place(order, here.id, '09:30', { dryRun: true })).errmsg).toMatch(/^11-20 09:30 has passed/)
    // What stood there before may stay, for longer.
    const late = await newOrder(p, { productId: orders[1].productId })
    const there = await newLine(p)
    good(await put(late, there.id, '08:00', '09:00'))
    good(await place(late, there.id, '08:00', { endsAt: at('12:00'), dryRun: true }))
  })
  test('more than can be planned at once is refused, not cut', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: 1_000_000 }), await newLine(p)]
    const answer = await place(order, here.id, '12:00', { dryRun: true })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(/needs 1158 h, more than the 720 h/)])
    const typed = await place(order, here.id, '12:00', { endsAt: at('13:00', '2026-12-21') })
    expect(typed.errno).toBe('6000')
  })
  test('what is ordered in addition is said where the order is planned, until it is placed anew', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: 5000 }), await newLine(p)]
    good(await place(order, here.id, '12:00'))
    const said = async () => {
      const [entry] = good(await lead().call(linePlan, { lineId: here.id }))
      return [entry?.neededHours, good(await lead().call(orderProgress, { id: order.id })).neededHours]
    }
    const ordered = async (orderedKg: number) => {
      const { version } = await rowOf<{ version: number }>(p.plant, 'work_order', order.id)
      good(await lead().call(workOrder.endpoints.update, { id: order.id, version, orderedKg }))
    }
    expect(await said()).toEqual([null, null])
    await ordered(15_000)
    expect(await said()).toEqual([17.5, 17.5])
    expect(good(await place(order, here.id, '12:00', { anew: true })).moved).toMatchObject([
      { endsAt: at('05:30', '2026-11-21') },
    ])
    expect(await said()).toEqual([null, null])
    // Less than planned is the planner's reserve.
    await ordered(14_000)
    expect(await said()).toEqual([null, null])
  })
  test('an order that waits tells for which', async () => {
    const { orders } = await row()
    const waits = async (order: OrderRow) => good(await lead().call(orderProgress, { id: order.id })).waitsFor
    expect([await waits(orders[0]), await waits(orders[1])]).toEqual([null, orders[0].number])
  })
  test('no order is larger than a line can make', async () => {
    const { id: productId } = await newProduct(p)
    const answer = await lead().call(workOrder.endpoints.create, {
      number: 'WO-HUGE',
      batch: 'B-HUGE',
      productId,
      orderedKg: 99_999_999_999,
    })
    expect([answer.errno, answer.data]).toMatchObject(['4013', { issues: [{ path: ['orderedKg'] }] }])
  })
  test('never over what runs, nor pushes it; with the version of before it is refused', async () => {
    const { here, orders, white } = await row()
    await started(p, orders[0], here.id)
    const answer = await place(await newOrder(p, { productId: white.id }), here.id, '11:00')
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      expect.stringMatching(/^Overlaps order WO-\d+ \(11-20 10:00 – 11-20 14:00\)$/),
    ])
    expect((await place(orders[0], here.id, '15:00')).errno).toBe('6000')
    expect((await place(orders[1], here.id, '17:00', { version: 9 })).errno).toBe('6000')
    expect((await place(orders[1], here.id, '17:00', { endsAt: at('16:00') })).errno).toBe('4013')
  })
  test('two planners at once: nothing overlaps, whoever comes second moves behind', async () => {
    const [here, white] = [await newLine(p), await newProduct(p)]
    const orders = await Promise.all([1, 2, 3, 4].map(() => newOrder(p, { productId: white.id })))
    const answers = await Promise.all(
      orders.map((o, i) =>
        i % 2
          ? place(o, here.id, '12:00', { endsAt: at('13:00') })
          : place(o, here.id, '12:30', { endsAt: at('13:30') }),
      ),
    )
    expect(answers.map((a) => a.errno)).toEqual(['200', '200', '200', '200'])
    const entries = await plan(here.id)
    expect(entries).toHaveLength(4)
    for (const [i, e] of entries.entries())
      if (i > 0) expect(Date.parse(e.from)).toBeGreaterThanOrEqual(Date.parse(entries[i - 1]!.to) + 600_000)
    const typed = await Promise.all(
      (await Promise.all([1, 2].map(() => newOrder(p)))).map((o) => put(o, here.id, '20:00', '21:00')),
    )
    expect(typed.map((a) => a.errno).sort()).toEqual(['200', '6000'])
  })
  test.each([
    ['an operator', 'operator-line'],
    ['a viewer', 'viewer'],
    ['quality', 'quality'],
  ] as const)('%s plans nothing', async (_who, caller) => {
    const [order, here] = [await newOrder(p), await newLine(p)]
    expect(
      (await p.staff[caller].call(placeOrder, { workOrderId: order.id, lineId: here.id, startsAt: at('12:00') })).errno,
    ).toBe('401')
    expect(
      (
        await p.staff[caller].call(create, {
          workOrderId: order.id,
          lineId: here.id,
          startsAt: at('12:00'),
          endsAt: at('13:00'),
        })
      ).errno,
    ).toBe('401')
  })
})

describe('the plan', () => {
  test('of the next 24 hours: what runs at its true start, planned or not, and who will be late', async () => {
    const { here, orders } = await row()
    await p.plant.query(`update work_order set due_on = '2026-11-20' where id = $1`, [orders[2].id])
    good(await place(orders[2], here.id, '23:30'))
    // Its day ends with the night shift, at eight.
    const dueAt = at('08:00', '2026-11-21')
    await p.plant.query(`update schedule_entry set ends_at = $2 where work_order_id = $1`, [
      orders[2].id,
      at('08:30', '2026-11-21'),
    ])
    const unplanned = await newOrder(p)
    await started(p, unplanned, here.id)
    const shown = good(await p.staff['operator-line'].call(linePlan, { lineId: here.id }))
    expect(shown).toMatchObject([
      { workOrderId: unplanned.id, version: 0, startsAt: NOW, endsAt: at('18:00'), state: 'running', percent: 0 },
      { workOrderId: orders[0].id, startsAt: at('12:00'), late: false },
      { workOrderId: orders[1].id, changeoverMinutes: 120 },
      { workOrderId: orders[2].id, startsAt: at('23:30'), late: true, dueAt },
    ])
    expect(good(await lead().call(linePlan, { lineId: here.id, from: at('00:00', '2026-11-22') }))).toMatchObject([
      { state: 'running' },
    ])
    expect((await lead().call(linePlan, { from: at('00:00'), to: at('00:00', '2027-11-20') })).errno).toBe('4013')
    expect((await lead().call(linePlan, { from: at('12:00'), to: at('11:00') })).errno).toBe('4013')
  })
  test('comes as Excel', async () => {
    const { here } = await row()
    const { bytes } = await lead().call(scheduleEntry.endpoints.export, { lineId: here.id })
    const sheet = await readSheet(bytes)
    expect(sheet.rows).toHaveLength(3)
    expect(sheet.header).toContain('换产时间 (min)')
  })
})
