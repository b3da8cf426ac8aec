// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { PasscodeInput } from '@/client/ui/PasscodeInput'
import { Checkbox, Switch } from '@/client/ui/Toggles'
import { TextArea, TextInput, type TextInputProps } from '@/client/ui/TextInput'
import { renderWithTexts } from './render'

const onChange = vi.fn<(text: string) => void>()
function Field({ first = '', ...props }: { first?: string } & Partial<TextInputProps>) {
  const [value, setValue] = useState(first)
  return (
    <>
      <label htmlFor="name">名称</label>
      <TextInput
        id="name"
        value={value}
        onChange={(text) => {
          onChange(text)
          setValue(text)
        }}
        {...props}
      />
    </>
  )
}
const field = () => screen.getByLabelText<HTMLInputElement>('名称')

it('gives its attributes to the native input, and none to the elements around it', () => {
  const { container, unmount } = renderWithTexts(
    <Field aria-invalid aria-describedby="hint" maxLength={5} list="words" spellCheck={false} required />,
  )
  const names = ['aria-invalid', 'aria-describedby', 'maxlength', 'list', 'spellcheck']
  expect(names.map((name) => field().getAttribute(name))).toEqual(['true', 'hint', '5', 'words', 'false'])
  expect(field().required).toBe(true)
  expect(container.querySelectorAll('[aria-invalid]')).toHaveLength(1)
  expect(container.querySelector('.ui-input')?.getAttribute('data-invalid')).toBe('true')
  unmount()
  renderWithTexts(<Field aria-invalid={false} />)
  expect([field().getAttribute('aria-invalid'), field().hasAttribute('list')]).toEqual(['false', false])
})

it('accepts text of an input method, and clears it with the focus kept', async () => {
  onChange.mockClear()
  const { container } = renderWithTexts(<Field />)
  field().focus()
  fireEvent.compositionStart(field())
  fireEvent.change(field(), { target: { value: 'zhong' } })
  fireEvent.change(field(), { target: { value: '中' } })
  fireEvent.compositionEnd(field())
  expect(field().value).toBe('中')
  expect(onChange.mock.calls).toEqual([['zhong'], ['中']])
  await userEvent.click(container.querySelector('.ui-text-clear')!)
  expect([field().value, document.activeElement]).toEqual(['', field()])
  expect(container.querySelector('.ui-text-clear')).toBeNull()
})

it('a label around it is its name', () => {
  renderWithTexts(
    // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the component renders the control
    <label>
      备注
      <TextInput value="x" onChange={() => undefined} />
    </label>,
  )
  expect(screen.getByRole('textbox', { name: '备注' })).toBeTruthy()
})

it('a text area has one textbox, with its attributes', async () => {
  const onText = vi.fn()
  renderWithTexts(
    <TextArea id="note" aria-label="备注" aria-describedby="hint" maxLength={10} value="第一行" onChange={onText} />,
  )
  const area = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '备注' })
  expect([area.id, area.maxLength, area.getAttribute('aria-describedby')]).toEqual(['note', 10, 'hint'])
  await userEvent.type(area, '!')
  expect(onText).toHaveBeenCalledExactlyOnceWith('第一行!')
})

it('switch and check box are real inputs: one each, with label, keys and state', async () => {
  const onFlag = vi.fn()
  renderWithTexts(
    <>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the component renders the control */}
      <label>
        手套模式
        <Switch checked={false} onChange={(event) => onFlag('switch', event.target.checked)} />
      </label>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the component renders the control */}
      <label>
        <Checkbox checked onChange={(event) => onFlag('box', event.target.checked)} />
        共享
      </label>
    </>,
  )
  const control = screen.getByRole<HTMLInputElement>('switch', { name: '手套模式' })
  expect([control.tagName, control.getAttribute('aria-checked')]).toEqual(['INPUT', 'false'])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '共享' }).checked).toBe(true)
  await userEvent.click(control)
  screen.getByRole('checkbox').focus()
  await userEvent.keyboard(' ')
  expect(onFlag.mock.calls).toEqual([
    ['switch', true],
    ['box', false],
  ])
})

it('six digits are one labelled input that takes a code in groups', async () => {
  Element.prototype.scrollIntoView = () => undefined
  function Code() {
    const [code, setCode] = useState('')
    return (
      <>
        <label htmlFor="code">验证码</label>
        <PasscodeInput id="code" value={code} onChange={setCode} />
      </>
    )
  }
  renderWithTexts(<Code />)
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: '验证码' })
  expect([input.autocomplete, input.inputMode || input.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  expect(screen.queryByRole('button')).toBeNull()
  await userEvent.type(input, '12a３')
  expect(input.value).toBe('123')
  await userEvent.clear(input)
  await userEvent.click(input)
  await userEvent.paste('123 456')
  expect(input.value).toBe('123456')
})
