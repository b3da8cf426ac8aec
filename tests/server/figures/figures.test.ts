import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { createUuid7 } from '@/contract/id'
import { feedAddCommands } from '@/areas/feeding/contract/feed'
import { recycle } from '@/areas/feeding/contract/recycle'
import { teamSummaryPreview } from '@/areas/handover/contract/production-records'
import { repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { workOrder } from '@/areas/orders/contract/work-order'
import { recalculateMetrics, correctShiftSum } from '@/areas/figures/server/writes/correct-metrics'
import { loadMetrics, loadTotalMetrics } from '@/areas/figures/server/queries/metrics'
import { loadTargets } from '@/areas/figures/server/queries/targets'
import { setTargets } from '@/areas/figures/server/writes/set-targets'
import { addShiftSums, zeroSums, sumNames, type SumName } from '@/areas/figures/rules/shift-sums'
import { calculateMetricValues } from '@/areas/figures/rules/metric-values'
import { metricCorrection } from '@/areas/figures/contract/metrics'
import { line } from '@/plant/contract/line'
import { lineStop, stopReason } from '@/plant/contract/line-stop'
import { closeMonthAs, reopenMonthAs } from '../closed-month'
import type { Context } from '@/server/context'
import { runAsSystem } from '@/server/start-application'
import { plantTime, expectOk, runJob } from '../plant-staff'
import {
  createFeedingPlant,
  findOrCreateHopper,
  createLot,
  createMaterial,
  createRunningOrder,
  type FeedingPlant,
} from '../feeding/feeding-plant'

let feedingPlant: FeedingPlant
beforeAll(async () => {
  feedingPlant = await createFeedingPlant()
}, 120_000)
afterAll(() => feedingPlant.plant.close())

const runInside = <T>(work: (ctx: Context) => Promise<T>): Promise<T> =>
  runAsSystem(feedingPlant.plant.app, 'test.figures', work)
const DAY = '2026-11-19'
/** Inserts a jumbo of `kg`, doffed at `time` on the 19th; `bad` of its 10,000 m are downgraded. */
async function insertJumbo(
  order: { id: string; lineId: string | null; productId: string },
  time: string,
  kg: number,
  { bad = 0, shift = 'early', team = 'A', day = DAY, state = 'uncut' } = {},
) {
  const downgrades = bad ? [{ fromM: 0, toM: bad, grade: 'downgraded', defect: 'hole' }] : []
  const id = createUuid7(Date.now())
  await feedingPlant.plant.query(
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
      plantTime(time, day),
    ],
  )
  return id
}
const count = (from = DAY, to = DAY) => runInside((ctx) => recalculateMetrics(ctx, { from, to }))

describe('sums of shifts', () => {
  test('two shifts of a line with two orders give the values calculated by hand, without undone jumbos', async () => {
    const firstOrder = await createRunningOrder(feedingPlant)
    const secondOrder = await createRunningOrder(feedingPlant, { lineId: firstOrder.lineId! })
    await insertJumbo(firstOrder, '09:00', 500)
    await insertJumbo(firstOrder, '10:00', 480, { bad: 2500 })
    await insertJumbo(secondOrder, '17:00', 300, { shift: 'middle', team: 'B' })
    await insertJumbo(secondOrder, '18:00', 999, { shift: 'middle', team: 'B', state: 'deleted' })
    await count()
    const rows = await runInside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift', 'order'], lineIds: [firstOrder.lineId!] }),
    )
    const rowsWithOutput = rows.filter(({ sums }) => sums.woundKg > 0)
    expect(
      rowsWithOutput.map(({ key, sums }) => [key.shift, key.order, sums.jumboRolls, sums.woundKg, sums.woundGoodKg]),
    ).toEqual([
      // 2,500 of 10,000 m of 480 kg are downgraded: 120 kg.
      ['early', firstOrder.id, 2, 980, 860],
      ['middle', secondOrder.id, 1, 300, 300],
    ])
    const totals = await runInside((ctx) =>
      loadTotalMetrics(ctx, { from: DAY, to: DAY, lineIds: [firstOrder.lineId!] }),
    )
    expect(totals.values).toMatchObject({
      outputKg: 1280,
      winderDowngradedKg: 120,
      slitOutputKg: null,
      q1Percent: null,
    })
    expect(totals.values.winderDowngradePercent).toBeCloseTo((120 / 1280) * 100, 9)
    expect(totals.values.winderQ1Percent).toBeCloseTo((800 / 1280) * 100, 9)
    expect(totals.values.qualityPercent).toBeCloseTo((1160 / 1280) * 100, 9)
  })

  test('a shift that has just begun has kg, but no metrics that relate them to elapsed time', async () => {
    const order = await createRunningOrder(feedingPlant)
    await insertJumbo(order, '08:20', 400)
    const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
    const material = await createMaterial(feedingPlant)
    const lot = await createLot(feedingPlant, material.id, { kg: 5000 })
    const fed = { workOrderId: order.id, lineId: order.lineId!, materialId: material.id, lotId: lot.id, kg: 800 }
    expectOk(
      await feedingPlant.line.call(addMain, {
        id: createUuid7(),
        ...fed,
        // The order began the day after.
        reason: '补录',
        hopperId: await findOrCreateHopper(feedingPlant, order),
        occurredAt: plantTime('08:10', DAY),
      } as never),
    )
    await count()
    const seenAt = (time: string, by: ('day' | 'shift')[] = [], day = DAY) =>
      runInside(async (ctx) => {
        const now = new Date(plantTime(time, day))
        const [row] = await loadMetrics({ ...ctx, now }, { from: DAY, to: DAY, by, lineIds: [order.lineId!] })
        return [row!.values.outputKg, row!.values.materialPerKg]
      })
    // Day and early shift begin at 08:00; their metrics cannot be compared before 10:00.
    for (const by of [[], ['day'], ['shift']] as const) {
      expect([by, await seenAt('09:59', [...by])]).toEqual([by, [400, null]])
      expect([by, await seenAt('10:00', [...by])]).toEqual([by, [400, 2]])
    }
    // The middle shift begins at 16:00; the metrics of the early shift and of the day stay.
    expect(await seenAt('16:30')).toEqual([400, 2])
    expect(await seenAt('16:30', ['shift'])).toEqual([400, 2])
    expect(await seenAt('08:30', [], '2026-11-20')).toEqual([400, 2])
  })

  test('start-up web and purgings are waste of their shift, team and order, and count as produced quantity for OEE', async () => {
    const order = await createRunningOrder(feedingPlant)
    // The early shift wound 1,000 kg, 750 kg of them good; a jumbo of 200 kg was scrapped. The middle shift wound 400 kg.
    await insertJumbo(order, '12:00', 1000, { bad: 2500 })
    await insertJumbo(order, '13:00', 200, { state: 'scrapped' })
    await insertJumbo(order, '18:00', 400, { shift: 'middle', team: 'B' })
    const orderKeys = { workOrderId: order.id, lineId: order.lineId! }
    const addWaste = async (
      kind: 'startUp' | 'purge' | 'edgeTrim',
      kg: number,
      time: string,
      destination = 'disposed',
    ) =>
      expectOk(
        await feedingPlant.line.call(recycle.endpoints.create, {
          id: createUuid7(),
          ...orderKeys,
          kind,
          destination,
          kg,
          occurredAt: plantTime(time, DAY),
          // The order began only after the day of the test.
          note: '补记',
        } as never),
      )
    const startUp = await addWaste('startUp', 60, '08:30', 'sold')
    const purge = await addWaste('purge', 40, '17:00')
    await addWaste('edgeTrim', 30, '12:30', 'pellets')
    const loadOrderWaste = async () =>
      (
        await feedingPlant.plant.query<{ kg: number }>('select waste_kg::float8 as kg from work_order where id = $1', [
          order.id,
        ])
      )[0]!.kg
    expect(await loadOrderWaste()).toBe(100)
    await count()
    const orderTotals = await runInside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, orderIds: [order.id] }))
    expect(orderTotals.values.wasteKg).toBe(300)
    expect(orderTotals.values.outputKg).toBe(1600)
    expect(orderTotals.values.wastePercent).toBeCloseTo((300 / 1700) * 100, 9)
    expect(orderTotals.values.qualityPercent).toBeCloseTo((1150 / 1700) * 100, 9)
    const byShift = await runInside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift'], orderIds: [order.id] }),
    )
    const [earlyShift, middleShift] = byShift.filter(({ sums }) => sums.woundKg > 0)
    expect([earlyShift!.values.wasteKg, middleShift!.values.wasteKg]).toEqual([260, 40])
    expect(earlyShift!.values.wastePercent).toBeCloseTo((260 / 1260) * 100, 9)
    expect(middleShift!.values.qualityPercent).toBeCloseTo((400 / 440) * 100, 9)
    const byTeam = await runInside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['team'], orderIds: [order.id] }),
    )
    const getTeamWaste = (team: string | null) => byTeam.find(({ key }) => key.team === team)?.values.wasteKg
    expect(startUp.team).not.toBe(purge.team)
    expect([getTeamWaste(startUp.team), getTeamWaste(purge.team)]).toEqual([60 + (startUp.team === 'A' ? 200 : 0), 40])
    const shift = { lineId: order.lineId!, businessDate: DAY, shift: 'early' }
    const teamSummary = expectOk(await feedingPlant.lead.call(teamSummaryPreview, shift))
    expect(teamSummary.map(({ workOrderId, wasteKg }) => [workOrderId, wasteKg])).toEqual([
      [null, 260],
      [order.id, 260],
    ])
    // After correction and removal the order has its old waste.
    expectOk(await feedingPlant.line.call(recycle.endpoints.update, { id: purge.id, version: purge.version, kg: 55 }))
    expect(await loadOrderWaste()).toBe(115)
    expectOk(
      await feedingPlant.staff.admin.call(recycle.endpoints.remove, { id: startUp.id, version: startUp.version }),
    )
    expect(await loadOrderWaste()).toBe(55)
  })

  test('energy per kg counts only web of metered shifts, so missing readings do not lower it', async () => {
    const order = await createRunningOrder(feedingPlant)
    await insertJumbo(order, '09:00', 600)
    await insertJumbo(order, '18:00', 400, { shift: 'middle', team: 'B' })
    const insertEnergyUse = (lineId: string | null, shift: string, medium: string, used: number, cost: number) =>
      feedingPlant.plant.query(
        `insert into energy_use (site_id, id, day, band, kind, medium, line_id, business_date, shift, used, cost, estimated, allocated, unpriced)
         values (1, $1, $2, 'flat', 'process', $3, $4, $2, $5, $6, $7, 0, 0, 0)`,
        [createUuid7(), DAY, medium, lineId, shift, used, cost],
      )
    const loadEnergyPerKg = async (dimensions: ('shift' | 'line')[] = []) => {
      await count()
      const rows = await runInside((ctx) =>
        loadMetrics(ctx, { from: DAY, to: DAY, by: dimensions, orderIds: [order.id] }),
      )
      const lineMetrics = await runInside((ctx) =>
        loadMetrics(ctx, { from: DAY, to: DAY, by: dimensions, lineIds: [order.lineId!] }),
      )
      expect(rows.reduce((sum, { sums }) => sum + sums.woundKg, 0)).toBe(1000)
      return lineMetrics.map(({ key, values }) => [
        ...dimensions.map((name) => key[name]),
        values.kwhPerKg,
        values.energyCostPerKg,
        values.outputKg,
      ])
    }
    // With gas only there is no electricity per kg.
    await insertEnergyUse(order.lineId, 'middle', 'gas', 50, 200)
    expect(await loadEnergyPerKg()).toEqual([[null, null, 1000]])
    // The early shift has 900 kWh and 630 CNY for 600 kg; with the gas of the middle shift the cost is 830 CNY.
    await insertEnergyUse(order.lineId, 'early', 'electricity', 900, 630)
    expect(await loadEnergyPerKg(['shift'])).toEqual([
      ['early', 1.5, 1.05, 600],
      ['middle', null, null, 400],
      ['night', null, null, 0],
    ])
    expect((await loadEnergyPerKg())[0]![0]).toBe(1.5)
    // The middle shift has plant-wide meters only, without a line; its web counts.
    await insertEnergyUse(null, 'middle', 'electricity', 100, 70)
    expect((await loadEnergyPerKg())[0]![0]).toBe(0.9)
    await feedingPlant.plant.query('delete from energy_use where business_date = $1', [DAY])
  })

  test('the cost per kg of an order relates to all wound good kg, like its cost page, not to the slit kg', async () => {
    const order = await createRunningOrder(feedingPlant)
    await insertJumbo(order, '09:00', 600)
    await insertJumbo(order, '18:00', 200, { shift: 'middle', team: 'B' })
    await feedingPlant.plant.query('update work_order set jumbo_kg = 800 where id = $1', [order.id])
    // 800 kg are wound, 700 kg of them good, 100 kg of those slit so far: 8,400 CNY ÷ 700 kg.
    await feedingPlant.plant.query(
      `insert into order_cost (site_id, id, work_order_id, product_id, line_id, good_kg, made_kg, total, computed_at)
       values (1, $1, $2, $3, $4, 100, 700, 8400, now())`,
      [createUuid7(), order.id, order.productId, order.lineId],
    )
    await count()
    const rows = await runInside((ctx) => loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift'], orderIds: [order.id] }))
    expect(rows.map(({ key, values }) => [key.shift, values.costPerKg])).toEqual([
      ['early', 12],
      ['middle', 12],
    ])
  })

  test('availability ignores time outside planned busy time, and a stop counts in the shift in which it began', async () => {
    const order = await createRunningOrder(feedingPlant)
    await feedingPlant.plant.query(`update line set in_use_from = '2026-01-01' where id = $1`, [order.lineId])
    await feedingPlant.plant.query('update work_order set started_at = $2 where id = $1', [
      order.id,
      plantTime('00:00', '2026-11-01'),
    ])
    const reasons = expectOk(await feedingPlant.staff.admin.call(stopReason.endpoints.list, { size: 100 })).list
    const findReasonId = (code: string) => reasons.find((one) => one.code === code)!.id
    const addStop = async (from: string, to: string, code: string) =>
      expectOk(
        await feedingPlant.lead.call(lineStop.endpoints.create, {
          lineId: order.lineId!,
          startedAt: from,
          endedAt: to,
          reasonId: findReasonId(code),
        } as never),
      )
    const idleLineId = expectOk(
      await feedingPlant.staff.admin.call(line.endpoints.create, {
        code: 'IDLE-1',
        name: 'IDLE-1',
        kind: 'spunbond',
        inUseFrom: '2026-01-01',
      }),
    ).id
    // Early shift 08:00–16:00: one hour without orders, half an hour of a web break, a second web break from 15:30 to 16:30.
    await addStop(plantTime('08:00', DAY), plantTime('09:00', DAY), 'noOrder')
    await addStop(plantTime('10:00', DAY), plantTime('10:30', DAY), 'webBreak')
    await addStop(plantTime('15:30', DAY), plantTime('16:30', DAY), 'webBreak')
    await runJob(feedingPlant.plant, 'figures-count')
    const [earlyShift, middleShift] = await runInside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['shift'], lineIds: [order.lineId!] }),
    )
    expect(earlyShift!.sums).toMatchObject({
      calendarMinutes: 480,
      outsideMinutes: 60,
      standingMinutes: 120,
      plannedMinutes: 60,
      unplannedMinutes: 60,
      stops: 3,
      unplannedStops: 2,
    })
    expect(middleShift!.sums).toMatchObject({ standingMinutes: 30, stops: 0, unplannedStops: 0, endedStops: 1 })
    // Web was made in 480 − 120 minutes of 480 − 60 planned minutes.
    expect(earlyShift!.values.oeeAvailabilityPercent).toBeCloseTo((360 / 420) * 100, 9)
    expect(earlyShift!.values.runPercent).toBeCloseTo(75, 9)
    // A line without orders has no availability and does not change the plant's.
    const [idleMetrics] = await runInside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['line'], lineIds: [idleLineId] }),
    )
    expect(idleMetrics?.sums.operatingMinutes ?? 0).toBe(0)
    expect([
      idleMetrics?.sums.calendarMinutes ?? 0,
      idleMetrics?.values.runPercent ?? null,
      idleMetrics?.values.oeeAvailabilityPercent ?? null,
    ]).toEqual([0, null, null])
  })

  test('breakdowns before the first work of a line do not count for MTBF, as in the repair statistics', async () => {
    const order = await createRunningOrder(feedingPlant)
    await feedingPlant.plant.query(`update line set in_use_from = '2026-11-10' where id = $1`, [order.lineId])
    await feedingPlant.plant.query(`update work_order set state = 'planned', started_at = null where id = $1`, [
      order.id,
    ])
    const machineId = createUuid7()
    await feedingPlant.plant.query(
      `insert into equipment (site_id, id, code, name, line_id, state, created_at, updated_at) values (1, $1, 'EQ-M', 'EQ-M', $2, 'inUse', $3, $3)`,
      [machineId, order.lineId, plantTime('07:00', '2026-11-10')],
    )
    // The machine fails without a stop on the first day of use and on the first day of work.
    for (const day of ['2026-11-10', '2026-11-12'])
      await feedingPlant.plant.query(
        `insert into repair (site_id, id, number, equipment_id, line_id, state, fault_kind, severity, breakdown, reported_at, created_at, updated_at)
         values (1, $1, $2, $3, $4, 'reported', 'mechanical', 'high', true, $5, now(), now())`,
        [createUuid7(), `R-M-${day}`, machineId, order.lineId, plantTime('09:00', day)],
      )
    const days = { from: '2026-11-10', to: '2026-11-12' }
    await count(days.from, days.to)
    const lineId = order.lineId!
    const loadLineMetrics = () => runInside((ctx) => loadTotalMetrics(ctx, { ...days, lineIds: [lineId] }))
    // A line that has only failed counts from its first day of use: 72 hours with two breakdowns.
    expect((await loadLineMetrics()).values.mtbf).toBe(36)
    await runInside((ctx) =>
      ctx.rows.update(workOrder, order.id, { state: 'running', startedAt: plantTime('08:00', '2026-11-12') }),
    )
    // One run of the job ends after some time.
    do await runJob(feedingPlant.plant, 'figures-count')
    while ((await feedingPlant.plant.query('select from figure_mark limit 1')).length > 0)
    // The line works since the 12th at 08:00: 24 hours with one breakdown.
    const { sums, values } = await loadLineMetrics()
    expect(sums).toMatchObject({ operatingMinutes: 1440, breakdowns: 1 })
    expect(values.mtbf).toBe(24)
    const { rows } = expectOk(await feedingPlant.staff.admin.call(repairStatistics, { by: 'line', ...days, lineId }))
    expect(rows).toMatchObject([{ operatingHours: 24, breakdowns: 1, mtbf: 24 }])
  })

  test('a feed and its correction update the sums automatically', async () => {
    const order = await createRunningOrder(feedingPlant)
    const material = await createMaterial(feedingPlant)
    const lot = await createLot(feedingPlant, material.id, { kg: 5000 })
    const addMain = feedAddCommands.find(({ kind }) => kind === 'main')!.endpoint
    const body = {
      workOrderId: order.id,
      lineId: order.lineId!,
      materialId: material.id,
      lotId: lot.id,
      hopperId: await findOrCreateHopper(feedingPlant, order),
      kg: 750,
      // The order began the day after.
      reason: '补录',
      occurredAt: plantTime('09:00', DAY),
    }
    expectOk(await feedingPlant.line.call(addMain, { id: createUuid7(), ...body } as never))
    expect(await feedingPlant.plant.query(`select day::text from figure_mark`)).toContainEqual({ day: DAY })
    await runJob(feedingPlant.plant, 'figures-count')
    const totals = await runInside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, orderIds: [order.id] }))
    expect(totals.sums.fedKg).toBe(750)
    expect(await feedingPlant.plant.query('select * from figure_mark')).toEqual([])
  })

  test('are the same after a rebuild from scratch, and any split of days adds up to the total', async () => {
    const metricsBefore = await runInside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-15', to: '2026-11-20', by: ['day', 'shift', 'line'] }),
    )
    await feedingPlant.plant.query('delete from shift_figure')
    await count('2026-11-15', '2026-11-20')
    const metricsAfter = await runInside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-15', to: '2026-11-20', by: ['day', 'shift', 'line'] }),
    )
    expect(metricsAfter.filter(({ sums }) => sumNames.some((name) => sums[name] !== 0)).length).toBeGreaterThan(5)
    const getFilledRows = (rows: typeof metricsBefore) =>
      rows.filter(({ sums }) => sums.woundKg + sums.stops + sums.fedKg > 0)
    expect(getFilledRows(metricsAfter)).toEqual(getFilledRows(metricsBefore))
    const totals = await runInside((ctx) => loadTotalMetrics(ctx, { from: '2026-11-15', to: '2026-11-20' }))
    for (const by of ['shift', 'team', 'line', 'order', 'day', 'week', 'month', 'season', 'year'] as const) {
      const parts = await runInside((ctx) => loadMetrics(ctx, { from: '2026-11-15', to: '2026-11-20', by: [by] }))
      expect(addShiftSums(parts.map(({ sums }) => sums)), by).toEqual(totals.sums)
    }
  })
})

describe('corrections', () => {
  test('enter every sum, keep the counted value, and never make it negative', async () => {
    const order = await createRunningOrder(feedingPlant)
    await insertJumbo(order, '09:30', 400)
    await count()
    const correction = {
      businessDate: DAY,
      shift: 'early',
      lineId: order.lineId!,
      sum: 'woundKg',
      reason: '秤故障',
    } as const
    await runInside((ctx) => correctShiftSum({ ...ctx, person: getLead() }, { ...correction, value: 425.5 }))
    const loadTotals = (more = {}) =>
      runInside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, lineIds: [order.lineId!], ...more }))
    expect((await loadTotals()).values.outputKg).toBe(425.5)
    expect((await loadTotals({ uncorrected: true })).values.outputKg).toBe(400)
    const month = await runInside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-01', to: '2026-11-30', by: ['month'], lineIds: [order.lineId!] }),
    )
    expect(month.map(({ key, values }) => [key.month, values.outputKg])).toEqual([['2026-11-01', 425.5]])
    await expect(
      runInside((ctx) => correctShiftSum({ ...ctx, person: getLead() }, { ...correction, delta: -426 })),
    ).rejects.toThrow(/correction\.below/)
    await expect(
      runInside((ctx) => correctShiftSum({ ...ctx, person: getLead() }, { ...correction, value: 425.5 })),
    ).rejects.toThrow(/correction\.nothing/)
    expect(
      expectOk(await feedingPlant.staff.admin.call(metricCorrection.endpoints.list, { lineId: order.lineId! })).list,
    ).toMatchObject([{ sum: 'woundKg', before: 400, delta: 25.5, cause: 'person', reason: '秤故障' }])
    // The correction stays after a recount.
    await count()
    expect((await loadTotals()).values.outputKg).toBe(425.5)
  })

  test('never let parts exceed their whole, of an order or of the whole shift', async () => {
    const order = await createRunningOrder(feedingPlant)
    // 980 kg wound: 860 kg good, 120 kg downgraded, 500 kg in a jumbo without downgrade.
    await insertJumbo(order, '09:00', 500)
    await insertJumbo(order, '10:00', 480, { bad: 2500 })
    await count()
    const shiftOfLine = { businessDate: DAY, shift: 'early', lineId: order.lineId!, reason: '秤故障' } as const
    const correct = (sum: SumName, delta: number, workOrderId: string | null = null) =>
      runInside((ctx) => correctShiftSum({ ...ctx, person: getLead() }, { ...shiftOfLine, sum, delta, workOrderId }))
    const loadCorrections = async () =>
      expectOk(await feedingPlant.staff.admin.call(metricCorrection.endpoints.list, { lineId: order.lineId! })).total
    for (const [sum, delta] of [
      ['woundKg', -500],
      ['woundKg', -120.001],
      ['woundGoodKg', 120.001],
      ['woundFirstKg', 360.001],
      ['woundDowngradedKg', 860.001],
      ['woundWasteKg', 860.001],
      ['woundGoodKg', -360.001],
      ['slitGoodKg', 50_000],
      ['rollsFirstPassed', 1],
    ] as const)
      for (const workOrderId of [null, order.id])
        await expect(correct(sum, delta, workOrderId), `${sum} ${delta}`).rejects.toThrow(/correction\.exceeds/)
    expect(await loadCorrections()).toBe(0)
    // Corrected after its parts, the whole may fall: 480 kg wound, 360 kg of them good.
    await correct('woundFirstKg', -140, order.id)
    await correct('woundGoodKg', -500, order.id)
    await correct('woundKg', -500, order.id)
    const totals = await runInside((ctx) => loadTotalMetrics(ctx, { from: DAY, to: DAY, lineIds: [order.lineId!] }))
    expect(totals.values).toMatchObject({ outputKg: 480, qualityPercent: 75, winderQ1Percent: 75 })
    // 100 kg good of the shift without order, then 30 kg of the order: 390 of 480 kg, but 490 of 480 kg in the shift.
    await correct('woundGoodKg', 100)
    await expect(correct('woundGoodKg', 30, order.id)).rejects.toThrow(/correction\.exceeds/)
    expect(await loadCorrections()).toBe(4)
  })

  test('a correction has the team of its shift, which had most of the sum', async () => {
    const order = await createRunningOrder(feedingPlant)
    await insertJumbo(order, '09:30', 400, { team: 'D' })
    await insertJumbo(order, '10:30', 100, { team: 'C' })
    await count()
    const correction = { businessDate: DAY, shift: 'early', lineId: order.lineId!, reason: '秤故障' } as const
    const correct = (sum: SumName, delta: number) =>
      runInside((ctx) => correctShiftSum({ ...ctx, person: getLead() }, { ...correction, sum, delta }))
    expect(await correct('woundKg', 25)).toMatchObject({ team: 'D' })
    // Nobody fed anything, so the correction belongs to the team of the calendar.
    const calendarTeam = (
      await feedingPlant.plant.query<{ team: string }>(
        `select distinct team from shift_figure where business_date = $1 and shift = 'early' and line_id = $2 and calendar_minutes > 0`,
        [DAY, order.lineId],
      )
    )[0]?.team
    const fed = await correct('fedKg', 50)
    expect(fed.team).toMatch(/^[ABCD]$/)
    if (calendarTeam) expect(fed.team).toBe(calendarTeam)
    const byTeam = await runInside((ctx) =>
      loadMetrics(ctx, { from: DAY, to: DAY, by: ['team'], lineIds: [order.lineId!] }),
    )
    expect(byTeam.filter(({ sums }) => sums.woundKg > 0).map(({ key, sums }) => [key.team, sums.woundKg])).toEqual([
      ['C', 100],
      ['D', 425],
    ])
  })

  test('a late change counts for the team whose shift it changes, and is booked back if it is undone', async () => {
    const order = await createRunningOrder(feedingPlant)
    const september = '2026-09-20'
    const today = '2026-11-20'
    const early = await insertJumbo(order, '09:30', 400, { day: september, team: 'C' })
    const middle = await insertJumbo(order, '17:30', 300, { day: september, shift: 'middle', team: 'D' })
    await count(september, september)
    await closeMonthAs(feedingPlant.plant, '2026-09')
    const weigh = async (id: string, kg: number) => {
      await feedingPlant.plant.query('update jumbo_roll set net_kg = $2 where id = $1', [id, kg])
      await count(september, september)
      await count(today, today)
    }
    const loadByTeam = async () =>
      (
        await runInside((ctx) =>
          loadMetrics(ctx, { from: today, to: today, by: ['team'], orderIds: [order.id], lineIds: [order.lineId!] }),
        )
      )
        .filter(({ sums }) => sums.woundKg !== 0)
        .map(({ key, sums }) => [key.team, sums.woundKg])
    await weigh(early, 380)
    await weigh(middle, 330)
    // The shift in which the changes were booked has another team, which made nothing of this order.
    expect(await loadByTeam()).toEqual([
      ['C', -20],
      ['D', 30],
    ])
    const loadOutputKg = async () =>
      (await runInside((ctx) => loadTotalMetrics(ctx, { from: '2026-09-01', to: today, orderIds: [order.id] }))).values
        .outputKg
    expect(await loadOutputKg()).toBe(710)
    await weigh(early, 400)
    expect(await loadByTeam()).toEqual([['D', 30]])
    expect(await loadOutputKg()).toBe(730)
    // A correction of an earlier release has no team: it is moved to the team, and does not count twice.
    await feedingPlant.plant.query(
      `update figure_correction set team = null where of_day = $1 and team = 'D' and sum = 'woundKg'`,
      [september],
    )
    await count(september, september)
    await count(today, today)
    expect(await loadByTeam()).toEqual([['D', 30]])
    expect(await loadOutputKg()).toBe(730)
    await reopenMonthAs(feedingPlant.plant, '2026-09')
    await count('2026-09-01', '2026-09-30')
    await count(today, today)
    expect(await loadByTeam()).toEqual([])
    expect(await loadOutputKg()).toBe(730)
  })

  test('late changes of a closed month are booked in the current shift, once', async () => {
    const order = await createRunningOrder(feedingPlant)
    const october = '2026-10-20'
    const id = await insertJumbo(order, '09:30', 400, { day: october })
    await count(october, october)
    await closeMonthAs(feedingPlant.plant, '2026-10')
    await feedingPlant.plant.query('update jumbo_roll set net_kg = 380 where id = $1', [id])
    await count(october, october)
    const loadOutputKg = async (from: string, to: string) =>
      (await runInside((ctx) => loadTotalMetrics(ctx, { from, to, lineIds: [order.lineId!] }))).values.outputKg
    expect(await loadOutputKg(october, october)).toBe(400)
    await count('2026-11-20', '2026-11-20')
    expect(await loadOutputKg('2026-11-20', '2026-11-20')).toBe(-20)
    // The correction belongs to the product of its order, which produced nothing in this shift.
    const byProduct = await runInside((ctx) =>
      loadMetrics(ctx, { from: '2026-11-20', to: '2026-11-20', by: ['product'], lineIds: [order.lineId!] }),
    )
    expect(byProduct.map(({ key, values }) => [key.product, values.outputKg])).toContainEqual([order.productId, -20])
    // Recounts do not book the change again.
    await count(october, october)
    await count('2026-11-20', '2026-11-20')
    expect(await loadOutputKg('2026-10-01', '2026-11-30')).toBe(380)
    // In the reopened month the change is in its own shift only.
    await reopenMonthAs(feedingPlant.plant, '2026-10')
    await count('2026-10-01', '2026-10-31')
    await count('2026-11-20', '2026-11-20')
    expect(await loadOutputKg(october, october)).toBe(380)
    expect(await loadOutputKg('2026-11-20', '2026-11-20')).toBe(0)
  })
})
const getLead = () => ({ id: feedingPlant.lead.userId }) as NonNullable<Context['person']>

describe('targets', () => {
  test('a month’s target is divided among its shifts; targets of a day or shift take precedence; rates are averaged', async () => {
    const order = await createRunningOrder(feedingPlant)
    const lineScope = { lineId: order.lineId!, team: null, shift: null } as const
    await runInside((ctx) =>
      setTargets({ ...ctx, person: getLead() }, [
        { ...lineScope, figure: 'outputKg', period: 'month', day: '2026-11-01', value: 90_000 },
        { ...lineScope, figure: 'outputKg', period: 'day', day: '2026-11-19', value: 6000 },
        { ...lineScope, figure: 'outputKg', period: 'shift', day: '2026-11-19', shift: 'night', value: 500 },
        { ...lineScope, figure: 'q1Percent', period: 'month', day: '2026-11-01', value: 96 },
        { lineId: null, team: 'A', shift: null, figure: 'outputKg', period: 'month', day: '2026-11-01', value: 2300 },
      ]),
    )
    const loadLineTargets = async (from: string, to: string, shift: string | null = null) =>
      (await runInside((ctx) => loadTargets(ctx, { from, to, shift })))
        .filter(({ lineId }) => lineId === order.lineId)
        .map(({ figure, value }) => [figure, Math.round(value * 100) / 100])
    // 30 days of three shifts: 1,000 kg a shift.
    expect(await loadLineTargets('2026-11-18', '2026-11-18')).toEqual([
      ['outputKg', 3000],
      ['q1Percent', 96],
    ])
    expect(await loadLineTargets('2026-11-18', '2026-11-18', 'early')).toEqual([
      ['outputKg', 1000],
      ['q1Percent', 96],
    ])
    expect(await loadLineTargets('2026-11-19', '2026-11-19')).toEqual([
      ['outputKg', 4500],
      ['q1Percent', 96],
    ])
    const team = (await runInside((ctx) => loadTargets(ctx, { from: '2026-11-01', to: '2026-11-30' }))).find(
      ({ team }) => team,
    )
    expect(team!.value).toBeCloseTo(2300, 6)
  })

  test.each([
    ['of nobody', { lineId: null }, /target\.scope/],
    ['of a month on another day', { day: '2026-11-02' }, /target\.day/],
    ['of nothing', { value: 0 }, /4013/],
    ['of a shift that is not named', { period: 'shift' as const }, /target\.shift/],
  ])('refuses a target %s', async (_what, wrongFields, refusal) => {
    const order = await createRunningOrder(feedingPlant)
    const target = {
      lineId: order.lineId!,
      team: null,
      shift: null,
      period: 'month' as const,
      figure: 'outputKg' as const,
      day: '2026-11-01',
      value: 1,
      ...wrongFields,
    }
    await expect(runInside((ctx) => setTargets({ ...ctx, person: getLead() }, [target]))).rejects.toThrow(refusal)
  })
})

test('metrics of a total are ratios of sums, not means of ratios', () => {
  const anySums = fc.record(Object.fromEntries(sumNames.map((name) => [name, fc.nat(1000)])) as never)
  fc.assert(
    fc.property(fc.array(anySums, { minLength: 1, maxLength: 6 }), (parts) => {
      const total = addShiftSums(parts as never)
      expect(total.woundKg).toBe((parts as { woundKg: number }[]).reduce((sum, { woundKg }) => sum + woundKg, 0))
      for (const [name, value] of Object.entries(calculateMetricValues(total)))
        if (value !== null) expect(Number.isFinite(value), name).toBe(true)
    }),
  )
  expect(Object.values(calculateMetricValues(zeroSums)).filter((value) => value !== null && value !== 0)).toEqual([])
})
