import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointOutput } from '@/contract/endpoint'
import { lineStatus } from '@/areas/overview/contract/line-endpoints'
import { closeOrder, changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { LATENESS_SORT, progressList, orderProgress, progressExport } from '@/areas/orders/contract/progress'
import { linePlan } from '@/areas/orders/contract/schedule'
import { placeOrder } from '@/areas/scheduling/contract/planning-endpoints'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { rollPackage } from '@/areas/packing/contract/package'
import { feed } from '@/areas/feeding/contract/feed'
import { material } from '@/areas/feeding/contract/material'
import { lineStop } from '@/plant/contract/line-stop'
import { readSheet } from '@/server/excel/read-sheet'
import { runAsSystem } from '@/server/start-application'
import { plantTime, expectOk, createStaffedPlant } from '../plant-staff'
import {
  createLine,
  createOrder,
  nextSerial,
  startOrderOn,
  switchOrderTo,
  type OrderRow,
  type OrdersPlant,
} from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await createStaffedPlant()
}, 120_000)
afterAll(() => p.plant.close())
const made = { businessDate: '2026-11-20', shift: 'early', team: 'A' }
const insert = async (resource: unknown, values: object): Promise<string> => {
  let id = ''
  await runAsSystem(p.plant.app, 'test.rows', async (ctx) => {
    id = (await ctx.rows.insert(resource as typeof feed, values as never)).id
  })
  return id
}
const progressOf = async (order: { id: string }) =>
  expectOk(await p.staff['prod-lead'].call(orderProgress, { id: order.id }))
const loadList = async (input: object) =>
  expectOk(await p.staff['prod-lead'].call(progressList, { size: 500, ...input })).list
async function jumbo(order: OrderRow, lineId: string, doffedAt: string, netKg: number): Promise<string> {
  return insert(jumboRoll, {
    ...made,
    number: `J-${nextSerial()}`,
    state: 'uncut',
    workOrderId: order.id,
    productId: order.productId,
    lineId,
    startedAt: plantTime('10:00'),
    doffedAt,
    netKg,
    lengthM: 10_000,
  })
}
async function slit(
  order: OrderRow,
  lineId: string,
  doffedAt: string,
  rolls: readonly (readonly [number, 'good' | 'downgraded'])[],
): Promise<void> {
  const jumboRollId = await jumbo(order, lineId, doffedAt, 0)
  const cuttingId = await insert(cutting, { ...made, jumboRollId, slitterId: lineId, startedAt: doffedAt })
  const slitSetId = await insert(slitSet, {
    ...made,
    cuttingId,
    jumboRollId,
    slitterId: lineId,
    setNumber: 1,
    fromM: 0,
    toM: 5000,
    doffedAt,
  })
  for (const [i, [kg, grade]] of rolls.entries())
    await insert(slitRoll, {
      ...made,
      number: `S-${nextSerial()}`,
      jumboRollId,
      slitSetId,
      slitterId: lineId,
      workOrderId: order.id,
      productId: order.productId,
      lane: i + 1,
      widthMm: 160,
      fromMm: 160 * i,
      fromM: 0,
      toM: 5000,
      lengthM: 5000,
      doffedAt,
      kg,
      grade,
      downgrades: grade === 'good' ? [] : [{ fromM: 0, toM: 5000, grade, defect: 'hole' }],
    })
}
const keep = (order: OrderRow, goodKg: number, jumboKg: number) =>
  p.plant.query('update work_order set good_kg = $2, jumbo_kg = $3 where id = $1', [order.id, goodKg, jumboKg])

describe('the forecast', () => {
  test('separates wound, finished and packed; the remainder is that of one of them', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: 12_000 }), await createLine(p)]
    await startOrderOn(p, order, here.id)
    p.plant.clock.set(plantTime('16:00'))
    await jumbo(order, here.id, plantTime('15:50'), 8658)
    await slit(order, here.id, plantTime('15:55'), [
      [515, 'good'],
      [500, 'good'],
    ])
    await keep(order, 1015, 8658)
    const packageId = await insert(rollPackage, { ...made, number: `P-${nextSerial()}`, workOrderId: order.id })
    await p.plant.query('update slit_roll set package_id = $2 where work_order_id = $1 and kg = 500', [
      order.id,
      packageId,
    ])
    const expectedProgress = { woundKg: 8658, goodKg: 1015, packedKg: 500 }
    const all = await progressOf(order)
    // 12,000 − 8,658 are left to wind; 8.5 % are finished.
    expect(all).toMatchObject({ ...expectedProgress, leftKg: 3342, leftOf: 'wound', short: false, shortReason: null })
    expect([all.woundPercent, all.percent].map((percent) => Math.round(percent ?? 0))).toEqual([72, 8])
    expect((await loadList({ lineId: here.id, state: 'running' }))[0]).toMatchObject(expectedProgress)
    const [plan] = expectOk(await p.staff['prod-lead'].call(linePlan, { lineId: here.id }))
    expect(plan).toMatchObject({ ...expectedProgress, woundPercent: all.woundPercent, percent: all.percent })
    p.plant.clock.set(plantTime('17:00'))
    await keep(order, 1015, 12_100)
    expect(await progressOf(order)).toMatchObject({ leftKg: 10_985, leftOf: 'finished' })
    p.plant.clock.set(plantTime('10:00'))
  })
  test('shows the reason of an order that was closed below its tolerance', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: 1000 }), await createLine(p)]
    const running = await startOrderOn(p, order, here.id)
    await keep(order, 530, 980)
    await switchOrderTo(p, running, 'finish', null)
    await keep(order, 530, 600)
    expect(await progressOf(order)).toMatchObject({ percent: 53, short: true, shortReason: null })
    // Enough is wound and not yet slit, so no reason is needed.
    await keep(order, 530, 980)
    expect(await progressOf(order)).toMatchObject({ percent: 53, short: false })
    const close = (shortReason?: string) =>
      p.staff['prod-lead'].call(
        closeOrder,
        { id: order.id, ...(shortReason ? { shortReason } : {}) },
        { language: 'en' },
      )
    for (const reason of [undefined, '  '])
      expect(await close(reason)).toMatchObject({ errno: '6000', errmsg: expect.stringContaining('53% finished') })
    expectOk(await close('客户取消余量'))
    expect(await progressOf(order)).toMatchObject({
      state: 'closed',
      percent: 53,
      short: true,
      shortReason: '客户取消余量',
    })
    // 94.96 % are short of 95 % and must not read as 95 %.
    const almost = await createOrder(p, { orderedKg: 1000 })
    const at3 = await startOrderOn(p, almost, (await createLine(p)).id)
    await keep(almost, 949.6, 949.6)
    const shortFinish = await p.staff['prod-lead'].call(
      changeRunState,
      { id: almost.id, action: 'finish' },
      { language: 'en' },
    )
    expect(shortFinish).toMatchObject({ errmsg: expect.stringContaining('is 94.9% wound') })
    await keep(almost, 949.6, 1000)
    await switchOrderTo(p, at3, 'finish', null)
    expect(await p.staff['prod-lead'].call(closeOrder, { id: almost.id }, { language: 'en' })).toMatchObject({
      errmsg: expect.stringContaining('is 94.9% finished'),
    })
    // No reason is needed within 5 % of the ordered quantity.
    const full = await createOrder(p, { orderedKg: 1000 })
    const at2 = await startOrderOn(p, full, (await createLine(p)).id)
    await keep(full, 951, 1000)
    await switchOrderTo(p, at2, 'finish', null)
    expectOk(await p.staff['prod-lead'].call(closeOrder, { id: full.id }))
    expect(await progressOf(full)).toMatchObject({ short: false, shortReason: null })
  })
  test('reports an end after the start of the next order or its changeover', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: 8640 }), await createLine(p)]
    await startOrderOn(p, order, here.id)
    // 8,640 kg at 864 kg/h from 10:00 last until 20:00. The next order has another product and starts after 45 min of changeover.
    const following = await createOrder(p)
    const placeAndLoad = async (startsAt: string) => {
      const [planEntry] = expectOk(
        await p.staff['prod-lead'].call(linePlan, { lineId: here.id, to: plantTime('20:00', '2026-11-22') }),
      ).filter((one) => one.workOrderId === following.id)
      expectOk(
        await p.staff['prod-lead'].call(placeOrder, {
          workOrderId: following.id,
          lineId: here.id,
          startsAt,
          ...(planEntry ? { version: planEntry.version } : {}),
        }),
      )
      const [plan] = expectOk(await p.staff['prod-lead'].call(linePlan, { lineId: here.id }))
      const [row] = await loadList({ lineId: here.id, state: 'running' })
      const answers = [await progressOf(order), row, plan]
      return [...new Set(answers.map((one) => one?.runsInto ?? null))]
    }
    expect(await placeAndLoad(plantTime('21:00'))).toEqual([null])
    expect(await placeAndLoad(plantTime('20:30'))).toEqual([following.number])
    expect(await progressOf(order)).toMatchObject({
      forecastEnd: plantTime('20:00'),
      runsIntoAt: plantTime('20:30'),
      runsIntoChangeover: 45,
    })
    // The next order has no forecast and runs into nothing.
    expect(await progressOf(following)).toMatchObject({ runsInto: null, runsIntoAt: null })
  })
  test('of a paused order starts after the running one and its changeover', async () => {
    const here = await createLine(p)
    const [paused, other] = [
      await createOrder(p, { orderedKg: 8640, dueOn: '2026-11-20' }),
      await createOrder(p, { orderedKg: 17_280 }),
    ]
    await startOrderOn(p, paused, here.id)
    // 8,640 kg at 864 kg/h from 10:00, without anything else on the line.
    await switchOrderTo(p, paused, 'pause')
    expect(await progressOf(paused)).toMatchObject({
      forecastEnd: plantTime('20:00'),
      forecastAfter: null,
      late: false,
    })
    await startOrderOn(p, other, here.id)
    const end = plantTime('06:00', '2026-11-21')
    expect(await progressOf(other)).toMatchObject({ forecastEnd: end, forecastAfter: null })
    // Then 45 min of changeover to another product and 10 h for the order: late.
    const begins = plantTime('06:45', '2026-11-21')
    const expectedForecast = {
      forecastEnd: plantTime('16:45', '2026-11-21'),
      forecastAfter: other.number,
      forecastFrom: begins,
      late: true,
    }
    expect(await progressOf(paused)).toMatchObject(expectedForecast)
    expect((await loadList({ lineId: here.id, state: 'paused' }))[0]).toMatchObject(expectedForecast)
    expect((await loadList({ lineId: here.id, late: true })).map(({ id }) => id)).toEqual([paused.id])
    const plan = expectOk(await p.staff['prod-lead'].call(linePlan, { lineId: here.id }))
    expect(plan.find(({ workOrderId }) => workOrderId === paused.id)).toMatchObject({
      forecastEnd: expectedForecast.forecastEnd,
      late: true,
    })
    // The second of two paused orders waits for both.
    const second = await createOrder(p, { orderedKg: 8640 })
    await switchOrderTo(p, other, 'pause')
    await startOrderOn(p, second, here.id)
    await switchOrderTo(p, second, 'pause')
    await switchOrderTo(p, other, 'resume')
    expect(await progressOf(paused)).toMatchObject(expectedForecast)
    expect(await progressOf(second)).toMatchObject({
      forecastEnd: plantTime('03:30', '2026-11-22'),
      forecastAfter: paused.number,
      forecastFrom: plantTime('17:30', '2026-11-21'),
    })
    // The paused orders move forward when the running one is finished.
    p.plant.clock.set(plantTime('10:20'))
    await switchOrderTo(p, other, 'finish')
    expect(await progressOf(paused)).toMatchObject({ forecastEnd: plantTime('20:20'), forecastAfter: null })
    expect(await progressOf(second)).toMatchObject({
      forecastEnd: plantTime('07:05', '2026-11-21'),
      forecastAfter: paused.number,
    })
    p.plant.clock.set(plantTime('10:00'))
  })
  test('uses the ideal speed of the standard first, then the jumbos, then the slit rolls', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: 8640 }), await createLine(p)]
    await startOrderOn(p, order, here.id)
    // 300 m/min of 3.2 m at 15 g/m² are 864 kg/h.
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'ideal',
      kgPerHour: 864,
      forecastEnd: plantTime('20:00'),
      leftKg: 8640,
      speedFrom: null,
      percent: 0,
    })
    p.plant.clock.set(plantTime('12:00'))
    await jumbo(order, here.id, plantTime('11:30'), 1200)
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'speed',
      speedFrom: 'jumbo',
      kgPerHour: 600,
      speedHours: 2,
    })
    await slit(order, here.id, plantTime('11:50'), [
      [500, 'good'],
      [500, 'good'],
      [80, 'downgraded'],
    ])
    await keep(order, 1000, 1200)
    // Slitting follows winding, so the wound quantity predicts the end at the line.
    expect(await progressOf(order)).toMatchObject({ speedFrom: 'jumbo', kgPerHour: 600, leftKg: 7440 })
    await keep(order, 1000, 8700)
    expect(await progressOf(order)).toMatchObject({ forecastBy: 'unknown', forecastReason: 'tooEarly' })
    p.plant.clock.set(plantTime('13:50'))
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'speed',
      speedFrom: 'slit',
      kgPerHour: 500,
      speedHours: 2,
      leftKg: 7640,
      forecastEnd: new Date(Date.parse(plantTime('13:50')) + (7640 / 500) * 3_600_000).toISOString(),
    })
    // An hour of line stop does not count as run time.
    await switchOrderTo(p, order, 'pause')
    p.plant.clock.set(plantTime('14:50'))
    expect(await progressOf(order)).toMatchObject({ kgPerHour: 500, speedHours: 2 })
    await switchOrderTo(p, order, 'finish')
    expect(await progressOf(order)).toMatchObject({ forecastBy: 'done', forecastEnd: null, speedFrom: null })
    p.plant.clock.set(plantTime('10:00'))
  })
  test('gives a reason when it cannot be calculated', async () => {
    const [order, here] = [await createOrder(p, { orderedKg: null }), await createLine(p)]
    expect(await progressOf(await createOrder(p))).toMatchObject({
      forecastBy: 'unknown',
      forecastReason: 'notStarted',
    })
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'unknown',
      forecastReason: 'nothingOrdered',
      percent: null,
    })
    const silent = await startOrderOn(p, await createOrder(p), here.id)
    p.plant.clock.set(plantTime('14:00'))
    expect(await progressOf(silent)).toMatchObject({ forecastBy: 'unknown', forecastReason: 'noOutput' })
    p.plant.clock.set(plantTime('10:00'))
  })
})

test('uses the product’s basis weight for an order without one', async () => {
  const order = await createOrder(p)
  expect(await progressOf(order)).toMatchObject({ gsm: 15 })
  expect(await progressOf(await createOrder(p, { gsm: 17 }))).toMatchObject({ gsm: 17 })
})

test('the timeline shows feeds by hour, doffs, slitting, downgrades, stops, pauses and packages in order', async () => {
  const [order, here] = [await createOrder(p), await createLine(p)]
  await startOrderOn(p, order, here.id)
  const materialId = await insert(material, { code: `M-${nextSerial()}`, name: '聚丙烯', kind: 'main' })
  for (const [time, kg] of [
    ['10:05', 100],
    ['10:40', 50],
    ['11:10', 70],
  ] as const)
    await insert(feed, {
      ...made,
      kind: 'main',
      workOrderId: order.id,
      lineId: here.id,
      materialId,
      kg,
      fedAt: plantTime(time),
    })
  // Packing is fed to rolls, not to the web, so the order’s fed mass and timeline leave it out.
  await insert(feed, {
    ...made,
    kind: 'pack',
    workOrderId: order.id,
    lineId: here.id,
    materialId,
    kg: 9,
    fedAt: plantTime('10:50'),
  })
  await jumbo(order, here.id, plantTime('11:20'), 480)
  await slit(order, here.id, plantTime('12:00'), [
    [200, 'good'],
    [20, 'downgraded'],
  ])
  await insert(lineStop, {
    ...made,
    lineId: here.id,
    workOrderId: order.id,
    startedAt: plantTime('11:40'),
    endedAt: plantTime('11:45'),
  })
  await insert(rollPackage, {
    ...made,
    number: `PK-${nextSerial()}`,
    workOrderId: order.id,
    state: 'packed',
    rolls: 1,
    netKg: 200,
    packedAt: plantTime('12:30'),
  })
  p.plant.clock.set(plantTime('12:40'))
  await switchOrderTo(p, order, 'pause')
  const progress = await progressOf(order)
  expect(progress.events.map((e) => [e.kind, e.at, e.kg, e.count])).toEqual([
    ['started', plantTime('10:00'), null, null],
    ['fed', plantTime('10:05'), 150, 2],
    ['fed', plantTime('11:10'), 70, 1],
    ['doffed', plantTime('11:20'), 480, 1],
    ['stopped', plantTime('11:40'), null, null],
    ['doffed', plantTime('12:00'), 0, 1],
    ['slit', plantTime('12:00'), 220, 2],
    ['downgraded', plantTime('12:00'), 20, 1],
    ['packed', plantTime('12:30'), 200, 1],
    ['paused', plantTime('12:40'), null, null],
  ])
  expect(progress.events.at(-1)).toMatchObject({ label: '等料', endsAt: null })
  expect(progress.hours).toEqual([{ from: plantTime('12:00'), goodKg: 200, downgradedKg: 20 }])
  p.plant.clock.set(plantTime('10:00'))
})

test('hour and timeline count the good metres of a downgraded roll, like the order', async () => {
  const [order, here] = [await createOrder(p), await createLine(p)]
  await startOrderOn(p, order, here.id)
  await slit(order, here.id, plantTime('12:00'), [
    [75, 'good'],
    [75, 'downgraded'],
  ])
  await p.plant.query(
    `update slit_roll set downgrades = '[{"fromM":100,"toM":600,"grade":"downgraded","defect":"hole"}]' where work_order_id = $1 and lane = 2`,
    [order.id],
  )
  const { events, hours } = await progressOf(order)
  expect(hours).toEqual([{ from: plantTime('12:00'), goodKg: 142.5, downgradedKg: 7.5 }])
  expect(events.filter((e) => e.kind === 'downgraded').map((e) => [e.at, e.kg, e.count])).toEqual([
    [plantTime('12:00'), 7.5, 1],
  ])
})

describe('the order list', () => {
  test('shows open orders by plan, and other states on request', async () => {
    const [planned, done, here] = [await createOrder(p), await createOrder(p), await createLine(p)]
    await startOrderOn(p, done, here.id)
    await switchOrderTo(p, done, 'finish')
    expect((await loadList({})).map((o) => o.id)).toContain(planned.id)
    expect((await loadList({})).map((o) => o.id)).not.toContain(done.id)
    expect(await loadList({ state: 'finished', lineId: here.id })).toMatchObject([{ id: done.id, forecastBy: 'done' }])
    expect(await loadList({ keyword: done.number, state: 'finished,closed' })).toHaveLength(1)
    expect((await p.staff['prod-lead'].call(progressList, { state: 'gone' })).errno).toBe('4013')
    expect((await p.staff.maint.call(progressList, {})).errno).toBe('401')
  })
  test('marks orders as late: overdue, planned after the day, or too slow', async () => {
    const here = await createLine(p)
    const [overdue, plannedLate, night, fine, slow] = [
      await createOrder(p, { dueOn: '2026-11-18' }),
      await createOrder(p, { dueOn: '2026-11-20' }),
      await createOrder(p, { dueOn: '2026-11-20' }),
      await createOrder(p, { dueOn: '2026-11-20' }),
      await createOrder(p, { dueOn: '2026-11-20', orderedKg: 50_000 }),
    ]
    // The due day ends with its night shift, at 08:00 the next morning.
    for (const [order, from, day] of [
      [plannedLate, '06:30', '2026-11-21'],
      [night, '03:00', '2026-11-21'],
      [fine, '12:00', '2026-11-20'],
    ] as const)
      expectOk(
        await p.staff['prod-lead'].call(placeOrder, {
          workOrderId: order.id,
          lineId: here.id,
          startsAt: plantTime(from, day),
          endsAt: new Date(Date.parse(plantTime(from, day)) + 2 * 3_600_000).toISOString(),
        }),
      )
    await startOrderOn(p, slow, (await createLine(p)).id)
    const late = (await loadList({ late: true })).map((o) => o.id)
    expect(late.sort()).toEqual([overdue.id, plannedLate.id, slow.id].sort())
    const lateFirst = (await loadList({ sort: LATENESS_SORT })).map(({ late: isLate }) => isLate)
    expect(lateFirst.slice(0, late.length + 1)).toEqual([...late.map(() => true), false])
    const all = await loadList({})
    for (const id of [overdue, plannedLate, slow].map((o) => o.id))
      expect(all.find((o) => o.id === id)).toMatchObject({ late: true })
    for (const { id } of [night, fine])
      expect(all.find((o) => o.id === id)).toMatchObject({ late: false, dueAt: plantTime('08:00', '2026-11-21') })
  })
  test('defaults to the order that started last', async () => {
    const order = await createOrder(p)
    p.plant.clock.set(plantTime('15:00'))
    await startOrderOn(p, order, (await createLine(p)).id)
    await switchOrderTo(p, order, 'finish')
    expect(expectOk(await p.staff['prod-lead'].call(orderProgress, {}))).toMatchObject({ id: order.id })
    expect(expectOk(await p.staff['prod-lead'].call(orderProgress, { number: order.number }))).toMatchObject({
      id: order.id,
    })
    p.plant.clock.set(plantTime('10:00'))
  })
})

describe('the order list as a workbook', () => {
  test('contains the same orders and values for permitted people', async () => {
    const line = await createLine(p)
    const order = await createOrder(p, { orderedKg: 1000 })
    await startOrderOn(p, order, line.id)
    const [listedRow] = (await loadList({ keyword: order.number })) as {
      number: string
      goodKg: number
      percent: number
    }[]
    const answer = await p.staff['prod-lead'].call(progressExport, { keyword: order.number }, { language: 'en' })
    const { header, rows } = await readSheet(answer.bytes)
    const [row] = rows
    const cell = (name: string) => row?.[header.indexOf(name)]
    expect(rows).toHaveLength(1)
    expect(cell('Number')).toBe(order.number)
    expect(Number(cell('Finished good weight (kg)'))).toBe(listedRow?.goodKg)
    expect(Number(cell('Ordered weight (kg)'))).toBe(1000)
    expect(String(cell('State'))).toBe('Running')
    expect(header).toContain('Attention')
    expect((await p.staff.viewer.call(progressExport, {})).errno).toBe('401')
  })
})

test('shows a standard pause reason in the reader’s language, also on the line', async () => {
  const [order, here] = [await createOrder(p), await createLine(p)]
  await startOrderOn(p, order, here.id)
  const paused = { id: order.id, action: 'pause', reason: '§orders:presets.pause.material' } as const
  expect(expectOk(await p.staff['operator-line'].call(changeRunState, paused))).toMatchObject({
    reason: paused.reason,
    pauses: [{ reason: paused.reason }],
  })
  for (const [language, word] of [
    ['zh', '等待原料'],
    ['en', 'Waiting for material'],
  ] as const) {
    const lead = p.staff['prod-lead']
    const { events } = expectOk(await lead.call(orderProgress, { id: order.id }, { language }))
    expect(events.at(-1)).toMatchObject({ kind: 'paused', label: word })
    const lines = expectOk(await lead.call(lineStatus, {}, { language }))
    expect(lines.find(({ lineId }) => lineId === here.id)).toMatchObject({ state: 'standing', reason: word })
  }
})

describe('the sorted order list', () => {
  test('is sorted over all orders, also in the workbook', async () => {
    const here = await createLine(p)
    const made: string[] = []
    const numbers: string[] = []
    for (const [orderedKg, goodKg, dueOn] of [
      [1000, 500, '2026-12-03'],
      [1000, 100, '2026-12-01'],
      [1000, 900, '2026-12-02'],
    ] as const) {
      const order = await createOrder(p, { orderedKg, dueOn, lineId: here.id })
      await keep(order, goodKg, goodKg)
      made.push(order.id)
      numbers.push(order.number)
    }
    const [half, begun, nearly] = made
    const pages = async (sort: string) => {
      const listedIds: string[] = []
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: EndpointOutput<typeof progressList> = expectOk(
          await p.staff['prod-lead'].call(progressList, {
            lineId: here.id,
            sort,
            size: 2,
            ...(cursor ? { after: cursor } : {}),
          }),
        )
        expect(page.total).toBe(3)
        expect(Object.values(page.refs).some((name) => name.startsWith(here.code))).toBe(true)
        listedIds.push(...page.list.map(({ id }) => id))
        cursor = page.next
      }
      return listedIds
    }
    expect(await pages('dueOn')).toEqual([begun, nearly, half])
    expect(await pages('-dueOn')).toEqual([half, nearly, begun])
    // Calculated values without a table column.
    expect(await pages('percent')).toEqual([begun, half, nearly])
    expect(await pages('-percent')).toEqual([nearly, half, begun])
    expect(await pages('productId')).toHaveLength(3)
    const answer = await p.staff.admin.call(progressExport, { lineId: here.id, sort: '-percent' }, { language: 'en' })
    const { header, rows } = await readSheet(answer.bytes)
    const sheet = rows.map((row) => row[header.indexOf('Number')])
    expect(sheet).toEqual([numbers[2], numbers[0], numbers[1]])
    expect((await p.staff['prod-lead'].call(progressList, { sort: 'nothing' })).errno).toBe('4013')
  })
  test('has the usual filters of order lists', async () => {
    const here = await createLine(p)
    const order = await createOrder(p, { lineId: here.id, dueOn: '2026-12-24', priority: 'urgent' })
    await createOrder(p, { lineId: here.id, dueOn: '2026-12-01' })
    const one = [order.id]
    for (const filter of [{ dueOnFrom: '2026-12-20' }, { priority: 'urgent' }, { productId: order.productId }])
      expect((await loadList({ lineId: here.id, ...filter })).map(({ id }) => id)).toEqual(one)
  })
})
