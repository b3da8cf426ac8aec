/**
 * A line filter means the same in every call: a slitting line selects the rolls slit there, a winding line those wound
 * there. A metric that a line does not measure is empty, never zero.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setBoardSetting } from '@/areas/boards/contract/board-setting'
import { metricEndpoints, plantStatistics } from '@/areas/overview/contract/metric-endpoints'
import { finishedReport } from '@/areas/sheets/contract/detail-reports'
import { customReport, monthlyOutputReport, qualityReport } from '@/areas/sheets/contract/metric-reports'
import { editSet, finishCutting } from '@/areas/slitting/contract/slitting-commands'
import { rollStatistics, rollStatisticsWorkbook } from '@/areas/stock/contract/statistics-endpoints'
import { shiftMetricNames } from '@/areas/figures/rules/metric-values'
import { sumNames } from '@/areas/figures/rules/shift-sums'
import type { Endpoint } from '@/contract/endpoint'
import { readSheet } from '@/server/excel/read-sheet'
import { expectOk, runJob } from '../plant-staff'
import {
  createSlitterPlant,
  doffNextSet,
  startCuttingRun,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
} from '../slitting/slitter-plant'
import { buildScopeInput, collectValues, listMetricReaders, readMetrics, readWorkbookNumbers } from './metric-readers'

const DAY = '2026-11-20'
const DAYS = { from: DAY, to: DAY }
/** Metrics and sums of slit rolls, and of wound web. */
const SLIT_NAMES = ['slitOutputKg', 'goodKg', 'goodRollsKg', 'slitterDowngradedKg'] as const
const SLIT_SUMS = ['slitKg', 'slitRolls', 'slitGoodKg', 'slitDowngradedKg', 'slitWasteKg', 'slitFirstKg'] as const
const WOUND_NAMES = ['outputKg', 'winderDowngradedKg'] as const
const WOUND_SUMS = ['woundKg', 'woundM', 'jumboRolls', 'woundGoodKg', 'woundDowngradedKg'] as const
let h: SlitterPlant
let run: CuttingRun
let winderId: string

beforeAll(async () => {
  h = await createSlitterPlant()
  run = await startCuttingRun(h)
  winderId = (run.jumbo as unknown as { lineId: string }).lineId
  const set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  expectOk(
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [
        { rollId: set.slit[0]!.id, downgrades: [{ fromM: 0, toM: 5000, grade: 'downgraded', defect: 'hole' }] },
        { rollId: set.slit[1]!.id, downgrades: [{ fromM: 0, toM: 5000, grade: 'waste', defect: 'hole' }] },
      ],
    } as never),
  )
  await weighAll(h, run, await doffNextSet(h, run))
  expectOk(await h.operator.call(finishCutting, { id: run.cutting.id, wasteKg: 1 } as never))
  expectOk(
    await h.staff.admin.call(setBoardSetting, { items: [{ item: 'slitOutputKg' }, { item: 'goodKg' }], editDays: 7 }),
  )
  await runJob(h.plant, 'figures-count')
}, 120_000)
afterAll(() => h.plant.close())

const statistics = async (lineId: string): Promise<Record<string, number | null>> => {
  const input = { ...DAYS, lineId }
  const [values] = expectOk(await h.staff.admin.call(plantStatistics, { ...input, by: 'day' })).total
  const [sums] = expectOk(
    await h.staff.admin.call(customReport.endpoint, { ...input, by: ['day'], columns: [...sumNames] }),
  ).total
  return {
    ...Object.fromEntries(sumNames.map((name) => [name, (sums as never)[name]])),
    ...Object.fromEntries(shiftMetricNames.map((name) => [name, values![name]])),
  }
}
/** Loads the statistics over slit rolls by grade. */
const rollSums = async (input: Record<string, string>) => {
  const answer = expectOk(await h.staff.admin.call(rollStatistics, { ...DAYS, rows: 'grade', ...input }))
  return { ...answer, goodRollsKg: answer.rows.find(({ key }) => key === 'good')?.kg ?? 0 }
}
/**
 * Calls with a line among their inputs that answer for an order, for the orders of the line, or for one machine. The stop
 * analysis knows the times of a slitter, which are not among the sums of shifts.
 */
const OTHER_SCOPES: ReadonlySet<string> = new Set([
  'plantFigure.completion',
  'lineStop.analyse',
  'workOrder.one',
  'workOrder.progress',
  'feed.teams',
  'feed.balance',
  'handover.auto',
  'handover.autoPackaging',
  'handover.autoSlitting',
  'teamSummary.preview',
])
const listReadersByLine = (): Endpoint[] =>
  listMetricReaders().filter(({ name, input }) => 'lineId' in input && !OTHER_SCOPES.has(name))

test('values of the slitting line are those calculated by hand', async () => {
  // Two sets of 3 × 75 kg and 12 kg, of which a roll is downgraded and a roll is waste.
  const expected = { slitOutputKg: 474, goodKg: 324, goodRollsKg: 324, slitterDowngradedKg: 75, slitRolls: 8 }
  expect(await statistics(run.slitterId)).toMatchObject(expected)
})
describe.each(['slitting line', 'winding line'] as const)('with the filter of a %s', (kind) => {
  const lineId = () => (kind === 'slitting line' ? run.slitterId : winderId)
  test('every call that answers a metric answers the same value, in its workbook as well', async () => {
    const total = await statistics(lineId())
    const differences: string[] = []
    const comparedCalls = new Set<string>()
    for (const endpoint of listReadersByLine()) {
      const input = buildScopeInput(endpoint, { day: DAY, lineId: lineId(), shift: 'early', orderId: run.orderId })
      if (!input) continue
      const scopedInput = { ...input, lineId: lineId() }
      const values = await readMetrics(h.staff.admin, endpoint, scopedInput)
      if (typeof values === 'string') {
        differences.push(`${endpoint.name}: ${values}`)
        continue
      }
      const numbers = await readWorkbookNumbers(h.staff.admin, endpoint, scopedInput)
      for (const { path, metric, value } of values) {
        comparedCalls.add(endpoint.name)
        if (Math.abs(value - (total[metric] ?? 0)) > 0.0006)
          differences.push(`${endpoint.name}${path}.${metric}: ${value}, not ${total[metric]}`)
        if (numbers && path === '.total' && value !== 0 && !numbers.some((number) => Math.abs(number - value) < 0.0006))
          differences.push(`${endpoint.name}${path}.${metric}: ${value} is not in the workbook`)
      }
    }
    expect(differences).toEqual([])
    expect([...comparedCalls]).toEqual(
      expect.arrayContaining(['plantFigure.statistics', 'plantFigure.output', 'sheet.monthlyOutput', 'sheet.quality']),
    )
  })
  test('statistics over rolls and the report of finished products agree with the metrics', async () => {
    const total = await statistics(lineId())
    const rolls = await rollSums({ lineId: lineId() })
    const finished = expectOk(await h.staff.admin.call(finishedReport.endpoint, { ...DAYS, lineId: lineId() }))
    const isMeasured = kind === 'slitting line'
    expect(rolls.applicable).toBe(isMeasured)
    expect({
      kg: rolls.kg,
      rolls: rolls.rolls,
      goodRollsKg: rolls.goodRollsKg,
      downgradedKg: rolls.downgradedKg,
      finishedKg: finished.slitOutputKg,
    }).toEqual({
      kg: total['slitOutputKg'] ?? 0,
      rolls: total['slitRolls'] ?? 0,
      goodRollsKg: total['goodRollsKg'] ?? 0,
      downgradedKg: total['slitterDowngradedKg'] ?? 0,
      finishedKg: total['slitOutputKg'],
    })
    expect(await rollSums({ slitterId: lineId() })).toEqual(rolls)
    const byLine = expectOk(await h.staff.admin.call(rollStatistics, { ...DAYS, rows: 'line', lineId: lineId() }))
    expect(byLine.rows.map(({ key, kg }) => [key, kg])).toEqual(
      isMeasured ? [[run.slitterId, total['slitOutputKg']]] : [],
    )
  })
})
test('metrics that a line does not measure are empty', async () => {
  const [ofWinder, ofSlitter] = [await statistics(winderId), await statistics(run.slitterId)]
  for (const name of [...SLIT_NAMES, ...SLIT_SUMS]) {
    expect(ofWinder[name], name).toBeNull()
    expect(ofSlitter[name], name).toBeGreaterThan(0)
  }
  for (const name of [...WOUND_NAMES, ...WOUND_SUMS]) expect(ofSlitter[name], name).toBeNull()
  expect(ofWinder['outputKg']).toBe(480)
  // Waste arises on both lines.
  expect(ofWinder['wasteKg']).toBe(0)
  expect(ofSlitter['wasteKg']).toBe(76)
})
test('no call answers zero for them', async () => {
  const zeros: string[] = []
  const namesByLine = new Map([
    [winderId, new Set<unknown>([...SLIT_NAMES, ...SLIT_SUMS])],
    [run.slitterId, new Set<unknown>([...WOUND_NAMES, ...WOUND_SUMS])],
  ])
  const listZeros = (answer: unknown, names: ReadonlySet<unknown>): unknown[] => {
    if (typeof answer !== 'object' || answer === null) return []
    const row = answer as Readonly<Record<string, unknown>>
    const named = [row['figure'], row['item']].filter((name) => names.has(name) && row['value'] === 0)
    return Object.entries(row)
      .flatMap(([key, value]) => (names.has(key) && value === 0 ? [key] : listZeros(value, names)))
      .concat(named)
  }
  for (const [lineId, names] of namesByLine)
    for (const endpoint of listReadersByLine()) {
      const input = buildScopeInput(endpoint, { day: DAY, lineId, shift: 'early', orderId: run.orderId })
      if (!input) continue
      const answer = await h.staff.admin.call(endpoint as never, { ...input, lineId } as never)
      for (const name of listZeros(answer.data, names)) zeros.push(`${endpoint.name}: ${String(name)}`)
    }
  expect(zeros).toEqual([])
})
test('rows by line, cards, and the values of a day without production are empty as well', async () => {
  const { admin } = h.staff
  const { rows } = expectOk(await admin.call(plantStatistics, { ...DAYS, by: 'line' }))
  expect(rows.find(({ key }) => key === winderId)!.goodKg).toBeNull()
  expect(rows.find(({ key }) => key === run.slitterId)!.goodKg).toBe(324)
  for (const report of [monthlyOutputReport, qualityReport]) {
    const columns = report === monthlyOutputReport ? ['slitOutputKg'] : ['slitterDowngradedKg']
    const answer = expectOk(await admin.call(report.endpoint as typeof monthlyOutputReport.endpoint, DAYS))
    const row = answer.rows.find(({ lineId }) => lineId === winderId)
    for (const name of columns) expect((row as Record<string, unknown> | undefined)?.[name] ?? null, name).toBeNull()
  }
  const card = expectOk(
    await admin.call(metricEndpoints.output.endpoint, { period: 'day', day: DAY, lineId: winderId }),
  )
  expect(card.figures.find(({ figure }) => figure === 'goodKg')!.value).toBeNull()
  expect(card.lines.some(({ figure }) => figure === 'goodKg')).toBe(false)
  const dayBefore = { from: '2026-11-19', to: '2026-11-19', by: ['day'], columns: ['slitKg'] }
  const empty = expectOk(await admin.call(customReport.endpoint, { ...dayBefore, lineId: winderId }))
  expect(collectValues(empty)).toEqual([])
})
test('rolls are selected and grouped by their winding line under a name of its own', async () => {
  const whole = await rollSums({})
  const wound = await rollSums({ windingLineId: winderId })
  expect(wound).toEqual(whole)
  expect(await rollSums({ windingLineId: run.slitterId })).toMatchObject({ rolls: 0, applicable: false })
  const table = expectOk(await h.staff.admin.call(rollStatistics, { ...DAYS, rows: 'windingLine', columns: 'slitter' }))
  expect(table.cells.map(({ row, column, kg }) => [row, column, kg])).toEqual([[winderId, run.slitterId, 474]])
  const file = await h.staff.admin.call(
    rollStatisticsWorkbook,
    { ...DAYS, rows: 'windingLine', columns: 'line', windingLineId: winderId, lineId: run.slitterId },
    { language: 'en' },
  )
  const sheet = await readSheet(file.bytes)
  expect(JSON.stringify(sheet)).toContain('Winding line')
  expect(sheet.rows.flat()).toContain(474)
})
