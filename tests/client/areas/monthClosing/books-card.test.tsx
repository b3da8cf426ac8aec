// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import MonthClosingCard from '@/areas/monthClosing/client/today/MonthClosingCard'
import words from '@/areas/monthClosing/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ME = '0199aff3-9400-7150-8a1d-000000000009'
const OTHER = '0199aff3-9400-7150-8a1d-000000000008'
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-03T02:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
const month = (name: string, state: string, askedBy: string | null = null) => ({
  id: `0199aff3-9400-7150-8a1d-0000000${name.replace('-', '')}`,
  month: name,
  state,
  askedBy,
  reason: askedBy && '磅秤误差',
})
async function renderCard(keys: string[], months: object[], late = 0) {
  await loadTexts({ monthClosing: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME, keys })
  startFakeServer({
    'GET /plant/month': () => replyWithRows(months, { [OTHER]: '李红霞' }),
    'GET /sheet/late': () => ok({ total: late, list: late ? [{ id: ME }] : [], refs: {}, next: null }),
  })
  const { container } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <MonthClosingCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return container
}
const lines = async () =>
  within(await screen.findByRole('region', { name: '月度结账' }))
    .getAllByRole('listitem')
    .map((line) => line.textContent)

it('asks whoever may agree about a month that somebody else asks to open again', async () => {
  await renderCard(['monthClosingView', 'monthClosingReopen'], [month('2026-10', 'closed', OTHER)])
  expect(await lines()).toEqual(['2026-10：李红霞 申请反结账磅秤误差'])
})
it('reminds whoever closes of the last month, of one that was opened again, and of what came too late', async () => {
  await renderCard(
    ['monthClosingView', 'monthClosingClose'],
    [month('2026-09', 'reopened'), month('2026-08', 'closed', OTHER)],
    3,
  )
  expect(await lines()).toEqual(['2026-10 尚未结账', '2026-09 尚未结账', '3 项迟到数据待处理'])
})
it.each([
  ['nobody may agree to an own asking', ['monthClosingReopen'], [month('2026-10', 'closed', ME)]],
  ['all is closed', ['monthClosingClose'], [month('2026-10', 'closed')]],
  ['the plant never closed a month', ['monthClosingClose'], []],
])('is not there where %s', async (_what, keys, months) => {
  const container = await renderCard(['monthClosingView', ...keys], months)
  await new Promise((soon) => setTimeout(soon, 50))
  expect(container.textContent).toBe('')
})
