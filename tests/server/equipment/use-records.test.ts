import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { machineUseRecord } from '@/areas/equipment/contract/equipment'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { countRows, createMachine, NOW, sync } from './machines'

let plant: TestPlant
let lead: Caller
let worker: Caller
beforeAll(async () => {
  plant = await createTestPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  worker = await plant.as('maint')
})
afterAll(() => plant.close())

const loadState = async (id: string) =>
  (await plant.query<{ state: string }>('select state from equipment where id = $1', [id]))[0]?.state
const toDayStart = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`

test('a use record changes the machine’s state and stores the previous one', async () => {
  const machine = await createMachine(lead)
  const answer = await worker.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'notUsed',
    reason: '无订单',
    occurredAt: toDayStart(10),
  })
  expect(answer.data).toMatchObject({ fromState: 'inUse', state: 'notUsed', userId: worker.userId })
  expect(await loadState(machine.id)).toBe('notUsed')
})

test.each([
  ['to the state it is in', { state: 'inUse', reason: 'x' }, '6000'],
  ['out of use without a reason', { state: 'notUsed' }, '6000'],
  ['out of use with a blank reason', { state: 'notUsed', reason: '  ' }, '6000'],
  ['tomorrow', { state: 'notUsed', reason: 'x', occurredAt: toDayStart(22) }, '6000'],
  ['to a state there is not', { state: 'gone', reason: 'x' }, '4013'],
  ['of a machine there is not', { state: 'notUsed', reason: 'x', equipmentId: createUuid7(3) }, '4006'],
  ['discarded, by a worker', { state: 'discarded', reason: 'worn out' }, '401'],
])('refuses a move %s and changes nothing', async (_what, overrides, expected) => {
  const machine = await createMachine(lead)
  const answer = await worker.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    occurredAt: toDayStart(10),
    ...overrides,
  } as never)
  expect(answer.errno).toBe(expected)
  expect(await loadState(machine.id)).toBe('inUse')
  expect(await countRows(plant, 'use_record', `equipment_id = '${machine.id}'`)).toBe(0)
})

test('discarded is final, except for people who may restore', async () => {
  const machine = await createMachine(lead)
  await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'discarded',
    reason: '报废',
    occurredAt: toDayStart(10),
  })
  const recordMove = (who: Caller, state: 'inUse' | 'notUsed') =>
    who.call(
      machineUseRecord.endpoints.create,
      { equipmentId: machine.id, state, reason: '误报', occurredAt: toDayStart(11) },
      { language: 'en' },
    )
  const refusal = await recordMove(lead, 'inUse')
  expect([refusal.errno, refusal.errmsg]).toEqual(['6000', 'The machine is "Discarded" and cannot become "In use"'])
  expect((await recordMove(worker, 'notUsed')).errno).toBe('401')
  expect((await recordMove(lead, 'notUsed')).errno).toBe('200')
  expect(await loadState(machine.id)).toBe('notUsed')
})

test('of two people discarding at once, one is told that it is already done', async () => {
  const machine = await createMachine(lead)
  const answers = await Promise.all(
    [1, 2].map((n) =>
      lead.call(machineUseRecord.endpoints.create, {
        equipmentId: machine.id,
        state: 'discarded',
        reason: `r${n}`,
        occurredAt: toDayStart(9 + n),
      }),
    ),
  )
  expect(answers.map((a) => a.errno).sort()).toEqual(['200', '6000'])
  expect(await countRows(plant, 'use_record', `equipment_id = '${machine.id}'`)).toBe(1)
})

test('only the newest record can be corrected or removed, and the machine’s state follows', async () => {
  const machine = await createMachine(lead)
  const addUseRecord = async (state: 'inUse' | 'notUsed', n: number) =>
    (
      await lead.call(machineUseRecord.endpoints.create, {
        equipmentId: machine.id,
        state,
        reason: 'r',
        occurredAt: toDayStart(n),
      })
    ).data
  const firstRecord = await addUseRecord('notUsed', 10)
  const lateRecord = await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'inUse',
    occurredAt: toDayStart(9),
  })
  expect(lateRecord.errno).toBe('6000')
  const second = await addUseRecord('inUse', 11)
  expect(
    (await lead.call(machineUseRecord.endpoints.update, { id: firstRecord.id, version: 1, note: 'x' })).errno,
  ).toBe('6000')
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: firstRecord.id })).errno).toBe('6000')
  expect(
    (await lead.call(machineUseRecord.endpoints.update, { id: second.id, version: 1, occurredAt: toDayStart(9) }))
      .errno,
  ).toBe('6000')
  const otherMachine = await createMachine(lead)
  expect(
    (await lead.call(machineUseRecord.endpoints.update, { id: second.id, version: 1, equipmentId: otherMachine.id }))
      .errno,
  ).toBe('4013')
  expect(
    (
      await worker.call(machineUseRecord.endpoints.update, {
        id: second.id,
        version: 1,
        state: 'discarded',
        reason: 'x',
      })
    ).errno,
  ).toBe('401')
  const correctionAnswer = await lead.call(machineUseRecord.endpoints.update, {
    id: second.id,
    version: 1,
    state: 'discarded',
    reason: '报废',
  })
  expect(correctionAnswer.data).toMatchObject({ state: 'discarded', fromState: 'notUsed', version: 2 })
  expect(await loadState(machine.id)).toBe('discarded')
  // Removing a discard restores the machine, so it needs that permission; a worker may delete nothing anyway.
  expect((await worker.call(machineUseRecord.endpoints.remove, { id: second.id })).errno).toBe('401')
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: second.id, version: 2 })).errno).toBe('200')
  expect(await loadState(machine.id)).toBe('notUsed')
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: firstRecord.id })).errno).toBe('200')
  expect(await loadState(machine.id)).toBe('inUse')
})

test('the permission to delete use records is not enough to undo a discard', async () => {
  const machine = await createMachine(lead)
  const { data } = await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'discarded',
    reason: 'r',
    occurredAt: toDayStart(10),
  })
  const [leadRole] = await plant.query<{ id: string; authority: string[] }>(
    `select id, authority from role where code = 'MAINT-LEAD'`,
  )
  const [restore] = await plant.query<{ id: string }>(`select id from menu where url = 'equipmentLedgerRestore'`)
  await plant.query('update role set authority = $2, version = version + 1 where id = $1', [
    leadRole!.id,
    JSON.stringify(leadRole!.authority.filter((id) => id !== restore!.id)),
  ])
  plant.app.changes.publishSoon(new Set(['role']), [])
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: data.id })).errno).toBe('401')
  expect(await loadState(machine.id)).toBe('discarded')
  await plant.query('update role set authority = $2, version = version + 1 where id = $1', [
    leadRole!.id,
    JSON.stringify(leadRole!.authority),
  ])
  plant.app.changes.publishSoon(new Set(['role']), [])
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: data.id })).errno).toBe('200')
})

test('a record from a phone is stored once, and refused with a message if it is impossible', async () => {
  const machine = await createMachine(lead)
  const id = createUuid7(Date.now())
  const body = {
    id: createUuid7(Date.now()),
    equipmentId: machine.id,
    state: 'notUsed',
    reason: 'r',
    occurredAt: toDayStart(10),
  }
  const firstSync = await sync(worker, [{ id, op: 'useRecord.create', body }])
  const repeatSync = await sync(worker, [{ id, op: 'useRecord.create', body }])
  expect([firstSync.answers[0]?.status, repeatSync.answers[0]?.status]).toEqual(['done', 'done'])
  expect(repeatSync.answers[0]?.data?.id).toBe(body.id)
  expect(await countRows(plant, 'use_record', `equipment_id = '${machine.id}'`)).toBe(1)
  const doubleSync = await sync(worker, [
    { op: 'useRecord.create', body: { ...body, id: createUuid7(Date.now()), occurredAt: toDayStart(11) } },
  ])
  expect(doubleSync.answers[0]).toMatchObject({ status: 'refused', errno: '6000' })
  expect(doubleSync.answers[0]?.errmsg).toContain('停用')
})
