// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore, setSyncStatus } from '@/client/api/phone'
import { getSavedTextKey } from '@/client/api/notify-saved'
import { NumberPad } from '@/client/ui/NumberPad'
import { selectNumbersOnFocus } from '@/client/ui/input-listeners'
import { createFakePhone } from '../fake-phone'
import { loadTexts } from '../texts'

beforeEach(async () => {
  await loadTexts()
  replacePhoneStore(createFakePhone())
})
afterEach(cleanup)
const done = vi.fn()
const pad = (value: number | null) => {
  render(
    <NumberPad
      title="长度"
      unit="m"
      value={value}
      limits={null}
      evaluate={() => ({ tone: 'idle', label: null })}
      onDone={done}
      onClose={() => undefined}
    />,
  )
  return {
    press: (name: string) => userEvent.click(screen.getByRole('button', { name })),
    shown: () => within(screen.getByRole('status', { name: '长度' })).getByText(/^[-–\d.]+$/).textContent,
  }
}
it('the first key replaces the suggested value; the next keys append', async () => {
  const { press, shown } = pad(9870)
  expect(shown()).toBe('9870')
  await press('1')
  expect(shown()).toBe('1')
  await press('2')
  expect(shown()).toBe('12')
})
it('correcting a value from its end keeps the rest; one key clears it', async () => {
  const { press, shown } = pad(9870)
  await press('退格')
  await press('5')
  expect(shown()).toBe('9875')
  await press('清空')
  expect(shown()).toBe('–')
  await press('确定')
  expect(done).toHaveBeenLastCalledWith(null)
})
it('a number field selects its value for replacement, a text field does not', async () => {
  selectNumbersOnFocus(document)
  render(
    <>
      <input aria-label="kg" inputMode="decimal" defaultValue="500" />
      <input aria-label="note" defaultValue="abc" />
    </>,
  )
  const [kg, note] = [screen.getByLabelText('kg'), screen.getByLabelText('note')] as HTMLInputElement[]
  kg!.focus()
  expect([kg!.selectionStart, kg!.selectionEnd]).toEqual([0, 3])
  note!.focus()
  expect(note!.selectionEnd! - note!.selectionStart!).toBe(0)
})
it('only commands that wait on this phone are shown as waiting', () => {
  setSyncStatus({ state: 'offline', unsent: 1, attention: 0, lastSentAt: null, readyAt: null })
  expect(getSavedTextKey({ queued: true })).toBe('client:resource.savedHere')
  expect(getSavedTextKey({ queued: false })).toBe('client:resource.saved')
  setSyncStatus({ state: 'sent', unsent: 0, attention: 0, lastSentAt: null, readyAt: null })
  expect(getSavedTextKey({ queued: true })).toBe('client:resource.saved')
})
