import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import {
  acceptRepair,
  finishRepair,
  resumeRepair,
  rejectProduction,
  waitForPart,
  withdrawRepair,
} from '@/areas/maintenance/contract/repair-commands'
import {
  openRepairOptions,
  repairBoard,
  repairCount,
  repairStatistics,
} from '@/areas/maintenance/contract/repair-reports'
import { maintenanceCount } from '@/areas/maintenance/contract/machine-endpoints'
import type { TestPlant } from '../harness'
import {
  plantTime,
  countRows,
  expectOk,
  createPart,
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

const seal = { part: '机械密封 φ45', expectedOn: '2026-11-23' }
const accepted = async (more: Record<string, unknown> = {}) => {
  const { id } = await reportFault(staff, { occurredAt: plantTime('08:00'), ...more })
  return expectOk(await staff.maint.call(acceptRepair, { id, occurredAt: plantTime('08:30') }))
}
const waiting = async (more: Record<string, unknown> = {}, said: object = {}) =>
  expectOk(
    await staff.maint.call(waitForPart, {
      id: (await accepted(more)).id,
      occurredAt: plantTime('09:00'),
      ...seal,
      ...said,
    }),
  )
const work = () => ({
  causes: '密封磨损',
  actions: '更换密封',
  hours: [{ userId: staff.maint.userId, hours: 0.5 }],
  endedAt: NOW,
})

describe('a repair that waits for a part', () => {
  test('names the part, the date and the start of the wait; machine and line stay down', async () => {
    const part = await createPart(staff, 0)
    const row = await waiting({ lineStopped: true, stoppedAt: plantTime('08:00') }, { partId: part.id, part: null })
    expect(row).toMatchObject({
      state: 'waitingForPart',
      expectedOn: '2026-11-23',
      waits: [
        {
          partId: part.id,
          part: null,
          expectedOn: '2026-11-23',
          since: plantTime('09:00'),
          until: null,
          userId: staff.maint.userId,
        },
      ],
      repairEndAt: null,
    })
    expect(await fetchRow(plant, 'equipment', row.equipmentId)).toMatchObject({ condition: 'inMaintenance' })
    expect(await fetchRow(plant, 'line_stop', row.stopId!)).toMatchObject({ ended_at: null })
  })
  test('counts as open on the board, in metrics and options, and in the mechanic’s list', async () => {
    const countBefore = expectOk(await staff.maint.call(repairCount, {}))
    const mine = expectOk(await staff.maint.call(maintenanceCount, {})).mine!
    const row = await waiting()
    expect(expectOk(await staff.maint.call(repairCount, {}))).toMatchObject({
      open: countBefore.open + 1,
      waitingForPart: countBefore.waitingForPart + 1,
      inMaintenance: countBefore.inMaintenance,
      done: countBefore.done,
    })
    expect(expectOk(await staff.maint.call(maintenanceCount, {})).mine).toBe(mine + 1)
    const column = expectOk(await staff.viewer.call(repairBoard, {})).find(({ state }) => state === 'waitingForPart')
    expect(column?.repairs.find(({ id }) => id === row.id)).toMatchObject({ since: plantTime('09:00') })
    expect(expectOk(await staff.maint.call(openRepairOptions, {})).map(({ id }) => id)).toContain(row.id)
  })
  test('continues, and may wait again for another part', async () => {
    const row = await waiting()
    const gone = expectOk(await staff.maint.call(resumeRepair, { id: row.id, occurredAt: plantTime('09:30') }))
    expect(gone).toMatchObject({ state: 'inMaintenance', expectedOn: null })
    expect(gone.waits).toMatchObject([{ since: plantTime('09:00'), until: plantTime('09:30') }])
    const again = expectOk(
      await staff.maint.call(waitForPart, { id: row.id, part: '联轴器', expectedOn: '2026-11-24' }),
    )
    expect(again.waits.map(({ part, until }) => [part, until])).toEqual([
      [seal.part, plantTime('09:30')],
      ['联轴器', null],
    ])
  })
  test('keeps one wait when the expected date changes', async () => {
    const row = await waiting()
    const later = expectOk(await staff.maint.call(waitForPart, { id: row.id, ...seal, expectedOn: '2026-11-27' }))
    expect(later).toMatchObject({ state: 'waitingForPart', expectedOn: '2026-11-27' })
    expect(later.waits).toMatchObject([{ since: plantTime('09:00'), expectedOn: '2026-11-27', until: null }])
  })
  test('is set to waiting by any mechanic who works on it or by the lead, and nobody else', async () => {
    const { id, version } = await accepted()
    for (const who of ['operator-line', 'prod-lead', 'quality', 'viewer', 'manager'] as const)
      expect((await staff[who].call(waitForPart, { id, ...seal })).errno).toBe('401')
    expect(await fetchRow(plant, 'repair', id)).toMatchObject({ state: 'inMaintenance', version })
    // Another mechanic accepted it first; everyone who may finish it may set it to waiting.
    await plant.query('update repair set accepted_by = $2 where id = $1', [id, staff['maint-lead'].userId])
    expect(expectOk(await staff.maint.call(waitForPart, { id, ...seal })).state).toBe('waitingForPart')
    expect((await staff.quality.call(resumeRepair, { id })).errno).toBe('401')
    expect(expectOk(await staff.maint.call(resumeRepair, { id })).state).toBe('inMaintenance')
    expect(expectOk(await staff['maint-lead'].call(waitForPart, { id, ...seal })).state).toBe('waitingForPart')
    expect(expectOk(await staff['maint-lead'].call(resumeRepair, { id })).state).toBe('inMaintenance')
  })
  test.each([
    ['no day', { expectedOn: undefined }, '4042'],
    ['no part', { part: ' ' }, '6000'],
    ['a day that has passed', { expectedOn: '2026-11-19' }, '6000'],
    ['an unknown part', { partId: createUuid7(7) }, '4006'],
    ['a moment before the repair was taken', { occurredAt: plantTime('08:10') }, '6000'],
  ])('with %s is refused and stays unchanged', async (_what, wrong, errno) => {
    const row = await accepted()
    const logged = await countRows(plant, 'operation_log')
    expect((await staff.maint.call(waitForPart, { id: row.id, ...seal, ...wrong } as never)).errno).toBe(errno)
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ state: 'inMaintenance', version: row.version })
    expect(await countRows(plant, 'operation_log')).toBe(logged)
  })
  test('cannot be finished, withdrawn or returned before it continues', async () => {
    const row = await waiting()
    for (const [who, step, input] of [
      ['maint', finishRepair, work()],
      ['operator-line', withdrawRepair, { reason: 'x' }],
      ['prod-lead', rejectProduction, { reason: 'x' }],
    ] as const)
      expect((await staff[who].call(step as never, { id: row.id, ...input } as never)).errno).toBe('6000')
    expectOk(await staff.maint.call(acceptRepair, { id: row.id }))
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ state: 'waitingForPart', version: row.version })
  })
  test('cannot end before it continued', async () => {
    const row = await waiting()
    const on = expectOk(await staff.maint.call(resumeRepair, { id: row.id, occurredAt: plantTime('09:50') }))
    const answer = await staff.maint.call(finishRepair, { id: row.id, ...work(), endedAt: plantTime('09:20') })
    expect(answer.errno).toBe('6000')
    expect(await fetchRow(plant, 'repair', row.id)).toMatchObject({ state: 'inMaintenance', version: on.version })
  })
  test('arrives from an offline phone with both steps at their times, once', async () => {
    const { id, version } = await accepted()
    const wait = {
      id: createUuid7(Date.now()),
      op: waitForPart,
      body: { id, version, ...seal },
      occurredAt: plantTime('09:00'),
    }
    const on = {
      id: createUuid7(Date.now()),
      op: resumeRepair,
      body: { id, version: version + 1 },
      occurredAt: plantTime('09:40'),
    }
    for (const _ of [1, 2])
      expect((await sync(staff.maint, [wait, on])).map(({ status }) => status)).toEqual(['done', 'done'])
    const row = await fetchRow<{ waits: object[]; state: string }>(plant, 'repair', id)
    expect(row.state).toBe('inMaintenance')
    expect(row.waits).toMatchObject([{ since: plantTime('09:00'), until: plantTime('09:40') }])
    expect(row.waits).toHaveLength(1)
  })
  test('counts the wait as down time, shown separately, and not as repair time', async () => {
    const row = await waiting({ lineStopped: true, stoppedAt: plantTime('08:00') })
    expectOk(await staff.maint.call(resumeRepair, { id: row.id, occurredAt: plantTime('09:30') }))
    expectOk(await staff.maint.call(finishRepair, { id: row.id, ...work() }))
    const { rows, definitions } = expectOk(
      await staff.viewer.call(
        repairStatistics,
        { by: 'equipment', from: '2026-11-20', to: '2026-11-20', equipmentId: row.equipmentId },
        { language: 'en' },
      ),
    )
    // Accepted at 08:30, ended at 10:00, of which 30 min waiting; the line stood from 08:00 to 10:00, the whole business date so far.
    expect(rows).toMatchObject([{ mttr: 1, repairHours: 1, waitingHours: 0.5, operatingHours: 0 }])
    expect(definitions.find(({ indicator }) => indicator === 'mttr')?.formula).toContain('Waiting for parts')
    expect(definitions.find(({ indicator }) => indicator === 'waitingHours')?.note).toContain('part of the downtime')
  })
})
