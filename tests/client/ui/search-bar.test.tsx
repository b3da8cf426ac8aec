// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { SearchBar } from '@/client/ui/SearchBar'
import { renderWithTexts } from './render'

vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsTouch: () => true }))

function Search({ onChange }: { onChange: (value: string) => void }) {
  const [value, setValue] = useState('')
  return (
    <SearchBar
      label="搜索"
      hasCancel
      value={value}
      onChange={(next) => {
        setValue(next)
        onChange(next)
      }}
    />
  )
}

it('on a touch screen it has a name, a clear button and a way out', async () => {
  const onChange = vi.fn()
  renderWithTexts(<Search onChange={onChange} />)
  const input = screen.getByRole<HTMLInputElement>('searchbox', { name: '搜索' })
  expect(input.type).toBe('search')
  await userEvent.type(input, 'A-1')
  fireEvent.click(screen.getByRole('button', { name: '清空' }))
  expect(input.value).toBe('')
  expect(screen.queryByRole('button', { name: '清空' })).toBeNull()
  await userEvent.type(input, 'B')
  await userEvent.click(screen.getByRole('button', { name: '取消' }))
  expect([input.value, document.activeElement === input]).toEqual(['', false])
  expect(onChange).toHaveBeenLastCalledWith('')
})
it('keeps the focus while an input method commits its text with Enter', async () => {
  renderWithTexts(<Search onChange={() => undefined} />)
  const input = screen.getByRole('searchbox')
  await userEvent.click(input)
  fireEvent.compositionStart(input)
  fireEvent.change(input, { target: { value: 'fengji' } })
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13, isComposing: true })
  expect(document.activeElement).toBe(input)
  fireEvent.compositionEnd(input)
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  expect(document.activeElement).not.toBe(input)
})
it('an empty search is left with Escape', async () => {
  renderWithTexts(<Search onChange={() => undefined} />)
  const input = screen.getByRole('searchbox')
  await userEvent.click(input)
  await userEvent.keyboard('{Escape}')
  expect(document.activeElement).not.toBe(input)
})
