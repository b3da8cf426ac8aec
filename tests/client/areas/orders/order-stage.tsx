import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { Suspense, type ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { createQueryClient } from '@/client/api/query-client'
import { fakeServer, ok, pageOf } from '../../fake-server'
import { signedIn } from '../../signed-in'

export const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
export const HOUR = 3_600_000
export const start = Math.ceil(Date.now() / HOUR) * HOUR + HOUR
export const toMoment = (hours: number): string => new Date(start + hours * HOUR).toISOString()
export const stored = { version: 3, createdAt: toMoment(-50), updatedAt: toMoment(-50), createdBy: null }
export const lines = [1, 2].map((n) => ({
  ...stored,
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
export const entry = (n: number, from: number, to: number, more: object = {}) => ({
  id: id(100 + n),
  version: 3,
  workOrderId: id(200 + n),
  number: `WO-${n}`,
  product: 'P15 白',
  customer: '安洁',
  state: 'planned',
  lineId: id(1),
  startsAt: toMoment(from),
  endsAt: toMoment(to),
  changeoverMinutes: 30,
  orderedKg: 5000,
  goodKg: 0,
  percent: 0,
  forecastEnd: null,
  late: false,
  dueAt: null,
  ...more,
})

export function show(
  Page: ComponentType,
  address: string,
  keys: readonly string[],
  replies: Parameters<typeof fakeServer>[0],
) {
  signedIn({ id: id(9), keys })
  const server = fakeServer({
    'GET /plant/line': () => pageOf(lines),
    'GET /plant/work_order': () => pageOf([]),
    'GET /plant/rotation': () => pageOf([]),
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
