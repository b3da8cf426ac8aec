import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveHandover, handoverWriteCommands, returnHandover, takeHandover } from '@/areas/handover/contract/handover'
import type { Caller, TestPlant } from '../harness'
import { createFloor, type Floor } from '../handover/running-line'
import { plantTime, countRows, expectOk, NOW, createStaffedPlant, sync, type Staff } from '../plant-staff'

// On 2026-11-20 team B has the early shift, C the middle and D the night (fourTeamsThreeShifts from 2024-01-01).
let plant: TestPlant
let staff: Staff
let floor: Floor
const team: Record<string, Caller> = {}
const write = handoverWriteCommands.find((one) => one.kind === 'squadLeader')!.endpoint
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const people = { A: 'operator-line', B: 'prod-lead', C: 'operator-slit', D: 'maint' }
  await plant.query(
    `update role set version = version + 1, authority = (select authority from role where code = 'PROD-LEAD')`,
  )
  for (const [key, userName] of Object.entries(people))
    await plant.query('update app_user set team = $1 where user_name = $2', [key, userName])
  plant.app.changes.publishSoon(['user', 'role'])
  for (const [key, userName] of Object.entries(people)) team[key] = await plant.as(userName)
  floor = await createFloor(plant, staff)
})
afterAll(() => plant.close())

const openHandover = (who: Caller, more: object = {}) => who.call(write, { lineId: floor.line.id, ...more })
const rows = () => countRows(plant, 'handover', 'line_id = $1', [floor.line.id])

describe('a handover', () => {
  test('is opened, filled in and given by the team of its shift, whatever team it names', async () => {
    plant.clock.set(NOW)
    for (const other of ['A', 'C', 'D']) {
      expect((await openHandover(team[other]!)).errno, other).toBe('6000')
      expect((await openHandover(team[other]!, { team: other })).errno, other).toBe('6000')
    }
    expect(await rows()).toBe(0)
    const row = expectOk(await openHandover(team['B']!, { team: 'A' }))
    for (const other of ['A', 'C', 'D']) {
      expect((await openHandover(team[other]!, { id: row.id, toDo: 'x' })).errno, other).toBe('6000')
      expect((await team[other]!.call(giveHandover, { id: row.id })).errno, other).toBe('6000')
    }
    const [late] = await sync(team['A']!, [{ op: giveHandover, body: { id: row.id }, occurredAt: plantTime('09:00') }])
    expect(late!.status).toBe('refused')
    expect(expectOk(await team['B']!.call(giveHandover, { id: row.id })).state).toBe('given')
    // and taken by the next team
    for (const other of ['A', 'D']) {
      expect((await team[other]!.call(takeHandover, { id: row.id })).errno, other).toBe('6000')
      expect((await team[other]!.call(returnHandover, { id: row.id, reason: 'x' })).errno, other).toBe('6000')
    }
    const refused = await team['D']!.call(takeHandover, { id: row.id }, { language: 'en' })
    expect(refused.errmsg).toBe('This handover is for team C and you are on team D: it is not yours to fill in or sign')
    expect(expectOk(await team['C']!.call(takeHandover, { id: row.id })).state).toBe('taken')
  })
  test('is closed to people of other lines', async () => {
    const [mine, theirs] = [await createFloor(plant, staff), await createFloor(plant, staff)]
    await plant.query('update app_user set line_ids = $1 where user_name = $2', [
      JSON.stringify([mine.line.id]),
      'prod-lead',
    ])
    plant.app.changes.publishSoon(['user'])
    expect((await team['B']!.call(write, { lineId: theirs.line.id })).errno).toBe('6000')
    expect(await countRows(plant, 'handover', 'line_id = $1', [theirs.line.id])).toBe(0)
    expect((await team['B']!.call(write, { lineId: mine.line.id })).errno).toBe('200')
  })
  test('is open to people without a team, in any shift', async () => {
    await plant.query(`update app_user set team = null where user_name = 'maint'`)
    plant.app.changes.publishSoon(['user'])
    const other = await createFloor(plant, staff)
    expect((await team['D']!.call(write, { lineId: other.line.id })).errno).toBe('200')
  })
})
