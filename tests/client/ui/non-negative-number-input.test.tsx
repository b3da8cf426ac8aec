// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { cleanNumberText, parseNonNegative } from '@/client/fields/number-input'
import { NonNegativeNumberInput } from '@/client/ui/NonNegativeNumberInput'
import { Stepper } from '@/plant/client/forms/Stepper'
import { loadTexts } from '../texts'

afterEach(cleanup)

test('does not drop a minus sign', () => {
  expect(['-5', '－5', '1，200.5 m', 'a'].map(cleanNumberText)).toEqual(['-5', '-5', '1200.5', ''])
  expect(['-5', '-', '', '5', '0', '1.5', '1-2', '-0'].map(parseNonNegative)).toEqual([
    null,
    null,
    null,
    5,
    0,
    1.5,
    null,
    null,
  ])
})
test('a negative number stays as typed and is reported', async () => {
  await loadTexts()
  function Box() {
    const [text, setText] = useState('')
    return <NonNegativeNumberInput value={text} onChange={setText} />
  }
  render(<Box />)
  const box = screen.getByRole<HTMLInputElement>('textbox')
  await userEvent.type(box, '-5')
  expect(box.value).toBe('-5')
  expect(box.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('请输入不小于 0 的数')
  await userEvent.clear(box)
  await userEvent.type(box, '5.5')
  expect(screen.queryByRole('alert')).toBeNull()
})
test('negative hours are passed on for refusal, and half hours can be typed', async () => {
  await loadTexts()
  const enteredSizes: number[] = []
  function Box() {
    const [hours, setHours] = useState(0)
    return (
      <Stepper
        label="工时"
        unit="h"
        step={0.25}
        value={hours}
        onChange={(next) => {
          enteredSizes.push(next)
          setHours(next)
        }}
      />
    )
  }
  render(<Box />)
  const box = screen.getByRole<HTMLInputElement>('textbox')
  await userEvent.clear(box)
  await userEvent.type(box, '-2')
  expect([box.value, enteredSizes.at(-1)]).toEqual(['-2', -2])
  expect(screen.getByRole('alert')).toBeTruthy()
  await userEvent.clear(box)
  await userEvent.type(box, '1.5')
  expect([box.value, enteredSizes.at(-1)]).toEqual(['1.5', 1.5])
  expect(screen.queryByRole('alert')).toBeNull()
})
