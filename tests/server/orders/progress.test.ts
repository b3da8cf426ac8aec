import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointOutput } from '@/contract/endpoint'
import { lineStatus } from '@/areas/overview/contract/line-endpoints'
import { closeOrder, switchOrder } from '@/areas/orders/contract/work-order-endpoints'
import { progressList, orderProgress, progressExport } from '@/areas/orders/contract/progress'
import { placeOrder, linePlan } from '@/areas/orders/contract/schedule'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, rollPackage, slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { feed } from '@/areas/feeding/contract/feed'
import { material } from '@/areas/feeding/contract/material'
import { lineStop } from '@/plant/contract/line-stop'
import { readSheet } from '@/server/excel/read-sheet'
import { runAsSystem } from '@/server/start-application'
import { at, good, staffed } from '../people'
import { newLine, newOrder, next, started, switched, type OrderRow, type OrdersPlant } from './orders-plant'

let p: OrdersPlant
beforeAll(async () => {
  p = await staffed()
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
  good(await p.staff['prod-lead'].call(orderProgress, { id: order.id }))
const listed = async (input: object) =>
  good(await p.staff['prod-lead'].call(progressList, { size: 500, ...input })).list
async function jumbo(order: OrderRow, lineId: string, doffedAt: string, netKg: number): Promise<string> {
  return insert(jumboRoll, {
    ...made,
    number: `J-${next()}`,
    state: 'uncut',
    workOrderId: order.id,
    productId: order.productId,
    lineId,
    startedAt: at('10:00'),
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
      number: `S-${next()}`,
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
  test('wound, finished and packed are told apart, and what is left is left of one of them', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: 12_000 }), await newLine(p)]
    await started(p, order, here.id)
    p.plant.clock.set(at('16:00'))
    await jumbo(order, here.id, at('15:50'), 8658)
    await slit(order, here.id, at('15:55'), [
      [515, 'good'],
      [500, 'good'],
    ])
    await keep(order, 1015, 8658)
    const packageId = await insert(rollPackage, { ...made, number: `P-${next()}`, workOrderId: order.id })
    await p.plant.query('update slit_roll set package_id = $2 where work_order_id = $1 and kg = 500', [
      order.id,
      packageId,
    ])
    const told = { woundKg: 8658, goodKg: 1015, packedKg: 500 }
    const all = await progressOf(order)
    // 12,000 − 8,658 are left to wind; 8.5 % are finished.
    expect(all).toMatchObject({ ...told, leftKg: 3342, leftOf: 'wound', short: false, shortReason: null })
    expect([all.woundPercent, all.percent].map((percent) => Math.round(percent ?? 0))).toEqual([72, 8])
    expect((await listed({ lineId: here.id, state: 'running' }))[0]).toMatchObject(told)
    const [plan] = good(await p.staff['prod-lead'].call(linePlan, { lineId: here.id }))
    expect(plan).toMatchObject({ ...told, woundPercent: all.woundPercent, percent: all.percent })
    p.plant.clock.set(at('17:00'))
    await keep(order, 1015, 12_100)
    expect(await progressOf(order)).toMatchObject({ leftKg: 10_985, leftOf: 'finished' })
    p.plant.clock.set(at('10:00'))
  })
  test('an order closed below its tolerance needs a reason, which its progress shows', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: 1000 }), await newLine(p)]
    const running = await started(p, order, here.id)
    await keep(order, 530, 980)
    await switched(p, running, 'finish', null)
    await keep(order, 530, 600)
    expect(await progressOf(order)).toMatchObject({ percent: 53, short: true, shortReason: null })
    // Enough is wound and still to be slit: nobody asks yet.
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
    good(await close('客户取消余量'))
    expect(await progressOf(order)).toMatchObject({
      state: 'closed',
      percent: 53,
      short: true,
      shortReason: '客户取消余量',
    })
    // Within 5 % of what was ordered nobody is asked.
    const full = await newOrder(p, { orderedKg: 1000 })
    const at2 = await started(p, full, (await newLine(p)).id)
    await keep(full, 951, 1000)
    await switched(p, at2, 'finish', null)
    good(await p.staff['prod-lead'].call(closeOrder, { id: full.id }))
    expect(await progressOf(full)).toMatchObject({ short: false, shortReason: null })
  })
  test('an end that lies behind the begin of the next order, or its changeover, is said', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: 8640 }), await newLine(p)]
    await started(p, order, here.id)
    // 8,640 kg at 864 kg/h from 10:00: until 20:00. The next one of another product begins after 45 min of changeover.
    const following = await newOrder(p)
    const placed = async (startsAt: string) => {
      const [own] = good(
        await p.staff['prod-lead'].call(linePlan, { lineId: here.id, to: at('20:00', '2026-11-22') }),
      ).filter((one) => one.workOrderId === following.id)
      good(
        await p.staff['prod-lead'].call(placeOrder, {
          workOrderId: following.id,
          lineId: here.id,
          startsAt,
          ...(own ? { version: own.version } : {}),
        }),
      )
      const [plan] = good(await p.staff['prod-lead'].call(linePlan, { lineId: here.id }))
      const [row] = await listed({ lineId: here.id, state: 'running' })
      const said = [await progressOf(order), row, plan]
      return [...new Set(said.map((one) => one?.runsInto ?? null))]
    }
    expect(await placed(at('21:00'))).toEqual([null])
    expect(await placed(at('20:30'))).toEqual([following.number])
    expect(await progressOf(order)).toMatchObject({
      forecastEnd: at('20:00'),
      runsIntoAt: at('20:30'),
      runsIntoChangeover: 45,
    })
    // The next order itself has no forecast and runs into nothing.
    expect(await progressOf(following)).toMatchObject({ runsInto: null, runsIntoAt: null })
  })
  test('of an order that pauses while another runs on its line begins after that one, and its changeover, by one rule for all', async () => {
    const here = await newLine(p)
    const [paused, other] = [
      await newOrder(p, { orderedKg: 8640, dueOn: '2026-11-20' }),
      await newOrder(p, { orderedKg: 17_280 }),
    ]
    await started(p, paused, here.id)
    // 8,640 kg at 864 kg/h from 10:00, as long as nothing else stands there.
    await switched(p, paused, 'pause')
    expect(await progressOf(paused)).toMatchObject({ forecastEnd: at('20:00'), forecastAfter: null, late: false })
    await started(p, other, here.id)
    const end = at('06:00', '2026-11-21')
    expect(await progressOf(other)).toMatchObject({ forecastEnd: end, forecastAfter: null })
    // Then 45 min of changeover to another product, and its own 10 hours: late.
    const begins = at('06:45', '2026-11-21')
    const told = {
      forecastEnd: at('16:45', '2026-11-21'),
      forecastAfter: other.number,
      forecastFrom: begins,
      late: true,
    }
    expect(await progressOf(paused)).toMatchObject(told)
    expect((await listed({ lineId: here.id, state: 'paused' }))[0]).toMatchObject(told)
    expect((await listed({ lineId: here.id, late: true })).map(({ id }) => id)).toEqual([paused.id])
    const plan = good(await p.staff['prod-lead'].call(linePlan, { lineId: here.id }))
    expect(plan.find(({ workOrderId }) => workOrderId === paused.id)).toMatchObject({
      forecastEnd: told.forecastEnd,
      late: true,
    })
    // Of two that pause the second waits for both.
    const second = await newOrder(p, { orderedKg: 8640 })
    await switched(p, other, 'pause')
    await started(p, second, here.id)
    await switched(p, second, 'pause')
    await switched(p, other, 'resume')
    expect(await progressOf(paused)).toMatchObject(told)
    expect(await progressOf(second)).toMatchObject({
      forecastEnd: at('03:30', '2026-11-22'),
      forecastAfter: paused.number,
      forecastFrom: at('17:30', '2026-11-21'),
    })
    // They come forward when the one that runs is done.
    p.plant.clock.set(at('10:20'))
    await switched(p, other, 'finish')
    expect(await progressOf(paused)).toMatchObject({ forecastEnd: at('20:20'), forecastAfter: null })
    expect(await progressOf(second)).toMatchObject({
      forecastEnd: at('07:05', '2026-11-21'),
      forecastAfter: paused.number,
    })
    p.plant.clock.set(at('10:00'))
  })
  test('begins with the ideal speed of the standard, then says the jumbos, then the slit rolls', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: 8640 }), await newLine(p)]
    await started(p, order, here.id)
    // 300 m/min of 3.2 m at 15 g/m² are 864 kg/h.
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'ideal',
      kgPerHour: 864,
      forecastEnd: at('20:00'),
      leftKg: 8640,
      speedFrom: null,
      percent: 0,
    })
    p.plant.clock.set(at('12:00'))
    await jumbo(order, here.id, at('11:30'), 1200)
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'speed',
      speedFrom: 'jumbo',
      kgPerHour: 600,
      speedHours: 2,
    })
    await slit(order, here.id, at('11:50'), [
      [500, 'good'],
      [500, 'good'],
      [80, 'downgraded'],
    ])
    await keep(order, 1000, 1200)
    // Slitting follows winding: what is wound tells when the line will be done.
    expect(await progressOf(order)).toMatchObject({ speedFrom: 'jumbo', kgPerHour: 600, leftKg: 7440 })
    await keep(order, 1000, 8700)
    expect(await progressOf(order)).toMatchObject({ forecastBy: 'unknown', forecastReason: 'tooEarly' })
    p.plant.clock.set(at('13:50'))
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'speed',
      speedFrom: 'slit',
      kgPerHour: 500,
      speedHours: 2,
      leftKg: 7640,
      forecastEnd: new Date(Date.parse(at('13:50')) + (7640 / 500) * 3_600_000).toISOString(),
    })
    // An hour that it stands is no hour of running.
    await switched(p, order, 'pause')
    p.plant.clock.set(at('14:50'))
    expect(await progressOf(order)).toMatchObject({ kgPerHour: 500, speedHours: 2 })
    await switched(p, order, 'finish')
    expect(await progressOf(order)).toMatchObject({ forecastBy: 'done', forecastEnd: null, speedFrom: null })
    p.plant.clock.set(at('10:00'))
  })
  test('says why it says nothing', async () => {
    const [order, here] = [await newOrder(p, { orderedKg: null }), await newLine(p)]
    expect(await progressOf(await newOrder(p))).toMatchObject({ forecastBy: 'unknown', forecastReason: 'notStarted' })
    expect(await progressOf(order)).toMatchObject({
      forecastBy: 'unknown',
      forecastReason: 'nothingOrdered',
      percent: null,
    })
    const silent = await started(p, await newOrder(p), here.id)
    p.plant.clock.set(at('14:00'))
    expect(await progressOf(silent)).toMatchObject({ forecastBy: 'unknown', forecastReason: 'noOutput' })
    p.plant.clock.set(at('10:00'))
  })
})

test('an order that says no basis weight is made at that of its product', async () => {
  const order = await newOrder(p)
  expect(await progressOf(order)).toMatchObject({ gsm: 15 })
  expect(await progressOf(await newOrder(p, { gsm: 17 }))).toMatchObject({ gsm: 17 })
})

test('the timeline tells feeding by the hour, doffs, slitting, downgrades, stops, pauses and packages in their order', async () => {
  const [order, here] = [await newOrder(p), await newLine(p)]
  await started(p, order, here.id)
  const materialId = await insert(material, { code: `M-${next()}`, name: '聚丙烯', kind: 'main' })
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
      fedAt: at(time),
    })
  // Packing is fed to the rolls, not to the web: the order's fed mass leaves it out, and so does its story.
  await insert(feed, {
    ...made,
    kind: 'pack',
    workOrderId: order.id,
    lineId: here.id,
    materialId,
    kg: 9,
    fedAt: at('10:50'),
  })
  await jumbo(order, here.id, at('11:20'), 480)
  await slit(order, here.id, at('12:00'), [
    [200, 'good'],
    [20, 'downgraded'],
  ])
  await insert(lineStop, {
    ...made,
    lineId: here.id,
    workOrderId: order.id,
    startedAt: at('11:40'),
    endedAt: at('11:45'),
  })
  await insert(rollPackage, {
    ...made,
    number: `PK-${next()}`,
    workOrderId: order.id,
    state: 'packed',
    rolls: 1,
    netKg: 200,
    packedAt: at('12:30'),
  })
  p.plant.clock.set(at('12:40'))
  await switched(p, order, 'pause')
  const told = await progressOf(order)
  expect(told.events.map((e) => [e.kind, e.at, e.kg, e.count])).toEqual([
    ['started', at('10:00'), null, null],
    ['fed', at('10:05'), 150, 2],
    ['fed', at('11:10'), 70, 1],
    ['doffed', at('11:20'), 480, 1],
    ['stopped', at('11:40'), null, null],
    ['doffed', at('12:00'), 0, 1],
    ['slit', at('12:00'), 220, 2],
    ['downgraded', at('12:00'), 20, 1],
    ['packed', at('12:30'), 200, 1],
    ['paused', at('12:40'), null, null],
  ])
  expect(told.events.at(-1)).toMatchObject({ label: '等料', endsAt: null })
  expect(told.hours).toEqual([{ from: at('12:00'), goodKg: 200, downgradedKg: 20 }])
  p.plant.clock.set(at('10:00'))
})

test('hour and timeline count of a downgraded roll the metres that are, as the order does', async () => {
  const [order, here] = [await newOrder(p), await newLine(p)]
  await started(p, order, here.id)
  await slit(order, here.id, at('12:00'), [
    [75, 'good'],
    [75, 'downgraded'],
  ])
  await p.plant.query(
    `update slit_roll set downgrades = '[{"fromM":100,"toM":600,"grade":"downgraded","defect":"hole"}]' where work_order_id = $1 and lane = 2`,
    [order.id],
  )
  const { events, hours } = await progressOf(order)
  expect(hours).toEqual([{ from: at('12:00'), goodKg: 142.5, downgradedKg: 7.5 }])
  expect(events.filter((e) => e.kind === 'downgraded').map((e) => [e.at, e.kg, e.count])).toEqual([
    [at('12:00'), 7.5, 1],
  ])
})

describe('the list', () => {
  test('shows open orders by plan, those of other states when asked', async () => {
    const [planned, done, here] = [await newOrder(p), await newOrder(p), await newLine(p)]
    await started(p, done, here.id)
    await switched(p, done, 'finish')
    expect((await listed({})).map((o) => o.id)).toContain(planned.id)
    expect((await listed({})).map((o) => o.id)).not.toContain(done.id)
    expect(await listed({ state: 'finished', lineId: here.id })).toMatchObject([{ id: done.id, forecastBy: 'done' }])
    expect(await listed({ keyword: done.number, state: 'finished,closed' })).toHaveLength(1)
    expect((await p.staff['prod-lead'].call(progressList, { state: 'gone' })).errno).toBe('4013')
    expect((await p.staff.maint.call(progressList, {})).errno).toBe('401')
  })
  test('late: overdue, planned after the day, or too slow to be done in time', async () => {
    const here = await newLine(p)
    const [overdue, plannedLate, night, fine, slow] = [
      await newOrder(p, { dueOn: '2026-11-18' }),
      await newOrder(p, { dueOn: '2026-11-20' }),
      await newOrder(p, { dueOn: '2026-11-20' }),
      await newOrder(p, { dueOn: '2026-11-20' }),
      await newOrder(p, { dueOn: '2026-11-20', orderedKg: 50_000 }),
    ]
    // The day it is due ends with its night shift, at eight of the next morning.
    for (const [order, from, day] of [
      [plannedLate, '06:30', '2026-11-21'],
      [night, '03:00', '2026-11-21'],
      [fine, '12:00', '2026-11-20'],
    ] as const)
      good(
        await p.staff['prod-lead'].call(placeOrder, {
          workOrderId: order.id,
          lineId: here.id,
          startsAt: at(from, day),
          endsAt: new Date(Date.parse(at(from, day)) + 2 * 3_600_000).toISOString(),
        }),
      )
    await started(p, slow, (await newLine(p)).id)
    const late = (await listed({ late: true })).map((o) => o.id)
    expect(late.sort()).toEqual([overdue.id, plannedLate.id, slow.id].sort())
    const all = await listed({})
    for (const id of [overdue, plannedLate, slow].map((o) => o.id))
      expect(all.find((o) => o.id === id)).toMatchObject({ late: true })
    for (const { id } of [night, fine])
      expect(all.find((o) => o.id === id)).toMatchObject({ late: false, dueAt: at('08:00', '2026-11-21') })
  })
  test('without a name it is the order that started last, whatever became of it', async () => {
    const order = await newOrder(p)
    p.plant.clock.set(at('15:00'))
    await started(p, order, (await newLine(p)).id)
    await switched(p, order, 'finish')
    expect(good(await p.staff['prod-lead'].call(orderProgress, {}))).toMatchObject({ id: order.id })
    expect(good(await p.staff['prod-lead'].call(orderProgress, { number: order.number }))).toMatchObject({
      id: order.id,
    })
    p.plant.clock.set(at('10:00'))
  })
})

describe('the list as a sheet', () => {
  test('holds the orders of the list with the same figures, in words, for those who may', async () => {
    const line = await newLine(p)
    const order = await newOrder(p, { orderedKg: 1000 })
    await started(p, order, line.id)
    const [shown] = (await listed({ keyword: order.number })) as { number: string; goodKg: number; percent: number }[]
    const answer = await p.staff['prod-lead'].call(progressExport, { keyword: order.number }, { language: 'en' })
    const { header, rows } = await readSheet(answer.bytes)
    const [row] = rows
    const cell = (name: string) => row?.[header.indexOf(name)]
    expect(rows).toHaveLength(1)
    expect(cell('Number')).toBe(order.number)
    expect(Number(cell('Finished good weight (kg)'))).toBe(shown?.goodKg)
    expect(Number(cell('Ordered weight (kg)'))).toBe(1000)
    expect(String(cell('State'))).toBe('Running')
    expect(header).toContain('Attention')
    expect((await p.staff.viewer.call(progressExport, {})).errno).toBe('401')
  })
})

test('a pause for a usual reason is told in the language of the reader, on the line too', async () => {
  const [order, here] = [await newOrder(p), await newLine(p)]
  await started(p, order, here.id)
  const paused = { id: order.id, action: 'pause', reason: '§orders:presets.pause.material' } as const
  expect(good(await p.staff['operator-line'].call(switchOrder, paused))).toMatchObject({
    reason: paused.reason,
    pauses: [{ reason: paused.reason }],
  })
  for (const [language, word] of [
    ['zh', '等待原料'],
    ['en', 'Waiting for material'],
  ] as const) {
    const lead = p.staff['prod-lead']
    const { events } = good(await lead.call(orderProgress, { id: order.id }, { language }))
    expect(events.at(-1)).toMatchObject({ kind: 'paused', label: word })
    const lines = good(await lead.call(lineStatus, {}, { language }))
    expect(lines.find(({ lineId }) => lineId === here.id)).toMatchObject({ state: 'standing', reason: word })
  }
})

describe('the list in an order that is asked for', () => {
  test('is sorted over all orders, not only those of the first page, as its sheet is', async () => {
    const here = await newLine(p)
    const made: string[] = []
    const numbers: string[] = []
    for (const [orderedKg, goodKg, dueOn] of [
      [1000, 500, '2026-12-03'],
      [1000, 100, '2026-12-01'],
      [1000, 900, '2026-12-02'],
    ] as const) {
      const order = await newOrder(p, { orderedKg, dueOn, lineId: here.id })
      await keep(order, goodKg, goodKg)
      made.push(order.id)
      numbers.push(order.number)
    }
    const [half, begun, nearly] = made
    const pages = async (sort: string) => {
      const found: string[] = []
      for (let after: string | null = ''; after !== null;) {
        const page: EndpointOutput<typeof progressList> = good(
          await p.staff['prod-lead'].call(progressList, {
            lineId: here.id,
            sort,
            size: 2,
            ...(after ? { after } : {}),
          }),
        )
        expect(page.total).toBe(3)
        expect(Object.values(page.refs).some((name) => name.startsWith(here.code))).toBe(true)
        found.push(...page.list.map(({ id }) => id))
        after = page.next
      }
      return found
    }
    expect(await pages('dueOn')).toEqual([begun, nearly, half])
    expect(await pages('-dueOn')).toEqual([half, nearly, begun])
    // Worked out, in no column of the table.
    expect(await pages('percent')).toEqual([begun, half, nearly])
    expect(await pages('-percent')).toEqual([nearly, half, begun])
    expect(await pages('productId')).toHaveLength(3)
    const answer = await p.staff.admin.call(progressExport, { lineId: here.id, sort: '-percent' }, { language: 'en' })
    const { header, rows } = await readSheet(answer.bytes)
    const sheet = rows.map((row) => row[header.indexOf('Number')])
    expect(sheet).toEqual([numbers[2], numbers[0], numbers[1]])
    expect((await p.staff['prod-lead'].call(progressList, { sort: 'nothing' })).errno).toBe('4013')
  })
  test('is narrowed by what lists of orders are narrowed by', async () => {
    const here = await newLine(p)
    const order = await newOrder(p, { lineId: here.id, dueOn: '2026-12-24', priority: 'urgent' })
    await newOrder(p, { lineId: here.id, dueOn: '2026-12-01' })
    const one = [order.id]
    for (const filter of [{ dueOnFrom: '2026-12-20' }, { priority: 'urgent' }, { productId: order.productId }])
      expect((await listed({ lineId: here.id, ...filter })).map(({ id }) => id)).toEqual(one)
  })
})
