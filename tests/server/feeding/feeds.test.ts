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
import { plantTime, countRows, expectOk, NOW, fetchRow, sync } from '../plant-staff'
import {
  getFeedEndpoint,
  loadFedKg,
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createProcessStandard,
  createRunningOrder,
  loadLeftKg,
  type FeedingPlant,
  type FeedRow,
} from './feeding-plant'

let feedingPlant: FeedingPlant
beforeAll(async () => {
  feedingPlant = await createFeedingPlant()
}, 120_000)
afterAll(() => feedingPlant.plant.close())

const addMainFeed = getFeedEndpoint('main')
/** Creates order, resin and lot. @returns them with the input of a valid feed */
async function prepareFeed(overrides: Parameters<typeof createLot>[2] = {}) {
  const order = await createRunningOrder(feedingPlant)
  const resin = await createMaterial(feedingPlant)
  const lot = await createLot(feedingPlant, resin.id, overrides)
  return {
    order,
    resin,
    lot,
    input: {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await findOrCreateHopper(feedingPlant, order),
      materialId: resin.id,
      lotId: lot.id,
      kg: 500,
    },
  }
}

describe('a feed', () => {
  test('goes into a hopper of its line; packing material needs no hopper', async () => {
    const { input } = await prepareFeed()
    const otherHopperId = await findOrCreateHopper(feedingPlant, await createRunningOrder(feedingPlant))
    const { hopperId: _own, ...inputWithoutHopper } = input
    expect(await feedingPlant.line.call(addMainFeed, inputWithoutHopper)).toMatchObject({
      errno: '4042',
      data: { issues: [{ path: ['hopperId'], code: 'missing' }] },
    })
    expect((await feedingPlant.line.call(addMainFeed, { ...input, hopperId: createUuid7() })).errno).toBe('4006')
    const refusal = await feedingPlant.line.call(addMainFeed, { ...input, hopperId: otherHopperId }, { language: 'en' })
    expect([refusal.errno, refusal.errmsg]).toEqual([
      '6000',
      expect.stringMatching(/^Hopper HP-\d+A 料斗A does not belong to line SB-/),
    ])
    // Messages use the names of the reader's language.
    const masterbatch = await createMaterial(feedingPlant, 'sub', { nameEn: 'White masterbatch' })
    const kind = await feedingPlant.line.call(
      addMainFeed,
      { ...input, materialId: masterbatch.id, lotId: null },
      { language: 'en' },
    )
    expect(kind.errmsg).toContain('White masterbatch')
    expect(kind.errmsg).not.toContain(masterbatch.name)
    expect(await countRows(feedingPlant.plant, 'feed', 'work_order_id = $1', [input.workOrderId])).toBe(0)
    const film = await createMaterial(feedingPlant, 'pack')
    expect(
      expectOk(
        await feedingPlant.line.call(getFeedEndpoint('pack'), {
          ...inputWithoutHopper,
          lotId: null,
          materialId: film.id,
          hopperId: input.hopperId,
        }),
      ),
    ).toMatchObject({ hopperId: null })
    expectOk(await feedingPlant.line.call(addMainFeed, input))
    const lead = feedingPlant.staff['maint-lead']
    const [usedHopper] = expectOk(await lead.call(hopper.endpoints.list, { id: input.hopperId })).list
    expect((await lead.call(hopper.endpoints.remove, { id: usedHopper!.id })).errno).toBe('6000')
    expect(
      (
        await lead.call(hopper.endpoints.update, {
          id: usedHopper!.id,
          version: usedHopper!.version,
          lineId: (await createRunningOrder(feedingPlant)).lineId!,
        })
      ).errno,
    ).toBe('6000')
    expect(
      expectOk(
        await lead.call(hopper.endpoints.update, {
          id: usedHopper!.id,
          version: usedHopper!.version,
          code: 'hp-new',
          active: false,
        }),
      ),
    ).toMatchObject({ code: 'HP-NEW', active: false })
    expect(expectOk(await feedingPlant.line.call(equipmentByCode, { text: 'hp:HP-NEW' }))).toMatchObject({
      kind: 'hopper',
      resource: 'hopper',
      id: usedHopper!.id,
    })
  })
  test('is a row of its shift, reduces its lot and adds to its order', async () => {
    const { order, lot, input } = await prepareFeed()
    const row = expectOk(await feedingPlant.line.call(addMainFeed, { ...input, entry: 'scanned' }))
    expect(row).toMatchObject({
      kind: 'main',
      kg: 500,
      entry: 'scanned',
      fedAt: NOW,
      userId: feedingPlant.line.userId,
      businessDate: '2026-11-20',
      shift: 'early',
      counterOf: null,
    })
    expect(row.team).not.toBeNull()
    expect(row.findings).toEqual([{ code: 'noStandard', limit: null, value: null }])
    expect([await loadLeftKg(feedingPlant, lot.id), await loadFedKg(feedingPlant, order.id)]).toEqual([500, 500])
  })
  test('after midnight belongs to the day on which the night shift began; an offline feed belongs to the shift in which it happened', async () => {
    const { input } = await prepareFeed()
    const [night] = await sync(feedingPlant.line, [
      { op: addMainFeed, body: { id: createUuid7(Date.now()), ...input }, occurredAt: plantTime('02:00') },
    ])
    expect(night).toMatchObject({
      status: 'done',
      data: { fedAt: plantTime('02:00'), businessDate: '2026-11-19', shift: 'night' },
    })
  })
  test('sent twice by a phone is stored once and reduces the lot once', async () => {
    const { lot, order, input } = await prepareFeed()
    const feedOp = { id: createUuid7(Date.now()), op: addMainFeed, body: { id: createUuid7(Date.now()), ...input } }
    const [firstAnswer] = await sync(feedingPlant.line, [feedOp])
    const [repeatAnswer] = await sync(feedingPlant.line, [feedOp])
    expect(repeatAnswer).toMatchObject({ status: 'done', data: firstAnswer!.data })
    expect([
      await loadLeftKg(feedingPlant, lot.id),
      await loadFedKg(feedingPlant, order.id),
      await countRows(feedingPlant.plant, 'feed', 'lot_id = $1', [lot.id]),
    ]).toEqual([500, 500, 1])
  })
  test('twenty at once keep the sums of lot and order exact', async () => {
    const { lot, order, input } = await prepareFeed()
    const all = await Promise.all(
      Array.from({ length: 20 }, () => feedingPlant.line.call(addMainFeed, { ...input, kg: 12.345 })),
    )
    expect(all.map((a) => a.errno)).toEqual(Array(20).fill('200'))
    expect([await loadLeftKg(feedingPlant, lot.id), await loadFedKg(feedingPlant, order.id)]).toEqual([
      1000 - 246.9,
      246.9,
    ])
  })
  test("into another material's hopper needs a lead and a reason, which is stored", async () => {
    const { input, lot } = await prepareFeed()
    const [usedHopper] = expectOk(
      await feedingPlant.staff['maint-lead'].call(hopper.endpoints.list, { id: input.hopperId }),
    ).list
    expectOk(
      await feedingPlant.staff['maint-lead'].call(hopper.endpoints.update, {
        id: usedHopper!.id,
        version: usedHopper!.version,
        takes: 'sub',
      }),
    )
    const reason = '色母料斗清空，临时加主料'
    for (const [who, expectedReason] of [
      [feedingPlant.line, null],
      [feedingPlant.line, reason],
      [feedingPlant.lead, null],
    ] as const)
      expect(await who.call(addMainFeed, { ...input, reason: expectedReason }, { language: 'en' })).toMatchObject({
        errno: '6000',
        errmsg: expect.stringContaining('is for Additive'),
      })
    expect(await countRows(feedingPlant.plant, 'feed', 'lot_id = $1', [lot.id])).toBe(0)
    const row = expectOk(await feedingPlant.lead.call(addMainFeed, { ...input, reason }))
    expect(row).toMatchObject({ reason, hopperId: usedHopper!.id })
    expect(row.findings.map(({ code }) => code)).toContain('otherUse')
    // The winder's tablet has the same rule.
    expect((await feedingPlant.line.call(setHopper, input)).errno).toBe('6000')
  })
  test('of more than three hoppers at once is refused as a typing error', async () => {
    const { input, order, lot } = await prepareFeed({ kg: 20_000_000 })
    const feedKg = async (kg: number) => feedingPlant.line.call(addMainFeed, { ...input, kg }, { language: 'en' })
    // A hopper holds 3,000 kg unless the plant or the hopper has another value.
    expect(await feedKg(10_000_000)).toMatchObject({
      errno: '6000',
      errmsg: expect.stringMatching(/10,?000,?000 kg.*3,?000 kg/),
    })
    expect((await feedKg(9001)).errno).toBe('6000')
    expect([await loadLeftKg(feedingPlant, lot.id), await loadFedKg(feedingPlant, order.id)]).toEqual([20_000_000, 0])
    expectOk(await feedKg(9000))
    const [usedHopper] = expectOk(
      await feedingPlant.staff['maint-lead'].call(hopper.endpoints.list, { id: input.hopperId }),
    ).list
    expectOk(
      await feedingPlant.staff['maint-lead'].call(hopper.endpoints.update, {
        id: usedHopper!.id,
        version: usedHopper!.version,
        capacityKg: 10_000,
      }),
    )
    expectOk(await feedKg(30_000))
  })
  test('of more than the lot has left needs a reason, is stored with a finding, and shows in the stock', async () => {
    const { lot, input } = await prepareFeed({ kg: 100 })
    expect(await feedingPlant.line.call(addMainFeed, { ...input, kg: 130 }, { language: 'en' })).toMatchObject({
      errno: '6000',
      errmsg: expect.stringMatching(/100 kg.*130 kg/),
    })
    expect(await loadLeftKg(feedingPlant, lot.id)).toBe(100)
    const row = expectOk(await feedingPlant.line.call(addMainFeed, { ...input, kg: 130, reason: '标签少写了一袋' }))
    expect(row.reason).toBe('标签少写了一袋')
    const negativeLots = expectOk(
      await feedingPlant.lead.call(materialLot.endpoints.list, { leftKgTo: -0.001, size: 500 }),
    )
    expect(negativeLots.list.map(({ id }) => id)).toContain(lot.id)
    expect(negativeLots.list.every(({ leftKg }) => leftKg < 0)).toBe(true)
    expect(row.findings).toContainEqual({ code: 'moreThanLeft', limit: 100, value: 130 })
    expect(await loadLeftKg(feedingPlant, lot.id)).toBe(-30)
  })
  test('of packing material does not count as web', async () => {
    const order = await createRunningOrder(feedingPlant)
    const film = await createMaterial(feedingPlant, 'pack')
    const row = expectOk(
      await feedingPlant.line.call(getFeedEndpoint('pack'), {
        workOrderId: order.id,
        lineId: order.lineId!,
        materialId: film.id,
        kg: 20,
      }),
    )
    expect([row.kind, await loadFedKg(feedingPlant, order.id)]).toEqual(['pack', 0])
  })
  test('from the winder gets the kind of its material', async () => {
    const { input } = await prepareFeed()
    expect(expectOk(await feedingPlant.line.call(setHopper, input)).kind).toBe('main')
  })

  test.each<[string, (r: Awaited<ReturnType<typeof prepareFeed>>) => Promise<object> | object, string, RegExp]>([
    ['nothing', () => ({ kg: 0 }), '6000', /must be above 0 kg/],
    ['less than nothing', () => ({ kg: -5 }), '4013', /parameter/i],
    ['no lot', () => ({ lotId: null }), '6000', /needs a lot/],
    ['an unknown lot', () => ({ lotId: createUuid7(5) }), '4006', /lot/],
    ['an unknown order', () => ({ workOrderId: createUuid7(5) }), '4006', /order/],
    [
      'an unknown line',
      async () => ({ workOrderId: (await createOrderWithoutLine()).id, lineId: createUuid7(5) }),
      '4006',
      /exist/,
    ],
    [
      'a lot of another material',
      async () => ({ lotId: (await createLot(feedingPlant, (await createMaterial(feedingPlant)).id)).id }),
      '6000',
      /not a lot of material/,
    ],
    [
      'a material of another kind',
      async () => ({ materialId: (await createMaterial(feedingPlant, 'sub')).id, lotId: null }),
      '6000',
      /another kind/,
    ],
    [
      'a planned order',
      async () => ({ workOrderId: (await createRunningOrder(feedingPlant, { state: 'planned' })).id }),
      '6000',
      /runs on|nothing can be fed/,
    ],
    [
      'a closed order',
      async ({ order }) => {
        await feedingPlant.plant.query(`update work_order set state = 'closed' where id = $1`, [order.id])
        return {}
      },
      '6000',
      /is "Closed"/i,
    ],
    [
      'an order of another line',
      async () => ({ lineId: (await createRunningOrder(feedingPlant)).lineId }),
      '6000',
      /choose that line/,
    ],
    [
      'a blocked lot',
      async ({ resin }) => ({ lotId: (await createLot(feedingPlant, resin.id, { state: 'blocked' })).id }),
      '6000',
      /blocked lot .*检验/,
    ],
    [
      'a lot in quarantine',
      async ({ resin }) => ({ lotId: (await createLot(feedingPlant, resin.id, { state: 'quarantine' })).id }),
      '6000',
      /not released/,
    ],
    [
      'a lot that expired today',
      async ({ resin }) => ({ lotId: (await createLot(feedingPlant, resin.id, { expiresOn: '2026-11-20' })).id }),
      '6000',
      /expired on 2026-11-20/,
    ],
    ['kg with too many decimals', () => ({ kg: 1.23456 }), '4013', /parameter/i],
  ])('with %s is refused and changes nothing', async (_what, buildWrongInput, errno, sentence) => {
    const validFeed = await prepareFeed()
    const wrongFields = await buildWrongInput(validFeed)
    const countBefore = await countRows(feedingPlant.plant, 'feed')
    const answer = await feedingPlant.line.call(addMainFeed, { ...validFeed.input, ...wrongFields } as never, {
      language: 'en',
    })
    expect(answer.errno).toBe(errno)
    expect(answer.errmsg).toMatch(sentence)
    expect([
      await countRows(feedingPlant.plant, 'feed'),
      await loadLeftKg(feedingPlant, validFeed.lot.id),
      await loadFedKg(feedingPlant, validFeed.order.id),
    ]).toEqual([countBefore, 1000, 0])
  })
  const createOrderWithoutLine = async () => {
    const order = await createRunningOrder(feedingPlant)
    await feedingPlant.plant.query('update work_order set line_id = null where id = $1', [order.id])
    return order
  }

  test('of a lot under concession to a paused order is accepted', async () => {
    const order = await createRunningOrder(feedingPlant, { state: 'paused' })
    const resin = await createMaterial(feedingPlant)
    const lot = await createLot(feedingPlant, resin.id, { state: 'concession' })
    expect(
      (
        await feedingPlant.line.call(addMainFeed, {
          workOrderId: order.id,
          lineId: order.lineId!,
          hopperId: await findOrCreateHopper(feedingPlant, order),
          materialId: resin.id,
          lotId: lot.id,
          kg: 1,
        })
      ).errno,
    ).toBe('200')
  })
  test('made before its lot was blocked and its order ended is accepted late and marked', async () => {
    const { order, lot, input } = await prepareFeed()
    expectOk(await feedingPlant.quality.call(decideLot, { id: lot.id, state: 'blocked', reason: '黑点' }))
    await feedingPlant.plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      order.id,
      plantTime('09:30'),
    ])
    const sendFromPhone = (occurredAt: string) =>
      sync(feedingPlant.line, [{ op: addMainFeed, body: { id: createUuid7(Date.now()), ...input }, occurredAt }])
    const [earlyAnswer] = await sendFromPhone(plantTime('09:00'))
    expect(earlyAnswer).toMatchObject({
      status: 'done',
      data: { findings: expect.arrayContaining([expect.objectContaining({ code: 'blockedSince' })]) as unknown },
    })
    const [lateAnswer] = await sendFromPhone(plantTime('09:45'))
    expect(lateAnswer).toMatchObject({ status: 'refused', errno: '6000' })
    expect(await loadFedKg(feedingPlant, order.id)).toBe(500)
  })
  test('precedes its order by the preparation of 12 h at most, unless a person gives a reason', async () => {
    // The order began on 20 November at 06:00.
    const { order, lot, input } = await prepareFeed()
    const sendFromPhone = (occurredAt: string, more: object = {}) =>
      sync(feedingPlant.line, [
        { op: addMainFeed, body: { id: createUuid7(Date.now()), ...input, ...more, occurredAt }, occurredAt },
      ])
    const [twoDaysEarly] = await sendFromPhone(plantTime('09:00', '2026-11-18'))
    expect(twoDaysEarly).toMatchObject({ status: 'refused', errno: '6000' })
    const early = await feedingPlant.line.call(
      addMainFeed,
      { ...input, occurredAt: plantTime('17:59', '2026-11-19') },
      { language: 'en' },
    )
    expect(early.errno).toBe('6000')
    expect(early.errmsg).toMatch(new RegExp(`^Order ${order.number} began at .*06:00.*17:59.*12 h earlier`))
    expect(early.errmsg).toContain('wrong clock')
    expect(await countRows(feedingPlant.plant, 'feed', 'lot_id = $1', [lot.id])).toBe(0)

    const prepared = expectOk(
      await feedingPlant.line.call(addMainFeed, { ...input, kg: 100, occurredAt: plantTime('18:00', '2026-11-19') }),
    )
    expect(prepared.findings.map(({ code }) => code)).not.toContain('fedBeforeStart')
    const [explained] = await sendFromPhone(plantTime('09:00', '2026-11-18'), { kg: 100, reason: '开单补录晚了' })
    expect(explained).toMatchObject({
      status: 'done',
      data: { findings: expect.arrayContaining([expect.objectContaining({ code: 'fedBeforeStart' })]) as unknown },
    })
    expect(await loadLeftKg(feedingPlant, lot.id)).toBe(800)
  })
  test('is refused for a viewer, quality and a stranger', async () => {
    const { input } = await prepareFeed()
    for (const caller of [feedingPlant.staff.viewer, feedingPlant.staff.quality, feedingPlant.plant.stranger])
      expect((await caller.call(addMainFeed, input)).errno).not.toBe('200')
  })
})

describe('ratios', () => {
  const prepareMasterbatch = async (overrides: Parameters<typeof createProcessStandard>[3] = {}) => {
    const validFeed = await prepareFeed()
    const batch = await createMaterial(feedingPlant, 'sub')
    const lot = await createLot(feedingPlant, batch.id)
    await createProcessStandard(
      feedingPlant,
      validFeed.order.productId,
      [{ materialId: batch.id, minPercent: 0.5, maxPercent: 5 }],
      overrides,
    )
    expectOk(await feedingPlant.line.call(addMainFeed, validFeed.input))
    const feedMasterbatch = async (kg: number): Promise<FeedRow> =>
      expectOk(
        await feedingPlant.line.call(getFeedEndpoint('sub'), {
          ...validFeed.input,
          hopperId: await findOrCreateHopper(feedingPlant, validFeed.order, 'B'),
          materialId: batch.id,
          lotId: lot.id,
          kg,
        }),
      )
    return { ...validFeed, feedMasterbatch, batch }
  }
  test('within the newest approved standard give no warning, above it warn with limit and value', async () => {
    const { feedMasterbatch } = await prepareMasterbatch()
    expect((await feedMasterbatch(20)).findings).toEqual([])
    expect((await feedMasterbatch(20)).findings).toEqual([{ code: 'aboveRatio', limit: 5, value: 7.407 }])
  })
  test('are judged by the order’s standard, even if it was made for another line', async () => {
    const { feedMasterbatch, order } = await prepareMasterbatch({
      lineId: (await createRunningOrder(feedingPlant)).lineId!,
    })
    expect((await feedMasterbatch(20)).findings.map((x) => x.code)).toEqual(['noStandard'])
    await feedingPlant.plant.query(
      'update work_order set process_standard_id = (select id from process_standard where product_id = $2) where id = $1',
      [order.id, order.productId],
    )
    expect((await feedMasterbatch(20)).findings).toEqual([{ code: 'aboveRatio', limit: 5, value: 7.407 }])
  })
  test.each([
    ['not approved', { state: 'notApproved' }],
    ['of an older version', { newest: false }],
  ])('with a standard %s are not judged', async (_what, more) => {
    const { feedMasterbatch } = await prepareMasterbatch(more)
    expect((await feedMasterbatch(20)).findings.map((x) => x.code)).toEqual(['noStandard'])
  })
  test('are shown with the order’s use by material and lot', async () => {
    const { feedMasterbatch, order, batch } = await prepareMasterbatch()
    await feedMasterbatch(20)
    const getInfoEndpoint = (kind: string) => feedInfoEndpoints.find((i) => i.kind === kind)!.endpoint
    expect(expectOk(await feedingPlant.line.call(getInfoEndpoint('sub'), { workOrderId: order.id }))).toEqual([
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
    expect(expectOk(await feedingPlant.line.call(getInfoEndpoint('main'), { workOrderId: order.id }))).toEqual([
      expect.objectContaining({ kg: 500, percent: 96.154, minPercent: null }),
    ])
  })
})

describe('a counter feed', () => {
  test('returns material to its lot, in the shift of the original feed, never more than the rest of that feed', async () => {
    const { order, lot, input } = await prepareFeed()
    const line = expectOk(await feedingPlant.line.call(addMainFeed, input))
    feedingPlant.plant.clock.set('2026-11-20T12:00:00.000Z')
    const partialCounter = expectOk(
      await feedingPlant.line.call(counterFeed, { id: line.id, kg: 120.5, reason: '称重错误' }),
    )
    feedingPlant.plant.clock.set(NOW)
    expect(partialCounter).toMatchObject({
      kg: -120.5,
      counterOf: line.id,
      reason: '称重错误',
      businessDate: line.businessDate,
      shift: line.shift,
      team: line.team,
      lotId: lot.id,
    })
    expect([await loadLeftKg(feedingPlant, lot.id), await loadFedKg(feedingPlant, order.id)]).toEqual([620.5, 379.5])
    const excessAnswer = await feedingPlant.line.call(
      counterFeed,
      { id: line.id, kg: 380, reason: 'x' },
      { language: 'en' },
    )
    expect([excessAnswer.errno, excessAnswer.errmsg]).toEqual([
      '6000',
      'Only 379.5 kg of this feed can still be reversed, not 380 kg',
    ])
    expect(expectOk(await feedingPlant.line.call(counterFeed, { id: line.id, reason: 'x' })).kg).toBe(-379.5)
    expect(
      (await feedingPlant.line.call(counterFeed, { id: line.id, reason: 'x' }, { language: 'en' })).errmsg,
    ).toMatch(/already been fully reversed/)
    expect([await loadLeftKg(feedingPlant, lot.id), await loadFedKg(feedingPlant, order.id)]).toEqual([1000, 0])
    expect(await fetchRow(feedingPlant.plant, 'feed', line.id)).toMatchObject({ kg: 500, version: 1 })
  })
  test('is refused for another counter feed, without a reason, and for a closed order', async () => {
    const { order, input } = await prepareFeed()
    const line = expectOk(await feedingPlant.line.call(addMainFeed, input))
    const counter = expectOk(await feedingPlant.line.call(counterFeed, { id: line.id, kg: 1, reason: 'x' }))
    expect((await feedingPlant.line.call(counterFeed, { id: counter.id, reason: 'x' })).errno).toBe('6000')
    expect((await feedingPlant.line.call(counterFeed, { id: line.id } as never)).errno).toBe('4042')
    expect((await feedingPlant.line.call(counterFeed, { id: createUuid7(9), reason: 'x' })).errno).toBe('4006')
    await feedingPlant.plant.query(`update work_order set state = 'closed' where id = $1`, [order.id])
    expect((await feedingPlant.line.call(counterFeed, { id: line.id, reason: 'x' })).errno).toBe('6000')
  })
  test('requested by ten at once happens once', async () => {
    const { lot, input } = await prepareFeed()
    const line = expectOk(await feedingPlant.line.call(addMainFeed, input))
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => feedingPlant.line.call(counterFeed, { id: line.id, reason: 'x' })),
    )
    expect(answers.filter((a) => a.errno === '200')).toHaveLength(1)
    expect(await loadLeftKg(feedingPlant, lot.id)).toBe(1000)
  })
  test('is available at its second address', async () => {
    const { input } = await prepareFeed()
    const line = expectOk(await feedingPlant.line.call(addMainFeed, input))
    const answer = await feedingPlant.line.raw(
      'DELETE',
      `/mater/del_material/${line.id}`,
      { reason: '误扫' },
      { 'content-type': 'application/json' },
    )
    expect(answer).toMatchObject({ errno: '200', data: { kg: -500, counterOf: line.id } })
  })
})

test('lists and reports of a material kind hold that kind only', async () => {
  const { order, input } = await prepareFeed()
  expectOk(await feedingPlant.line.call(addMainFeed, input))
  const film = await createMaterial(feedingPlant, 'pack')
  expectOk(
    await feedingPlant.line.call(getFeedEndpoint('pack'), {
      workOrderId: order.id,
      lineId: order.lineId!,
      materialId: film.id,
      kg: 7,
    }),
  )
  const counts = await Promise.all(
    feedListEndpoints.map(
      async ({ endpoint }) =>
        expectOk((await feedingPlant.line.call(endpoint, { workOrderId: order.id } as never)) as never) as {
          total: number
        },
    ),
  )
  expect(feedListEndpoints.map(({ kind }, i) => [kind, counts[i]!.total])).toEqual([
    ['main', 1],
    ['sub', 0],
    ['pack', 1],
    ['mid', 0],
    ['sur', 0],
  ])
  expect(expectOk(await feedingPlant.line.call(feed.endpoints.list, { workOrderId: order.id })).total).toBe(2)
  // After the plant's midnight the new plant day counts, not the UTC day; each kind's report names its day.
  feedingPlant.plant.clock.set('2026-11-20T17:00:00Z')
  const report = await feedingPlant.lead.call(feedReportEndpoints[2].endpoint, { workOrderId: order.id } as never)
  feedingPlant.plant.clock.set(NOW)
  expect(decodeURIComponent(String(report.headers['content-disposition']))).toContain('包材 投料记录-2026-11-21.xlsx')
  const sheet = await readSheet(report.bytes)
  expect(sheet.rows).toHaveLength(1)
  expect(JSON.stringify(sheet.rows)).toContain(film.code)
})

test('after all tests every lot equals receipts less feeds, and every order the sum of its feeds', async () => {
  const lots = await feedingPlant.plant.query(
    `select l.number from material_lot l where l.left_kg <> l.received_kg - coalesce((select sum(kg) from feed where lot_id = l.id), 0)`,
  )
  const orders = await feedingPlant.plant.query(
    `select o.number from work_order o where o.fed_kg <> coalesce((select sum(kg) from feed where work_order_id = o.id and kind <> 'pack'), 0)`,
  )
  expect([lots, orders]).toEqual([[], []])
  expect(await countRows(feedingPlant.plant, 'feed', 'counter_of is not null')).toBeGreaterThan(3)
  // No feed row was changed or removed.
  expect(await countRows(feedingPlant.plant, 'operation_log', `resource = 'feed' and action <> 'insert'`)).toBe(0)
})
