// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin } from '@/client/session/session'
import DecideCard from '@/areas/deviations/client/today/DecideCard'
import FeedbackCard from '@/areas/deviations/client/today/FeedbackCard'
import OwedCard from '@/areas/deviations/client/today/OwedCard'
import words from '@/areas/deviations/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { fakeServer, ok } from '../../fake-server'
import { useTexts } from '../../texts'

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
  ...more,
})
function show(Card: ComponentType, path: string, list: object[]) {
  const server = fakeServer({
    // Other states are other cards: see feedback-today.
    [path]: ({ url }) => {
      const rows = /state=(rejected|approved)/.test(url) ? [] : list
      return ok({ total: rows.length, list: rows, refs: {}, next: null })
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
  await useTexts({ deviations: words })
  replacePhone(fakePhone())
  acceptLogin({ token: 't', userid: ME, userName: 'x', list: [{ url: 'qualityTrackingApprove', menu_type: 4 }] }, false)
})
afterEach(cleanup)

it('shows what I owe an answer to, the most urgent first, and says which is overdue', async () => {
  const done = [{ what: '换组件', userId: null, dueOn: null, doneOn: '2026-11-20' }]
  const server = show(OwedCard, 'GET /quality/check_abnormity', [
    owed(2, { dueOn: '2026-11-01' }),
    owed(1),
    // Answered in full: it waits for whoever verifies.
    owed(3, { state: 'acting', dueOn: '2026-11-01', measures: done }),
  ])
  const card = await screen.findByRole('region', { name: '等我答复的异常（2）' })
  const lines = within(card).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    'A20261120-002 · 客户投诉端面有油污已超期',
    'A20261120-001 · 客户投诉端面有油污期限 2099-01-01',
  ])
  expect(server.sent[0]?.url).toBe(
    `/api/quality/check_abnormity?responsibleId=${ME}&state=confirmed%2Canalysed%2Cacting&sort=dueOn&size=100`,
  )
})
it('shows whoever decides what is to be confirmed, verified and closed, and whose answer is late', async () => {
  const lead = ['qualityTrackingDefectConfirm', 'qualityTrackingApprove']
  acceptLogin(
    { token: 't', userid: ME, userName: 'x', list: lead.map((url) => ({ url, menu_type: 4 as const })) },
    false,
  )
  const other = '0199aff3-9400-7150-8a1d-000000000008'
  const measure = { what: '换组件', userId: null, dueOn: null }
  const answered = { state: 'acting', responsibleId: other, answeredBy: other }
  show(DecideCard, 'GET /quality/check_abnormity', [
    owed(1, { state: 'raised', responsibleId: null, dueOn: null }),
    owed(2, { ...answered, measures: [{ ...measure, doneOn: '2026-11-20' }] }),
    owed(3, { ...answered, measures: [{ ...measure, doneOn: null }] }),
    owed(4, { state: 'verified', responsibleId: other }),
    owed(5, { responsibleId: other, dueOn: '2026-11-01' }),
    owed(6, { ...answered, answeredBy: ME, measures: [{ ...measure, doneOn: '2026-11-20' }] }),
    owed(7, { responsibleId: other }),
  ])
  const card = await screen.findByRole('region', { name: '等我处理的异常（4）' })
  expect(
    within(card)
      .getAllByRole('listitem')
      .map((line) => line.textContent),
  ).toEqual([
    'A20261120-001 · 客户投诉端面有油污确认缺陷',
    'A20261120-002 · 客户投诉端面有油污验证',
    'A20261120-004 · 客户投诉端面有油污关闭',
    'A20261120-005 · 客户投诉端面有油污已超期',
  ])
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
