import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { createUuid7 } from '@/contract/id'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { recycle } from '@/areas/feeding/contract/recycle'
import { teamSummaryPreview } from '@/areas/handover/contract/production-records'
import { correctShiftSum, recalculateMetrics } from '@/areas/figures/server/queries/corrections'
import { loadMetrics, loadTotalMetrics } from '@/areas/figures/server/queries/metrics'
import { setTargets, loadTargets } from '@/areas/figures/server/queries/targets'
import { addShiftSums, zeroSums, sumNames } from '@/areas/figures/rules/shift-sums'
import { calculateMetricValues } from '@/areas/figures/rules/metric-values'
import { metricCorrection } from '@/areas/figures/contract/metric-correction'
import { line } from '@/plant/contract/line'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { closedMonth, reopenedMonth } from '../closed-month'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import { at, good, runJob } from '../people'
import { feedingPlant, into, newLot, newMaterial, runningOrder, type FeedingPlant } from '../feeding/feeding-plant'

let f: FeedingPlant
beforeAll(async () => {
  f = await feedingPlant()
}, 120_000)
afterAll(() => f.plant.close())

const inside = <T>(work: (ctx: Context) => Promise<T>): Promise<T> => runAsSystem(f.plant.app, 'test.figures', work)
const DAY = '2026-11-19'
/** A jumbo off the winder at a time of the 19th, kg as weighed; `bad` metres of its 10,000 are downgraded. */
async function jumbo(
  order: { id: string; lineId: string | null; productId: string },
  time: string,
  kg: number,
  { bad = 0, shift = 'early', team = 'A', day = DAY, state = 'uncut' } = {},
) {
  const downgrades = bad ? [{ fromM: 0, toM: bad, grade: 'downgraded', defect: 'hole' }] : []
  const id = createUuid7(Date.now())
  await f.plant.query(
    `insert into jumbo_roll (site_id, id, number, state, work_order_id, product_id, line_id, length_m, net_kg, grade, downgrades, business_date, shift, team, started_at, doffed_at, created_at, updated_at, defects, images, lots)
     values (1, $1, $2, $3, $4, $5, $6, 10000, $7, $8, $9, $10, $11, $12, $13, $13, now(), now(), '[]', '[]', '[]')`,
    [
      id,
      `J-${id.slice(-8)}`,
      state,
      order.id,
      order.productId,
      order.lineId,
      kg,
      bad ? 'downgraded' : 'good',
      JSON.stringify(downgrades),
      day,
      shift,
      team,
      at(time, day),
    ],
  )
  return id
}
const count = (from = DAY, to = DAY) => inside((ctx) => recalculateMetrics(ctx, { from, to }))

describe('sums of shifts', () => {
  test('what two shifts of a line made for two orders, worked by hand; a jumbo taken back is none of it', async () => {
    const one = await runningOrder(f)
    const two = await runningOrder(f, { lineId: one.lineId! })
    await jumbo(one, '09:00', 500)
    await jumbo(one, '10:00', 480, { bad: 2500 })
    await jumbo(two, '17:00', 300, { shift: 'middle', team: 'B' })
    await jumbo(two, '18:00', 999, { shift: 'middle', team: 'B', state: 'deleted' })
    await count()
    const rows = await inside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift', 'order'], lineIds: [one.lineId!] }),
    )
    const made = rows.filter(({ sums }) => sums.woundKg > 0)
    expect(
      made.map(({ key, sums }) => [key.shift, key.order, sums.jumboRolls, sums.woundKg, sums.woundGoodKg]),
    ).toEqual([
      // 2,500 of 10,000 m of 480 kg are downgraded: 120 kg.
      ['early', one.id, 2, 980, 860],
      ['middle', two.id, 1, 300, 300],
    ])
    const whole = await inside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, lineIds: [one.lineId!] }))
    expect(whole.values).toMatchObject({ outputKg: 1280, winderDowngradedKg: 120, slitOutputKg: 0, q1Percent: null })
    expect(whole.values.winderDowngradePercent).toBeCloseTo((120 / 1280) * 100, 9)
    expect(whole.values.winderQ1Percent).toBeCloseTo((800 / 1280) * 100, 9)
    expect(whole.values.qualityPercent).toBeCloseTo((1160 / 1280) * 100, 9)
  })

  test('a shift that has just begun has kilograms, but no ratio of them to what runs on while a roll is wound', async () => {
    const order = await runningOrder(f)
    await jumbo(order, '08:20', 400)
    const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
    const material = await newMaterial(f)
    const lot = await newLot(f, material.id, { kg: 5000 })
    const fed = { workOrderId: order.id, lineId: order.lineId!, materialId: material.id, lotId: lot.id, kg: 800 }
    good(
      await f.line.call(addMain, {
        id: createUuid7(),
        ...fed,
        hopperId: await into(f, order),
        occurredAt: at('08:10', DAY),
      } as never),
    )
    await count()
    const seenAt = (time: string, by: ('day' | 'shift')[] = [], day = DAY) =>
      inside(async (ctx) => {
        const now = new Date(at(time, day))
        const [row] = await loadMetrics({ ...ctx, now }, { from: DAY, to: DAY, by, lineIds: [order.lineId!] })
        return [row!.values.outputKg, row!.values.materialPerKg]
      })
    // 08:00 begins the day and its early shift: nothing that is shown of it can be compared before 10:00.
    for (const by of [[], ['day'], ['shift']] as const) {
      expect([by, await seenAt('09:59', [...by])]).toEqual([by, [400, null]])
      expect([by, await seenAt('10:00', [...by])]).toEqual([by, [400, 2]])
    }
    // The middle shift begins at 16:00: the early one and the day stay what they were.
    expect(await seenAt('16:30')).toEqual([400, 2])
    expect(await seenAt('16:30', ['shift'])).toEqual([400, 2])
    expect(await seenAt('08:30', [], '2026-11-20')).toEqual([400, 2])
  })

  test('start-up web and purgings are waste of their shift, team and order, and part of the produced quantity of OEE', async () => {
    const order = await runningOrder(f)
    // 750 kg of the early shift's 1,000 are good, a jumbo of 200 kg was scrapped; the middle shift wound 400 kg.
    await jumbo(order, '12:00', 1000, { bad: 2500 })
    await jumbo(order, '13:00', 200, { state: 'scrapped' })
    await jumbo(order, '18:00', 400, { shift: 'middle', team: 'B' })
    const of = { workOrderId: order.id, lineId: order.lineId! }
    const add = async (kind: 'startUp' | 'purge' | 'edgeTrim', kg: number, time: string, destination = 'disposed') =>
      good(
        await f.line.call(recycle.endpoints.create, {
          id: createUuid7(),
          ...of,
          kind,
          destination,
          kg,
          occurredAt: at(time, DAY),
        } as never),
      )
    const startUp = await add('startUp', 60, '08:30', 'sold')
    const purge = await add('purge', 40, '17:00')
    await add('edgeTrim', 30, '12:30', 'pellets')
    const orderWaste = async () =>
      (
        await f.plant.query<{ kg: number }>('select waste_kg::float8 as kg from work_order where id = $1', [order.id])
      )[0]!.kg
    expect(await orderWaste()).toBe(100)
    await count()
    const whole = await inside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, orderIds: [order.id] }))
    expect(whole.values.wasteKg).toBe(300)
    expect(whole.values.outputKg).toBe(1600)
    expect(whole.values.wastePercent).toBeCloseTo((300 / 1700) * 100, 9)
    expect(whole.values.qualityPercent).toBeCloseTo((1150 / 1700) * 100, 9)
    const byShift = await inside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift'], orderIds: [order.id] }))
    const [early, middle] = byShift.filter(({ sums }) => sums.woundKg > 0)
    expect([early!.values.wasteKg, middle!.values.wasteKg]).toEqual([260, 40])
    expect(early!.values.wastePercent).toBeCloseTo((260 / 1260) * 100, 9)
    expect(middle!.values.qualityPercent).toBeCloseTo((400 / 440) * 100, 9)
    const byTeam = await inside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by: ['team'], orderIds: [order.id] }))
    const ofTeam = (team: string | null) => byTeam.find(({ key }) => key.team === team)?.values.wasteKg
    expect(startUp.team).not.toBe(purge.team)
    expect([ofTeam(startUp.team), ofTeam(purge.team)]).toEqual([60 + (startUp.team === 'A' ? 200 : 0), 40])
    const shift = { lineId: order.lineId!, businessDate: DAY, shift: 'early' }
    const summed = good(await f.lead.call(teamSummaryPreview, shift))
    expect(summed.map(({ workOrderId, wasteKg }) => [workOrderId, wasteKg])).toEqual([
      [null, 260],
      [order.id, 260],
    ])
    // Corrected and taken away, it leaves the order as it was.
    good(await f.line.call(recycle.endpoints.update, { id: purge.id, version: purge.version, kg: 55 }))
    expect(await orderWaste()).toBe(115)
    good(await f.staff.admin.call(recycle.endpoints.remove, { id: startUp.id, version: startUp.version }))
    expect(await orderWaste()).toBe(55)
  })

  test('energy per kg is of the web of shifts that are metered: a day that waits for its meters makes no line look thrifty', async () => {
    const order = await runningOrder(f)
    await jumbo(order, '09:00', 600)
    await jumbo(order, '18:00', 400, { shift: 'middle', team: 'B' })
    const use = (lineId: string | null, shift: string, medium: string, used: number, cost: number) =>
      f.plant.query(
        `insert into energy_use (site_id, id, day, band, kind, medium, line_id, business_date, shift, used, cost, estimated, allocated, unpriced)
         values (1, $1, $2, 'flat', 'process', $3, $4, $2, $5, $6, $7, 0, 0, 0)`,
        [createUuid7(), DAY, medium, lineId, shift, used, cost],
      )
    const seen = async (by: ('shift' | 'line')[] = []) => {
      await count()
      const rows = await inside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by, orderIds: [order.id] }))
      const all = await inside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by, lineIds: [order.lineId!] }))
      expect(rows.reduce((sum, { sums }) => sum + sums.woundKg, 0)).toBe(1000)
      return all.map(({ key, values }) => [
        ...by.map((name) => key[name]),
        values.kwhPerKg,
        values.energyCostPerKg,
        values.outputKg,
      ])
    }
    // Gas alone is no electricity: nothing to divide yet.
    await use(order.lineId, 'middle', 'gas', 50, 200)
    expect(await seen()).toEqual([[null, null, 1000]])
    // 900 kWh and 630 CNY of the early shift's 600 kg; with the middle shift's gas 830 CNY.
    await use(order.lineId, 'early', 'electricity', 900, 630)
    expect(await seen(['shift'])).toEqual([
      ['early', 1.5, 1.05, 600],
      ['middle', null, null, 400],
      ['night', null, null, 0],
    ])
    expect((await seen())[0]![0]).toBe(1.5)
    // The middle shift is metered in common, by no line: its web counts, as its share would.
    await use(null, 'middle', 'electricity', 100, 70)
    expect((await seen())[0]![0]).toBe(0.9)
    await f.plant.query('delete from energy_use where business_date = $1', [DAY])
  })

  test('an order costs by kg what its own sheet says: by what was made of it, not by what is slit already', async () => {
    const order = await runningOrder(f)
    await jumbo(order, '09:00', 600)
    await jumbo(order, '18:00', 200, { shift: 'middle', team: 'B' })
    await f.plant.query('update work_order set jumbo_kg = 800 where id = $1', [order.id])
    // 800 kg are wound, 700 of them worth selling, and 100 of those slit so far: 8,400 CNY ÷ 700 kg.
    await f.plant.query(
      `insert into order_cost (site_id, id, work_order_id, product_id, line_id, good_kg, made_kg, total, computed_at)
       values (1, $1, $2, $3, $4, 100, 700, 8400, now())`,
      [createUuid7(), order.id, order.productId, order.lineId],
    )
    await count()
    const rows = await inside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift'], orderIds: [order.id] }))
    expect(rows.map(({ key, values }) => [key.shift, values.costPerKg])).toEqual([
      ['early', 12],
      ['middle', 12],
    ])
  })

  test('time of a line: availability leaves out what lies outside planned busy time, and a stop counts where it began', async () => {
    const order = await runningOrder(f)
    await f.plant.query(`update line set in_use_from = '2026-01-01' where id = $1`, [order.lineId])
    await f.plant.query('update work_order set started_at = $2 where id = $1', [order.id, at('00:00', '2026-11-01')])
    const reasons = good(await f.staff.admin.call(stopReason.endpoints.list, { size: 100 })).list
    const reason = (code: string) => reasons.find((one) => one.code === code)!.id
    const stop = async (from: string, to: string, code: string) =>
      good(
        await f.lead.call(lineStop.endpoints.create, {
          lineId: order.lineId!,
          startedAt: from,
          endedAt: to,
          reasonId: reason(code),
        } as never),
      )
    const idle = good(
      await f.staff.admin.call(line.endpoints.create, {
        code: 'IDLE-1',
        name: 'IDLE-1',
        kind: 'spunbond',
        inUseFrom: '2026-01-01',
      }),
    ).id
    // Early shift 08:00–16:00: an hour without orders, half an hour of a web break; another from 15:30 to 16:30.
    await stop(at('08:00', DAY), at('09:00', DAY), 'noOrder')
    await stop(at('10:00', DAY), at('10:30', DAY), 'webBreak')
    await stop(at('15:30', DAY), at('16:30', DAY), 'webBreak')
    await runJob(f.plant, 'figures-count')
    const [early, middle] = await inside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift'], lineIds: [order.lineId!] }),
    )
    expect(early!.sums).toMatchObject({
      calendarMinutes: 480,
      outsideMinutes: 60,
      standingMinutes: 120,
      plannedMinutes: 60,
      unplannedMinutes: 60,
      stops: 3,
      unplannedStops: 2,
    })
    expect(middle!.sums).toMatchObject({ standingMinutes: 30, stops: 0, unplannedStops: 0, endedStops: 1 })
    // 480 − 120 minutes made web of 480 − 60 that were planned for it.
    expect(early!.values.oeeAvailabilityPercent).toBeCloseTo((360 / 420) * 100, 9)
    expect(early!.values.runPercent).toBeCloseTo(75, 9)
    // A line that was only entered did not run: it has no availability, and adds none to the plant's.
    const [never] = await inside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by: ['line'], lineIds: [idle] }))
    expect(never?.sums.operatingMinutes ?? 0).toBe(0)
    expect([
      never?.sums.calendarMinutes ?? 0,
      never?.values.runPercent ?? null,
      never?.values.oeeAvailabilityPercent ?? null,
    ]).toEqual([0, null, null])
  })

  test('a feed by a person reaches the sums by itself, its correction too', async () => {
    const order = await runningOrder(f)
    const material = await newMaterial(f)
    const lot = await newLot(f, material.id, { kg: 5000 })
    const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
    const body = {
      workOrderId: order.id,
      lineId: order.lineId!,
      materialId: material.id,
      lotId: lot.id,
      hopperId: await into(f, order),
      kg: 750,
      occurredAt: at('09:00', DAY),
    }
    good(await f.line.call(addMain, { id: createUuid7(), ...body } as never))
    expect(await f.plant.query(`select day::text from figure_mark`)).toContainEqual({ day: DAY })
    await runJob(f.plant, 'figures-count')
    const of = await inside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, orderIds: [order.id] }))
    expect(of.sums.fedKg).toBe(750)
    expect(await f.plant.query('select * from figure_mark')).toEqual([])
  })

  test('are rebuilt from nothing to the same, and any cut of days adds up to the whole', async () => {
    const before = await inside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-15', to: '2026-11-20', by: ['day', 'shift', 'line'] }),
    )
    await f.plant.query('delete from shift_figure')
    await count('2026-11-15', '2026-11-20')
    const after = await inside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-15', to: '2026-11-20', by: ['day', 'shift', 'line'] }),
    )
    expect(after.filter(({ sums }) => sumNames.some((name) => sums[name] !== 0)).length).toBeGreaterThan(5)
    const filled = (rows: typeof before) => rows.filter(({ sums }) => sums.woundKg + sums.stops + sums.fedKg > 0)
    expect(filled(after)).toEqual(filled(before))
    const whole = await inside((ctx) => loadTotalMetrics(ctx, { from: '2026-11-15', to: '2026-11-20' }))
    for (const by of ['shift', 'team', 'line', 'order', 'day', 'week', 'month', 'season', 'year'] as const) {
      const parts = await inside((ctx) => loadMetrics(ctx, { from: '2026-11-15', to: '2026-11-20', by: [by] }))
      expect(addShiftSums(parts.map(({ sums }) => sums)), by).toEqual(whole.sums)
    }
  })
})

describe('corrections', () => {
  test('carry through every sum, keep what was counted, and never make less than nothing', async () => {
    const order = await runningOrder(f)
    await jumbo(order, '09:30', 400)
    await count()
    const asked = {
      businessDate: DAY,
      shift: 'early',
      lineId: order.lineId!,
      sum: 'woundKg',
      reason: '秤故障',
    } as const
    await inside((ctx) => correctShiftSum({ ...ctx, person: person() }, { ...asked, value: 425.5 }))
    const of = (more = {}) =>
      inside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, lineIds: [order.lineId!], ...more }))
    expect((await of()).values.outputKg).toBe(425.5)
    expect((await of({ uncorrected: true })).values.outputKg).toBe(400)
    const month = await inside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-01', to: '2026-11-30', by: ['month'], lineIds: [order.lineId!] }),
    )
    expect(month.map(({ key, values }) => [key.month, values.outputKg])).toEqual([['2026-11-01', 425.5]])
    await expect(
      inside((ctx) => correctShiftSum({ ...ctx, person: person() }, { ...asked, delta: -426 })),
    ).rejects.toThrow(/correction\.below/)
    await expect(
      inside((ctx) => correctShiftSum({ ...ctx, person: person() }, { ...asked, value: 425.5 })),
    ).rejects.toThrow(/correction\.nothing/)
    expect(
      good(await f.staff.admin.call(metricCorrection.endpoints.list, { lineId: order.lineId! })).list,
    ).toMatchObject([{ sum: 'woundKg', before: 400, delta: 25.5, cause: 'person', reason: '秤故障' }])
    // Counted anew, it stays.
    await count()
    expect((await of()).values.outputKg).toBe(425.5)
  })

  test('what comes late to a closed month is booked in the shift of now, once', async () => {
    const order = await runningOrder(f)
    const october = '2026-10-20'
    const id = await jumbo(order, '09:30', 400, { day: october })
    await count(october, october)
    await closedMonth(f.plant, '2026-10')
    await f.plant.query('update jumbo_roll set net_kg = 380 where id = $1', [id])
    await count(october, october)
    const kg = async (from: string, to: string) =>
      (await inside((ctx) => loadTotalMetrics(ctx, { from, to, lineIds: [order.lineId!] }))).values.outputKg
    expect(await kg(october, october)).toBe(400)
    await count('2026-11-20', '2026-11-20')
    expect(await kg('2026-11-20', '2026-11-20')).toBe(-20)
    // Once, however often it is counted.
    await count(october, october)
    await count('2026-11-20', '2026-11-20')
    expect(await kg('2026-10-01', '2026-11-30')).toBe(380)
    // Opened again, it is where it belongs, and nowhere else.
    await reopenedMonth(f.plant, '2026-10')
    await count('2026-10-01', '2026-10-31')
    await count('2026-11-20', '2026-11-20')
    expect(await kg(october, october)).toBe(380)
    expect(await kg('2026-11-20', '2026-11-20')).toBe(0)
  })
})
const person = () => ({ id: f.lead.userId }) as NonNullable<Context['person']>

describe('targets', () => {
  test('a month is shared out over its shifts; a day and a shift of its own come first; rates are averaged', async () => {
    const order = await runningOrder(f)
    const of = { lineId: order.lineId!, team: null, shift: null } as const
    await inside((ctx) =>
      setTargets({ ...ctx, person: person() }, [
        { ...of, figure: 'outputKg', period: 'month', day: '2026-11-01', value: 90_000 },
        { ...of, figure: 'outputKg', period: 'day', day: '2026-11-19', value: 6000 },
        { ...of, figure: 'outputKg', period: 'shift', day: '2026-11-19', shift: 'night', value: 500 },
        { ...of, figure: 'q1Percent', period: 'month', day: '2026-11-01', value: 96 },
        { lineId: null, team: 'A', shift: null, figure: 'outputKg', period: 'month', day: '2026-11-01', value: 2300 },
      ]),
    )
    const mine = async (from: string, to: string, shift: string | null = null) =>
      (await inside((ctx) => loadTargets(ctx, { from, to, shift })))
        .filter(({ lineId }) => lineId === order.lineId)
        .map(({ figure, value }) => [figure, Math.round(value * 100) / 100])
    // 30 days of 3 shifts: 1,000 kg a shift.
    expect(await mine('2026-11-18', '2026-11-18')).toEqual([
      ['outputKg', 3000],
      ['q1Percent', 96],
    ])
    expect(await mine('2026-11-18', '2026-11-18', 'early')).toEqual([
      ['outputKg', 1000],
      ['q1Percent', 96],
    ])
    expect(await mine('2026-11-19', '2026-11-19')).toEqual([
      ['outputKg', 4500],
      ['q1Percent', 96],
    ])
    const team = (await inside((ctx) => loadTargets(ctx, { from: '2026-11-01', to: '2026-11-30' }))).find(
      ({ team }) => team,
    )
    expect(team!.value).toBeCloseTo(2300, 6)
  })

  test.each([
    ['of nobody', { lineId: null }, /target\.scope/],
    ['of a month on another day', { day: '2026-11-02' }, /target\.day/],
    ['of nothing', { value: 0 }, /4013/],
    ['of a shift that is not named', { period: 'shift' as const }, /target\.shift/],
  ])('a target %s is refused', async (_what, wrong, refusal) => {
    const order = await runningOrder(f)
    const target = {
      lineId: order.lineId!,
      team: null,
      shift: null,
      period: 'month' as const,
      figure: 'outputKg' as const,
      day: '2026-11-01',
      value: 1,
      ...wrong,
    }
    await expect(inside((ctx) => setTargets({ ...ctx, person: person() }, [target]))).rejects.toThrow(refusal)
  })
})

test('figures are ratios of sums: those of parts together are never the mean of theirs', () => {
  const some = fc.record(Object.fromEntries(sumNames.map((name) => [name, fc.nat(1000)])) as never)
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 6 }), (parts) => {
      const total = addShiftSums(parts as never)
      expect(total.woundKg).toBe((parts as { woundKg: number }[]).reduce((sum, { woundKg }) => sum + woundKg, 0))
      for (const [name, value] of Object.entries(calculateMetricValues(total)))
        if (value !== null) expect(Number.isFinite(value), name).toBe(true)
    }),
  )
  expect(Object.values(calculateMetricValues(zeroSums)).filter((value) => value !== null && value !== 0)).toEqual([])
})
