// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { UnsentNotice, UnsentBadge } from '@/client/resource/UnsentBadge'
import { overlayRows, type PendingInfo } from '@/offline'
import { loadTexts } from '../texts'

afterEach(cleanup)
const error = { kind: 'refused', errno: '6000', message: '该卷已销售', issues: [] } as const
const op = { id: 'o', op: 'note.create', resource: 'note', entityId: 'a', creates: 1, seq: 1, userId: 'u', body: {} }
/** The pending mark of a row whose command is in this state. */
const markOf = (state: string, lastError: object | null): PendingInfo | undefined =>
  overlayRows<{ id: string }>(
    'note',
    [],
    [{ ...op, state, lastError, occurredAt: '2026-11-20T00:00:00Z', dependsOn: [] } as never],
  )[0]?.pending
const show = (of: unknown) =>
  render(
    <MemoryRouter>
      <UnsentBadge pending={of} />
      <UnsentNotice pending={of} />
    </MemoryRouter>,
  )

it('a refused record says so, with the reason and the next step', async () => {
  await loadTexts()
  show(markOf('attention', error))
  expect(screen.getAllByText('服务器未接受')).toHaveLength(2)
  expect(screen.queryByText('待上传')).toBeNull()
  expect(screen.getByText('该卷已销售')).toBeTruthy()
  expect(screen.getByRole('link').getAttribute('href')).toBe('/me/sync?unsent=o')
})
it('names the refused field', async () => {
  await loadTexts()
  const refused = {
    ...error,
    errno: '4010',
    message: '输入有误',
    issues: [{ path: ['kg'], code: 'tooBig', params: { limit: 50 } }],
  }
  show(markOf('attention', refused))
  expect(screen.getByText('输入有误')).toBeTruthy()
  expect(screen.getByText(/^kg .*50/)).toBeTruthy()
})
it('shows waiting records as waiting, and nothing for sent ones', async () => {
  await loadTexts()
  show(markOf('pending', null))
  expect(screen.getAllByText('待上传')).toHaveLength(2)
  cleanup()
  const { container } = show(undefined)
  expect(container.textContent).toBe('')
})
