import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoSet } from '@/areas/slitting/contract/slitting-endpoints'
import { grindTool, mountTool, takeOffTool } from '@/areas/tools/contract/tool-commands'
import { slitterKnives, toolUse } from '@/areas/tools/contract/tool-use'
import { plantTime, countRows, expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  createSlitter,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { createTool, loadTool, type Tool } from './tool-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

const keeper = () => h.staff['maint-lead']
const newKnife = (more: object = {}) => createTool(keeper(), { kind: 'knife', lifeUnit: 'm', ...more })
const mount = (knife: Tool, lineId: string, place: number, time = '08:00', more: object = {}) =>
  h.operator.call(mountTool, {
    id: knife.id,
    lineId,
    place,
    side: 'upper',
    occurredAt: plantTime(time),
    ...more,
  } as never)

describe('knives are tools of the slitter', () => {
  test('two mounted at one place at once: one stays', async () => {
    const slitterId = (await createSlitter(h.staff)).id
    const pair = await Promise.all(['08:00', '08:05'].map(async (time) => ({ time, knife: await newKnife() })))
    const answers = await Promise.all(pair.map(({ knife, time }) => mount(knife, slitterId, 1, time)))
    expect(answers.some(({ errno }) => errno === '200')).toBe(true)
    expect(await countRows(h.plant, 'tool', "line_id = $1 and state = 'mounted'", [slitterId])).toBe(1)
    expect(await countRows(h.plant, 'tool_use', 'line_id = $1 and removed_at is null', [slitterId])).toBe(1)
  })
  test('a new one replaces the old one; each has the metres of its time within the slitter’s limit', async () => {
    const run = await startCuttingRun(h)
    await doffNextSet(h, run, { occurredAt: plantTime('09:10'), lengthM: 1000 })
    const [old, fresh] = [await newKnife({ lifeLimit: 20_000 }), await newKnife()]
    expect(expectOk(await mount(old, run.slitterId, 3))).toMatchObject({
      usedM: 1000,
      lifeLimit: 20_000,
      lifePercent: 5,
    })
    expect(expectOk(await mount(fresh, run.slitterId, 3, '09:30'))).toMatchObject({ usedM: 0, lifeLimit: 500_000 })
    expect(await loadTool(keeper(), old.id)).toMatchObject({ state: 'removed', lineId: null, place: null, usedM: 1000 })
    await doffNextSet(h, run, { occurredAt: plantTime('09:50'), lengthM: 2000 })
    expect(await loadTool(keeper(), fresh.id)).toMatchObject({ usedM: 2000 })
    expect(await loadTool(keeper(), old.id)).toMatchObject({ usedM: 1000 })
    const knives = expectOk(await h.operator.call(slitterKnives, { slitterId: run.slitterId })).list
    expect(knives.map(({ toolId, metres, reason, removedAt }) => ({ toolId, metres, reason, removedAt }))).toEqual([
      { toolId: fresh.id, metres: 2000, reason: null, removedAt: null },
      { toolId: old.id, metres: 1000, reason: 'replaced', removedAt: plantTime('09:30') },
    ])
    const late = await newKnife()
    expect(await mount(late, run.slitterId, 3, '08:30')).toMatchObject({ errno: '6000' })
    expect(await loadTool(keeper(), late.id)).toMatchObject({ state: 'ready', lineId: null })
  })
  test('a corrected mounting time recalculates the metres', async () => {
    const run = await startCuttingRun(h)
    const knife = await newKnife()
    await doffNextSet(h, run, { occurredAt: plantTime('09:10'), lengthM: 1000 })
    await doffNextSet(h, run, { occurredAt: plantTime('09:50'), lengthM: 2000 })
    expectOk(await mount(knife, run.slitterId, 1, '09:30'))
    const [use] = expectOk(await h.operator.call(slitterKnives, { slitterId: run.slitterId })).list
    const { id, version } = use!
    const change = (to: string) =>
      keeper().call(toolUse.endpoints.update, { id, version, occurredAt: plantTime(to) } as never)
    expect(expectOk(await change('09:05'))).toMatchObject({ metres: 3000 })
    expect(await loadTool(keeper(), knife.id)).toMatchObject({ usedM: 3000, mountedAt: plantTime('09:05') })
  })
  test('mounted ones wear with every doffed set, and less again when a set is undone', async () => {
    const run = await startCuttingRun(h)
    const [on, off, elsewhere] = [await newKnife(), await newKnife(), await newKnife()]
    expectOk(await mount(on, run.slitterId, 1))
    expectOk(await mount(off, run.slitterId, 2))
    expectOk(
      await h.operator.call(takeOffTool, { id: off.id, reason: 'worn', occurredAt: plantTime('08:30') } as never),
    )
    expectOk(await mount(elsewhere, (await createSlitter(h.staff)).id, 1))
    const metres = () => Promise.all([on, off, elsewhere].map(async ({ id }) => (await loadTool(keeper(), id)).usedM))
    await doffNextSet(h, run)
    const last = await doffNextSet(h, run, { lengthM: 2000 })
    expect(await metres()).toEqual([7000, 0, 0])
    expectOk(await h.staff['prod-lead'].call(undoSet, { id: last.id, version: last.version, reason: '重复' }))
    expect(await metres()).toEqual([5000, 0, 0])
  })
  test('a ground and remounted one continues its life', async () => {
    const run = await startCuttingRun(h)
    const knife = await newKnife({ lifeLimit: 10_000 })
    expectOk(await mount(knife, run.slitterId, 1))
    await doffNextSet(h, run, { occurredAt: plantTime('09:10'), lengthM: 1000 })
    expectOk(
      await h.operator.call(takeOffTool, { id: knife.id, reason: 'worn', occurredAt: plantTime('09:20') } as never),
    )
    expectOk(await h.operator.call(grindTool, { id: knife.id, occurredAt: plantTime('09:21') } as never))
    expect(expectOk(await mount(knife, run.slitterId, 2, '09:22'))).toMatchObject({ state: 'mounted', usedM: 1000 })
    await doffNextSet(h, run, { occurredAt: plantTime('09:50'), lengthM: 2000 })
    expect(await loadTool(keeper(), knife.id)).toMatchObject({ usedM: 3000, lifePercent: 30 })
  })
  test('a record added later needs a place and side that were free', async () => {
    const slitterId = (await createSlitter(h.staff)).id
    const [mountedKnife, otherKnife] = [await newKnife(), await newKnife()]
    expectOk(await mount(mountedKnife, slitterId, 4, '08:00'))
    const add = (more: object) =>
      keeper().call(toolUse.endpoints.create, {
        toolId: otherKnife.id,
        kind: 'mounted',
        lineId: slitterId,
        occurredAt: plantTime('08:10'),
        removedAt: plantTime('08:20'),
        ...more,
      } as never)
    expect(await add({ place: 4 })).toMatchObject({ data: { issues: [{ path: ['side'], code: 'missing' }] } })
    expect(await add({ side: 'upper' })).toMatchObject({ data: { issues: [{ path: ['place'], code: 'missing' }] } })
    const refusal = await add({ place: 4, side: 'upper' })
    expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining(mountedKnife.code)])
    expectOk(await add({ place: 4, side: 'lower' }))
  })
  test('a record added later finds the knife that is mounted now, after years of replaced ones', async () => {
    const slitterId = (await createSlitter(h.staff)).id
    const [formerKnife, mountedKnife, otherKnife] = [await newKnife(), await newKnife(), await newKnife()]
    expectOk(await mount(mountedKnife, slitterId, 6, '08:00'))
    await h.plant.query(
      `insert into tool_use (site_id, id, tool_id, tool_kind, kind, line_id, place, side, occurred_at, removed_at)
       select 1, ('00000000-0000-7000-8000-' || lpad(i::text, 12, '0'))::uuid, $1, 'knife', 'mounted', $2, 6, 'upper',
         timestamptz '2020-01-01' + i * interval '1 day', timestamptz '2020-01-02' + i * interval '1 day' from generate_series(1, 2000) i`,
      [formerKnife.id, slitterId],
    )
    const refusal = await keeper().call(toolUse.endpoints.create, {
      toolId: otherKnife.id,
      kind: 'mounted',
      lineId: slitterId,
      place: 6,
      side: 'upper',
      occurredAt: plantTime('08:10'),
      removedAt: plantTime('08:20'),
    } as never)
    expect([refusal.errno, refusal.errmsg]).toEqual(['6000', expect.stringContaining(mountedKnife.code)])
  })
  test('a slitter operator changes its knives and no other tools', async () => {
    const slitterId = (await createSlitter(h.staff)).id
    const spinneret = await createTool(keeper())
    expect(await h.operator.call(mountTool, { id: spinneret.id, lineId: slitterId } as never)).toMatchObject({
      errno: '401',
    })
    expect(await loadTool(keeper(), spinneret.id)).toMatchObject({ state: 'ready' })
    const operator = h.staff['operator-line']
    const knife = await newKnife()
    expect((await operator.call(mountTool, { id: knife.id, lineId: slitterId } as never)).errno).not.toBe('200')
  })
})
