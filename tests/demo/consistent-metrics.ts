/** One number everywhere: pages, boards, large screens, reports and files show the same values of a day, equal to the sum of its rolls. */
import { beforeAll, expect, it } from 'vitest'
import { lineBoard, teamBoard } from '@/areas/boards/contract/board-endpoints'
import { lobbyHeadlines, lobbyOutput } from '@/areas/boards/contract/lobby-endpoints'
import {
  metricEndpoints,
  plantStatistics,
  type MetricAnswer,
  type PlantStatistics,
} from '@/areas/overview/contract/metric-endpoints'
import { glanceNow } from '@/areas/overview/contract/glance-endpoints'
import { recalculateMetrics } from '@/areas/figures/server/writes/correct-metrics'
import { shiftMetricNames, type ShiftMetricName, type MetricValues } from '@/areas/figures/rules/metric-values'
import { customReport, monthlyOutputReport } from '@/areas/sheets/contract/metric-reports'
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Application } from '@/server/application'
import { runAsSystem } from '@/server/start-application'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../server/harness'
import { expectOk } from '../server/plant-staff'

export interface Plant {
  app: Application
  caller: Caller
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** The current business date; the day before is complete. */
  today: Day
}
export type Said = Readonly<Record<string, number | null | undefined>>
/** Compares within the rounding of pages. */
export const expectNear = (a: number | null | undefined, b: number | null | undefined, where: string): void => {
  if (a == null || b == null) expect([where, a ?? null]).toEqual([where, b ?? null])
  else expect(Math.abs(a - b), `${where}: ${a} and ${b}`).toBeLessThanOrEqual(0.051 + Math.abs(b) * 1e-6)
}

/** Defines the tests, for a loaded demonstration plant with a signed-in caller. */
export function testConsistentMetrics(plant: () => Plant): void {
  let day: Day
  let statistics: PlantStatistics
  const byOne = async (by: 'day' | 'shift' | 'line' | 'team' | 'month', from: Day, to: Day): Promise<PlantStatistics> =>
    expectOk(await plant().caller.call(plantStatistics, { by, from, to }))
  const total = (): Said => statistics.total[0] as unknown as Said
  beforeAll(async () => {
    const { app, today } = plant()
    day = addDays(today, -1)
    await runAsSystem(app, 'test.figures', (ctx) => recalculateMetrics(ctx, { from: addDays(today, -15), to: today }))
    statistics = await byOne('day', day, day)
  })

  it('kilograms equal those of the rolls', async () => {
    const [wound] = await plant().query<{ kg: number }>(
      `select sum(coalesce(net_kg, expected_kg, 0))::float8 as kg
        from jumbo_roll where business_date = $1 and doffed_at is not null and state <> 'withdrawn'`,
      [day],
    )
    expect(wound!.kg).toBeGreaterThan(10_000)
    expectNear(total()['outputKg'], wound!.kg, 'output')
    const [slit] = await plant().query<{ kg: number }>(
      `select sum(coalesce(kg, expected_kg, 0))::float8 as kg from slit_roll where business_date = $1 and reworked_from_id is null`,
      [day],
    )
    expectNear(total()['slitOutputKg'], slit!.kg, 'slit output')
  })
  it('ratios equal those calculated by hand from the sums', () => {
    const sum = total()
    expectNear(sum['q1Percent'], (100 * sum['goodRollsKg']!) / sum['slitOutputKg']!, 'Q1')
    expectNear(sum['slitterDowngradePercent'], (100 * sum['slitterDowngradedKg']!) / sum['slitOutputKg']!, 'downgraded')
    expectNear(
      sum['oeePercent'],
      (sum['oeeAvailabilityPercent']! * sum['performancePercent']! * sum['qualityPercent']!) / 10_000,
      'OEE',
    )
  })
  it('shifts, teams and lines add up to their day', async () => {
    for (const grouping of ['shift', 'team', 'line'] as const) {
      const { rows, total: sum } = await byOne(grouping, day, day)
      for (const figure of shiftMetricNames)
        expectNear((sum[0] as unknown as Said)[figure], total()[figure], `${grouping} ${figure}`)
      for (const figure of ['outputKg', 'slitOutputKg', 'goodKg', 'wasteKg', 'runHours'] as const)
        expectNear(
          rows.reduce((all, row) => all + (row[figure] ?? 0), 0),
          total()[figure],
          `${grouping} ${figure} added up`,
        )
    }
  })
  it.each(Object.entries(metricEndpoints))('the appraisal %s', async (name, { endpoint, figures }) => {
    const answer: MetricAnswer = expectOk(await plant().caller.call(endpoint, { period: 'day', day }))
    for (const figure of figures)
      expectNear(answer.figures.find((one) => one.figure === figure)?.value, total()[figure], `${name} ${figure}`)
  })
  it('the boards of lines and teams agree', async () => {
    for (const [board, by] of [
      [lineBoard, 'line'],
      [teamBoard, 'team'],
    ] as const) {
      const { cells } = expectOk(await plant().caller.call(board, { day }))
      const { rows } = await byOne(by, day, day)
      expect(cells.length).toBeGreaterThan(10)
      for (const { of, item, value } of cells)
        expectNear(value, rows.find(({ key }) => key === of)?.[item as ShiftMetricName], `${by} board ${item}`)
    }
  })
  it('the large screen and the glance of the shift agree', async () => {
    const { caller, today } = plant()
    const now = (await byOne('day', today, today)).total[0] as unknown as Said
    const shifts = (await byOne('shift', today, today)).rows
    const lines = (await byOne('line', today, today)).rows
    for (const { figure, value } of expectOk(await caller.call(lobbyHeadlines, {})).figures)
      expectNear(value, now[figure], `screen ${figure}`)
    const output = expectOk(await caller.call(lobbyOutput, {}))
    for (const one of output.lines)
      expectNear(one.outputKg, lines.find(({ key }) => key === one.lineId)?.outputKg ?? 0, `screen ${one.label}`)
    expectNear(output.days.find((one) => one.day === day)?.outputKg, total()['outputKg'], 'screen of yesterday')
    const seen = expectOk(await caller.call(glanceNow, {}))
    const shift = shifts.find(({ key }) => key === seen.shift) as unknown as MetricValues
    for (const { figure, value } of seen.figures) expectNear(value, shift[figure], `glance ${figure}`)
  })
  it('the reports by dates and by months agree', async () => {
    const { caller, today } = plant()
    const columns = ['outputKg', 'goodKg', 'kwhPerKg', 'oeePercent', 'costPerKg', 'q1Percent'] as const
    const [any] = expectOk(
      await caller.call(customReport.endpoint, { from: day, to: day, by: ['day'], columns: [...columns] }),
    ).rows
    for (const figure of columns) expectNear(any![figure], total()[figure], `sheet ${figure}`)
    const from = `${today.slice(0, 7)}-01` as Day
    const months = await byOne('line', from, today)
    const sheet = expectOk(await caller.call(monthlyOutputReport.endpoint, { from, to: today }))
    expect(sheet.rows.length).toBeGreaterThan(2)
    for (const row of sheet.rows)
      for (const figure of ['outputKg', 'goodKg', 'wasteKg', 'oeePercent'] as const)
        expectNear(
          row[figure],
          months.rows.find(({ key }) => key === row.lineId)?.[figure],
          `month ${row.line} ${figure}`,
        )
  })
  it('the exported file agrees', async () => {
    const { bytes } = await plant().caller.call(plantStatistics, { by: 'day', from: day, to: day, format: 'xlsx' })
    const { rows } = await readSheet(bytes)
    const numbers = rows.flat().filter((cell): cell is number => typeof cell === 'number')
    for (const figure of ['outputKg', 'goodKg', 'kwhPerKg', 'costPerKg'] as const) {
      const value = total()[figure]!
      expect(
        numbers.some((one) => Math.abs(one - value) <= 0.006),
        `${figure} ${value} in the file`,
      ).toBe(true)
    }
  })
}
