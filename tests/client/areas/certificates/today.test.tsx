// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import WaitingCard from '@/areas/certificates/client/today/WaitingCard'
import words from '@/areas/certificates/locales/zh.json'
import { certificateLifecycle } from '@/areas/certificates/rules/certificate'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ME = '0199aff3-9400-7150-8a1d-000000000009'
afterEach(cleanup)

it('shows the certificates that somebody sent me to approve', async () => {
  await loadTexts({ certificates: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: ME })
  const row = { id: '0199aff3-9400-7150-8a1d-000000000011', number: 'COA2026-00013', orderNumber: 'WO261114-002' }
  const list = [{ ...row, customer: '云帆包装', customerEn: 'Yunfan' }]
  const server = startFakeServer({ 'GET /quality/certificate': () => replyWithRows(list) })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <WaitingCard />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const card = await screen.findByRole('region', { name: '待您批准的检验报告（1）' })
  expect(within(card).getByRole('listitem').textContent).toBe('COA2026-00013 · WO261114-002云帆包装')
  const query = new URL(server.sent[0]!.url, 'http://x').searchParams
  expect([query.get('approverId'), query.get('state')]).toEqual([ME, certificateLifecycle.initial])
})
