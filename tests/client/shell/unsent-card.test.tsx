// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { replacePhone, type Unsent } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import client from '@/client/locales/zh.json'
import { UnsentCard } from '@/client/shell/UnsentCard'
import { fakePhone } from '../fake-phone'
import { useTexts } from '../texts'

afterEach(cleanup)
const item = (data: unknown) =>
  ({
    id: 'op',
    op: null,
    resource: null,
    body: {},
    state: 'attention',
    editable: false,
    photos: [],
    occurredAt: null,
    lastError: { kind: 'refused', errno: '6000', message: '交接班已接班', issues: [], data, at: 0 },
  }) as unknown as Unsent
async function show(data: unknown) {
  await useTexts({})
  const store = fakePhone()
  replacePhone(store)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <UnsentCard item={item(data)} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return store
}
it('what somebody else has done already goes by one tap', async () => {
  const store = await show({ settled: true })
  await userEvent.click(screen.getByRole('button', { name: client.sync.settle }))
  await waitFor(() => expect(store.calls).toContain('discard op'))
})
it('what is refused otherwise is discarded only by who types it', async () => {
  const store = await show(null)
  expect(screen.queryByRole('button', { name: client.sync.settle })).toBeNull()
  screen.getByRole('button', { name: client.sync.discard })
  expect(store.calls).toEqual([])
})
