import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { undoSet } from '@/areas/rolls/contract/slitting-calls'
import { knife } from '@/areas/tools/contract/knife'
import { at, countOf, good, rowOf } from '../people'
import { cut, doffOne, hall, newSlitter, type Hall } from '../rolls/slitter-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

describe('knives', () => {
  test('two mounted at one place at once: one is on it, and none came off before it came on', async () => {
    const slitterId = (await newSlitter(h.staff)).id
    const knives = await Promise.all(
      ['08:00', '08:05'].map((time) =>
        h.slit.call(knife.endpoints.create, {
          slitterId,
          place: 1,
          code: `K${time.slice(3)}`,
          mountedAt: at(time),
        } as never),
      ),
    )
    expect(knives.some((k) => k.errno === '200')).toBe(true)
    expect(await countOf(h.plant, 'knife', 'slitter_id = $1 and removed_at is null', [slitterId])).toBe(1)
    expect(
      (
        await h.slit.call(knife.endpoints.create, {
          slitterId,
          place: 2,
          mountedAt: at('09:00'),
          removedAt: at('08:00'),
        } as never)
      ).errno,
    ).toBe('6000')
  })
  test('a new one at a place ends the life of the old one; metres are those of its time', async () => {
    const run = await cut(h)
    await doffOne(h, run, { occurredAt: at('09:10'), lengthM: 1000 })
    const old = good(
      await h.slit.call(knife.endpoints.create, {
        slitterId: run.slitterId,
        place: 3,
        code: 'K3',
        mountedAt: at('08:00'),
        lifeM: 20_000,
      } as never),
    )
    expect(old).toMatchObject({ metres: 1000, lifeM: 20_000 })
    const fresh = good(
      await h.slit.call(knife.endpoints.create, {
        slitterId: run.slitterId,
        place: 3,
        code: 'K4',
        mountedAt: at('09:30'),
      } as never),
    )
    expect(fresh).toMatchObject({ metres: 0, lifeM: 500_000 })
    expect(await rowOf(h.plant, 'knife', old.id)).toMatchObject({
      removed_at: at('09:30'),
      reason: 'worn',
      metres: 1000,
    })
    await doffOne(h, run, { occurredAt: at('09:50'), lengthM: 2000 })
    expect(await rowOf(h.plant, 'knife', fresh.id)).toMatchObject({ metres: 2000 })
    const earlier = good(
      await h.slit.call(knife.endpoints.update, {
        id: fresh.id,
        version: fresh.version,
        mountedAt: at('09:05'),
      } as never),
    )
    expect(earlier).toMatchObject({ metres: 3000 })
    expect(
      (
        await h.slit.call(knife.endpoints.create, {
          slitterId: run.slitterId,
          place: 3,
          mountedAt: at('08:30'),
        } as never)
      ).errno,
    ).toBe('6000')
  })
  test('wear by every set that comes off while they are on, and less again when one is taken back', async () => {
    const run = await cut(h)
    const mount = async (place: number, more: object) =>
      good(
        await h.slit.call(knife.endpoints.create, {
          slitterId: run.slitterId,
          place,
          mountedAt: at('08:00'),
          ...more,
        } as never),
      )
    const [on, off] = [await mount(1, {}), await mount(2, { removedAt: at('08:30') })]
    const elsewhere = good(
      await h.slit.call(knife.endpoints.create, {
        slitterId: (await newSlitter(h.staff)).id,
        place: 1,
        mountedAt: at('08:00'),
      } as never),
    )
    const metres = async () =>
      Promise.all(
        [on, off, elsewhere].map(async ({ id }) => (await rowOf<{ metres: number }>(h.plant, 'knife', id)).metres),
      )
    await doffOne(h, run)
    const last = await doffOne(h, run, { lengthM: 2000 })
    expect(await metres()).toEqual([7000, 0, 0])
    good(await h.staff['prod-lead'].call(undoSet, { id: last.id, version: last.version, reason: '重复' }))
    expect(await metres()).toEqual([5000, 0, 0])
  })
})
