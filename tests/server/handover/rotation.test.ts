import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'
import { inspectionRound } from '@/areas/rounds/contract/inspection-round'
import { lineStop } from '@/plant/contract/line-stop'
import { shiftRotation } from '@/plant/contract/rotation'
import type { TestPlant } from '../harness'
import { plantTime, expectOk, createMachine, NOW, createStaffedPlant, type Staff } from '../plant-staff'
import { createLine } from '../rolls/winder-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
beforeEach(() => {
  plant.clock.set(NOW)
})
afterAll(() => plant.close())

const add = (effectiveFrom: string, more: object = {}) =>
  staff.admin.call(shiftRotation.endpoints.create, { effectiveFrom, kind: 'fourTeamsTwoShifts', ...more } as never, {
    language: 'en',
  })
const custom = (more: object = {}) => ({
  kind: 'custom',
  shifts: [
    { key: 'day', startMinute: 420 },
    { key: 'night', startMinute: 1140 },
  ],
  cycle: [{ shift: 'day' }, { shift: 'night' }],
  teams: [
    { key: 'A', offset: 0 },
    { key: 'B', offset: 1 },
  ],
  ...more,
})

/** Enters a line stop. */
const stopped = async (from: string, to: string) =>
  expectOk(
    await staff['prod-lead'].call(lineStop.endpoints.create, {
      lineId: (await createLine(staff)).id,
      startedAt: from,
      endedAt: to,
    } as never),
  )

describe('a rotation of shifts', () => {
  test('can start today, or be withdrawn, while nothing is recorded today', async () => {
    const entry = expectOk(await add('2026-11-20'))
    expectOk(await staff.admin.call(shiftRotation.endpoints.remove, { id: entry.id }))
    const past = await add('2026-11-19')
    expect([past.errno, past.errmsg]).toEqual(['6000', expect.stringMatching(/Past shifts/)])
    await stopped(plantTime('08:10'), plantTime('08:20'))
    const late = await add('2026-11-20')
    expect([late.errno, late.errmsg]).toEqual(['6000', expect.stringMatching(/records for today/)])
  })
  test('starts on the next business date and leaves earlier shifts unchanged', async () => {
    const machine = await createMachine(staff)
    const plan = expectOk(
      await staff['maint-lead'].call(inspectionPlan.endpoints.create, {
        name: '班次巡检',
        frequency: 'everyShifts',
        every: 1,
        minutesAfterStart: 60,
        minutesBefore: 30,
        minutesAfter: 60,
        validFrom: '2026-11-01',
        points: [{ key: 'p', equipmentId: machine.id, code: `CP-${machine.code}` }],
        items: [{ pointKey: 'p', key: 'i', label: '看', kind: 'okNotOk' }],
      } as never),
    )
    const rounds = async () =>
      (
        await plant.query<{ business_date: string; shift: string }>(
          'select business_date::text, shift from inspection_round where plan_id = $1 order by due_at',
          [plan.id],
        )
      ).map((r) => `${r.business_date} ${r.shift}`)
    // At 10:00 of the 20th: middle and night of the 20th, early of the 21st until 10:00.
    expect(await rounds()).toEqual(['2026-11-20 middle', '2026-11-20 night', '2026-11-21 early'])
    const entry = expectOk(await add('2026-11-21'))
    expect(await rounds()).toEqual(['2026-11-20 middle', '2026-11-20 night', '2026-11-21 day'])
    expect((await staff.admin.call(inspectionRound.endpoints.list, { planId: plan.id } as never)).errno).toBe('200')
    plant.clock.set(plantTime('09:00', '2026-11-21'))
    await stopped(plantTime('08:10', '2026-11-21'), plantTime('08:20', '2026-11-21'))
    expect((await staff.admin.call(shiftRotation.endpoints.remove, { id: entry.id })).errno).toBe('6000') // shifts already use it
    expectOk(await add('2026-11-22', custom()))
    expect(
      expectOk(await staff.viewer.call(shiftRotation.endpoints.list, {})).list.map((row) => [
        row.effectiveFrom,
        row.kind,
      ]),
    ).toEqual([
      ['2026-11-22', 'custom'],
      ['2026-11-21', 'fourTeamsTwoShifts'],
    ])
    const [log] = await plant.query<{ n: number }>(
      `select count(*)::int as n from operation_log where resource = 'shiftRotation' and action = 'insert'`,
    )
    expect(log!.n).toBe(3)
  })
  test('can be withdrawn until it begins', async () => {
    const entry = expectOk(await add('2026-12-24'))
    expectOk(await staff.admin.call(shiftRotation.endpoints.remove, { id: entry.id }))
    expectOk(await add('2026-12-24', { kind: 'fourTeamsThreeShifts' }))
  })
  test.each([
    ['today', () => add('2026-11-20'), /next production day/],
    ['a pattern without shifts', () => add('2027-01-01', { kind: 'custom' }), /Enter the shifts/],
    ['a shift without a team', () => add('2027-01-01', custom({ teams: [{ key: 'A', offset: 0 }] })), /no team/],
    ['an unknown shift', () => add('2027-01-01', custom({ cycle: [{ shift: 'x' }, { shift: 'day' }] })), /not defined/],
    [
      'shifts longer than a day',
      () =>
        add(
          '2027-01-01',
          custom({
            shifts: [
              { key: 'day', startMinute: 0 },
              { key: 'night', startMinute: 1440 },
            ],
          }),
        ),
      /cannot exceed 24 hours/,
    ],
  ])('refuses %s', async (_what, call, sentence) => {
    const answer = await call()
    expect([answer.errno, answer.errmsg]).toEqual(['6000', expect.stringMatching(sentence)])
  })
  test('is set by permitted people only, one pattern per day', async () => {
    expect(
      (
        await staff['operator-line'].call(shiftRotation.endpoints.create, {
          effectiveFrom: '2027-02-01',
          kind: 'custom',
        } as never)
      ).errno,
    ).toBe('401')
    expectOk(await add('2027-02-01'))
    expect((await add('2027-02-01')).errno).toBe('4003')
  })
})
