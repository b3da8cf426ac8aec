import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { cleanTool, mountTool, scrapTool, takeOffTool } from '@/areas/tools/contract/tool-commands'
import { lifeChart, nonKnifeToolCounts, toolNames } from '@/areas/tools/contract/tool-reports'
import { removeUses, toolUse } from '@/areas/tools/contract/tool-use'
import { tool } from '@/areas/tools/contract/tool'
import { listToolCosts } from '@/areas/tools/server/queries'
import { equipmentByCode } from '@/areas/equipment/contract/equipment-endpoints'
import type { Row } from '@/contract/resource'
import { runAsSystem } from '@/server/start-application'
import { plantTime, expectOk, collectNotices, runJob, sync } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  createSlitter,
  WIDE_LANES,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { doffJumboRoll, createLine, startRunningOrder } from '../rolls/winder-plant'
import { createTool, loadToolUses, loadTool, type Tool } from './tool-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

const keeper = () => h.staff['maint-lead']
const mechanic = () => h.staff.maint
const mount = (one: Pick<Tool, 'id'>, lineId: string, time: string, more: object = {}) =>
  mechanic().call(mountTool, { id: one.id, lineId, occurredAt: plantTime(time), ...more } as never)
const takeOff = (one: Pick<Tool, 'id'>, time: string, more: object = {}) =>
  mechanic().call(takeOffTool, { id: one.id, reason: 'clogged', occurredAt: plantTime(time), ...more } as never)
/** Input of a roll of 480 kg and 10,000 m, wound for one hour. */
const roll = { widthMm: 3200, lengthM: 10_000, grossKg: 490, coreKg: 10 }

describe('the life of a tool', () => {
  test('is the output of its line while it was mounted', async () => {
    const run = await startRunningOrder(h.plant, h.staff)
    const spinneret = await createTool(keeper(), { lifeLimit: 960 })
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('08:05') })
    expect(expectOk(await mount(spinneret, run.line.id, '08:10', { place: 2, remark: '新板' }))).toMatchObject({
      state: 'mounted',
      lineId: run.line.id,
      place: 2,
      usedKg: 0,
    })
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('08:30') })
    expect(expectOk(await takeOff(spinneret, '08:40', { remark: '滴料' }))).toMatchObject({
      state: 'removed',
      lineId: null,
      place: null,
      usedKg: 480,
      usedM: 10_000,
      lifePercent: 50,
    })
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('09:10') })
    await runJob(h.plant, 'toolUse')
    const [record, ...otherRecords] = await loadToolUses(keeper(), spinneret.id)
    expect(otherRecords).toEqual([])
    expect(record).toMatchObject({
      kind: 'mounted',
      place: 2,
      occurredAt: plantTime('08:10'),
      removedAt: plantTime('08:40'),
      kg: 480,
      metres: 10_000,
      reason: 'clogged',
      note: '新板\n滴料',
    })
    expect(record!.hours).toBeGreaterThan(0)
  })
  test('counts hours while mounted, and notifies once at 90 % and once over the limit', async () => {
    const run = await startRunningOrder(h.plant, h.staff)
    const spinneret = await createTool(keeper(), { lifeLimit: 1000 })
    expectOk(await mount(spinneret, run.line.id, '08:00'))
    const heard = collectNotices(h.plant)
    const noticeTitles = () => heard.filter(({ id }) => id === spinneret.id).map(({ title }) => title.en)
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('08:20') })
    await runJob(h.plant, 'toolUse')
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ usedKg: 480, lifePercent: 48 })
    expect(noticeTitles()).toEqual([])
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('08:40') })
    await runJob(h.plant, 'toolUse')
    await runJob(h.plant, 'toolUse')
    expect(noticeTitles()).toEqual([`${spinneret.code} 96 %`])
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('09:00') })
    await runJob(h.plant, 'toolUse')
    expect(noticeTitles()).toEqual([`${spinneret.code} 96 %`, `${spinneret.code} 144 %`])
  })
  test('is unchanged by a new limit while mounted', async () => {
    const run = await startRunningOrder(h.plant, h.staff)
    const spinneret = await createTool(keeper(), { lifeLimit: 1000 })
    expectOk(await mount(spinneret, run.line.id, '08:00'))
    await doffJumboRoll(h.staff, run, { ...roll, occurredAt: plantTime('08:30') })
    await runJob(h.plant, 'toolUse')
    const { version } = await loadTool(keeper(), spinneret.id)
    expect(
      expectOk(await keeper().call(tool.endpoints.update, { id: spinneret.id, version, lifeLimit: 500 })),
    ).toMatchObject({
      usedKg: 480,
      lifePercent: 96,
      state: 'mounted',
    })
  })
  test('forbids a second mounting, naming the place, and a removal before the mounting', async () => {
    const [here, otherLine] = [await createLine(h.staff), await createLine(h.staff)]
    const spinneret = await createTool(keeper())
    expectOk(await mount(spinneret, here.id, '08:00', { place: 4 }))
    const refused = await mount(spinneret, otherLine.id, '08:30')
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(here.name)
    expect(refused.errmsg).toContain('4')
    expect(await takeOff(spinneret, '07:00')).toMatchObject({ errno: '6000' })
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ state: 'mounted', lineId: here.id })
    expect(await loadToolUses(keeper(), spinneret.id)).toHaveLength(1)
  })
  test('belongs on lines of its kind, entered now or later; the refusal names kind and line', async () => {
    const [slitter, webLine] = [await createSlitter(h.staff), await createLine(h.staff)]
    const plate = await createTool(keeper())
    const knife = await createTool(keeper(), { kind: 'knife', lifeUnit: 'm' })
    const later = (one: Tool, lineId: string) =>
      keeper().call(toolUse.endpoints.create, {
        toolId: one.id,
        kind: 'mounted',
        lineId,
        place: 1,
        side: 'upper',
        occurredAt: plantTime('08:00', '2026-11-18'),
        removedAt: plantTime('09:00', '2026-11-18'),
      } as never)
    for (const [mountedTool, wrong, kind] of [
      [plate, slitter, '喷丝板'],
      [knife, webLine, '分切刀'],
    ] as const) {
      const refused = await mount(mountedTool, wrong.id, '06:00')
      expect(refused.errno).toBe('6000')
      expect(refused.errmsg).toContain(`${kind} ${mountedTool.code}`)
      expect(refused.errmsg).toContain(wrong.name)
      expect(await later(mountedTool, wrong.id)).toMatchObject({ errno: '6000', errmsg: refused.errmsg })
      expect(await loadToolUses(keeper(), mountedTool.id)).toEqual([])
    }
    const use = expectOk(await later(knife, slitter.id))
    expect(
      await keeper().call(toolUse.endpoints.update, { id: use.id, version: use.version, lineId: webLine.id } as never),
    ).toMatchObject({ errno: '6000' })
    expectOk(await mount(knife, slitter.id, '06:00', { place: 1, side: 'upper' }))
  })
  test('ends with scrapping, which needs an unmounted tool', async () => {
    const line = await createLine(h.staff)
    const spinneret = await createTool(keeper())
    expectOk(await mount(spinneret, line.id, '06:00'))
    const scrap = () =>
      keeper().call(scrapTool, { id: spinneret.id, reason: 'broken', occurredAt: plantTime('06:40') } as never)
    expect(await scrap()).toMatchObject({ errno: '6000' })
    expectOk(await mechanic().call(cleanTool, { id: spinneret.id, occurredAt: plantTime('06:10') } as never))
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ state: 'mounted' })
    expect((await takeOff(spinneret, '06:30', { reason: null })).errno).not.toBe('200')
    expectOk(await takeOff(spinneret, '06:30'))
    expect((await mechanic().call(scrapTool, { id: spinneret.id, reason: 'broken' } as never)).errno).toBe('200')
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ state: 'scrapped', endReason: 'broken' })
    expect(await mount(spinneret, line.id, '07:00')).toMatchObject({ errno: '6000' })
    expect((await loadToolUses(keeper(), spinneret.id)).map(({ kind }) => kind)).toEqual([
      'mounted',
      'cleaned',
      'scrapped',
    ])
  })
  test('is counted once, however often a phone sends it', async () => {
    const line = await createLine(h.staff)
    const wornTool = await createTool(keeper())
    const op = {
      op: mountTool,
      body: { id: wornTool.id, lineId: line.id, occurredAt: plantTime('08:00') },
      id: createUuid7(),
    }
    await sync(mechanic(), [op])
    await sync(mechanic(), [op])
    expect(await loadToolUses(keeper(), wornTool.id)).toHaveLength(1)
  })
})

describe('records entered later', () => {
  test('may not overlap others, update the tool’s place, and are added together or not at all', async () => {
    const line = await createLine(h.staff)
    const spinneret = await createTool(keeper())
    const add = (from: string, to: string | null, more: object = {}) =>
      keeper().call(toolUse.endpoints.create, {
        toolId: spinneret.id,
        kind: 'mounted',
        lineId: line.id,
        occurredAt: plantTime(from, '2026-11-18'),
        ...(to ? { removedAt: plantTime(to, '2026-11-18') } : {}),
        ...more,
      } as never)
    const first = expectOk(await add('08:00', '10:00'))
    expect(await add('09:00', '11:00')).toMatchObject({ errno: '6000' })
    expect(await add('12:00', '11:00')).toMatchObject({ errno: '6000' })
    expect(await add('12:00', '13:00', { lineId: null })).toMatchObject({ errno: '6000' })
    const open = expectOk(await add('12:00', null))
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ state: 'mounted', lineId: line.id })
    const two = [first, open] as Row<typeof toolUse>[]
    const ids = two.map(({ id }) => id)
    expect((await keeper().call(removeUses, { ids: [...ids, createUuid7()] })).errno).not.toBe('200')
    expect(await loadToolUses(keeper(), spinneret.id)).toHaveLength(2)
    expectOk(await keeper().call(removeUses, { ids }))
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ state: 'ready', lineId: null, since: null })
    expect((await mechanic().call(toolUse.endpoints.remove, { id: ids[0]! })).errno).toBe('401')
  })
})

describe('reading tools', () => {
  test('a label finds its tool; counts exclude knives; name lists contain used names', async () => {
    const belt = await createTool(keeper(), { kind: 'meshBelt', lifeUnit: 'h', model: 'PET', maker: '金呢' })
    expect(expectOk(await mechanic().call(equipmentByCode, { text: `tl:${belt.code}` }))).toMatchObject({
      resource: 'tool',
      id: belt.id,
    })
    const counts = expectOk(await keeper().call(nonKnifeToolCounts, {}))
    expect(counts.map(({ kind }) => kind)).toEqual(['windFilter', 'spinneret', 'meshBelt', 'honeycombPanel'])
    expect(counts.find(({ kind }) => kind === 'meshBelt')).toMatchObject({ ready: 1, mounted: 0 })
    expect(expectOk(await keeper().call(toolNames, { kind: 'meshBelt' }))).toEqual([
      { kind: 'meshBelt', model: 'PET', maker: '金呢', makerEn: null, count: 1 },
    ])
    expect(expectOk(await keeper().call(toolNames, { keyword: '_' }))).toEqual([])
  })
  test('the chart of a kind: used-up tools end, running and lost ones are censored', async () => {
    const rows = [
      ['scrapped', 'worn', 100],
      ['scrapped', 'lost', 150],
      ['mounted', null, 200],
    ] as const
    for (const [state, reason, usedH] of rows) {
      const one = await createTool(keeper(), { kind: 'honeycombPanel', lifeUnit: 'h', price: 300, lifeLimit: 400 })
      await h.plant.query('update tool set state = $2, end_reason = $3, used_h = $4 where id = $1', [
        one.id,
        state,
        reason,
        usedH,
      ])
    }
    const chart = expectOk(await keeper().call(lifeChart, { kind: 'honeycombPanel' }))
    expect(chart).toMatchObject({ unit: 'h', per: 1000 })
    // Fewer than five lives ended: 300 CNY over the limit of 400 h are 750 CNY per 1,000 h.
    expect(chart.curves).toMatchObject([
      { maker: null, tools: 3, ended: 1, price: 300, expected: 400, expectedFrom: 'limit', costPer: 750 },
    ])
    expect(chart.curves[0]!.steps).toMatchObject([{ at: 100, atRisk: 3, ended: 1 }])
    expect((await h.staff.manager.call(lifeChart, {})).errno).toBe('200')
    expect((await h.staff['operator-line'].call(lifeChart, {})).errno).toBe('401')
  })
})

describe('tool costs of orders', () => {
  test('are the used life of their rolls, by lane width at the slitter', async () => {
    const [mine, other] = [await startRunningOrder(h.plant, h.staff), await startRunningOrder(h.plant, h.staff)]
    const spinneret = await createTool(keeper(), { price: 9600, lifeLimit: 960_000 })
    expectOk(await mount(spinneret, mine.line.id, '08:00'))
    await doffJumboRoll(h.staff, mine, { ...roll, occurredAt: plantTime('08:30') })
    await doffJumboRoll(h.staff, other, { ...roll, occurredAt: plantTime('08:40') })
    expectOk(await takeOff(spinneret, '09:00'))
    await doffJumboRoll(h.staff, mine, { ...roll, occurredAt: plantTime('09:30') })
    const costs = await runAsSystem(h.plant.app, 'test.tools', (ctx) =>
      listToolCosts(ctx, { orderIds: [mine.order.id, other.order.id] }),
    )
    // 480 kg of 960 t at 9,600 CNY.
    expect(costs).toMatchObject([
      {
        orderId: mine.order.id,
        toolId: spinneret.id,
        unit: 'kg',
        used: 480,
        expectedLife: 960_000,
        expectedFrom: 'limit',
        cost: 4.8,
      },
    ])
    expect(costs).toHaveLength(1)
  })
  test('use the winding hours of their rolls for a belt, without stops', async () => {
    const mine = await startRunningOrder(h.plant, h.staff)
    const belt = await createTool(keeper(), { kind: 'meshBelt', lifeUnit: 'h', price: 80_000, lifeLimit: 8000 })
    expectOk(await mount(belt, mine.line.id, '08:00', { place: 7 }))
    await doffJumboRoll(h.staff, mine, { ...roll, occurredAt: plantTime('08:30') })
    await doffJumboRoll(h.staff, mine, { ...roll, occurredAt: plantTime('10:00') })
    await h.plant.query(
      `insert into line_stop (site_id, id, line_id, work_order_id, started_at, ended_at, source, business_date, shift, state)
       values (1, gen_random_uuid(), $1, $2, $3, $4, 'entered', '2026-11-20', 'early', 'ended')`,
      [mine.line.id, mine.order.id, plantTime('09:00'), plantTime('09:15')],
    )
    const [wound] = await h.plant.query<{ hours: number }>(
      'select (sum(extract(epoch from doffed_at - started_at)) / 3600)::float8 as hours from jumbo_roll where work_order_id = $1',
      [mine.order.id],
    )
    const costs = await runAsSystem(h.plant.app, 'test.tools', (ctx) =>
      listToolCosts(ctx, { orderIds: [mine.order.id] }),
    )
    const used = costs.find(({ toolId }) => toolId === belt.id)!
    expect(used.used).toBeCloseTo(wound!.hours - 0.25, 6)
    expect(used.cost).toBeCloseTo((wound!.hours - 0.25) * 10, 5)
  })
  test('split a set of two orders by width for a knife', async () => {
    const second = await startRunningOrder(h.plant, h.staff)
    const lanes = WIDE_LANES.map((lane, i) => ({ ...lane, workOrderId: i === 1 ? second.order.id : null }))
    const run = await startCuttingRun(h, {}, lanes, { productId: second.order.productId })
    const knife = await createTool(keeper(), { kind: 'knife', lifeUnit: 'm', price: 100, lifeLimit: 100_000 })
    expectOk(await mount(knife, run.slitterId, '08:00', { place: 1, side: 'upper' }))
    await doffNextSet(h, run, { occurredAt: plantTime('09:20') })
    const costs = (
      await runAsSystem(h.plant.app, 'test.tools', (ctx) =>
        listToolCosts(ctx, { from: plantTime('00:00'), to: plantTime('23:00') }),
      )
    ).filter(({ toolId }) => toolId === knife.id)
    const costOf = (orderId: string) => costs.find((cost) => cost.orderId === orderId)!
    // Lanes of 3 × 1,000 and 160 mm, 5,000 m.
    expect(costOf(second.order.id).used).toBeCloseTo((5000 * 160) / 3160, 6)
    expect(costs.reduce((sum, { used }) => sum + used, 0)).toBeCloseTo(5000, 6)
    expect(costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(5, 6)
  })
})
