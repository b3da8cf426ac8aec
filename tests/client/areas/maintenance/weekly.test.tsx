// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import WeeklyTasksCard from '@/areas/maintenance/client/today/WeeklyTasksCard'
import WeeklyWorkPage from '@/areas/maintenance/client/weekly/WeeklyWorkPage'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { prepareEquipmentPhone, renderEquipmentPage } from '../equipment/stage'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const nothing = () => replyWithRows([])

it('shows this week, and a week without tasks as empty: there is no filter to clear', async () => {
  await prepareEquipmentPhone(['weeklyWorkView', 'weeklyWorkAdd'])
  const server = startFakeServer({ 'GET /upkeep/week_work': nothing })
  renderEquipmentPage(<WeeklyWorkPage />, '/activities/weekly', '/activities/weekly')
  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(screen.queryByText('清除筛选')).toBeNull()
  expect(screen.getByTestId('place').textContent).toMatch(/week=\d{4}-W\d\d$/)
  expect(server.sent.at(-1)?.url).toMatch(/week=\d{4}-W\d\d/)
})
it('offers to clear what the person filtered by, and keeps the week', async () => {
  await prepareEquipmentPhone(['weeklyWorkView'])
  startFakeServer({ 'GET /upkeep/week_work': nothing })
  renderEquipmentPage(<WeeklyWorkPage />, '/activities/weekly?week=2026-W40&state=done', '/activities/weekly')
  ;(await screen.findByText('清除筛选')).click()
  expect(await screen.findByText('暂无数据')).toBeTruthy()
  expect(screen.getByTestId('place').textContent).toBe('/activities/weekly?week=2026-W40')
})

it('a task is of the week of the day that it is planned for; another week typed after it is refused here', async () => {
  const store = await prepareEquipmentPhone(['weeklyWorkView', 'weeklyWorkAdd'])
  startFakeServer({ 'GET /upkeep/week_work': nothing }, ok([]))
  renderEquipmentPage(<WeeklyWorkPage />, '/activities/weekly?week=2026-W47&new=1', '/activities/weekly')
  const week = await screen.findByLabelText<HTMLInputElement>(/周次/)
  expect(week.value).toBe('2026-W47')
  fireEvent.change(screen.getByLabelText(/计划日期/), { target: { value: '2026-11-24' } })
  await waitFor(() => expect(week.value).toBe('2026-W48'))
  fireEvent.change(screen.getByLabelText(/工作内容/), { target: { value: '换皮带' } })
  fireEvent.change(week, { target: { value: '2026-W47' } })
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findAllByText(/2026-11-24 在 2026-W48/)).length).toBeGreaterThan(0)
  expect(store.savedCommands).toEqual([])
})
it('counts on Today what is named to me by the server’s total, else what is open of my line', async () => {
  await prepareEquipmentPhone(['weeklyWorkView'])
  const task = { id: 't1', version: 1, title: '换皮带', state: 'planned', people: ['me'], lineId: null }
  const server = startFakeServer({
    'GET /upkeep/week_work': ({ url }) =>
      new URL(url, 'http://plant').searchParams.has('people')
        ? ok({ total: 120, list: [task], refs: {}, next: 'more' })
        : nothing(),
  })
  renderEquipmentPage(<WeeklyTasksCard />, '/', '/')
  expect(await screen.findByText(/我的任务（120）/)).toBeTruthy()
  expect(screen.getByText('换皮带')).toBeTruthy()
  expect(server.sent.every(({ url }) => /state=planned/.test(url))).toBe(true)
})
