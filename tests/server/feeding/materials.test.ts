import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { material, materialLot, materialTime } from '@/areas/feeding/contract/material'
import { recycle } from '@/areas/feeding/contract/recycle'
import { plantTime, expectOk, NOW, fetchRow } from '../plant-staff'
import {
  getFeedEndpoint,
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createProcessStandard,
  createRunningOrder,
  loadLeftKg,
  type FeedingPlant,
} from './feeding-plant'

let feedingPlant: FeedingPlant
beforeAll(async () => {
  feedingPlant = await createFeedingPlant()
}, 120_000)
afterAll(() => feedingPlant.plant.close())

async function createFedLot() {
  const order = await createRunningOrder(feedingPlant)
  const resin = await createMaterial(feedingPlant)
  const lot = await createLot(feedingPlant, resin.id)
  expectOk(
    await feedingPlant.line.call(getFeedEndpoint('main'), {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await findOrCreateHopper(feedingPlant, order),
      materialId: resin.id,
      lotId: lot.id,
      kg: 300,
    }),
  )
  return {
    order,
    resin,
    lot: expectOk(await feedingPlant.lead.call(materialLot.endpoints.list, { id: lot.id })).list[0]!,
  }
}

describe('a lot', () => {
  test('is received complete and in quarantine, whatever the input says', async () => {
    const resin = await createMaterial(feedingPlant)
    const lot = await createLot(feedingPlant, resin.id, { state: 'quarantine', kg: 750 })
    expect(lot).toMatchObject({ leftKg: 750, state: 'quarantine', decidedBy: null })
    expect(
      (
        await feedingPlant.lead.call(materialLot.endpoints.create, {
          number: 'X-1',
          materialId: resin.id,
          receivedOn: '2026-11-01',
          receivedKg: 1,
          leftKg: 5,
        } as never)
      ).errno,
    ).toBe('4013')
  })
  test('cannot be received in the future', async () => {
    const resin = await createMaterial(feedingPlant)
    const lot = await createLot(feedingPlant, resin.id)
    const tomorrow = { receivedOn: '2026-11-21' }
    const errmsg = expect.stringContaining('到货日期') as string
    const inFuture = { errno: '6000', errmsg, data: { issues: [{ path: ['receivedOn'], code: 'inFuture' }] } }
    const { id, version, materialId } = lot
    const nextReceipt = { number: 'X-2', materialId, receivedKg: 1, ...tomorrow }
    expect(await feedingPlant.lead.call(materialLot.endpoints.create, nextReceipt)).toMatchObject(inFuture)
    expect(await feedingPlant.lead.call(materialLot.endpoints.update, { id, version, ...tomorrow })).toMatchObject(
      inFuture,
    )
    expectOk(await feedingPlant.lead.call(materialLot.endpoints.update, { id, version, receivedOn: '2026-11-20' }))
  })
  test('adjusts its rest to a corrected receipt, and keeps its material once fed', async () => {
    const { lot } = await createFedLot()
    expect(
      expectOk(
        await feedingPlant.lead.call(materialLot.endpoints.update, {
          id: lot.id,
          version: lot.version,
          receivedKg: 1250,
        }),
      ),
    ).toMatchObject({ receivedKg: 1250, leftKg: 950 })
    const otherMaterial = await createMaterial(feedingPlant)
    expect(
      (
        await feedingPlant.lead.call(materialLot.endpoints.update, {
          id: lot.id,
          version: lot.version + 1,
          materialId: otherMaterial.id,
        })
      ).errno,
    ).toBe('6000')
    expect(
      (await feedingPlant.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version, place: 'A1' }))
        .errno,
    ).toBe('6000')
  })
  test('cannot have received less than was fed from it; an overdrawn one may be corrected in part', async () => {
    const { lot } = await createFedLot()
    const getVersion = async () =>
      expectOk(await feedingPlant.lead.call(materialLot.endpoints.list, { id: lot.id })).list[0]!.version
    const change = async (receivedKg: number) =>
      feedingPlant.lead.call(
        materialLot.endpoints.update,
        { id: lot.id, version: await getVersion(), receivedKg },
        { language: 'en' },
      )
    expect(await change(299.9)).toMatchObject({
      errno: '6000',
      errmsg: `Lot ${lot.number}: 299.9 kg received would be less than the 300 kg already fed from it. Correct the feeds first if they are wrong`,
    })
    expect(expectOk(await change(300))).toMatchObject({ receivedKg: 300, leftKg: 0 })
    // Fed with a reason although the books said that nothing is left.
    await feedingPlant.plant.query(`update material_lot set left_kg = -200 where id = $1`, [lot.id])
    expect(expectOk(await change(450))).toMatchObject({ receivedKg: 450, leftKg: -50 })
    expect((await change(440)).errno).toBe('6000')
    expectOk(
      await feedingPlant.lead.call(materialLot.endpoints.update, {
        id: lot.id,
        version: await getVersion(),
        place: 'A7',
      }),
    )
  })
  test('gets no new version by a feed while a form is open', async () => {
    const { order, resin, lot } = await createFedLot()
    expectOk(
      await feedingPlant.line.call(getFeedEndpoint('main'), {
        workOrderId: order.id,
        lineId: order.lineId!,
        hopperId: await findOrCreateHopper(feedingPlant, order),
        materialId: resin.id,
        lotId: lot.id,
        kg: 100,
      }),
    )
    expect(
      expectOk(
        await feedingPlant.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version, place: 'B2' }),
      ),
    ).toMatchObject({ place: 'B2', leftKg: 600 })
  })
  test('cannot be deleted once fed, nor can its material; unused ones can', async () => {
    const { resin, lot } = await createFedLot()
    expect(
      (await feedingPlant.lead.call(materialLot.endpoints.remove, { id: lot.id }, { language: 'en' })).errmsg,
    ).toBe(`Lot ${lot.number} has been fed and cannot be deleted`)
    expect((await feedingPlant.lead.call(material.endpoints.remove, { id: resin.id })).errno).toBe('6000')
    const unusedMaterial = await createMaterial(feedingPlant)
    const unusedLot = await createLot(feedingPlant, unusedMaterial.id)
    expect((await feedingPlant.lead.call(material.endpoints.remove, { id: unusedMaterial.id })).errno).toBe('6000')
    expectOk(await feedingPlant.lead.call(materialLot.endpoints.remove, { id: unusedLot.id }))
    expectOk(await feedingPlant.lead.call(material.endpoints.remove, { id: unusedMaterial.id }))
  })
  test('a material of a standard cannot be deleted, nor change its kind once fed', async () => {
    const order = await createRunningOrder(feedingPlant)
    const masterbatch = await createMaterial(feedingPlant, 'sub')
    await createProcessStandard(feedingPlant, order.productId, [
      { materialId: masterbatch.id, minPercent: null, maxPercent: 5 },
    ])
    expect((await feedingPlant.lead.call(material.endpoints.remove, { id: masterbatch.id })).errno).toBe('6000')
    const { resin } = await createFedLot()
    expect(
      (await feedingPlant.lead.call(material.endpoints.update, { id: resin.id, version: resin.version, kind: 'sub' }))
        .errno,
    ).toBe('6000')
  })
})

describe('the quality decision', () => {
  test('releases or blocks a lot, with a reason if required', async () => {
    const lot = await createLot(feedingPlant, (await createMaterial(feedingPlant)).id, { state: 'quarantine' })
    const releasedLot = expectOk(
      await feedingPlant.quality.call(decideLot, { id: lot.id, version: lot.version, state: 'released' }),
    )
    expect(releasedLot).toMatchObject({
      state: 'released',
      decidedBy: feedingPlant.quality.userId,
      decidedAt: NOW,
      leftKg: 1000,
    })
    expect(
      (await feedingPlant.quality.call(decideLot, { id: lot.id, state: 'blocked' }, { language: 'en' })).errmsg,
    ).toBe(`Enter the reason why lot ${lot.number} becomes "Blocked"`)
    expectOk(await feedingPlant.quality.call(decideLot, { id: lot.id, state: 'blocked', reason: '黑点' }))
    expect((await feedingPlant.quality.call(decideLot, { id: lot.id, state: 'blocked', reason: '黑点' })).errno).toBe(
      '6000',
    )
    expect(
      (await feedingPlant.quality.call(decideLot, { id: lot.id, version: lot.version, state: 'released', reason: 'x' }))
        .errno,
    ).toBe('6000')
    expect(await fetchRow(feedingPlant.plant, 'material_lot', lot.id)).toMatchObject({
      state: 'blocked',
      reason: '黑点',
    })
  })
  test('is refused for everybody else', async () => {
    const lot = await createLot(feedingPlant, (await createMaterial(feedingPlant)).id, { state: 'quarantine' })
    for (const caller of [feedingPlant.line, feedingPlant.lead, feedingPlant.staff.viewer])
      expect((await caller.call(decideLot, { id: lot.id, state: 'released' })).errno).toBe('401')
    expect(await fetchRow(feedingPlant.plant, 'material_lot', lot.id)).toMatchObject({
      state: 'quarantine',
      version: 1,
    })
  })
})

describe('recycled material', () => {
  test('belongs to the shift in which it happened; a change moves it', async () => {
    const order = await createRunningOrder(feedingPlant)
    const row = expectOk(
      await feedingPlant.line.call(recycle.endpoints.create, {
        workOrderId: order.id,
        lineId: order.lineId!,
        kind: 'edgeTrim',
        destination: 'hopper',
        kg: 25,
        occurredAt: plantTime('01:00'),
      }),
    )
    expect(row).toMatchObject({ businessDate: '2026-11-19', shift: 'night' })
    const moveAnswer = await feedingPlant.lead.raw('PUT', `/mater/edit_recycle/${row.id}`, {
      version: row.version,
      occurredAt: plantTime('09:00'),
      kg: 30,
    })
    expect(moveAnswer).toMatchObject({ errno: '200', data: { kg: 30, businessDate: '2026-11-20', shift: 'early' } })
    expect(
      (await feedingPlant.lead.raw('PUT', `/mater/edit_recycle/${row.id}`, { version: row.version, kg: 31 })).errno,
    ).toBe('6000')
  })
  test('is refused for a closed order or a future time', async () => {
    const order = await createRunningOrder(feedingPlant, { state: 'closed' })
    const input = {
      workOrderId: order.id,
      lineId: order.lineId!,
      kind: 'purge' as const,
      destination: 'sold' as const,
      kg: 5,
      occurredAt: NOW,
    }
    expect((await feedingPlant.line.call(recycle.endpoints.create, input)).errno).toBe('6000')
    const running = await createRunningOrder(feedingPlant)
    expect(
      (
        await feedingPlant.line.call(recycle.endpoints.create, {
          ...input,
          workOrderId: running.id,
          lineId: running.lineId!,
          occurredAt: plantTime('10:06'),
        })
      ).errno,
    ).toBe('6000')
  })
  test('is refused long before its order began, like a feed, unless a note explains it', async () => {
    const order = await createRunningOrder(feedingPlant)
    await feedingPlant.plant.query('update work_order set started_at = $2 where id = $1', [
      order.id,
      plantTime('08:00'),
    ])
    const add = (occurredAt: string, more: object = {}) =>
      feedingPlant.line.call(
        recycle.endpoints.create,
        {
          workOrderId: order.id,
          lineId: order.lineId!,
          kind: 'startUp',
          destination: 'sold',
          kg: 5,
          occurredAt,
          ...more,
        } as never,
        { language: 'en' },
      )
    const tenDaysEarlier = plantTime('08:00', '2026-11-10')
    const answer = await add(tenDaysEarlier)
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('wrong clock') as string])
    expectOk(await add(tenDaysEarlier, { note: '开机记录补录' }))
    const startUp = expectOk(await add(plantTime('07:00')))
    const change = await feedingPlant.lead.raw('PUT', `/mater/edit_recycle/${startUp.id}`, {
      version: startUp.version,
      occurredAt: tenDaysEarlier,
    })
    expect(change.errno).toBe('6000')
  })
  test('of an order that has not begun is refused unless it is of its preparation, or a note explains it', async () => {
    const order = await createRunningOrder(feedingPlant)
    await feedingPlant.plant.query(`update work_order set state = 'released', started_at = null where id = $1`, [
      order.id,
    ])
    const add = (occurredAt: string, more: object = {}) =>
      feedingPlant.line.call(
        recycle.endpoints.create,
        {
          workOrderId: order.id,
          lineId: order.lineId!,
          kind: 'purge',
          destination: 'pellets',
          kg: 5,
          occurredAt,
          ...more,
        } as never,
        { language: 'en' },
      )
    const answer = await add(plantTime('08:00', '2026-11-10'))
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('has not begun') as string])
    expectOk(await add(plantTime('08:00', '2026-11-10'), { note: '补录' }))
    expectOk(await add(plantTime('07:00')))
  })
})

test('a feeding time ends after its begin, and needs the right kind and lot', async () => {
  const { order, resin, lot } = await createFedLot()
  const input = {
    workOrderId: order.id,
    lineId: order.lineId!,
    kind: 'main' as const,
    materialId: resin.id,
    lotId: lot.id,
    startsAt: plantTime('08:00'),
  }
  const row = expectOk(await feedingPlant.lead.call(materialTime.endpoints.create, input))
  expect(row).toMatchObject({ userId: feedingPlant.lead.userId, endsAt: null })
  expect(
    (
      await feedingPlant.lead.call(materialTime.endpoints.update, {
        id: row.id,
        version: row.version,
        endsAt: plantTime('07:59'),
      })
    ).errno,
  ).toBe('4013')
  expect(
    expectOk(
      await feedingPlant.lead.call(materialTime.endpoints.update, {
        id: row.id,
        version: row.version,
        endsAt: plantTime('09:00'),
      }),
    ).endsAt,
  ).toBe(plantTime('09:00'))
  for (const path of ['startsAt', 'endsAt'] as const)
    expect(
      await feedingPlant.lead.call(materialTime.endpoints.create, { ...input, [path]: plantTime('23:00') }),
      'it ran: no material ran in the future',
    ).toMatchObject({ data: { issues: [{ path: [path], code: 'inFuture' }] } })
  expect((await feedingPlant.lead.call(materialTime.endpoints.create, { ...input, kind: 'sub' })).errno).toBe('6000')
  const otherLot = await createLot(feedingPlant, (await createMaterial(feedingPlant)).id)
  expect((await feedingPlant.lead.call(materialTime.endpoints.create, { ...input, lotId: otherLot.id })).errno).toBe(
    '6000',
  )
  expect((await feedingPlant.lead.call(materialLot.endpoints.remove, { id: lot.id })).errno).toBe('6000')
  expect(await loadLeftKg(feedingPlant, lot.id)).toBe(700)
})
