// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { FeedbackPanel, type Feedback } from '@/areas/deviations/client/feedback/FeedbackPanel'
import sharedLabels from '@/contract/locales/zh.json'
import words from '@/areas/deviations/locales/zh.json'
import standards from '@/areas/standards/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

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
          // Fields that the panel reads; the other fields are empty.
          row={{ ...sent, ...more } as unknown as Feedback}
          refs={{}}
          onBack={undefined}
          onEdit={() => undefined}
          onRemoved={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )

beforeEach(async () => {
  await loadTexts({ deviations: words, standards })
  startFakeServer({ 'GET /user/directory': () => replyWithRows([]) })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME })
})
afterEach(cleanup)

it('says that the answer of the supplier is overdue, until it came', async () => {
  show({})
  expect(await screen.findByText(words.pages.feedback.overdue)).toBeTruthy()
  cleanup()
  show({ feedbackAt: '2026-11-20T02:00:00.000Z' })
  await screen.findByText(sharedLabels.options.state.approved)
  expect(screen.queryByText(words.pages.feedback.overdue)).toBeNull()
})
it('lets who may approve ask another person in place of an approver, with a reason', async () => {
  const [ill, other, author] = [1, 2, 3].map((n) => `0199aff3-9400-7150-8a1d-00000000003${n}`) as [
    string,
    string,
    string,
  ]
  const undecided = { decision: null, decidedAt: null, reason: null }
  const replacement = { userId: other, insteadId: ill, replacedBy: ME, replacedAt: '2026-11-02T02:00:00.000Z' }
  const row = {
    state: 'inApproval',
    waitingFor: ill,
    approvers: [{ userId: ill, ...undecided }],
    authors: [author],
    replacements: [{ ...replacement, reason: '出差' }],
  }
  const server = startFakeServer({
    'GET /user/directory': () => replyWithRows([]),
    'GET /resource_options': () =>
      ok([
        { id: ill, label: '马宏亮' },
        { id: other, label: '吴海波' },
        { id: ME, label: '于伟' },
      ]),
    'GET /quality/user_list': () =>
      ok([
        { id: ill, label: '马宏亮', detail: null },
        { id: other, label: '吴海波', detail: '厂长' },
        { id: author, label: '孙倩', detail: null },
      ]),
    'POST /quality/material_feedback_replace_approver': () => ok(sent),
  })
  // Without the key nobody can be replaced, but everybody sees earlier replacements.
  show(row)
  expect(await screen.findByText('吴海波 → 马宏亮')).toBeTruthy()
  expect(screen.getByText('出差')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /更换/ })).toBeNull()
  cleanup()
  signInPerson({ id: ME, keys: ['qualityTrackingApprove'] })
  show({ ...row, authors: [ME] })
  expect(await screen.findByText('吴海波 → 马宏亮')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /更换/ })).toBeNull()
  cleanup()
  show(row)
  await userEvent.click(await screen.findByRole('button', { name: '更换审批人 马宏亮' }))
  const sheet = within(await screen.findByRole('dialog'))
  const people = within(await sheet.findByRole('group', { name: '改由谁审批' }))
  await waitFor(() => expect(people.getAllByRole('button').map((one) => one.textContent)).toEqual(['吴海波 · 厂长']))
  await userEvent.click(sheet.getByRole('button', { name: '病假' }))
  const send = sheet.getByRole<HTMLButtonElement>('button', { name: '更换' })
  expect(send.disabled).toBe(true)
  await userEvent.click(people.getByRole('button', { name: '吴海波 · 厂长' }))
  await userEvent.click(send)
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'POST')).toBe(true))
  expect(JSON.parse(String(server.sent.find(({ method }) => method === 'POST')?.body))).toEqual({
    id: sent.id,
    version: 3,
    approverId: ill,
    insteadId: other,
    reason: '§standards:presets.replacement.ill',
  })
})
