// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { startFakeServer, ok, replyWithRows, type SentRequest } from '../fake-server'
import { getAddress, prepareDesk, toRollId, roll, createRollRow, renderAtDesk } from './desk'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))

beforeEach(() => prepareDesk())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const V1 = toRollId(7)
const view = (more: object = {}) => ({
  id: V1,
  version: 2,
  name: '待判卷',
  list: 'roll',
  page: '/rolls',
  query: 'sort=-code&state=held',
  columns: '{"shown":{"weight":false},"widths":{"code":20}}',
  shared: true,
  own: false,
  owner: '王五',
  ...more,
})
const served = (views: object[], mayShare = true) =>
  startFakeServer({
    'GET /roll': () => replyWithRows([createRollRow(1)]),
    'GET /saved_view_list': () => ok({ mayShare, views }),
    'POST /saved_view': (sent) => ok({ ...view(), ...(JSON.parse(String(sent.body)) as object), id: V1 }),
    'DELETE /saved_view': () => ok(null),
  })
/** Queries with which the page requested its list. */
const sheetAsked = (sent: readonly SentRequest[]) =>
  sent.find(({ url }) => url.startsWith('/api/roll_excel'))?.url.slice('/api/roll_excel'.length)
const rolls = <ResourcePage resource={roll as never} />
const getRequestedQueries = (sent: readonly SentRequest[]) =>
  sent.filter(({ url }) => url.startsWith('/api/roll?')).map(({ url }) => url.slice('/api/roll?'.length))

it('a link opens the list with the filters, order and columns of the view', async () => {
  const { sent } = served([view()])
  renderAtDesk(rolls, `/rolls?openView=${V1}`)
  expect(await screen.findByRole('button', { name: '待判卷' })).toBeTruthy()
  await waitFor(() => expect(getRequestedQueries(sent)).toContain('state=held&size=50&sort=-code'))
  expect(getAddress()).toBe(`/rolls?sort=-code&state=held&saved=${V1}`)
  const table = (await screen.findByText('A-1')).closest('ul')!
  expect(JSON.parse(table.dataset['layout']!)).toEqual({ shown: { weight: false }, widths: { code: 20 } })
  expect(table.dataset['key']).toBe(`u1/roll/${V1}`)
})
it.each([
  ['sort=-dueOn&state=open', 'size=50'],
  ['sort=-createdAt&state=open%2Cheld', 'state=held&size=50&sort=-createdAt'],
  ['sort=toString', 'size=50'],
])('what another list wrote into the address is not asked of this one: %s', async (at, expected) => {
  const { sent } = served([])
  renderAtDesk(rolls, `/rolls?${at}`)
  expect(await screen.findByText('A-1')).toBeTruthy()
  expect(getRequestedQueries(sent)).toEqual([expected])
})
it('a deleted view leaves the list unchanged', async () => {
  served([])
  renderAtDesk(rolls, `/rolls?openView=${V1}`)
  expect(await screen.findByText('A-1')).toBeTruthy()
  await waitFor(() => expect(getAddress()).toBe('/rolls'))
})
it('saves the current list under a name, and marks later changes', async () => {
  const { sent } = served([])
  renderAtDesk(rolls, '/rolls?state=held&sort=-code&id=x')
  await userEvent.click(await screen.findByRole('button', { name: '常用视图' }))
  await userEvent.type(await screen.findByPlaceholderText('视图名称'), ' 我的 ')
  await userEvent.click(screen.getByLabelText('与能查看此列表的人共享'))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
  expect(JSON.parse(String(sent.find(({ method }) => method === 'POST')!.body))).toEqual({
    name: '我的',
    list: 'roll',
    page: '/rolls',
    query: 'sort=-code&state=held',
    columns: null,
    shared: true,
  })
  await waitFor(() => expect(getAddress()).toBe(`/rolls?sort=-code&state=held&saved=${V1}`))
})
it("marks a changed list, and lets the view's owner update it", async () => {
  const { sent } = served([view({ own: true, shared: false })])
  renderAtDesk(rolls, `/rolls?state=good&saved=${V1}`)
  await userEvent.click(await screen.findByRole('button', { name: '待判卷（有改动）' }))
  await userEvent.click(await screen.findByRole('button', { name: '更新“待判卷”' }))
  await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true))
  expect(JSON.parse(String(sent.find(({ method }) => method === 'POST')!.body))).toMatchObject({
    id: V1,
    version: 2,
    query: 'state=good',
    columns: '{"shown":{"weight":false},"widths":{"code":20}}',
    shared: false,
  })
})
it('another person’s view can be opened but not changed; sharing is offered only with permission', async () => {
  served([view()], false)
  renderAtDesk(rolls, '/rolls')
  await userEvent.click(await screen.findByRole('button', { name: '常用视图' }))
  const sheet = within(await screen.findByRole('dialog'))
  await userEvent.click(await sheet.findByRole('button', { name: '待判卷 王五 共享' }))
  expect(getAddress()).toBe(`/rolls?sort=-code&state=held&saved=${V1}`)
  await userEvent.click(await screen.findByRole('button', { name: '待判卷' }))
  const again = within(await screen.findByRole('dialog'))
  expect(again.queryByRole('button', { name: '删除“待判卷”' })).toBeNull()
  expect(again.queryByRole('button', { name: '更新“待判卷”' })).toBeNull()
  expect(again.queryByRole('checkbox')).toBeNull()
})
it('the workbook has the columns of the table, without those hidden by the view', async () => {
  const { sent } = served([view()])
  renderAtDesk(rolls, `/rolls?sort=-code&state=held&saved=${V1}`)
  await screen.findByRole('button', { name: '待判卷' })
  await userEvent.click(screen.getByRole('button', { name: '导出 Excel' }))
  await waitFor(() => expect(sheetAsked(sent)).toBe('?state=held&sort=-code&without=weight'))
})
it('the workbook omits manually hidden columns, and has all columns by default', async () => {
  const { sent } = served([])
  localStorage.setItem(
    'columns/u1/roll',
    JSON.stringify({ shown: { state: false, weight: true, gone: false }, widths: {} }),
  )
  renderAtDesk(rolls, '/rolls')
  await userEvent.click(await screen.findByRole('button', { name: '导出 Excel' }))
  await waitFor(() => expect(sheetAsked(sent)).toBe('?without=state'))
  localStorage.removeItem('columns/u1/roll')
  cleanup()
  const again = served([])
  renderAtDesk(rolls, '/rolls')
  await userEvent.click(await screen.findByRole('button', { name: '导出 Excel' }))
  await waitFor(() => expect(sheetAsked(again.sent)).toBe(''))
})
it('offers a link only for views that others can open', async () => {
  served([view({ own: true, shared: false }), view({ id: toRollId(8), name: '良品卷', own: true })])
  renderAtDesk(rolls, '/rolls')
  await userEvent.click(await screen.findByRole('button', { name: '常用视图' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findByRole('button', { name: '复制“良品卷”的链接' })).toBeTruthy()
  expect(sheet.queryByRole('button', { name: '复制“待判卷”的链接' })).toBeNull()
})
