/** Metrics and their variants: each has one value in every call, report and workbook, and variants differ visibly. */
import { beforeAll, expect, it } from 'vitest'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { teamSummaryPreview } from '@/areas/handover/contract/production-records'
import { repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { plantStatistics, type PlantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { stopAnalysis } from '@/areas/reports/contract/stop-analysis'
import { finishedReport } from '@/areas/sheets/contract/detail-reports'
import { energyReport, monthlyOutputReport } from '@/areas/sheets/contract/metric-reports'
import { rollStatistics } from '@/areas/stock/contract/statistics-endpoints'
import { addDays, addMonths, type Day } from '@/plant/rules/plant-time'
import { readSheet } from '@/server/excel/read-sheet'
import { runAsSystem } from '@/server/start-application'
import { expectOk } from '../server/plant-staff'
import { expectNear, type Plant, type Said } from './consistent-metrics'

/** Defines the tests, for a loaded demonstration plant with a signed-in caller. */
export function testMetricVariants(plant: () => Plant): void {
  let day: Day
  let statistics: PlantStatistics
  const byOne = async (by: 'day' | 'line' | 'month', from: Day, to: Day): Promise<PlantStatistics> =>
    expectOk(await plant().caller.call(plantStatistics, { by, from, to }))
  const total = (): Said => statistics.total[0] as unknown as Said
  beforeAll(async () => {
    const { app, today } = plant()
    day = addDays(today, -1)
    await runAsSystem(app, 'test.figures', (ctx) => recalculateMetrics(ctx, { from: addDays(today, -20), to: today }))
    statistics = await byOne('day', day, day)
  })

  it('waste is the sum of wasted rolls, cut-off ends, start-up web and purgings', async () => {
    const [made] = await plant().query<{ ends: number; lost: number; scrapped: number; metres: number }>(
      `select (select coalesce(sum(kg), 0) from recycle where business_date = $1 and kind in ('startUp', 'purge'))::float8 as lost,
        (select coalesce(sum(c.waste_kg), 0) from cutting c where (c.ended_at at time zone 'Asia/Shanghai' - interval '8 hours')::date = $1 and c.state = 'finished')::float8 as ends,
        (select coalesce(sum(coalesce(net_kg, expected_kg)), 0) from jumbo_roll where business_date = $1 and state = 'scrapped')::float8 as scrapped,
        (select coalesce(sum(coalesce(kg, expected_kg) * case when state = 'recycled' or (grade = 'waste' and downgrades = '[]') then 1
             else (select coalesce(sum((d->>'toM')::numeric - (d->>'fromM')::numeric), 0) from jsonb_array_elements(downgrades) d where d->>'grade' = 'waste')
               / length_m end), 0) from slit_roll where business_date = $1 and reworked_from_id is null)::float8 as metres`,
      [day],
    )
    const { ends, lost, scrapped, metres } = made!
    expect(lost).toBeGreaterThan(0)
    expectNear(total()['wasteKg'], ends + lost + scrapped + metres, 'waste')
    expectNear(
      total()['wastePercent'],
      (100 * (ends + lost + scrapped + metres)) / (total()['outputKg']! + lost),
      'waste rate',
    )
    // Handovers and team summaries show the same waste for each line.
    const { rows } = await byOne('line', day, day)
    for (const { key, label, wasteKg } of rows.filter((row) => row.key && (row.wasteKg ?? 0) > 0)) {
      let summed = 0
      for (const shift of ['early', 'middle', 'night']) {
        const lines = expectOk(
          await plant().caller.call(teamSummaryPreview, { lineId: key!, businessDate: day, shift }),
        )
        summed += lines.find(({ workOrderId }) => workOrderId === null)!.wasteKg
      }
      expectNear(summed, wasteKg, `waste of ${label} in team summaries`)
    }
  })
  it('an order shows the values of the statistics', async () => {
    // Rework grades rolls again for their order; the slitter's output does not count them twice.
    const { query, today } = plant()
    const from = addDays(today, -14)
    const orders = await query<{ id: string; number: string; made: number; good: number; waste: number }>(
      `select id, number, jumbo_kg::float8 as made, good_kg::float8 as good, waste_kg::float8 as waste from work_order
        where started_at >= $1::date + interval '1 day' and state in ('finished', 'closed')
          and not exists (select from slit_roll r where r.work_order_id = work_order.id and r.state = 'reworked')`,
      [from],
    )
    const { rows } = expectOk(await plant().caller.call(plantStatistics, { by: 'order', from, to: today }))
    expect(orders.length).toBeGreaterThan(5)
    for (const order of orders) {
      const own = rows.find(({ key }) => key === order.id)
      expectNear(own?.outputKg, order.made, `output of ${order.number}`)
      expectNear(own?.goodKg, order.good, `good output of ${order.number}`)
      expectNear(own?.wasteKg, order.waste, `waste of ${order.number}`)
    }
  })
  it('good output by metres and output graded good differ, and each is the same on every page', async () => {
    const { caller, query } = plant()
    const span = { from: addDays(day, -13), to: day }
    const sum = (await byOne('day', span.from, span.to)).total[0] as unknown as Said
    const finished = expectOk(await caller.call(finishedReport.endpoint, { ...span, by: ['grade'] }))
    const data = expectOk(await caller.call(rollStatistics, { ...span, rows: 'grade' }))
    expectNear(data.kg, sum['slitOutputKg'], 'data statistics')
    expectNear(finished.slitOutputKg, sum['slitOutputKg'], 'slitter output beside the finished products')
    expectNear(data.downgradedKg, sum['slitterDowngradedKg'], 'downgraded by metres')
    expectNear(data.rows.find(({ key }) => key === 'good')?.kg, sum['goodRollsKg'], 'rolls graded good')
    expectNear(
      finished.rows.find(({ grade }) => grade === 'good')?.kg,
      sum['goodRollsKg'],
      'finished products graded good',
    )
    // Finished products are all rolls except recycled ones and the losses of rework.
    const [lost] = await query<{ kg: number }>(
      `select coalesce(sum(r.kg - coalesce(r.reworked_kg, 0)), 0)::float8 as kg from slit_roll r join slit_set s on s.id = r.slit_set_id
        where r.state in ('recycled', 'reworked') and s.business_date >= $1 and s.business_date <= $2`,
      [span.from, span.to],
    )
    expectNear(finished.total[0]?.kg, sum['slitOutputKg']! - lost!.kg, 'finished products')
    expect(sum['goodKg']).toBeGreaterThan(sum['goodRollsKg']!)
  })
  it('availability with and without planned stops, running time, and stops', async () => {
    const { caller, query } = plant()
    // Some of these days have manual corrections of stop time.
    const span = { from: addDays(day, -14), to: day }
    const corrections = await query(
      `select id from figure_correction where sum = 'standingMinutes' and business_date between $1 and $2`,
      [span.from, span.to],
    )
    expect(corrections.length).toBeGreaterThan(0)
    const { rows, total: sums } = await byOne('line', span.from, span.to)
    const analysis = expectOk(await caller.call(stopAnalysis, span))
    const names = [
      'availabilityPercent',
      'stops',
      'unplanned',
      'mtbsHours',
      'mdtHours',
      'plannedHours',
      'unplannedHours',
      'unknownHours',
    ] as const
    for (const name of names) expectNear(analysis[name], (sums[0] as unknown as Said)[name], `stops: ${name}`)
    for (const line of analysis.lines)
      for (const name of names)
        expectNear(line[name], rows.find(({ key }) => key === line.lineId)?.[name], `stops of ${line.label}: ${name}`)
    const [all] = sums
    expectNear(all!.runHours, analysis.periodHours * (all!.runPercent! / 100), 'running time')
    // Three different metrics: the value without planned stops is never below the calendar value.
    expect(all!.availabilityPercent!).toBeGreaterThan(all!.runPercent!)
    expect(all!.oeeAvailabilityPercent!).not.toBe(all!.availabilityPercent!)
  })
  it('time between failures and to repair', async () => {
    const { caller } = plant()
    const span = { from: addDays(day, -13), to: day }
    const { rows, total: sums } = await byOne('line', span.from, span.to)
    const repairRows = expectOk(await caller.call(repairStatistics, { by: 'line', ...span })).rows
    expect(repairRows.length).toBeGreaterThan(5)
    for (const row of repairRows) {
      const own = rows.find(({ key }) => key === row.key)
      expectNear(row.mtbf, own?.mtbf ?? null, `MTBF of ${row.label}`)
      expectNear(row.mttr, own?.mttr ?? null, `MTTR of ${row.label}`)
      expectNear(row.waitingHours, own?.waitingHours ?? 0, `waiting of ${row.label}`)
    }
    // By month there is one row for all lines: each of the two months is compared with its own days.
    for (const month of expectOk(await caller.call(repairStatistics, { by: 'month', ...span })).rows) {
      const from = `${month.key}-01` < span.from ? span.from : `${month.key}-01`
      const last = addDays(addMonths(`${month.key}-01`, 1), -1)
      const [own] = (await byOne('month', from, last > span.to ? span.to : last)).total
      expectNear(month.mtbf, own?.mtbf, `MTBF of ${month.key}`)
      expectNear(month.mttr, own?.mttr, `MTTR of ${month.key}`)
    }
    expect(sums[0]!.mtbf).toBeGreaterThan(0)
  })
  it('energy and cost per kilogram', async () => {
    const { caller, today } = plant()
    const from = `${today.slice(0, 7)}-01` as Day
    const { rows, total: sums } = await byOne('line', from, today)
    const sheet = expectOk(await caller.call(energyReport.endpoint, { from, to: today }))
    expectNear(sheet.total[0]?.kwhPerKg, sums[0]!.kwhPerKg, 'sheet of energy')
    expectNear(sheet.total[0]?.energyCostPerKg, sums[0]!.energyCostPerKg, 'sheet of energy: cost')
    for (const row of sheet.rows)
      expectNear(row.kwhPerKg, rows.find(({ key }) => key === row.lineId)?.kwhPerKg, `energy of ${row.line}`)
    const monthly = expectOk(await caller.call(monthlyOutputReport.endpoint, { from, to: today }))
    expectNear(monthly.total[0]?.costPerKg, sums[0]!.costPerKg, 'cost per kg')
    expectNear(monthly.total[0]?.goodRollsKg, sums[0]!.goodRollsKg, 'good rolls')
  })
  it('the workbooks of sheets and statistics', async () => {
    const { caller, today } = plant()
    const from = `${today.slice(0, 7)}-01` as Day
    const sums = (await byOne('day', from, today)).total[0] as unknown as Said
    const statisticsFile = await caller.call(plantStatistics, { by: 'day', from, to: today, format: 'xlsx' })
    const monthlyFile = await caller.call(monthlyOutputReport.endpoint, { from, to: today, format: 'xlsx' })
    const energyFile = await caller.call(energyReport.endpoint, { from, to: today, format: 'xlsx' })
    const finishedFile = await caller.call(finishedReport.endpoint, { from, to: today, by: ['grade'], format: 'xlsx' })
    const finished = expectOk(await caller.call(finishedReport.endpoint, { from, to: today, by: ['grade'] }))
    const expected: readonly [string, Uint8Array, readonly (number | null | undefined)[]][] = [
      [
        'statistics',
        statisticsFile.bytes,
        (['wasteKg', 'goodRollsKg', 'mtbf', 'availabilityPercent', 'oeePercent'] as const).map((name) => sums[name]),
      ],
      [
        'monthly output',
        monthlyFile.bytes,
        (['outputKg', 'goodKg', 'goodRollsKg', 'wasteKg', 'q1Percent', 'costPerKg'] as const).map((name) => sums[name]),
      ],
      ['energy', energyFile.bytes, [sums['kwhPerKg'], sums['outputKg']]],
      ['finished products', finishedFile.bytes, finished.rows.map(({ kg }) => kg)],
    ]
    for (const [name, bytes, values] of expected) {
      const numbers = (await readSheet(bytes)).rows.flat().filter((cell): cell is number => typeof cell === 'number')
      for (const value of values)
        expect(
          numbers.some((one) => Math.abs(one - value!) <= 0.0006 + Math.abs(value!) * 1e-6),
          `${value} in the file of ${name}`,
        ).toBe(true)
    }
  })
}
