// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import RoundsPage from '@/areas/rounds/client/RoundsPage'
import { roundsClient } from '@/areas/rounds/client'
import WalkPage from '@/areas/rounds/client/walk/WalkPage'
import words from '@/areas/rounds/locales/zh.json'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import client from '@/client/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { createRound, id, machines, ME, ROUND } from './plant'

afterEach(cleanup)

/** An answer of this phone at a point, as stored in the outbox. */
const unsent = (pointKey: string, state: UnsentCommand['state']) =>
  ({
    id: `op-${pointKey}`,
    op: 'inspectionResult.answer',
    resource: 'inspectionRound',
    entityId: ROUND,
    state,
    photos: [],
    lastError: null,
    body: {
      id: id(70),
      roundId: ROUND,
      pointKey,
      state: 'skipped',
      reason: '停机',
      occurredAt: '2026-11-20T02:00:00.000Z',
    },
  }) as unknown as UnsentCommand

it('says of a round that its finish was refused, why, and where one goes on with it', async () => {
  await loadTexts({ rounds: words })
  const error = { kind: 'refused', errno: '6000', message: '还有 1 个点未完成', issues: [], data: null, at: 1 }
  const pending = { opId: 'op-9', op: 'inspectionRound.finish', state: 'attention', occurredAt: '', error }
  replacePhoneStore(
    createFakePhone({
      watchOverlay: (resource, seen) => {
        seen((rows) => (resource === 'inspectionRound' ? rows.map((row) => ({ ...row, pending })) : rows))
        return () => undefined
      },
    }),
  )
  signInPerson({ id: ME, keys: ['pollingWork'] })
  startFakeServer(
    {
      'GET /book/get_polling': () => replyWithRows([createRound({ state: 'inProgress', userId: ME, walkers: [ME] })]),
      'GET /polling/result': () => replyWithRows([]),
    },
    replyWithRows(machines),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <WalkPage roundId={ROUND} onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('还有 1 个点未完成')).toBeTruthy()
  expect(screen.getByRole('link', { name: client.resource.refusedNext }).getAttribute('href')).toBe(
    '/me/sync?unsent=op-9',
  )
})
it('says of a round that is complete how many of its points were skipped', async () => {
  await loadTexts({ rounds: words })
  const items = ['a', 'b'].map((key, n) => ({
    ...unsent(key, 'pending'),
    body: { ...unsent(key, 'pending').body, id: id(70 + n) },
  }))
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen(items)
        return () => undefined
      },
    }),
  )
  signInPerson({ id: ME, keys: ['pollingWork'] })
  startFakeServer(
    {
      'GET /book/get_polling': () => replyWithRows([createRound({ state: 'inProgress', userId: ME, walkers: [ME] })]),
      'GET /polling/result': () => replyWithRows([]),
    },
    replyWithRows(machines),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <WalkPage roundId={ROUND} onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('heading', { name: '所有巡检点已处理，其中跳过 2 点' })).toBeTruthy()
})
it('says of a point that its answer waits, or that it was refused with the way to it in the sync centre', async () => {
  await loadTexts({ rounds: words })
  const items = [
    unsent('a', 'attention'),
    { ...unsent('b', 'pending'), body: { ...unsent('b', 'pending').body, id: id(71) } },
  ]
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen(items)
        return () => undefined
      },
    }),
  )
  signInPerson({ id: ME, keys: ['pollingWork'] })
  startFakeServer(
    {
      'GET /book/get_polling': () => replyWithRows([createRound({ state: 'inProgress', userId: ME })]),
      'GET /polling/result': () => replyWithRows([]),
    },
    replyWithRows(machines),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <WalkPage roundId={ROUND} onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const [refused, waits] = await screen.findAllByRole('listitem')
  expect(await within(refused!).findByText(new RegExp(client.resource.refusedRow))).toBeTruthy()
  expect(within(refused!).queryByText(new RegExp(client.resource.pendingRow))).toBeNull()
  expect(within(refused!).getByRole('link').getAttribute('href')).toBe('/me/sync?unsent=op-a')
  expect(within(waits!).getByText(new RegExp(client.resource.pendingRow))).toBeTruthy()
  expect(within(waits!).queryByRole('link')).toBeNull()
})
it.each([
  ['that only waits where it was given, with what was entered', ['pending'], true],
  ['that was refused by its fields', ['attention'], false],
  ['of a round whose finish waits too by its fields', ['pending', 'finish'], false],
] as const)('corrects an answer %s', async (_, [state, finish], atPoint) => {
  await loadTexts({ rounds: words })
  registerAreas([roundsClient])
  const answer = unsent('a', state)
  const storedAnswer = { itemKey: 'noise', answer: 'ok', number: null, text: null, images: [] }
  const done = { ...answer.body, state: 'done', presence: 'scanned', reason: null, values: [storedAnswer] }
  const items = [
    { ...answer, body: done },
    ...(finish ? [{ ...answer, id: 'op-f', op: 'inspectionRound.finish', body: {} }] : []),
  ] as UnsentCommand[]
  replacePhoneStore(
    createFakePhone({
      watchCommands: (seen) => {
        seen(items)
        return () => undefined
      },
    }),
  )
  signInPerson({ id: ME, keys: ['pollingWork'] })
  startFakeServer(
    {
      'GET /book/get_polling': () => replyWithRows([createRound({ state: 'inProgress', userId: ME, walkers: [ME] })]),
      'GET /polling/result': () => replyWithRows([]),
    },
    replyWithRows(machines),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/rounds?unsent=op-a']}>
        <RoundsPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  if (atPoint) {
    expect(await screen.findByText(words.pages.polling.correcting)).toBeTruthy()
    expect(screen.getAllByRole('button', { pressed: true })).toHaveLength(1)
  } else {
    expect(await screen.findByRole('heading', { name: words.actions.inspectionResult_answer })).toBeTruthy()
    expect(screen.queryByText(words.pages.polling.correcting)).toBeNull()
  }
})
