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

// Browsers stop the submit of a form at a form around it: nobody hears it who could keep the page from loading anew.
it('a code typed while a form is filled in is taken, and the form around stays as it is', async () => {
  const user = userEvent.setup()
  const [taken, sent] = [vi.fn(), vi.fn()]
  render(
    <form aria-label="record" onSubmit={sent}>
      <ScannerDialog onCode={taken} onClose={() => undefined} />
    </form>,
  )
  const box = await screen.findByRole('textbox')
  expect(screen.getByRole('form', { name: 'record' }).querySelector('form')).toBeNull()
  await user.type(box, 'jr:B1-001{Enter}')
  expect(taken).toHaveBeenLastCalledWith('jr:B1-001', 'manual')
  await user.type(box, 'jr:B1-002')
  await user.click(screen.getByRole('button', { name: '确定' }))
  expect(taken).toHaveBeenLastCalledWith('jr:B1-002', 'manual')
  expect(taken).toHaveBeenCalledTimes(2)
  expect(sent).not.toHaveBeenCalled()
})

it('a code that is not taken says why at the field and stays there, to be mended', async () => {
  const user = userEvent.setup()
  const taken: string[] = []
  const take = (code: string) => (code === 'P-7' ? void taken.push(code) : Promise.resolve(`${code} is not known`))
  render(<ScannerDialog onCode={take} onClose={() => undefined} />)
  const box = await screen.findByRole<HTMLInputElement>('textbox')
  await user.type(box, 'P-77{Enter}')
  expect((await screen.findByText('P-77 is not known')).id).toBe(box.getAttribute('aria-describedby'))
  expect([box.value, box.getAttribute('aria-invalid')]).toEqual(['P-77', 'true'])
  await user.type(box, '{Backspace}{Enter}')
  await waitFor(() => expect(box.value).toBe(''))
  expect(taken).toEqual(['P-7'])
  expect(screen.queryByText('P-77 is not known')).toBeNull()
})

it('the same code typed again while it is looked up is a second one', async () => {
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
  // Refused after the next one was begun: what the hand is at stays.
  await user.type(box, 'P-8')
  await act(async () => looked[1]?.('P-7 is not known'))
  expect(box.value).toBe('P-8')
})
