// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import MyLineCard from '@/plant/client/today/MyLineCard'
import equipment from '@/areas/equipment/locales/zh.json'
import StopsCard from '@/areas/reports/client/today/StopsCard'
import plant from '@/plant/locales/zh.json'
import reports from '@/areas/reports/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { getMyLine } from '@/plant/client/line/my-line'
import { clearSession } from '@/client/session/session'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, replyWithRows } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

const base = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
const lines = ['L1', 'L2'].map((code) => ({
  ...base,
  id: code,
  code,
  name: `${code} 线`,
  nameEn: null,
  kind: 'spunbond',
  active: true,
}))
const stops = ['L1', 'L2'].map((lineId) => ({
  ...base,
  id: `s-${lineId}`,
  lineId,
  startedAt: '2026-11-20T01:00:00.000Z',
  endedAt: null,
  reasonId: null,
  state: 'standing',
  source: 'speed',
  repairId: null,
}))
const page = (list: object[]) => () => replyWithRows(list, { L1: '一线', L2: '二线' })
function show(availableLines = lines): void {
  startFakeServer({ 'GET /plant/line': page(availableLines), 'GET /production/stop_record': page(stops) })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <MyLineCard />
        <StopsCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  await loadTexts({ equipment, reports, plant })
  localStorage.clear()
  clearSession()
  replacePhoneStore(createFakePhone())
  signInPerson({ id: 'li' })
})
afterEach(cleanup)

it('is chosen once per person and phone, and Today uses it', async () => {
  show()
  const choice = await screen.findByLabelText('我的产线')
  expect((await screen.findAllByText(/[一二]线/)).map((one) => one.textContent)).toEqual(
    expect.arrayContaining(['一线', '二线']),
  )
  await userEvent.selectOptions(choice, 'L2')
  await waitFor(() => expect(screen.queryByText('一线')).toBeNull())
  expect([screen.getByText('二线').textContent, getMyLine()]).toEqual(['二线', 'L2'])
  act(() => signInPerson({ id: 'wang' }))
  await waitFor(() =>
    expect([getMyLine(), (choice as HTMLSelectElement).value, screen.queryByText('一线') !== null]).toEqual([
      null,
      '',
      true,
    ]),
  )
})
it('hides nothing after its removal', async () => {
  localStorage.setItem('line/li', 'gone')
  show()
  await waitFor(() => expect([getMyLine(), screen.queryByText('一线') !== null]).toEqual([null, true]))
})
it('is not asked for if there is only one', async () => {
  show(lines.slice(0, 1))
  await screen.findByText('一线')
  expect(screen.queryByLabelText('我的产线')).toBeNull()
})
