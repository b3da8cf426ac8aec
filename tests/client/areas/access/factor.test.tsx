// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import FactorPage from '@/areas/access/client/account/FactorPage'
import words from '@/areas/access/locales/zh.json'
import kitWords from '@/client/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import PasswordPage from '@/client/session/PasswordPage'
import { acceptLogin, clearSession } from '@/client/session/session'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const factorTexts = words.pages.factor
let phone: ReturnType<typeof createFakePhone>
beforeEach(async () => {
  await loadTexts({ access: words })
  clearSession()
  phone = createFakePhone()
  replacePhoneStore(phone)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('recovery codes are copied and printed by a button each, and asked for before they are left', async () => {
  acceptLogin(
    { token: 't', userid: '018f0000-0000-7000-8000-000000000009', userName: 'me', nickname: '我自己', list: [] },
    false,
  )
  startFakeServer({
    'GET /user/second_factor': ok({ enrolled: false, required: false, since: null, recoveryLeft: 0 }),
    'POST /user/second_factor/begin': ok({ secret: 'ABCDEFGH', uri: 'otpauth://totp/me?secret=ABCDEFGH' }),
    'POST /user/second_factor': ok({ recoveryCodes: [{ code: 'aaaa-bbbb' }, { code: 'cccc-dddd' }] }),
  })
  const user = userEvent.setup()
  const print = vi.spyOn(window, 'print').mockReturnValue(undefined)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Suspense fallback="…">
          <FactorPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await user.type(await screen.findByLabelText(factorTexts.password), 'Demo-2026!')
  await user.click(screen.getByRole('button', { name: factorTexts.set }))
  await user.type(await screen.findByLabelText(factorTexts.code), '123456')
  await user.click(screen.getByRole('button', { name: factorTexts.confirm }))
  await screen.findByText('cccc-dddd')
  // The owner is displayed above the codes, on paper too; nobody leaves the codes by accident.
  const whose = `${words.factor.issuer} · ${location.host} · 我自己 me`
  expect(screen.getByText(whose)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: kitWords.ui.back }))
  const confirmation = within(await screen.findByRole('alertdialog'))
  expect(confirmation.getByText(factorTexts.notHeld)).toBeTruthy()
  await user.click(confirmation.getByRole('button', { name: kitWords.ui.cancel }))
  expect(screen.getByText('cccc-dddd')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: kitWords.fields.copy }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(`${whose}\naaaa-bbbb\ncccc-dddd`))
  await user.click(screen.getByRole('button', { name: factorTexts.print }))
  expect(print).toHaveBeenCalledOnce()
  // Only now may the person continue, so the phone loads what the server withheld until then.
  expect(phone.calls).not.toContain('rightsChanged')
  await user.click(screen.getByRole('button', { name: factorTexts.kept }))
  await waitFor(() => expect(phone.calls).toContain('rightsChanged'))
})
it('a password of their own lets the phone read what it was refused before', async () => {
  signInPerson({ id: '018f0000-0000-7000-8000-000000000009' })
  startFakeServer({ 'POST /user/password': ok(null) })
  const user = userEvent.setup()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Suspense fallback="…">
          <PasswordPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  for (const input of await screen.findAllByLabelText(/密码/)) await user.type(input, 'Pump-lathe-27!')
  await user.click(screen.getByRole('button', { name: kitWords.session.changePassword }))
  await waitFor(() => expect(phone.calls).toContain('rightsChanged'))
})
