import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { uncutNumbers } from '@/areas/rolls/contract/jumbo-endpoints'
import {
  jumboInfo,
  moveRoll,
  setHistory,
  setsWithRolls,
  undoCutting,
  undoSet,
} from '@/areas/slitting/contract/slitting-endpoints'
import { removeRoll, retireRoll, takeBackJumboDowngrades, weighRoll } from '@/areas/rolls/contract/jumbo-commands'
import { applyCuts, proposeCuts } from '@/areas/cutPlans/contract/cut-plan-endpoints'
import { packRolls } from '@/areas/packing/contract/package-endpoints'
import {
  doffSet,
  editSet,
  finishCutting,
  recycleRolls,
  startCutting,
  takeBackSlitDowngrades,
} from '@/areas/slitting/contract/slitting-commands'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { listRollsById } from '@/areas/slitting/server/queries/tested-rolls'
import { runAsSystem } from '@/server/start-application'
import { plantTime, countRows, expectOk, fetchRow, sync } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  loadOrderMetrics,
  createSlitterPlant,
  doffJumbo,
  createSlitter,
  loadSet,
  weighAll,
  WIDE_LANES,
  type CuttingRun,
  type SlitterPlant,
} from './slitter-plant'

let h: SlitterPlant
beforeAll(async () => {
  h = await createSlitterPlant()
}, 120_000)
afterAll(() => h.plant.close())
const exact = async (orderId: string) => {
  const { stored, calculated } = await loadOrderMetrics(h.plant, orderId)
  expect(stored).toEqual(calculated)
  return stored
}

describe('a jumbo on the slitter', () => {
  test('is cut by the first who takes it; the other learns where it is', async () => {
    const { jumbo } = await doffJumbo(h)
    const slitters = await Promise.all([createSlitter(h.staff), createSlitter(h.staff)])
    const answers = await Promise.all(
      slitters.map((s) =>
        h.operator.call(
          startCutting,
          { jumboRollId: jumbo.id, slitterId: s.id, lanes: WIDE_LANES, lengthM: 5000 },
          { language: 'en' },
        ),
      ),
    )
    expect(answers.map((a) => a.errno).sort()).toEqual(['200', '6000'])
    const won = answers.findIndex((a) => a.errno === '200')
    expect(answers[1 - won]!.errmsg).toBe(
      `Jumbo ${jumbo.number} is on slitter "${slitters[won]!.code} ${slitters[won]!.name}"`,
    )
    expect(await countRows(h.plant, 'cutting', 'jumbo_roll_id = $1', [jumbo.id])).toBe(1)
    expect(await fetchRow(h.plant, 'jumbo_roll', jumbo.id)).toMatchObject({ state: 'slitting' })
  })
  test('is found by its label number, for a phone that does not know it', async () => {
    const { jumbo } = await doffJumbo(h)
    const slitterId = (await createSlitter(h.staff)).id
    const id = createUuid7()
    const [unknownAnswer, knownAnswer] = await sync(h.operator, [
      {
        op: startCutting,
        body: { id: createUuid7(), jumboNumber: 'B9-XX-261120-001', slitterId, lanes: WIDE_LANES, lengthM: 5000 },
      },
      { op: startCutting, body: { id, jumboNumber: jumbo.number, slitterId, lanes: WIDE_LANES, lengthM: 5000 } },
    ])
    expect(unknownAnswer).toMatchObject({ status: 'refused' })
    expect(knownAnswer).toMatchObject({
      status: 'done',
      data: { id, jumboRollId: jumbo.id, state: 'open', slittingPattern: '3×1000 + 1×160' },
    })
  })
  test.each([
    [
      'lanes wider than it less the trim',
      {
        lanes: [
          { width: 1000, count: 3 },
          { width: 190, count: 1 },
        ],
      },
      '6000',
    ],
    ['lanes narrower than the slitter cuts', { lanes: [{ width: 20, count: 5 }] }, '6000'],
    ['no lanes', { lanes: [] }, '4042'],
    ['a set longer than it', { lengthM: 10_001 }, '6000'],
    ['an unknown order of a lane', { lanes: [{ width: 500, count: 1, workOrderId: createUuid7(5) }] }, '4006'],
    ['a winding line', { slitterId: 'line' }, '6000'],
  ])('with %s is refused and remains uncut', async (_what, wrong, errno) => {
    const { jumbo } = await doffJumbo(h)
    const slitterId = 'slitterId' in wrong ? jumbo.lineId : (await createSlitter(h.staff)).id
    const answer = await h.operator.call(startCutting, {
      jumboRollId: jumbo.id,
      lanes: WIDE_LANES,
      lengthM: 5000,
      ...wrong,
      slitterId,
    } as never)
    expect(answer.errno).toBe(errno)
    expect(await fetchRow(h.plant, 'jumbo_roll', jumbo.id)).toMatchObject({ state: 'uncut' })
    expect(await countRows(h.plant, 'cutting', 'jumbo_roll_id = $1', [jumbo.id])).toBe(0)
  })
  test('allows no second jumbo, other product or closed order', async () => {
    const run = await startCuttingRun(h)
    const otherJumbo = await doffJumbo(h)
    expect(
      (
        await h.operator.call(
          startCutting,
          { jumboRollId: otherJumbo.jumbo.id, slitterId: run.slitterId, lanes: WIDE_LANES, lengthM: 5000 },
          { language: 'en' },
        )
      ).errmsg,
    ).toContain(`is cutting ${run.jumbo.number}`)
    const free = (await createSlitter(h.staff)).id
    const other = [{ width: 500, count: 1, workOrderId: run.orderId }]
    expect(
      (
        await h.operator.call(startCutting, {
          jumboRollId: otherJumbo.jumbo.id,
          slitterId: free,
          lanes: other,
          lengthM: 5000,
        })
      ).errno,
    ).toBe('6000')
    await h.plant.query(`update work_order set state = 'closed' where id = $1`, [otherJumbo.orderId])
    expect(
      (
        await h.operator.call(
          startCutting,
          { jumboRollId: otherJumbo.jumbo.id, slitterId: free, lanes: WIDE_LANES, lengthM: 5000 },
          { language: 'en' },
        )
      ).errmsg,
    ).toContain('is closed')
  })
  test('cut by a phone with a slow clock keeps the order of events', async () => {
    const behind = '2026-11-19T01:00:00.000Z'
    const { jumbo } = await doffJumbo(h)
    const slitterId = (await createSlitter(h.staff)).id
    const buildCutting = () => ({
      id: createUuid7(),
      jumboRollId: jumbo.id,
      slitterId,
      lanes: WIDE_LANES,
      lengthM: 2000,
      occurredAt: behind,
    })
    const beginCutting = async () => {
      const [answer] = await sync(h.operator, [{ op: startCutting, body: buildCutting(), occurredAt: behind }], behind)
      expect(answer).toMatchObject({ status: 'done', drift: true })
      return answer!.data as CuttingRun['cutting']
    }
    // Entered with a correct clock, it is a typing mistake.
    expect(await h.operator.call(startCutting, buildCutting() as never)).toMatchObject({
      errno: '6000',
      data: { issues: [{ path: ['occurredAt'], code: 'tooEarly' }] },
    })
    const run = { jumbo, orderId: jumbo.workOrderId, slitterId, cutting: await beginCutting() }
    expect(run.cutting.startedAt).toBe(jumbo.doffedAt)
    const doff = { id: createUuid7(), cuttingId: run.cutting.id, occurredAt: behind }
    await sync(h.operator, [{ op: doffSet, body: doff, occurredAt: behind }], behind)
    const set = await loadSet(h, run, doff.id)
    expect(set).toMatchObject({ doffedAt: jumbo.doffedAt, businessDate: '2026-11-20' })
    await weighAll(h, run, set)
    const done = expectOk(
      await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock', occurredAt: plantTime('09:40') }),
    )
    expect(done.endedAt).toBe(plantTime('09:40'))
    expect((await beginCutting()).startedAt, 'after it was taken off').toBe(plantTime('09:40'))
  })
  test('is refused for a viewer; it can be taken off before its first set', async () => {
    const run = await startCuttingRun(h)
    expect((await h.staff.viewer.call(doffSet, { cuttingId: run.cutting.id } as never)).errno).toBe('401')
    // Another person’s cutting can be undone by a lead only.
    await h.plant.query(`update cutting set created_by = null where id = $1`, [run.cutting.id])
    expect(
      await h.operator.call(undoCutting, { id: run.cutting.id, reason: '拿错' }, { language: 'en' }),
    ).toMatchObject({
      errno: '401',
      errmsg: expect.stringContaining('last 12 hours'),
    })
    expect((await h.staff['prod-lead'].call(undoCutting, { id: run.cutting.id } as never)).errno).toBe('4042')
    expectOk(await h.staff['prod-lead'].call(undoCutting, { id: run.cutting.id, reason: '拿错' }))
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ state: 'uncut' })
    expect((await h.staff['prod-lead'].call(undoCutting, { id: run.cutting.id, reason: '拿错' })).errno).toBe('6000')
    expect((await h.operator.call(doffSet, { cuttingId: run.cutting.id } as never)).errno).toBe('6000')
  })
})

describe('a set', () => {
  test('takes the last wound metres; its rolls have numbers, places, defects and downgrades of the jumbo', async () => {
    const defects = [
      { kind: 'hole', fromM: 7000, toM: 7010, fromMm: 200, toMm: 220 },
      { kind: 'streak', fromM: 4990, toM: 5010, fromMm: null, toMm: null },
    ]
    const run = await startCuttingRun(h, { defects })
    await h.plant.query(
      `update jumbo_roll set downgrades = '[{"fromM": 9500, "toM": 10000, "grade": "downgraded", "defect": "shade", "reason": null}]' where id = $1`,
      [run.jumbo.id],
    )
    const first = await doffNextSet(h, run)
    expect(first).toMatchObject({
      setNumber: 1,
      fromM: 5000,
      toM: 10_000,
      rolls: 4,
      state: 'made',
      businessDate: '2026-11-20',
    })
    expect(first.slit.map((r) => [r.number, r.lane, r.fromMm, r.widthMm, r.lengthM, r.expectedKg])).toEqual([
      [`${run.jumbo.number}-1-01`, 1, 20, 1000, 5000, 75],
      [`${run.jumbo.number}-1-02`, 2, 1020, 1000, 5000, 75],
      [`${run.jumbo.number}-1-03`, 3, 2020, 1000, 5000, 75],
      [`${run.jumbo.number}-1-04`, 4, 3020, 160, 5000, 12],
    ])
    // The hole at 7,000 m is 3,000 m from the outside, in the first lane only; the streak is in all lanes at the end.
    expect(first.slit[0]!.defects).toMatchObject([
      { kind: 'hole', fromM: 2990, toM: 3000, fromMm: 180, toMm: 200 },
      { kind: 'streak', fromM: 4990, toM: 5000, fromMm: null },
    ])
    expect(first.slit[1]!.defects).toMatchObject([{ kind: 'streak' }])
    expect(
      first.slit.every((r) => r.grade === 'downgraded' && r.downgrades[0]!.fromM === 0 && r.downgrades[0]!.toM === 500),
    ).toBe(true)
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ left_m: 5000 })
    // A row named after another row shows that row’s name, not its id.
    const { refs } = expectOk(
      await h.operator.call(slitRoll.endpoints.list, { slitSetId: first.id } as never),
    ) as unknown as {
      refs: Record<string, string>
    }
    expect(refs[first.id]).toBe(`${run.jumbo.number} 1`)
    const second = await doffNextSet(h, run)
    expect([second.fromM, second.toM, second.slit[0]!.grade]).toEqual([0, 5000, 'good'])
    expect((await h.operator.call(doffSet, { cuttingId: run.cutting.id } as never, { language: 'en' })).errmsg).toBe(
      `Nothing is left of jumbo ${run.jumbo.number}`,
    )
    expect(await exact(run.orderId)).toMatchObject({ goodRolls: 4, downgradedKg: 23.7 })
  })
  test('sent twice by a phone is stored once', async () => {
    const run = await startCuttingRun(h)
    const op = {
      id: createUuid7(),
      op: doffSet,
      body: { id: createUuid7(), cuttingId: run.cutting.id, weights: [{ lane: 1, kg: 74 }] },
      occurredAt: plantTime('09:40'),
    }
    const [firstAnswer] = await sync(h.operator, [op])
    const [repeatedAnswer] = await sync(h.operator, [op])
    expect(repeatedAnswer).toMatchObject({ status: 'done', data: firstAnswer!.data })
    expect(firstAnswer).toMatchObject({ data: { doffedAt: plantTime('09:40'), kg: 74 } })
    expect(await countRows(h.plant, 'slit_roll', 'jumbo_roll_id = $1', [run.jumbo.id])).toBe(4)
    const [weighed] = await sync(h.operator, [
      { op: editSet, body: { id: op.body.id, cuttingId: run.cutting.id, rolls: [{ lane: 4, kg: 12.1 }] } },
    ])
    expect(weighed).toMatchObject({ status: 'done', data: { kg: 86.1 } })
  })
  test('doffed by four at once has a number and metres each', async () => {
    const run = await startCuttingRun(h)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => h.operator.call(doffSet, { cuttingId: run.cutting.id, lengthM: 3000 } as never)),
    )
    expect(
      answers
        .filter((a) => a.errno === '200')
        .map((a) => (a.data as unknown as { setNumber: number }).setNumber)
        .sort(),
    ).toEqual([1, 2, 3])
    expect(await countRows(h.plant, 'slit_roll', 'jumbo_roll_id = $1', [run.jumbo.id])).toBe(12)
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ left_m: 1000 })
    await exact(run.orderId)
  })
  test('doffed at two tablets is stored once, the second is refused by name; offline sets in a row are all stored', async () => {
    const run = await startCuttingRun(h)
    const doffAt = (leftM: number, lengthM: number) => ({
      op: doffSet,
      body: { id: createUuid7(), cuttingId: run.cutting.id, leftM, lengthM },
    })
    const [mine] = await sync(await h.plant.as('operator-slit'), [doffAt(10_000, 3000)])
    expect(mine).toMatchObject({ status: 'done', data: { setNumber: 1, fromM: 7000 } })
    const [same] = await sync(h.operator, [doffAt(10_000, 3000)])
    expect(same).toMatchObject({ status: 'refused', errno: '6000' })
    expect(same!.errmsg).toMatch(/第 1 组.*10,000 m.*7000 m/)
    const row = await sync(h.operator, [doffAt(7000, 2000), doffAt(5000, 2000), doffAt(3000, 2000)])
    expect(row.map(({ status }) => status)).toEqual(['done', 'done', 'done'])
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ left_m: 1000 })
    const sets = expectOk(await h.operator.call(setsWithRolls, { cuttingId: run.cutting.id }))
    expectOk(await h.operator.call(undoSet, { id: sets.find((one) => one.setNumber === 4)!.id, reason: '错' } as never))
    const [moved] = await sync(h.operator, [doffAt(1000, 1000)])
    expect(moved!.errmsg).toMatch(/现剩 3000 m.*1000 m 不符/)
  })
  test.each([
    ['nought', { kg: 0 }, '6000'],
    ['ten times the expected', { kg: 750 }, '6000'],
    ['an unknown lane', { lane: 9, kg: 75 }, '4006'],
    ['metres beyond the roll', { downgrades: [{ fromM: 0, toM: 5001, grade: 'waste', defect: 'hole' }] }, '4013'],
    [
      'metres that end before they begin',
      { downgrades: [{ fromM: 10, toM: 10, grade: 'waste', defect: 'hole' }] },
      '4013',
    ],
  ])('with %s is refused', async (_what, wrong, errno) => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    expect(
      (
        await h.operator.call(editSet, {
          id: set.id,
          cuttingId: run.cutting.id,
          rolls: [{ lane: 1, ...wrong }],
        } as never)
      ).errno,
    ).toBe(errno)
    expect(await countRows(h.plant, 'slit_roll', 'slit_set_id = $1 and kg is not null', [set.id])).toBe(0)
  })
  test('has unusual weights marked and partly downgraded lanes counted in the order', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    const rolls = [
      { lane: 1, kg: 85 },
      { lane: 2, kg: 75, downgrades: [{ fromM: 0, toM: 1000, grade: 'waste', defect: 'hole' }] },
      { lane: 3, kg: 75, downgrades: [{ fromM: 0, toM: 5000, grade: 'waste', defect: 'shade' }] },
    ]
    expectOk(await h.operator.call(editSet, { id: set.id, cuttingId: run.cutting.id, rolls } as never))
    expect(
      await h.plant.query('select lane, weight_unusual, grade from slit_roll where slit_set_id = $1 order by lane', [
        set.id,
      ]),
    ).toEqual([
      { lane: 1, weight_unusual: true, grade: 'good' },
      { lane: 2, weight_unusual: false, grade: 'downgraded' },
      { lane: 3, weight_unusual: false, grade: 'waste' },
      { lane: 4, weight_unusual: false, grade: 'good' },
    ])
    expect(await exact(run.orderId)).toMatchObject({ goodRolls: 2, goodKg: 157, wasteKg: 90 })
    expect(await fetchRow(h.plant, 'cutting', run.cutting.id)).toMatchObject({ slit_kg: 235, sets: 1 })
  })
  test('keeps the downgrades of two people on one lane, also offline; withdrawn ones stay withdrawn', async () => {
    const run = await startCuttingRun(h)
    const set = await doffNextSet(h, run)
    const rollId = set.slit[0]!.id
    const downgradeLine = (fromM: number, toM: number) => ({
      fromM,
      toM,
      grade: 'downgraded',
      defect: 'hole',
      reason: null,
    })
    const saveDowngrades = async (seenDowngrades: object[], downgrades: object[]) => {
      const rolls = [{ rollId, downgrades, seenDowngrades }]
      expectOk(await h.operator.call(editSet, { id: set.id, cuttingId: run.cutting.id, rolls } as never))
      return fetchRow<{ grade: string; downgrades: { fromM: number }[] }>(h.plant, 'slit_roll', rollId)
    }
    const spans = (row: { downgrades: { fromM: number }[] }) => row.downgrades.map(({ fromM }) => fromM)
    await saveDowngrades([], [downgradeLine(0, 500)])
    // An outdated phone adds another downgrade.
    expect(spans(await saveDowngrades([], [downgradeLine(1000, 1500)]))).toEqual([0, 1000])
    expect(spans(await saveDowngrades([], [downgradeLine(1000, 1500)]))).toEqual([0, 1000])
    expect(await exact(run.orderId)).toMatchObject({ downgradedKg: 15 })
    // A withdrawal needs a reason, stays in the history, and updates the metrics.
    const without = {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [{ rollId, downgrades: [], seenDowngrades: [downgradeLine(0, 500)] }],
    }
    expect((await h.operator.call(editSet, without as never)).errno).toBe('6000')
    const takeBackLine = async (line: { fromM: number; toM: number }, why: string) => {
      const lines = [{ ...line, grade: 'downgraded', defect: 'hole' }]
      const input = { id: set.id, cuttingId: run.cutting.id, rollId, lines, why }
      return h.operator.call(takeBackSlitDowngrades, input as never)
    }
    expect((await takeBackLine({ fromM: 7, toM: 9 }, 'never said')).errno).toBe('6000')
    expectOk(await takeBackLine({ fromM: 0, toM: 500 }, 'wrong roll'))
    expect(await exact(run.orderId)).toMatchObject({ downgradedKg: 7.5 })
    // Repeated from another phone: already withdrawn.
    expectOk(await takeBackLine({ fromM: 0, toM: 500 }, 'wrong lane'))
    // A person who saw the old downgrade and adds another does not restore it.
    expect(
      spans(
        await saveDowngrades(
          [downgradeLine(0, 500), downgradeLine(1000, 1500)],
          [downgradeLine(0, 500), downgradeLine(1000, 1500)],
        ),
      ),
    ).toEqual([1000])
    expectOk(await takeBackLine({ fromM: 1000, toM: 1500 }, 'checked again'))
    expect(await fetchRow(h.plant, 'slit_roll', rollId)).toMatchObject({
      grade: 'good',
      downgrades: [],
      taken_back_downgrades: [
        { fromM: 0, toM: 500, kg: 7.5, why: 'wrong roll' },
        { fromM: 1000, toM: 1500, kg: 7.5, why: 'checked again' },
      ],
    })
    expect(await exact(run.orderId)).toMatchObject({ downgradedKg: 0 })
  })
  test('loses a withdrawn jumbo downgrade, unless some of its rolls have left the plant', async () => {
    const winder = await h.plant.as('operator-line')
    // The outermost metres are cut first.
    const line = { fromM: 6000, toM: 8000, grade: 'downgraded', defect: 'hole' }
    const run = await startCuttingRun(h)
    await h.plant.query(`update jumbo_roll set downgrades = $2, grade = 'downgraded' where id = $1`, [
      run.jumbo.id,
      JSON.stringify([{ ...line, reason: null }]),
    ])
    const set = await doffNextSet(h, run)
    await weighAll(h, run, set)
    const rolls = async () =>
      (
        await h.plant.query<{ grade: string; n: number; gone: number }>(
          `select grade, jsonb_array_length(downgrades) as n, jsonb_array_length(taken_back_downgrades) as gone from slit_roll where slit_set_id = $1`,
          [set.id],
        )
      ).map(({ grade, n, gone }) => `${grade} ${n} ${gone}`)
    expect(new Set(await rolls())).toEqual(new Set(['downgraded 1 0']))
    const takeBackJumboDowngrade = async () => {
      const { version } = await fetchRow<{ version: number }>(h.plant, 'jumbo_roll', run.jumbo.id)
      const input = { id: run.jumbo.id, version, lines: [line], why: 'looked at again' }
      return winder.call(takeBackJumboDowngrades, input as never, { language: 'en' })
    }
    const shipped = set.slit[0]!
    await h.plant.query(`update slit_roll set state = 'shipped' where id = $1`, [shipped.id])
    const refused = await takeBackJumboDowngrade()
    expect([refused.errno, refused.errmsg]).toEqual(['6000', expect.stringContaining(shipped.number)])
    expect(new Set(await rolls())).toEqual(new Set(['downgraded 1 0']))
    await h.plant.query(`update slit_roll set state = $2 where id = $1`, [shipped.id, shipped.state])
    expectOk(await takeBackJumboDowngrade())
    expect(new Set(await rolls())).toEqual(new Set(['good 0 1']))
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({
      grade: 'good',
      downgrades: [],
      taken_back_downgrades: [{ fromM: 6000, toM: 8000, why: 'looked at again' }],
    })
    await exact(run.orderId)
  })
  test('cut for two orders counts for each; reassigning a lane moves its totals', async () => {
    const run = await startCuttingRun(h)
    const first = await fetchRow<Record<string, unknown>>(h.plant, 'work_order', run.orderId)
    const otherId = createUuid7()
    await h.plant.query(
      `insert into work_order (site_id, id, created_at, updated_at, number, batch, product_id, state) values (1, $1, now(), now(), $2, 'BX', $3, 'finished')`,
      [otherId, `WO-X-${otherId.slice(-6)}`, first['product_id']],
    )
    const set = await doffNextSet(h, run, {
      lanes: [
        { width: 1000, count: 2 },
        { width: 1000, count: 1, workOrderId: otherId },
      ],
    })
    expect((await exact(otherId)) as object).toMatchObject({ goodRolls: 1, goodKg: 75 })
    // The laboratory judges each roll by the limits of its own order.
    const testedRolls = await runAsSystem(h.plant.app, 'test', (ctx) =>
      listRollsById(
        ctx,
        set.slit.map(({ id }) => id),
      ),
    )
    expect(testedRolls.filter(({ workOrderId }) => workOrderId === otherId)).toMatchObject([{ lane: 3 }])
    expectOk(
      await h.operator.call(editSet, {
        id: set.id,
        cuttingId: run.cutting.id,
        rolls: [{ lane: 1, workOrderId: otherId }],
      } as never),
    )
    expect(await exact(otherId)).toMatchObject({ goodRolls: 2 })
    expect(await exact(run.orderId)).toMatchObject({ goodRolls: 1 })
  })
})

describe('undoing and moving', () => {
  test('an operator undoes their own mistake within a shift, nobody else’s', async () => {
    const run = await startCuttingRun(h)
    const [mine, old, other] = [
      await doffNextSet(h, run, { lengthM: 1000 }),
      await doffNextSet(h, run, { lengthM: 1000 }),
      await doffNextSet(h, run, { lengthM: 1000 }),
    ]
    const undo = async (set: { id: string }) => (await h.operator.call(undoSet, { id: set.id, reason: '误落' })).errno
    await h.plant.query(`update slit_set set created_by = null where id = $1`, [other.id])
    expect(await undo(other)).toBe('401')
    expectOk(await h.staff['prod-lead'].call(undoSet, { id: other.id, reason: '误落' }))
    await h.plant.query(`update slit_set set doffed_at = doffed_at - interval '13 hours' where id = $1`, [old.id])
    expect(await undo(old)).toBe('401')
    expectOk(await h.staff['prod-lead'].call(undoSet, { id: old.id, reason: '误落' }))
    expect(await undo(mine)).toBe('200')
    expectOk(await h.operator.call(undoCutting, { id: run.cutting.id, reason: '拿错' }))
    expect((await h.staff.viewer.call(undoSet, { id: mine.id, reason: 'x' })).errno).toBe('401')
  })
  test('the last set can be undone with its metres and totals; its number is not reused', async () => {
    const run = await startCuttingRun(h)
    const firstSet = await doffNextSet(h, run)
    const secondSet = await doffNextSet(h, run, { lengthM: 2000 })
    const lead = h.staff['prod-lead']
    expect((await lead.call(undoSet, { id: firstSet.id, reason: '重复' }, { language: 'en' })).errmsg).toBe(
      'Set 2 was cut after set 1: undo that one first',
    )
    expect((await lead.call(undoSet, { id: secondSet.id, version: secondSet.version + 5, reason: '重复' })).errno).toBe(
      '6000',
    )
    expectOk(await lead.call(undoSet, { id: secondSet.id, version: secondSet.version, reason: '重复' }))
    expect((await lead.call(undoSet, { id: secondSet.id, reason: '重复' })).errno).toBe('6000')
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ left_m: 5000, state: 'slitting' })
    expect(await fetchRow(h.plant, 'cutting', run.cutting.id)).toMatchObject({ sets: 1 })
    expect((await doffNextSet(h, run)).setNumber).toBe(3)
    await exact(run.orderId)
  })
  test('a roll put into the wrong set changes places with the one of its lane', async () => {
    const run = await startCuttingRun(h)
    const firstSet = await doffNextSet(h, run, { lengthM: 6000 })
    const secondSet = await doffNextSet(h, run, { lengthM: 4000 })
    const moved = expectOk(
      await h.operator.call(moveRoll, {
        id: firstSet.slit[0]!.id,
        version: firstSet.slit[0]!.version,
        slitSetId: secondSet.id,
        reason: '放错',
      }),
    )
    expect(moved).toMatchObject({
      slitSetId: secondSet.id,
      fromM: 0,
      toM: 4000,
      lengthM: 4000,
      expectedKg: 60,
      number: firstSet.slit[0]!.number,
      note: '放错',
    })
    expect(await fetchRow(h.plant, 'slit_roll', secondSet.slit[0]!.id)).toMatchObject({
      slit_set_id: firstSet.id,
      from_m: 4000,
      to_m: 10_000,
    })
    expect((await h.operator.call(moveRoll, { id: moved.id, slitSetId: secondSet.id, reason: '放错' })).errno).toBe(
      '6000',
    )
    expect(
      (await h.operator.call(moveRoll, { id: moved.id, version: 1, slitSetId: firstSet.id, reason: '放错' })).errno,
    ).toBe('6000')
    const other = await startCuttingRun(h)
    expect(
      (await h.operator.call(moveRoll, { id: moved.id, slitSetId: (await doffNextSet(h, other)).id, reason: '放错' }))
        .errno,
    ).toBe('6000')
    await exact(run.orderId)
  })
  test('the history is by slitter and day, newest first', async () => {
    const run = await startCuttingRun(h)
    await doffNextSet(h, run)
    await doffNextSet(h, run)
    const page = expectOk(await h.operator.call(setHistory, { slitterId: run.slitterId, businessDate: '2026-11-20' }))
    const rolls = expectOk(await h.operator.call(slitRoll.endpoints.list, { jumboRollId: run.jumbo.id } as never)) as {
      refs: Record<string, string>
    }
    expect(
      page.list.map((set) => rolls.refs[set.id]),
      'a set is named after its jumbo',
    ).toEqual([`${run.jumbo.number} 2`, `${run.jumbo.number} 1`])
    expect([page.total, page.list.length]).toEqual([2, 2])
    expect(
      expectOk(await h.operator.call(setHistory, { slitterId: run.slitterId, businessDate: '2026-11-19' })).total,
    ).toBe(0)
  })
})

describe('the balance of a cutting', () => {
  test('closes with the trim of the lanes; unweighed rolls and unexplained gaps are refused', async () => {
    const run = await startCuttingRun(h)
    const sets = [await doffNextSet(h, run), await doffNextSet(h, run)]
    expect((await h.operator.call(finishCutting, { id: run.cutting.id }, { language: 'en' })).errmsg).toContain(
      '8 rolls are not weighed yet',
    )
    for (const set of sets) await weighAll(h, run, set)
    expect(
      (await h.operator.call(finishCutting, { id: run.cutting.id, wasteKg: 40 }, { language: 'en' })).errmsg,
    ).toContain('The mass balance is off by -40 kg')
    const done = expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, wasteKg: 1 }))
    expect(done).toMatchObject({
      state: 'finished',
      slitKg: 474,
      trimKg: 6,
      wasteKg: 1,
      gapKg: -1,
      gapPercent: -0.21,
      gapReason: null,
      sets: 2,
    })
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ state: 'cut', left_m: 0 })
    expect(await exact(run.orderId)).toMatchObject({ wasteKg: 1, goodKg: 474, jumboKg: 480 })
    expect((await h.operator.call(finishCutting, { id: run.cutting.id })).errno).toBe('6000')
    // A later weight correction updates the balance.
    const [heavy] = sets[1]!.slit
    const recheck = async (kg: number) =>
      expectOk(
        await h.operator.call(editSet, {
          id: sets[1]!.id,
          cuttingId: run.cutting.id,
          rolls: [{ rollId: heavy!.id, kg }],
        } as never),
      )
    await recheck(heavy!.expectedKg! + 3)
    expect(await fetchRow(h.plant, 'cutting', run.cutting.id)).toMatchObject({
      slit_kg: 477,
      gap_kg: -4,
      gap_percent: -0.83,
    })
    await recheck(heavy!.expectedKg!)
    expectOk(await h.staff['prod-lead'].call(undoSet, { id: sets[1]!.id, reason: '重切' }))
    expect(await fetchRow(h.plant, 'cutting', run.cutting.id)).toMatchObject({
      state: 'open',
      ended_at: null,
      gap_kg: null,
    })
    expect(await exact(run.orderId)).toMatchObject({ wasteKg: 0, goodKg: 237 })
  })
  test('with a remnant covers the cut metres; the rest is cut at another slitter', async () => {
    const run = await startCuttingRun(h)
    await weighAll(h, run, await doffNextSet(h, run, { lengthM: 4000 }))
    expect(
      (await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'waste' }, { language: 'en' })).errmsg,
    ).toContain('The mass balance is')
    expect(expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock' }))).toMatchObject({
      state: 'finished',
      remnantM: 6000,
      slitKg: 189.6,
      trimKg: 2.4,
      wasteKg: 0,
      gapKg: 0,
    })
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ state: 'remnant', left_m: 6000 })
    expect(expectOk(await h.operator.call(uncutNumbers, { keyword: run.jumbo.number! }))).toMatchObject([
      { leftM: 6000, netKg: 288 },
    ])
    expect((await h.operator.call(weighRoll, { id: run.jumbo.id, grossKg: 298 } as never)).errno).not.toBe('200')
    expect((await h.staff['prod-lead'].call(removeRoll, { id: run.jumbo.id, reason: '误操作' } as never)).errno).toBe(
      '6000',
    )
    const slitterId = (await createSlitter(h.staff)).id
    const again = expectOk(
      await h.operator.call(startCutting, {
        jumboNumber: run.jumbo.number,
        slitterId,
        lanes: WIDE_LANES,
        lengthM: 3000,
        occurredAt: plantTime('10:00'),
      } as never),
    )
    const open = await h.staff['prod-lead'].call(
      undoSet,
      {
        id: (await h.plant.query<{ id: string }>(`select id from slit_set where cutting_id = $1`, [run.cutting.id]))[0]!
          .id,
        reason: '重切',
      },
      { language: 'en' },
    )
    expect(open.errmsg).toContain('is on slitter')
    expectOk(await h.staff['prod-lead'].call(undoCutting, { id: again.id, reason: '拿错' }))
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ state: 'remnant', left_m: 6000 })
    const last = {
      ...run,
      slitterId,
      cutting: expectOk(
        await h.operator.call(startCutting, {
          jumboRollId: run.jumbo.id,
          slitterId,
          lanes: WIDE_LANES,
          lengthM: 3000,
          occurredAt: plantTime('10:00'),
        } as never),
      ),
    }
    for (const [from, to, number] of [
      [3000, 6000, 2],
      [0, 3000, 3],
    ] as const) {
      const set = await doffNextSet(h, last)
      expect(set).toMatchObject({ fromM: from, toM: to, setNumber: number })
      await weighAll(h, last, set)
    }
    expect(expectOk(await h.operator.call(finishCutting, { id: last.cutting.id, remnant: 'stock' }))).toMatchObject({
      remnantM: null,
      slitKg: 284.4,
      gapKg: 0,
    })
    expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ state: 'cut', left_m: 0 })
    expect(expectOk(await h.operator.call(jumboInfo, { id: run.jumbo.id }))).toMatchObject({
      slitKg: 474,
      trimKg: 6,
      gapKg: 0,
    })
    expect(await exact(run.orderId)).toMatchObject({ goodKg: 474, wasteKg: 0 })
    // Two rolls of different jumbos were swapped: both balances change.
    const at3 = await h.plant.query<{ id: string; set: string; kg: number }>(
      `select r.id, r.slit_set_id as set, r.kg::float as kg from slit_roll r join slit_set s on s.id = r.slit_set_id where r.jumbo_roll_id = $1 and r.lane = 1 and r.state = 'made' order by s.set_number`,
      [run.jumbo.id],
    )
    expectOk(await h.operator.call(moveRoll, { id: at3[0]!.id, slitSetId: at3[2]!.set, reason: '放错' }))
    const moved = at3[0]!.kg - at3[2]!.kg
    expect(moved).toBeGreaterThan(1)
    expect(await fetchRow(h.plant, 'cutting', run.cutting.id)).toMatchObject({ slit_kg: 189.6 - moved, gap_kg: moved })
    expect(await fetchRow(h.plant, 'cutting', last.cutting.id)).toMatchObject({
      slit_kg: 284.4 + moved,
      gap_kg: -moved,
    })
  })
  test('treats a remnant as an uncut jumbo; scrapped it is slitter waste, used whole it is good', async () => {
    for (const [action, expectedTotals, state] of [
      ['scrap', { wasteKg: 240, goodKg: 237, goodRolls: 4 }, 'cut'],
      ['consume', { wasteKg: 0, goodKg: 477, goodRolls: 5 }, 'consumed'],
    ] as const) {
      const run = await startCuttingRun(h, {}, WIDE_LANES, {
        orderedRolls: 20,
        rollLengthM: 5000,
        widthMm: 1000,
        dueOn: '2026-11-25',
      })
      await weighAll(h, run, await doffNextSet(h, run))
      expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, remnant: 'stock' }))
      const plan = expectOk(
        await h.operator.call(proposeCuts, {
          slitterId: run.slitterId,
          workOrderIds: [run.orderId],
          jumboRollIds: [run.jumbo.id],
        } as never),
      )
      expect(plan.cuts).toMatchObject([{ jumboRollId: run.jumbo.id, sets: 1, lengthM: 5000 }])
      expectOk(
        await h.operator.call(applyCuts, {
          slitterId: run.slitterId,
          cuts: plan.cuts.map(({ jumboRollId, sets, lengthM, lanes }) => ({ jumboRollId, sets, lengthM, lanes })),
        } as never),
      )
      expectOk(await h.staff['prod-lead'].call(retireRoll, { id: run.jumbo.id, action, reason: '余卷处理' } as never))
      expect(await fetchRow(h.plant, 'jumbo_roll', run.jumbo.id)).toMatchObject({ state })
      expect(await exact(run.orderId)).toMatchObject(expectedTotals)
      expect(await fetchRow(h.plant, 'cutting', run.cutting.id)).toMatchObject(
        action === 'scrap' ? { waste_kg: 240, remnant_m: null } : { waste_kg: 0, remnant_m: 5000 },
      )
      // Its sets can be undone only while its metres are still there.
      const set = (
        await h.plant.query<{ id: string }>('select id from slit_set where cutting_id = $1', [run.cutting.id])
      )[0]!.id
      expect((await h.staff['prod-lead'].call(undoSet, { id: set, reason: '重切' })).errno).toBe(
        action === 'scrap' ? '200' : '6000',
      )
      await exact(run.orderId)
    }
  })
  test('counts pelletized rolls as waste of their order, with mass and reason', async () => {
    const run = await startCuttingRun(h, {}, WIDE_LANES, {})
    const set = await doffNextSet(h, run, { lengthM: 10_000 })
    const recycleInput = (...rolls: object[]) =>
      ({ id: set.id, cuttingId: run.cutting.id, rolls, reason: '破损' }) as never
    expect((await h.staff.viewer.call(recycleRolls, recycleInput({ lane: 4 }))).errno).toBe('401')
    expect((await h.operator.call(recycleRolls, recycleInput({ lane: 4 }), { language: 'en' })).errmsg).toContain(
      'is not weighed',
    )
    expect((await h.operator.call(recycleRolls, recycleInput({ lane: 4, kg: 240 }))).errno).toBe('6000')
    expect((await h.operator.call(recycleRolls, recycleInput({ lane: 9, kg: 24 }))).errno).toBe('4006')
    expect(
      (await h.operator.call(recycleRolls, { ...(recycleInput({ lane: 4, kg: 24 }) as object), reason: ' ' } as never))
        .errno,
    ).not.toBe('200')
    const [sent] = await sync(h.operator, [{ op: recycleRolls, body: recycleInput({ lane: 4, kg: 24 }) }])
    expect(sent).toMatchObject({ status: 'done', data: { rolls: 4, kg: 24 } })
    const roll = await fetchRow(h.plant, 'slit_roll', set.slit[3]!.id)
    expect(roll).toMatchObject({ state: 'recycled', kg: 24, note: '破损' })
    expect((await h.operator.call(recycleRolls, recycleInput({ rollId: roll['id'] }))).errno).toBe('6000')
    expect(
      (await h.operator.call(editSet, { id: set.id, cuttingId: run.cutting.id, rolls: [{ lane: 4, kg: 20 }] } as never))
        .errno,
    ).toBe('6000')
    expect((await h.operator.call(packRolls, { rollIds: [roll['id']] } as never)).errno).toBe('6000')
    expect((await h.staff['prod-lead'].call(undoSet, { id: set.id, reason: '重切' })).errno).toBe('6000')
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: set.slit.slice(0, 3).map((r) => ({ rollId: r.id, kg: r.expectedKg })),
    } as never)
    expect(expectOk(await h.operator.call(finishCutting, { id: run.cutting.id }))).toMatchObject({
      slitKg: 474,
      gapKg: 0,
    })
    expect(await exact(run.orderId)).toMatchObject({ wasteKg: 24, goodKg: 450, goodRolls: 3 })
    const [log] = await h.plant.query<{ n: number }>(
      `select count(*)::int as n from operation_log where row_id = $1 and after::text like '%recycled%'`,
      [roll['id']],
    )
    expect(log!.n).toBe(1)
  })
  test('stores the reason of a gap', async () => {
    const run = await startCuttingRun(h)
    await weighAll(h, run, await doffNextSet(h, run))
    const done = expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, gapReason: '后半卷报废未称' }))
    expect(done).toMatchObject({ state: 'finished', gapReason: '后半卷报废未称', gapKg: 240 })
  })
})
