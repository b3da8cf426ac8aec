// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { matchesQuery } from '@/client/api/local-rows'
import { buildRowIdsQuery } from '@/client/use-query-params'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { toViewQuery } from '@/client/resource/views/saved-view'
import { countWaitingRows, MAX_COUNTED } from '@/client/today/count-waiting-rows'
import { startFakeServer, ok } from '../fake-server'
import { replyWithRows } from '../fake-server'
import { getAddress, prepareDesk, toRollId, roll, createRollRow, renderAtDesk } from './desk'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))

beforeEach(() => prepareDesk())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const all = [createRollRow(1), createRollRow(2, 'held'), createRollRow(3)]
const served = () =>
  startFakeServer({
    'GET /roll': ({ url }) => {
      const wanted = Object.fromEntries(new URL(url, 'http://plant').searchParams)
      return replyWithRows(all.filter((row) => matchesQuery(roll, wanted, row)))
    },
    'GET /roll_excel': () => ok(null),
  })
const [first, second] = [toRollId(1), toRollId(2)]
const among = `among=${first}%2C${second}`
const open = async (more = '') => {
  const server = served()
  renderAtDesk(<ResourcePage resource={roll as never} />, `/rolls?${among}${more}`)
  await screen.findByText('A-2')
  return server
}
const chip = () => screen.queryByRole('button', { name: '来自今日（2），点击显示全部' })
const getListedCodes = () => screen.getAllByText(/^A-\d$/).map((one) => one.textContent)

it('a list shows the counted rows and says so, on paper too; one tap shows all again', async () => {
  await open()
  expect(getListedCodes()).toEqual(['A-1', 'A-2'])
  expect(screen.getByText(/共 2 条/).textContent).toBe('共 2 条 · 来自今日（2）')
  await userEvent.click(chip()!)
  await waitFor(() => expect(getListedCodes()).toEqual(['A-1', 'A-2', 'A-3']))
  expect(chip()).toBeNull()
  expect(getAddress()).toBe('/rolls')
})
it('a search and another filter narrow it further, and clearing the filters also removes it', async () => {
  const { sent } = await open()
  await userEvent.type(screen.getByRole('searchbox'), 'A-2')
  await waitFor(() => expect(getListedCodes()).toEqual(['A-2']))
  expect(getAddress()).toBe(`/rolls?${among}&q=A-2`)
  expect(sent.at(-1)?.url).toContain(`keyword=A-2&id=${first}%2C${second}`)
  cleanup()
  served()
  renderAtDesk(<ResourcePage resource={roll as never} />, `/rolls?among=${first}&state=held&sort=-code`)
  await userEvent.click(await screen.findByText('清除筛选'))
  await waitFor(() => expect(getListedCodes()).toHaveLength(3))
  expect(getAddress()).toBe('/rolls?sort=-code')
})
it('the workbook has the same rows', async () => {
  const { sent } = await open()
  await userEvent.click(screen.getByRole('button', { name: '导出 Excel' }))
  await waitFor(() => expect(sent.at(-1)?.url).toBe(`/api/roll_excel?id=${first}%2C${second}`))
})
it('no saved view stores the counted rows', () => {
  expect(toViewQuery(new URLSearchParams(`${among}&state=held`))).toBe('state=held')
})
it.each(['among=', 'among=%27;drop', `among=${encodeURIComponent('1,2')}`])(
  'what is no row narrows nothing: %s',
  async (at) => {
    served()
    renderAtDesk(<ResourcePage resource={roll as never} />, `/rolls?${at}`)
    await screen.findByText('A-3')
    expect(chip()).toBeNull()
  },
)

const rows = (...ids: string[]) => ids.map((id) => ({ id }))
it('counts a row of two lists once, and passes on exactly the counted rows', () => {
  const counted = countWaitingRows([{ hasMore: false }, { hasMore: false }], rows('a', 'b', 'a'), { week: '2026-W47' })
  expect(counted).toEqual({
    count: 2,
    hasMore: false,
    textParams: { week: '2026-W47', count: 2 },
    query: buildRowIdsQuery(['a', 'b']),
  })
})
it('passes on no more than fits into an address, the most urgent first', () => {
  const many = rows(...Array.from({ length: MAX_COUNTED + 1 }, (_, n) => toRollId(1) + n))
  const counted = countWaitingRows([{ hasMore: false }], many)
  expect(counted).toMatchObject({ count: MAX_COUNTED, hasMore: true })
  expect(counted.query['among']?.split(',')).toEqual(many.slice(0, MAX_COUNTED).map(({ id }) => id))
})
it('says “and more” if a list has further rows, which the opened list lacks too', () => {
  const counted = countWaitingRows([{ hasMore: false }, { hasMore: true }], rows('a', 'b'), { week: '2026-W47' })
  expect(counted).toMatchObject({ count: 2, hasMore: true, query: buildRowIdsQuery(['a', 'b']) })
  expect(counted.textParams).toEqual({ week: '2026-W47', count: 2, replace: { week: '2026-W47', count: '2+' } })
})
