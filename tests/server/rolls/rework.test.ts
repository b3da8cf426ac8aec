import { afterAll, beforeAll, expect, test } from 'vitest'
import { putOnHold } from '@/areas/rolls/contract/hold'
import { recallList } from '@/areas/rolls/contract/hold'
import { rework, reworkRoll } from '@/areas/rolls/contract/rework'
import { trace } from '@/areas/rolls/contract/trace'
import { finishCutting } from '@/areas/rolls/contract/slitting-commands'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import { packRolls, setsWithRolls, undoSet } from '@/areas/rolls/contract/slitting-endpoints'
import { slitterOutputFilter } from '@/areas/rolls/rules/slit-roll'
import { sumSlitInShifts } from '@/areas/rolls/server/queries/for-figures'
import { dataStatistics } from '@/areas/stock/contract/statistics-endpoints'
import { stockInfo } from '@/areas/stock/contract/stock-endpoints'
import type { EndpointInput } from '@/contract/endpoint'
import { NO_REFERENCE } from '@/contract/resource'
import { runAsSystem } from '@/server/start-application'
import { countOf, good, rowOf } from '../people'
import type { Caller } from '../harness'
import { cut, doffOne, figures, hall, weighAll, type Cut, type Hall, type Set } from './slitter-plant'

let h: Hall
let lead: Caller
beforeAll(async () => {
  h = await hall()
  lead = h.staff['prod-lead']
}, 120_000)
afterAll(() => h.plant.close())

/** Three lanes of 75 kg and one of 12 kg, weighed, at the slitter. */
async function weighedSet(): Promise<{ run: Cut; set: Set }> {
  const run = await cut(h)
  const set = await doffOne(h, run)
  await weighAll(h, run, set)
  return { run, set }
}
type Asked = Partial<EndpointInput<typeof reworkRoll>>
const ask = (slitRollId: string, more: Asked) =>
  lead.call(reworkRoll, { slitRollId, reason: '端面不齐', ...more } as never, { language: 'en' })

test('a roll slit narrower becomes rolls that name it, and what is lost is waste', async () => {
  const { run, set } = await weighedSet()
  const of = set.slit[0]!
  const before = good(await (await h.plant.as('manager')).call(stockInfo, { workOrderId: run.orderId }))
  const done = good(
    await ask(of.id, {
      kind: 'reslit',
      pieces: [
        { widthMm: 480, kg: 36 },
        { widthMm: 480, kg: 35.5 },
      ],
      minutes: 30,
      ratePerHour: 80,
    } as Asked),
  )
  expect(done).toMatchObject({ kind: 'reslit', kgIn: 75, kgOut: 71.5, lossKg: 3.5, cost: 40, workOrderId: run.orderId })
  expect(done.number).toMatch(/^FX261120-\d{3}$/)
  const told = async (who: 'operator-line' | 'quality' | 'prod-lead') =>
    good(await h.staff[who].call(rework.endpoints.list, { id: done.id })).list[0]
  expect(await told('prod-lead')).toMatchObject({ minutes: 30, ratePerHour: 80, cost: 40 })
  // Costs are read by who may see costs.
  for (const who of ['operator-line', 'quality'] as const)
    expect(await told(who)).toMatchObject({ minutes: 30, ratePerHour: null, cost: null })
  expect(done.pieces.map(({ number }) => number)).toEqual([`${of.number}-F1`, `${of.number}-F2`])
  expect(await rowOf(h.plant, 'slit_roll', of.id)).toMatchObject({ state: 'reworked' })
  const made = await h.plant.query<{ id: string; state: string; width_mm: number }>(
    'select id, state, width_mm from slit_roll where reworked_from_id = $1 order by number',
    [of.id],
  )
  expect(made).toMatchObject([
    { state: 'made', width_mm: 480 },
    { state: 'made', width_mm: 480 },
  ])
  const { kept, counted } = await figures(h.plant, run.orderId)
  expect(kept).toEqual({ ...counted, wasteKg: 3.5, goodKg: 71.5 + 75 + 75 + 12 })
  const after = good(await (await h.plant.as('manager')).call(stockInfo, { workOrderId: run.orderId }))
  expect([after.rolls - before.rolls, Math.round((after.kg - before.kg) * 10) / 10]).toEqual([1, -3.5])
  // What came off the jumbo is what came off it: the set, its balance and the output of the shift count each kilogram once.
  expect(await rowOf(h.plant, 'slit_set', set.id)).toMatchObject({ rolls: 4, kg: 237 })
  expect(good(await h.slit.call(setsWithRolls, { cuttingId: run.run.id }))[0]!.slit.map(({ id }) => id)).not.toContain(
    made[0]!.id,
  )
  expect(
    good(
      await (
        await h.plant.as('manager')
      ).call(dataStatistics, { workOrderId: run.orderId, from: '2026-11-01', to: '2026-11-30' }),
    ),
  ).toMatchObject({ rolls: 4, kg: 237 })
  const ended = good(await h.slit.call(finishCutting, { id: run.run.id, remnant: 'stock' } as never))
  expect(ended.slitKg).toBe(237)
  expect((await lead.call(undoSet, { id: set.id, reason: '重切' })).errno).toBe('6000')
  // The new rolls are goods like any other.
  expect(good(await h.slit.call(packRolls, { rollIds: made.map(({ id }) => id) }))).toMatchObject({
    rolls: 2,
    netKg: 71.5,
  })
})

test('both ways of a trace show what was reworked and what came of it', async () => {
  const { set } = await weighedSet()
  const of = set.slit[1]!
  good(await ask(of.id, { kind: 'rewind', pieces: [{ kg: 74, lengthM: 4900 }] } as Asked))
  const [made] = await h.plant.query<{ id: string }>('select id from slit_roll where reworked_from_id = $1', [of.id])
  for (const id of [of.id, made!.id]) {
    const tree = good(await lead.call(trace, { kind: 'slitRoll', id }))
    const nodes = JSON.stringify(tree)
    expect(nodes).toContain(of.number)
    expect(nodes).toContain(`${of.number}-F1`)
    expect(nodes).toContain(set.jumboRollId)
  }
  const down = good(await lead.call(trace, { kind: 'jumboRoll', id: set.jumboRollId }))
  expect(JSON.stringify(down)).toContain(`${of.number}-F1`)
  const other = JSON.stringify(good(await lead.call(trace, { kind: 'slitRoll', id: set.slit[0]!.id })))
  expect(other).not.toContain(`${of.number}-F1`)
})

test('kilograms of what was reworked are counted once, in a trace, a recall and a hold', async () => {
  const { set } = await weighedSet()
  good(await ask(set.slit[1]!.id, { kind: 'rewind', pieces: [{ kg: 74, lengthM: 4900 }] } as Asked))
  const jumbo = { kind: 'jumboRoll', id: set.jumboRollId } as const
  const rollsOf = async (start: { kind: 'jumboRoll' | 'slitRoll'; id: string }) =>
    good(await lead.call(trace, start)).levels.find(({ kind }) => kind === 'slitRoll')
  // 75 + 74 + 75 + 12, and the card of the roll that was wound anew.
  expect(await rollsOf(jumbo)).toMatchObject({ total: 5, kg: 236 })
  expect(await rollsOf({ kind: 'slitRoll', id: set.slit[1]!.id })).toMatchObject({ total: 2, kg: 74 })
  const recalled = good(await h.staff.quality.call(recallList, jumbo))
  const slit = recalled.rows.filter(({ kind }) => kind === 'slitRoll')
  expect(slit.map(({ kg }) => kg).sort()).toEqual([12, 74, 75, 75])
})

test('pellets and selling lower make no other roll', async () => {
  const { run, set } = await weighedSet()
  expect(good(await ask(set.slit[0]!.id, { kind: 'pellets' }))).toMatchObject({ kgIn: 75, kgOut: 0, pieces: [] })
  expect(await rowOf(h.plant, 'slit_roll', set.slit[0]!.id)).toMatchObject({ state: 'recycled' })
  expect((await ask(set.slit[1]!.id, { kind: 'regrade' })).errno).toBe('4042') // no defect
  expect(good(await ask(set.slit[1]!.id, { kind: 'regrade', defect: 'streak' }))).toMatchObject({
    kgIn: 75,
    kgOut: 75,
    lossKg: 0,
    cost: null,
  })
  expect(await rowOf(h.plant, 'slit_roll', set.slit[1]!.id)).toMatchObject({ state: 'made', grade: 'downgraded' })
  const { kept, counted } = await figures(h.plant, run.orderId)
  expect(kept).toEqual(counted)
  expect(kept).toMatchObject({ wasteKg: 75, downgradedKg: 75, goodKg: 87 })
})

test('a roll sold lower whole keeps what was said of it before readable, and nothing that stands is lost', async () => {
  const { set } = await weighedSet()
  const [one] = set.slit
  const line = (fromM: number, toM: number, grade: string, defect: string, reason: string | null = null) => ({
    fromM,
    toM,
    grade,
    defect,
    reason,
  })
  const before = [line(0, 1000, 'waste', 'hole', '破'), line(2000, 2500, 'downgraded', 'gel')]
  await h.plant.query(`update slit_roll set downgrades = $2, grade = 'downgraded' where id = $1`, [
    one!.id,
    JSON.stringify(before),
  ])
  good(await ask(one!.id, { kind: 'regrade', defect: 'streak' }))
  const row = await rowOf<{ downgrades: object[]; taken_back_downgrades: object[]; length_m: number }>(
    h.plant,
    'slit_roll',
    one!.id,
  )
  const whole = Number(row.length_m)
  expect(row.downgrades).toMatchObject([{ fromM: 0, toM: whole, grade: 'downgraded', defect: 'streak' }])
  expect(row.taken_back_downgrades).toMatchObject([
    { fromM: 0, toM: 1000, grade: 'waste', defect: 'hole', reason: '破', kg: expect.closeTo((75 * 1000) / whole, 2) },
    { fromM: 2000, toM: 2500, grade: 'downgraded', defect: 'gel', kg: expect.closeTo((75 * 500) / whole, 2) },
  ])
  const [entry] = row.taken_back_downgrades as { why: string; userId: string; at: string }[]
  const [done] = await h.plant.query<{ number: string; user_id: string; done_at: string }>(
    `select number, user_id, done_at from rework where slit_roll_id = $1`,
    [one!.id],
  )
  expect([entry!.why, entry!.userId, entry!.at]).toEqual([
    `${done!.number} 端面不齐`,
    done!.user_id,
    new Date(done!.done_at).toISOString(),
  ])
  // The same once more says nothing new.
  good(await ask(one!.id, { kind: 'regrade', defect: 'streak' }))
  expect(
    (await rowOf<{ taken_back_downgrades: object[] }>(h.plant, 'slit_roll', one!.id)).taken_back_downgrades,
  ).toHaveLength(2)
})

test('mass and width never grow, a held or packed roll stays, and it is done once', async () => {
  const { set } = await weighedSet()
  const [one, two, three] = set.slit.map(({ id }) => id)
  const refused = async (id: string, more: object, why: string) => {
    const answer = await ask(id, more as Asked)
    expect(answer.errno, why).toBe('6000')
    expect(answer.errmsg).toContain(why)
  }
  await refused(one!, { kind: 'rewind', pieces: [{ kg: 75.001 }] }, 'more than the 75 kg')
  await refused(one!, { kind: 'rewind', pieces: [{ kg: 70, lengthM: 5001 }] }, 'longer than')
  await refused(one!, { kind: 'rewind', pieces: [{ kg: 70, widthMm: 999 }] }, 'wider than')
  await refused(one!, { kind: 'rewind', pieces: [] }, 'Enter the rolls')
  await refused(one!, { kind: 'rewind', pieces: [{ kg: 0 }] }, 'has a weight')
  await refused(
    one!,
    {
      kind: 'reslit',
      pieces: [
        { kg: 30, widthMm: 600 },
        { kg: 30, widthMm: 401 },
      ],
    },
    'wider than',
  )
  await refused(one!, { kind: 'reslit', pieces: [{ kg: 30, widthMm: 1000 }] }, 'narrower than')
  good(await h.slit.call(packRolls, { rollIds: [two!] }))
  await refused(two!, { kind: 'rewind', pieces: [{ kg: 70 }] }, 'Packed')
  good(await h.staff.quality.call(putOnHold, { kind: 'slitRoll', subjectId: three!, reason: '异物' } as never))
  await refused(three!, { kind: 'pellets' }, 'on hold')
  const unweighed = (await doffOne(h, await cut(h))).slit[0]!
  await refused(unweighed.id, { kind: 'pellets' }, 'not weighed')
  good(await ask(one!, { kind: 'rewind', pieces: [{ kg: 70 }] } as Asked))
  await refused(one!, { kind: 'rewind', pieces: [{ kg: 70 }] }, 'Reworked')
  expect(await countOf(h.plant, 'slit_roll', 'reworked_from_id = $1', [one!])).toBe(1)
  expect(
    (await h.staff.viewer.call(reworkRoll, { slitRollId: one!, kind: 'pellets', reason: 'x' } as never)).errno,
  ).toBe('401')
})

test('a call that is repeated reworks once', async () => {
  const { set } = await weighedSet()
  const key = '00000000-0000-7000-8000-00000000f001'
  const body = { slitRollId: set.slit[0]!.id, reason: '重绕', kind: 'rewind', pieces: [{ kg: 74 }] }
  good(await lead.call(reworkRoll, body as never, { key }))
  good(await lead.call(reworkRoll, body as never, { key }))
  expect(await countOf(h.plant, 'rework', 'slit_roll_id = $1', [set.slit[0]!.id])).toBe(1)
  const list = good(await lead.call(rework.endpoints.list, { kind: 'rewind', slitRollId: set.slit[0]!.id }))
  expect(list).toMatchObject({ total: 1, list: [{ kgIn: 75, kgOut: 74, lossKg: 1 }] })
})

test('the rows behind the output of a slitter are those that it counts, each once', async () => {
  const { run, set } = await weighedSet()
  const [first, second] = set.slit
  const [made] = await h.plant.query<{ day: string }>(
    'select business_date::text as day from slit_roll where id = $1',
    [first!.id],
  )
  const { day } = made!
  good(await ask(first!.id, { kind: 'rewind', pieces: [{ kg: 70 }] } as Asked))
  good(await ask(second!.id, { kind: 'pellets' }))
  const counted = await runAsSystem(h.plant.app, 'test', (ctx) => sumSlitInShifts(ctx, { from: day, to: day }))
  const behind = good(
    await lead.call(slitRoll.endpoints.list, {
      state: slitterOutputFilter.state.join(','),
      reworkedFromId: NO_REFERENCE,
      workOrderId: run.orderId,
      size: 500,
    } as never),
  )
  const own = counted.filter(({ workOrderId }) => workOrderId === run.orderId)
  expect(behind.list).toHaveLength(set.slit.length)
  expect(own.reduce((sum, { rolls }) => sum + rolls, 0)).toBe(behind.list.length)
  expect(own.reduce((sum, { kg }) => sum + kg, 0)).toBeCloseTo(behind.list.reduce((sum, { kg }) => sum + (kg ?? 0), 0))
})

test('a hold on a roll that was reworked reaches what was made of it, and of that again', async () => {
  const { set } = await weighedSet()
  const [of, beside] = [set.slit[0]!, set.slit[1]!]
  const half = (kg: number) => ({ kind: 'reslit', pieces: [{ widthMm: 480, kg }] }) as Asked
  good(await ask(of.id, half(36)))
  const madeOf = async (id: string) =>
    (await h.plant.query<{ id: string }>('select id from slit_roll where reworked_from_id = $1', [id]))[0]!.id
  const once = await madeOf(of.id)
  good(await ask(once, { kind: 'rewind', pieces: [{ kg: 35 }] } as Asked))
  const twice = await madeOf(once)
  const hold = good(
    await h.staff.quality.call(putOnHold, { kind: 'slitRoll', subjectId: of.id, reason: '端面不齐' } as never),
  )
  expect(hold).toMatchObject({ slitRolls: 1, kg: 35 })
  const holds = async (id: string) => (await rowOf<{ holds: string[] }>(h.plant, 'slit_roll', id)).holds
  expect(await holds(twice)).toEqual([hold.id])
  expect([await holds(once), await holds(beside.id)]).toEqual([[], []]) // one is no more, the other another roll
})
