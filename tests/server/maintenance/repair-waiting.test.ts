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
import { openRepairs, repairBoard, repairCount, repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { oamCount } from '@/areas/maintenance/contract/oam-count'
import type { TestPlant } from '../harness'
import { at, countOf, good, newPart, newReport, NOW, rowOf, staffed, sync, type Staff } from '../people'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await staffed())
}, 120_000)
afterAll(() => plant.close())

const seal = { part: '机械密封 φ45', expectedOn: '2026-11-23' }
const accepted = async (more: Record<string, unknown> = {}) => {
  const { id } = await newReport(staff, { occurredAt: at('08:00'), ...more })
  return good(await staff.maint.call(acceptRepair, { id, occurredAt: at('08:30') }))
}
const waiting = async (more: Record<string, unknown> = {}, said: object = {}) =>
  good(
    await staff.maint.call(waitForPart, { id: (await accepted(more)).id, occurredAt: at('09:00'), ...seal, ...said }),
  )
const work = () => ({
  causes: '密封磨损',
  actions: '更换密封',
  hours: [{ userId: staff.maint.userId, hours: 0.5 }],
  endedAt: NOW,
})

describe('a repair that waits for a part', () => {
  test('says which, until when, and since when; the machine stays in maintenance and the line stands', async () => {
    const part = await newPart(staff, 0)
    const row = await waiting({ lineStopped: true, stoppedAt: at('08:00') }, { partId: part.id, part: null })
    expect(row).toMatchObject({
      state: 'waitingForPart',
      expectedOn: '2026-11-23',
      waits: [
        {
          partId: part.id,
          part: null,
          expectedOn: '2026-11-23',
          since: at('09:00'),
          until: null,
          userId: staff.maint.userId,
        },
      ],
      repairEndAt: null,
    })
    expect(await rowOf(plant, 'equipment', row.equipmentId)).toMatchObject({ condition: 'inMaintenance' })
    expect(await rowOf(plant, 'line_stop', row.stopId!)).toMatchObject({ ended_at: null })
  })
  test('counts as open: board, figures, choices, and among what I have to do', async () => {
    const before = good(await staff.maint.call(repairCount, {}))
    const mine = good(await staff.maint.call(oamCount, {})).mine!
    const row = await waiting()
    expect(good(await staff.maint.call(repairCount, {}))).toMatchObject({
      open: before.open + 1,
      waitingForPart: before.waitingForPart + 1,
      inMaintenance: before.inMaintenance,
      done: before.done,
    })
    expect(good(await staff.maint.call(oamCount, {})).mine).toBe(mine + 1)
    const column = good(await staff.viewer.call(repairBoard, {})).find(({ state }) => state === 'waitingForPart')
    expect(column?.repairs.find(({ id }) => id === row.id)).toMatchObject({ since: at('09:00') })
    expect(good(await staff.maint.call(openRepairs, {})).map(({ id }) => id)).toContain(row.id)
  })
  test('goes on, and waits again for another part', async () => {
    const row = await waiting()
    const gone = good(await staff.maint.call(resumeRepair, { id: row.id, occurredAt: at('09:30') }))
    expect(gone).toMatchObject({ state: 'inMaintenance', expectedOn: null })
    expect(gone.waits).toMatchObject([{ since: at('09:00'), until: at('09:30') }])
    const again = good(await staff.maint.call(waitForPart, { id: row.id, part: '联轴器', expectedOn: '2026-11-24' }))
    expect(again.waits.map(({ part, until }) => [part, until])).toEqual([
      [seal.part, at('09:30')],
      ['联轴器', null],
    ])
  })
  test('another day said while it waits is the same wait', async () => {
    const row = await waiting()
    const later = good(await staff.maint.call(waitForPart, { id: row.id, ...seal, expectedOn: '2026-11-27' }))
    expect(later).toMatchObject({ state: 'waitingForPart', expectedOn: '2026-11-27' })
    expect(later.waits).toMatchObject([{ since: at('09:00'), expectedOn: '2026-11-27', until: null }])
  })
  test('may be told by any mechanic who works on it, and by the lead, and by nobody else', async () => {
    const { id, version } = await accepted()
    for (const who of ['operator-line', 'prod-lead', 'quality', 'viewer', 'manager'] as const)
      expect((await staff[who].call(waitForPart, { id, ...seal })).errno).toBe('401')
    expect(await rowOf(plant, 'repair', id)).toMatchObject({ state: 'inMaintenance', version })
    // Another mechanic took it too, first: whoever may finish it may say that it waits.
    await plant.query('update repair set accepted_by = $2 where id = $1', [id, staff['maint-lead'].userId])
    expect(good(await staff.maint.call(waitForPart, { id, ...seal })).state).toBe('waitingForPart')
    expect((await staff.quality.call(resumeRepair, { id })).errno).toBe('401')
    expect(good(await staff.maint.call(resumeRepair, { id })).state).toBe('inMaintenance')
    expect(good(await staff['maint-lead'].call(waitForPart, { id, ...seal })).state).toBe('waitingForPart')
    expect(good(await staff['maint-lead'].call(resumeRepair, { id })).state).toBe('inMaintenance')
  })
  test.each([
    ['no day', { expectedOn: undefined }, '4042'],
    ['no part', { part: ' ' }, '6000'],
    ['a day that has passed', { expectedOn: '2026-11-19' }, '6000'],
    ['an unknown part', { partId: createUuid7(7) }, '4006'],
    ['a moment before the repair was taken', { occurredAt: at('08:10') }, '6000'],
  ])('with %s is refused and changes nothing', async (_what, wrong, errno) => {
    const row = await accepted()
    const logged = await countOf(plant, 'operation_log')
    expect((await staff.maint.call(waitForPart, { id: row.id, ...seal, ...wrong } as never)).errno).toBe(errno)
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ state: 'inMaintenance', version: row.version })
    expect(await countOf(plant, 'operation_log')).toBe(logged)
  })
  test('cannot be finished, withdrawn or sent back before it goes on; who takes it again has it already', async () => {
    const row = await waiting()
    for (const [who, step, input] of [
      ['maint', finishRepair, work()],
      ['operator-line', withdrawRepair, { reason: 'x' }],
      ['prod-lead', rejectProduction, { reason: 'x' }],
    ] as const)
      expect((await staff[who].call(step as never, { id: row.id, ...input } as never)).errno).toBe('6000')
    good(await staff.maint.call(acceptRepair, { id: row.id }))
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ state: 'waitingForPart', version: row.version })
  })
  test('cannot have ended before it went on', async () => {
    const row = await waiting()
    const on = good(await staff.maint.call(resumeRepair, { id: row.id, occurredAt: at('09:50') }))
    const answer = await staff.maint.call(finishRepair, { id: row.id, ...work(), endedAt: at('09:20') })
    expect(answer.errno).toBe('6000')
    expect(await rowOf(plant, 'repair', row.id)).toMatchObject({ state: 'inMaintenance', version: on.version })
  })
  test('from a phone without signal: both steps at the times they were taken, once', async () => {
    const { id, version } = await accepted()
    const wait = {
      id: createUuid7(Date.now()),
      op: waitForPart,
      body: { id, version, ...seal },
      occurredAt: at('09:00'),
    }
    const on = {
      id: createUuid7(Date.now()),
      op: resumeRepair,
      body: { id, version: version + 1 },
      occurredAt: at('09:40'),
    }
    for (const _ of [1, 2])
      expect((await sync(staff.maint, [wait, on])).map(({ status }) => status)).toEqual(['done', 'done'])
    const row = await rowOf<{ waits: object[]; state: string }>(plant, 'repair', id)
    expect(row.state).toBe('inMaintenance')
    expect(row.waits).toMatchObject([{ since: at('09:00'), until: at('09:40') }])
    expect(row.waits).toHaveLength(1)
  })
  test('waiting is no repair time, is shown apart, and the down time goes on', async () => {
    const row = await waiting({ lineStopped: true, stoppedAt: at('08:00') })
    good(await staff.maint.call(resumeRepair, { id: row.id, occurredAt: at('09:30') }))
    good(await staff.maint.call(finishRepair, { id: row.id, ...work() }))
    const { rows, definitions } = good(
      await staff.viewer.call(
        repairStatistics,
        { by: 'equipment', from: '2026-11-20', to: '2026-11-20', equipmentId: row.equipmentId },
        { language: 'en' },
      ),
    )
    // Taken at 08:30, ended at 10:00, half an hour of it waiting; the line stood from 08:00 to 10:00, all of the business date so far.
    expect(rows).toMatchObject([{ mttr: 1, repairHours: 1, waitingHours: 0.5, operatingHours: 0 }])
    expect(definitions.find(({ indicator }) => indicator === 'mttr')?.formula).toContain('Waiting for parts')
    expect(definitions.find(({ indicator }) => indicator === 'waitingHours')?.note).toContain('part of the downtime')
  })
})
