// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { RangeFilter } from '@/client/fields/range-filter'
import { DateInput, type DateInputProps } from '@/client/ui/DateInput'
import { renderWithTexts } from './render'
import { simulateTouchScreen, waitForWheels } from './touch-screen'

const onChange = vi.fn<(value: string) => void>()
function Field({ first, ...props }: { first: string } & Partial<DateInputProps>) {
  const [value, setValue] = useState(first)
  return (
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- DateInput renders the control
    <label>
      日期
      <DateInput
        value={value}
        onChange={(next) => {
          onChange(next)
          setValue(next)
        }}
        {...props}
      />
    </label>
  )
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /日期/ })
const wheel = (name: string) => screen.findByRole('listbox', { name })
const selected = async (name: string) => within(await wheel(name)).getByRole('option', { selected: true }).textContent
beforeEach(() => {
  onChange.mockClear()
  simulateTouchScreen()
  Element.prototype.scrollIntoView = () => undefined
})

it('opens wheels with the value; arrows turn and change between them, Enter takes the day', async () => {
  const user = userEvent.setup()
  renderWithTexts(<Field first="2026-01-31" />)
  await user.click(field())
  expect([await selected('年'), await selected('月'), await selected('日')]).toEqual(['2026年', '01月', '31日'])
  expect(document.activeElement).toBe(await wheel('年'))
  await user.keyboard('{ArrowRight}{ArrowDown}')
  await waitFor(async () => expect([await selected('月'), await selected('日')]).toEqual(['02月', '01日']))
  await waitForWheels()
  await user.keyboard('{Enter}')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-02-01')
  expect(document.activeElement).toBe(field())
  expect(field().value).toBe('2026-02-01')
})

it('takes a moment to the minute, within the limits of the field', async () => {
  const user = userEvent.setup()
  renderWithTexts(<Field first="2026-03-05T21:15" kind="moment" min="2026-03-05T20:30" max="2026-03-05T22:10" />, 'en')
  await user.click(field())
  const hours = within(await wheel('Hour')).getAllByRole('option')
  expect(hours.map((hour) => hour.textContent)).toEqual(['20', '21', '22'])
  fireEvent.click(hours[2]!)
  await waitFor(async () => expect(await selected('Hour')).toBe('22'))
  await waitFor(async () => expect(within(await wheel('Minute')).getAllByRole('option')).toHaveLength(11))
  await waitForWheels()
  await user.click(screen.getByRole('button', { name: 'OK' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-03-05T22:00')
})

it.each([
  ['month', '2026-03', '2026-04'],
  ['time', '08:05', '09:05'],
] as const)('picks a %s', async (kind, first, next) => {
  const user = userEvent.setup()
  renderWithTexts(<Field first={first} kind={kind} />)
  await user.click(field())
  fireEvent.click(within(await wheel(kind === 'month' ? '月' : '时')).getByText(kind === 'month' ? '04月' : '09'))
  await waitForWheels()
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith(next)
})

it('begins at now if empty, clears a value, and still accepts typed text', async () => {
  const user = userEvent.setup()
  renderWithTexts(<Field first="2026-03-05" />)
  await user.click(field())
  await wheel('年')
  await user.click(screen.getByRole('button', { name: '清除' }))
  expect(onChange).toHaveBeenCalledExactlyOnceWith('')
  expect(field().value).toBe('')
  await user.click(field())
  expect(await selected('年')).toMatch(/^20\d\d年$/)
  expect(screen.queryByRole('button', { name: '清除' })).toBeNull()
  await user.keyboard('{Escape}')
  fireEvent.change(field(), { target: { value: '2026-02-30' } })
  fireEvent.blur(field())
  expect(screen.getByRole('alert').textContent).toBe('请按 年-月-日 填写')
})

it('picks both ends of a range in a calendar that keys reach', async () => {
  const user = userEvent.setup()
  const onFilter = vi.fn()
  renderWithTexts(
    <RangeFilter
      name="day"
      label="生产日期"
      type="day"
      values={{ dayFrom: '2026-03-05', dayTo: '2026-03-08' }}
      onChange={onFilter}
      parseText={(text) => text}
    />,
  )
  await user.click(screen.getByRole('button', { name: '选择起止日期' }))
  const first = await screen.findByRole('button', { name: '2026-03-05', pressed: true })
  expect(document.activeElement).toBe(first)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '2026-03-12', pressed: true }))
  await user.keyboard('{ArrowRight}{ArrowRight} ')
  await waitFor(() => expect(screen.getByRole('button', { name: '2026-03-13', pressed: true })).toBeTruthy())
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(onFilter).toHaveBeenCalledExactlyOnceWith({ dayFrom: '2026-03-12', dayTo: '2026-03-14' })
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '选择起止日期' }))
})
