// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useHardwareScanner } from '@/client/ui/scanner/use-hardware-scanner'
import { typeKeys as type } from '../hand-scanner'
import { renderWithTexts } from './render'

function Listening({ onCode, onPress }: { onCode: (text: string) => void; onPress: () => void }) {
  useHardwareScanner(onCode)
  return (
    <>
      <button type="button" onKeyDown={(event) => event.key === 'Enter' && onPress()}>
        press
      </button>
      <input />
    </>
  )
}

function listen() {
  const onCode = vi.fn()
  const onPress = vi.fn()
  renderWithTexts(<Listening onCode={onCode} onPress={onPress} />)
  return { onCode, onPress, button: screen.getByRole('button'), field: screen.getByRole('textbox') }
}

it('reads fast keys that end with Enter, and prevents the Enter from pressing a button', () => {
  const { onCode, onPress, button } = listen()
  expect(type(button, ['Shift', 'R', 'o', 'l', 'l', '-', '7', 'Enter'])).toBe(true)
  expect(onCode.mock.calls).toEqual([['Roll-7']])
  expect(onPress).not.toHaveBeenCalled()
})

it('ignores a typing person, a short burst, and a shortcut', () => {
  const { onCode, onPress, button } = listen()
  expect(type(button, [...'R0001', 'Enter'], 120)).toBe(false)
  type(button, [...'R12', 'Enter'])
  type(button, [...'R00', 'Tab', '1', 'Enter'])
  expect(onCode).not.toHaveBeenCalled()
  expect(onPress).toHaveBeenCalledTimes(3)
})

it('leaves a scanned code in its field', () => {
  const { onCode, field } = listen()
  expect(type(field, [...'ROLL-7', 'Enter'])).toBe(false)
  expect(onCode).not.toHaveBeenCalled()
})
