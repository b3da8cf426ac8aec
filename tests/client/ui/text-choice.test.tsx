// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { text } from '@/contract/field'
import { TextChoicesContext } from '@/client/fields/form-scope'
import { FieldInput, FieldView, getFilterComponent } from '@/client/fields/registry'
import { Dialog } from '@/client/ui/Dialog'
import { shiftTextOptions } from '@/plant/contract/shift-record-fields'
import { loadTexts } from '../texts'

const shift = text(shiftTextOptions)
const place = { area: 'equipment', owner: 'teamCheck' }
const words = () => screen.getAllByRole('option').map((one) => one.textContent)
beforeEach(async () => {
  await loadTexts({})
})
afterEach(cleanup)

it('a shift is chosen by its name and submitted by its key', async () => {
  const changed = vi.fn()
  render(<FieldInput field={shift} name="shift" place={place} id="s" label="班次" value={null} onChange={changed} />)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(words()).toEqual(['请选择', '早班', '中班', '夜班', '白班'])
  await userEvent.selectOptions(screen.getByRole('combobox', { name: '班次' }), '夜班')
  expect(changed).toHaveBeenCalledWith('night')
})
it("the page's own shifts replace the general list, and an earlier value stays", () => {
  render(
    <TextChoicesContext.Provider value={{ shift: [{ key: 'early', label: '早班' }] }}>
      <FieldInput
        field={shift}
        name="shift"
        place={place}
        id="s"
        label="班次"
        value="长白班"
        onChange={() => undefined}
      />
    </TextChoicesContext.Provider>,
  )
  expect(words()).toEqual(['请选择', '长白班', '早班'])
})
it.each([
  ['night', '夜班'],
  ['middle', '中班'],
  ['长白班', '长白班'],
])('%s is shown as %s', (value, word) => {
  render(<FieldView field={shift} name="shift" place={place} value={value} refs={{}} />)
  expect(screen.getByText(word)).toBeTruthy()
})
it('filters by a choice; texts without options are typed as before', () => {
  const Filter = getFilterComponent('text')!
  render(<Filter field={shift} name="shift" place={place} label="班次" values={{}} onChange={() => undefined} />)
  expect(screen.getByRole('combobox', { name: '班次' })).toBeTruthy()
  cleanup()
  render(
    <FieldInput field={text()} name="post" place={place} id="p" label="岗位" value="" onChange={() => undefined} />,
  )
  expect(screen.getByRole('textbox')).toBeTruthy()
})
it('a dialog closes by a button; one that needs an answer has none', async () => {
  const closed = vi.fn()
  const { rerender } = render(
    <Dialog open title="班次" onClose={closed}>
      <input aria-label="内容" />
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: '关闭窗口' }))
  expect(closed).toHaveBeenCalledTimes(1)
  rerender(
    <Dialog open requiresAnswer title="班次" onClose={closed}>
      <p>?</p>
    </Dialog>,
  )
  expect(screen.queryByRole('button', { name: '关闭窗口' })).toBeNull()
})
