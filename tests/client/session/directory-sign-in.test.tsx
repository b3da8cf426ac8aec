// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import LoginPage from '@/client/session/LoginPage'
import { clearSession, getSession } from '@/client/session/session'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, json, ok } from '../fake-server'
import { loadTexts } from '../texts'

loadTexts()
const answer = {
  token: 't0k',
  userid: 'u1',
  userName: 'maint',
  nickname: '王伟',
  role_id: 'r1',
  is_sup: false,
  mustChangePassword: false,
  mustEnrol: false,
  list: [],
  serverTime: '2026-11-20T00:00:00.000Z',
  timeZone: 'Asia/Shanghai',
}
const left: string[] = []
beforeEach(() => {
  replacePhoneStore(createFakePhone())
  vi.stubGlobal('location', { href: 'http://localhost/', assign: (to: string) => left.push(to) })
})
afterEach(() => {
  cleanup()
  clearSession()
  sessionStorage.clear()
  left.length = 0
  vi.unstubAllGlobals()
})
const renderAt = (at: string) =>
  render(
    <MemoryRouter initialEntries={[at]}>
      <Routes>
        <Route path="/" element={<LoginPage />} />
        <Route path="*" element={<p>home</p>} />
      </Routes>
    </MemoryRouter>,
  )
const leaves = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /集团账号/ }))
  await waitFor(() => expect(left).toEqual(['https://directory.test/auth']))
}

it('has no button without a directory, or offline', async () => {
  const server = startFakeServer({ 'GET /user/directory': ok({ name: null }) })
  renderAt('/')
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /登录/ })?.textContent).toBe('登录')
  cleanup()
  startFakeServer({ 'GET /user/directory': new TypeError('no network') })
  renderAt('/')
  expect(screen.getAllByRole('button', { name: /登录/ })).toHaveLength(1)
})

it('redirects the browser, and signs in once with the returned code', async () => {
  const replies = {
    'GET /user/directory': ok({ name: '集团账号' }),
    'POST /user/directory_begin': ok({ url: 'https://directory.test/auth', flow: 'f1' }),
    'POST /user/directory_login': ok(answer),
  }
  startFakeServer(replies)
  renderAt('/')
  await userEvent.click(screen.getByLabelText('在本机保持登录'))
  await leaves()
  cleanup()
  const server = startFakeServer(replies)
  renderAt('/?code=granted&state=s1')
  expect(await screen.findByText('home')).toBeTruthy()
  const logins = server.sent.filter(({ url }) => url.includes('directory_login'))
  expect(logins).toHaveLength(1)
  expect(JSON.parse(String(logins[0]?.body))).toMatchObject({ flow: 'f1', state: 's1', grant: 'granted' })
  expect(getSession()).toMatchObject({ hasLogin: true, userId: 'u1', kept: true })
  expect(sessionStorage.getItem('directory-flow')).toBeNull()
})

it('shows the reason for a refusal, and keeps both ways to sign in', async () => {
  startFakeServer({
    'GET /user/directory': ok({ name: '集团账号' }),
    'POST /user/directory_begin': ok({ url: 'https://directory.test/auth', flow: 'f1' }),
    'POST /user/directory_login': json({ errno: '6000', errmsg: '账号 x 已停用', data: null }),
  })
  renderAt('/')
  await leaves()
  cleanup()
  renderAt('/?code=granted&state=s1')
  expect(await screen.findByText('账号 x 已停用')).toBeTruthy()
  expect(screen.getByLabelText('账号')).toBeTruthy()
  expect(getSession().hasLogin).toBe(false)
  left.length = 0
  await leaves()
})

it('starts again after it was cancelled, with the original destination', async () => {
  startFakeServer({
    'GET /user/directory': ok({ name: '集团账号' }),
    'POST /user/directory_begin': ok({ url: 'https://directory.test/auth', flow: 'f1' }),
  })
  renderAt('/?to=%2Forders')
  await leaves()
  cleanup()
  renderAt('/?error=access_denied&state=s1')
  expect(await screen.findByText('登录未完成')).toBeTruthy()
  left.length = 0
  await leaves()
  expect(JSON.parse(sessionStorage.getItem('directory-flow') ?? '')).toMatchObject({ search: '?to=%2Forders' })
})

it("asks for the second factor's code and sends it instead of the used grant", async () => {
  let tries = 0
  const server = startFakeServer({
    'GET /user/directory': ok({ name: '集团账号' }),
    'POST /user/directory_begin': ok({ url: 'https://directory.test/auth', flow: 'f1' }),
    'POST /user/directory_login': () =>
      tries++ === 0 ? json({ errno: '6000', errmsg: '请输入验证码', data: { secondFactor: true } }) : ok(answer),
  })
  renderAt('/')
  await leaves()
  cleanup()
  renderAt('/?code=granted&state=s1')
  await userEvent.type(await screen.findByLabelText(/验证码/), '123456{enter}')
  expect(await screen.findByText('home')).toBeTruthy()
  const last = server.sent.findLast(({ url }) => url.includes('directory_login'))
  expect(JSON.parse(String(last?.body))).toMatchObject({ flow: 'f1', state: 's1', code: '123456', grant: null })
})

it('ignores a return from elsewhere without a started sign-in', async () => {
  const server = startFakeServer({ 'POST /user/directory_login': ok(answer) })
  renderAt('/?code=granted&state=s1')
  expect(await screen.findByText('登录未完成')).toBeTruthy()
  expect(server.sent.filter(({ url }) => url.includes('directory_login'))).toEqual([])
})
