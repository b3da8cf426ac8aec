// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '@/client/ui/Dialog'
import { Select } from '@/client/ui/Select'
import { renderWithTexts } from './render'
import { simulateTouchScreen, waitForWheels } from './touch-screen'

const SHIFTS = [
  { value: '', label: '请选择' },
  { value: 'morning', label: '早班' },
  { value: 'middle', label: '中班' },
  { value: 'night', label: '夜班' },
]
const LINES = Array.from({ length: 12 }, (_, index) => ({ value: `l${index}`, label: `${index + 1} 号线` }))
const onChange = vi.fn<(value: string) => void>()
const onFormKey = vi.fn()
function Field({ options = SHIFTS, first = '' }: { options?: typeof SHIFTS; first?: string }) {
  const [value, setValue] = useState(first)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- checks that popup keys do not get here
    <form onKeyDown={onFormKey}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- Select renders the control */}
      <label>
        班次
        <Select
          options={options}
          value={value}
          describedBy="hint"
          onChange={(next) => {
            onChange(next)
            setValue(next)
          }}
        />
      </label>
      <small id="hint">提示</small>
    </form>
  )
}
const control = () => screen.getByRole('combobox', { name: '班次' })
const wheel = () => screen.findByRole('listbox', { name: '班次' })
beforeEach(() => {
  onChange.mockClear()
  onFormKey.mockClear()
})

it('is a native select with a mouse', async () => {
  renderWithTexts(<Field />)
  expect(control().tagName).toBe('SELECT')
  await userEvent.selectOptions(control(), '夜班')
  expect(onChange).toHaveBeenCalledExactlyOnceWith('night')
})

describe('on a touch screen', () => {
  beforeEach(simulateTouchScreen)

  it('announces label, value, state and hint', () => {
    renderWithTexts(<Field first="middle" />)
    expect(control().tagName).toBe('BUTTON')
    expect(control().textContent).toBe('中班')
    expect(control().getAttribute('aria-haspopup')).toBe('dialog')
    expect(control().getAttribute('aria-expanded')).toBe('false')
    expect(control().getAttribute('aria-describedby')).toBe('hint')
  })

  it.each(['{Enter}', ' ', '{ArrowDown}'])('opens a wheel with %s; arrows turn it, Enter takes it', async (key) => {
    const user = userEvent.setup()
    renderWithTexts(<Field first="morning" />)
    control().focus()
    await user.keyboard(key)
    const options = await wheel()
    expect(document.activeElement).toBe(options)
    expect(control().getAttribute('aria-expanded')).toBe('true')
    expect(document.getElementById(control().getAttribute('aria-controls')!)?.tagName).toBe('DIALOG')
    expect(within(options).getByRole('option', { selected: true }).textContent).toBe('早班')
    onFormKey.mockClear()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(within(options).getByRole('option', { selected: true }).textContent).toBe('中班'))
    expect(document.getElementById(options.getAttribute('aria-activedescendant')!)?.textContent).toBe('中班')
    await user.keyboard('{End}')
    await waitFor(() => expect(within(options).getByRole('option', { selected: true }).textContent).toBe('夜班'))
    await waitForWheels()
    expect(onChange).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('night')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(control())
    expect(control().textContent).toBe('夜班')
    expect(onFormKey).not.toHaveBeenCalled()
  })

  it('changes nothing on Escape or Cancel, and returns the focus', async () => {
    const user = userEvent.setup()
    renderWithTexts(<Field first="morning" />, 'en')
    await user.click(control())
    await wheel()
    await user.keyboard('{ArrowDown}{Escape}')
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(document.activeElement).toBe(control())
    await user.click(control())
    await wheel()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('listbox')).toBeNull()
    expect(onChange).not.toHaveBeenCalled()
  })

  it('takes a tapped option of the wheel once confirmed', async () => {
    const user = userEvent.setup()
    renderWithTexts(<Field first="morning" />)
    await user.click(control())
    // jsdom has no pointer positions, so that a simulated tap counts as a drag.
    fireEvent.click(within(await wheel()).getByRole('option', { name: '夜班' }))
    await waitFor(() => expect(screen.getByRole('option', { selected: true }).textContent).toBe('夜班'))
    await waitForWheels()
    await user.click(screen.getByRole('button', { name: '确定' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('night')
  })

  it('lists many options with a search; a tap takes one at once', async () => {
    const user = userEvent.setup()
    renderWithTexts(<Field options={LINES} first="l2" />)
    await user.click(control())
    const list = await wheel()
    expect(within(list).getByRole('option', { selected: true })).toBe(document.activeElement)
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('4 号线')
    await user.type(screen.getByRole('searchbox'), '11')
    expect(within(list).getAllByRole('option')).toHaveLength(1)
    await user.click(within(list).getByRole('option', { name: '11 号线' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('l10')
    expect(document.activeElement).toBe(control())
  })

  it('takes an option of the list by keys', async () => {
    const user = userEvent.setup()
    renderWithTexts(<Field options={LINES} first="l2" />)
    control().focus()
    await user.keyboard('{Enter}')
    await wheel()
    await user.keyboard('{End}{ArrowUp}{Enter}')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('l10')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('opens inside the dialog that contains it, because the page behind is inert', async () => {
    const user = userEvent.setup()
    const onClose = vi.fn()
    renderWithTexts(
      <Dialog open title="筛选" onClose={onClose}>
        <Field />
      </Dialog>,
    )
    await user.click(control())
    const popup = (await wheel()).closest('dialog')
    expect(popup?.parentElement).toBe(screen.getByRole('dialog', { name: '筛选' }))
    await user.keyboard('{Escape}')
    expect(onClose).not.toHaveBeenCalled()
    expect(screen.queryByRole('listbox')).toBeNull()
  })
})
