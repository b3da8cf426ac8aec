// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import CompletionCard from '@/areas/overview/client/cards/CompletionCard'
import overview from '@/areas/overview/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { ok, startFakeServer } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

afterEach(cleanup)

/** Renders the card for the last days; each is the number of orders finished on time and of open ones. */
async function renderCounts(outcomes: readonly (readonly [day: string, onTime: number, open: number])[]) {
  await loadTexts({ overview })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['dashboardView'] })
  const rows = outcomes.map(([day, onTime, open]) => ({
    day,
    due: onTime + open,
    onTime,
    finishedLate: 0,
    open,
    orderedKg: 1000,
    goodKg: 0,
    completionPercent: 0,
  }))
  startFakeServer({ 'GET /HOME_OUTPUT_CR': () => ok(rows) })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <CompletionCard size="small" lineId={null} period="day" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const terms = await screen.findAllByRole('term')
  return terms.map(({ textContent, nextSibling }) =>
    `${textContent} ${nextSibling!.textContent}`.replace('\u00a0', ' '),
  )
}

it('does not count open orders of today as due, like the metric of the share on time', async () => {
  // Of the orders of the 17th and 18th, one of two was on time.
  const counts = await renderCounts([
    ['2026-11-17', 0, 1],
    ['2026-11-18', 1, 0],
    ['2026-11-20', 0, 1],
  ])
  expect(counts).toEqual([`${overview.completion.onTime} 1 / 2 (50%)`, `${overview.completion.open} 2`])
})
it('shows no share while only orders of today are due', async () => {
  expect(await renderCounts([['2026-11-20', 0, 2]])).toEqual([
    `${overview.completion.onTime} 0 / 0`,
    `${overview.completion.open} 2`,
  ])
})
