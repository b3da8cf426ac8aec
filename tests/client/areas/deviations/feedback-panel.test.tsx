// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin } from '@/client/session/session'
import { FeedbackPanel, type Feedback } from '@/areas/deviations/client/feedback/FeedbackPanel'
import words from '@/areas/deviations/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { fakeServer, ok } from '../../fake-server'
import { useTexts } from '../../texts'

const ME = '0199aff3-9400-7150-8a1d-000000000009'
const sent = {
  id: '0199aff3-9400-7150-8a1d-000000000021',
  version: 3,
  createdAt: '2026-11-01T02:00:00.000Z',
  updatedAt: '2026-11-01T02:00:00.000Z',
  createdBy: ME,
  number: 'MF2026-0001',
  state: 'approved',
  materialId: null,
  supplier: '华彩母粒',
  problem: '颗粒结块',
  images: [],
  feedbackImages: [],
  approvers: [],
  authors: [],
  answerBy: '2020-01-01',
  feedbackAt: null,
}
const show = (more: object) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <FeedbackPanel
          // What the panel reads of a row; the other fields are empty.
          row={{ ...sent, ...more } as unknown as Feedback}
          refs={{}}
          onBack={undefined}
          onEdit={() => undefined}
          onGone={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(async () => {
  await useTexts({ deviations: words })
  fakeServer({ 'GET /user/directory': () => ok({ total: 0, list: [], refs: {}, next: null }) })
  replacePhone(fakePhone())
  acceptLogin({ token: 't', userid: ME, userName: 'x', list: [] }, false)
})
afterEach(cleanup)

it('says that the answer of the supplier is overdue, until it came', async () => {
  show({})
  expect(await screen.findByText(words.pages.feedback.overdue)).toBeTruthy()
  cleanup()
  show({ feedbackAt: '2026-11-20T02:00:00.000Z' })
  await screen.findByText(words.materialFeedback.options.state.approved)
  expect(screen.queryByText(words.pages.feedback.overdue)).toBeNull()
})
