/** A roll that two phones weigh: what was weighed first never silently takes the place of what was weighed after it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { editSet, recycleRolls } from '@/areas/rolls/contract/slitting-commands'
import type { Caller } from '../harness'
import { at, countOf, rowOf, sync } from '../people'
import { cut, doffOne, hall, jumboOf, type Hall } from './slitter-plant'

let h: Hall
beforeAll(async () => {
  h = await hall()
}, 120_000)
afterAll(() => h.plant.close())

/** Lane 3 of a set, weighed by one phone that saw `seenKg` on it. */
async function lane3() {
  const run = await cut(h)
  const set = await doffOne(h, run)
  const weigh = async (who: Caller, kg: number, seenKg: number | null, time: string) => {
    const [answer] = await sync(who, [
      {
        op: editSet,
        body: { id: set.id, cuttingId: run.run.id, rolls: [{ lane: 3, kg, seenKg }], occurredAt: at(time) },
        occurredAt: at(time),
      },
    ])
    return answer!
  }
  const now = async () => Number((await rowOf(h.plant, 'slit_roll', set.slit[2]!.id))['kg'])
  return { run, set, weigh, now, roll: set.slit[2]! }
}

test.each(['the same account on both', 'two accounts'])(
  'a slit roll weighed without a network, and meanwhile by another phone, is a conflict: %s',
  async (who) => {
    const { weigh, now, roll } = await lane3()
    const other = who === 'two accounts' ? h.staff.admin : h.slit
    expect(await weigh(other, 76.9, null, '09:41')).toMatchObject({ status: 'done' })
    // It was weighed a minute earlier, and is heard of later.
    const late = await weigh(h.slit, 78.5, null, '09:40')
    expect(late).toMatchObject({
      status: 'conflict',
      data: { mine: { kg: 78.5 }, theirs: { id: roll.id, kg: 76.9 }, by: { id: other.userId } },
    })
    expect(await now()).toBe(76.9)
    // The person who sees both says which one stands.
    expect(await weigh(h.slit, 78.5, 76.9, '09:45')).toMatchObject({ status: 'done' })
    expect(await now()).toBe(78.5)
  },
)
test('a slit roll that one phone weighs again and again is no conflict, nor what both weighed alike', async () => {
  const { weigh, now } = await lane3()
  expect(await weigh(h.slit, 78.5, null, '09:40')).toMatchObject({ status: 'done' })
  expect(await weigh(h.slit, 76.9, 78.5, '09:41')).toMatchObject({ status: 'done' })
  expect(await weigh(h.staff.admin, 76.9, null, '09:39')).toMatchObject({ status: 'done' })
  expect(await now()).toBe(76.9)
})
test('a roll that goes to pellets with its mass, and was weighed otherwise meanwhile, is a conflict', async () => {
  const { run, set, weigh } = await lane3()
  expect(await weigh(h.slit, 76.9, null, '09:41')).toMatchObject({ status: 'done' })
  const body = { id: set.id, cuttingId: run.run.id, reason: '破洞', rolls: [{ lane: 3, kg: 78.5, seenKg: null }] }
  expect((await sync(h.slit, [{ op: recycleRolls, body }]))[0]).toMatchObject({ status: 'conflict' })
  expect(await countOf(h.plant, 'slit_roll', `slit_set_id = $1 and state = 'recycled'`, [set.id])).toBe(0)
})
test('a jumbo weighed without a network, and meanwhile by another phone of the same account, is a conflict', async () => {
  const { jumbo } = await jumboOf(h, { grossKg: null, coreKg: null })
  const weigh = async (grossKg: number, baseVersion: number, time: string) =>
    (
      await sync(h.staff.admin, [
        { op: weighRoll, body: { id: jumbo.id, grossKg, coreKg: 10 }, baseVersion, occurredAt: at(time) },
      ])
    )[0]!
  expect(await weigh(486.9, jumbo.version, '09:41')).toMatchObject({ status: 'done' })
  expect(await weigh(488.5, jumbo.version, '09:40')).toMatchObject({ status: 'conflict' })
  expect(Number((await rowOf(h.plant, 'jumbo_roll', jumbo.id))['gross_kg'])).toBe(486.9)
})
