// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import AbnormalCard from '@/areas/energy/client/today/AbnormalCard'
import words from '@/areas/energy/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ROW = '0199aff3-9400-7150-8a1d-000000000061'
const METER = '0199aff3-9400-7150-8a1d-000000000062'
afterEach(cleanup)

it('shows abnormal use that nobody explained, with how much it is off', async () => {
  await loadTexts({ energy: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['energyAnalysisEdit'] })
  const row = { id: ROW, energyMeterId: METER, medium: 'gas', direction: 'high', excess: 1234.4, stopIds: [] }
  const list = [{ ...row, startsAt: '2026-11-26T03:00:00.000Z' }]
  const server = startFakeServer({
    'GET /ENERGY_ABNORMAL': () => ok({ total: 7, list, refs: { [METER]: 'EM1-G 天然气总表' }, next: null }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AbnormalCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const card = await screen.findByRole('region', { name: '异常用能待说明（7）' })
  const itemText = within(card).getByRole('listitem').textContent
  expect(itemText).toMatch(/^EM1-G 天然气总表2026-11-26 11:00 · 偏高.*1,234\s*m³$/)
  expect(new URL(server.sent[0]!.url, 'http://x').searchParams.get('state')).toBe('open')
})
