// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { hideComposingKeys } from '@/client/ui/input-listeners'

const stops: (() => void)[] = []
afterEach(() => stops.splice(0).forEach((stop) => stop()))

test('keys of an input method reach no handler; other keys do', () => {
  stops.push(hideComposingKeys(window))
  const [onWindow, onElement] = [vi.fn(), vi.fn()]
  window.addEventListener('keydown', onWindow, true)
  stops.push(() => window.removeEventListener('keydown', onWindow, true))
  render(<input aria-label="name" onKeyDown={onElement} />)
  const input = screen.getByLabelText('name')
  fireEvent.keyDown(input, { key: 'Enter', isComposing: true })
  fireEvent.keyDown(input, { key: 'ArrowDown', isComposing: true })
  // Safari: the composition has ended already, and only the key code identifies it.
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 229 })
  expect([onWindow.mock.calls.length, onElement.mock.calls.length]).toEqual([0, 0])
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 })
  expect([onWindow.mock.calls.length, onElement.mock.calls.length]).toEqual([1, 1])
})
