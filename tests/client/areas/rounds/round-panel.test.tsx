// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { RoundPanel } from '@/areas/rounds/client/RoundPanel'
import words from '@/areas/rounds/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { createRound, id, machines, ME, ROUND } from './plant'

afterEach(cleanup)

it('of a round walked by two says who answered what, and keeps the answer that the other replaced', async () => {
  await loadTexts({ rounds: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME, keys: ['pollingView'] })
  const round = createRound({ state: 'done', userId: id(3), walkers: [id(3), id(4)] })
  const answer = (n: number, userId: string, occurredAt: string, number: number) => ({
    id: id(n),
    version: 1,
    createdAt: occurredAt,
    updatedAt: occurredAt,
    createdBy: userId,
    roundId: ROUND,
    pointKey: 'a',
    state: 'done',
    presence: 'scanned',
    scannedText: 'cp:P-7',
    reason: null,
    values: [
      { itemKey: 'noise', answer: 'ok', number: null, text: null, images: [] },
      { itemKey: 'temp', answer: null, number, text: null, images: [] },
    ],
    images: [],
    note: null,
    occurredAt,
    userId,
    repairId: null,
  })
  const results = [
    answer(70, id(3), '2026-11-20T02:00:00.000Z', 55),
    answer(71, id(4), '2026-11-20T02:10:00.000Z', 14.2),
  ]
  const refs = { [id(3)]: '班长', [id(4)]: '维修工' }
  startFakeServer(
    {
      'GET /book/get_polling': () => replyWithRows([round], refs),
      'GET /polling/result': () => replyWithRows(results, refs),
    },
    replyWithRows(machines),
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RoundPanel round={round} refs={refs} onBack={undefined} onWalk={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/10:10 · 维修工 · /)).toBeTruthy()
  const earlierResults = screen.getByText('此处的其他结果（1）').closest('details')
  expect(earlierResults?.textContent).toContain('10:00 · 班长')
  expect(earlierResults?.textContent).toContain('55')
})
it('says of each note whose it is, where more than one walker left one', async () => {
  await loadTexts({ rounds: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME, keys: ['pollingView'] })
  const refs = { [id(3)]: '班长', [id(4)]: '维修工' }
  const nothing = replyWithRows([], refs)
  startFakeServer({}, nothing)
  const noted = (more: Parameters<typeof createRound>[0]) => {
    const round = createRound({ state: 'done', userId: id(3), walkers: [id(3), id(4)], note: '正常', ...more })
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <RoundPanel round={round} refs={refs} onBack={undefined} onWalk={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
  }
  noted({ addedNotes: [{ userId: id(4), note: '皮带有异味' }] })
  expect(await screen.findByText('班长: 正常')).toBeTruthy()
  expect(screen.getByText('皮带有异味').closest('tr, li, dd, article')?.textContent).toContain('维修工')
  cleanup()
  // With a single person the round itself names the person.
  noted({ addedNotes: [] })
  expect(await screen.findByText('正常')).toBeTruthy()
})
