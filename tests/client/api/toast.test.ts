// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearToast, showToast, calculateToastDuration } from '@/client/api/toast'

vi.unmock('@/client/api/toast')

afterEach(() => {
  clearToast()
  cleanup()
})

it('a message with a link has an accessible button, which works once', async () => {
  const go = vi.fn()
  showToast('Repair R-7 was reported', 'info', { label: 'Open', onChoose: go })
  const button = await screen.findByRole('button', { name: 'Open' }) // found by its role: not hidden from a screen reader
  expect(screen.getByRole('region', { name: 'Repair R-7 was reported' }).contains(button)).toBe(true)
  button.click()
  expect(go).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(screen.queryByText(/Repair R-7/)).toBeNull())
})
it('a plain message is hidden from screen readers, which read it from the live region', async () => {
  showToast('Saved', 'success')
  expect((await screen.findByText('Saved')).closest('[aria-hidden=true]')).not.toBeNull()
})
it('is above an open dialog, which would shade it; without a dialog it is drawn normally', async () => {
  const showPopover = vi.fn()
  HTMLElement.prototype.showPopover = showPopover
  HTMLElement.prototype.hidePopover = vi.fn()
  showToast('Saved', 'success')
  await screen.findByText('Saved')
  expect(showPopover).not.toHaveBeenCalled()
  clearToast()
  const dialog = document.createElement('dialog')
  dialog.setAttribute('open', '')
  document.body.append(dialog)
  showToast('Decided already', 'fail')
  const mask = (await screen.findByText('Decided already')).closest<HTMLElement>('.adm-mask')
  expect(showPopover.mock.contexts).toEqual([mask])
  showToast('Decided by Li', 'fail')
  await screen.findByText('Decided by Li')
  expect(showPopover).toHaveBeenCalledTimes(2)
  dialog.remove()
})
it('stays as long as it takes to read, and no longer', () => {
  expect(calculateToastDuration('已保存', 'success')).toBe(2500)
  expect(calculateToastDuration('不能保存', 'fail')).toBe(4000)
  expect(calculateToastDuration('x'.repeat(150), 'fail')).toBe(9000)
  expect(calculateToastDuration('x'.repeat(900), 'fail')).toBe(12_000)
})
