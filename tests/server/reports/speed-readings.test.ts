import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { line } from '@/plant/contract/line'
import { sendSpeeds, speedCurve } from '@/plant/contract/line-speed'
import { explainStop } from '@/plant/contract/line-stop'
import { detectStops } from '@/plant/rules/stop-detection'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, NOW, runJob, createStaffedPlant, type Staff } from '../plant-staff'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())

let serial = 0
const newLine = async () =>
  expectOk(
    await staff['maint-lead'].call(line.endpoints.create, {
      code: `T-${++serial}`,
      name: `熔喷${serial}`,
      kind: 'meltblown',
    }),
  )
type Given = readonly (readonly [string, number])[]
const send = async (code: string, given: Given) =>
  expectOk(
    await staff.admin.call(sendSpeeds, {
      readings: given.map(([time, speed]) => ({ line: code, at: plantTime(time), speed })),
    }),
  )
const stopsOf = async (lineId: string) =>
  (
    await plant.query<{ started_at: string; ended_at: string | null; state: string }>(
      'select started_at, ended_at, state from line_stop where line_id = $1 order by started_at',
      [lineId],
    )
  ).map((s) => [s.started_at, s.ended_at])

describe('readings', () => {
  test('are stored once in any order; unknown lines and future times are reported', async () => {
    const { id, code } = await newLine()
    const batch = {
      readings: [
        { line: code, at: plantTime('08:01'), speed: 301 },
        { line: code, at: plantTime('08:00'), speed: 300 },
        { line: 'NOBODY', at: plantTime('08:00'), speed: 1 },
        { line: code, at: plantTime('11:00'), speed: 1 },
      ],
    }
    expect(expectOk(await staff.admin.call(sendSpeeds, batch))).toEqual({
      stored: 2,
      repeated: 0,
      ahead: 1,
      unknown: [{ line: 'NOBODY' }],
    })
    expect(expectOk(await staff.admin.call(sendSpeeds, batch))).toMatchObject({ stored: 0, repeated: 2 })
    expect(await countRows(plant, 'line_speed', 'line_id = $1', [id])).toBe(2)
  })
  test('accept five thousand at once and refuse more', async () => {
    const { id, code } = await newLine()
    const readings = Array.from({ length: 5000 }, (_, i) => ({
      line: code,
      at: new Date(Date.parse(plantTime('00:00')) + i * 5000).toISOString(),
      speed: 300,
    }))
    expect(expectOk(await staff.admin.call(sendSpeeds, { readings }))).toMatchObject({ stored: 5000 })
    expect((await staff.admin.call(sendSpeeds, { readings: [...readings, readings[0]!] })).errno).toBe('4013')
    expect(await stopsOf(id)).toEqual([])
    const points = expectOk(
      await staff.manager.call(speedCurve, { lineId: id, from: plantTime('00:00'), to: plantTime('08:00') }),
    )
    expect(points.length).toBeLessThanOrEqual(500)
    expect(points.length).toBeGreaterThan(300)
    expect(points[0]).toEqual({ at: plantTime('00:00'), speed: 300, least: 300 })
  })
  test.each([
    ['without readings', { readings: undefined }, '4042'],
    ['a speed below zero', { readings: [{ line: 'A', at: NOW, speed: -1 }] }, '4013'],
    ['a moment that is none', { readings: [{ line: 'A', at: 'yesterday', speed: 1 }] }, '4013'],
  ])('%s are refused', async (_what, input, expected) => {
    expect((await staff.admin.call(sendSpeeds, input as never)).errno).toBe(expected)
  })
  test('need the permission', async () => {
    expect((await staff.viewer.call(sendSpeeds, { readings: [{ line: 'A', at: NOW, speed: 1 }] })).errno).toBe('401')
    expect((await staff.viewer.call(speedCurve, { lineId: (await newLine()).id })).errno).toBe('401')
    expect((await plant.stranger.call(sendSpeeds, { readings: [] })).status).toBe(401)
  })
  test('are deleted after 13 months', async () => {
    const { id, code } = await newLine()
    await plant.query(
      `insert into line_speed (line_id, at, speed) values ($1, '2025-10-19T00:00:00Z', 300), ($1, '2025-10-21T00:00:00Z', 300)`,
      [id],
    )
    await send(code, [['08:00', 300]])
    await runJob(plant, 'speeds-forget')
    expect(await countRows(plant, 'line_speed', 'line_id = $1', [id])).toBe(2)
  })
})

describe('stops from the speed', () => {
  test('open after a minute, close when the line runs, and belong to their shift', async () => {
    const { id, code } = await newLine()
    await send(code, [
      ['08:00', 300],
      ['08:01', 0],
    ])
    expect(await stopsOf(id)).toEqual([])
    await send(code, [['08:02', 0]])
    expect(await stopsOf(id)).toEqual([[plantTime('08:01'), null]])
    await send(code, [
      ['08:05', 10],
      ['08:06', 300],
    ])
    expect(
      await plant.query(
        'select source, closed_by, state, minutes::float as minutes, shift, business_date from line_stop where line_id = $1',
        [id],
      ),
    ).toEqual([
      {
        source: 'speed',
        closed_by: 'speed',
        state: 'toExplain',
        minutes: 5,
        shift: 'early',
        business_date: '2026-11-20',
      },
    ])
  })
  test('are split, moved or removed by late readings while unexplained', async () => {
    const { id, code } = await newLine()
    await send(code, [
      ['07:05', 300],
      ['07:10', 0],
      ['07:12', 0],
      ['07:40', 0],
      ['07:50', 300],
    ])
    expect(await stopsOf(id)).toEqual([[plantTime('07:10'), plantTime('07:50')]])
    await send(code, [
      ['07:20', 250],
      ['07:22', 0],
      ['07:24', 0],
    ])
    expect(await stopsOf(id)).toEqual([
      [plantTime('07:10'), plantTime('07:20')],
      [plantTime('07:22'), plantTime('07:50')],
    ])
    await send(code, [['07:08', 0]])
    expect(await stopsOf(id)).toEqual([
      [plantTime('07:08'), plantTime('07:20')],
      [plantTime('07:22'), plantTime('07:50')],
    ])
  })
  test('stay unchanged once explained', async () => {
    const { id, code } = await newLine()
    await send(code, [
      ['07:05', 300],
      ['07:10', 0],
      ['07:12', 0],
      ['07:50', 300],
    ])
    const [stop] = await plant.query<{ id: string }>('select id from line_stop where line_id = $1', [id])
    const [reason] = await plant.query<{ id: string }>(`select id from stop_reason where code = 'webBreak'`)
    expectOk(await staff['operator-line'].call(explainStop, { id: stop!.id, reasonId: reason!.id }))
    await send(code, [
      ['07:20', 250],
      ['07:22', 0],
      ['07:24', 0],
    ])
    expect(await stopsOf(id)).toEqual([[plantTime('07:10'), plantTime('07:50')]])
  })
  test('can be made more precise by a person, except while the line ran', async () => {
    const { id, code } = await newLine()
    await send(code, [
      ['07:05', 300],
      ['07:10', 0],
      ['07:12', 0],
      ['07:20', 300],
      ['07:24', 300],
    ])
    const [stop] = await plant.query<{ id: string }>('select id from line_stop where line_id = $1', [id])
    const beyond = await staff['operator-line'].call(
      explainStop,
      { id: stop!.id, endedAt: plantTime('07:23') },
      { language: 'en' },
    )
    expect([beyond.errno, beyond.errmsg]).toEqual([
      '6000',
      'The line was running at 2026-11-20 07:20; the stop cannot cover that time',
    ])
    expect((await staff['operator-line'].call(explainStop, { id: stop!.id, endedAt: null })).errno).toBe('6000')
    expectOk(
      await staff['operator-line'].call(explainStop, {
        id: stop!.id,
        startedAt: plantTime('07:11'),
        endedAt: plantTime('07:18'),
      }),
    )
    expect(await stopsOf(id)).toEqual([[plantTime('07:11'), plantTime('07:18')]])
  })
  test('are created once when two gateways send the same readings', async () => {
    const { id, code } = await newLine()
    const batch: Given = [
      ['08:00', 300],
      ['08:01', 0],
      ['08:05', 0],
      ['08:09', 300],
    ]
    await Promise.all(Array.from({ length: 6 }, () => send(code, batch)))
    expect(await stopsOf(id)).toEqual([[plantTime('08:01'), plantTime('08:09')]])
  })
  test('are the same for readings in any order and any batches', async () => {
    const minutes = (n: number) => new Date(Date.parse(plantTime('02:00')) + n * 60_000).toISOString()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(0, 3, 10, 25, 300), { minLength: 2, maxLength: 24 }),
        fc.infiniteStream(fc.nat(1000)),
        async (values, order) => {
          const { id, code } = await newLine()
          const all = values.map((speed, i) => ({ line: code, at: minutes(i), speed }))
          const shuffled = all
            .map((r) => ({ r, k: order.next().value as number }))
            .sort((a, b) => a.k - b.k)
            .map(({ r }) => r)
          for (let i = 0; i < shuffled.length; i += 5)
            expectOk(await staff.admin.call(sendSpeeds, { readings: shuffled.slice(i, i + 5) }))
          const whole = detectStops(
            all.map((r) => ({ at: Date.parse(r.at), speed: r.speed })),
            null,
          )
          expect(await stopsOf(id)).toEqual(
            whole.map((s) => [
              new Date(s.startsAt).toISOString(),
              s.endsAt === null ? null : new Date(s.endsAt).toISOString(),
            ]),
          )
        },
      ),
      { numRuns: 25 },
    )
  })
})
