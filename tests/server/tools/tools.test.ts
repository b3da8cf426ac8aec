import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { cleanTool, mountTool, scrapTool, takeOffTool } from '@/areas/tools/contract/tool-commands'
import { lifeChart, otherTools, toolNames } from '@/areas/tools/contract/tool-reports'
import { removeUses, toolUse } from '@/areas/tools/contract/tool-use'
import { tool } from '@/areas/tools/contract/tool'
import { listToolCosts } from '@/areas/tools/server/queries'
import { equipmentByCode } from '@/areas/equipment/contract/equipment-endpoints'
import type { Row } from '@/contract/resource'
import { runAsSystem } from '@/server/start-application'
import { at, good, notices, runJob, sync } from '../people'
import { cut, doffOne, hall, newSlitter, wide, type Hall } from '../rolls/slitter-plant'
import { doffed, newLine, running } from '../rolls/winder-plant'
import { newTool, recordsOf, toolNow, type Tool } from './tool-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

const keeper = () => h.staff['maint-lead']
const mechanic = () => h.staff.maint
const mount = (one: Pick<Tool, 'id'>, lineId: string, time: string, more: object = {}) =>
  mechanic().call(mountTool, { id: one.id, lineId, occurredAt: at(time), ...more } as never)
const takeOff = (one: Pick<Tool, 'id'>, time: string, more: object = {}) =>
  mechanic().call(takeOffTool, { id: one.id, reason: 'clogged', occurredAt: at(time), ...more } as never)
/** A roll of 480 kg and 10,000 m, wound for an hour. */
const roll = { widthMm: 3200, lengthM: 10_000, grossKg: 490, coreKg: 10 }

describe('the life of a tool', () => {
  test('is what its line made while it was mounted, not before and not after', async () => {
    const run = await running(h.plant, h.staff)
    const one = await newTool(keeper(), { lifeLimit: 960 })
    await doffed(h.staff, run, { ...roll, occurredAt: at('08:05') })
    expect(good(await mount(one, run.at.id, '08:10', { place: 2, remark: '新板' }))).toMatchObject({
      state: 'mounted',
      lineId: run.at.id,
      place: 2,
      usedKg: 0,
    })
    await doffed(h.staff, run, { ...roll, occurredAt: at('08:30') })
    expect(good(await takeOff(one, '08:40', { remark: '滴料' }))).toMatchObject({
      state: 'removed',
      lineId: null,
      place: null,
      usedKg: 480,
      usedM: 10_000,
      lifePercent: 50,
    })
    await doffed(h.staff, run, { ...roll, occurredAt: at('09:10') })
    await runJob(h.plant, 'toolUse')
    const [record, ...rest] = await recordsOf(keeper(), one.id)
    expect(rest).toEqual([])
    expect(record).toMatchObject({
      kind: 'mounted',
      place: 2,
      occurredAt: at('08:10'),
      removedAt: at('08:40'),
      kg: 480,
      metres: 10_000,
      reason: 'clogged',
      note: '新板\n滴料',
    })
    expect(record!.hours).toBeGreaterThan(0)
  })
  test('goes on counting by the clock while it is mounted, and tells once at 90 % and once over the limit', async () => {
    const run = await running(h.plant, h.staff)
    const one = await newTool(keeper(), { lifeLimit: 1000 })
    good(await mount(one, run.at.id, '08:00'))
    const heard = notices(h.plant)
    const told = () => heard.filter(({ id }) => id === one.id).map(({ title }) => title.en)
    await doffed(h.staff, run, { ...roll, occurredAt: at('08:20') })
    await runJob(h.plant, 'toolUse')
    expect(await toolNow(keeper(), one.id)).toMatchObject({ usedKg: 480, lifePercent: 48 })
    expect(told()).toEqual([])
    await doffed(h.staff, run, { ...roll, occurredAt: at('08:40') })
    await runJob(h.plant, 'toolUse')
    await runJob(h.plant, 'toolUse')
    expect(told()).toEqual([`${one.code} 96 %`])
    await doffed(h.staff, run, { ...roll, occurredAt: at('09:00') })
    await runJob(h.plant, 'toolUse')
    expect(told()).toEqual([`${one.code} 96 %`, `${one.code} 144 %`])
  })
  test('stays when its limit is changed while it is mounted', async () => {
    const run = await running(h.plant, h.staff)
    const one = await newTool(keeper(), { lifeLimit: 1000 })
    good(await mount(one, run.at.id, '08:00'))
    await doffed(h.staff, run, { ...roll, occurredAt: at('08:30') })
    await runJob(h.plant, 'toolUse')
    const { version } = await toolNow(keeper(), one.id)
    expect(good(await keeper().call(tool.endpoints.update, { id: one.id, version, lifeLimit: 500 }))).toMatchObject({
      usedKg: 480,
      lifePercent: 96,
      state: 'mounted',
    })
  })
  test('of one that is mounted: nowhere else, with the place where it is; never off before it came on', async () => {
    const [here, there] = [await newLine(h.staff), await newLine(h.staff)]
    const one = await newTool(keeper())
    good(await mount(one, here.id, '08:00', { place: 4 }))
    const refused = await mount(one, there.id, '08:30')
    expect(refused.errno).toBe('6000')
    expect(refused.errmsg).toContain(here.name)
    expect(refused.errmsg).toContain('4')
    expect(await takeOff(one, '07:00')).toMatchObject({ errno: '6000' })
    expect(await toolNow(keeper(), one.id)).toMatchObject({ state: 'mounted', lineId: here.id })
    expect(await recordsOf(keeper(), one.id)).toHaveLength(1)
  })
  test('goes on lines where its kind belongs, entered now or later; the refusal names kind and line', async () => {
    const [slitter, webLine] = [await newSlitter(h.staff), await newLine(h.staff)]
    const plate = await newTool(keeper())
    const knife = await newTool(keeper(), { kind: 'knife', lifeUnit: 'm' })
    const later = (one: Tool, lineId: string) =>
      keeper().call(toolUse.endpoints.create, {
        toolId: one.id,
        kind: 'mounted',
        lineId,
        place: 1,
        side: 'upper',
        occurredAt: at('08:00', '2026-11-18'),
        removedAt: at('09:00', '2026-11-18'),
      } as never)
    for (const [one, wrong, kind] of [
      [plate, slitter, '喷丝板'],
      [knife, webLine, '分切刀'],
    ] as const) {
      const refused = await mount(one, wrong.id, '06:00')
      expect(refused.errno).toBe('6000')
      expect(refused.errmsg).toContain(`${kind} ${one.code}`)
      expect(refused.errmsg).toContain(wrong.name)
      expect(await later(one, wrong.id)).toMatchObject({ errno: '6000', errmsg: refused.errmsg })
      expect(await recordsOf(keeper(), one.id)).toEqual([])
    }
    const use = good(await later(knife, slitter.id))
    expect(
      await keeper().call(toolUse.endpoints.update, { id: use.id, version: use.version, lineId: webLine.id } as never),
    ).toMatchObject({ errno: '6000' })
    good(await mount(knife, slitter.id, '06:00', { place: 1, side: 'upper' }))
  })
  test('ends with scrapping: nothing is done to it after that, nor while it is still mounted', async () => {
    const line = await newLine(h.staff)
    const one = await newTool(keeper())
    good(await mount(one, line.id, '06:00'))
    const scrap = () => keeper().call(scrapTool, { id: one.id, reason: 'broken', occurredAt: at('06:40') } as never)
    expect(await scrap()).toMatchObject({ errno: '6000' })
    good(await mechanic().call(cleanTool, { id: one.id, occurredAt: at('06:10') } as never))
    expect(await toolNow(keeper(), one.id)).toMatchObject({ state: 'mounted' })
    expect((await takeOff(one, '06:30', { reason: null })).errno).not.toBe('200')
    good(await takeOff(one, '06:30'))
    expect((await mechanic().call(scrapTool, { id: one.id, reason: 'broken' } as never)).errno).toBe('200')
    expect(await toolNow(keeper(), one.id)).toMatchObject({ state: 'scrapped', endReason: 'broken' })
    expect(await mount(one, line.id, '07:00')).toMatchObject({ errno: '6000' })
    expect((await recordsOf(keeper(), one.id)).map(({ kind }) => kind)).toEqual(['mounted', 'cleaned', 'scrapped'])
  })
  test('is done by phones once, however often they send it', async () => {
    const line = await newLine(h.staff)
    const one = await newTool(keeper())
    const op = { op: mountTool, body: { id: one.id, lineId: line.id, occurredAt: at('08:00') }, id: createUuid7() }
    await sync(mechanic(), [op])
    await sync(mechanic(), [op])
    expect(await recordsOf(keeper(), one.id)).toHaveLength(1)
  })
})

describe('records entered later', () => {
  test('fit the others, change where the tool stands, and go several at a time or not at all', async () => {
    const line = await newLine(h.staff)
    const one = await newTool(keeper())
    const add = (from: string, to: string | null, more: object = {}) =>
      keeper().call(toolUse.endpoints.create, {
        toolId: one.id,
        kind: 'mounted',
        lineId: line.id,
        occurredAt: at(from, '2026-11-18'),
        ...(to ? { removedAt: at(to, '2026-11-18') } : {}),
        ...more,
      } as never)
    const first = good(await add('08:00', '10:00'))
    expect(await add('09:00', '11:00')).toMatchObject({ errno: '6000' })
    expect(await add('12:00', '11:00')).toMatchObject({ errno: '6000' })
    expect(await add('12:00', '13:00', { lineId: null })).toMatchObject({ errno: '6000' })
    const open = good(await add('12:00', null))
    expect(await toolNow(keeper(), one.id)).toMatchObject({ state: 'mounted', lineId: line.id })
    const two = [first, open] as Row<typeof toolUse>[]
    const ids = two.map(({ id }) => id)
    expect((await keeper().call(removeUses, { ids: [...ids, createUuid7()] })).errno).not.toBe('200')
    expect(await recordsOf(keeper(), one.id)).toHaveLength(2)
    good(await keeper().call(removeUses, { ids }))
    expect(await toolNow(keeper(), one.id)).toMatchObject({ state: 'ready', lineId: null, since: null })
    expect((await mechanic().call(toolUse.endpoints.remove, { id: ids[0]! })).errno).toBe('401')
  })
})

describe('what is told of tools', () => {
  test('a label finds its tool; counts leave knives out; names are those that there are', async () => {
    const one = await newTool(keeper(), { kind: 'meshBelt', lifeUnit: 'h', model: 'PET', maker: '金呢' })
    expect(good(await mechanic().call(equipmentByCode, { text: `tl:${one.code}` }))).toMatchObject({
      resource: 'tool',
      id: one.id,
    })
    const counts = good(await keeper().call(otherTools, {}))
    expect(counts.map(({ kind }) => kind)).toEqual(['windFilter', 'spinneret', 'meshBelt', 'honeycombPanel'])
    expect(counts.find(({ kind }) => kind === 'meshBelt')).toMatchObject({ ready: 1, mounted: 0 })
    expect(good(await keeper().call(toolNames, { kind: 'meshBelt' }))).toEqual([
      { kind: 'meshBelt', model: 'PET', maker: '金呢', makerEn: null, count: 1 },
    ])
    expect(good(await keeper().call(toolNames, { keyword: '_' }))).toEqual([])
  })
  test('the chart of a kind: used-up tools end, running and lost ones are censored', async () => {
    const rows = [
      ['scrapped', 'worn', 100],
      ['scrapped', 'lost', 150],
      ['mounted', null, 200],
    ] as const
    for (const [state, reason, usedH] of rows) {
      const one = await newTool(keeper(), { kind: 'honeycombPanel', lifeUnit: 'h', price: 300, lifeLimit: 400 })
      await h.plant.query('update tool set state = $2, end_reason = $3, used_h = $4 where id = $1', [
        one.id,
        state,
        reason,
        usedH,
      ])
    }
    const chart = good(await keeper().call(lifeChart, { kind: 'honeycombPanel' }))
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

describe('what tools cost orders', () => {
  test('is the life that their rolls took, by lane widths at the slitter; what was not theirs is not charged', async () => {
    const [mine, other] = [await running(h.plant, h.staff), await running(h.plant, h.staff)]
    const one = await newTool(keeper(), { price: 9600, lifeLimit: 960_000 })
    good(await mount(one, mine.at.id, '08:00'))
    await doffed(h.staff, mine, { ...roll, occurredAt: at('08:30') })
    await doffed(h.staff, other, { ...roll, occurredAt: at('08:40') })
    good(await takeOff(one, '09:00'))
    await doffed(h.staff, mine, { ...roll, occurredAt: at('09:30') })
    const costs = await runAsSystem(h.plant.app, 'test.tools', (ctx) =>
      listToolCosts(ctx, { orderIds: [mine.order.id, other.order.id] }),
    )
    // 480 kg of 960 t at 9,600 CNY.
    expect(costs).toMatchObject([
      {
        orderId: mine.order.id,
        toolId: one.id,
        unit: 'kg',
        used: 480,
        expectedLife: 960_000,
        expectedFrom: 'limit',
        cost: 4.8,
      },
    ])
    expect(costs).toHaveLength(1)
  })
  test('of a belt, by the hours that their own rolls were wound, the stops left out', async () => {
    const mine = await running(h.plant, h.staff)
    const belt = await newTool(keeper(), { kind: 'meshBelt', lifeUnit: 'h', price: 80_000, lifeLimit: 8000 })
    good(await mount(belt, mine.at.id, '08:00', { place: 7 }))
    await doffed(h.staff, mine, { ...roll, occurredAt: at('08:30') })
    await doffed(h.staff, mine, { ...roll, occurredAt: at('10:00') })
    await h.plant.query(
      `insert into line_stop (site_id, id, line_id, work_order_id, started_at, ended_at, source, business_date, shift, state)
       values (1, gen_random_uuid(), $1, $2, $3, $4, 'entered', '2026-11-20', 'early', 'ended')`,
      [mine.at.id, mine.order.id, at('09:00'), at('09:15')],
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
  test('of a knife over two orders of one set: by width, together what it cut', async () => {
    const second = await running(h.plant, h.staff)
    const lanes = wide.map((lane, i) => ({ ...lane, workOrderId: i === 1 ? second.order.id : null }))
    const run = await cut(h, {}, lanes, { productId: second.order.productId })
    const knife = await newTool(keeper(), { kind: 'knife', lifeUnit: 'm', price: 100, lifeLimit: 100_000 })
    good(await mount(knife, run.slitterId, '08:00', { place: 1, side: 'upper' }))
    await doffOne(h, run, { occurredAt: at('09:20') })
    const costs = (
      await runAsSystem(h.plant.app, 'test.tools', (ctx) => listToolCosts(ctx, { from: at('00:00'), to: at('23:00') }))
    ).filter(({ toolId }) => toolId === knife.id)
    const of = (orderId: string) => costs.find((cost) => cost.orderId === orderId)!
    // Lanes of 3 × 1,000 and 160 mm, 5,000 m.
    expect(of(second.order.id).used).toBeCloseTo((5000 * 160) / 3160, 6)
    expect(costs.reduce((sum, { used }) => sum + used, 0)).toBeCloseTo(5000, 6)
    expect(costs.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(5, 6)
  })
})
