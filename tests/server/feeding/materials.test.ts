import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decideLot } from '@/areas/feeding/contract/feeding-endpoints'
import { material, materialLot } from '@/areas/feeding/contract/material'
import { materialTime } from '@/areas/feeding/contract/material-time'
import { recycle } from '@/areas/feeding/contract/recycle'
import { at, good, NOW, rowOf } from '../people'
import {
  addOf,
  feedingPlant,
  into,
  newLot,
  newMaterial,
  newStandard,
  runningOrder,
  stockOf,
  type FeedingPlant,
} from './feeding-plant'

let f: FeedingPlant
beforeAll(async () => {
  f = await feedingPlant()
}, 120_000)
afterAll(() => f.plant.close())

async function fedLot() {
  const order = await runningOrder(f)
  const resin = await newMaterial(f)
  const lot = await newLot(f, resin.id)
  good(
    await f.line.call(addOf('main'), {
      workOrderId: order.id,
      lineId: order.lineId!,
      hopperId: await into(f, order),
      materialId: resin.id,
      lotId: lot.id,
      kg: 300,
    }),
  )
  return { order, resin, lot: good(await f.lead.call(materialLot.endpoints.list, { id: lot.id })).list[0]! }
}

describe('a lot', () => {
  test('comes in whole and in quarantine, whoever says otherwise', async () => {
    const resin = await newMaterial(f)
    const lot = await newLot(f, resin.id, { state: 'quarantine', kg: 750 })
    expect(lot).toMatchObject({ leftKg: 750, state: 'quarantine', decidedBy: null })
    expect(
      (
        await f.lead.call(materialLot.endpoints.create, {
          number: 'X-1',
          materialId: resin.id,
          receivedOn: '2026-11-01',
          receivedKg: 1,
          leftKg: 5,
        } as never)
      ).errno,
    ).toBe('4013')
  })
  test('is received today at the latest', async () => {
    const resin = await newMaterial(f)
    const lot = await newLot(f, resin.id)
    const tomorrow = { receivedOn: '2026-11-21' }
    const inFuture = { errno: '6000', data: { issues: [{ path: ['receivedOn'], code: 'inFuture' }] } }
    const { id, version, materialId } = lot
    const next = { number: 'X-2', materialId, receivedKg: 1, ...tomorrow }
    expect(await f.lead.call(materialLot.endpoints.create, next)).toMatchObject(inFuture)
    expect(await f.lead.call(materialLot.endpoints.update, { id, version, ...tomorrow })).toMatchObject(inFuture)
    good(await f.lead.call(materialLot.endpoints.update, { id, version, receivedOn: '2026-11-20' }))
  })
  test('moves what is left by a corrected receipt, and keeps its material once fed', async () => {
    const { lot } = await fedLot()
    expect(
      good(await f.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version, receivedKg: 1250 })),
    ).toMatchObject({ receivedKg: 1250, leftKg: 950 })
    const other = await newMaterial(f)
    expect(
      (await f.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version + 1, materialId: other.id }))
        .errno,
    ).toBe('6000')
    expect(
      (await f.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version, place: 'A1' })).errno,
    ).toBe('6000')
  })
  test('is not made stale by being fed while a form was open', async () => {
    const { order, resin, lot } = await fedLot()
    good(
      await f.line.call(addOf('main'), {
        workOrderId: order.id,
        lineId: order.lineId!,
        hopperId: await into(f, order),
        materialId: resin.id,
        lotId: lot.id,
        kg: 100,
      }),
    )
    expect(
      good(await f.lead.call(materialLot.endpoints.update, { id: lot.id, version: lot.version, place: 'B2' })),
    ).toMatchObject({ place: 'B2', leftKg: 600 })
  })
  test('that was fed cannot be deleted; its material neither; unused ones can', async () => {
    const { resin, lot } = await fedLot()
    expect((await f.lead.call(materialLot.endpoints.remove, { id: lot.id }, { language: 'en' })).errmsg).toBe(
      `Lot ${lot.number} has been fed and cannot be deleted`,
    )
    expect((await f.lead.call(material.endpoints.remove, { id: resin.id })).errno).toBe('6000')
    const free = await newMaterial(f)
    const freeLot = await newLot(f, free.id)
    expect((await f.lead.call(material.endpoints.remove, { id: free.id })).errno).toBe('6000')
    good(await f.lead.call(materialLot.endpoints.remove, { id: freeLot.id }))
    good(await f.lead.call(material.endpoints.remove, { id: free.id }))
  })
  test('a material that a standard names cannot be deleted, nor change its kind once fed', async () => {
    const order = await runningOrder(f)
    const white = await newMaterial(f, 'sub')
    await newStandard(f, order.productId, [{ materialId: white.id, minPercent: null, maxPercent: 5 }])
    expect((await f.lead.call(material.endpoints.remove, { id: white.id })).errno).toBe('6000')
    const { resin } = await fedLot()
    expect(
      (await f.lead.call(material.endpoints.update, { id: resin.id, version: resin.version, kind: 'sub' })).errno,
    ).toBe('6000')
  })
})

describe('quality decides', () => {
  test('over a lot, with a reason where one is owed', async () => {
    const lot = await newLot(f, (await newMaterial(f)).id, { state: 'quarantine' })
    const released = good(await f.quality.call(decideLot, { id: lot.id, version: lot.version, state: 'released' }))
    expect(released).toMatchObject({ state: 'released', decidedBy: f.quality.userId, decidedAt: NOW, leftKg: 1000 })
    expect((await f.quality.call(decideLot, { id: lot.id, state: 'blocked' }, { language: 'en' })).errmsg).toBe(
      `Enter the reason why lot ${lot.number} becomes "Blocked"`,
    )
    good(await f.quality.call(decideLot, { id: lot.id, state: 'blocked', reason: '黑点' }))
    expect((await f.quality.call(decideLot, { id: lot.id, state: 'blocked', reason: '黑点' })).errno).toBe('6000')
    expect(
      (await f.quality.call(decideLot, { id: lot.id, version: lot.version, state: 'released', reason: 'x' })).errno,
    ).toBe('6000')
    expect(await rowOf(f.plant, 'material_lot', lot.id)).toMatchObject({ state: 'blocked', reason: '黑点' })
  })
  test('and nobody else', async () => {
    const lot = await newLot(f, (await newMaterial(f)).id, { state: 'quarantine' })
    for (const caller of [f.line, f.lead, f.staff.viewer])
      expect((await caller.call(decideLot, { id: lot.id, state: 'released' })).errno).toBe('401')
    expect(await rowOf(f.plant, 'material_lot', lot.id)).toMatchObject({ state: 'quarantine', version: 1 })
  })
})

describe('recycled material', () => {
  test('falls on the shift it happened in; a change moves it', async () => {
    const order = await runningOrder(f)
    const row = good(
      await f.line.call(recycle.endpoints.create, {
        workOrderId: order.id,
        lineId: order.lineId!,
        kind: 'edgeTrim',
        destination: 'hopper',
        kg: 25,
        occurredAt: at('01:00'),
      }),
    )
    expect(row).toMatchObject({ businessDate: '2026-11-19', shift: 'night' })
    const moved = await f.lead.raw('PUT', `/mater/edit_recycle/${row.id}`, {
      version: row.version,
      occurredAt: at('09:00'),
      kg: 30,
    })
    expect(moved).toMatchObject({ errno: '200', data: { kg: 30, businessDate: '2026-11-20', shift: 'early' } })
    expect((await f.lead.raw('PUT', `/mater/edit_recycle/${row.id}`, { version: row.version, kg: 31 })).errno).toBe(
      '6000',
    )
  })
  test('of a closed order, or from the future, is refused', async () => {
    const order = await runningOrder(f, { state: 'closed' })
    const input = {
      workOrderId: order.id,
      lineId: order.lineId!,
      kind: 'purge' as const,
      destination: 'sold' as const,
      kg: 5,
      occurredAt: NOW,
    }
    expect((await f.line.call(recycle.endpoints.create, input)).errno).toBe('6000')
    const running = await runningOrder(f)
    expect(
      (
        await f.line.call(recycle.endpoints.create, {
          ...input,
          workOrderId: running.id,
          lineId: running.lineId!,
          occurredAt: at('10:06'),
        })
      ).errno,
    ).toBe('6000')
  })
})

test('a feeding time ends after it began, of the right kind and lot', async () => {
  const { order, resin, lot } = await fedLot()
  const input = {
    workOrderId: order.id,
    lineId: order.lineId!,
    kind: 'main' as const,
    materialId: resin.id,
    lotId: lot.id,
    startsAt: at('08:00'),
  }
  const row = good(await f.lead.call(materialTime.endpoints.create, input))
  expect(row).toMatchObject({ userId: f.lead.userId, endsAt: null })
  expect(
    (await f.lead.call(materialTime.endpoints.update, { id: row.id, version: row.version, endsAt: at('07:59') })).errno,
  ).toBe('4013')
  expect(
    good(await f.lead.call(materialTime.endpoints.update, { id: row.id, version: row.version, endsAt: at('09:00') }))
      .endsAt,
  ).toBe(at('09:00'))
  for (const path of ['startsAt', 'endsAt'] as const)
    expect(
      await f.lead.call(materialTime.endpoints.create, { ...input, [path]: at('23:00') }),
      'it ran: no material ran in the future',
    ).toMatchObject({ data: { issues: [{ path: [path], code: 'inFuture' }] } })
  expect((await f.lead.call(materialTime.endpoints.create, { ...input, kind: 'sub' })).errno).toBe('6000')
  const other = await newLot(f, (await newMaterial(f)).id)
  expect((await f.lead.call(materialTime.endpoints.create, { ...input, lotId: other.id })).errno).toBe('6000')
  expect((await f.lead.call(materialLot.endpoints.remove, { id: lot.id })).errno).toBe('6000')
  expect(await stockOf(f, lot.id)).toBe(700)
})
