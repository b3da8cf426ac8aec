// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ordersClient } from '@/areas/orders/client'
import OrderSyncPage from '@/areas/orders/client/sync/OrderSyncPage'
import { erpOrder } from '@/areas/orders/contract/erp-order'
import words from '@/areas/orders/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { registerAreas } from '@/client/area-registry'
import { clearSession } from '@/client/session/session'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('../../resource/desk')).PlainTable }))
vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsDesktop: () => true }))

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const erp = (n: number, dueOn: string | null) => ({
  ...Object.fromEntries(Object.keys(erpOrder.fields).map((name) => [name, null])),
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
  id: id(n),
  externalNumber: `SO-${n}`,
  productCode: 'P15',
  orderedKg: 5000,
  source: 'http',
  priority: 'normal',
  conflict: {},
  declined: {},
  state: 'new',
  dueOn,
})
beforeEach(async () => {
  await loadTexts({ orders: words })
  setElementSize(1440)
  clearSession()
  replacePhoneStore(createFakePhone())
  registerAreas([ordersClient])
})
afterEach(() => {
  cleanup()
  registerAreas([])
})

it('orders released together are named where their due day is over, and may be left out', async () => {
  const sent: string[] = []
  signInPerson({ id: id(9), keys: ['orderSyncView', 'orderSyncEdit'] })
  const all = [erp(1, '2020-01-01'), erp(2, '2999-01-01'), erp(3, null)]
  startFakeServer({
    'GET /equ/erp_mes': () => replyWithRows(all),
    'OPTIONS /equ/erp_mes': () => ok({ fields: [], counts: [], exportPath: '' }),
    'GET /resource_options': () => ok([]),
    'POST /equ/erp_release': ({ body }) => {
      sent.push((JSON.parse(String(body)) as { id: string }).id)
      return ok(all[0])
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/orders/sync']}>
        <Suspense>
          <OrderSyncPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  for (const n of [0, 1, 2]) fireEvent.click(await screen.findByLabelText(`tick ${n}`))
  fireEvent.click(await screen.findByRole('button', { name: '下达工单' }))
  expect(await screen.findByText('1 条请先核对：SO-1')).toBeTruthy()
  expect(screen.getByText('交期 2020-01-01 已过')).toBeTruthy()
  expect(screen.getByRole('button', { name: '仍全部下达工单（3）' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '其余 2 条下达工单' }))
  await waitFor(() => expect(sent).toEqual([id(2), id(3)]))
})
