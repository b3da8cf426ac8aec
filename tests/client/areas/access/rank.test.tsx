// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, type ComponentType } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import RolesPage from '@/areas/access/client/roles/RolesPage'
import UsersPage from '@/areas/access/client/users/UsersPage'
import words from '@/areas/access/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const base = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
const button = (url: string, n = 0) => ({ id: id(n), name: url, menu_name: url, url, menu_type: 4, children: [] })
const person = (more: object) => ({
  ...base,
  id: id(1),
  userName: 'li',
  accountName: '李',
  nickname: null,
  roleId: id(2),
  departmentId: null,
  team: null,
  gender: 'unstated',
  phone: null,
  userType: 'standard',
  state: 'active',
  isSup: false,
  mustChange: false,
  lastLoginAt: null,
  photo: [],
  ...more,
})
const EVERY = ['usersView', 'usersEdit', 'usersDelete', 'rolesView', 'rolesAdd', 'rolesEdit', 'rolesDelete']
interface Shown {
  own?: string[]
  sup?: boolean
  theirs?: string[]
  row?: object
  others?: object[]
}

function show(Page: ComponentType, query: string, { own = EVERY, sup = false, theirs = [], row = {}, others }: Shown) {
  signInPerson({ id: id(9), isSup: sup, keys: own })
  const knownKeys = [...EVERY, 'repairView']
  const role = {
    ...base,
    id: id(2),
    code: 'R',
    name: '角色',
    nameEn: null,
    authority: theirs.map((url) => id(100 + knownKeys.indexOf(url))),
    builtIn: false,
    note: null,
  }
  const server = startFakeServer({
    'GET /user/index': replyWithRows(others ?? [person(row)]),
    'GET /role/index': replyWithRows([role]),
    'POST /role/create': ok({ id: id(3), version: 1 }),
    'GET /role_menu': ok(theirs.map((url) => button(url))),
    'GET /menus': ok([{ ...button('page'), menu_type: 3, children: knownKeys.map((url, n) => button(url, 100 + n)) }]),
    'GET /user/get_cname2': ok([]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/access?${query}`]}>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
const offered = (name: string) => screen.queryByRole('button', { name }) !== null
const ways = () => ['编辑', '重置密码', '停用', '删除'].filter(offered)

beforeEach(async () => {
  await loadTexts({ access: words })
  Element.prototype.scrollIntoView = () => undefined
  replacePhoneStore(createFakePhone())
  clearSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the account of somebody', () => {
  const roleQuery = `id=${id(1)}`
  it('within offers all that the keys allow', async () => {
    show(UsersPage, roleQuery, { theirs: ['usersView'] })
    await screen.findByRole('button', { name: '重置密码' })
    expect(ways()).toEqual(['编辑', '重置密码', '停用', '删除'])
  })
  it('is not offered to be removed without the key for it', async () => {
    show(UsersPage, roleQuery, { own: ['usersView', 'usersEdit'], theirs: ['usersView'] })
    await screen.findByRole('button', { name: '重置密码' })
    expect(ways()).toEqual(['编辑', '重置密码', '停用'])
  })
  it.each<[string, Shown, string]>([
    ['above', { theirs: ['repairView'] }, '此人拥有您没有的权限，您不能更改其账号'],
    ['who is a super user', { row: { isSup: true } }, '只有超级用户才能更改超级用户的账号'],
  ])('%s offers nothing and says why', async (_who, shown, why) => {
    show(UsersPage, roleQuery, shown)
    await screen.findByText(why)
    expect(ways()).toEqual([])
  })
  it('says no such thing to those who only look', async () => {
    const { sent } = show(UsersPage, roleQuery, { own: ['usersView'], theirs: ['repairView'] })
    await waitFor(() => expect(sent.some(({ url }) => url.includes('/role_menu'))).toBe(true))
    await act(() => new Promise((done) => setTimeout(done, 50))) // until the answer would be on screen
    expect([ways(), screen.queryByText('此人拥有您没有的权限，您不能更改其账号')]).toEqual([[], null])
  })
  it('is open to a super user, who needs not ask what the other holds', async () => {
    const { sent } = show(UsersPage, roleQuery, { own: [], sup: true, theirs: ['repairView'], row: { isSup: true } })
    await screen.findByRole('button', { name: '重置密码' })
    expect(ways()).toEqual(['编辑', '重置密码', '停用', '删除'])
    expect(sent.filter(({ url }) => url.includes('/role_menu'))).toEqual([])
  })
})

describe('a role', () => {
  const roleQuery = `id=${id(2)}`
  const { copy, nothingChanged } = words.pages.roles
  const changes = () => [copy, '编辑', '删除', nothingChanged].filter(offered)
  it('within is offered to be changed, copied and deleted', async () => {
    show(RolesPage, roleQuery, { theirs: ['usersView'] })
    await screen.findByRole('button', { name: nothingChanged })
    expect(changes()).toHaveLength(4)
  })
  it('above is not, nor to be copied, and says why', async () => {
    show(RolesPage, roleQuery, { theirs: ['usersView', 'repairView'] })
    await screen.findByText('此角色拥有您没有的权限，您不能更改或删除')
    expect(changes()).toEqual([])
  })
  it('of a super user may only be copied', async () => {
    show(RolesPage, roleQuery, { theirs: ['usersView'], others: [person({ isSup: true })] })
    await screen.findByText('有超级用户使用此角色，只有超级用户才能更改或删除')
    expect(changes()).toEqual([copy])
  })
  it('gets its permissions in the form, saved together', async () => {
    const { sent } = show(RolesPage, 'new=1', {})
    await userEvent.type(await screen.findByLabelText('角色编码'), 'FITTER')
    await userEvent.type(screen.getByLabelText('角色名称'), '钳工')
    const tree = await screen.findByRole('tree')
    // A permission that its author does not hold is locked.
    await userEvent.type(screen.getByPlaceholderText(words.pages.roles.find), 'View')
    const locked = await within(tree).findByRole('treeitem', { name: 'repairView' })
    expect(locked.getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(within(tree).getByRole('treeitem', { name: 'usersView' }))
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(sent.some(({ url }) => url.includes('/role/create'))).toBe(true))
    const { body } = sent.find(({ url }) => url.includes('/role/create'))!
    expect(JSON.parse(String(body))).toMatchObject({ code: 'FITTER', name: '钳工', authority: [id(100)] })
  })
  it('above is open to a super user', async () => {
    show(RolesPage, roleQuery, { own: [], sup: true, theirs: ['repairView'], others: [person({ isSup: true })] })
    await screen.findByRole('button', { name: nothingChanged })
    expect(changes()).toHaveLength(4)
  })
})
