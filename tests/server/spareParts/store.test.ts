import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { moveStock, sparePart, stockWarnings } from '@/areas/spareParts/contract/spare-part'
import { readSheet } from '@/server/excel/read-sheet'
import { buildWorkbook } from '../equipment/machines'
import type { TestPlant } from '../harness'
import {
  countRows,
  expectOk,
  createPart,
  collectNotices,
  NOW,
  fetchRow,
  createStaffedPlant,
  sync,
  type Staff,
} from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const move = (partId: string, kind: 'in' | 'out' | 'count', quantity: number, more: object = {}) =>
  staff['maint-lead'].call(moveStock, { partId, kind, quantity, occurredAt: NOW, ...more })
describe('stock of spare parts', () => {
  test('follows its movements; reaching the minimum warns once', async () => {
    const heard = collectNotices(plant)
    const part = await createPart(staff, 5)
    expect(expectOk(await move(part.id, 'out', 2))).toMatchObject({
      quantityAfter: 3,
      userId: staff['maint-lead'].userId,
    })
    expect(heard.filter((n) => n.id === part.id)).toEqual([])
    expectOk(await move(part.id, 'out', 1))
    expectOk(await move(part.id, 'out', 1))
    expect(heard.filter((n) => n.id === part.id)).toEqual([
      {
        notice: 'stockLow',
        id: part.id,
        title: { zh: `${part.code} ${part.name} 2 个`, en: `${part.code} ${part.name} 2 个` },
        keys: ['sparePartsWarningView', 'spareManagementMove'],
      },
    ])
    expectOk(await move(part.id, 'in', 9))
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 10, low: false })
  })
  test.each([
    ['more than there is', 'out', 6, '6000'],
    ['nothing', 'out', 0, '6000'],
    ['a negative receipt', 'in', -1, '6000'],
    ['four decimals', 'in', 0.0001, '4013'],
  ] as const)('refuses %s', async (_what, kind, quantity, expected) => {
    const part = await createPart(staff, 5)
    expect((await move(part.id, kind, quantity)).errno).toBe(expected)
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 5 })
    expect(await countRows(plant, 'stock_movement', 'part_id = $1', [part.id])).toBe(1)
  })
  test('books the difference of a count, below zero if needed', async () => {
    const part = await createPart(staff, 2)
    expect(expectOk(await move(part.id, 'count', -3))).toMatchObject({ quantityAfter: -1 })
  })
  test('keeps the unit that its movements are in; another spelling is the same unit', async () => {
    const changeUnit = (part: { id: string; version: number }, unit: string) =>
      staff['maint-lead'].call(sparePart.endpoints.update, { id: part.id, version: part.version, unit } as never)
    const moved = await createPart(staff, 2, { unit: 'kg' })
    const refused = await changeUnit(moved, 't')
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringContaining('kg')])
    expectOk(await changeUnit(moved, '公斤'))
    expect(await fetchRow(plant, 'spare_part', moved.id)).toMatchObject({ unit: '公斤', quantity: 2 })
    const unused = await createPart(staff, 0, { unit: 'kg' })
    expectOk(await changeUnit(unused, 't'))
  })
  test('is shared correctly by ten concurrent withdrawals; the eleventh is refused', async () => {
    const part = await createPart(staff, 10)
    const answers = await Promise.all(Array.from({ length: 11 }, () => move(part.id, 'out', 1)))
    expect(answers.filter((a) => a.errno === '200')).toHaveLength(10)
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 0 })
  })
  test('refuses a withdrawal before the receipt, unless a reason is given; a count stays possible', async () => {
    const part = await createPart(staff, 10)
    const early = { occurredAt: '2026-11-10T02:00:00.000Z' }
    const answer = await move(part.id, 'out', 3, early)
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringContaining('时钟') as string])
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 10 })
    const op = {
      id: createUuid7(Date.now()),
      op: moveStock,
      body: { id: createUuid7(9), partId: part.id, kind: 'out', quantity: 3, ...early },
    }
    expect((await sync(staff['maint-lead'], [op]))[0]).toMatchObject({ status: 'refused', errno: '6000' })
    expectOk(await move(part.id, 'count', -1, early))
    expectOk(await move(part.id, 'out', 3, { ...early, reason: '入库补录' }))
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 6 })
  })
  test('refuses a withdrawal that leaves too little for a later one', async () => {
    const part = await createPart(staff, 0)
    for (const [kind, quantity, day] of [
      ['in', 5, '11-10'],
      ['out', 4, '11-15'],
      ['in', 10, '11-18'],
    ] as const)
      expectOk(await move(part.id, kind, quantity, { occurredAt: `2026-${day}T02:00:00.000Z` }))
    expect((await move(part.id, 'out', 2, { occurredAt: '2026-11-12T02:00:00.000Z' })).errno).toBe('6000')
    expectOk(await move(part.id, 'out', 1, { occurredAt: '2026-11-12T02:00:00.000Z' }))
  })
  test('books a movement once that a phone sends twice', async () => {
    const part = await createPart(staff, 5)
    const op = {
      id: createUuid7(Date.now()),
      op: moveStock,
      body: { id: createUuid7(7), partId: part.id, kind: 'out', quantity: 1, occurredAt: NOW },
    }
    await sync(staff['maint-lead'], [op])
    await sync(staff['maint-lead'], [op])
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ quantity: 4 })
  })
  test('needs the permission and an existing part', async () => {
    const part = await createPart(staff, 5)
    expect(
      (await staff.maint.call(moveStock, { partId: part.id, kind: 'out', quantity: 1, occurredAt: NOW })).errno,
    ).toBe('401')
    expect((await move(createUuid7(8), 'in', 1)).errno).toBe('4006')
  })
  test('may move during an edit of the part; a raised minimum warns', async () => {
    const heard = collectNotices(plant)
    const part = await createPart(staff, 5)
    expect(
      expectOk(await staff['maint-lead'].call(sparePart.endpoints.update, { id: part.id, version: 1, minimum: 5 })),
    ).toMatchObject({ minimum: 5, quantity: 5, low: true })
    expect(heard.filter((n) => n.id === part.id)).toHaveLength(1)
  })
  test('lets a part be deleted only before its first movement', async () => {
    expect(
      (await staff['maint-lead'].call(sparePart.endpoints.remove, { id: (await createPart(staff, 0)).id })).errno,
    ).toBe('200')
    const moved = await createPart(staff, 1)
    const answer = await staff['maint-lead'].call(sparePart.endpoints.remove, { id: moved.id }, { language: 'en' })
    expect([answer.errno, answer.errmsg]).toEqual([
      '6000',
      `${moved.code} ${moved.name} has movements and cannot be deleted`,
    ])
  })
  test('warnings list the emptiest part first with the order quantity, also as a workbook', async () => {
    await plant.query('truncate stock_movement, spare_part cascade')
    const [half, empty, onWay] = [
      await createPart(staff, 1),
      await createPart(staff, 0, { minimum: 4, orderUpTo: 10 }),
      await createPart(staff, 2, { onOrder: 6 }),
    ]
    await createPart(staff, 9)
    await createPart(staff, 0, { minimum: 0 })
    const list = expectOk(await staff.maint.call(stockWarnings, {}))
    expect(list.map((p) => [p.id, p.toOrder])).toEqual([
      [empty.id, 10],
      [half.id, 3],
      [onWay.id, 0],
    ])
    expect(expectOk(await staff.maint.call(stockWarnings, { keyword: half.code }))).toHaveLength(1)
    expect((await staff.quality.call(stockWarnings, {})).errno).toBe('401')
    const sheet = await readSheet((await staff['maint-lead'].raw('GET', '/spare/warnings_excel')).bytes)
    expect(sheet.header.slice(0, 2)).toEqual(['编码', '名称'])
    expect(sheet.rows.map((r) => r[0])).toEqual([empty.code, half.code, onWay.code])
  })
  test('an import sets the warning flag and leaves quantities unchanged', async () => {
    const part = await createPart(staff, 5)
    const file = await buildWorkbook(
      ['编码', '名称', '单位', '最低库存'],
      [part.code, '新名称', '个', '6'],
      ['NEW-1', '滤芯', '个', '1'],
    )
    expect(await staff['maint-lead'].upload('/spare/part_upload', file)).toMatchObject({
      errno: '200',
      data: { created: 1, updated: 1 },
    })
    expect(await fetchRow(plant, 'spare_part', part.id)).toMatchObject({ name: '新名称', low: true, quantity: 5 })
  })
})
