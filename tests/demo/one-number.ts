/** One number everywhere: what pages, boards, large screens, sheets and files say of a day is the same, and is what its rolls add up to. */
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
import { recalculateMetrics } from '@/areas/figures/server/queries'
import { shiftMetricNames, type ShiftMetricName, type MetricValues } from '@/areas/figures/rules/metric-values'
import { customReport, monthlyOutputReport } from '@/areas/sheets/contract/metric-reports'
import { addDays, type Day } from '@/plant/rules/plant-time'
import type { Application } from '@/server/application'
import { runAsSystem } from '@/server/start-application'
import { readSheet } from '@/server/excel/read-sheet'
import type { Caller } from '../server/harness'
import { good } from '../server/people'

export interface Plant {
  app: Application
  caller: Caller
  query<T>(text: string, values?: unknown[]): Promise<T[]>
  /** The business date that runs, and a day of it that is over. */
  today: Day
}
export type Said = Readonly<Record<string, number | null | undefined>>
/** As pages round it. */
export const near = (a: number | null | undefined, b: number | null | undefined, where: string): void => {
  if (a == null || b == null) expect([where, a ?? null]).toEqual([where, b ?? null])
  else expect(Math.abs(a - b), `${where}: ${a} and ${b}`).toBeLessThanOrEqual(0.051 + Math.abs(b) * 1e-6)
}

/** Its tests, for a demonstration plant that is loaded and signed in to. */
export function oneNumber(plant: () => Plant): void {
  let day: Day
  let said: PlantStatistics
  const byOne = async (by: 'day' | 'shift' | 'line' | 'team' | 'month', from: Day, to: Day): Promise<PlantStatistics> =>
    good(await plant().caller.call(plantStatistics, { by, from, to }))
  const total = (): Said => said.total[0] as unknown as Said
  beforeAll(async () => {
    const { app, today } = plant()
    day = addDays(today, -1)
    await runAsSystem(app, 'test.figures', (ctx) => recalculateMetrics(ctx, { from: addDays(today, -15), to: today }))
    said = await byOne('day', day, day)
  })

  it('kilograms are those of the rolls', async () => {
    const [wound] = await plant().query<{ kg: number }>(
      `select sum(coalesce(net_kg, expected_kg, 0))::float8 as kg
        from jumbo_roll where business_date = $1 and doffed_at is not null and state <> 'withdrawn'`,
      [day],
    )
    expect(wound!.kg).toBeGreaterThan(10_000)
    near(total()['outputKg'], wound!.kg, 'output')
    const [slit] = await plant().query<{ kg: number }>(
      `select sum(coalesce(kg, expected_kg, 0))::float8 as kg from slit_roll where business_date = $1 and reworked_from_id is null`,
      [day],
    )
    near(total()['slitOutputKg'], slit!.kg, 'slit output')
  })
  it('ratios are those of the sums, by hand', () => {
    const sum = total()
    near(sum['q1Percent'], (100 * sum['goodRollsKg']!) / sum['slitOutputKg']!, 'Q1')
    near(sum['slitterDowngradePercent'], (100 * sum['slitterDowngradedKg']!) / sum['slitOutputKg']!, 'downgraded')
    near(
      sum['oeePercent'],
      (sum['oeeAvailabilityPercent']! * sum['performancePercent']! * sum['qualityPercent']!) / 10_000,
      'OEE',
    )
  })
  it('shifts, teams and lines add up to their day', async () => {
    for (const by of ['shift', 'team', 'line'] as const) {
      const { rows, total: sum } = await byOne(by, day, day)
      for (const figure of shiftMetricNames)
        near((sum[0] as unknown as Said)[figure], total()[figure], `${by} ${figure}`)
      for (const figure of ['outputKg', 'slitOutputKg', 'goodKg', 'wasteKg', 'runHours'] as const)
        near(
          rows.reduce((all, row) => all + (row[figure] ?? 0), 0),
          total()[figure],
          `${by} ${figure} added up`,
        )
    }
  })
  it.each(Object.entries(metricEndpoints))('the appraisal %s', async (name, { endpoint, figures }) => {
    const answer: MetricAnswer = good(await plant().caller.call(endpoint, { period: 'day', day }))
    for (const figure of figures)
      near(answer.figures.find((one) => one.figure === figure)?.value, total()[figure], `${name} ${figure}`)
  })
  it('the boards of lines and teams', async () => {
    for (const [board, by] of [
      [lineBoard, 'line'],
      [teamBoard, 'team'],
    ] as const) {
      const { cells } = good(await plant().caller.call(board, { day }))
      const { rows } = await byOne(by, day, day)
      expect(cells.length).toBeGreaterThan(10)
      for (const { of, item, value } of cells)
        near(value, rows.find(({ key }) => key === of)?.[item as ShiftMetricName], `${by} board ${item}`)
    }
  })
  it('the large screen, and the glance of the shift', async () => {
    const { caller, today } = plant()
    const now = (await byOne('day', today, today)).total[0] as unknown as Said
    const shifts = (await byOne('shift', today, today)).rows
    const lines = (await byOne('line', today, today)).rows
    for (const { figure, value } of good(await caller.call(lobbyHeadlines, {})).figures)
      near(value, now[figure], `screen ${figure}`)
    const output = good(await caller.call(lobbyOutput, {}))
    for (const one of output.lines)
      near(one.outputKg, lines.find(({ key }) => key === one.lineId)?.outputKg ?? 0, `screen ${one.label}`)
    near(output.days.find((one) => one.day === day)?.outputKg, total()['outputKg'], 'screen of yesterday')
    const seen = good(await caller.call(glanceNow, {}))
    const shift = shifts.find(({ key }) => key === seen.shift) as unknown as MetricValues
    for (const { figure, value } of seen.figures) near(value, shift[figure], `glance ${figure}`)
  })
  it('the sheets of any dates and of months', async () => {
    const { caller, today } = plant()
    const columns = ['outputKg', 'goodKg', 'kwhPerKg', 'oeePercent', 'costPerKg', 'q1Percent'] as const
    const [any] = good(await caller.call(customReport, { from: day, to: day, by: ['day'], columns: [...columns] })).rows
    for (const figure of columns) near(any![figure], total()[figure], `sheet ${figure}`)
    const from = `${today.slice(0, 7)}-01` as Day
    const months = await byOne('line', from, today)
    const sheet = good(await caller.call(monthlyOutputReport, { from, to: today }))
    expect(sheet.rows.length).toBeGreaterThan(2)
    for (const row of sheet.rows)
      for (const figure of ['outputKg', 'goodKg', 'wasteKg', 'oeePercent'] as const)
        near(row[figure], months.rows.find(({ key }) => key === row.lineId)?.[figure], `month ${row.line} ${figure}`)
  })
  it('the file', async () => {
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
