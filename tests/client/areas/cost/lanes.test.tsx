// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { registerAreas } from '@/client/area-registry'
import { clearSession } from '@/client/session/session'
import ComparisonPage from '@/areas/cost/client/ComparisonPage'
import words from '@/areas/cost/locales/zh.json'
import { plantClient } from '@/plant/client'
import plantWords from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number): string => `0193a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const order = (number: string, lanes: readonly object[]) => ({
  id: id(1),
  workOrderId: id(2),
  number,
  product: 'P',
  line: 'SB1',
  customer: null,
  whole: true,
  missing: [],
  lines: [],
  variances: [],
  lanes,
})
const Where = () => <output>{useLocation().pathname + useLocation().search}</output>

beforeEach(async () => {
  await loadTexts({ cost: words, plant: plantWords })
  registerAreas([plantClient])
  replacePhoneStore(createFakePhone())
})
afterEach(() => {
  cleanup()
  clearSession()
})

it('leads from an order to the one whose rolls it shares', async () => {
  signInPerson({ id: id(9) })
  startFakeServer({
    'GET /plant/order_cost_rows': ({ url }) =>
      ok(
        url.includes(id(3))
          ? order('WO-3', [])
          : order('WO-2', [{ workOrderId: id(3), number: 'WO-3', kg: -120, amount: -900 }]),
      ),
    'GET /plant/order_cost_change': () => replyWithRows([]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/cost/comparison?id=${id(2)}`]}>
        <ComparisonPage />
        <Where />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(
    await screen.findByRole('link', { name: words.pages.order.lanesGiven.replace('{{number}}', 'WO-3') }),
  )
  expect(await screen.findByRole('heading', { name: 'WO-3' })).toBeTruthy()
  expect(screen.getByText(`/cost/comparison?id=${id(3)}`)).toBeTruthy()
})
