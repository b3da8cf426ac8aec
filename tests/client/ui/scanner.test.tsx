// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Scanner } from '@/client/ui/Scanner'
import { useTexts } from '../texts'

beforeEach(async () => {
  await useTexts()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function close() {
    this.open = false
  }
})
afterEach(cleanup)

// Browsers stop the submit of a form at a form around it: nobody hears it who could keep the page from loading anew.
it('a code typed while a form is filled in is taken, and the form around stays as it is', async () => {
  const user = userEvent.setup()
  const [taken, sent] = [vi.fn(), vi.fn()]
  render(
    <form aria-label="record" onSubmit={sent}>
      <Scanner onCode={taken} onClose={() => undefined} />
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
