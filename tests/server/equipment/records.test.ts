import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { firstLevelCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { mainLubrication } from '@/areas/equipment/contract/lubrication'
import { partsRecord } from '@/areas/equipment/contract/parts-records'
import { machineUseRecord } from '@/areas/equipment/contract/machine-use-record'
import { detectionRecord, pmRecord } from '@/areas/equipment/contract/work-records'
import { recordKindNames } from '@/areas/equipment/contract/option-endpoints'
import { recordResources } from '@/areas/equipment/server/records'
import { testPlant, type Caller, type TestPlant } from '../harness'
import { countOf, newMachine, NOW, rows, sync } from './machines'

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

const value = (more: object) => ({ point: '轴承座', value: 4, unit: 'mm/s', result: 'ok' as const, ...more })
/** What each kind needs besides machine, time and result. */
const needs: Record<string, object> = {
  assistRecord: { kind: 'cleaning', work: '清洁' },
  detectionRecord: { kind: 'vibration', values: [value({ high: 4.5 })] },
  partsRecord: { cause: 'worn', parts: [{ partName: '轴承 6204', quantity: 2 }] },
  electricalPartsRecord: { cause: 'broken', parts: [{ partName: '接触器', quantity: 1 }] },
  mainLubrication: { points: [{ point: '前轴承', lubricant: 'L-CKC 220', amount: 20, unit: 'g' }] },
  slittingLubrication: { points: [{ point: '刀轴', lubricant: 'L-CKC 220', amount: 5, unit: 'mL' }] },
}

test('the server answers for every kind of record', () => {
  expect(recordResources.map((r) => r.name).sort()).toEqual([...recordKindNames].sort())
})

describe.each(recordResources.map((resource) => ({ resource, name: resource.name })))('$name', ({ resource, name }) => {
  const endpoints = resource.endpoints as unknown as typeof firstLevelCheck.endpoints
  const whole = async (more: object = {}) => {
    const machine = await newMachine(lead)
    return {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      ...(name === 'teamCheck' ? { lineId: machine.lineId } : {}),
      ...needs[name],
      ...more,
    } as never
  }
  test('is added by a worker in his own name, changed, listed, exported', async () => {
    const input = await whole()
    const made = await worker.call(endpoints.create, input)
    expect(made.errmsg).toBe('')
    expect(made.data).toMatchObject({ people: [worker.userId], createdBy: worker.userId, version: 1 })
    const changed = await worker.call(endpoints.update, {
      id: made.data.id,
      version: 1,
      note: '复查',
      people: [worker.userId, lead.userId],
    })
    expect(changed.data).toMatchObject({ note: '复查', version: 2, people: [worker.userId, lead.userId] })
    const listed = await worker.call(endpoints.list, { equipmentId: made.data.equipmentId })
    expect(listed.data.list.map((row) => row.id)).toEqual([made.data.id])
    expect(Object.values(listed.data.refs)).toContain('maint person')
    expect((await lead.call(endpoints.export, {})).bytes.subarray(0, 2).toString()).toBe('PK')
  })
  test('is closed to those without the key, and to a worker who would delete', async () => {
    const viewer = await plant.as('viewer')
    const input = await whole()
    const made = await worker.call(endpoints.create, input)
    expect([(await viewer.call(endpoints.create, input)).errno, (await viewer.call(endpoints.list, {})).errno]).toEqual(
      ['401', '401'],
    )
    expect((await worker.call(endpoints.remove, { id: made.data.id })).errno).toBe('401')
    expect((await lead.call(endpoints.remove, { id: made.data.id })).errno).toBe('200')
  })
  test('comes from a phone once', async () => {
    const op = {
      id: createUuid7(Date.now()),
      op: `${name}.create`,
      body: { id: createUuid7(Date.now()), ...((await whole()) as object) },
    }
    await sync(worker, [op])
    expect((await sync(worker, [op, op])).answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(
      await countOf(
        plant,
        name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        `id = '${op.body.id}'`,
      ),
    ).toBe(1)
  })
})

describe('what contradicts itself is refused', () => {
  test.each([
    ['a next day before this one', firstLevelCheck, { nextDueOn: '2026-11-19' }, '6000'],
    [
      'the same day, late in the plant',
      firstLevelCheck,
      { occurredAt: '2026-11-19T17:00:00.000Z', nextDueOn: '2026-11-19' },
      '6000',
    ],
    ['work of an hour to come', firstLevelCheck, { occurredAt: '2026-11-20T03:00:00.000Z' }, '6000'],
    ['work of another century to come', pmRecord, { occurredAt: '2099-11-20T03:00:00.000Z' }, '6000'],
    ['OK above its limit', detectionRecord, { kind: 'vibration', values: [value({ value: 4.6, high: 4.5 })] }, '6000'],
    ['OK below its limit', detectionRecord, { kind: 'vibration', values: [value({ value: 0.1, low: 0.2 })] }, '6000'],
    ['crossed limits', detectionRecord, { kind: 'vibration', values: [value({ low: 5, high: 1 })] }, '6000'],
    ['a part without name', partsRecord, { cause: 'worn', parts: [{ quantity: 1 }] }, '6000'],
    ['no pieces', partsRecord, { cause: 'worn', parts: [{ partName: 'x', quantity: 0 }] }, '6000'],
    [
      'an unknown part in a list',
      partsRecord,
      { cause: 'worn', parts: [{ partId: createUuid7(5), quantity: 1 }] },
      '4006',
    ],
    [
      'an unknown part as lubricant',
      mainLubrication,
      { points: [{ point: 'x', lubricant: 'y', amount: 1, unit: 'g', partId: createUuid7(5) }] },
      '4006',
    ],
    ['a machine there is not', firstLevelCheck, { equipmentId: createUuid7(5) }, '4006'],
    ['a person there is not', firstLevelCheck, { people: [createUuid7(5)] }, '4006'],
    ['a plan, which only completing it names', pmRecord, { planId: createUuid7(5) }, '4013'],
  ] as const)('%s', async (_what, resource, more, expected) => {
    const machine = await newMachine(lead)
    const answer = await worker.call(
      resource.endpoints.create as never,
      { equipmentId: machine.id, occurredAt: NOW, result: 'ok', ...more } as never,
    )
    expect(answer.errno).toBe(expected)
    expect(await countOf(plant, resource.table, `equipment_id = '${machine.id}'`)).toBe(0)
  })
  test('a measured value on its limit is within it', async () => {
    const machine = await newMachine(lead)
    const answer = await worker.call(detectionRecord.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      kind: 'vibration',
      values: rows(value({ value: 4.5, high: 4.5 })),
    })
    expect(answer.errno).toBe('200')
    const spoiled = await worker.call(detectionRecord.endpoints.update, {
      id: answer.data.id,
      version: 1,
      values: rows(value({ value: 4.6, high: 4.5 })),
    })
    expect(spoiled.errno).toBe('6000')
  })
})

test('a discarded machine takes work done before it went, nothing later', async () => {
  const machine = await newMachine(lead)
  await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'discarded',
    reason: '报废',
    occurredAt: '2026-11-15T00:00:00.000Z',
  })
  const record = (occurredAt: string) =>
    worker.call(
      firstLevelCheck.endpoints.create,
      { equipmentId: machine.id, occurredAt, result: 'ok' },
      { language: 'en' },
    )
  const late = await record('2026-11-16T00:00:00.000Z')
  expect([late.errno, late.errmsg]).toEqual(['6000', `${machine.code} is discarded: no new records can be added`])
  const before = await record('2026-11-14T00:00:00.000Z')
  expect(before.errno).toBe('200')
  expect(
    (await worker.call(firstLevelCheck.endpoints.update, { id: before.data.id, version: 1, occurredAt: NOW })).errno,
  ).toBe('6000')
})

test('a team sheet may be about a line alone', async () => {
  const machine = await newMachine(lead)
  const operator = await plant.as('operator-line')
  const answer = await operator.call(teamCheck.endpoints.create, {
    lineId: machine.lineId!,
    occurredAt: NOW,
    result: 'attention',
    team: 'A',
    kind: 'safety',
  })
  expect(answer.data).toMatchObject({ equipmentId: null, kind: 'safety', people: [operator.userId] })
})

test('two people who find something at different items of a check cross in neither; of the same item one is chosen', async () => {
  const said = (oil: 'ok' | 'attention' | 'notOk', air: 'ok' | 'attention' | 'notOk') => [
    { item: '油位', result: oil },
    { item: '气压', result: air },
  ]
  const { create, update } = firstLevelCheck.endpoints
  const machine = await newMachine(lead)
  const input = { equipmentId: machine.id, occurredAt: NOW, result: 'ok' as const, items: said('ok', 'ok') }
  const { id } = (await worker.call(create, input as never)).data
  const edit = (who: Caller, items: object[]) => who.call(update, { id, version: 1, items } as never)
  expect((await edit(worker, said('ok', 'notOk'))).errno).toBe('200')
  const both = await edit(lead, said('notOk', 'ok'))
  expect([both.errno, both.data.items]).toMatchObject(['200', said('notOk', 'notOk')])
  const crossed = await edit(lead, said('attention', 'ok'))
  expect(crossed).toMatchObject({
    errno: '6000',
    // What the other found at another item stands on both sides.
    data: { mine: { items: said('attention', 'notOk') }, theirs: { items: said('notOk', 'notOk') } },
  })
})
