import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { createQueryClient } from '@/client/api/query-client'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'

export const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
export const HOUR_MS = 3_600_000
export const scheduleStartMs = Math.ceil(Date.now() / HOUR_MS) * HOUR_MS + HOUR_MS
export const toTimeAfterStart = (hours: number): string => new Date(scheduleStartMs + hours * HOUR_MS).toISOString()
export const storedFields = {
  version: 3,
  createdAt: toTimeAfterStart(-50),
  updatedAt: toTimeAfterStart(-50),
  createdBy: null,
}
export const lines = [1, 2].map((n) => ({
  ...storedFields,
  id: id(n),
  code: `SB-${n}`,
  name: `${n}号线`,
  nameEn: null,
  kind: 'spunbond',
  idealSpeed: null,
  width: null,
  sortOrder: n,
  active: true,
  note: null,
}))
export const createEntry = (n: number, startHour: number, endHour: number, overrides: object = {}) => ({
  id: id(100 + n),
  version: 3,
  workOrderId: id(200 + n),
  number: `WO-${n}`,
  product: 'P15 白',
  customer: '安洁',
  state: 'planned',
  lineId: id(1),
  startsAt: toTimeAfterStart(startHour),
  endsAt: toTimeAfterStart(endHour),
  changeoverMinutes: 30,
  orderedKg: 5000,
  goodKg: 0,
  percent: 0,
  forecastEnd: null,
  late: false,
  dueAt: null,
  ...overrides,
})

export function renderOrdersPage(
  Page: ComponentType,
  address: string,
  keys: readonly string[],
  replies: Parameters<typeof startFakeServer>[0],
) {
  signInPerson({ id: id(9), keys })
  const server = startFakeServer({
    'GET /plant/line': () => replyWithRows(lines),
    'GET /plant/work_order': () => replyWithRows([]),
    'GET /plant/rotation': () => replyWithRows([]),
    'GET /resource_options': () => ok([]),
    ...replies,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
