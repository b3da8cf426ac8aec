// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import MachineCard from '@/areas/slitting/client/today/MachineCard'
import rollsWords from '@/areas/rolls/locales/zh.json'
import words from '@/areas/slitting/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { chooseMyLine } from '@/plant/client/line/my-line'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const base = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
const line = (id: string, kind: string) => ({ ...base, id, code: id, name: id, nameEn: null, kind, active: true })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const winding = {
  ...base,
  id: 'r1',
  number: null,
  state: 'winding',
  lineId: 'SB1',
  workOrderId: 'o1',
  lengthM: 10_000,
  speed: 200,
  startedAt: ago(20),
  defects: [],
}
const page = (list: object[]) => () => replyWithRows(list, { j7: 'B1-SB1-007', o1: 'WO-1' })
const pages = { rollInteractive: '/interactive/roll', divideInteractive: '/interactive/divide' }
let read: ReturnType<typeof startFakeServer>
function show(
  mine: string | null,
  {
    rolls = [winding] as object[],
    queue = [] as object[],
    orders = [] as object[],
    lines = [line('SB1', 'spunbond'), line('FQ1', 'slitting')],
  } = {},
): void {
  read = startFakeServer({
    'GET /plant/line': page(lines),
    'GET /production/jumbo_roll': page(rolls),
    'GET /plant/work_order': page(orders),
    'GET /rolls/machine_run': page([]),
    'GET /production/stop_record': page([]),
    'GET /production/jr_cutting': page([]),
    'GET /cut_first/order_list': page(queue),
    'GET /resource_options': () => ok([]),
  })
  chooseMyLine(mine)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <MachineCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  await loadTexts({ rolls: rollsWords, slitting: words })
  localStorage.clear()
  clearSession()
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['rollInteractiveAdd'], pages })
})
afterEach(cleanup)

it('shows when the roll of my line is due, with links to the winder and the doff', async () => {
  show('SB1')
  // 10,000 m at 200 m/min, started 20 minutes ago: 30 minutes from now.
  const due = new Date(Date.now() + 30 * 60_000).toLocaleTimeString('en-GB', {
    timeZone: 'Asia/Shanghai',
    hour: '2-digit',
    minute: '2-digit',
  })
  const word = await screen.findByText(/\d\d:\d\d 落卷/)
  expect(Math.abs(Number(word.textContent!.slice(3, 5)) - Number(due.slice(3, 5))) % 59).toBeLessThanOrEqual(1)
  expect(word.closest('a')?.getAttribute('href')).toBe('/interactive/roll?line=SB1')
  expect(screen.getByRole('link', { name: '落卷' }).getAttribute('href')).toBe('/interactive/roll?line=SB1&step=doff')
  expect(screen.getByText('卷绕机 SB1')).toBeTruthy()
})
it('assigns a roll started before the current order like the winder: it is doffed for the new order', async () => {
  const order = (id: string, number: string, state: string) => ({ ...base, id, number, state, jumboLengthM: 10_000 })
  show('SB1', {
    rolls: [{ ...winding, lengthM: null }],
    orders: [order('o1', 'WO-1', 'paused'), order('o2', 'WO-2', 'running')],
  })
  expect(await screen.findByText(/WO-1.*请先落卷再做新单/)).toBeTruthy()
  expect(screen.getByText('WO-2')).toBeTruthy()
  expect(screen.queryByText(/\d\d:\d\d 落卷/)).toBeNull()
  expect(screen.getByRole('link', { name: '落卷' }).className).toContain('is-primary')
})
it('offers no doff at an empty winder', async () => {
  show('SB1', { rolls: [] })
  await screen.findByText(rollsWords.pages.winder.empty)
  expect(screen.queryByRole('link', { name: '落卷' })).toBeNull()
})
it('names the next jumbo of a slitter', async () => {
  const waits = { ...base, id: 'q1', slitterId: 'FQ1', jumboRollId: 'j7', cuttingId: null, slittingPattern: '3×1000' }
  show('FQ1', { queue: [waits] })
  const next = await screen.findByText('B1-SB1-007')
  expect(next.closest('a')?.getAttribute('href')).toBe('/interactive/divide?jumbo=j7&line=q1')
  expect(screen.queryByText(/落卷/)).toBeNull()
})
it('names the longest waiting jumbo of a slitter without a queue, as the page does', async () => {
  show('FQ1', { rolls: [{ ...winding, id: 'j9', number: 'B1-SB1-009', state: 'doffed' }] })
  const next = await screen.findByText('B1-SB1-009')
  expect(next.closest('a')?.getAttribute('href')).toBe('/interactive/divide?jumbo=j9')
  cleanup()
  show('FQ1', { rolls: [] })
  await screen.findByText(words.pages.today.noJumbo)
})
it('asks for the line, unless the person works at only one machine', async () => {
  // This person may doff but not cut, so the machine is the winder.
  show(null)
  await screen.findByText('卷绕机 SB1')
  expect(screen.queryByText(words.pages.today.chooseLine)).toBeNull()
  cleanup()
  show(null, { lines: [line('SB1', 'spunbond'), line('SB2', 'spunbond'), line('FQ1', 'slitting')] })
  await screen.findByText(words.pages.today.chooseLine)
  expect(screen.queryByText(/卷绕机|分切机/)).toBeNull()
})
it('does not ask people who only look', async () => {
  signInPerson({ pages })
  show(null, { lines: [line('SB1', 'spunbond'), line('SB2', 'spunbond')] })
  await waitFor(() => expect(read.sent.length).toBeGreaterThan(0))
  await new Promise((done) => setTimeout(done, 50))
  expect(document.body.textContent).toBe('')
})
