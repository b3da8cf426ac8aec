// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ScannerDialog } from '@/client/ui/ScannerDialog'
import { loadTexts } from '../texts'

beforeEach(async () => {
  await loadTexts()
})
afterEach(cleanup)

// Browsers do not pass the submit event of a nested form to the outer form, so the outer form cannot prevent a page load.
it('accepts a typed code while a form is open, and leaves the surrounding form unchanged', async () => {
  const user = userEvent.setup()
  const [acceptCode, sent] = [vi.fn(), vi.fn()]
  render(
    <form aria-label="record" onSubmit={sent}>
      <ScannerDialog onCode={acceptCode} onClose={() => undefined} />
    </form>,
  )
  const box = await screen.findByRole('textbox')
  expect(screen.getByRole('form', { name: 'record' }).querySelector('form')).toBeNull()
  await user.type(box, 'jr:B1-001{Enter}')
  expect(acceptCode).toHaveBeenLastCalledWith('jr:B1-001', 'manual')
  await user.type(box, 'jr:B1-002')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(acceptCode).toHaveBeenLastCalledWith('jr:B1-002', 'manual')
  expect(acceptCode).toHaveBeenCalledTimes(2)
  expect(sent).not.toHaveBeenCalled()
})

it('shows the reason for a refused code at the field and keeps the code for correction', async () => {
  const user = userEvent.setup()
  const acceptedCodes: string[] = []
  const take = (code: string) =>
    code === 'P-7' ? void acceptedCodes.push(code) : Promise.resolve(`${code} is not known`)
  render(<ScannerDialog onCode={take} onClose={() => undefined} />)
  const box = await screen.findByRole<HTMLInputElement>('textbox')
  await user.type(box, 'P-77{Enter}')
  expect((await screen.findByText('P-77 is not known')).id).toBe(box.getAttribute('aria-describedby'))
  expect([box.value, box.getAttribute('aria-invalid')]).toEqual(['P-77', 'true'])
  await user.type(box, '{Backspace}{Enter}')
  await waitFor(() => expect(box.value).toBe(''))
  expect(acceptedCodes).toEqual(['P-7'])
  expect(screen.queryByText('P-77 is not known')).toBeNull()
})

it('typing the same code again during its lookup counts as a second code', async () => {
  const user = userEvent.setup()
  const looked: ((why: null | string) => void)[] = []
  const take = vi.fn(() => new Promise<null | string>((answer) => looked.push(answer)))
  render(<ScannerDialog onCode={take} onClose={() => undefined} />)
  const box = await screen.findByRole<HTMLInputElement>('textbox')
  await user.type(box, 'P-7{Enter}')
  await user.clear(box)
  await user.type(box, 'P-7')
  await act(async () => looked[0]?.(null))
  expect(box.value).toBe('P-7')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(take).toHaveBeenCalledTimes(2)
  // The earlier code is refused after the next one was started: the code in progress stays.
  await user.type(box, 'P-8')
  await act(async () => looked[1]?.('P-7 is not known'))
  expect(box.value).toBe('P-8')
})
