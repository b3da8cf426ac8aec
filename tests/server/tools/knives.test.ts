import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoSet } from '@/areas/rolls/contract/slitting-endpoints'
import { grindTool, mountTool, takeOffTool } from '@/areas/tools/contract/tool-commands'
import { slitterKnives, toolUse } from '@/areas/tools/contract/tool-use'
import { at, countOf, good } from '../people'
import { cut, doffOne, hall, newSlitter, type Hall } from '../rolls/slitter-plant'
import { newTool, toolNow, type Tool } from './tool-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

const keeper = () => h.staff['maint-lead']
const newKnife = (more: object = {}) => newTool(keeper(), { kind: 'knife', lifeUnit: 'm', ...more })
const mount = (knife: Tool, lineId: string, place: number, time = '08:00', more: object = {}) =>
  h.slit.call(mountTool, { id: knife.id, lineId, place, side: 'upper', occurredAt: at(time), ...more } as never)

describe('knives are tools of the slitter', () => {
  test('two mounted at one place at once: one is on it', async () => {
    const slitterId = (await newSlitter(h.staff)).id
    const pair = await Promise.all(['08:00', '08:05'].map(async (time) => ({ time, knife: await newKnife() })))
    const answers = await Promise.all(pair.map(({ knife, time }) => mount(knife, slitterId, 1, time)))
    expect(answers.some(({ errno }) => errno === '200')).toBe(true)
    expect(await countOf(h.plant, 'tool', "line_id = $1 and state = 'mounted'", [slitterId])).toBe(1)
    expect(await countOf(h.plant, 'tool_use', 'line_id = $1 and removed_at is null', [slitterId])).toBe(1)
  })
  test('a new one at a place takes the old one off; each has the metres of its time, the slitter gives the limit', async () => {
    const run = await cut(h)
    await doffOne(h, run, { occurredAt: at('09:10'), lengthM: 1000 })
    const [old, fresh] = [await newKnife({ lifeLimit: 20_000 }), await newKnife()]
    expect(good(await mount(old, run.slitterId, 3))).toMatchObject({ usedM: 1000, lifeLimit: 20_000, lifePercent: 5 })
    expect(good(await mount(fresh, run.slitterId, 3, '09:30'))).toMatchObject({ usedM: 0, lifeLimit: 500_000 })
    expect(await toolNow(keeper(), old.id)).toMatchObject({ state: 'removed', lineId: null, place: null, usedM: 1000 })
    await doffOne(h, run, { occurredAt: at('09:50'), lengthM: 2000 })
    expect(await toolNow(keeper(), fresh.id)).toMatchObject({ usedM: 2000 })
    expect(await toolNow(keeper(), old.id)).toMatchObject({ usedM: 1000 })
    const knives = good(await h.slit.call(slitterKnives, { slitterId: run.slitterId })).list
    expect(knives.map(({ toolId, metres, reason, removedAt }) => ({ toolId, metres, reason, removedAt }))).toEqual([
      { toolId: fresh.id, metres: 2000, reason: null, removedAt: null },
      { toolId: old.id, metres: 1000, reason: 'replaced', removedAt: at('09:30') },
    ])
    const late = await newKnife()
    expect(await mount(late, run.slitterId, 3, '08:30')).toMatchObject({ errno: '6000' })
    expect(await toolNow(keeper(), late.id)).toMatchObject({ state: 'ready', lineId: null })
  })
  test('other times on the slitter are other metres', async () => {
    const run = await cut(h)
    const knife = await newKnife()
    await doffOne(h, run, { occurredAt: at('09:10'), lengthM: 1000 })
    await doffOne(h, run, { occurredAt: at('09:50'), lengthM: 2000 })
    good(await mount(knife, run.slitterId, 1, '09:30'))
    const [use] = good(await h.slit.call(slitterKnives, { slitterId: run.slitterId })).list
    const { id, version } = use!
    const change = (to: string) => keeper().call(toolUse.endpoints.update, { id, version, occurredAt: at(to) } as never)
    expect(good(await change('09:05'))).toMatchObject({ metres: 3000 })
    expect(await toolNow(keeper(), knife.id)).toMatchObject({ usedM: 3000, mountedAt: at('09:05') })
  })
  test('wear by every set that comes off while they are on, and less again when one is taken back', async () => {
    const run = await cut(h)
    const [on, off, elsewhere] = [await newKnife(), await newKnife(), await newKnife()]
    good(await mount(on, run.slitterId, 1))
    good(await mount(off, run.slitterId, 2))
    good(await h.slit.call(takeOffTool, { id: off.id, reason: 'worn', occurredAt: at('08:30') } as never))
    good(await mount(elsewhere, (await newSlitter(h.staff)).id, 1))
    const metres = () => Promise.all([on, off, elsewhere].map(async ({ id }) => (await toolNow(keeper(), id)).usedM))
    await doffOne(h, run)
    const last = await doffOne(h, run, { lengthM: 2000 })
    expect(await metres()).toEqual([7000, 0, 0])
    good(await h.staff['prod-lead'].call(undoSet, { id: last.id, version: last.version, reason: '重复' }))
    expect(await metres()).toEqual([5000, 0, 0])
  })
  test('ground and mounted again its life goes on', async () => {
    const run = await cut(h)
    const knife = await newKnife({ lifeLimit: 10_000 })
    good(await mount(knife, run.slitterId, 1))
    await doffOne(h, run, { occurredAt: at('09:10'), lengthM: 1000 })
    good(await h.slit.call(takeOffTool, { id: knife.id, reason: 'worn', occurredAt: at('09:20') } as never))
    good(await h.slit.call(grindTool, { id: knife.id, occurredAt: at('09:21') } as never))
    expect(good(await mount(knife, run.slitterId, 2, '09:22'))).toMatchObject({ state: 'mounted', usedM: 1000 })
    await doffOne(h, run, { occurredAt: at('09:50'), lengthM: 2000 })
    expect(await toolNow(keeper(), knife.id)).toMatchObject({ usedM: 3000, lifePercent: 30 })
  })
  test('a record added later names place and side, and no place where another knife was', async () => {
    const slitterId = (await newSlitter(h.staff)).id
    const [there, other] = [await newKnife(), await newKnife()]
    good(await mount(there, slitterId, 4, '08:00'))
    const add = (more: object) =>
      keeper().call(toolUse.endpoints.create, {
        toolId: other.id,
        kind: 'mounted',
        lineId: slitterId,
        occurredAt: at('08:10'),
        removedAt: at('08:20'),
        ...more,
      } as never)
    expect(await add({ place: 4 })).toMatchObject({ data: { issues: [{ path: ['side'], code: 'missing' }] } })
    expect(await add({ side: 'upper' })).toMatchObject({ data: { issues: [{ path: ['place'], code: 'missing' }] } })
    const held = await add({ place: 4, side: 'upper' })
    expect([held.errno, held.errmsg]).toEqual(['6000', expect.stringContaining(there.code)])
    good(await add({ place: 4, side: 'lower' }))
  })
  test('an operator of the slitter changes its knives and no other tool', async () => {
    const slitterId = (await newSlitter(h.staff)).id
    const spinneret = await newTool(keeper())
    expect(await h.slit.call(mountTool, { id: spinneret.id, lineId: slitterId } as never)).toMatchObject({
      errno: '401',
    })
    expect(await toolNow(keeper(), spinneret.id)).toMatchObject({ state: 'ready' })
    const operator = h.staff['operator-line']
    const knife = await newKnife()
    expect((await operator.call(mountTool, { id: knife.id, lineId: slitterId } as never)).errno).not.toBe('200')
  })
})
