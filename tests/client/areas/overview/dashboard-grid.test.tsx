// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import {
  useDashboardGrid,
  type Dashboard,
  type CardGrid,
} from '@/areas/overview/client/own-dashboards/use-dashboard-grid'
import words from '@/areas/overview/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = '0193a000-0000-7000-8000-000000000001'
const card = (key: string) => ({ key, card: 'output' as const, lineId: null, period: null })
const row = (version: number, keys: string): Dashboard => ({
  id,
  version,
  createdAt: '2026-11-20T01:00:00.000Z',
  updatedAt: '2026-11-20T01:00:00.000Z',
  createdBy: null,
  name: '我的',
  nameEn: null,
  ownerId: id,
  roleIds: [],
  sortOrder: null,
  cards: [...keys].map(card),
  phone: [],
  tablet: [],
  desk: [],
})
/** A server that stores one dashboard by its version; the test releases each answer. */
function keeper(storedDashboard: Dashboard) {
  const waiting: (() => void)[] = []
  const server = { kept: storedDashboard, release: () => act(() => Promise.resolve(waiting.shift()?.())), waiting }
  startFakeServer({
    'PUT /dashboard_container_gs': async ({ body }) => {
      const { version, ...grid } = JSON.parse(String(body)) as CardGrid & { version: number }
      await new Promise<void>((go) => waiting.push(go))
      const taken = version === server.kept.version
      if (taken) server.kept = { ...server.kept, ...grid, version: version + 1 }
      return taken
        ? ok(server.kept)
        : json({ errno: '6000', errmsg: '', data: { mine: { version, ...grid }, theirs: server.kept } })
    },
  })
  return server
}
const show = (of: Dashboard) =>
  renderHook(({ shown }: { shown: Dashboard }) => useDashboardGrid(shown, 'desk'), {
    initialProps: { shown: of },
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>
    ),
  })
const keysOf = (cards: readonly { key: string }[]) => cards.map(({ key }) => key).join('')

beforeEach(async () => {
  await loadTexts({ overview: words })
  clearSession()
  replacePhoneStore(createFakePhone())
  signInPerson({ id, keys: ['dashboardView'] })
})
afterEach(cleanup)

describe('a dashboard that is arranged faster than it is stored', () => {
  it('keeps what was changed while the change before it was on its way', async () => {
    const server = keeper(row(1, 'ab'))
    const { result } = show(server.kept)
    act(() => result.current.add(card('c')))
    act(() => result.current.add(card('d')))
    await waitFor(() => expect(server.waiting).toHaveLength(1))
    await server.release()
    await waitFor(() => expect(server.waiting).toHaveLength(1))
    expect(keysOf(result.current.cards)).toBe('abcd')
    act(() => result.current.add(card('e')))
    await server.release()
    await waitFor(() => expect(server.waiting).toHaveLength(1))
    await server.release()
    await waitFor(() => expect(keysOf(server.kept.cards)).toBe('abcde'))
    expect(keysOf(result.current.cards)).toBe('abcde')
  })
  it('keeps what another device stored between two changes', async () => {
    const server = keeper(row(1, 'ab'))
    const { result } = show(server.kept)
    server.kept = row(2, 'abx')
    act(() => result.current.add(card('c')))
    act(() => result.current.add(card('d')))
    for (let i = 0; i < 3; i++) {
      await waitFor(() => expect(server.waiting).toHaveLength(1))
      await server.release()
    }
    await waitFor(() => expect([...keysOf(server.kept.cards)].sort().join('')).toBe('abcdx'))
    await waitFor(() => expect([...keysOf(result.current.cards)].sort().join('')).toBe('abcdx'))
  })
})
