import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LivePlant } from '@/demo/live'
import { calculateLineSpeed, isStandingStill } from '@/demo/live/line-speeds'
import { line } from '@/plant/contract/line'
import { changeRunState } from '@/areas/orders/contract/work-order-endpoints'
import { applyCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { lineStop } from '@/plant/contract/line-stop'
import type { TestPlant } from '../server/harness'
import { countRows, expectOk, NOW, createStaffedPlant, type Staff } from '../server/plant-staff'
import { createOrder, startRunningOrder } from '../server/rolls/winder-plant'

const MINUTE = 60_000
/** End of the history: earlier rows come from the demonstration. */
const LOADED = Date.parse('2026-11-20T03:00:00Z')
let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  await plant.query('update app_user set team = null')
  expectOk(
    await staff.admin.call(line.endpoints.create, {
      code: 'SL1',
      name: '1号分切机',
      kind: 'slitting',
      width: 3.3,
      idealSpeed: 600,
    } as never),
  )
}, 120_000)
afterAll(() => plant.close())

/** Lets the plant work for this many minutes of its own clock, in steps of `stepS` seconds. */
async function work(live: LivePlant, minutes: number, stepS = 10): Promise<void> {
  for (let left = (minutes * 60) / stepS; left > 0; left--) {
    plant.clock.set(new Date(plant.clock.now().getTime() + stepS * 1000))
    await live.tick()
  }
}

describe('the pace of a line', () => {
  it('is deterministic, near the ideal speed, and sometimes zero', () => {
    const toTimeMs = (minute: number) => Date.parse(NOW) + minute * MINUTE
    const speeds = Array.from({ length: 24 * 60 }, (_, i) => calculateLineSpeed('SB1', 300, toTimeMs(i)))
    expect(speeds).toEqual(Array.from({ length: 24 * 60 }, (_, i) => calculateLineSpeed('SB1', 300, toTimeMs(i))))
    const moving = speeds.filter((v) => v > 0)
    expect(Math.min(...moving)).toBeGreaterThan(260)
    expect(Math.max(...moving)).toBeLessThan(310)
    expect(moving.length).toBeGreaterThan(speeds.length * 0.8)
    expect(moving.length).toBeLessThan(speeds.length)
    expect(speeds.every((v, i) => (v === 0) === isStandingStill('SB1', toTimeMs(i)))).toBe(true)
  })
})

describe('the demonstration plant at work', () => {
  it('winds and doffs, slits and weighs, stops and gives reasons, each through a call of a person on shift', async () => {
    const run = await startRunningOrder(plant, staff)
    await plant.query(
      `update work_order set jumbo_length_m = 900, roll_length_m = 900, slitting_pattern = '5×160', ordered_kg = 1000000`,
    )
    plant.clock.set('2026-11-20T04:00:00.000Z')
    const live = new LivePlant(plant.app, LOADED, 'en')
    await work(live, 45)
    expect(await countRows(plant, 'line_speed', 'line_id = $1', [run.line.id])).toBeGreaterThan(500)
    expect(
      await countRows(plant, 'jumbo_roll', `state <> 'deleted' and doffed_at is not null and net_kg > 0`),
    ).toBeGreaterThan(3)
    expect(await countRows(plant, 'slit_roll', 'kg > 0')).toBeGreaterThan(3)
    expect(
      await countRows(
        plant,
        'operation_log',
        `operation = 'jumboRoll.doff' and user_id is not null and request_id like 'live:%'`,
      ),
    ).toBeGreaterThan(3)
    expect(await countRows(plant, 'line_stop', `source <> 'speed'`)).toBe(0)
    // This plant writes English in every column that has texts.
    const reasons = await plant.query<{ text: string }>(
      `select gap_reason as text from cutting where gap_reason is not null union select reason from feed where reason is not null`,
    )
    expect(reasons.filter(({ text }) => /[\u3400-\u9fff]/.test(text))).toEqual([])
  }, 120_000)

  it('slits a jumbo for two orders where the plan says so', async () => {
    const live = new LivePlant(plant.app, LOADED, 'en')
    const [ours] = await plant.query<{ id: string }>(`select id from work_order where state = 'running' limit 1`)
    const other = await createOrder(staff)
    await plant.query(
      'update work_order set product_id = (select product_id from work_order where id = $2) where id = $1',
      [other.id, ours!.id],
    )
    const [slitter] = await plant.query<{ id: string }>(`select id from line where code = 'SL1'`)
    const waiting = await plant.query<{ id: string }>(`select id from jumbo_roll where state = 'uncut'`)
    expect(waiting.length).toBeGreaterThan(3)
    const lanes = [
      { width: 1000, count: 2, workOrderId: ours!.id },
      { width: 1100, count: 1, workOrderId: other.id },
    ]
    expectOk(
      await staff['prod-lead'].call(applyCuts, {
        slitterId: slitter!.id,
        cuts: waiting.map(({ id }) => ({ jumboRollId: id, lanes, lengthM: 400, sets: 2 })),
      } as never),
    )
    await work(live, 60)
    const cutCondition = `cutting_id is not null and jumbo_roll_id is not null`
    expect(await countRows(plant, 'cut_order', cutCondition)).toBeGreaterThan(0)
    const rolls = await plant.query<{ width: number; order: string }>(
      `select distinct r.width_mm as width, r.work_order_id as "order" from slit_roll r join cutting c on c.jumbo_roll_id = r.jumbo_roll_id join cut_order q on q.cutting_id = c.id where r.length_m = 400 order by 1`,
    )
    expect(rolls).toEqual([
      { width: 1000, order: ours!.id },
      { width: 1100, order: other.id },
    ])
  }, 120_000)

  it('leaves a line alone for half an hour after a person acted there, and while a person recorded a stop', async () => {
    const live = new LivePlant(plant.app, LOADED, 'en')
    const [order] = await plant.query<{ id: string; line_id: string }>(
      `select id, line_id from work_order o where state = 'running' order by (select count(*) from jumbo_roll r where r.work_order_id = o.id) desc limit 1`,
    )
    // Between two rolls there is no web on the winder for a splice.
    const winding = () => countRows(plant, 'jumbo_roll', `state = 'winding' and line_id = $1`, [order!.line_id])
    for (let minutes = 0; minutes < 60 && (await winding()) === 0; minutes++) await work(live, 1)
    expect(await winding()).toBe(1)
    expectOk(await staff['operator-line'].call(changeRunState, { id: order!.id, action: 'pause', reason: '换班' }))
    const previousCount = await countRows(plant, 'jumbo_roll')
    await work(live, 25, 60)
    expect(await plant.query('select state from work_order where id = $1', [order!.id])).toEqual([{ state: 'paused' }])
    expect(await countRows(plant, 'jumbo_roll')).toBe(previousCount)
    expectOk(await staff['operator-line'].call(changeRunState, { id: order!.id, action: 'resume' }))
    await plant.query('update line_stop set ended_at = coalesce(ended_at, now())')
    expectOk(
      await staff['prod-lead'].call(lineStop.endpoints.create, {
        lineId: order!.line_id,
        startedAt: plant.clock.now().toISOString(),
      }),
    )
    await work(live, 40, 60)
    expect(await countRows(plant, 'jumbo_roll')).toBe(previousCount)
    expect(await countRows(plant, 'line_stop', `source = 'person' and ended_at is null`)).toBe(1)
    // A long stop makes the line rethread the web, so the roll on the winder has a splice.
    await plant.query('update line_stop set ended_at = $1 where ended_at is null', [plant.clock.now()])
    const splices = () =>
      plant.query<{ splices: number }>(
        `select r.splices from jumbo_roll r join line_stop s on s.line_id = r.line_id and s.started_at > r.started_at and s.started_at < r.doffed_at where s.source = 'person' and r.state <> 'deleted'`,
      )
    // A roll of the thinnest web takes two hours, whichever order was paused.
    for (let hours = 0; hours < 4 && (await splices()).length === 0; hours++) await work(live, 60, 60)
    const stood = await splices()
    expect(stood).toHaveLength(1)
    expect(stood[0]!.splices).toBeGreaterThan(0)
  }, 240_000)

  it('does nothing at lines and slitters that people added, nor for their orders', async () => {
    const live = new LivePlant(plant.app, LOADED, 'en')
    await plant.query(`update work_order set state = 'finished', finished_at = now()`)
    await plant.query('update line_stop set ended_at = coalesce(ended_at, now())')
    const theirs = await startRunningOrder(plant, staff)
    const [ours] = await plant.query<{ id: string }>(
      `select id from line where kind = 'spunbond' and created_at <= $1 limit 1`,
      [new Date(LOADED)],
    )
    expectOk(
      await staff.admin.call(line.endpoints.create, {
        code: 'OWN-SL',
        name: '自建分切机',
        kind: 'slitting',
        width: 3.3,
        idealSpeed: 600,
      } as never),
    )
    const another = await startRunningOrder(plant, staff)
    await plant.query('update work_order set line_id = $2 where id = $1', [another.order.id, ours!.id])
    const counts = async () => [
      await countRows(plant, 'line_speed'),
      await countRows(plant, 'jumbo_roll'),
      await countRows(plant, 'work_order'),
      await countRows(plant, 'cutting', `slitter_id = (select id from line where code = 'OWN-SL')`),
    ]
    const previousCounts = await counts()
    await work(live, 45, 60)
    expect(await counts()).toEqual(previousCounts)
    expect(
      await plant.query('select state from work_order where id = any($1::uuid[])', [
        [theirs.order.id, another.order.id],
      ]),
    ).toEqual([{ state: 'running' }, { state: 'running' }])
  }, 120_000)
})
