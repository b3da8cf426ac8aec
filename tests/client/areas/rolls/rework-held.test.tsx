// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ReworkPage from '@/areas/rolls/client/rework/ReworkPage'
import words from '@/areas/rolls/locales/zh.json'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin } from '@/client/session/session'
import { fakePhone } from '../../fake-phone'
import { fakeServer, ok } from '../../fake-server'
import { useTexts } from '../../texts'

const ROLL = '0199aff3-9400-7150-8a1d-000000000031'
const HOLD = '0199aff3-9400-7150-8a1d-000000000032'
const begin = (holds: string[]) => {
  const list = (...rows: object[]) => ok({ total: rows.length, list: rows, refs: {}, next: null })
  fakeServer({
    'GET /rolls/slit_roll': () => list({ id: ROLL, version: 1, number: 'B1-01', state: 'made', holds }),
    'GET /rolls/hold': () => list({ id: HOLD, version: 1, number: 'H261120-01', state: 'held', reason: '复检克重' }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/?new=1&of=slitRoll&row=${ROLL}`]}>
        <ReworkPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  await useTexts({ rolls: words })
  replacePhone(fakePhone())
  acceptLogin({ token: 't', userid: 'u', userName: 'x', list: [{ url: 'productRepairAdd', menu_type: 4 }] }, false)
})
afterEach(cleanup)

it('says of a held roll that it cannot be reworked before anything is filled in', async () => {
  begin([HOLD])
  expect(await screen.findByText(words.pages.rework.held)).toBeTruthy()
  expect(screen.queryByLabelText(new RegExp(words.rework.fields.reason))).toBeNull()
})
