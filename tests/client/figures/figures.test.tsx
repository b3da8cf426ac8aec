// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { resolveDayRange, DayRangeFields } from '@/client/figures/DayRangeFields'
import { loadTexts } from '../texts'

beforeEach(async () => {
  await loadTexts()
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
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
