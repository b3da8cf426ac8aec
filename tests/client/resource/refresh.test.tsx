// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import ComparisonPage from '@/areas/cost/client/ComparisonPage'
import costTexts from '@/areas/cost/locales/zh.json'
import ClosingPage from '@/areas/monthClosing/client/ClosingPage'
import monthClosingTexts from '@/areas/monthClosing/locales/zh.json'
import { StockHistoryView } from '@/areas/stock/client/StockHistoryView'
import stockTexts from '@/areas/stock/locales/zh.json'
import { registerAreas } from '@/client/area-registry'
import { createQueryClient } from '@/client/api/query-client'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { plantClient } from '@/plant/client'
import plantTexts from '@/plant/locales/zh.json'
import { startFakeServer, json, ok, replyWithRows } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'
import { prepareDesk, toRollId, roll } from './desk'

const MONTH = '2026-10'
const order = {
  id: toRollId(1),
  workOrderId: toRollId(1),
  number: 'WO-1',
  product: 'SMS',
  line: 'L1',
  customer: null,
  whole: true,
  total: 900,
  standardTotal: null,
  perKg: 9,
  standardPerKg: 8,
  perRoll: null,
  goodKg: 100,
  madeKg: 100,
  machineHours: 1,
  labourHours: 1,
  kwh: 50,
  frozen: false,
  adjusted: null,
  estimatedShare: 0,
  month: MONTH,
  startedAt: '2026-10-01T00:00:00.000Z',
  finishedAt: '2026-10-01T08:00:00.000Z',
  state: 'finished',
  missing: [],
  lanes: [],
  lines: [],
  variances: [],
  material: 700,
  packing: 10,
  electricity: 100,
  gas: 0,
  water: 0,
  labour: 50,
  tools: 5,
  fixed: 30,
  financial: 5,
  other: 0,
  credit: 0,
}
const checklist = {
  month: MONTH,
  from: `${MONTH}-01`,
  to: `${MONTH}-31`,
  state: 'open',
  why: null,
  open: 0,
  items: [],
  approvals: [],
  closedBy: null,
  closedAt: null,
  askedBy: null,
  askedById: null,
  askedAt: null,
  reopenedBy: null,
  reopenedAt: null,
  reason: null,
}
const history = {
  since: '2026-10-01',
  day: '2026-09-30',
  course: [],
  rows: [],
  kg: 0,
  rolls: 0,
  packages: 0,
  groups: [],
}
interface RefreshedPage {
  page: ReactNode
  address: string
  answers: (n: number) => Record<string, () => Response>
  find: () => Promise<HTMLElement>
}
const pages: Record<string, RefreshedPage> = {
  'the link below an open part of an order': {
    page: <ComparisonPage />,
    address: `/cost/comparison?id=${toRollId(1)}`,
    answers: (n) => ({
      'GET /plant/order_cost_rows': () => ok({ ...order, kwh: 50 + n, electricity: 100 + n }),
      'GET /plant/order_cost_change': () => replyWithRows([]),
    }),
    find: async () => {
      const part = (await screen.findByText('电')).closest('button')!
      if (part.getAttribute('aria-expanded') === 'false') fireEvent.click(part)
      return screen.getByRole('link', { name: costTexts.pages.order.electricity })
    },
  },
  'the first order of the week': {
    page: <ComparisonPage />,
    address: '/cost/comparison',
    answers: (n) => ({
      'GET /get_week_order': () => ok([{ ...order, perKg: 9 + n }]),
      'GET /order_cost': () => ok({ total: 0, list: [] }),
    }),
    find: () => screen.findByRole('button', { name: /WO-1/ }),
  },
  'the checklist of a month': {
    page: <ClosingPage />,
    address: `/reports/month?month=${MONTH}`,
    answers: (n) => ({ 'GET /sheet/month_checklist': () => ok({ ...checklist, open: n }) }),
    find: () => screen.findByRole('region', { name: monthClosingTexts.pages.closing.approvals }),
  },
  'the stock at the end of a day': {
    page: <StockHistoryView />,
    address: '/overview/stock?view=history',
    answers: (n) => ({ 'GET /STOCKS_HISTORY': () => ok({ ...history, kg: n }) }),
    find: () => screen.findByRole('heading', { level: 2 }),
  },
  'the way back from a deleted row': {
    page: <ResourcePage resource={roll} />,
    address: `/?id=${toRollId(3)}`,
    answers: () => ({ 'GET /roll': () => replyWithRows([]) }),
    find: () => screen.findByRole('button', { name: '返回' }),
  },
}
const refusal = () => json({ errno: '5000', errmsg: '系统错误' }, 500)

beforeEach(async () => {
  await prepareDesk()
  await loadTexts({ cost: costTexts, monthClosing: monthClosingTexts, plant: plantTexts, stock: stockTexts })
  registerAreas([plantClient])
  signInPerson({ keys: ['rollView', 'monthClosingView', 'costComparisonView', 'stockStatisticsView'] })
})
afterEach(cleanup)

describe.each(Object.entries(pages))('%s', (_name, { page, address, answers, find }) => {
  it.each(['with other values', 'that fails'])('stays the same element after a refresh %s', async (kind) => {
    const server = startFakeServer(answers(0))
    const client = createQueryClient()
    render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[address]}>
          <Suspense fallback="…">{page}</Suspense>
        </MemoryRouter>
      </QueryClientProvider>,
    )
    const heldElement = await find()
    const disconnections: Node[] = []
    const observer = new MutationObserver(() => {
      if (!heldElement.isConnected) disconnections.push(heldElement)
    })
    observer.observe(document.body, { childList: true, subtree: true })
    if (kind === 'that fails') Object.keys(answers(0)).forEach((call) => (server.replies[call] = refusal))
    else Object.assign(server.replies, answers(1))
    const sentBefore = server.sent.length
    await client.invalidateQueries()
    expect(server.sent.length).toBeGreaterThan(sentBefore)
    await waitFor(() => expect(client.isFetching()).toBe(0))
    expect(await find()).toBe(heldElement)
    expect(disconnections).toEqual([])
    observer.disconnect()
  })
})

/** A failed refresh must not replace loaded data: neither `error || !data` nor `error && <NotLoadedView>`. */
const REPLACES_DATA =
  /\.error && <NotLoadedView|\.error \|\| !\w+\.data\)|if \(\w+\.error\) return <NotLoadedView|\.data && !\w+\.error/
it('no component replaces its data with the error of a refresh', () => {
  const src = join(import.meta.dirname, '../../../src')
  const components = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
  const replacing = components.filter((name) => REPLACES_DATA.test(readFileSync(join(src, name), 'utf8')))
  expect(components.length).toBeGreaterThan(500)
  // Only rendered for a list without rows.
  expect(replacing).toEqual([join('client', 'resource', 'ResourceList.tsx')])
})
