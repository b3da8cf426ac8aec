// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { defineCurrentStockReport } from '@/areas/stock/contract/stock-endpoints'
import stockTexts from '@/areas/stock/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { ClosedMonthsNotice, ReportView } from '@/plant/client/report/ReportView'
import plantTexts from '@/plant/locales/zh.json'
import { createFakePhone } from '../fake-phone'
import { setElementSize } from '../fake-layout'
import { startFakeServer, json, ok } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

const report = defineCurrentStockReport(['product'])
const row = { product: 'SS 25', rolls: 1, kg: 10, packages: 0, oldestAt: null }
let isDown = false
let answerCount = 0

beforeEach(async () => {
  await loadTexts({ stock: stockTexts, plant: plantTexts })
  setElementSize(900)
  replacePhoneStore(createFakePhone())
  signInPerson()
  isDown = false
  answerCount = 0
  startFakeServer({}, () => {
    answerCount += 1
    return isDown
      ? json({ errno: '4500', errmsg: '系统繁忙' }, 500)
      : ok({ rolls: 1, kg: 10, packages: 0, rows: [row] })
  })
})
afterEach(() => {
  cleanup()
  clearSession()
})

it('keeps its figures with their time if a refresh fails', async () => {
  const client = createQueryClient()
  render(
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <ReportView report={report} input={{ by: 'product' }} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByRole('rowheader', { name: /SS 25/ })).toBeTruthy()
  expect(screen.queryByText(/的数据/)).toBeNull()
  isDown = true
  await act(() => client.invalidateQueries())
  expect(await screen.findByText(/的数据/, {}, { timeout: 10_000 })).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: /SS 25/ })).toBeTruthy()
  expect(answerCount).toBeGreaterThan(1)
})

it('names the closed months, and says if rolls are shown as they are now instead', async () => {
  const answer = { rolls: 1, kg: 10, packages: 0, rows: [row] }
  startFakeServer({}, () => ok({ ...answer, closedMonths: ['2026-09', '2026-10'] }))
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <ReportView report={report} input={{ by: 'product' }} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect(await screen.findByText('2026-09, 2026-10 已结账：以后的更正不再改变这些月份的数据')).toBeTruthy()
  render(<ClosedMonthsNotice answer={[{ closedMonths: ['2026-10'] }]} textKey="plant:report.closedMonths" />)
  expect(screen.getByText('按卷的现状统计；2026-10 已结账，账上数据可能不同')).toBeTruthy()
})
