import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { customer } from '@/areas/orders/contract/customer'
import { rollPackage } from '@/areas/packing/contract/package'
import { recordPrintedLabels } from '@/areas/rolls/contract/jumbo-endpoints'
import { undoSet } from '@/areas/slitting/contract/slitting-endpoints'
import { runPackageAction, packRolls, unpackRolls } from '@/areas/packing/contract/package-endpoints'
import { labelContents } from '@/areas/rolls/rules/label-contents'
import { plantTime, countRows, expectOk, NOW, fetchRow } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  weighAll,
  type SlitterPlant,
} from '../slitting/slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

describe('a package', () => {
  test('is filled with weighed rolls of one order by scan, closed, stored and shipped', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    const ids = set.slit.map((r) => r.id)
    expect((await h.operator.call(packRolls, { rollIds: [ids[0]!] }, { language: 'en' })).errmsg).toContain(
      'is not weighed',
    )
    await weighAll(h, run, set)
    const id = createUuid7()
    const open = expectOk(await h.operator.call(packRolls, { id, rollIds: ids.slice(0, 2) }))
    expect(open).toMatchObject({ id, state: 'open', rolls: 2, netKg: 150, workOrderId: run.orderId })
    expect(open.number).toMatch(/^P261120-\d{3}$/)
    expect(expectOk(await h.operator.call(packRolls, { id, rollIds: ids.slice(2), close: true }))).toMatchObject({
      id,
      number: open.number,
      state: 'packed',
      rolls: 4,
      netKg: 237,
    })
    expect((await h.operator.call(packRolls, { rollIds: [ids[0]!] })).errno).toBe('6000') // already in a package
    expect((await h.staff['prod-lead'].call(undoSet, { id: set.id, reason: '重切' })).errno).toBe('6000')
    expect((await h.operator.call(runPackageAction, { id, action: 'store' })).errno).toBe('6000') // no place
    expect(expectOk(await h.operator.call(runPackageAction, { id, action: 'store', place: 'A-01' }))).toMatchObject({
      state: 'stored',
      place: 'A-01',
    })
    expect(await countRows(h.plant, 'slit_roll', `package_id = $1 and state = 'stored'`, [id])).toBe(4)
    expect(expectOk(await h.operator.call(runPackageAction, { id, action: 'ship' }))).toMatchObject({
      state: 'shipped',
    })
    expect((await h.operator.call(unpackRolls, { id, rollIds: [ids[0]!], reason: '换卷' })).errno).toBe('6000')
  })
  test('never weighs less than the rolls in it, by whichever call it is weighed', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id, version } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id) }))
    const tooLight = {
      errno: '4013',
      data: { issues: [{ path: ['grossKg'], code: 'belowOther', params: { value: 237 } }] },
    }
    expect(await h.operator.call(runPackageAction, { id, action: 'close', grossKg: 236.9 })).toMatchObject(tooLight)
    expect(await h.operator.call(rollPackage.endpoints.update, { id, version, grossKg: 236.9 })).toMatchObject(tooLight)
    expectOk(await h.operator.call(rollPackage.endpoints.update, { id, version, grossKg: 237 }))
    const packed = expectOk(await h.operator.call(runPackageAction, { id, action: 'close', grossKg: 250 }))
    expectOk(await h.operator.call(rollPackage.endpoints.update, { id, version: packed.version, grossKg: null }))
  })
  test('is not packed before its rolls were cut', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const rollIds = set.slit.map((r) => r.id)
    const early = new Date(Date.parse(set.doffedAt!) - 86_400_000).toISOString()
    const answer = await h.operator.call(packRolls, { rollIds, occurredAt: early })
    expect(answer.data).toMatchObject({ issues: [{ path: ['occurredAt'], code: 'tooEarly' }] })
    expectOk(await h.operator.call(packRolls, { rollIds, occurredAt: set.doffedAt! }))
  })
  test('shipped by mistake returns with a reason, including its rolls', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
    expect((await h.operator.call(runPackageAction, { id, action: 'unship', reason: '未装车' })).errno).toBe('6000') // not shipped
    expectOk(await h.operator.call(runPackageAction, { id, action: 'ship' }))
    expect((await h.operator.call(runPackageAction, { id, action: 'unship' })).errno).toBe('6000') // no reason
    expect(await countRows(h.plant, 'slit_roll', `package_id = $1 and state = 'shipped'`, [id])).toBe(4)
    expect(expectOk(await h.operator.call(runPackageAction, { id, action: 'unship', reason: '未装车' }))).toMatchObject(
      {
        state: 'packed',
        rolls: 4,
        note: '未装车',
      },
    )
    expect(await countRows(h.plant, 'slit_roll', `package_id = $1 and state = 'packed'`, [id])).toBe(4)
    expect(expectOk(await h.operator.call(runPackageAction, { id, action: 'ship' }))).toMatchObject({
      state: 'shipped',
    })
  })
  test('shipped from stock returns to its place in stock', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
    const movePackageOk = async (input: object) =>
      expectOk(await h.operator.call(runPackageAction, { id, ...input } as never))
    await movePackageOk({ action: 'ship' })
    await movePackageOk({ action: 'unship', reason: '未装车' })
    await movePackageOk({ action: 'store', place: 'F2-21' })
    await movePackageOk({ action: 'ship' })
    expect(await movePackageOk({ action: 'unship', reason: '装错车' })).toMatchObject({
      state: 'stored',
      place: 'F2-21',
    })
    expect(await countRows(h.plant, 'slit_roll', `package_id = $1 and state = 'stored'`, [id])).toBe(4)
    expect(await movePackageOk({ action: 'ship' })).toMatchObject({ state: 'shipped' })
  })
  test('in stock can be moved, or opened again with a reason: rolls are removed and the place is cleared', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
    const tryMovePackage = async (input: object) => h.operator.call(runPackageAction, { id, ...input } as never)
    expect((await tryMovePackage({ action: 'relocate', place: 'F2-22' })).errno).toBe('6000') // not in stock
    expectOk(await tryMovePackage({ action: 'store', place: 'F2-21' }))
    expect((await tryMovePackage({ action: 'relocate' })).errno).toBe('6000') // no place
    expect(expectOk(await tryMovePackage({ action: 'relocate', place: 'F2-22' }))).toMatchObject({
      state: 'stored',
      place: 'F2-22',
    })
    expect((await tryMovePackage({ action: 'reopen' })).errno).toBe('6000') // no reason
    expectOk(await tryMovePackage({ action: 'ship' }))
    expectOk(await tryMovePackage({ action: 'unship', reason: '装错车' }))
    expect(expectOk(await tryMovePackage({ action: 'reopen', reason: '有降等卷' }))).toMatchObject({
      state: 'open',
      place: null,
      packedAt: null,
      rolls: 4,
      note: '有降等卷',
    })
    expect(await countRows(h.plant, 'slit_roll', `package_id = $1 and state = 'packed'`, [id])).toBe(4)
    expect(
      expectOk(await h.operator.call(unpackRolls, { id, rollIds: [set.slit[0]!.id], reason: '降等' })),
    ).toMatchObject({
      rolls: 3,
    })
    expect(expectOk(await tryMovePackage({ action: 'close' }))).toMatchObject({ state: 'packed' })
  })
  test('is found by its order, customer and rolls', async () => {
    const buyer = expectOk(
      await h.staff.admin.call(customer.endpoints.create, { code: 'K77', name: '恒安卫材' } as never),
    )
    const run = await startCuttingRun(h, {}, undefined, { customerId: (buyer as { id: string }).id })
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id, workOrderId } = expectOk(await h.operator.call(packRolls, { rollIds: [set.slit[0]!.id] }))
    const { number } = await fetchRow<{ number: string }>(h.plant, 'work_order', workOrderId)
    for (const keyword of [number, '恒安', 'K77', set.slit[0]!.number])
      expect(
        expectOk(await h.operator.call(rollPackage.endpoints.list, { keyword })).list.map((one) => one.id),
      ).toEqual([id])
    expect(expectOk(await h.operator.call(rollPackage.endpoints.list, { keyword: set.slit[1]!.number })).list).toEqual(
      [],
    )
  })
  test('has labels, counted when printed', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
    expect(expectOk(await h.operator.call(recordPrintedLabels, { ids: id, kind: 'package' }))).toEqual({ printed: 1 })
    expect(await fetchRow(h.plant, 'package', id)).toMatchObject({ labels: 1 })
  })
  test('opened in one shift and closed in the next belongs to the closing shift, team and day', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const rollIds = set.slit.map((r) => r.id)
    await h.plant.query('update slit_roll set doffed_at = $2 where id = any($1::uuid[])', [rollIds, plantTime('01:00')])
    const opened = { rollIds, occurredAt: plantTime('02:00') }
    const [firstPackage, secondPackage] = [createUuid7(), createUuid7()]
    const night = expectOk(
      await h.operator.call(packRolls, { id: firstPackage, ...opened, rollIds: rollIds.slice(0, 2) }),
    )
    expectOk(await h.operator.call(packRolls, { id: secondPackage, ...opened, rollIds: rollIds.slice(2, 3) }))
    const early = expectOk(await h.operator.call(runPackageAction, { id: firstPackage, action: 'close' }))
    expect(night.shift).not.toBe(early.shift)
    const byPhone = expectOk(
      await h.operator.call(packRolls, {
        id: secondPackage,
        rollIds: rollIds.slice(3),
        close: true,
        occurredAt: plantTime('09:58'),
      }),
    )
    const { shift, team, businessDate } = set
    expect(early).toMatchObject({ shift, team, businessDate, packedAt: NOW })
    expect(byPhone).toMatchObject({ shift, team, businessDate, packedAt: plantTime('09:58') })
    expect(early.number).toBe(night.number)
  })
  test('has an outdated label after a downgrade of its roll, and the label says so', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
    const printLabel = async () => {
      expectOk(await h.operator.call(recordPrintedLabels, { ids: id, kind: 'package' }))
      return (await fetchRow(h.plant, 'package', id))['label_said']
    }
    expect(await printLabel()).toBe(labelContents.package({ netKg: 237, rolls: 4 }, 0))
    await h.plant.query(`update slit_roll set grade = 'downgraded' where id = $1`, [set.slit[0]!.id])
    expect(await printLabel()).toBe(labelContents.package({ netKg: 237, rolls: 4 }, 1))
    expect(labelContents.package({ netKg: 237, rolls: 4 }, 1)).not.toBe(
      labelContents.package({ netKg: 237, rolls: 4 }, 0),
    )
  })
  test('releases single rolls, or all of them when unpacked', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const { id } = expectOk(await h.operator.call(packRolls, { rollIds: set.slit.map((r) => r.id), close: true }))
    expect(
      expectOk(await h.operator.call(unpackRolls, { id, rollIds: [set.slit[0]!.id], reason: '换卷' })),
    ).toMatchObject({
      state: 'open',
      rolls: 3,
      netKg: 162,
    })
    expect((await h.operator.call(unpackRolls, { id, rollIds: [set.slit[0]!.id], reason: '换卷' })).errno).toBe('6000')
    expect(await fetchRow(h.plant, 'slit_roll', set.slit[0]!.id)).toMatchObject({ state: 'made', package_id: null })
    expect((await h.operator.call(runPackageAction, { id, action: 'unpack' })).errno).toBe('6000') // no reason
    expect(expectOk(await h.operator.call(runPackageAction, { id, action: 'unpack', reason: '装错' }))).toMatchObject({
      state: 'open',
      rolls: 0,
      netKg: null,
    })
    expect((await h.operator.call(runPackageAction, { id, action: 'close' }, { language: 'en' })).errmsg).toContain(
      'holds no rolls',
    )
    const listPackages = async (more: object = {}) =>
      expectOk(await h.operator.call(rollPackage.endpoints.list, { workOrderId: run.orderId, ...more } as never)).list
        .length
    expectOk(await h.operator.call(packRolls, { id, rollIds: [set.slit[0]!.id] }))
    expect((await h.operator.call(runPackageAction, { id, action: 'remove' })).errno).toBe('6000') // it holds a roll
    expectOk(await h.operator.call(runPackageAction, { id, action: 'unpack', reason: '装错' }))
    expect(await listPackages()).toBe(1)
    expect(expectOk(await h.operator.call(runPackageAction, { id, action: 'remove' }))).toMatchObject({
      state: 'removed',
    })
    expect([await listPackages(), await listPackages({ state: 'removed' }), await listPackages({ id })]).toEqual([
      0, 1, 1,
    ])
    expect((await h.operator.call(packRolls, { id, rollIds: [set.slit[0]!.id] })).errno).toBe('6000')
  })
  test('contains one order only, no waste; of two scans of a roll one wins', async () => {
    const [firstRun, secondRun] = [await startCuttingRun(h), await startCuttingRun(h)]
    const [a, b] = [await doffNextSet(h, firstRun), await doffNextSet(h, secondRun)]
    for (const [run, set] of [
      [firstRun, a],
      [secondRun, b],
    ] as const)
      await weighAll(h, run, set)
    expect(
      (await h.operator.call(packRolls, { rollIds: [a.slit[0]!.id, b.slit[0]!.id] }, { language: 'en' })).errmsg,
    ).toContain('belongs to another order')
    const both = await Promise.all([1, 2].map(() => h.operator.call(packRolls, { rollIds: [a.slit[1]!.id] })))
    expect(both.map((x) => x.errno).sort()).toEqual(['200', '6000'])
    expect((await h.staff.viewer.call(packRolls, { rollIds: [a.slit[2]!.id] })).errno).toBe('401')
  })
})
