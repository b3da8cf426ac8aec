// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { amount, choice, day, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { startFakeServer, replyWithRows } from '../fake-server'
import { getAddress, prepareDesk, createRollRow, renderAtDesk } from './desk'

const screenKind = vi.hoisted(() => ({ desk: true }))
vi.mock('@/client/ui/use-device', async (original) => ({
  ...(await original<object>()),
  useIsDesktop: () => screenKind.desk,
}))
vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))

const roll = defineResource('roll', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 10 }),
    weight: amount({ unit: 'kg', min: 0 }),
    state: choice(['good', 'held']),
    madeOn: day(),
  },
  title: ['code'],
  filters: ['code', 'state', 'weight', 'madeOn'],
  routes: { list: 'GET /roll', create: 'POST /roll' },
  permissions: { view: 'rollView', add: 'rollAdd' },
})
beforeEach(async () => {
  screenKind.desk = true
  await prepareDesk()
  startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1)]) })
})
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})
const open = async (address = '/rolls') => {
  renderAtDesk(<ResourcePage resource={roll as never} />, address)
  await screen.findByText('A-1')
  const way = screen.getByRole('button', { name: /^筛选/ })
  if (way.getAttribute('aria-expanded') === 'false') await userEvent.click(way)
}
const dates = () => ['从', '到'].map((end) => screen.getByLabelText<HTMLInputElement>(new RegExp(`madeOn ${end}$`)))

describe('at a desk', () => {
  it('are above the rows, and apply when chosen; typed ones after a pause', async () => {
    await open()
    const bar = screen.getByRole('region', { name: '筛选' })
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByText('A-1')).toBeTruthy()
    await userEvent.click(within(bar).getByRole('button', { name: '待判' }))
    expect(getAddress()).toBe('/rolls?state=held')
    fireEvent.change(within(bar).getByLabelText('卷号'), { target: { value: 'A' } })
    expect(getAddress()).toBe('/rolls?state=held')
    await waitFor(() => expect(getAddress()).toBe('/rolls?state=held&code=A'))
    await userEvent.click(within(bar).getByRole('button', { name: '清除筛选' }))
    expect(getAddress()).toBe('/rolls')
    expect(within(bar).getByLabelText<HTMLInputElement>('卷号').value).toBe('')
    await userEvent.click(within(bar).getByRole('button', { name: '关闭' }))
    expect(screen.queryByRole('region', { name: '筛选' })).toBeNull()
  })
  it('report a range that ends before it starts, and do not request it', async () => {
    await open('/rolls?madeOnTo=2026-11-20')
    const [from] = dates()
    fireEvent.change(from!, { target: { value: '2026-11-25' } })
    expect((await screen.findByRole('alert')).textContent).toBe('起始日期晚于结束日期')
    await act(() => new Promise((done) => setTimeout(done, 400)))
    expect(getAddress()).toBe('/rolls?madeOnTo=2026-11-20')
    fireEvent.change(from!, { target: { value: '2026-11-15' } })
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(getAddress()).toBe('/rolls?madeOnTo=2026-11-20&madeOnFrom=2026-11-15'))
  })
  it('forget unreadable input when they are cleared', async () => {
    await open('/rolls?state=held')
    const bar = screen.getByRole('region', { name: '筛选' })
    await userEvent.type(dates()[0]!, '5 dec')
    await userEvent.type(within(bar).getByLabelText(/^重量.*从$/), '12x')
    await userEvent.click(within(bar).getByRole('button', { name: '清除筛选' }))
    expect(getAddress()).toBe('/rolls')
    expect(dates()[0]!.value).toBe('')
    expect(within(bar).getByLabelText<HTMLInputElement>(/^重量.*从$/).value).toBe('')
    expect(within(bar).queryByRole('alert')).toBeNull()
  })
  it('close by Escape, from a field and from their button, which then has the focus', async () => {
    await open()
    const way = screen.getByRole('button', { name: /^筛选/ })
    screen.getByLabelText('卷号').focus()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: '筛选' })).toBeNull()
    expect(document.activeElement).toBe(way)
    await userEvent.click(way)
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('region', { name: '筛选' })).toBeNull()
  })
  it('are still open after leaving a view without list, but not after another page', async () => {
    const isOpen = async (at: string) => {
      cleanup()
      renderAtDesk(<ResourcePage resource={roll as never} />, at)
      await screen.findByText('A-1')
      return screen.queryByRole('region', { name: '筛选' }) !== null
    }
    await open()
    expect(await isOpen('/rolls?q=A')).toBe(true)
    expect(await isOpen('/reels')).toBe(false)
    expect(await isOpen('/rolls')).toBe(false)
  })
})
describe('by a finger', () => {
  beforeEach(() => {
    screenKind.desk = false
  })
  const look = () => userEvent.click(screen.getByRole('button', { name: '查看结果' }))

  it('apply together', async () => {
    await open()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: '待判' }))
    expect(getAddress()).toBe('/rolls')
    await look()
    expect(getAddress()).toBe('/rolls?state=held')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it.each([
    ['a date that is none', '2026-13-45', '2026-11-20', '请按 年-月-日 填写'],
    ['a range that ends before it begins', '2026-11-25', '2026-11-20', '起始日期晚于结束日期'],
  ])('do not leave out without a word: %s', async (_what, first, last, message) => {
    await open()
    const [from, to] = dates()
    await userEvent.type(from!, first)
    await userEvent.type(to!, last)
    await look()
    expect(screen.getByRole('alert').textContent).toBe(message)
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(document.activeElement).toBe(from)
    expect(getAddress()).toBe('/rolls')
  })
  it('do not silently drop an invalid number', async () => {
    await open()
    const from = screen.getByLabelText(/^重量.*从$/)
    await userEvent.type(from, '12x')
    await look()
    expect(screen.getByRole('alert').textContent).toBe('请输入数字')
    await userEvent.clear(from)
    await userEvent.type(from, '1,200.5')
    await look()
    expect(getAddress()).toBe('/rolls?weightFrom=1200.5')
  })
})
it('count a range once, whichever ends it has', async () => {
  renderAtDesk(
    <ResourcePage resource={roll as never} />,
    '/rolls?state=held&madeOnFrom=2026-11-01&madeOnTo=2026-11-20&weightFrom=5',
  )
  expect(await screen.findByRole('button', { name: '筛选 (3)' })).toBeTruthy()
})
