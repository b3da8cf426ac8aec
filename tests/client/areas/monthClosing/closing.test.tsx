// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import ClosingPage from '@/areas/monthClosing/client/ClosingPage'
import { registerAreas } from '@/client/area-registry'
import { plantClient } from '@/plant/client'
import words from '@/areas/monthClosing/locales/zh.json'
import clientWords from '@/client/locales/zh.json'
import plantWords from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number): string => `0193a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ME, OTHER] = [id(99), id(98)]
const MONTH = '2026-10'
const checklist = (more: object = {}) => ({
  month: MONTH,
  from: '2026-10-01',
  to: '2026-10-31',
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
  ...more,
})
function show(openItems: object, keys: readonly string[], view = 'list', late: readonly object[] = []) {
  signInPerson({ id: ME, keys: ['monthClosingView', ...keys] })
  const server = startFakeServer({
    'GET /sheet/month_checklist': () => ok(openItems),
    'GET /sheet/late': () => replyWithRows(late, { [OTHER]: '李' }),
    'POST /plant/month_close': () => ok({ id: id(1), version: 1 }),
    'POST /plant/month_reopen': () => ok({ id: id(1), version: 2 }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/reports/month?month=${MONTH}&view=${view}`]}>
        <Suspense fallback="…">
          <ClosingPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
const sentTo = (server: ReturnType<typeof startFakeServer>, path: string) =>
  server.sent.filter(({ url }) => url.endsWith(path)).length

beforeEach(async () => {
  await loadTexts({ monthClosing: words, plant: plantWords })
  registerAreas([plantClient])
  clearSession()
  replacePhoneStore(createFakePhone())
})
afterEach(cleanup)

describe('the books of a month', () => {
  it('are closed by one tap where nothing is in the way', async () => {
    const server = show(checklist(), ['monthClosingClose'])
    await userEvent.click(await screen.findByRole('button', { name: plantWords.actions.plantMonth_close }))
    await waitFor(() => expect(sentTo(server, '/plant/month_close')).toBe(1))
  })
  it('are not closed while something is, which is said at the button', async () => {
    show(checklist({ why: '先审核' }), ['monthClosingClose'])
    const close = await screen.findByRole('button', { name: plantWords.actions.plantMonth_close })
    expect(close).toHaveProperty('disabled', true)
    expect(close.parentElement!.textContent).toContain('先审核')
  })
  it('are opened again by whoever did not ask for it', async () => {
    const asked = { state: 'closed', askedBy: '李', askedById: OTHER, askedAt: '2026-11-20T01:00:00.000Z' }
    const server = show(checklist(asked), ['monthClosingReopen'])
    await userEvent.click(await screen.findByRole('button', { name: plantWords.actions.plantMonth_reopen }))
    await waitFor(() => expect(sentTo(server, '/plant/month_reopen')).toBe(1))
  })
  it('name the people who may approve, and the rolls that lack a weight', async () => {
    const jumbo = { id: id(7), resource: 'jumboRoll', name: 'MJ-0042', day: '2026-10-30' }
    const items = [{ item: 'jumbos', count: 3, blocking: false, link: '/x', rows: [jumbo] }]
    const approvals = [
      { step: 'statistical', doneBy: '王', doneAt: '2026-11-20T01:00:00.000Z', people: [] },
      { step: 'financial', doneBy: null, doneAt: null, people: [{ id: OTHER, name: '李', role: '会计' }] },
      { step: 'closing', doneBy: null, doneAt: null, people: [] },
    ]
    show(checklist({ items, approvals }), [])
    const section = await screen.findByRole('region', { name: words.pages.closing.approvals })
    expect(section.textContent).toContain('王，')
    expect(within(section).getByRole('list', { name: words.pages.closing.approvers }).textContent).toBe('李 会计')
    expect(section.textContent).toContain(words.pages.closing.noApprover)
    expect(screen.getByText(/MJ-0042/)).toBeTruthy()
    expect(screen.getByText('另有 2 个')).toBeTruthy()
  })
  it('keep what came too late, by the name of what was done', async () => {
    const late = {
      id: id(5),
      version: 1,
      state: 'waiting',
      month: MONTH,
      day: '2026-10-31',
      operation: 'lineStop.create',
      resource: 'lineStop',
      userId: OTHER,
      triedAt: '2026-11-20T01:00:00.000Z',
      decidedBy: null,
      reason: null,
      body: JSON.stringify({ startedAt: '2026-10-31T02:00:00.000Z', note: '皮带断裂' }),
    }
    show(checklist(), [], 'late', [late])
    const item = await screen.findByRole('listitem')
    expect(item.textContent).toContain(plantWords.lineStop.name)
    expect(item.textContent).not.toContain('lineStop')
    await userEvent.click(screen.getByText(clientWords.sync.details))
    expect(await screen.findByText('皮带断裂')).toBeTruthy()
    expect(item.textContent).toContain('2026-10-31 10:00')
    expect(item.textContent).toContain(plantWords.lineStop.fields.startedAt)
  })
})
