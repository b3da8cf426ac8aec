// @vitest-environment jsdom
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineCurrentStockReport } from '@/areas/stock/contract/stock-endpoints'
import stockTexts from '@/areas/stock/locales/zh.json'
import { amount, day, moment, text } from '@/contract/field'
import { readReportTable } from '@/contract/report'
import plantTexts from '@/plant/locales/zh.json'
import { ReportTable } from '@/plant/client/report/ReportTable'
import { setElementSize } from '../fake-layout'
import { loadTexts } from '../texts'

beforeEach(() => loadTexts({ stock: stockTexts, plant: plantTexts }))
afterEach(cleanup)

const report = defineCurrentStockReport(['width', 'product'])
function renderStock(widths: readonly number[]) {
  const [table] = report.tables
  const rows = widths.map((widthMm) => ({ widthMm, product: 'SS 25', rolls: 1, kg: 10, packages: 0, oldestAt: null }))
  const answer = { rolls: rows.length, kg: 10 * rows.length, packages: 0, rows }
  const content = readReportTable(table!, answer, 'screen')
  render(<ReportTable report={report} title="库存" table={table!} content={content} />)
}

it('names rows by the first column even if it is a number', () => {
  setElementSize(900)
  renderStock([160, 1000])
  const rowHeaders = within(screen.getByRole('table')).getAllByRole('rowheader')
  expect(rowHeaders.map(({ textContent }) => textContent)).toEqual(['160', '1,000', '合计'])
  cleanup()
  setElementSize(390)
  renderStock([160, 1000])
  const cardHeadings = screen.getAllByRole('heading')
  // Spaces before units do not break.
  expect(cardHeadings.map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))).toEqual([
    // The product of all rows stands once above the cards.
    'SS 25',
    '合计',
    '160 mm',
    '1,000 mm',
  ])
})

it('names what consecutive cards share once, and leaves empty fields out', () => {
  const columns = ['day', 'product', 'kg'].map((field) => ({ field }))
  const rows = [
    { day: '2026-11-20', product: 'SS 25', kg: 5 },
    { day: '2026-11-20', product: 'SMS 40', kg: null },
    { day: '2026-11-21', product: 'SS 25', kg: 7 },
  ]
  const fields = { day: day({}), product: text({}), kg: amount({ unit: 'kg', digits: 1 }) }
  setElementSize(390)
  render(<ReportTable report={report} title="库存" table={{ fields }} content={{ columns, rows, totals: null }} />)
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    '2026-11-20',
    'SS 25',
    'SMS 40',
    '2026-11-21',
    'SS 25',
  ])
  expect(screen.queryByText('–')).toBeNull()
})

it('prints all rows', () => {
  setElementSize(900)
  renderStock(Array.from({ length: 150 }, (_, i) => 100 + i))
  const countRows = () => screen.getAllByRole('row').length
  expect(countRows()).toBe(102)
  act(() => void dispatchEvent(new Event('beforeprint')))
  expect(countRows()).toBe(152)
  expect(screen.queryByRole('button')).toBeNull()
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(countRows()).toBe(102)
})

it('names rows without a production line as shared, in tables and on cards', () => {
  const content = { columns: [{ field: 'line' }, { field: 'kg' }], rows: [{ line: null, kg: 5 }], totals: null }
  const table = { fields: { line: text({}), kg: amount({ unit: 'kg', digits: 1 }) } }
  for (const [width, role] of [
    [900, 'rowheader'],
    [390, 'heading'],
  ] as const) {
    setElementSize(width)
    render(<ReportTable report={report} title="能耗" table={table} content={content} />)
    expect(screen.getAllByRole(role).map(({ textContent }) => textContent)).toEqual([plantTexts.report.noLine])
    cleanup()
  }
})

it('labels a date on a card, unless it is the period that the row covers', () => {
  const columns = ['day', 'product', 'oldestAt', 'kg'].map((field) => ({ field }))
  const rows = [{ day: '2026-11-20', product: 'SS 25', oldestAt: '2026-11-02T04:00:00.000Z', kg: 5 }]
  const fields = { day: day({}), product: text({}), oldestAt: moment({}), kg: amount({ unit: 'kg', digits: 1 }) }
  setElementSize(390)
  render(<ReportTable report={report} title="库存" table={{ fields }} content={{ columns, rows, totals: null }} />)
  expect(screen.getByRole('heading').textContent).toBe('2026-11-20 · SS 25')
  expect(screen.getByText(stockTexts.answers.oldestAt).nextSibling?.textContent).toMatch(/^2026-11-02 12:00/)
})
