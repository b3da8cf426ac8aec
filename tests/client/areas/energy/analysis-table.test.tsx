// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { energyAnalysisReport } from '@/areas/energy/contract/energy-reports'
import words from '@/areas/energy/locales/zh.json'
import type { ReportAnswer } from '@/contract/report'
import plantWords from '@/plant/locales/zh.json'
import { ReportTables } from '@/plant/client/report/ReportView'
import { setElementSize } from '../../fake-layout'
import { loadTexts } from '../../texts'

const metrics = {
  used: 1200,
  cost: 960,
  estimatedPercent: 0,
  allocatedPercent: 25,
  unpricedPercent: 0,
  kg: 600,
  perKg: 2,
  costPerKg: 1.6,
  before: null,
  beforePercent: null,
  yearBefore: null,
  yearBeforePercent: null,
}
const answer: ReportAnswer<typeof energyAnalysisReport> = {
  by: 'product',
  period: 'day',
  medium: 'gas',
  unit: 'm³',
  from: '2026-11-20',
  to: '2026-11-20',
  running: false,
  comparedTo: '2026-11-20T00:00:00.000Z',
  ...metrics,
  used: 1500,
  rows: [{ id: 'p1', label: 'P1', ...metrics }],
  rest: [{ kind: 'idle', used: 300, cost: 240 }],
  bands: [{ band: 'deep', used: 1500, cost: 1200 }],
  trend: [],
  flow: [],
  placeFlow: [],
  uncountedDays: 0,
  missingHours: 0,
}

beforeEach(async () => {
  await loadTexts({ energy: words, plant: plantWords })
  setElementSize(900)
})
afterEach(cleanup)

it('names the dimension and the unit of the medium, and what belongs to no order', async () => {
  render(<ReportTables report={energyAnalysisReport} answer={answer} />)
  const tables = await screen.findAllByRole('table')
  const headings = within(tables[0]!).getAllByRole('columnheader')
  expect(headings.map((heading) => heading.textContent).slice(0, 2)).toEqual(['产品', '用量 (m³)'])
  const lines = within(tables[0]!).getAllByRole('row')
  expect(lines.map((line) => line.textContent.slice(0, 7))).toEqual([expect.any(String), 'P11,200', '合计1,500'])
  // The bands are only in the workbook.
  expect(tables.map((table) => table.textContent.includes('空转'))).toEqual([false, true])
})
