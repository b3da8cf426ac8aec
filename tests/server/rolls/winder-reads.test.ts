import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { lineStop } from '@/plant/contract/line-stop'
import {
  orderAtLine,
  remarkOrder,
  rollCount,
  rollLength,
  currentRolls,
  teamDoffs,
  teamOutput,
  uncutNumbers,
  uncutRolls,
} from '@/areas/rolls/contract/jumbo-endpoints'
import { jumboInfo } from '@/areas/slitting/contract/slitting-endpoints'
import { doffRoll, downgradeRoll, removeRoll, retireRoll, windRoll } from '@/areas/rolls/contract/jumbo-commands'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { turnSlitter, turnWinder, winderRuns } from '@/areas/rolls/contract/machine-run'
import { findOrderAtLine } from '@/areas/orders/server/queries/orders'
import { loadHallMetrics } from '@/areas/packing/server/queries/hall-metrics'
import { runAsSystem } from '@/server/start-application'
import type { TestPlant } from '../harness'
import { plantTime, countRows, expectOk, NOW, fetchRow, createStaffedPlant, sync, type Staff } from '../plant-staff'
import { doffJumboRoll, createLine, createOrder, startRunningOrder } from './winder-plant'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
}, 120_000)
afterAll(() => plant.close())
const operator = () => staff['operator-line']

describe('the hall at a past moment', () => {
  test('holds the rolls that were consumed or scrapped since, and not those removed since', async () => {
    const run = await startRunningOrder(plant, staff)
    const doff = (time: string) => doffJumboRoll(staff, run, { occurredAt: plantTime(time) })
    const [consumed, scrapped, removed, stays] = [
      await doff('09:10'),
      await doff('09:20'),
      await doff('09:30'),
      await doff('09:40'),
    ]
    const lead = staff['prod-lead']
    plant.clock.set(plantTime('10:30'))
    expectOk(await lead.call(retireRoll, { id: consumed.id, action: 'consume', reason: '自用' }))
    expectOk(await lead.call(retireRoll, { id: scrapped.id, action: 'scrap', reason: '破损' }))
    expectOk(await lead.call(removeRoll, { id: removed.id, reason: '误录' }))
    const loadHallAt = (moment: string) =>
      runAsSystem(plant.app, 'test', (ctx) =>
        loadHallMetrics(ctx, { lineId: run.line.id, from: plantTime('08:00'), to: moment, moment }, false),
      )
    const kg = stays.expectedKg!
    expect(await loadHallAt(plantTime('10:00'))).toMatchObject({
      uncutRolls: 3,
      uncutKg: 3 * kg,
      uncut: [consumed, scrapped, stays].map(({ id }) => ({ jumboRollId: id, leftM: 10_000, kg })),
    })
    expect(await loadHallAt(plantTime('10:30'))).toMatchObject({ uncutRolls: 1, uncut: [{ jumboRollId: stays.id }] })
    plant.clock.set(NOW)
  })
})
describe('the roll on the winder', () => {
  test('shows metres, mass and the next doff; it does not wind during line stops', async () => {
    const run = await startRunningOrder(plant, staff)
    await operator().call(windRoll, {
      workOrderId: run.order.id,
      lineId: run.line.id,
      speed: 200,
      occurredAt: plantTime('09:20'),
    })
    expect(expectOk(await operator().call(currentRolls, { lineId: run.line.id }))).toEqual([
      expect.objectContaining({
        metresNow: 8000,
        kgNow: 384,
        doffDueAt: plantTime('10:10'),
        speed: 200,
        state: 'winding',
      }),
    ])
    expectOk(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId: run.line.id,
        startedAt: plantTime('09:30'),
        endedAt: plantTime('09:40'),
      } as never),
    )
    expect(expectOk(await operator().call(currentRolls, { lineId: run.line.id }))[0]).toMatchObject({
      metresNow: 6000,
      doffDueAt: plantTime('10:20'),
    })
    expect(expectOk(await operator().call(currentRolls, { lineId: (await createLine(staff)).id }))).toEqual([])
    expect((await plant.stranger.call(currentRolls, {})).status).toBe(401)
  })
  test('ends an open stop of its line, but not the stop of a repair', async () => {
    const run = await startRunningOrder(plant, staff)
    const stop = expectOk(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId: run.line.id,
        startedAt: plantTime('08:10'),
      } as never),
    )
    await operator().call(doffRoll, {
      workOrderId: run.order.id,
      lineId: run.line.id,
      lengthM: 9000,
      occurredAt: plantTime('08:30'),
    })
    expect(await fetchRow(plant, 'line_stop', stop.id)).toMatchObject({ ended_at: null })
    const roll = expectOk(
      await operator().call(windRoll, {
        workOrderId: run.order.id,
        lineId: run.line.id,
        speed: 180,
        occurredAt: plantTime('09:00'),
      }),
    )
    expect(await fetchRow(plant, 'line_stop', stop.id)).toMatchObject({
      ended_at: plantTime('09:00'),
      closed_by: 'production',
    })
    expect(
      await countRows(plant, 'operation_log', `resource = 'lineStop' and row_id = $1 and action = 'update'`, [stop.id]),
    ).toBe(1)
    expect(roll).toMatchObject({ speed: 180 })
  })
})

describe('lists and metrics', () => {
  test('agree with the doffed rolls in count, length, team pull and uncut rolls', async () => {
    const run = await startRunningOrder(plant, staff)
    const first = await doffJumboRoll(staff, run, { grossKg: 470, occurredAt: plantTime('08:50'), speed: 190 })
    const second = await doffJumboRoll(staff, run, { lengthM: 8000, occurredAt: plantTime('09:40') })
    const gone = await doffJumboRoll(staff, run)
    expectOk(await staff['prod-lead'].call(removeRoll, { id: gone.id, reason: '误操作' }))
    expectOk(
      await operator().call(downgradeRoll, {
        id: first.id,
        downgrades: [
          { fromM: 0, toM: 1000, grade: 'downgraded', defect: 'hole' },
          { fromM: 9000, toM: 10_000, grade: 'waste', defect: 'hole' },
        ],
      } as never),
    )
    expect(expectOk(await operator().call(rollCount, { lineId: run.line.id }))).toEqual({
      made: 2,
      good: 1,
      uncut: 2,
      today: 2,
      kg: 854,
      ordered: 10,
    })
    expect(expectOk(await operator().call(rollLength, { lineId: run.line.id }))).toEqual({
      orderedM: 10_000,
      lastM: 8000,
      averageM: 9000,
      speed: 190,
    })
    // Downgraded are 2,000 of the 10,000 m of 470 kg: waste metres too, as long as the roll is in the hall.
    expect(
      expectOk(await operator().call(teamOutput, { lineId: run.line.id, from: '2026-11-20', to: '2026-11-20' })),
    ).toEqual([{ team: first.team, rolls: 2, metres: 18_000, kg: 854, downgradedKg: 94 }])
    expect(
      expectOk(await operator().call(teamDoffs, { lineId: run.line.id, businessDate: '2026-11-20' })).list.map(
        (r) => r.id,
      ),
    ).toEqual([second.id, first.id])
    const numbers = expectOk(await operator().call(uncutNumbers, { keyword: run.order.batch }))
    expect(numbers).toEqual([
      { id: first.id, label: first.number, widthMm: 3200, leftM: 10_000, netKg: 470 },
      { id: second.id, label: second.number, widthMm: 3200, leftM: 8000, netKg: null },
    ])
    expect(expectOk(await operator().call(uncutRolls, { workOrderId: run.order.id }))).toMatchObject({ total: 2 })
    expect(expectOk(await operator().call(jumboInfo, { number: first.number! }))).toMatchObject({
      id: first.id,
      slit: [],
      slitKg: 0,
      gapKg: null,
    })
    expect((await operator().call(jumboInfo, { number: 'X' })).errno).toBe('4006')
    expect(expectOk(await operator().call(jumboRoll.endpoints.list, { workOrderId: run.order.id }))).toMatchObject({
      total: 3,
    })
    expect((await operator().call(teamOutput, { from: '2026-11-20', to: '2026-11-01' })).errno).toBe('4013')
  })
  test('show orders of the line with their data and dated remarks', async () => {
    const run = await startRunningOrder(plant, staff)
    expectOk(await operator().call(remarkOrder, { workOrderId: run.order.id, remark: '客户要求双层包装' }))
    expectOk(await operator().call(remarkOrder, { workOrderId: run.order.id, remark: '注意接头' }))
    const page = expectOk(await operator().call(orderAtLine, { workOrderId: run.order.id }))
    expect(page).toMatchObject({
      total: 1,
      list: [
        {
          number: run.order.number,
          gsm: 15,
          webWidthMm: 3200,
          widthMm: null,
          jumboLengthM: 10_000,
          rollLengthM: 10_000,
          idealSpeed: 200,
          remarks:
            '2026-11-20 10:00 operator-line person: 注意接头\n2026-11-20 10:00 operator-line person: 客户要求双层包装',
        },
      ],
    })
    expectOk(await operator().call(changeRunState, { id: run.order.id, action: 'finish', shortReason: '试单' }))
    expect(expectOk(await operator().call(orderAtLine, { lineId: run.line.id })).list.map((o) => o.id)).not.toContain(
      run.order.id,
    )
    expect((await staff.viewer.call(remarkOrder, { workOrderId: run.order.id, remark: 'x' })).errno).toBe('401')
  })
  test('name the running order of the line, even if paused orders were started later', async () => {
    const run = await startRunningOrder(plant, staff)
    for (const time of ['09:00', '09:30', '09:45'])
      await plant.query(`update work_order set state = 'paused', line_id = $2, started_at = $3 where id = $1`, [
        (await createOrder(staff)).id,
        run.line.id,
        plantTime(time),
      ])
    const order = await runAsSystem(plant.app, 'test', (ctx) => findOrderAtLine(ctx, run.line.id))
    expect(order?.id).toBe(run.order.id)
  })
  test('export as a workbook', async () => {
    const answer = await staff.admin.call(jumboRoll.endpoints.export, {})
    expect([answer.status, String(answer.headers['content-type'])]).toEqual([
      200,
      expect.stringContaining('spreadsheetml') as string,
    ])
  })
})

describe('winder and slitter on and off', () => {
  test('a run has one speed: on, another speed, off', async () => {
    const run = await startRunningOrder(plant, staff)
    const turnWinderTo = (action: 'on' | 'off' | 'change', more: object = {}) =>
      operator().call(turnWinder, { lineId: run.line.id, action, ...more }, { language: 'en' })
    expect((await turnWinderTo('off')).errmsg).toBe(`${run.line.code} is not on`)
    expect(
      expectOk(await turnWinderTo('on', { speed: 180, windingM: 10_000, occurredAt: plantTime('08:00') })),
    ).toMatchObject({
      machine: 'winder',
      workOrderId: run.order.id,
      onAt: plantTime('08:00'),
      offAt: null,
      speed: 180,
      shift: 'early',
    })
    expect((await turnWinderTo('on')).errmsg).toBe(`${run.line.code} is already on`)
    expect(expectOk(await turnWinderTo('change', { speed: 200, occurredAt: plantTime('09:00') }))).toMatchObject({
      onAt: plantTime('09:00'),
      speed: 200,
      windingM: 10_000,
    })
    expect(expectOk(await turnWinderTo('off', { occurredAt: plantTime('09:30'), note: '换滤网' }))).toMatchObject({
      offAt: plantTime('09:30'),
      note: '换滤网',
    })
    expect(expectOk(await operator().call(winderRuns, { lineId: run.line.id })).map((r) => [r.onAt, r.offAt])).toEqual([
      [plantTime('09:00'), plantTime('09:30')],
      [plantTime('08:00'), plantTime('09:00')],
    ])
  })
  test('the next order of the line has its own roll length', async () => {
    const run = await startRunningOrder(plant, staff)
    const turnWinderTo = (action: 'on' | 'change', more: object) =>
      operator().call(turnWinder, { lineId: run.line.id, action, ...more })
    expectOk(await turnWinderTo('on', { speed: 180, windingM: 11_400, occurredAt: plantTime('08:00') }))
    await plant.query(`update work_order set state = 'finished', finished_at = $2 where id = $1`, [
      run.order.id,
      plantTime('08:30'),
    ])
    const next = await createOrder(staff, { jumboLengthM: 8400, rollLengthM: 8400 })
    await plant.query(
      `update work_order set state = 'running', line_id = $3, started_at = $2, run_since = $2 where id = $1`,
      [next.id, plantTime('08:30'), run.line.id],
    )
    expect(expectOk(await turnWinderTo('change', { speed: 200, occurredAt: plantTime('08:40') }))).toMatchObject({
      workOrderId: next.id,
      speed: 200,
      windingM: 8400,
    })
  })
  test('of two switch-ons at once one is stored', async () => {
    const place = await createLine(staff)
    const answers = await Promise.all(
      [1, 2, 3].map(() => operator().call(turnWinder, { lineId: place.id, action: 'on', speed: 150 })),
    )
    expect(answers.map((a) => a.errno).sort()).toEqual(['200', '6000', '6000'])
  })
  test('a slitter is no winder and vice versa; an offline entry keeps its time', async () => {
    const slitter = await createLine(staff, { kind: 'slitting' })
    expect((await operator().call(turnWinder, { lineId: slitter.id, action: 'on' })).errno).toBe('6000')
    expect((await staff.admin.call(turnSlitter, { lineId: (await createLine(staff)).id, action: 'on' })).errno).toBe(
      '6000',
    )
    const op = {
      op: turnSlitter,
      body: { lineId: slitter.id, action: 'on', speed: 300 },
      occurredAt: plantTime('09:10'),
      id: createUuid7(5),
    }
    const [firstAnswer] = await sync(staff.admin, [op])
    expect(firstAnswer).toMatchObject({ status: 'done', data: { onAt: plantTime('09:10'), machine: 'slitter' } })
    await sync(staff.admin, [op])
    expect(await countRows(plant, 'machine_run', 'line_id = $1', [slitter.id])).toBe(1)
    expect(NOW).toBe(plantTime('10:00'))
  })
})
