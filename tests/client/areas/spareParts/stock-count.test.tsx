// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StockMovementDialog } from '@/areas/spareParts/client/StockMovementDialog'
import words from '@/areas/spareParts/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import type { ListRow } from '@/client/resource/build-columns'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { id, ME } from '../rounds/plant'

const buildPart = (quantity: number): ListRow =>
  ({ id: id(30), version: quantity, code: 'BJ-1', name: '轴承', unit: '只', quantity, minimum: 2 }) as ListRow

beforeEach(() => loadTexts({ spareParts: words }))
afterEach(cleanup)

it('keeps the counted stock if the stock changes meanwhile, and books its difference to the present stock', async () => {
  const phone = createFakePhone()
  replacePhoneStore(phone)
  const server = startFakeServer({}, ok({}))
  signInPerson({ id: ME, keys: ['spareManagementMove'] })
  const client = createQueryClient()
  const onClose = vi.fn()
  const buildDialog = (quantity: number) => (
    <QueryClientProvider client={client}>
      <StockMovementDialog kind="count" row={buildPart(quantity)} onClose={onClose} />
    </QueryClientProvider>
  )
  const { rerender } = render(buildDialog(12))
  const input = screen.getByRole('textbox', { name: /只/ })
  expect(input).toHaveProperty('value', '12')
  rerender(buildDialog(11))
  expect(input).toHaveProperty('value', '12')
  await userEvent.clear(input)
  await userEvent.type(input, '9')
  rerender(buildDialog(10))
  expect(input).toHaveProperty('value', '9')
  await userEvent.click(screen.getByRole('button', { name: words.stockMovement.options.kind.count }))
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  const sentBodies: unknown[] = server.sent.map(({ body }) => JSON.parse(String(body)) as unknown)
  expect([...phone.savedCommands.map(({ body }) => body), ...sentBodies]).toMatchObject([
    { kind: 'count', quantity: -1 },
  ])
})
