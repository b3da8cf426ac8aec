// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CostLinesTable } from '@/areas/cost/client/CostLinesTable'
import { getLineDisplay, type CostDetailLine } from '@/areas/cost/client/CostLinesTable'
import en from '@/areas/cost/locales/en.json'
import zh from '@/areas/cost/locales/zh.json'
import { energyBands } from '@/areas/energy/rules/energy-bands'
import { bands } from '@/areas/prices/rules/tariff'
import { loadTexts } from '../../texts'

const line = (more: Partial<CostDetailLine>): CostDetailLine => ({
  part: 'electricity',
  what: 'critical',
  resource: null,
  rowId: null,
  priceId: null,
  month: '2026-09',
  quantity: 1,
  unit: 'kWh',
  price: null,
  amount: 1,
  label: null,
  ...more,
})
beforeEach(async () => {
  await loadTexts({ cost: zh })
  // Wide enough for a table.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width: 900 } as DOMRect)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it.each(Object.entries({ zh, en }))('has a word for every band of a tariff: %s', (_language, words) => {
  const what: Readonly<Record<string, string>> = words.pages.what
  for (const band of [...bands, ...energyBands]) expect(what[band], band).toBeTruthy()
})
it('names the band of lanes too', () => {
  render(<CostLinesTable lines={[line({}), line({ resource: 'workOrder', label: '为 WO-3 分切的幅宽' })]} />)
  expect(screen.getByRole('rowheader', { name: '尖峰' })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: '尖峰 · 为 WO-3 分切的幅宽' })).toBeTruthy()
})
it('shows quantity and price whole, so that they make up the amount', () => {
  const rent = line({ part: 'fixed', quantity: 0.013441, unit: 'month', price: 86_500, amount: 1162.65, label: '厂房' })
  render(<CostLinesTable lines={[rent]} />)
  const cells = within(screen.getByRole('row', { name: /厂房/ })).getAllByRole('cell')
  expect(cells.slice(1).map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '0.013441 月',
    '86,500',
    '1,162.65',
  ])
})
it('shows a very small mean price with digits that say something', () => {
  expect(getLineDisplay({ price: null, quantity: 98_040, amount: 4.04, unit: 'm' })).toMatchObject({
    isMeanPrice: true,
    priceDecimals: 7,
  })
  expect(getLineDisplay({ price: null, quantity: 100, amount: 61.23, unit: 'm' })).toMatchObject({
    isMeanPrice: true,
    priceDecimals: 4,
  })
  expect(getLineDisplay({ price: null, quantity: 100, amount: 0, unit: 'm' })).toMatchObject({
    isMeanPrice: true,
    priceDecimals: 4,
  })
  render(
    <CostLinesTable lines={[line({ part: 'tools', unit: 'm', quantity: 98_040, amount: 4.04, label: '分切刀' })]} />,
  )
  expect(screen.getByText('0.0000412')).toBeTruthy()
})
it('puts the largest amount first, whichever way it counts', () => {
  render(
    <CostLinesTable
      lines={[
        line({ label: 'a', amount: 5 }),
        line({ label: 'b', amount: -900 }),
        line({ label: 'c', amount: 120, what: 'peak' }),
      ]}
    />,
  )
  expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['b', 'c', 'a'])
})
