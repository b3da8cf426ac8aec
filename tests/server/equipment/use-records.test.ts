import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { machineUseRecord } from '@/areas/equipment/contract/machine-use-record'
import { testPlant, type Caller, type TestPlant } from '../harness'
import { countOf, newMachine, NOW, sync } from './machines'

let plant: TestPlant
let lead: Caller
let worker: Caller
beforeAll(async () => {
  plant = await testPlant()
  plant.clock.set(NOW)
  lead = await plant.as('maint-lead')
  worker = await plant.as('maint')
})
afterAll(() => plant.close())

const stateOf = async (id: string) =>
  (await plant.query<{ state: string }>('select state from equipment where id = $1', [id]))[0]?.state
const DAY = (n: number) => `2026-11-${String(n).padStart(2, '0')}T00:00:00.000Z`

test('a record moves the ledger and remembers where it came from', async () => {
  const machine = await newMachine(lead)
  const answer = await worker.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'notUsed',
    reason: '无订单',
    occurredAt: DAY(10),
  })
  expect(answer.data).toMatchObject({ fromState: 'inUse', state: 'notUsed', userId: worker.userId })
  expect(await stateOf(machine.id)).toBe('notUsed')
})

test.each([
  ['to the state it is in', { state: 'inUse', reason: 'x' }, '6000'],
  ['out of use without a reason', { state: 'notUsed' }, '6000'],
  ['out of use with a blank reason', { state: 'notUsed', reason: '  ' }, '6000'],
  ['tomorrow', { state: 'notUsed', reason: 'x', occurredAt: DAY(22) }, '6000'],
  ['to a state there is not', { state: 'gone', reason: 'x' }, '4013'],
  ['of a machine there is not', { state: 'notUsed', reason: 'x', equipmentId: createUuid7(3) }, '4006'],
  ['discarded, by a worker', { state: 'discarded', reason: 'worn out' }, '401'],
])('a move %s is refused and changes nothing', async (_what, more, expected) => {
  const machine = await newMachine(lead)
  const answer = await worker.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    occurredAt: DAY(10),
    ...more,
  } as never)
  expect(answer.errno).toBe(expected)
  expect(await stateOf(machine.id)).toBe('inUse')
  expect(await countOf(plant, 'use_record', `equipment_id = '${machine.id}'`)).toBe(0)
})

test('discarded is final but for those who may restore', async () => {
  const machine = await newMachine(lead)
  await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'discarded',
    reason: '报废',
    occurredAt: DAY(10),
  })
  const move = (who: Caller, state: 'inUse' | 'notUsed') =>
    who.call(
      machineUseRecord.endpoints.create,
      { equipmentId: machine.id, state, reason: '误报', occurredAt: DAY(11) },
      { language: 'en' },
    )
  const direct = await move(lead, 'inUse')
  expect([direct.errno, direct.errmsg]).toEqual(['6000', 'The machine is "Discarded" and cannot become "In use"'])
  expect((await move(worker, 'notUsed')).errno).toBe('401')
  expect((await move(lead, 'notUsed')).errno).toBe('200')
  expect(await stateOf(machine.id)).toBe('notUsed')
})

test('two people discarding at once: one of them learns that it is done', async () => {
  const machine = await newMachine(lead)
  const both = await Promise.all(
    [1, 2].map((n) =>
      lead.call(machineUseRecord.endpoints.create, {
        equipmentId: machine.id,
        state: 'discarded',
        reason: `r${n}`,
        occurredAt: DAY(9 + n),
      }),
    ),
  )
  expect(both.map((a) => a.errno).sort()).toEqual(['200', '6000'])
  expect(await countOf(plant, 'use_record', `equipment_id = '${machine.id}'`)).toBe(1)
})

test('only the newest record can be corrected or taken back, and the ledger follows', async () => {
  const machine = await newMachine(lead)
  const add = async (state: 'inUse' | 'notUsed', n: number) =>
    (
      await lead.call(machineUseRecord.endpoints.create, {
        equipmentId: machine.id,
        state,
        reason: 'r',
        occurredAt: DAY(n),
      })
    ).data
  const first = await add('notUsed', 10)
  const late = await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'inUse',
    occurredAt: DAY(9),
  })
  expect(late.errno).toBe('6000')
  const second = await add('inUse', 11)
  expect((await lead.call(machineUseRecord.endpoints.update, { id: first.id, version: 1, note: 'x' })).errno).toBe(
    '6000',
  )
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: first.id })).errno).toBe('6000')
  expect(
    (await lead.call(machineUseRecord.endpoints.update, { id: second.id, version: 1, occurredAt: DAY(9) })).errno,
  ).toBe('6000')
  const other = await newMachine(lead)
  expect(
    (await lead.call(machineUseRecord.endpoints.update, { id: second.id, version: 1, equipmentId: other.id })).errno,
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
  const corrected = await lead.call(machineUseRecord.endpoints.update, {
    id: second.id,
    version: 1,
    state: 'discarded',
    reason: '报废',
  })
  expect(corrected.data).toMatchObject({ state: 'discarded', fromState: 'notUsed', version: 2 })
  expect(await stateOf(machine.id)).toBe('discarded')
  // Taking back a discard brings a machine back: the key for that is needed, and a worker may delete nothing anyway.
  expect((await worker.call(machineUseRecord.endpoints.remove, { id: second.id })).errno).toBe('401')
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: second.id, version: 2 })).errno).toBe('200')
  expect(await stateOf(machine.id)).toBe('notUsed')
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: first.id })).errno).toBe('200')
  expect(await stateOf(machine.id)).toBe('inUse')
})

test('deleting use records alone does not undo a discard', async () => {
  const machine = await newMachine(lead)
  const { data } = await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'discarded',
    reason: 'r',
    occurredAt: DAY(10),
  })
  const [held] = await plant.query<{ id: string; authority: string[] }>(
    `select id, authority from role where code = 'MAINT-LEAD'`,
  )
  const [restore] = await plant.query<{ id: string }>(`select id from menu where url = 'equipmentLedgerRestore'`)
  await plant.query('update role set authority = $2, version = version + 1 where id = $1', [
    held!.id,
    JSON.stringify(held!.authority.filter((id) => id !== restore!.id)),
  ])
  plant.app.changes.publishSoon(new Set(['role']), [])
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: data.id })).errno).toBe('401')
  expect(await stateOf(machine.id)).toBe('discarded')
  await plant.query('update role set authority = $2, version = version + 1 where id = $1', [
    held!.id,
    JSON.stringify(held!.authority),
  ])
  plant.app.changes.publishSoon(new Set(['role']), [])
  expect((await lead.call(machineUseRecord.endpoints.remove, { id: data.id })).errno).toBe('200')
})

test('from a phone: once however often it is sent, refused with a sentence when it cannot be', async () => {
  const machine = await newMachine(lead)
  const id = createUuid7(Date.now())
  const body = {
    id: createUuid7(Date.now()),
    equipmentId: machine.id,
    state: 'notUsed',
    reason: 'r',
    occurredAt: DAY(10),
  }
  const one = await sync(worker, [{ id, op: 'useRecord.create', body }])
  const again = await sync(worker, [{ id, op: 'useRecord.create', body }])
  expect([one.answers[0]?.status, again.answers[0]?.status]).toEqual(['done', 'done'])
  expect(again.answers[0]?.data?.id).toBe(body.id)
  expect(await countOf(plant, 'use_record', `equipment_id = '${machine.id}'`)).toBe(1)
  const twice = await sync(worker, [
    { op: 'useRecord.create', body: { ...body, id: createUuid7(Date.now()), occurredAt: DAY(11) } },
  ])
  expect(twice.answers[0]).toMatchObject({ status: 'refused', errno: '6000' })
  expect(twice.answers[0]?.errmsg).toContain('停用')
})
