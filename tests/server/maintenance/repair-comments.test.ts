import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { repairComment } from '@/areas/maintenance/contract/repair'
import { acceptRepair, reportRepair } from '@/areas/maintenance/contract/repair-commands'
import { getAreaEndpoints } from '@/contract/area'
import { maintenanceContract } from '@/areas/maintenance/contract'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createMachine,
  reportFault,
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
afterAll(() => plant.close())

const { create, list } = repairComment.endpoints

describe('a comment on a repair', () => {
  test('shows who wrote it and when, to everyone who sees the repair, in order of time', async () => {
    const { id } = await reportFault(staff)
    const first = expectOk(await staff['operator-line'].call(create, { repairId: id, text: '换班前又响了一次' }))
    expect(first).toMatchObject({ writtenBy: staff['operator-line'].userId, writtenAt: NOW, images: [] })
    plant.clock.set(plantTime('10:01'))
    expectOk(await staff.quality.call(create, { repairId: id, text: '布面有条纹' }))
    plant.clock.set(NOW)
    expectOk(await staff.maint.call(create, { repairId: (await reportFault(staff)).id, text: '另一单' }))
    const seen = expectOk(await staff.viewer.call(list, { repairId: id, sort: 'writtenAt' }))
    expect(seen.list.map(({ text }) => text)).toEqual(['换班前又响了一次', '布面有条纹'])
  })
  test('leaves the state and version of the repair unchanged', async () => {
    const row = await reportFault(staff)
    expectOk(await staff.maint.call(create, { repairId: row.id, text: 'x' }))
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ version: row.version, state: 'reported' })
    expect((await staff.maint.call(acceptRepair, { id: row.id, version: row.version })).errno).toBe('200')
  })
  test('is refused for people who may not report or see repairs', async () => {
    const { id } = await reportFault(staff)
    const countBefore = await countRows(plant, 'repair_comment')
    for (const who of ['viewer', 'manager'] as const)
      expect((await staff[who].call(create, { repairId: id, text: 'x' })).errno).toBe('401')
    // This role may report repairs but not see them.
    await plant.query(
      `update role set version = version + 1, authority = (select jsonb_agg(id) from menu where url = 'repairAdd') where id = (select role_id from app_user where id = $1)`,
      [staff['prod-lead'].userId],
    )
    const reporter = await plant.as('prod-lead')
    expect((await reporter.call(create, { repairId: id, text: 'x' })).errno).toBe('401')
    expect(await countRows(plant, 'repair_comment')).toBe(countBefore)
  })
  test.each([
    ['neither words nor photo', { text: '  ' }, '6000'],
    ['an unknown repair', { repairId: createUuid7(9), text: 'x' }, '4006'],
    ['an author of its own', { text: 'x', writtenBy: createUuid7(9) }, '4013'],
    ['a time of its own', { text: 'x', writtenAt: plantTime('09:00') }, '4013'],
  ])('with %s is refused and stores nothing', async (_what, wrong, errno) => {
    const { id } = await reportFault(staff)
    const before = await countRows(plant, 'repair_comment')
    expect((await staff.maint.call(create, { repairId: id, ...wrong } as never)).errno).toBe(errno)
    expect(await countRows(plant, 'repair_comment')).toBe(before)
  })
  test('cannot be changed or removed: there is no call for it', () => {
    const calls = getAreaEndpoints(maintenanceContract).filter(({ name }) => name.startsWith('repairComment.'))
    expect(calls.map(({ name }) => name).sort()).toEqual(['repairComment.create', 'repairComment.list'])
  })
  test('arrives once from a phone together with its report, at the time it was written', async () => {
    const machine = await createMachine(staff)
    const [repairId, id] = [createUuid7(), createUuid7()]
    const ops = [
      {
        id: createUuid7(),
        op: reportRepair,
        body: { id: repairId, equipmentId: machine.id, faultKind: 'other', severity: 'low' },
        occurredAt: plantTime('09:00'),
      },
      { id: createUuid7(), op: create, body: { id, repairId, text: '地下室没信号' }, occurredAt: plantTime('09:10') },
    ]
    for (const _ of [1, 2])
      expect((await sync(staff['operator-line'], ops)).map(({ status }) => status)).toEqual(['done', 'done'])
    expect(await countRows(plant, 'repair_comment', 'repair_id = $1', [repairId])).toBe(1)
    expect(await fetchRow(plant, 'repair_comment', id)).toMatchObject({
      written_at: plantTime('09:10'),
      written_by: staff['operator-line'].userId,
    })
  })
})
