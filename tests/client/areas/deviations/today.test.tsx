// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { matchesQuery } from '@/client/api/local-rows'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import DecideCard from '@/areas/deviations/client/today/DecideCard'
import FeedbackCard from '@/areas/deviations/client/today/FeedbackCard'
import OwedCard from '@/areas/deviations/client/today/OwedCard'
import { abnormity } from '@/areas/deviations/contract/abnormity'
import words from '@/areas/deviations/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ME = '0199aff3-9400-7150-8a1d-000000000009'
const base = { version: 1, createdAt: '2026-11-20T02:00:00.000Z', updatedAt: '2026-11-20T02:00:00.000Z', createdBy: ME }
const owed = (n: number, more: object = {}) => ({
  ...base,
  id: `0199aff3-9400-7150-8a1d-00000000001${n}`,
  number: `A20261120-00${n}`,
  state: 'confirmed',
  kind: 'complaint',
  description: '端面有油污',
  dueOn: '2099-01-01',
  responsibleId: ME,
  measures: [],
  owed: true,
  ...more,
})
/** Answers like a server with many rows: matching rows, at most the requested number, with the total. */
function showMany(Card: ComponentType, list: readonly object[]) {
  const server = startFakeServer({
    'GET /quality/check_abnormity': ({ url }) => {
      const query = Object.fromEntries(new URL(url, 'http://plant').searchParams)
      const matchingRows = list.filter((row) => matchesQuery(abnormity, query, row as never))
      const due = (row: object) => (row as { dueOn: string | null }).dueOn ?? '9999'
      const sorted = matchingRows.toSorted((a, b) => due(a).localeCompare(due(b)))
      const size = Number(query['size'])
      return ok({
        total: matchingRows.length,
        list: sorted.slice(0, size),
        refs: {},
        next: matchingRows.length > size ? 'more' : null,
      })
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
function show(Card: ComponentType, path: string, list: object[]) {
  const server = startFakeServer({
    // Other states belong to other cards: see feedback-today.
    [path]: ({ url }) => {
      const rows = /state=(rejected|approved)/.test(url) ? [] : list
      return replyWithRows(rows)
    },
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Card />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
beforeEach(async () => {
  await loadTexts({ deviations: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME, keys: ['qualityTrackingApprove'] })
})
afterEach(cleanup)

const OTHER = '0199aff3-9400-7150-8a1d-000000000008'
const measure = (doneOn: string | null) => [{ what: '换组件', userId: null, dueOn: null, doneOn }]
/** Rows that wait for nobody on these cards: fully answered by another person, or another person's and not late. */
const others = (n: number, more: object = {}) =>
  Array.from({ length: n }, (_, i) => ({
    ...owed(0, { responsibleId: OTHER, dueOn: '2098-01-01', ...more }),
    id: `0199aff3-9400-7150-8a1d-${String(1000 + i).padStart(12, '0')}`,
  }))

it('shows what I owe an answer to, the most urgent first, and says which is overdue', async () => {
  // Fully answered rows wait for the person who verifies, however early they were due.
  const done = others(130, {
    responsibleId: ME,
    state: 'acting',
    dueOn: '2026-10-01',
    measures: measure('2026-10-01'),
    owed: false,
  })
  const server = showMany(OwedCard, [...done, ...others(130), owed(2, { dueOn: '2026-11-01' }), owed(1)])
  const card = await screen.findByRole('region', { name: '等我答复的异常（2）' })
  const lines = within(card).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'A20261120-002 · 客户投诉端面有油污已超期',
    'A20261120-001 · 客户投诉端面有油污期限 2099-01-01',
  ])
  expect(server.sent).toHaveLength(1)
})
it('says how many I owe an answer to, however many there are', async () => {
  showMany(OwedCard, others(140, { responsibleId: ME }))
  const card = await screen.findByRole('region', { name: '等我答复的异常（140）' })
  expect(within(card).getAllByRole('listitem')).toHaveLength(4)
})
const decider = ['qualityTrackingDefectConfirm', 'qualityTrackingApprove']
it('shows whoever decides what is to be confirmed, verified and closed, and whose answer is late', async () => {
  signInPerson({ id: ME, keys: decider })
  const answered = { state: 'acting', responsibleId: OTHER, answeredBy: OTHER }
  showMany(DecideCard, [
    ...others(130),
    owed(1, { state: 'raised', responsibleId: null, dueOn: null, owed: false }),
    owed(2, { ...answered, measures: measure('2026-11-20'), owed: false }),
    owed(3, { ...answered, measures: measure(null) }),
    owed(4, { state: 'verified', responsibleId: OTHER, owed: false }),
    owed(5, { responsibleId: OTHER, dueOn: '2026-11-01' }),
    // Another person verifies my own measures; my own answer is on the other card.
    owed(6, { ...answered, answeredBy: ME, measures: measure('2026-11-20'), owed: false }),
    owed(7, { dueOn: '2026-11-01' }),
  ])
  const card = await screen.findByRole('region', { name: '等我处理的异常（4）' })
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'A20261120-005 · 客户投诉端面有油污已超期',
    'A20261120-002 · 客户投诉端面有油污验证',
    'A20261120-004 · 客户投诉端面有油污关闭',
    'A20261120-001 · 客户投诉端面有油污确认缺陷',
  ])
})
it('counts as many as the list that opens has, and asks only for what the person may decide', async () => {
  signInPerson({ id: ME, keys: ['qualityTrackingApprove'] })
  const server = showMany(DecideCard, [
    ...others(120, { state: 'verified', owed: false }),
    ...others(110, { dueOn: '2026-11-01' }),
    ...others(5, { state: 'raised', dueOn: null, responsibleId: null, owed: false }),
  ])
  await screen.findByRole('region', { name: '等我处理的异常（100+）' })
  expect(server.sent.map(({ url }) => url).join()).not.toMatch(/raised|acting/)
})
it('shows the feedback on material that I am to approve next', async () => {
  const row = { ...base, id: '0199aff3-9400-7150-8a1d-000000000021', number: 'MF2026-0001', supplier: '华彩' }
  const server = show(FeedbackCard, 'GET /quality/qt_dis', [
    { ...row, problem: '色差超标', approvers: [], authors: [] },
  ])
  const card = await screen.findByRole('region', { name: '待您审批的物料反馈（1）' })
  expect(within(card).getByRole('listitem').textContent).toBe('MF2026-0001 · 华彩色差超标')
  expect(server.sent[0]?.url).toBe(`/api/quality/qt_dis?waitingFor=${ME}&state=inApproval&size=4`)
})
it.each([
  [OwedCard, 'GET /quality/check_abnormity'],
  [DecideCard, 'GET /quality/check_abnormity'],
  [FeedbackCard, 'GET /quality/qt_dis'],
])('is not there where nothing waits', async (Card, path) => {
  const server = show(Card, path, [])
  await waitFor(() => expect(server.sent.length).toBeGreaterThan(0))
  expect(screen.queryByRole('region')).toBeNull()
})
