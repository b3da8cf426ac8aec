import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { equipmentByCode } from '@/areas/equipment/contract/equipment-endpoints'
import { hopper } from '@/areas/equipment/contract/hopper'
import {
  counterFeed,
  feed,
  feedInfoEndpoints,
  feedListEndpoints,
  feedReportEndpoints,
  setHopper,
} from '@/areas/feeding/contract/feed'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { materialLot } from '@/areas/feeding/contract/material'
import { readSheet } from '@/server/excel/read-sheet'
import { at, countOf, good, NOW, rowOf, sync } from '../people'
import {
  addOf,
  fedOf,
  feedingPlant,
  into,
  newLot,
  newMaterial,
  newStandard,
  runningOrder,
  stockOf,
  type FeedingPlant,
  type FeedRow,
} from './feeding-plant'

let f: FeedingPlant
beforeAll(async () => {
  f = await feedingPlant()
}, 120_000)
afterAll(() => f.plant.close())

const main = addOf('main')
/** Everything a right feed of resin needs; the input of it, and what it is made of. */
async function ready(more: Parameters<typeof newLot>[2] = {}) {
  const order = await runningOrder(f)
  const resin = await newMaterial(f)
  const lot = await newLot(f, resin.id, more)
  return {
    order,
    resin,
    lot,
    input: {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await into(f, order),
      materialId: resin.id,
      lotId: lot.id,
      kg: 500,
    },
  }
}

describe('a feed', () => {
  test('goes into a hopper of its line; packing into none', async () => {
    const { input } = await ready()
    const other = await into(f, await runningOrder(f))
    const { hopperId: _own, ...without } = input
    expect(await f.line.call(main, without)).toMatchObject({
      errno: '4042',
      data: { issues: [{ path: ['hopperId'], code: 'missing' }] },
    })
    expect((await f.line.call(main, { ...input, hopperId: createUuid7() })).errno).toBe('4006')
    const wrong = await f.line.call(main, { ...input, hopperId: other }, { language: 'en' })
    expect([wrong.errno, wrong.errmsg]).toEqual([
      '6000',
      expect.stringMatching(/^Hopper HP-\d+A 料斗A does not belong to line SB-/),
    ])
    // A sentence names things as its reader does.
    const white = await newMaterial(f, 'sub', { nameEn: 'White masterbatch' })
    const kind = await f.line.call(main, { ...input, materialId: white.id, lotId: null }, { language: 'en' })
    expect(kind.errmsg).toContain('White masterbatch')
    expect(kind.errmsg).not.toContain(white.name)
    expect(await countOf(f.plant, 'feed', 'work_order_id = $1', [input.workOrderId])).toBe(0)
    const film = await newMaterial(f, 'pack')
    expect(
      good(
        await f.line.call(addOf('pack'), { ...without, lotId: null, materialId: film.id, hopperId: input.hopperId }),
      ),
    ).toMatchObject({ hopperId: null })
    good(await f.line.call(main, input))
    const lead = f.staff['maint-lead']
    const [own] = good(await lead.call(hopper.endpoints.list, { id: input.hopperId })).list
    expect((await lead.call(hopper.endpoints.remove, { id: own!.id })).errno).toBe('6000')
    expect(
      (
        await lead.call(hopper.endpoints.update, {
          id: own!.id,
          version: own!.version,
          lineId: (await runningOrder(f)).lineId!,
        })
      ).errno,
    ).toBe('6000')
    expect(
      good(
        await lead.call(hopper.endpoints.update, { id: own!.id, version: own!.version, code: 'hp-new', active: false }),
      ),
    ).toMatchObject({ code: 'HP-NEW', active: false })
    expect(good(await f.line.call(equipmentByCode, { text: 'hp:HP-NEW' }))).toMatchObject({
      kind: 'hopper',
      resource: 'hopper',
      id: own!.id,
    })
  })
  test('is one line of its shift, taken off its lot and counted to its order', async () => {
    const { order, lot, input } = await ready()
    const row = good(await f.line.call(main, { ...input, entry: 'scanned' }))
    expect(row).toMatchObject({
      kind: 'main',
      kg: 500,
      entry: 'scanned',
      fedAt: NOW,
      userId: f.line.userId,
      businessDate: '2026-11-20',
      shift: 'early',
      counterOf: null,
    })
    expect(row.team).not.toBeNull()
    expect(row.findings).toEqual([{ code: 'noStandard', limit: null, value: null }])
    expect([await stockOf(f, lot.id), await fedOf(f, order.id)]).toEqual([500, 500])
  })
  test('after midnight belongs to the day its night shift began; saved without signal, to the shift it happened in', async () => {
    const { input } = await ready()
    const [night] = await sync(f.line, [
      { op: main, body: { id: createUuid7(Date.now()), ...input }, occurredAt: at('02:00') },
    ])
    expect(night).toMatchObject({
      status: 'done',
      data: { fedAt: at('02:00'), businessDate: '2026-11-19', shift: 'night' },
    })
  })
  test('sent twice by a phone stays one line and is taken off once', async () => {
    const { lot, order, input } = await ready()
    const op = { id: createUuid7(Date.now()), op: main, body: { id: createUuid7(Date.now()), ...input } }
    const [once] = await sync(f.line, [op])
    const [again] = await sync(f.line, [op])
    expect(again).toMatchObject({ status: 'done', data: once!.data })
    expect([
      await stockOf(f, lot.id),
      await fedOf(f, order.id),
      await countOf(f.plant, 'feed', 'lot_id = $1', [lot.id]),
    ]).toEqual([500, 500, 1])
  })
  test('twenty at once leave lot and order exact', async () => {
    const { lot, order, input } = await ready()
    const all = await Promise.all(Array.from({ length: 20 }, () => f.line.call(main, { ...input, kg: 12.345 })))
    expect(all.map((a) => a.errno)).toEqual(Array(20).fill('200'))
    expect([await stockOf(f, lot.id), await fedOf(f, order.id)]).toEqual([1000 - 246.9, 246.9])
  })
  test("into another material's hopper is for a lead, with a reason that is kept", async () => {
    const { input, lot } = await ready()
    const [into] = good(await f.staff['maint-lead'].call(hopper.endpoints.list, { id: input.hopperId })).list
    good(
      await f.staff['maint-lead'].call(hopper.endpoints.update, { id: into!.id, version: into!.version, takes: 'sub' }),
    )
    const reason = '色母料斗清空，临时加主料'
    for (const [who, said] of [
      [f.line, null],
      [f.line, reason],
      [f.lead, null],
    ] as const)
      expect(await who.call(main, { ...input, reason: said }, { language: 'en' })).toMatchObject({
        errno: '6000',
        errmsg: expect.stringContaining('is for Additive'),
      })
    expect(await countOf(f.plant, 'feed', 'lot_id = $1', [lot.id])).toBe(0)
    const row = good(await f.lead.call(main, { ...input, reason }))
    expect(row).toMatchObject({ reason, hopperId: into!.id })
    expect(row.findings.map(({ code }) => code)).toContain('otherUse')
    // The same by the winder's tablet.
    expect((await f.line.call(setHopper, input)).errno).toBe('6000')
  })
  test('of more than three hoppers at once is a slip of weight', async () => {
    const { input, order, lot } = await ready({ kg: 20_000_000 })
    const fed = async (kg: number) => f.line.call(main, { ...input, kg }, { language: 'en' })
    // A hopper holds 3,000 kg unless the plant or the hopper says otherwise.
    expect(await fed(10_000_000)).toMatchObject({
      errno: '6000',
      errmsg: expect.stringMatching(/10,?000,?000 kg.*3,?000 kg/),
    })
    expect((await fed(9001)).errno).toBe('6000')
    expect([await stockOf(f, lot.id), await fedOf(f, order.id)]).toEqual([20_000_000, 0])
    good(await fed(9000))
    const [into] = good(await f.staff['maint-lead'].call(hopper.endpoints.list, { id: input.hopperId })).list
    good(
      await f.staff['maint-lead'].call(hopper.endpoints.update, {
        id: into!.id,
        version: into!.version,
        capacityKg: 10_000,
      }),
    )
    good(await fed(30_000))
  })
  test('of more than is left needs a reason, is kept with a finding, and the stock says so', async () => {
    const { lot, input } = await ready({ kg: 100 })
    expect(await f.line.call(main, { ...input, kg: 130 }, { language: 'en' })).toMatchObject({
      errno: '6000',
      errmsg: expect.stringMatching(/100 kg.*130 kg/),
    })
    expect(await stockOf(f, lot.id)).toBe(100)
    const row = good(await f.line.call(main, { ...input, kg: 130, reason: '标签少写了一袋' }))
    expect(row.reason).toBe('标签少写了一袋')
    const below = good(await f.lead.call(materialLot.endpoints.list, { leftKgTo: -0.001, size: 500 }))
    expect(below.list.map(({ id }) => id)).toContain(lot.id)
    expect(below.list.every(({ leftKg }) => leftKg < 0)).toBe(true)
    expect(row.findings).toContainEqual({ code: 'moreThanLeft', limit: 100, value: 130 })
    expect(await stockOf(f, lot.id)).toBe(-30)
  })
  test('of packing is not part of the web', async () => {
    const order = await runningOrder(f)
    const film = await newMaterial(f, 'pack')
    const row = good(
      await f.line.call(addOf('pack'), { workOrderId: order.id, lineId: order.lineId!, materialId: film.id, kg: 20 }),
    )
    expect([row.kind, await fedOf(f, order.id)]).toEqual(['pack', 0])
  })
  test('from the winder takes the kind of its material', async () => {
    const { input } = await ready()
    expect(good(await f.line.call(setHopper, input)).kind).toBe('main')
  })

  test.each<[string, (r: Awaited<ReturnType<typeof ready>>) => Promise<object> | object, string, RegExp]>([
    ['nothing', () => ({ kg: 0 }), '6000', /must be above 0 kg/],
    ['less than nothing', () => ({ kg: -5 }), '4013', /parameter/i],
    ['no lot', () => ({ lotId: null }), '6000', /needs a lot/],
    ['an unknown lot', () => ({ lotId: createUuid7(5) }), '4006', /lot/],
    ['an unknown order', () => ({ workOrderId: createUuid7(5) }), '4006', /order/],
    ['an unknown line', async () => ({ workOrderId: (await freeOrder()).id, lineId: createUuid7(5) }), '4006', /exist/],
    [
      'a lot of another material',
      async () => ({ lotId: (await newLot(f, (await newMaterial(f)).id)).id }),
      '6000',
      /not a lot of material/,
    ],
    [
      'a material of another kind',
      async () => ({ materialId: (await newMaterial(f, 'sub')).id, lotId: null }),
      '6000',
      /another kind/,
    ],
    [
      'a planned order',
      async () => ({ workOrderId: (await runningOrder(f, { state: 'planned' })).id }),
      '6000',
      /runs on|nothing can be fed/,
    ],
    [
      'a closed order',
      async ({ order }) => {
        await f.plant.query(`update work_order set state = 'closed' where id = $1`, [order.id])
        return {}
      },
      '6000',
      /is "Closed"/i,
    ],
    ['an order of another line', async () => ({ lineId: (await runningOrder(f)).lineId }), '6000', /choose that line/],
    [
      'a blocked lot',
      async ({ resin }) => ({ lotId: (await newLot(f, resin.id, { state: 'blocked' })).id }),
      '6000',
      /blocked lot .*检验/,
    ],
    [
      'a lot in quarantine',
      async ({ resin }) => ({ lotId: (await newLot(f, resin.id, { state: 'quarantine' })).id }),
      '6000',
      /not released/,
    ],
    [
      'a lot that expired today',
      async ({ resin }) => ({ lotId: (await newLot(f, resin.id, { expiresOn: '2026-11-20' })).id }),
      '6000',
      /expired on 2026-11-20/,
    ],
    ['kg with too many decimals', () => ({ kg: 1.23456 }), '4013', /parameter/i],
  ])('with %s is refused and changes nothing', async (_what, wrong, errno, sentence) => {
    const base = await ready()
    const more = await wrong(base)
    const before = await countOf(f.plant, 'feed')
    const answer = await f.line.call(main, { ...base.input, ...more } as never, { language: 'en' })
    expect(answer.errno).toBe(errno)
    expect(answer.errmsg).toMatch(sentence)
    expect([await countOf(f.plant, 'feed'), await stockOf(f, base.lot.id), await fedOf(f, base.order.id)]).toEqual([
      before,
      1000,
      0,
    ])
  })
  const freeOrder = async () => {
    const order = await runningOrder(f)
    await f.plant.query('update work_order set line_id = null where id = $1', [order.id])
    return order
  }

  test('of a lot under concession, to a paused order, is let through', async () => {
    const order = await runningOrder(f, { state: 'paused' })
    const resin = await newMaterial(f)
    const lot = await newLot(f, resin.id, { state: 'concession' })
    expect(
      (
        await f.line.call(main, {
          workOrderId: order.id,
          lineId: order.lineId!,
          hopperId: await into(f, order),
          materialId: resin.id,
          lotId: lot.id,
          kg: 1,
        })
      ).errno,
    ).toBe('200')
  })
  test('made before its lot was blocked and its order ended arrives later: kept, and marked', async () => {
    const { order, lot, input } = await ready()
    good(await f.quality.call(decideLot, { id: lot.id, state: 'blocked', reason: '黑点' }))
    await f.plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      order.id,
      at('09:30'),
    ])
    const send = (occurredAt: string) =>
      sync(f.line, [{ op: main, body: { id: createUuid7(Date.now()), ...input }, occurredAt }])
    const [early] = await send(at('09:00'))
    expect(early).toMatchObject({
      status: 'done',
      data: { findings: expect.arrayContaining([expect.objectContaining({ code: 'blockedSince' })]) as unknown },
    })
    const [late] = await send(at('09:45'))
    expect(late).toMatchObject({ status: 'refused', errno: '6000' })
    expect(await fedOf(f, order.id)).toBe(500)
  })
  test('is not for a viewer, quality or a stranger', async () => {
    const { input } = await ready()
    for (const caller of [f.staff.viewer, f.staff.quality, f.plant.stranger])
      expect((await caller.call(main, input)).errno).not.toBe('200')
  })
})

describe('ratios', () => {
  const white = async (more: Parameters<typeof newStandard>[3] = {}) => {
    const base = await ready()
    const batch = await newMaterial(f, 'sub')
    const lot = await newLot(f, batch.id)
    await newStandard(f, base.order.productId, [{ materialId: batch.id, minPercent: 0.5, maxPercent: 5 }], more)
    good(await f.line.call(main, base.input))
    const feedWhite = async (kg: number): Promise<FeedRow> =>
      good(
        await f.line.call(addOf('sub'), {
          ...base.input,
          hopperId: await into(f, base.order, 'B'),
          materialId: batch.id,
          lotId: lot.id,
          kg,
        }),
      )
    return { ...base, feedWhite, batch }
  }
  test('within the newest approved standard say nothing, above it warn with limit and value', async () => {
    const { feedWhite } = await white()
    expect((await feedWhite(20)).findings).toEqual([])
    expect((await feedWhite(20)).findings).toEqual([{ code: 'aboveRatio', limit: 5, value: 7.407 }])
  })
  test('of the standard the order runs by are judged, though it was made for another line', async () => {
    const { feedWhite, order } = await white({ lineId: (await runningOrder(f)).lineId! })
    expect((await feedWhite(20)).findings.map((x) => x.code)).toEqual(['noStandard'])
    await f.plant.query(
      'update work_order set process_standard_id = (select id from process_standard where product_id = $2) where id = $1',
      [order.id, order.productId],
    )
    expect((await feedWhite(20)).findings).toEqual([{ code: 'aboveRatio', limit: 5, value: 7.407 }])
  })
  test.each([
    ['not approved', { state: 'notApproved' }],
    ['of an older version', { newest: false }],
  ])('of a standard %s are not judged: there is none', async (_what, more) => {
    const { feedWhite } = await white(more)
    expect((await feedWhite(20)).findings.map((x) => x.code)).toEqual(['noStandard'])
  })
  test('show beside what was used of an order, by material and lot', async () => {
    const { feedWhite, order, batch } = await white()
    await feedWhite(20)
    const infoOf = (kind: string) => feedInfoEndpoints.find((i) => i.kind === kind)!.endpoint
    expect(good(await f.line.call(infoOf('sub'), { workOrderId: order.id }))).toEqual([
      expect.objectContaining({
        materialId: batch.id,
        kg: 20,
        lines: 1,
        percent: 3.846,
        minPercent: 0.5,
        maxPercent: 5,
        leftKg: 980,
        state: 'released',
      }),
    ])
    expect(good(await f.line.call(infoOf('main'), { workOrderId: order.id }))).toEqual([
      expect.objectContaining({ kg: 500, percent: 96.154, minPercent: null }),
    ])
  })
})

describe('a counter-line', () => {
  test('gives back what it takes back, in the shift of its line, never more than is left of it', async () => {
    const { order, lot, input } = await ready()
    const line = good(await f.line.call(main, input))
    f.plant.clock.set('2026-11-20T12:00:00.000Z')
    const part = good(await f.line.call(counterFeed, { id: line.id, kg: 120.5, reason: '称重错误' }))
    f.plant.clock.set(NOW)
    expect(part).toMatchObject({
      kg: -120.5,
      counterOf: line.id,
      reason: '称重错误',
      businessDate: line.businessDate,
      shift: line.shift,
      team: line.team,
      lotId: lot.id,
    })
    expect([await stockOf(f, lot.id), await fedOf(f, order.id)]).toEqual([620.5, 379.5])
    const more = await f.line.call(counterFeed, { id: line.id, kg: 380, reason: 'x' }, { language: 'en' })
    expect([more.errno, more.errmsg]).toEqual(['6000', 'Only 379.5 kg of this feed can still be reversed, not 380 kg'])
    expect(good(await f.line.call(counterFeed, { id: line.id, reason: 'x' })).kg).toBe(-379.5)
    expect((await f.line.call(counterFeed, { id: line.id, reason: 'x' }, { language: 'en' })).errmsg).toMatch(
      /already been fully reversed/,
    )
    expect([await stockOf(f, lot.id), await fedOf(f, order.id)]).toEqual([1000, 0])
    expect(await rowOf(f.plant, 'feed', line.id)).toMatchObject({ kg: 500, version: 1 })
  })
  test('of a counter-line, without a reason, or of a closed order is refused', async () => {
    const { order, input } = await ready()
    const line = good(await f.line.call(main, input))
    const counter = good(await f.line.call(counterFeed, { id: line.id, kg: 1, reason: 'x' }))
    expect((await f.line.call(counterFeed, { id: counter.id, reason: 'x' })).errno).toBe('6000')
    expect((await f.line.call(counterFeed, { id: line.id } as never)).errno).toBe('4042')
    expect((await f.line.call(counterFeed, { id: createUuid7(9), reason: 'x' })).errno).toBe('4006')
    await f.plant.query(`update work_order set state = 'closed' where id = $1`, [order.id])
    expect((await f.line.call(counterFeed, { id: line.id, reason: 'x' })).errno).toBe('6000')
  })
  test('asked for by ten at once happens once', async () => {
    const { lot, input } = await ready()
    const line = good(await f.line.call(main, input))
    const all = await Promise.all(
      Array.from({ length: 10 }, () => f.line.call(counterFeed, { id: line.id, reason: 'x' })),
    )
    expect(all.filter((a) => a.errno === '200')).toHaveLength(1)
    expect(await stockOf(f, lot.id)).toBe(1000)
  })
  test('is reached by the other address too', async () => {
    const { input } = await ready()
    const line = good(await f.line.call(main, input))
    const answer = await f.line.raw(
      'DELETE',
      `/mater/del_material/${line.id}`,
      { reason: '误扫' },
      { 'content-type': 'application/json' },
    )
    expect(answer).toMatchObject({ errno: '200', data: { kg: -500, counterOf: line.id } })
  })
})

test('lists and reports of a kind hold that kind alone', async () => {
  const { order, input } = await ready()
  good(await f.line.call(main, input))
  const film = await newMaterial(f, 'pack')
  good(await f.line.call(addOf('pack'), { workOrderId: order.id, lineId: order.lineId!, materialId: film.id, kg: 7 }))
  const counts = await Promise.all(
    feedListEndpoints.map(
      async ({ endpoint }) =>
        good((await f.line.call(endpoint, { workOrderId: order.id } as never)) as never) as { total: number },
    ),
  )
  expect(feedListEndpoints.map(({ kind }, i) => [kind, counts[i]!.total])).toEqual([
    ['main', 1],
    ['sub', 0],
    ['pack', 1],
    ['mid', 0],
    ['sur', 0],
  ])
  expect(good(await f.line.call(feed.endpoints.list, { workOrderId: order.id })).total).toBe(2)
  // After the plant's midnight it is the plant's new day, whatever the day in Greenwich; each kind's report says which it is.
  f.plant.clock.set('2026-11-20T17:00:00Z')
  const report = await f.lead.call(feedReportEndpoints[2].endpoint, { workOrderId: order.id } as never)
  f.plant.clock.set(NOW)
  expect(decodeURIComponent(String(report.headers['content-disposition']))).toContain('包材 投料记录-2026-11-21.xlsx')
  const sheet = await readSheet(report.bytes)
  expect(sheet.rows).toHaveLength(1)
  expect(JSON.stringify(sheet.rows)).toContain(film.code)
})

test('after all of this every lot holds what came in less what was fed, and every order what was fed to it', async () => {
  const lots = await f.plant.query(
    `select l.number from material_lot l where l.left_kg <> l.received_kg - coalesce((select sum(kg) from feed where lot_id = l.id), 0)`,
  )
  const orders = await f.plant.query(
    `select o.number from work_order o where o.fed_kg <> coalesce((select sum(kg) from feed where work_order_id = o.id and kind <> 'pack'), 0)`,
  )
  expect([lots, orders]).toEqual([[], []])
  expect(await countOf(f.plant, 'feed', 'counter_of is not null')).toBeGreaterThan(3)
  // No line was ever changed or removed.
  expect(await countOf(f.plant, 'operation_log', `resource = 'feed' and action <> 'insert'`)).toBe(0)
})
