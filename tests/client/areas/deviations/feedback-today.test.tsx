// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import FeedbackCard from '@/areas/deviations/client/today/FeedbackCard'
import words from '@/areas/deviations/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ME = '0199aff3-9400-7150-8a1d-000000000009'
const OTHER = '0199aff3-9400-7150-8a1d-000000000010'
const buildFeedback = (n: number, state: string, more: object = {}) => ({
  id: `0199aff3-9400-7150-8a1d-00000000010${n}`,
  version: 1,
  number: `MF2026-000${n}`,
  supplier: '华彩母粒',
  problem: '颗粒结块',
  state,
  authors: [OTHER],
  approvers: [],
  feedbackAt: null,
  ...more,
})
const returned = { decision: 'rejected', userId: OTHER, decidedAt: null, reason: '数量写错' }
const rows = [
  buildFeedback(1, 'rejected', { authors: [ME], approvers: [returned] }),
  buildFeedback(2, 'rejected'),
  buildFeedback(3, 'approved', { feedbackAt: '2026-11-20T02:00:00.000Z' }),
  buildFeedback(4, 'approved'),
]

beforeEach(async () => {
  await loadTexts({ deviations: words })
  startFakeServer({
    'GET /quality/qt_dis': (asked) => {
      const wanted = new URL(asked.url, 'http://plant').searchParams
      const list = rows.filter(
        ({ state, authors, feedbackAt }) =>
          state === wanted.get('state') &&
          (!wanted.has('authors') || authors.includes(wanted.get('authors')!)) &&
          (!wanted.has('feedbackAtFrom') || feedbackAt !== null),
      )
      return ok({ total: totalOf(list.length), list: list.slice(0, Number(wanted.get('size'))), refs: {}, next: null })
    },
  })
  replacePhoneStore(createFakePhone())
})
afterEach(cleanup)
/** Total that the server reports beside the rows it returns. */
let totalOf = (found: number): number => found
const show = (keys: string[]) => {
  signInPerson({ id: ME, keys })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FeedbackCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

it('asks the server for its own, so that none is missed, and says how many there are', async () => {
  totalOf = (found) => (found > 0 ? 70 : 0)
  show(['qualityTrackingView', 'qualityTrackingApprove'])
  for (const name of ['被退回的物料反馈（70）', '供应商已答复，待验证关闭（70）'])
    expect(await screen.findByRole('region', { name })).toBeTruthy()
  totalOf = (found) => found
})
it('comes back to its author with the reason, and to nobody else', async () => {
  show(['qualityTrackingView'])
  expect(await screen.findByText(/MF2026-0001/)).toBeTruthy()
  expect(screen.getByText('数量写错')).toBeTruthy()
  expect(screen.queryByText(/MF2026-000[234]/)).toBeNull()
})
it('waits for whoever may close it once the supplier has answered', async () => {
  show(['qualityTrackingView', 'qualityTrackingApprove'])
  expect(await screen.findByText(/MF2026-0003/)).toBeTruthy()
  expect(screen.queryByText(/MF2026-000[24]/)).toBeNull()
})
