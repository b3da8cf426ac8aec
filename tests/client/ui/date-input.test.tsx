// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { parseTypedDate } from '@/client/format/typed-date'
import { DateInput, type DateInputProps } from '@/client/ui/DateInput'
import { renderWithTexts } from './render'

it.each([
  ['day', '2026-12-07', '2026-12-07'],
  ['day', '20261207', '2026-12-07'],
  ['day', '2026-12-7', '2026-12-07'],
  ['day', '12-7', '2026-12-07'],
  ['day', '2026年12月7日', '2026-12-07'],
  ['day', '2026.12.7', '2026-12-07'],
  ['day', '２０２６/12/7', '2026-12-07'],
  ['day', '2026-02-30', null],
  ['day', '202', null],
  ['month', '2026-12', '2026-12'],
  ['month', '202612', '2026-12'],
  ['month', '2026年12月', '2026-12'],
  ['month', '2026-13', null],
  ['moment', '2026-12-07 21:15', '2026-12-07T21:15'],
  ['moment', '2026-12-07T21:15', '2026-12-07T21:15'],
  ['moment', '12-7 9:05', '2026-12-07T09:05'],
  ['moment', '202612072115', '2026-12-07T21:15'],
  ['moment', '2026年12月7日 21：15', '2026-12-07T21:15'],
  ['moment', '2026-12-07 24:15', null],
  ['moment', '2026-12-07', null],
  ['time', '08:05', '08:05'],
  ['time', '8:05', '08:05'],
  ['time', '0805', '08:05'],
  ['time', '８：05', '08:05'],
  ['time', '24:00', null],
  ['time', '8', null],
  ['time', '12:60', null],
] as const)('reads a %s typed as %s', (kind, typed, value) => {
  expect(parseTypedDate(kind, typed, '2026')).toBe(value)
})

const changes = vi.fn<(value: string) => void>()
function Field({ first, ...props }: { first: string } & Partial<DateInputProps>) {
  const [value, setValue] = useState(first)
  return (
    <label>
      日期
      <DateInput
        value={value}
        onChange={(next) => {
          changes(next)
          setValue(next)
        }}
        {...props}
      />
      <output>{value}</output>
    </label>
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('日期', { exact: false })
const begin = (first: string, props: Partial<DateInputProps> = {}) => {
  changes.mockReset()
  renderWithTexts(<Field first={first} {...props} />)
}

it("shows a time in the app's format, and accepts the browser's format", () => {
  begin('2026-12-07T21:15', { kind: 'moment' })
  expect(field().value).toBe('2026-12-07 21:15')
  fireEvent.change(field(), { target: { value: '2026-12-08T08:00' } })
  expect(changes.mock.lastCall).toEqual(['2026-12-08T08:00'])
})
it('accepts a short date on blur, and nothing while typing', async () => {
  begin('2026-11-20')
  await userEvent.clear(field())
  changes.mockReset()
  await userEvent.type(field(), '2026-12-7')
  expect(changes).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(changes.mock.calls).toEqual([['2026-12-07']])
  expect(field().value).toBe('2026-12-07')
})
it('reports an invalid date, keeps it for correction, and informs the form at once', async () => {
  const unread = vi.fn<(text: string) => void>()
  begin('', { onUnreadable: unread })
  await userEvent.type(field(), '2026-02-30')
  await userEvent.tab()
  expect(field().value).toBe('2026-02-30')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('请按 年-月-日 填写')
  expect(unread).toHaveBeenLastCalledWith('2026-02-30')
  expect(changes).not.toHaveBeenCalled()
})
it("opens the browser's calendar, or shows its input if it has none", async () => {
  begin('2026-11-20', { max: '2026-11-30' })
  await userEvent.click(screen.getByRole('button', { name: '打开日历' }))
  const native = document.querySelector<HTMLInputElement>('input[type=date]')!
  expect([native.value, native.max, native.classList.contains('is-seen')]).toEqual(['2026-11-20', '2026-11-30', true])
  fireEvent.change(native, { target: { value: '2026-11-21' } })
  expect(field().value).toBe('2026-11-21')
  fireEvent.blur(native)
  expect(document.querySelector('input[type=date]')).toBeNull()
})
it('shows the earliest and latest allowed date, and no message for a valid one', async () => {
  begin('2026-11-20', { min: '2026-11-10', max: '2026-11-30' })
  const getAlertText = () => screen.queryByRole('alert')?.textContent
  expect(getAlertText()).toBeUndefined()
  await userEvent.clear(field())
  await userEvent.type(field(), '2026-11-09')
  await userEvent.tab()
  expect(getAlertText()).toBe('不早于 2026-11-10')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  await userEvent.clear(field())
  await userEvent.type(field(), '2026-12-01')
  await userEvent.tab()
  expect(getAlertText()).toBe('不晚于 2026-11-30')
  await userEvent.clear(field())
  await userEvent.type(field(), '2026-11-30')
  await userEvent.tab()
  expect(getAlertText()).toBeUndefined()
})
