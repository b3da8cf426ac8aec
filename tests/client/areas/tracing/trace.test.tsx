// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import TraceView from '@/areas/tracing/client/TraceView'
import rollsWords from '@/areas/rolls/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import words from '@/areas/tracing/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { setElementSize } from '../../fake-layout'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const ROLL = id(8)
function show(page: ReactNode, { at, more }: { at: string; more: Parameters<typeof startFakeServer>[0] }): void {
  signInPerson({ id: id(1), keys: ['divideInteractiveView', 'divideInteractiveAdd', 'divideInteractiveEdit'] })
  startFakeServer({ 'GET /rolls/slit_roll': () => replyWithRows([]), 'GET /resource_options': () => ok([]), ...more })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Suspense fallback="…">{page}</Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  await loadTexts({ rolls: rollsWords, slitting: slittingWords, tracing: words })
  setElementSize(390)
  clearSession()
  localStorage.clear()
  replacePhoneStore(createFakePhone())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the trace', () => {
  const tree = {
    found: [{ kind: 'slitRoll', id: ROLL, label: 'N-1' }],
    cut: false,
    nodes: [
      { kind: 'materialLot', id: id(31), label: 'LOT-1' },
      { kind: 'slitRoll', id: ROLL, label: 'N-1' },
      { kind: 'customer', id: id(33), label: '恒安' },
    ].map((node) => ({ at: null, kg: null, state: null, grade: null, depth: 0, note: null, lineId: null, ...node })),
    edges: [
      { from: id(31), to: ROLL, kg: null },
      { from: ROLL, to: id(33), kg: null },
    ],
    levels: ['materialLot', 'slitRoll', 'customer'].map((kind) => ({ kind, total: 1, shown: 1, kg: null })),
  }
  it('of a scanned label shows lots above and the customer below; an unknown label says so', async () => {
    show(<TraceView tabs={null} />, { at: '/?number=sr:N-1', more: { 'GET /quality/trace': () => ok(tree) } })
    await screen.findByRole('button', { name: /LOT-1/ })
    expect(screen.getByRole('button', { name: /恒安/ })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /LOT-1/ }))
    expect(screen.getByRole('button', { name: '从这里追溯' })).toBeTruthy()
    cleanup()
    show(<TraceView tabs={null} />, {
      at: '/?number=XX',
      more: { 'GET /quality/trace': () => ok({ ...tree, found: [], nodes: [], edges: [], levels: [] }) },
    })
    await screen.findByText('没有编号“XX”')
  })
  it('marks a lot that was used before its receipt or its release', async () => {
    const nodes = tree.nodes.map((node) =>
      node.kind === 'materialLot' ? { ...node, usedBeforeReceipt: true, usedBeforeRelease: true } : node,
    )
    show(<TraceView tabs={null} />, {
      at: '/?number=sr:N-1',
      more: { 'GET /quality/trace': () => ok({ ...tree, nodes }) },
    })
    const lot = await screen.findByRole('button', { name: /LOT-1/ })
    within(lot).getByText('到货前已使用')
    within(lot).getByText('放行前已使用')
    expect(within(screen.getByRole('button', { name: /恒安/ })).queryByText('到货前已使用')).toBeNull()
  })
  it('of a lot shows each of its kilograms, by hopper', async () => {
    const place = {
      lineId: id(41),
      hopperId: id(42),
      fedKg: 1000,
      rollsKg: 700,
      rolls: 12,
      lostKg: 20,
      emptiedKg: 30,
      insideKg: 250,
    }
    show(<TraceView tabs={null} />, {
      at: `/?kind=materialLot&of=${id(31)}`,
      more: {
        'GET /quality/trace': () => ok({ ...tree, found: [{ kind: 'materialLot', id: id(31), label: 'LOT-1' }] }),
        'GET /mater/lot_balance': () => ok([place]),
        'GET /plant/hopper': () => replyWithRows([{ id: id(42), code: 'SB1-H1', name: '主料斗' }]),
      },
    })
    const where = (await screen.findByText('批次去向')).closest('section')!
    for (const text of ['在卷中 (12)', '在废料中', '清斗取出', '斗内结存']) within(where).getByText(text)
    expect(where.textContent).toMatch(/1,000.*700.*20.*30.*250/)
  })
})
