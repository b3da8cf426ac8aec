import { afterAll, beforeAll, expect, test } from 'vitest'
import { downgradeRoll, retireRoll } from '@/areas/rolls/contract/jumbo-commands'
import { putOnHold } from '@/areas/rolls/contract/hold'
import { recallList } from '@/areas/tracing/contract/recall'
import { rework, reworkRoll } from '@/areas/slitting/contract/rework'
import { trace } from '@/areas/tracing/contract/trace'
import { sumDowngradesByDefect } from '@/areas/slitting/server/queries/finished-output'
import { editSet, finishCutting, recycleRolls } from '@/areas/slitting/contract/slitting-commands'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { setsWithRolls, undoSet } from '@/areas/slitting/contract/slitting-endpoints'
import { packRolls } from '@/areas/packing/contract/package-endpoints'
import { slitterOutputFilter } from '@/areas/slitting/rules/slit-roll'
import { finishedReport } from '@/areas/sheets/contract/detail-reports'
import { sumSlitInShifts } from '@/areas/slitting/server/queries/shift-output'
import { rollStatistics } from '@/areas/stock/contract/statistics-endpoints'
import { currentStock } from '@/areas/stock/contract/stock-endpoints'
import type { EndpointInput } from '@/contract/endpoint'
import { NO_REFERENCE } from '@/contract/resource'
import { createDemoEra } from '@/demo/demo-era'
import { storeReworks } from '@/demo/reworks'
import { buildShiftSnapshot } from '@/areas/handover/server/shift-snapshot'
import type { Day } from '@/plant/rules/plant-time'
import { loadPlantCalendar } from '@/plant/server/plant'
import { fourTeamsThreeShifts, getShiftAt } from '@/plant/rules/shift'
import { runAsSystem } from '@/server/start-application'
import { countRows, expectOk, fetchRow } from '../plant-staff'
import type { Caller } from '../harness'
import {
  startCuttingRun,
  doffNextSet,
  loadOrderMetrics,
  createSlitterPlant,
  doffJumbo,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
  type RollSet,
} from './slitter-plant'

let h: SlitterPlant
let lead: Caller
beforeAll(async () => {
  h = await createSlitterPlant()
  lead = h.staff['prod-lead']
}, 120_000)
afterAll(() => h.plant.close())

/** Three lanes of 75 kg and one of 12 kg, weighed, at the slitter. */
async function weighedSet(): Promise<{ run: CuttingRun; set: RollSet }> {
  const run = await startCuttingRun(h)
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  return { run, set }
}
type Asked = Partial<EndpointInput<typeof reworkRoll>>
const sendRework = (slitRollId: string, more: Asked) =>
  lead.call(reworkRoll, { slitRollId, reason: '端面不齐', ...more } as never, { language: 'en' })

test('slitting a roll narrower creates rolls that name it; the loss is waste', async () => {
  const { run, set } = await weighedSet()
  const roll = set.slit[0]!
  const stockBefore = expectOk(await (await h.plant.as('manager')).call(currentStock, { workOrderId: run.orderId }))
  const done = expectOk(
    await sendRework(roll.id, {
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
  const loadRework = async (who: 'operator-line' | 'quality' | 'prod-lead') =>
    expectOk(await h.staff[who].call(rework.endpoints.list, { id: done.id })).list[0]
  expect(await loadRework('prod-lead')).toMatchObject({ minutes: 30, ratePerHour: 80, cost: 40 })
  // Costs need the cost permission.
  for (const who of ['operator-line', 'quality'] as const)
    expect(await loadRework(who)).toMatchObject({ minutes: 30, ratePerHour: null, cost: null })
  expect(done.pieces.map(({ number }) => number)).toEqual([`${roll.number}-F1`, `${roll.number}-F2`])
  expect(await fetchRow(h.plant, 'slit_roll', roll.id)).toMatchObject({ state: 'reworked' })
  const made = await h.plant.query<{ id: string; state: string; width_mm: number }>(
    'select id, state, width_mm from slit_roll where reworked_from_id = $1 order by number',
    [roll.id],
  )
  expect(made).toMatchObject([
    { state: 'made', width_mm: 480 },
    { state: 'made', width_mm: 480 },
  ])
  const { stored, calculated } = await loadOrderMetrics(h.plant, run.orderId)
  expect(stored).toEqual({ ...calculated, wasteKg: 3.5, goodKg: 71.5 + 75 + 75 + 12 })
  const stockAfter = expectOk(await (await h.plant.as('manager')).call(currentStock, { workOrderId: run.orderId }))
  expect([stockAfter.rolls - stockBefore.rolls, Math.round((stockAfter.kg - stockBefore.kg) * 10) / 10]).toEqual([
    1, -3.5,
  ])
  // The doffed output is unchanged: set, balance and shift output count each kilogram once.
  expect(await fetchRow(h.plant, 'slit_set', set.id)).toMatchObject({ rolls: 4, kg: 237 })
  expect(
    expectOk(await h.operator.call(setsWithRolls, { cuttingId: run.cutting.id }))[0]!.slit.map(({ id }) => id),
  ).not.toContain(made[0]!.id)
  expect(
    expectOk(
      await (
        await h.plant.as('manager')
      ).call(rollStatistics, { workOrderId: run.orderId, from: '2026-11-01', to: '2026-11-30' }),
    ),
  ).toMatchObject({ rolls: 5, kg: 237 })
  const ended = expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock' } as never))
  expect(ended.slitKg).toBe(237)
  expect((await lead.call(undoSet, { id: set.id, reason: '重切' })).errno).toBe('6000')
  // The new rolls are normal stock.
  expect(expectOk(await h.operator.call(packRolls, { rollIds: made.map(({ id }) => id) }))).toMatchObject({
    rolls: 2,
    netKg: 71.5,
  })
})

test('a trace shows rework in both directions', async () => {
  const { set } = await weighedSet()
  const roll = set.slit[1]!
  expectOk(await sendRework(roll.id, { kind: 'rewind', pieces: [{ kg: 74, lengthM: 4900 }] } as Asked))
  const [made] = await h.plant.query<{ id: string }>('select id from slit_roll where reworked_from_id = $1', [roll.id])
  for (const id of [roll.id, made!.id]) {
    const tree = expectOk(await lead.call(trace, { kind: 'slitRoll', id }))
    const nodes = JSON.stringify(tree)
    expect(nodes).toContain(roll.number)
    expect(nodes).toContain(`${roll.number}-F1`)
    expect(nodes).toContain(set.jumboRollId)
  }
  const down = expectOk(await lead.call(trace, { kind: 'jumboRoll', id: set.jumboRollId }))
  expect(JSON.stringify(down)).toContain(`${roll.number}-F1`)
  const other = JSON.stringify(expectOk(await lead.call(trace, { kind: 'slitRoll', id: set.slit[0]!.id })))
  expect(other).not.toContain(`${roll.number}-F1`)
})

test('reworked kilograms count once in a trace, a recall and a hold', async () => {
  const { set } = await weighedSet()
  expectOk(await sendRework(set.slit[1]!.id, { kind: 'rewind', pieces: [{ kg: 74, lengthM: 4900 }] } as Asked))
  const jumbo = { kind: 'jumboRoll', id: set.jumboRollId } as const
  const rollsOf = async (start: { kind: 'jumboRoll' | 'slitRoll'; id: string }) =>
    expectOk(await lead.call(trace, start)).levels.find(({ kind }) => kind === 'slitRoll')
  // 75 + 74 + 75 + 12, including the rewound roll.
  expect(await rollsOf(jumbo)).toMatchObject({ total: 5, kg: 236 })
  expect(await rollsOf({ kind: 'slitRoll', id: set.slit[1]!.id })).toMatchObject({ total: 2, kg: 74 })
  const recalled = expectOk(await h.staff.quality.call(recallList, jumbo))
  const slit = recalled.rows.filter(({ kind }) => kind === 'slitRoll')
  expect(slit.map(({ kg }) => kg).sort()).toEqual([12, 74, 75, 75])
})

test('pelletizing and selling as a lower grade create no roll', async () => {
  const { run, set } = await weighedSet()
  expect(expectOk(await sendRework(set.slit[0]!.id, { kind: 'pellets' }))).toMatchObject({
    kgIn: 75,
    kgOut: 0,
    pieces: [],
  })
  expect(await fetchRow(h.plant, 'slit_roll', set.slit[0]!.id)).toMatchObject({ state: 'recycled' })
  expect((await sendRework(set.slit[1]!.id, { kind: 'regrade' })).errno).toBe('4042') // no defect
  expect(expectOk(await sendRework(set.slit[1]!.id, { kind: 'regrade', defect: 'streak' }))).toMatchObject({
    kgIn: 75,
    kgOut: 75,
    lossKg: 0,
    cost: null,
  })
  expect(await fetchRow(h.plant, 'slit_roll', set.slit[1]!.id)).toMatchObject({ state: 'made', grade: 'downgraded' })
  const { stored, calculated } = await loadOrderMetrics(h.plant, run.orderId)
  expect(stored).toEqual(calculated)
  expect(stored).toMatchObject({ wasteKg: 75, downgradedKg: 75, goodKg: 87 })
})

test('a roll sold as a lower grade keeps its earlier downgrades readable', async () => {
  const { set } = await weighedSet()
  const [roll] = set.slit
  const line = (fromM: number, toM: number, grade: string, defect: string, reason: string | null = null) => ({
    fromM,
    toM,
    grade,
    defect,
    reason,
  })
  const downgradesBefore = [line(0, 1000, 'waste', 'hole', '破'), line(2000, 2500, 'downgraded', 'gel')]
  await h.plant.query(`update slit_roll set downgrades = $2, grade = 'downgraded' where id = $1`, [
    roll!.id,
    JSON.stringify(downgradesBefore),
  ])
  expectOk(await sendRework(roll!.id, { kind: 'regrade', defect: 'streak' }))
  const row = await fetchRow<{ downgrades: object[]; taken_back_downgrades: object[]; length_m: number }>(
    h.plant,
    'slit_roll',
    roll!.id,
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
    [roll!.id],
  )
  expect([entry!.why, entry!.userId, entry!.at]).toEqual([
    `${done!.number} 端面不齐`,
    done!.user_id,
    new Date(done!.done_at).toISOString(),
  ])
  // Repeating the same downgrade changes nothing.
  expectOk(await sendRework(roll!.id, { kind: 'regrade', defect: 'streak' }))
  expect(
    (await fetchRow<{ taken_back_downgrades: object[] }>(h.plant, 'slit_roll', roll!.id)).taken_back_downgrades,
  ).toHaveLength(2)
})

test('rework never adds mass or width, excludes held and packed rolls, and happens once', async () => {
  const { set } = await weighedSet()
  const [firstId, secondId, thirdId] = set.slit.map(({ id }) => id)
  const expectRefused = async (id: string, more: object, why: string) => {
    const answer = await sendRework(id, more as Asked)
    expect(answer.errno, why).toBe('6000')
    expect(answer.errmsg).toContain(why)
  }
  await expectRefused(firstId!, { kind: 'rewind', pieces: [{ kg: 75.001 }] }, 'more than the 75 kg')
  await expectRefused(firstId!, { kind: 'rewind', pieces: [{ kg: 70, lengthM: 5001 }] }, 'longer than')
  await expectRefused(firstId!, { kind: 'rewind', pieces: [{ kg: 70, widthMm: 999 }] }, 'wider than')
  await expectRefused(firstId!, { kind: 'rewind', pieces: [] }, 'Enter the rolls')
  await expectRefused(firstId!, { kind: 'rewind', pieces: [{ kg: 0 }] }, 'has a weight')
  await expectRefused(
    firstId!,
    {
      kind: 'reslit',
      pieces: [
        { kg: 30, widthMm: 600 },
        { kg: 30, widthMm: 401 },
      ],
    },
    'wider than',
  )
  await expectRefused(firstId!, { kind: 'reslit', pieces: [{ kg: 30, widthMm: 1000 }] }, 'narrower than')
  expectOk(await h.operator.call(packRolls, { rollIds: [secondId!] }))
  await expectRefused(secondId!, { kind: 'rewind', pieces: [{ kg: 70 }] }, 'Packed')
  expectOk(await h.staff.quality.call(putOnHold, { kind: 'slitRoll', subjectId: thirdId!, reason: '异物' } as never))
  await expectRefused(thirdId!, { kind: 'pellets' }, 'on hold')
  const unweighed = (await doffNextSet(h, await startCuttingRun(h))).slit[0]!
  await expectRefused(unweighed.id, { kind: 'pellets' }, 'not weighed')
  expectOk(await sendRework(firstId!, { kind: 'rewind', pieces: [{ kg: 70 }] } as Asked))
  await expectRefused(firstId!, { kind: 'rewind', pieces: [{ kg: 70 }] }, 'Reworked')
  expect(await countRows(h.plant, 'slit_roll', 'reworked_from_id = $1', [firstId!])).toBe(1)
  expect(
    (await h.staff.viewer.call(reworkRoll, { slitRollId: firstId!, kind: 'pellets', reason: 'x' } as never)).errno,
  ).toBe('401')
})

test('a repeated call reworks once', async () => {
  const { set } = await weighedSet()
  const key = '00000000-0000-7000-8000-00000000f001'
  const body = { slitRollId: set.slit[0]!.id, reason: '重绕', kind: 'rewind', pieces: [{ kg: 74 }] }
  expectOk(await lead.call(reworkRoll, body as never, { key }))
  expectOk(await lead.call(reworkRoll, body as never, { key }))
  expect(await countRows(h.plant, 'rework', 'slit_roll_id = $1', [set.slit[0]!.id])).toBe(1)
  const list = expectOk(await lead.call(rework.endpoints.list, { kind: 'rewind', slitRollId: set.slit[0]!.id }))
  expect(list).toMatchObject({ total: 1, list: [{ kgIn: 75, kgOut: 74, lossKg: 1 }] })
})

test('the rows behind a slitter’s output are the counted ones, each once', async () => {
  const { run, set } = await weighedSet()
  const [first, second] = set.slit
  const [made] = await h.plant.query<{ day: string }>(
    'select business_date::text as day from slit_roll where id = $1',
    [first!.id],
  )
  const { day } = made!
  expectOk(await sendRework(first!.id, { kind: 'rewind', pieces: [{ kg: 70 }] } as Asked))
  expectOk(await sendRework(second!.id, { kind: 'pellets' }))
  const shiftSums = await runAsSystem(h.plant.app, 'test', (ctx) => sumSlitInShifts(ctx, { from: day, to: day }))
  const behind = expectOk(
    await lead.call(slitRoll.endpoints.list, {
      state: slitterOutputFilter.state.join(','),
      reworkedFromId: NO_REFERENCE,
      workOrderId: run.orderId,
      size: 500,
    } as never),
  )
  const ownSums = shiftSums.filter(({ workOrderId }) => workOrderId === run.orderId)
  expect(behind.list).toHaveLength(set.slit.length)
  expect(ownSums.reduce((sum, { rolls }) => sum + rolls, 0)).toBe(behind.list.length)
  expect(ownSums.reduce((sum, { kg }) => sum + kg, 0)).toBeCloseTo(
    behind.list.reduce((sum, { kg }) => sum + (kg ?? 0), 0),
  )
})

test('statistics and the handover count a reworked roll like its order: the rolls made of it, and the loss', async () => {
  const { run, set } = await weighedSet()
  const [first, second] = set.slit
  const made = await h.plant.query<{ day: string; shift: string; line: string; doffed: string }>(
    'select business_date::text as day, shift, slitter_id as line, doffed_at as doffed from slit_set where id = $1',
    [set.id],
  )
  const { day, shift, line: slitterId } = made[0]!
  // Rolls of 75, 75, 75 and 12 kg. The first loses 3.5 kg; of the second, 4 kg are lost, and then 2 kg of what it became.
  expectOk(
    await sendRework(first!.id, {
      kind: 'reslit',
      pieces: [
        { widthMm: 480, kg: 36 },
        { widthMm: 480, kg: 35.5 },
      ],
    } as Asked),
  )
  expectOk(await sendRework(second!.id, { kind: 'rewind', pieces: [{ kg: 71 }] } as Asked))
  const loadPieces = (id: string) =>
    h.plant.query<{ id: string }>('select id from slit_roll where reworked_from_id = $1 order by number', [id])
  const [rewound] = await loadPieces(second!.id)
  expectOk(await sendRework(rewound!.id, { kind: 'rewind', pieces: [{ kg: 69 }] } as Asked))
  const loadSums = async () =>
    (await runAsSystem(h.plant.app, 'test', (ctx) => sumSlitInShifts(ctx, { from: day, to: day }))).filter(
      ({ workOrderId }) => workOrderId === run.orderId,
    )
  expect(await loadSums()).toMatchObject([
    { rolls: 4, kg: 237, goodKg: 227.5, downgradedKg: 0, wasteKg: 9.5, firstGradeKg: 227.5, shift, lineId: slitterId },
  ])
  // Rework in a later shift counts in the shift of the set, whose day is calculated again.
  await h.plant.query(`update slit_roll set business_date = business_date + 1 where reworked_from_id = any($1)`, [
    [first!.id, second!.id, rewound!.id],
  ])
  await h.plant.query('delete from figure_mark')
  const [, half] = await loadPieces(first!.id)
  expectOk(await sendRework(half!.id, { kind: 'pellets' }))
  expect(await h.plant.query<{ day: string }>('select day::text from figure_mark')).toContainEqual({ day })
  expect(await loadSums()).toMatchObject([
    { rolls: 4, kg: 237, goodKg: 192, downgradedKg: 0, wasteKg: 45, firstGradeKg: 192, shift, lineId: slitterId },
  ])
  const { stored } = await loadOrderMetrics(h.plant, run.orderId)
  expect(stored).toMatchObject({ goodKg: 192, wasteKg: 45 })
  const snapshot = await runAsSystem(h.plant.app, 'test', async (ctx) => {
    const { rotation, timeZone } = await loadPlantCalendar(ctx)
    const doffedShift = getShiftAt(made[0]!.doffed, rotation, timeZone)
    return buildShiftSnapshot(ctx, slitterId, doffedShift, doffedShift.endsAt)
  })
  expect(snapshot.orders.find(({ workOrderId }) => workOrderId === run.orderId)).toMatchObject({
    slitRolls: 4,
    madeKg: 237,
    goodKg: 192,
    wasteKg: 45,
  })
})

test('statistics of rolls count the downgraded kilograms of a reworked roll by the rolls made of it, like the metrics', async () => {
  const { run, set } = await weighedSet()
  const [first, second, third, narrow] = set.slit
  const expectDowngraded = async (kg: number) => {
    const data = expectOk(
      await (
        await h.plant.as('manager')
      ).call(rollStatistics, { workOrderId: run.orderId, rows: 'grade', from: '2026-11-01', to: '2026-11-30' }),
    )
    // The kg are those that came off the slitter, whatever was made of them.
    expect(data).toMatchObject({ kg: 237, downgradedKg: kg })
    expect(data.rows.find(({ key }) => key === 'good')?.downgradedKg ?? 0).toBe(0)
    const [{ day } = { day: '' }] = await h.plant.query<{ day: string }>(
      'select business_date::text as day from slit_set where id = $1',
      [set.id],
    )
    const sums = await runAsSystem(h.plant.app, 'test', (ctx) => sumSlitInShifts(ctx, { from: day, to: day }))
    expect(sums.find(({ workOrderId }) => workOrderId === run.orderId)?.downgradedKg).toBe(kg)
  }
  // 500 of the 5,000 m of two rolls of 75 kg, and of one of 12 kg: 7.5 + 7.5 + 1.2 kg.
  const downgrades = [{ fromM: 0, toM: 500, grade: 'downgraded', defect: 'streak' }]
  expectOk(
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [first, second, narrow].map((roll) => ({ rollId: roll!.id, downgrades })),
    } as never),
  )
  await expectDowngraded(16.2)
  const loadPiece = async (id: string) =>
    (
      await h.plant.query<{ id: string }>('select id from slit_roll where reworked_from_id = $1 order by number', [id])
    )[0]!
  // The pieces inherit the downgrade: 0.1 × (36 + 35.5) kg.
  expectOk(
    await sendRework(first!.id, {
      kind: 'reslit',
      pieces: [
        { widthMm: 480, kg: 36 },
        { widthMm: 480, kg: 35.5 },
      ],
    } as Asked),
  )
  await expectDowngraded(15.85)
  // A piece of a piece: 3.4 kg instead of 3.6 kg.
  const { id: piece } = await loadPiece(first!.id)
  expectOk(await sendRework(piece, { kind: 'rewind', pieces: [{ kg: 34 }] } as Asked))
  await expectDowngraded(15.65)
  // A good roll is rewound, and its piece downgraded: 70 kg.
  expectOk(await sendRework(third!.id, { kind: 'rewind', pieces: [{ kg: 70 }] } as Asked))
  expectOk(await sendRework((await loadPiece(third!.id)).id, { kind: 'regrade', defect: 'streak' } as Asked))
  await expectDowngraded(85.65)
  // Pellets are waste, of a roll and of a piece.
  expectOk(await sendRework(narrow!.id, { kind: 'pellets' }))
  expectOk(await sendRework((await loadPiece(piece)).id, { kind: 'pellets' }))
  await expectDowngraded(81.05)
})

test('good whole rolls are the same in metrics, finished products and statistics: recycled is waste, reworked its pieces', async () => {
  const { run, set } = await weighedSet()
  const [first, second, third] = set.slit
  const [{ day } = { day: '' }] = await h.plant.query<{ day: string }>(
    'select business_date::text as day from slit_set where id = $1',
    [set.id],
  )
  const manager = await h.plant.as('manager')
  const loadGoodKg = async () => {
    const sums = await runAsSystem(h.plant.app, 'test', (ctx) => sumSlitInShifts(ctx, { from: day, to: day }))
    const filter = { from: day, to: day }
    const finished = expectOk(
      await manager.call(finishedReport.endpoint, { ...filter, orderId: run.orderId, by: ['grade'] }),
    )
    const data = expectOk(await manager.call(rollStatistics, { ...filter, workOrderId: run.orderId, rows: 'grade' }))
    const goodOnly = expectOk(
      await manager.call(rollStatistics, { ...filter, workOrderId: run.orderId, grade: 'good', rows: 'width' }),
    )
    expect(data.kg).toBe(237)
    return {
      metric: sums.find(({ workOrderId }) => workOrderId === run.orderId)?.firstGradeKg,
      finished: finished.rows.find(({ grade }) => grade === 'good')?.kg,
      data: data.rows.find(({ key }) => key === 'good')?.kg,
      filtered: goodOnly.kg,
      waste: data.rows.find(({ key }) => key === 'waste')?.kg ?? 0,
      rolls: [finished.rows.find(({ grade }) => grade === 'good')?.rolls, goodOnly.rolls],
    }
  }
  const buildExpected = (kg: number, waste: number, rolls: number) => ({
    metric: kg,
    finished: kg,
    data: kg,
    filtered: kg,
    waste,
    rolls: [rolls, rolls],
  })
  // Rolls of 75, 75, 75 and 12 kg.
  expect(await loadGoodKg()).toEqual(buildExpected(237, 0, 4))
  expectOk(
    await h.operator.call(recycleRolls, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [{ rollId: first!.id }],
      reason: '破损',
    } as never),
  )
  expect(await loadGoodKg()).toEqual(buildExpected(162, 75, 3))
  // 75 kg become 36 + 35.5 kg, and 3.5 kg are lost.
  expectOk(
    await sendRework(second!.id, {
      kind: 'reslit',
      pieces: [
        { widthMm: 480, kg: 36 },
        { widthMm: 480, kg: 35.5 },
      ],
    } as Asked),
  )
  expect(await loadGoodKg()).toEqual(buildExpected(158.5, 78.5, 4))
  // Pieces made on a later day count on the day of their set.
  await h.plant.query('update slit_roll set business_date = business_date + 1 where reworked_from_id = $1', [
    second!.id,
  ])
  expect(await loadGoodKg()).toEqual(buildExpected(158.5, 78.5, 4))
  expectOk(await sendRework(third!.id, { kind: 'regrade', defect: 'streak' } as Asked))
  expect(await loadGoodKg()).toEqual(buildExpected(83.5, 78.5, 3))
})

test('downgrades by defect leave out reworked and recycled rolls and add up to the metrics', async () => {
  const { run, set } = await weighedSet()
  const [first, second, third, narrow] = set.slit
  const line = (fromM: number, toM: number, grade: string, defect: string) => ({ fromM, toM, grade, defect })
  // 500 m of 75 kg are downgraded, 250 m waste; 500 m of 12 kg are downgraded.
  const downgrades = [line(0, 500, 'downgraded', 'streak'), line(1000, 1250, 'waste', 'hole')]
  expectOk(
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [
        ...[first, second, third].map((roll) => ({ rollId: roll!.id, downgrades })),
        { rollId: narrow!.id, downgrades: [line(0, 500, 'downgraded', 'streak')] },
      ],
    } as never),
  )
  const [made] = await h.plant.query<{ day: Day }>('select business_date::text as day from slit_set where id = $1', [
    set.id,
  ])
  const loadDefects = () =>
    runAsSystem(h.plant.app, 'test', async (ctx) => {
      const days = { from: made!.day, to: made!.day }
      const defects = await sumDowngradesByDefect(ctx, { ...days, workOrderId: run.orderId })
      const sums = (await sumSlitInShifts(ctx, days)).find(({ workOrderId }) => workOrderId === run.orderId)
      return { defects, downgradedKg: sums?.downgradedKg, wasteKg: sums?.wasteKg }
    })
  expect(await loadDefects()).toEqual({
    defects: [
      { defect: 'streak', rolls: 4, metres: 2000, kg: 23.7 },
      { defect: 'hole', rolls: 3, metres: 750, kg: 11.25 },
    ],
    downgradedKg: 23.7,
    wasteKg: 11.25,
  })
  // The first becomes a roll of 70 kg, on a later day; the second is recycled as a whole.
  expectOk(await sendRework(first!.id, { kind: 'rewind', pieces: [{ kg: 70 }] } as Asked))
  await h.plant.query(`update slit_roll set business_date = business_date + 1 where reworked_from_id = $1`, [first!.id])
  expectOk(await sendRework(second!.id, { kind: 'pellets' }))
  expect(await loadDefects()).toEqual({
    defects: [
      { defect: 'streak', rolls: 3, metres: 1500, kg: 15.7 },
      { defect: 'hole', rolls: 2, metres: 500, kg: 7.25 },
    ],
    downgradedKg: 15.7,
    // Waste metres, the recycled roll, and the loss of the rework.
    wasteKg: 7.25 + 75 + 5,
  })
})

test('a roll that is downgraded, recycled or scrapped days later changes the metrics of the day it was made', async () => {
  const { run, set } = await weighedSet()
  const { jumbo } = await doffJumbo(h)
  const expectDayInvalidated = async (table: string, id: string, change: () => Promise<unknown>) => {
    const made = await h.plant.query<{ day: string }>(
      `update ${table} set business_date = business_date - 3 where id = $1 returning business_date::text as day`,
      [id],
    )
    await h.plant.query('delete from figure_mark')
    await change()
    expect(await h.plant.query<{ day: string }>('select day::text from figure_mark')).toContainEqual(made[0])
  }
  const downgrades = [{ fromM: 0, toM: 500, grade: 'downgraded', defect: 'streak' }]
  const [downgraded, recycled] = set.slit
  await expectDayInvalidated('slit_roll', recycled!.id, async () =>
    expectOk(
      await h.operator.call(recycleRolls, {
        id: set.id,
        cuttingId: run.cutting.id,
        rolls: [{ rollId: recycled!.id }],
        reason: '破损',
      } as never),
    ),
  )
  await expectDayInvalidated('slit_roll', downgraded!.id, async () =>
    expectOk(await sendRework(downgraded!.id, { kind: 'regrade', defect: 'streak' } as Asked)),
  )
  await expectDayInvalidated('jumbo_roll', jumbo.id, async () =>
    expectOk(await lead.call(downgradeRoll, { id: jumbo.id, downgrades } as never)),
  )
  await expectDayInvalidated('jumbo_roll', jumbo.id, async () =>
    expectOk(await lead.call(retireRoll, { id: jumbo.id, action: 'scrap', reason: '破损' } as never)),
  )
})

test('a hold on a reworked roll includes the rolls made from it, at any depth', async () => {
  const { set } = await weighedSet()
  const [roll, otherRoll] = [set.slit[0]!, set.slit[1]!]
  const half = (kg: number) => ({ kind: 'reslit', pieces: [{ widthMm: 480, kg }] }) as Asked
  expectOk(await sendRework(roll.id, half(36)))
  const loadPieceOf = async (id: string) =>
    (await h.plant.query<{ id: string }>('select id from slit_roll where reworked_from_id = $1', [id]))[0]!.id
  const firstPiece = await loadPieceOf(roll.id)
  expectOk(await sendRework(firstPiece, { kind: 'rewind', pieces: [{ kg: 35 }] } as Asked))
  const secondPiece = await loadPieceOf(firstPiece)
  const hold = expectOk(
    await h.staff.quality.call(putOnHold, { kind: 'slitRoll', subjectId: roll.id, reason: '端面不齐' } as never),
  )
  expect(hold).toMatchObject({ slitRolls: 1, kg: 35 })
  const loadHolds = async (id: string) => (await fetchRow<{ holds: string[] }>(h.plant, 'slit_roll', id)).holds
  expect(await loadHolds(secondPiece)).toEqual([hold.id])
  expect([await loadHolds(firstPiece), await loadHolds(otherRoll.id)]).toEqual([[], []]) // the first no longer exists, the second is another roll
})

test('the demonstration books reworks on the day and shift of its own time zone', async () => {
  const { set } = await weighedSet()
  await h.plant.query(`update slit_roll set state = 'recycled' where id = $1`, [set.slit[0]!.id])
  const zone = 'America/New_York'
  const client = { query: (text: string, values: unknown[]) => h.plant.query(text, values) }
  await storeReworks(client as never, 1, createDemoEra(h.plant.clock.now(), zone, 'zh', 30))
  const [stored] = await h.plant.query<{ doneAt: string; day: string; shift: string }>(
    `select done_at as "doneAt", business_date::text as day, shift from rework where kind = 'pellets' and slit_roll_id = $1`,
    [set.slit[0]!.id],
  )
  const { businessDate, shift } = getShiftAt(stored!.doneAt, fourTeamsThreeShifts, zone)
  expect([stored!.day, stored!.shift]).toEqual([businessDate, shift])
})
