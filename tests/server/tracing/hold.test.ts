import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { materialLot } from '@/areas/feeding/contract/material'
import { hold as holdResource, putOnHold, releaseHold } from '@/areas/rolls/contract/hold'
import { recallList, recallReport } from '@/areas/tracing/contract/recall'
import { retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { proposeCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { runPackageAction, packRolls, unpackRolls } from '@/areas/packing/contract/package-endpoints'
import { doffSet, startCutting } from '@/areas/slitting/contract/slitting-commands'
import { readSheet } from '@/server/excel/read-sheet'
import { ZipReader } from '@/server/excel/zip-reader'
import { plantTime, expectOk, collectNotices, fetchRow } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  doffJumbo,
  createSlitter,
  weighAll,
  WIDE_LANES,
  type CuttingRun,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { doffJumboRoll, startRunningOrder } from '../rolls/winder-plant'

let h: SlitterPlant
let materialId: string
beforeAll(async () => {
  h = await createSlitterPlant()
  materialId = createUuid7()
  await h.plant.query(`insert into material (site_id, id, code, name, kind) values (1, $1, 'PP', '聚丙烯', 'main')`, [
    materialId,
  ])
}, 120_000)
afterAll(() => h.plant.close())

let serial = 0
async function lotIn(...jumboIds: string[]): Promise<string> {
  const id = createUuid7()
  await h.plant.query(
    `insert into material_lot (site_id, id, number, material_id, received_on, received_kg, left_kg, state) values (1, $1, $2, $3, '2026-11-01', 1000, 1000, 'released')`,
    [id, `LOT-${++serial}`, materialId],
  )
  for (const jumboId of jumboIds) await contains(jumboId, id)
  return id
}
const contains = (jumboId: string, lotId: string) =>
  h.plant.query(`update jumbo_roll set lots = $2 where id = $1`, [
    jumboId,
    JSON.stringify([{ lotId, materialId, kg: 240 }]),
  ])
const placeHold = (kind: string, subjectId: string, more: object = {}) =>
  h.staff.quality.call(putOnHold, { kind, subjectId, reason: '黑点超标', ...more } as never)
async function holdsOf(table: string, id: string): Promise<string[]> {
  return (await fetchRow<{ holds: string[] }>(h.plant, table, id)).holds
}
async function packed(run: CuttingRun) {
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  return { set, ids: set.slit.map((r) => r.id) }
}

describe('a lot on hold', () => {
  test('includes everything that contains it and is in the plant, and nothing else', async () => {
    const run = await startCuttingRun(h)
    const { ids } = await packed(run)
    const gone = expectOk(await h.operator.call(packRolls, { rollIds: ids.slice(0, 1), close: true }))
    expectOk(await h.operator.call(runPackageAction, { id: gone.id, action: 'ship' }))
    const inside = expectOk(await h.operator.call(packRolls, { rollIds: ids.slice(1, 3), close: true }))
    const whole = (await doffJumbo(h)).jumbo
    const other = await startCuttingRun(h)
    const free = await packed(other)
    const lotId = await lotIn(run.jumbo.id, whole.id)

    const hold = expectOk(await placeHold('materialLot', lotId))
    expect(hold).toMatchObject({ state: 'held', jumbos: 2, slitRolls: 3, packages: 1, subject: `LOT-${serial}` })
    expect(hold.number).toMatch(/^H261120-\d{2}$/)
    expect((await fetchRow<{ state: string }>(h.plant, 'material_lot', lotId)).state).toBe('blocked')
    expect(await holdsOf('slit_roll', ids[0]!)).toEqual([]) // already at the customer
    expect(await holdsOf('slit_roll', ids[3]!)).toEqual([hold.id])
    expect(await holdsOf('jumbo_roll', other.jumbo.id)).toEqual([])
    expect(await holdsOf('slit_roll', free.ids[0]!)).toEqual([])

    const refusals = [
      await h.operator.call(doffSet, { id: createUuid7(), cuttingId: run.cutting.id }, { language: 'en' }),
      await h.operator.call(packRolls, { rollIds: [ids[3]!] }, { language: 'en' }),
      await h.operator.call(runPackageAction, { id: inside.id, action: 'store', place: 'A-01' }, { language: 'en' }),
      await h.operator.call(runPackageAction, { id: inside.id, action: 'ship' }, { language: 'en' }),
      await h.operator.call(
        startCutting,
        {
          jumboRollId: whole.id,
          slitterId: (await createSlitter(h.staff)).id,
          lanes: WIDE_LANES,
          lengthM: 5000,
        } as never,
        { language: 'en' },
      ),
      await h.staff['prod-lead'].call(
        retireRoll,
        { id: whole.id, action: 'consume', reason: '整卷出售' },
        { language: 'en' },
      ),
    ]
    for (const { errno, errmsg } of refusals) {
      expect(errno).toBe('6000')
      expect(errmsg).toContain(`is on hold (${hold.number}): 黑点超标`)
    }
    // A held roll may be removed from its package, which is then free.
    const open = expectOk(
      await h.operator.call(unpackRolls, { id: inside.id, rollIds: ids.slice(1, 3), reason: '扣留' }),
    )
    expect(open.holds).toEqual([])

    const list = expectOk(await h.staff.quality.call(recallList, { kind: 'materialLot', id: lotId }))
    expect(list.rows.filter((row) => row.gone).map((row) => row.id)).toEqual([ids[0]])
    expect(new Set(list.rows.map((row) => row.id))).toEqual(new Set([run.jumbo.id, whole.id, ...ids]))
    expect(list.total).toBe(6)
    // One 75 kg roll was shipped; three others, the half of the cut jumbo and a whole one of 480 kg are here.
    expect(list.goneKg).toBe(75)
    const { number: order } = await fetchRow<{ number: string }>(h.plant, 'work_order', run.orderId)
    expect(list.customers).toMatchObject([{ order, rolls: 1, kg: 75 }])
    expect(list.goneOrders).toBe(1)
    expect(list.inPlantKg).toBe(75 + 75 + 12 + 240 + 480)
    const file = await h.staff.admin.call(recallReport.workbook!, { kind: 'materialLot', id: lotId })
    const sheet = await readSheet(file.bytes)
    expect(sheet.rows).toHaveLength(6)
    expect(JSON.stringify(sheet.rows)).toContain(run.jumbo.number)

    const released = await h.staff.admin.call(releaseHold, { id: hold.id, releaseReason: '复检合格' })
    expect(expectOk(released)).toMatchObject({ state: 'released', releaseReason: '复检合格', reason: '黑点超标' })
    expect(await holdsOf('slit_roll', ids[3]!)).toEqual([])
    expect(await holdsOf('jumbo_roll', whole.id)).toEqual([])
    expectOk(await h.operator.call(packRolls, { rollIds: [ids[3]!] }))
    expect((await fetchRow<{ state: string }>(h.plant, 'material_lot', lotId)).state).toBe('blocked')
  })
  test('names the first 500 orders that left the plant, and counts all of them', async () => {
    const run = await startCuttingRun(h)
    const { ids } = await packed(run)
    const gone = expectOk(await h.operator.call(packRolls, { rollIds: ids.slice(0, 1), close: true }))
    expectOk(await h.operator.call(runPackageAction, { id: gone.id, action: 'ship' }))
    const copyRow = (table: string, id: string, changes: string) =>
      h.plant.query(
        `insert into ${table} select (jsonb_populate_record(o, ${changes})).* from ${table} o, generate_series(1, 500) i where o.id = $1`,
        [id],
      )
    const idSql = (prefix: string) => `('${prefix}-0000-7000-8000-' || lpad(i::text, 12, '0'))`
    await copyRow(
      'work_order',
      run.orderId,
      `jsonb_build_object('id', ${idSql('00000001')}, 'number', 'RECALLED-' || i)`,
    )
    await copyRow(
      'slit_roll',
      ids[0]!,
      `jsonb_build_object('id', ${idSql('00000002')}, 'number', 'RECALLED-' || i, 'work_order_id', ${idSql('00000001')}, 'kg', 1)`,
    )
    const { goneOrders, goneKg, customers } = expectOk(
      await h.staff.quality.call(recallList, { kind: 'jumboRoll', id: run.jumbo.id }),
    )
    expect([goneOrders, goneKg, customers.length]).toEqual([501, 575, 500])
    const { number: order } = await fetchRow<{ number: string }>(h.plant, 'work_order', run.orderId)
    expect(customers[0]).toMatchObject({ order, kg: 75 })

    const { bytes } = await h.staff.admin.call(recallReport.workbook!, { kind: 'jumboRoll', id: run.jumbo.id })
    // Worksheets of rolls, pellet lots and customers; the third has a title row and 501 orders.
    const customersXml = (
      await buffer(new ZipReader(Buffer.from(bytes), 10_000_000).read('xl/worksheets/sheet3.xml'))
    ).toString()
    expect(customersXml.match(/RECALLED-\d+/g)).toHaveLength(500)
    expect(customersXml).toContain(order)
  })
  test('shows a standard reason in each reader’s language', async () => {
    const lotId = await lotIn((await doffJumbo(h)).jumbo.id)
    const heard = collectNotices(h.plant)
    const reason = '§rolls:presets.hold.contamination'
    const hold = expectOk(await placeHold('materialLot', lotId, { reason }))
    expect(hold.reason).toBe(reason)
    const { title } = heard.find(({ notice }) => notice === 'rollsHeld')!
    expect([title.zh, title.en]).toEqual([expect.stringContaining('污染'), expect.stringContaining('Contamination')])
    const [jumbo] = await h.plant.query<{ id: string }>('select id from jumbo_roll where holds @> $1', [
      JSON.stringify([hold.id]),
    ])
    const retire = { id: jumbo!.id, action: 'consume', reason: '整卷出售' } as const
    for (const [language, word] of [
      ['zh', '污染'],
      ['en', 'Contamination'],
    ] as const) {
      const refused = await h.staff['prod-lead'].call(retireRoll, retire, { language })
      expect(refused.errmsg).toContain(word)
      const sheet = await h.staff.admin.call(holdResource.endpoints.export, { id: hold.id }, { language })
      expect((await readSheet(sheet.bytes)).rows.flat()).toContain(word)
    }
    // The hold is found by its displayed text.
    const countFound = async (keyword: string, language: 'zh' | 'en') =>
      expectOk(await h.staff.admin.call(holdResource.endpoints.list, { keyword, id: hold.id }, { language })).total
    expect(
      await Promise.all([countFound('污染', 'zh'), countFound('contam', 'en'), countFound('presets', 'en')]),
    ).toEqual([1, 1, 0])
    // The lot names the hold and its reason; readers see the reason translated.
    const [lot] = expectOk(await h.staff.admin.call(materialLot.endpoints.list, { id: lotId })).list
    expect(lot?.reason).toBe(`${hold.number} ${reason}`)
    expect(await placeHold('materialLot', lotId, { reason: `${reason}s` })).toMatchObject({ errno: '4013' })
  })
  test('includes rolls doffed or calculated later', async () => {
    const run = await startRunningOrder(h.plant, h.staff)
    const hold = expectOk(await placeHold('workOrder', run.order.id))
    expect(hold).toMatchObject({ jumbos: 0, slitRolls: 0, kg: 0 })
    const roll = await doffJumboRoll(h.staff, run, { occurredAt: plantTime('08:30'), grossKg: 490, coreKg: 10 })
    expect(await holdsOf('jumbo_roll', roll.id)).toEqual([hold.id])
    expect(await fetchRow(h.plant, 'hold', hold.id)).toMatchObject({ jumbos: 1 })
  })
})

test('keeps a jumbo out of proposed cut plans until its release', async () => {
  const { jumbo, orderId } = await doffJumbo(
    h,
    {},
    { slittingPattern: '2×1250 + 1×630', orderedRolls: 6, rollLengthM: 2500, dueOn: '2026-11-25' },
  )
  const slitterId = (await createSlitter(h.staff)).id
  const planned = async () =>
    expectOk(await h.operator.call(proposeCuts, { slitterId, workOrderIds: [orderId] })).cuts.map(
      (one) => one.jumboRollId,
    )
  const hold = expectOk(await placeHold('jumboRoll', jumbo.id))
  expect(await planned()).toEqual([])
  expectOk(await h.staff.admin.call(releaseHold, { id: hold.id, releaseReason: '合格' }))
  expect(await planned()).toContain(jumbo.id)
})

test('keeps a package from being filled or closed until the held roll is removed', async () => {
  const run = await startCuttingRun(h)
  const { ids } = await packed(run)
  const open = expectOk(await h.operator.call(packRolls, { rollIds: ids.slice(0, 2) }))
  const hold = expectOk(await placeHold('slitRoll', ids[0]!))
  for (const { errno, errmsg } of [
    await h.operator.call(packRolls, { id: open.id, rollIds: [ids[2]!] }, { language: 'en' }),
    await h.operator.call(runPackageAction, { id: open.id, action: 'close' }, { language: 'en' }),
  ]) {
    expect(errno).toBe('6000')
    expect(errmsg).toContain(`${open.number} is on hold (${hold.number}): 黑点超标`)
  }
  expectOk(await h.operator.call(unpackRolls, { id: open.id, rollIds: [ids[0]!], reason: '扣留' }))
  expectOk(await h.operator.call(packRolls, { id: open.id, rollIds: [ids[2]!] }))
  expectOk(await h.operator.call(runPackageAction, { id: open.id, action: 'close' }))
})

describe('two holds', () => {
  test('on one roll: the roll is free when both have ended', async () => {
    const { jumbo, orderId } = await doffJumbo(h)
    const first = expectOk(await placeHold('jumboRoll', jumbo.id))
    const again = await placeHold('jumboRoll', jumbo.id)
    expect(again.errno).toBe('6000')
    expect(again.errmsg).toContain(first.number)
    const second = expectOk(await placeHold('workOrder', orderId))
    expect(await holdsOf('jumbo_roll', jumbo.id)).toEqual([first.id, second.id])
    expectOk(await h.staff.admin.call(releaseHold, { id: first.id, releaseReason: '误扣' }))
    expect(await holdsOf('jumbo_roll', jumbo.id)).toEqual([second.id])
    expect((await h.staff.admin.call(releaseHold, { id: first.id, releaseReason: '误扣' })).errno).toBe('6000')
    expectOk(await h.staff.admin.call(releaseHold, { id: second.id, releaseReason: '合格' }))
    expect(await holdsOf('jumbo_roll', jumbo.id)).toEqual([])
  })
})

describe('a hold that a phone learns of later', () => {
  test('keeps earlier cuts and holds their rolls; later cuts are refused', async () => {
    const run = await startCuttingRun(h)
    const hold = expectOk(await placeHold('jumboRoll', run.jumbo.id, { occurredAt: plantTime('09:30') }))
    const set = await doffNextSet(h, run, { occurredAt: plantTime('09:20') })
    expect(set.slit.map((roll) => roll.holds)).toEqual(set.slit.map(() => [hold.id]))
    const nextDoff = await h.operator.call(doffSet, {
      id: createUuid7(),
      cuttingId: run.cutting.id,
      occurredAt: plantTime('09:40'),
    })
    expect(nextDoff.errno).toBe('6000')
  })
})

test('who may hold, and what', async () => {
  const { jumbo } = await doffJumbo(h)
  const input = { kind: 'jumboRoll', subjectId: jumbo.id, reason: '破洞' } as const
  expect((await h.staff.viewer.call(putOnHold, input)).errno).toBe('401')
  expect((await h.operator.call(putOnHold, input)).errno).toBe('401')
  expect((await placeHold('jumboRoll', createUuid7())).errno).toBe('4006')
  expect((await placeHold('jumboRoll', 'J-1')).errno).toBe('4013')
  expect((await placeHold('jumboRoll', jumbo.id, { reason: ' ' })).errno).not.toBe('200')
  const hold = expectOk(await placeHold('jumboRoll', jumbo.id))
  expect((await h.operator.call(releaseHold, { id: hold.id, releaseReason: 'x' })).errno).toBe('401')
  expect((await h.staff.maint.call(materialLot.endpoints.list, {})).errno).toBe('401')
})

test('a hold notifies those who work with rolls of the roll and reason, not of the author', async () => {
  const { jumbo } = await doffJumbo(h)
  const heardNotices = collectNotices(h.plant)
  const hold = expectOk(await placeHold('jumboRoll', jumbo.id))
  expect(heardNotices).toMatchObject([
    {
      notice: 'rollsHeld',
      id: hold.id,
      title: {
        zh: `${jumbo.number} 已扣留（${hold.number}）：黑点超标`,
        en: `${jumbo.number} put on hold (${hold.number}): 黑点超标`,
      },
      notTo: h.staff.quality.userId,
    },
  ])
})
