/** Two phones weigh one roll: an earlier weight never silently replaces a later one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { editSet, recycleRolls } from '@/areas/slitting/contract/slitting-commands'
import type { Caller } from '../harness'
import { plantTime, countRows, fetchRow, sync } from '../plant-staff'
import { startCuttingRun, doffNextSet, createSlitterPlant, doffJumbo, type SlitterPlant } from './slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())

/** Weighs lane 3 of a set from a phone that saw `seenKg`. */
async function lane3() {
  const run = await startCuttingRun(h)
  const set = await doffNextSet(h, run, { occurredAt: plantTime('09:30') })
  const weigh = async (who: Caller, kg: number, seenKg: number | null, time: string) => {
    const [answer] = await sync(who, [
      {
        op: editSet,
        body: { id: set.id, cuttingId: run.cutting.id, rolls: [{ lane: 3, kg, seenKg }], occurredAt: plantTime(time) },
        occurredAt: plantTime(time),
      },
    ])
    return answer!
  }
  const loadWeight = async () => Number((await fetchRow(h.plant, 'slit_roll', set.slit[2]!.id))['kg'])
  return { run, set, weigh, now: loadWeight, roll: set.slit[2]! }
}

test.each(['the same account on both', 'two accounts'])(
  'a slit roll weighed without a network, and meanwhile by another phone, is a conflict: %s',
  async (who) => {
    const { weigh, now, roll } = await lane3()
    const other = who === 'two accounts' ? h.staff.admin : h.operator
    expect(await weigh(other, 76.9, null, '09:41')).toMatchObject({ status: 'done' })
    // Weighed a minute earlier, but received later.
    const late = await weigh(h.operator, 78.5, null, '09:40')
    expect(late).toMatchObject({
      status: 'conflict',
      data: { mine: { kg: 78.5 }, theirs: { id: roll.id, kg: 76.9 }, by: { id: other.userId } },
    })
    expect(await now()).toBe(76.9)
    // The person who sees both decides.
    expect(await weigh(h.operator, 78.5, 76.9, '09:45')).toMatchObject({ status: 'done' })
    expect(await now()).toBe(78.5)
  },
)
test('repeated weights from one phone, or equal weights from two, are no conflict', async () => {
  const { weigh, now } = await lane3()
  expect(await weigh(h.operator, 78.5, null, '09:40')).toMatchObject({ status: 'done' })
  expect(await weigh(h.operator, 76.9, 78.5, '09:41')).toMatchObject({ status: 'done' })
  expect(await weigh(h.staff.admin, 76.9, null, '09:39')).toMatchObject({ status: 'done' })
  expect(await now()).toBe(76.9)
})
test('pelletizing a roll with its mass conflicts with another weight saved meanwhile', async () => {
  const { run, set, weigh } = await lane3()
  expect(await weigh(h.operator, 76.9, null, '09:41')).toMatchObject({ status: 'done' })
  const body = { id: set.id, cuttingId: run.cutting.id, reason: '破洞', rolls: [{ lane: 3, kg: 78.5, seenKg: null }] }
  expect((await sync(h.operator, [{ op: recycleRolls, body }]))[0]).toMatchObject({ status: 'conflict' })
  expect(await countRows(h.plant, 'slit_roll', `slit_set_id = $1 and state = 'recycled'`, [set.id])).toBe(0)
})
test('an offline weight of a jumbo conflicts with one from another phone of the same account', async () => {
  const { jumbo } = await doffJumbo(h, { grossKg: null, coreKg: null })
  const weigh = async (grossKg: number, baseVersion: number, time: string) =>
    (
      await sync(h.staff.admin, [
        { op: weighRoll, body: { id: jumbo.id, grossKg, coreKg: 10 }, baseVersion, occurredAt: plantTime(time) },
      ])
    )[0]!
  expect(await weigh(486.9, jumbo.version, '09:41')).toMatchObject({ status: 'done' })
  expect(await weigh(488.5, jumbo.version, '09:40')).toMatchObject({ status: 'conflict' })
  expect(Number((await fetchRow(h.plant, 'jumbo_roll', jumbo.id))['gross_kg'])).toBe(486.9)
})
