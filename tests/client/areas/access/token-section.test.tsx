// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TokenSection } from '@/areas/access/client/users/TokenSection'
import words from '@/areas/access/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const USER = '0199aff3-9400-7150-8a1d-000000000001'
beforeEach(async () => {
  await loadTexts({ access: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['usersView', 'usersEdit'] })
})
afterEach(cleanup)

it('shows a new token, which stays while the next name is entered', async () => {
  const server = startFakeServer({
    'GET /user/tokens': ok([]),
    'POST /user/tokens': ok({ id: 't1', name: '网关', expiresAt: '2027-11-20T00:00:00.000Z', token: 'sk-1' }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <TokenSection userId={USER} mayChange />
    </QueryClientProvider>,
  )
  await userEvent.type(await screen.findByRole('textbox'), ' 网关 ')
  await userEvent.click(screen.getByRole('button', { name: words.pages.users.makeToken }))
  await screen.findByText('sk-1')
  expect(JSON.parse(String(server.sent.find(({ method }) => method === 'POST')?.body))).toEqual({
    userId: USER,
    name: '网关',
  })
  await waitFor(() => expect(screen.getByRole('textbox')).toHaveProperty('value', ''))
  await userEvent.type(screen.getByRole('textbox'), '新')
  expect(screen.getByText('sk-1')).toBeTruthy()
})
