// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MetricTable } from '@/client/figures/MetricTable'
import { resolveDayRange, DayRangeFields } from '@/client/figures/DayRangeFields'
import { loadTexts } from '../texts'

beforeEach(async () => {
  await loadTexts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Width of a table, px: jsdom has no layout. */
const room = (width: number) =>
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue({ width } as DOMRect)
const rows = [
  { key: 'a', label: 'SB1', kg: 10 },
  { key: 'b', label: 'SM1', kg: 20 },
]
const columns = [{ key: 'kg', label: '产量', unit: 'kg', decimals: 0, getValue: (row: { kg: number }) => row.kg }]
const renderFigures = (of = rows) =>
  render(
    <MetricTable
      title="各产线"
      rowHeader="产线"
      columns={columns}
      rows={of}
      total={{ key: 'all', label: '合计', kg: 30 }}
    />,
  )

it('figures are a table with their total where there is room, and cards without it where there is none', () => {
  room(560)
  renderFigures()
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toEqual(['产线', '产量 (kg)'])
  expect(screen.getAllByRole('row').map((one) => one.textContent)).toEqual([
    '产线产量 (kg)',
    'SB110',
    'SM120',
    '合计30',
  ])
  expect(screen.queryByRole('list')).toBeNull()
  cleanup()
  room(559)
  renderFigures()
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.getAllByRole('listitem').map((one) => one.textContent)).toEqual([
    'SB1产量10\u00a0kg',
    'SM1产量20\u00a0kg',
  ])
})
it('no rows are no table', () => {
  room(800)
  expect(renderFigures([]).container.textContent).toBe('')
})
it('the days of figures are offered in their order, and a day that is being typed changes nothing', () => {
  const changed = vi.fn()
  render(<DayRangeFields days={{ from: '2026-11-01', to: '2026-11-27' }} onChange={changed} />)
  const [from, to] = [screen.getByLabelText('从'), screen.getByLabelText('到')] as HTMLInputElement[]
  const offered = screen.getAllByRole('button', { name: '打开日历' }).map((calendar) => {
    fireEvent.click(calendar)
    const native = document.querySelector<HTMLInputElement>('input[type=date]')!
    fireEvent.blur(native)
    return native
  })
  expect([offered[0]?.max, offered[1]?.min]).toEqual(['2026-11-27', '2026-11-01'])
  // Half of a date is typed.
  fireEvent.change(from!, { target: { value: '2026-10-' } })
  expect(changed).not.toHaveBeenCalled()
  fireEvent.change(to!, { target: { value: '2026-11-20' } })
  expect(changed).toHaveBeenCalledExactlyOnceWith({ to: '2026-11-20' })
})
it('days of which one is cleared are the usual ones again', () => {
  const changed = vi.fn()
  const usual = { from: '2026-11-01', to: '2026-11-27' }
  const chosen = { from: '2026-09-01', to: '2026-09-15' }
  render(<DayRangeFields days={resolveDayRange(chosen, usual)} onChange={changed} />)
  fireEvent.change(screen.getByLabelText('从'), { target: { value: '' } })
  expect(changed).toHaveBeenCalledExactlyOnceWith({ from: null, to: null })
  expect(resolveDayRange({ ...chosen, ...changed.mock.lastCall?.[0] }, usual)).toEqual(usual)
})
