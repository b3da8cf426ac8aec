// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { setSigningOut, RequireSession } from '@/client/session/RequireSession'
import { getAddressAfterLogin } from '@/client/shell/navigation'
import {
  acceptLogin,
  acceptMenu,
  clearSession,
  restoreSession,
  saveSessionOnLeave,
  getSession,
} from '@/client/session/session'
import { getStoredUserId } from '@/client/session/persisted-session'
import { signIn, signOut } from '@/client/session/sign-in'
import { PermissionBoundary } from '@/client/shell/PermissionBoundary'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, ok } from '../fake-server'
import { loadTexts } from '../texts'

const toastTexts = vi.hoisted(() => [] as string[])
vi.mock('@/client/api/toast', () => ({
  showToast: (text: string) => {
    toastTexts.push(text)
  },
}))

const list = [
  {
    id: '1',
    name: 'users',
    menu_name: '用户',
    url: '/access/users',
    menu_type: 3,
    children: [{ id: '2', name: 'k', menu_name: '', url: 'usersAdd', menu_type: 4, children: [] }],
  },
]
const answer = { token: 't0k', userid: 'u1', userName: 'li', nickname: null, role_id: 'r1', list, is_sup: false }
const keys = ['userId', 'roleId', 'userName', 'nickName', 'routes', 'token', 'state']

beforeEach(async () => {
  await loadTexts()
  toastTexts.length = 0
  sessionStorage.clear()
  localStorage.clear()
  clearSession()
})
afterEach(cleanup)

describe('session', () => {
  it('takes a login: no nickname reads 无昵称; pages and button keys come from the tree', () => {
    acceptLogin(answer, false)
    expect(getSession()).toMatchObject({
      hasLogin: true,
      isSup: false,
      userName: 'li',
      nickName: '无昵称',
      token: 't0k',
      userId: 'u1',
      roleId: 'r1',
      buttons: ['usersAdd'],
    })
    expect(getSession().routerList.map((page) => page.url)).toEqual(['/access/users'])
    expect(getStoredUserId()).toBe('u1')
  })
  it('leads to the forced password change, also if the login leads home at the same moment', async () => {
    function LeadsHome() {
      const leads = useNavigate()
      const [navigate] = useState(() => leads)
      useEffect(() => void navigate('/home', { replace: true }), [navigate]) // once
      return null
    }
    const renderPage = (page: string) => (
      <RequireSession>
        <p>{page}</p>
      </RequireSession>
    )
    acceptLogin({ ...answer, mustChangePassword: true }, false)
    render(
      <MemoryRouter initialEntries={['/home']}>
        <Routes>
          <Route path="/home" element={renderPage('home')} />
          <Route path="/me/password" element={renderPage('password')} />
        </Routes>
        <LeadsHome />
      </MemoryRouter>,
    )
    expect(await screen.findByText('password')).toBeTruthy()
  })
  it("keeps the person's destination", async () => {
    const Address = () => {
      const { pathname, search } = useLocation()
      return <p>{pathname + search}</p>
    }
    acceptLogin({ ...answer, mustChangePassword: true }, false)
    render(
      <MemoryRouter initialEntries={['/meters?kind=water']}>
        <RequireSession>
          <Address />
        </RequireSession>
      </MemoryRouter>,
    )
    const first = await screen.findByText(/^\/me\/password/)
    expect(getAddressAfterLogin(first.textContent!.replace('/me/password', ''))).toBe('/meters?kind=water')
  })
  it.each(['beforeunload', 'pagehide'])('is saved on %s and restored on start', (event) => {
    acceptLogin(answer, false)
    sessionStorage.clear()
    const stop = saveSessionOnLeave()
    dispatchEvent(new Event(event))
    stop()
    const storedValues = Object.fromEntries(keys.map((key) => [key, sessionStorage.getItem(key)]))
    clearSession()
    for (const [key, value] of Object.entries(storedValues)) sessionStorage.setItem(key, value ?? '')
    expect(restoreSession()).toBe(true)
    expect(getSession()).toMatchObject({ hasLogin: true, userId: 'u1', buttons: ['usersAdd'] })
  })
  it('does not restore broken values, nor without a user id', () => {
    sessionStorage.setItem('userId', 'u1')
    sessionStorage.setItem('state', '{half')
    expect(restoreSession()).toBe(false)
    acceptLogin(answer, false)
    sessionStorage.removeItem('userId')
    expect(restoreSession()).toBe(false)
  })
  it('logout clears exactly its own keys, after the phone has tried to send', async () => {
    const phone = createFakePhone()
    replacePhoneStore(phone)
    const server = startFakeServer({
      'POST /user/logout': () => {
        phone.calls.push('server')
        return ok(null)
      },
    })
    acceptLogin(answer, false)
    sessionStorage.setItem('other', 'stays')
    const client = new QueryClient()
    client.setQueryData(['x'], 1)
    await signOut(client)
    expect(phone.calls).toEqual(['signOut', 'server'])
    expect(keys.map((key) => sessionStorage.getItem(key))).toEqual(keys.map(() => null))
    expect(sessionStorage.getItem('other')).toBe('stays')
    expect(getSession().hasLogin).toBe(false)
    expect(client.getQueryData(['x'])).toBeUndefined()
    expect(server.sent[0]?.headers['Authorization']).toBe('t0k')
  })
  it('signs out even if the server is unreachable', async () => {
    replacePhoneStore(createFakePhone())
    startFakeServer({ 'POST /user/logout': new TypeError('no network') })
    acceptLogin(answer, false)
    await signOut(new QueryClient())
    expect(getSession().hasLogin).toBe(false)
  })
  it('passes the session to the phone for storage only on request', async () => {
    const storedSessions: unknown[] = []
    replacePhoneStore(
      createFakePhone({
        reportSignIn: (_who, keep) => {
          storedSessions.push(keep)
          return Promise.resolve()
        },
      }),
    )
    startFakeServer({
      'POST /user/login': () => ok({ ...answer, timeZone: 'Asia/Tokyo' }),
      'GET /role_menu': () => ok([]),
    })
    await signIn({ username: 'li', password: 'x', staySignedIn: false })
    await signIn({ username: 'li', password: 'x', staySignedIn: true })
    expect(storedSessions[0]).toBeNull()
    expect(storedSessions[1]).toMatchObject({ userId: 'u1' })
    expect([localStorage.getItem('kept'), localStorage.getItem('timeZone')]).toEqual(['1', 'Asia/Tokyo'])
  })
  it('refuses a wrong password with a message in the form alone', async () => {
    replacePhoneStore(createFakePhone())
    const server = startFakeServer({
      'POST /user/login': () => new Response('{"errno":"6000","errmsg":"用户名或密码错误"}'),
    })
    await expect(signIn({ username: 'li', password: 'x', staySignedIn: false })).rejects.toThrow('用户名或密码错误')
    expect([getSession().hasLogin, server.toastTexts]).toEqual([false, []])
  })
})

function Place() {
  const { pathname, search } = useLocation()
  return (
    <>
      <p>at {pathname}</p>
      <i data-testid="search">{search}</i>
    </>
  )
}
const guarded = (start: string) =>
  render(
    <MemoryRouter initialEntries={[start]}>
      <Routes>
        <Route path="/" element={<Place />} />
        <Route
          path="/*"
          element={
            <RequireSession>
              <Place />
            </RequireSession>
          }
        />
      </Routes>
    </MemoryRouter>,
  )
describe('route guard', () => {
  it('sends an unknown person to / with 请先登录', async () => {
    guarded('/home')
    expect(screen.getByText('at /')).toBeTruthy()
    await waitFor(() => expect(toastTexts).toEqual(['请先登录']))
    expect(document.getElementById('said')?.textContent).toBe('请先登录')
  })
  it('keeps the requested page as return address', async () => {
    guarded('/ledger/equipment?q=abc')
    expect(screen.getByText('at /')).toBeTruthy()
    const search = screen.getByTestId('search').textContent ?? ''
    expect(search).toBe('?redirect=%2Fledger%2Fequipment%3Fq%3Dabc')
    expect(getAddressAfterLogin(search)).toBe('/ledger/equipment?q=abc')
  })
  it('an intentional sign-out leads to the login without a return address', async () => {
    setSigningOut(true)
    guarded('/ledger/equipment?q=abc')
    await screen.findByText('at /')
    expect([screen.getByTestId('search').textContent, toastTexts]).toEqual(['', []])
    setSigningOut(false)
  })
  it('admits the person while the user id is stored', () => {
    acceptLogin(answer, false)
    guarded('/home')
    expect(screen.getByText('at /home')).toBeTruthy()
  })
  it('checks storage, not only memory', () => {
    acceptLogin(answer, false)
    sessionStorage.removeItem('userId')
    guarded('/home')
    expect(screen.getByText('at /')).toBeTruthy()
  })
  it('leads to a required password change first', () => {
    acceptLogin({ ...answer, mustChangePassword: true }, false)
    guarded('/home')
    expect(screen.getByText('at /me/password')).toBeTruthy()
  })
})

describe('permission', () => {
  it('hides content without the key, and alerts if the key is for viewing', () => {
    acceptLogin(answer, false)
    const { container, rerender } = render(
      <PermissionBoundary permission="usersAdd">
        <b>add</b>
      </PermissionBoundary>,
    )
    expect(screen.getByText('add')).toBeTruthy()
    rerender(
      <PermissionBoundary permission="usersDelete">
        <b>delete</b>
      </PermissionBoundary>,
    )
    expect(container.textContent).toBe('')
    rerender(
      <PermissionBoundary permission="usersView">
        <b>page</b>
      </PermissionBoundary>,
    )
    expect(screen.getByRole('alert').textContent).toContain('没有查看此页面的权限')
    expect(screen.queryByText('page')).toBeNull()
    rerender(
      <PermissionBoundary permission={['usersDelete', 'usersAdd']}>
        <b>either</b>
      </PermissionBoundary>,
    )
    expect(screen.getByText('either')).toBeTruthy()
  })
  it('shows everything to the super user, and follows a new menu', () => {
    acceptLogin({ ...answer, is_sup: 1 }, false)
    render(
      <PermissionBoundary permission="anything">
        <b>all</b>
      </PermissionBoundary>,
    )
    expect(screen.getByText('all')).toBeTruthy()
    acceptLogin(answer, false)
    acceptMenu([{ url: 'rolesAdd', menu_type: 4 }])
    expect(getSession().buttons).toEqual(['rolesAdd'])
    acceptMenu(null)
    expect(getSession().buttons).toEqual(['rolesAdd'])
    acceptMenu([])
    expect(getSession().buttons).toEqual([])
  })
})
