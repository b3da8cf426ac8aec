import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { firstLevelCheck, teamCheck } from '@/areas/equipment/contract/check-records'
import { mainLubrication } from '@/areas/equipment/contract/lubrication'
import { partsRecord } from '@/areas/equipment/contract/parts-records'
import { machineUseRecord } from '@/areas/equipment/contract/equipment'
import { detectionRecord, pmRecord } from '@/areas/equipment/contract/work-records'
import { recordKindNames } from '@/areas/equipment/contract/option-endpoints'
import { recordResources } from '@/areas/equipment/server/records'
import { createTestPlant, type Caller, type TestPlant } from '../harness'
import { countRows, createMachine, NOW, toListRows, sync } from './machines'

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

const buildMeasuredValue = (overrides: object) => ({
  point: '轴承座',
  value: 4,
  unit: 'mm/s',
  result: 'ok' as const,
  ...overrides,
})
/** Required fields of each kind besides machine, time and result. */
const requiredFields: Record<string, object> = {
  assistRecord: { kind: 'cleaning', work: '清洁' },
  detectionRecord: { kind: 'vibration', values: [buildMeasuredValue({ high: 4.5 })] },
  partsRecord: { cause: 'worn', parts: [{ partName: '轴承 6204', quantity: 2 }] },
  electricalPartsRecord: { cause: 'broken', parts: [{ partName: '接触器', quantity: 1 }] },
  mainLubrication: { points: [{ point: '前轴承', lubricant: 'L-CKC 220', amount: 20, unit: 'g' }] },
  slittingLubrication: { points: [{ point: '刀轴', lubricant: 'L-CKC 220', amount: 5, unit: 'mL' }] },
}

test('the server has endpoints for every kind of record', () => {
  expect(recordResources.map((r) => r.name).sort()).toEqual([...recordKindNames].sort())
})

describe.each(recordResources.map((resource) => ({ resource, name: resource.name })))('$name', ({ resource, name }) => {
  const endpoints = resource.endpoints as unknown as typeof firstLevelCheck.endpoints
  const buildCompleteInput = async (overrides: object = {}) => {
    const machine = await createMachine(lead)
    return {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      ...(name === 'teamCheck' ? { lineId: machine.lineId } : {}),
      ...requiredFields[name],
      ...overrides,
    } as never
  }
  test('is added by a worker in the own name, changed, listed and exported', async () => {
    const input = await buildCompleteInput()
    const createAnswer = await worker.call(endpoints.create, input)
    expect(createAnswer.errmsg).toBe('')
    expect(createAnswer.data).toMatchObject({ people: [worker.userId], createdBy: worker.userId, version: 1 })
    const updateAnswer = await worker.call(endpoints.update, {
      id: createAnswer.data.id,
      version: 1,
      note: '复查',
      people: [worker.userId, lead.userId],
    })
    expect(updateAnswer.data).toMatchObject({ note: '复查', version: 2, people: [worker.userId, lead.userId] })
    const listAnswer = await worker.call(endpoints.list, { equipmentId: createAnswer.data.equipmentId })
    expect(listAnswer.data.list.map((row) => row.id)).toEqual([createAnswer.data.id])
    expect(Object.values(listAnswer.data.refs)).toContain('maint person')
    expect((await lead.call(endpoints.export, {})).bytes.subarray(0, 2).toString()).toBe('PK')
  })
  test('is refused without the permission, and workers cannot delete it', async () => {
    const viewer = await plant.as('viewer')
    const input = await buildCompleteInput()
    const createAnswer = await worker.call(endpoints.create, input)
    expect([(await viewer.call(endpoints.create, input)).errno, (await viewer.call(endpoints.list, {})).errno]).toEqual(
      ['401', '401'],
    )
    expect((await worker.call(endpoints.remove, { id: createAnswer.data.id })).errno).toBe('401')
    expect((await lead.call(endpoints.remove, { id: createAnswer.data.id })).errno).toBe('200')
  })
  test('is stored once when a phone sends it twice', async () => {
    const syncOp = {
      id: createUuid7(Date.now()),
      op: `${name}.create`,
      body: { id: createUuid7(Date.now()), ...((await buildCompleteInput()) as object) },
    }
    await sync(worker, [syncOp])
    expect((await sync(worker, [syncOp, syncOp])).answers.map((a) => a.status)).toEqual(['done', 'done'])
    expect(
      await countRows(
        plant,
        name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
        `id = '${syncOp.body.id}'`,
      ),
    ).toBe(1)
  })
})

describe('contradictory input', () => {
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
    [
      'OK above its limit',
      detectionRecord,
      { kind: 'vibration', values: [buildMeasuredValue({ value: 4.6, high: 4.5 })] },
      '6000',
    ],
    [
      'OK below its limit',
      detectionRecord,
      { kind: 'vibration', values: [buildMeasuredValue({ value: 0.1, low: 0.2 })] },
      '6000',
    ],
    [
      'crossed limits',
      detectionRecord,
      { kind: 'vibration', values: [buildMeasuredValue({ low: 5, high: 1 })] },
      '6000',
    ],
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
  ] as const)('%s', async (_what, resource, overrides, expected) => {
    const machine = await createMachine(lead)
    const answer = await worker.call(
      resource.endpoints.create as never,
      { equipmentId: machine.id, occurredAt: NOW, result: 'ok', ...overrides } as never,
    )
    expect(answer.errno).toBe(expected)
    expect(await countRows(plant, resource.table, `equipment_id = '${machine.id}'`)).toBe(0)
  })
  test('a measured value equal to its limit is within the limit', async () => {
    const machine = await createMachine(lead)
    const answer = await worker.call(detectionRecord.endpoints.create, {
      equipmentId: machine.id,
      occurredAt: NOW,
      result: 'ok',
      kind: 'vibration',
      values: toListRows(buildMeasuredValue({ value: 4.5, high: 4.5 })),
    })
    expect(answer.errno).toBe('200')
    const invalidUpdate = await worker.call(detectionRecord.endpoints.update, {
      id: answer.data.id,
      version: 1,
      values: toListRows(buildMeasuredValue({ value: 4.6, high: 4.5 })),
    })
    expect(invalidUpdate.errno).toBe('6000')
  })
})

test('a discarded machine accepts records from before the discard, none after', async () => {
  const machine = await createMachine(lead)
  await lead.call(machineUseRecord.endpoints.create, {
    equipmentId: machine.id,
    state: 'discarded',
    reason: '报废',
    occurredAt: '2026-11-15T00:00:00.000Z',
  })
  const recordCheck = (occurredAt: string) =>
    worker.call(
      firstLevelCheck.endpoints.create,
      { equipmentId: machine.id, occurredAt, result: 'ok' },
      { language: 'en' },
    )
  const lateAnswer = await recordCheck('2026-11-16T00:00:00.000Z')
  expect([lateAnswer.errno, lateAnswer.errmsg]).toEqual([
    '6000',
    `${machine.code} is discarded: no new records can be added`,
  ])
  const earlierRecord = await recordCheck('2026-11-14T00:00:00.000Z')
  expect(earlierRecord.errno).toBe('200')
  expect(
    (await worker.call(firstLevelCheck.endpoints.update, { id: earlierRecord.data.id, version: 1, occurredAt: NOW }))
      .errno,
  ).toBe('6000')
})

test('a team check may refer to a line without a machine', async () => {
  const machine = await createMachine(lead)
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

test('edits of different items of a check merge without conflict; the same item needs a choice', async () => {
  const buildItems = (oil: 'ok' | 'attention' | 'notOk', air: 'ok' | 'attention' | 'notOk') => [
    { item: '油位', result: oil },
    { item: '气压', result: air },
  ]
  const { create, update } = firstLevelCheck.endpoints
  const machine = await createMachine(lead)
  const input = { equipmentId: machine.id, occurredAt: NOW, result: 'ok' as const, items: buildItems('ok', 'ok') }
  const { id } = (await worker.call(create, input as never)).data
  const editItems = (who: Caller, items: object[]) => who.call(update, { id, version: 1, items } as never)
  expect((await editItems(worker, buildItems('ok', 'notOk'))).errno).toBe('200')
  const secondEdit = await editItems(lead, buildItems('notOk', 'ok'))
  expect([secondEdit.errno, secondEdit.data.items]).toMatchObject(['200', buildItems('notOk', 'notOk')])
  const conflictAnswer = await editItems(lead, buildItems('attention', 'ok'))
  expect(conflictAnswer).toMatchObject({
    errno: '6000',
    // The other person's finding at another item is in both versions.
    data: { mine: { items: buildItems('attention', 'notOk') }, theirs: { items: buildItems('notOk', 'notOk') } },
  })
})
