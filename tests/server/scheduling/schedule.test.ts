import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { linePlan, scheduleEntry } from '@/areas/orders/contract/schedule'
import { placeOrder, putBackOrders, takeOutOrder } from '@/areas/scheduling/contract/planning-endpoints'
import { orderProgress } from '@/areas/orders/contract/progress'
import { workOrder } from '@/areas/orders/contract/work-order'
import { readSheet } from '@/server/excel/read-sheet'
import { plantTime, countRows, expectOk, NOW, fetchRow, createStaffedPlant } from '../plant-staff'
import {
  createLine,
  createOrder,
  createProduct,
  startOrderOn,
  switchOrderTo,
  type OrderRow,
  type OrdersPlant,
} from '../orders/orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await createStaffedPlant()
}, 120_000)
afterAll(() => p.plant.close())
const lead = () => p.staff['prod-lead']
const { create, update, remove } = scheduleEntry.endpoints
const createEntry = (order: OrderRow, lineId: string, from: string, to: string) =>
  lead().call(
    create,
    { workOrderId: order.id, lineId, startsAt: plantTime(from), endsAt: plantTime(to) },
    { language: 'en' },
  )
const place = (order: OrderRow, lineId: string, from: string, more: object = {}) =>
  lead().call(placeOrder, { workOrderId: order.id, lineId, startsAt: plantTime(from), ...more }, { language: 'en' })
const plan = async (lineId: string) =>
  (
    await p.plant.query<{ work_order_id: string; starts_at: string; ends_at: string; changeover_minutes: number }>(
      'select * from schedule_entry where line_id = $1 order by starts_at',
      [lineId],
    )
  ).map((e) => ({ order: e.work_order_id, from: e.starts_at, to: e.ends_at, changeover: e.changeover_minutes }))
/** Three orders on a line: white 12–14, blue 16–18, white 20–22; changing colour takes two hours. */
async function createThreeOrders() {
  const [white, blue, here] = [await createProduct(p), await createProduct(p, { colour: '蓝' }), await createLine(p)]
  const orders = [
    await createOrder(p, { productId: white.id }),
    await createOrder(p, { productId: blue.id }),
    await createOrder(p, { productId: white.id }),
  ]
  for (const [i, order] of orders.entries())
    expectOk(await createEntry(order, here.id, `${12 + 4 * i}:00`, `${14 + 4 * i}:00`))
  return { white, blue, here, orders: orders as [OrderRow, OrderRow, OrderRow] }
}

describe('entered times', () => {
  test('are stored with the preceding changeover and shown on the order', async () => {
    const { here, orders } = await createThreeOrders()
    expect(await plan(here.id)).toEqual([
      { order: orders[0].id, from: plantTime('12:00'), to: plantTime('14:00'), changeover: 10 },
      { order: orders[1].id, from: plantTime('16:00'), to: plantTime('18:00'), changeover: 120 },
      { order: orders[2].id, from: plantTime('20:00'), to: plantTime('22:00'), changeover: 120 },
    ])
    expect(await fetchRow(p.plant, 'work_order', orders[1].id)).toMatchObject({
      planned_start: plantTime('16:00'),
      planned_end: plantTime('18:00'),
      line_id: here.id,
    })
  })
  test.each([
    ['over another order', '13:00', '13:30', /Overlaps order WO-\d+ \(11-20 12:00 – 11-20 14:00\)/],
    ['too near after another colour', '18:30', '19:00', /120 min of changeover are needed/],
    ['too near before the next', '15:00', '15:45', /120 min of changeover are needed/],
  ])('%s are refused by name and store nothing', async (_what, from, to, sentence) => {
    const { here, white } = await createThreeOrders()
    const order = await createOrder(p, { productId: white.id })
    const answer = await createEntry(order, here.id, from, to)
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(sentence)])
    expect(await countRows(p.plant, 'schedule_entry', 'line_id = $1', [here.id])).toBe(3)
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({
      planned_start: null,
      version: order.version,
    })
  })
  test('have a changeover by web width: the line’s unless the order has one; the slitting pattern is ignored', async () => {
    const [made, here] = [await createProduct(p, { widthMm: null }), await createLine(p)]
    await p.plant.query('update line set width = 3.2 where id = $1', [here.id])
    const sizes = [{ widthMm: 160 }, { widthMm: 320, webWidthMm: 3200 }, { widthMm: 320, webWidthMm: 2600 }]
    for (const [i, size] of sizes.entries())
      expectOk(
        await createEntry(
          await createOrder(p, { productId: made.id, ...size }),
          here.id,
          `${12 + 2 * i}:00`,
          `${13 + 2 * i}:00`,
        ),
      )
    expect((await plan(here.id)).map((e) => e.changeover)).toEqual([10, 10, 20])
  })
  test('that end before their start are 4013 at the field', async () => {
    const answer = await createEntry(await createOrder(p), (await createLine(p)).id, '14:00', '14:00')
    expect([answer.errno, answer.data]).toMatchObject(['4013', { issues: [{ path: ['endsAt'] }] }])
  })
  test('are refused for an order that is planned already', async () => {
    const { orders } = await createThreeOrders()
    expect((await createEntry(orders[0], (await createLine(p)).id, '12:00', '13:00')).errno).toBe('4003')
  })
  test('moved to another line free the first; the following changeover is recalculated', async () => {
    const { here, orders } = await createThreeOrders()
    const otherLine = await createLine(p)
    const [entry] = await p.plant.query<{ id: string; version: number }>(
      'select id, version from schedule_entry where work_order_id = $1',
      [orders[1].id],
    )
    expect(
      expectOk(await lead().call(update, { id: entry!.id, version: entry!.version, lineId: otherLine.id })),
    ).toMatchObject({ lineId: otherLine.id, changeoverMinutes: 10 })
    expect(await plan(here.id)).toMatchObject([
      { order: orders[0].id, changeover: 10 },
      { order: orders[2].id, changeover: 10 },
    ])
    expect(await fetchRow(p.plant, 'work_order', orders[1].id)).toMatchObject({ line_id: otherLine.id })
    expect((await lead().call(update, { id: entry!.id, version: entry!.version, note: 'x' })).errno).toBe('6000')
  })
  test('removed leave a gap and an unplanned order', async () => {
    const { here, orders } = await createThreeOrders()
    const [entry] = await p.plant.query<{ id: string }>('select id from schedule_entry where work_order_id = $1', [
      orders[1].id,
    ])
    expectOk(await lead().call(remove, { id: entry!.id }))
    expect(await plan(here.id)).toMatchObject([
      { changeover: 10 },
      { order: orders[2].id, from: plantTime('20:00'), changeover: 10 },
    ])
    expect(await fetchRow(p.plant, 'work_order', orders[1].id)).toMatchObject({
      planned_start: null,
      planned_end: null,
    })
  })
  test('of a started order allow a new end only; of a finished order nothing', async () => {
    const { here, orders } = await createThreeOrders()
    await startOrderOn(p, orders[0], here.id)
    const [entry] = await p.plant.query<{ id: string; version: number }>(
      'select id, version from schedule_entry where work_order_id = $1',
      [orders[0].id],
    )
    expect(
      (await lead().call(update, { id: entry!.id, version: entry!.version, startsAt: plantTime('12:30') })).errno,
    ).toBe('6000')
    expect(
      (await lead().call(update, { id: entry!.id, version: entry!.version, lineId: (await createLine(p)).id })).errno,
    ).toBe('6000')
    expect((await lead().call(remove, { id: entry!.id })).errno).toBe('6000')
    expect(
      expectOk(await lead().call(update, { id: entry!.id, version: entry!.version, endsAt: plantTime('14:30') })),
    ).toMatchObject({ endsAt: plantTime('14:30') })
    await switchOrderTo(p, orders[0], 'finish')
    expect(
      (await lead().call(update, { id: entry!.id, version: entry!.version + 1, endsAt: plantTime('15:00') })).errno,
    ).toBe('6000')
    expect((await place(orders[0], here.id, '15:00')).errno).toBe('6000')
  })
  test('follow a new colour: the changeovers before and after are recalculated', async () => {
    const { here, orders } = await createThreeOrders()
    const order = await fetchRow<{ version: number }>(p.plant, 'work_order', orders[1].id)
    expectOk(
      await lead().call(workOrder.endpoints.update, {
        id: orders[1].id,
        version: order.version,
        colour: '白',
        gsm: 15,
      }),
    )
    expect(await plan(here.id)).toMatchObject([{ changeover: 10 }, { changeover: 45 }, { changeover: 45 }])
    expect(
      (
        await lead().call(workOrder.endpoints.update, {
          id: orders[0].id,
          version: 2,
          lineId: (await createLine(p)).id,
        })
      ).errno,
    ).toBe('6000')
  })
})

describe('placing an order', () => {
  test('as a trial shows the moves and stores nothing; the real call moves the same', async () => {
    const { here, orders, white } = await createThreeOrders()
    const order = await createOrder(p, { productId: white.id })
    const planBefore = await plan(here.id)
    const trial = expectOk(await place(order, here.id, '14:00', { endsAt: plantTime('15:00'), dryRun: true }))
    // Ten minutes after the white one; two hours before the blue one, and two more before the next white.
    expect(trial.moved.map((m) => [m.startsAt, m.endsAt])).toEqual([
      [plantTime('14:10'), plantTime('15:10')],
      [plantTime('17:10'), plantTime('19:10')],
      [plantTime('21:10'), plantTime('23:10')],
    ])
    expect(await plan(here.id)).toEqual(planBefore)
    expect(await fetchRow(p.plant, 'work_order', order.id)).toMatchObject({ planned_start: null })
    const done = expectOk(await place(order, here.id, '14:00', { endsAt: plantTime('15:00') }))
    expect(done.moved.map(({ startsAt }) => startsAt)).toEqual(trial.moved.map(({ startsAt }) => startsAt))
    expect((await plan(here.id)).map((e) => [e.order, e.from, e.changeover])).toEqual([
      [orders[0].id, plantTime('12:00'), 10],
      [order.id, plantTime('14:10'), 10],
      [orders[1].id, plantTime('17:10'), 120],
      [orders[2].id, plantTime('21:10'), 120],
    ])
    expect(await fetchRow(p.plant, 'work_order', orders[2].id)).toMatchObject({
      planned_start: plantTime('21:10'),
      planned_end: plantTime('23:10'),
    })
  })
  test('onto another order puts it behind that; on another line it keeps its length', async () => {
    const { here, orders } = await createThreeOrders()
    const otherLine = await createLine(p)
    expect(expectOk(await place(orders[2], here.id, '13:00')).moved).toMatchObject([
      { startsAt: plantTime('14:10'), endsAt: plantTime('16:10') },
      { startsAt: plantTime('18:10') },
    ])
    expectOk(await place(orders[2], otherLine.id, '11:00'))
    expect(await plan(otherLine.id)).toEqual([
      { order: orders[2].id, from: plantTime('11:00'), to: plantTime('13:00'), changeover: 10 },
    ])
    expect(await plan(here.id)).toHaveLength(2)
  })
  test('without an end uses the ideal speed of its standard', async () => {
    const here = await createLine(p)
    // 300 m/min of 3.2 m at 15 g/m² are 864 kg/h: 10,000 kg take 11.6 h.
    expect(expectOk(await place(await createOrder(p), here.id, '12:00', { dryRun: true })).moved).toMatchObject([
      { startsAt: plantTime('12:00'), endsAt: plantTime('23:45') },
    ])
    expect(
      expectOk(await place(await createOrder(p, { orderedKg: null }), here.id, '12:00', { dryRun: true })).moved,
    ).toMatchObject([{ endsAt: plantTime('20:00') }])
  })
  test('without a start uses the first free slot behind the forecast of the running order', async () => {
    const { here, blue, white: made } = await createThreeOrders()
    const tryPlacement = async (order: OrderRow, more: object = {}) =>
      expectOk(await lead().call(placeOrder, { workOrderId: order.id, lineId: here.id, dryRun: true, ...more }))
    // White 12–14, blue 16–18, white 20–22: an hour of blue needs two hours of changeover on each side, so it goes to the end.
    const order = await createOrder(p, { productId: blue.id, orderedKg: 800 })
    expect((await tryPlacement(order)).moved).toMatchObject([{ startsAt: plantTime('00:00', '2026-11-21') }])
    // An hour of white fits before blue.
    const white = await createOrder(p, { productId: made.id, orderedKg: 400 })
    expect((await tryPlacement(white)).moved).toMatchObject([
      { startsAt: plantTime('11:00'), endsAt: plantTime('11:30') },
    ])
    const [running, free] = [await createOrder(p, { orderedKg: 8640 }), await createLine(p)]
    await startOrderOn(p, running, free.id)
    const { moved } = expectOk(await lead().call(placeOrder, { workOrderId: order.id, lineId: free.id, dryRun: true }))
    // 8,640 kg at 864 kg/h from 10:00, then two hours to another colour.
    expect(moved).toMatchObject([{ startsAt: plantTime('22:00') }])
  })
  test('warns that the running order will be late', async () => {
    const [made, here] = [await createOrder(p, { orderedKg: 8640 }), await createLine(p)]
    await startOrderOn(p, made, here.id)
    const order = await createOrder(p)
    expect(expectOk(await place(order, here.id, '20:30', { dryRun: true }))).toMatchObject({
      clash: made.number,
      clashEnds: plantTime('20:00'),
      clashMinutes: 45,
      clashNext: order.number,
    })
    expect(expectOk(await place(order, here.id, '20:45', { dryRun: true }))).toMatchObject({ clash: null })
  })
  test('lists the orders that become late or later, with the change and the delay', async () => {
    const { here, orders, white } = await createThreeOrders()
    // Due by the last shift of the 19th, which ends at 08:00, 16–18 is late already; due on the 20th, 20–22 is on time.
    await p.plant.query("update work_order set due_on = '2026-11-19' where id = $1", [orders[1].id])
    await p.plant.query("update work_order set due_on = '2026-11-20' where id = $1", [orders[2].id])
    const order = await createOrder(p, { productId: white.id, dueOn: '2026-11-19' })
    const trial = expectOk(
      await place(order, here.id, '14:00', { endsAt: plantTime('00:00', '2026-11-21'), dryRun: true }),
    )
    expect(trial.moved.map((m) => m.number)).toEqual([order.number, orders[1].number, orders[2].number])
    // Itself 14:10–00:10; blue from 16–18 to 02:10–04:10, white from 20–22 to 06:10–08:10.
    expect(trial.later).toEqual([
      { number: orders[1].number, lateBefore: 10 * 60, lateAfter: 20 * 60 + 10 },
      { number: orders[2].number, lateBefore: 0, lateAfter: 10 },
    ])
    expect(trial).toMatchObject({ dueOn: '2026-11-19', lateMinutes: 16 * 60 + 10 })
    expect(
      expectOk(await place(await createOrder(p), (await createLine(p)).id, '14:00', { dryRun: true })),
    ).toMatchObject({
      later: [],
      dueOn: null,
      lateMinutes: 0,
    })
  })
  test('can be undone as one move while nothing of it has changed', async () => {
    const { here, orders } = await createThreeOrders()
    const otherLine = await createLine(p)
    const [stood, back] = [await plan(here.id), (before: object) => lead().call(putBackOrders, { before } as never)]
    // Placing it behind the first order pushes the second; undo restores both.
    const onLine = expectOk(await place(orders[2], here.id, '13:00'))
    expect(onLine.before).toHaveLength(2)
    expect(expectOk(await back(onLine.before))).toEqual({ moved: 2 })
    expect(await plan(here.id)).toEqual(stood)
    expect(await fetchRow(p.plant, 'work_order', orders[2].id)).toMatchObject({ planned_start: plantTime('20:00') })
    expect((await back(onLine.before)).errno).toBe('6000')
    // To another line and back, including the changeovers.
    expectOk(await back(expectOk(await place(orders[1], otherLine.id, '11:00')).before))
    expect([await plan(here.id), await plan(otherLine.id)]).toEqual([stood, []])
    // Somebody else took the slot.
    const { before } = expectOk(await place(orders[2], otherLine.id, '11:00'))
    const other = await createOrder(p, { productId: orders[2].productId })
    expectOk(await createEntry(other, here.id, '21:00', '22:00'))
    expect((await back(before)).errno).toBe('6000')
    expect(await plan(otherLine.id)).toMatchObject([{ order: orders[2].id, from: plantTime('11:00') }])
  })
  test('that was unplanned can be undone, restoring the orders it pushed', async () => {
    const { here, orders } = await createThreeOrders()
    const stood = await plan(here.id)
    const fresh = await createOrder(p, { productId: orders[0].productId })
    const done = expectOk(await place(fresh, here.id, '13:00'))
    expect(done.before.length).toBeGreaterThan(0)
    expect(done.fresh).toHaveLength(1)
    const undoRemoval = () => lead().call(putBackOrders, { before: done.before, fresh: done.fresh } as never)
    expect(expectOk(await undoRemoval())).toEqual({ moved: done.before.length + 1 })
    expect(await plan(here.id)).toEqual(stood)
    expect(await fetchRow(p.plant, 'work_order', fresh.id)).toMatchObject({ planned_start: null, planned_end: null })
    expect((await undoRemoval()).errno).toBe('6000')
    // Undo also works if nothing was pushed.
    const alone = expectOk(await place(fresh, (await createLine(p)).id, '12:00'))
    expect(alone.before).toEqual([])
    expect(expectOk(await lead().call(putBackOrders, { before: [], fresh: alone.fresh } as never))).toEqual({
      moved: 1,
    })
    expect(await countRows(p.plant, 'schedule_entry', 'work_order_id = $1', [fresh.id])).toBe(0)
  })
  test('removing it leaves a gap or closes it; both can be undone', async () => {
    const { here, orders } = await createThreeOrders()
    const stood = await plan(here.id)
    const idOf = async (order: OrderRow) =>
      (await p.plant.query<{ id: string }>('select id from schedule_entry where work_order_id = $1', [order.id]))[0]!.id
    const takeOut = async (order: OrderRow, more: object = {}) =>
      expectOk(await lead().call(takeOutOrder, { id: await idOf(order), ...more }))
    const undoTakeOut = ({ before, out: taken }: { before: unknown; out: unknown }) =>
      lead().call(putBackOrders, { before, fresh: [], out: taken } as never)
    // Without blue the second white needs no changeover and moves from 20:00 to blue’s slot.
    const trial = await takeOut(orders[1], { close: true, dryRun: true })
    expect(trial).toMatchObject({
      moved: [{ number: orders[2].number, startsAt: plantTime('16:00'), endsAt: plantTime('18:00') }],
      upMinutes: 240,
      before: [],
      out: [],
    })
    expect(await plan(here.id)).toEqual(stood)
    const left = await takeOut(orders[1])
    expect(left.before).toEqual([])
    expect(await plan(here.id)).toMatchObject([
      { from: plantTime('12:00') },
      { from: plantTime('20:00'), changeover: 10 },
    ])
    expect(expectOk(await undoTakeOut(left))).toEqual({ moved: 1 })
    expect(await plan(here.id)).toEqual(stood)
    const closed = await takeOut(orders[1], { close: true })
    expect(await plan(here.id)).toMatchObject([
      { from: plantTime('12:00') },
      { from: plantTime('16:00'), changeover: 10 },
    ])
    expect(await fetchRow(p.plant, 'work_order', orders[1].id)).toMatchObject({ planned_start: null })
    expect(await fetchRow(p.plant, 'work_order', orders[2].id)).toMatchObject({ planned_start: plantTime('16:00') })
    expect(expectOk(await undoTakeOut(closed))).toEqual({ moved: 2 })
    expect(await plan(here.id)).toEqual(stood)
    expect(await fetchRow(p.plant, 'work_order', orders[1].id)).toMatchObject({ planned_start: plantTime('16:00') })
    // The undo works once, and not after the order was planned again.
    expect((await undoTakeOut(closed)).errno).toBe('6000')
  })
  test('cannot be undone once the order has started', async () => {
    const { here, orders } = await createThreeOrders()
    const [entry] = await p.plant.query<{ id: string }>('select id from schedule_entry where work_order_id = $1', [
      orders[0].id,
    ])
    await p.plant.query("update work_order set state = 'running', started_at = now(), line_id = $2 where id = $1", [
      orders[0].id,
      here.id,
    ])
    expect((await lead().call(takeOutOrder, { id: entry!.id })).errno).toBe('6000')
  })
  test('reports a slitting pattern wider than the line if the order has no web width', async () => {
    const [made, here] = [await createProduct(p, { widthMm: null }), await createLine(p)]
    await p.plant.query('update line set width = 3.2 where id = $1', [here.id])
    const wide = await createOrder(p, { productId: made.id, slittingPattern: '20×200' })
    expect(expectOk(await place(wide, here.id, '12:00', { dryRun: true }))).toMatchObject({
      patternMm: 4000,
      webMm: 3200,
    })
    const fits = await createOrder(p, { productId: made.id, slittingPattern: '15×200' })
    expect(expectOk(await place(fits, here.id, '12:00', { dryRun: true }))).toMatchObject({
      patternMm: null,
      webMm: null,
    })
  })
  test('refuses a start in the past and proposes the first free slot', async () => {
    const { here, orders } = await createThreeOrders()
    const order = await createOrder(p, { productId: orders[1].productId, orderedKg: 800 })
    const proposed = expectOk(
      await lead().call(placeOrder, { workOrderId: order.id, lineId: here.id, dryRun: true }),
    ).moved.find(({ number }) => number === order.number)
    expect(proposed?.startsAt).toBe(plantTime('00:00', '2026-11-21'))
    const past = await lead().call(
      placeOrder,
      { workOrderId: order.id, lineId: here.id, startsAt: plantTime('00:00', '2020-01-01'), dryRun: true },
      { language: 'en' },
    )
    expect([past.errno, past.errmsg]).toEqual([
      '6000',
      '2020-01-01 00:00 has passed; the earliest free slot is 11-21 00:00',
    ])
    expect((await place(order, here.id, '09:30', { dryRun: true })).errmsg).toMatch(/^11-20 09:30 has passed/)
    // An existing order may keep its place and become longer.
    const late = await createOrder(p, { productId: orders[1].productId })
    const otherLine = await createLine(p)
    expectOk(await createEntry(late, otherLine.id, '08:00', '09:00'))
    expectOk(await place(late, otherLine.id, '08:00', { endsAt: plantTime('12:00'), dryRun: true }))
  })
  test('refuses more orders than can be planned at once', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: 1_000_000 }), await createLine(p)]
    const answer = await place(order, here.id, '12:00', { dryRun: true })
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(/needs 1158 h, more than the 720 h/)])
    const typed = await place(order, here.id, '12:00', { endsAt: plantTime('13:00', '2026-12-21') })
    expect(typed.errno).toBe('6000')
  })
  test('names additional orders until the order is placed again', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: 5000 }), await createLine(p)]
    expectOk(await place(order, here.id, '12:00'))
    const loadHours = async () => {
      const [entry] = expectOk(await lead().call(linePlan, { lineId: here.id }))
      return [entry?.neededHours, expectOk(await lead().call(orderProgress, { id: order.id })).neededHours]
    }
    const ordered = async (orderedKg: number) => {
      const { version } = await fetchRow<{ version: number }>(p.plant, 'work_order', order.id)
      expectOk(await lead().call(workOrder.endpoints.update, { id: order.id, version, orderedKg }))
    }
    expect(await loadHours()).toEqual([null, null])
    await ordered(15_000)
    expect(await loadHours()).toEqual([17.5, 17.5])
    expect(expectOk(await place(order, here.id, '12:00', { anew: true })).moved).toMatchObject([
      { endsAt: plantTime('05:30', '2026-11-21') },
    ])
    expect(await loadHours()).toEqual([null, null])
    // A smaller need is the planner’s reserve.
    await ordered(14_000)
    expect(await loadHours()).toEqual([null, null])
  })
  test('shows which order a waiting order waits for', async () => {
    const { orders } = await createThreeOrders()
    const waits = async (order: OrderRow) => expectOk(await lead().call(orderProgress, { id: order.id })).waitsFor
    expect([await waits(orders[0]), await waits(orders[1])]).toEqual([null, orders[0].number])
  })
  test('accepts no order larger than a line can make', async () => {
    const { id: productId } = await createProduct(p)
    const answer = await lead().call(workOrder.endpoints.create, {
      number: 'WO-HUGE',
      batch: 'B-HUGE',
      productId,
      orderedKg: 99_999_999_999,
    })
    expect([answer.errno, answer.data]).toMatchObject(['4013', { issues: [{ path: ['orderedKg'] }] }])
  })
  test('never overlaps or pushes the running order; a stale version is refused', async () => {
    const { here, orders, white } = await createThreeOrders()
    await startOrderOn(p, orders[0], here.id)
    const answer = await place(await createOrder(p, { productId: white.id }), here.id, '11:00')
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      expect.stringMatching(/^Overlaps order WO-\d+ \(11-20 10:00 – 11-20 14:00\)$/),
    ])
    expect((await place(orders[0], here.id, '15:00')).errno).toBe('6000')
    expect((await place(orders[1], here.id, '17:00', { version: 9 })).errno).toBe('6000')
    expect((await place(orders[1], here.id, '17:00', { endsAt: plantTime('16:00') })).errno).toBe('4013')
  })
  test('by two planners at once never overlaps; the second goes behind', async () => {
    const [here, white] = [await createLine(p), await createProduct(p)]
    const orders = await Promise.all([1, 2, 3, 4].map(() => createOrder(p, { productId: white.id })))
    const answers = await Promise.all(
      orders.map((o, i) =>
        i % 2
          ? place(o, here.id, '12:00', { endsAt: plantTime('13:00') })
          : place(o, here.id, '12:30', { endsAt: plantTime('13:30') }),
      ),
    )
    expect(answers.map((a) => a.errno)).toEqual(['200', '200', '200', '200'])
    const entries = await plan(here.id)
    expect(entries).toHaveLength(4)
    for (const [i, e] of entries.entries())
      if (i > 0) expect(Date.parse(e.from)).toBeGreaterThanOrEqual(Date.parse(entries[i - 1]!.to) + 600_000)
    const typed = await Promise.all(
      (await Promise.all([1, 2].map(() => createOrder(p)))).map((o) => createEntry(o, here.id, '20:00', '21:00')),
    )
    expect(typed.map((a) => a.errno).sort()).toEqual(['200', '6000'])
  })
  test.each([
    ['an operator', 'operator-line'],
    ['a viewer', 'viewer'],
    ['quality', 'quality'],
  ] as const)('%s plans nothing', async (_who, caller) => {
    const [order, here] = [await createOrder(p), await createLine(p)]
    expect(
      (await p.staff[caller].call(placeOrder, { workOrderId: order.id, lineId: here.id, startsAt: plantTime('12:00') }))
        .errno,
    ).toBe('401')
    expect(
      (
        await p.staff[caller].call(create, {
          workOrderId: order.id,
          lineId: here.id,
          startsAt: plantTime('12:00'),
          endsAt: plantTime('13:00'),
        })
      ).errno,
    ).toBe('401')
  })
})

describe('the plan', () => {
  test('of the next 24 hours: the running order at its true start, planned or not, and the late orders', async () => {
    const { here, orders } = await createThreeOrders()
    await p.plant.query(`update work_order set due_on = '2026-11-20' where id = $1`, [orders[2].id])
    expectOk(await place(orders[2], here.id, '23:30'))
    // The day ends with the night shift, at 08:00.
    const dueAt = plantTime('08:00', '2026-11-21')
    await p.plant.query(`update schedule_entry set ends_at = $2 where work_order_id = $1`, [
      orders[2].id,
      plantTime('08:30', '2026-11-21'),
    ])
    const unplanned = await createOrder(p)
    await startOrderOn(p, unplanned, here.id)
    const planRows = expectOk(await p.staff['operator-line'].call(linePlan, { lineId: here.id }))
    expect(planRows).toMatchObject([
      {
        workOrderId: unplanned.id,
        version: 0,
        startsAt: NOW,
        endsAt: plantTime('18:00'),
        state: 'running',
        percent: 0,
      },
      { workOrderId: orders[0].id, startsAt: plantTime('12:00'), late: false },
      { workOrderId: orders[1].id, changeoverMinutes: 120 },
      { workOrderId: orders[2].id, startsAt: plantTime('23:30'), late: true, dueAt },
    ])
    expect(
      expectOk(await lead().call(linePlan, { lineId: here.id, from: plantTime('00:00', '2026-11-22') })),
    ).toMatchObject([{ state: 'running' }])
    expect(
      (await lead().call(linePlan, { from: plantTime('00:00'), to: plantTime('00:00', '2027-11-20') })).errno,
    ).toBe('4013')
    expect((await lead().call(linePlan, { from: plantTime('12:00'), to: plantTime('11:00') })).errno).toBe('4013')
  })
  test('exports to Excel', async () => {
    const { here } = await createThreeOrders()
    const { bytes } = await lead().call(scheduleEntry.endpoints.export, { lineId: here.id })
    const sheet = await readSheet(bytes)
    expect(sheet.rows).toHaveLength(3)
    expect(sheet.header).toContain('换产时间 (min)')
  })
})
