// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BoardSettingsPanel } from '@/areas/boards/client/board/BoardSettingsPanel'
import { ScreenLinkList } from '@/areas/boards/client/center/ScreenLinkList'
import { ScreenSettingsPanel } from '@/areas/boards/client/center/ScreenSettingsPanel'
import DemonstrationPage from '@/areas/boards/client/DemonstrationPage'
import words from '@/areas/boards/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import plantWords from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const show = (content: ReactNode) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>{content}</MemoryRouter>
    </QueryClientProvider>,
  )
type Server = ReturnType<typeof startFakeServer>
const getWritten = (server: Server): unknown =>
  JSON.parse(String(server.sent.findLast(({ method }) => method !== 'GET')?.body ?? 'null'))
const save = () => screen.getByRole('button', { name: words.pages.board.save })
const figureName = (name: 'outputKg' | 'oeePercent') => plantWords.figures[name].name
const screenSettings = {
  dataSeconds: 20,
  noticeSeconds: 30,
  scenes: [{ scene: 'output' }, { scene: 'orders' }],
  theme: 'dark',
  setBy: null,
  setAt: null,
}
beforeEach(async () => {
  await loadTexts({ boards: words, plant: plantWords })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['dashboardSetTime', 'dataDemonstrationEdit', 'dataCenterSetTime'] })
})
afterEach(cleanup)

it('sets the items of the boards in the order of their choice; at least one', async () => {
  const server = startFakeServer({
    'GET /SET_LINE_BOARD': ok({ items: [{ item: 'oeePercent' }], editDays: 7, setBy: null, setAt: null }),
    'POST /SET_LINE_BOARD': ok({}),
  })
  const onDone = vi.fn()
  show(<BoardSettingsPanel onDone={onDone} />)
  await userEvent.click(await screen.findByRole('checkbox', { name: figureName('oeePercent') }))
  expect(save()).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('checkbox', { name: figureName('outputKg') }))
  await userEvent.click(screen.getByRole('checkbox', { name: figureName('oeePercent') }))
  const days = screen.getByRole('textbox')
  await userEvent.clear(days)
  await userEvent.type(days, '3')
  await userEvent.click(save())
  await waitFor(() => expect(onDone).toHaveBeenCalledOnce())
  expect(getWritten(server)).toEqual({ items: [{ item: 'outputKg' }, { item: 'oeePercent' }], editDays: 3 })
})
it('chooses the charts of the slide show by lines and teams', async () => {
  const server = startFakeServer({
    'GET /plant/demonstration': ok({ seconds: 12, slides: [{ item: 'outputKg', by: 'line' }] }),
    'PUT /plant/demonstration': ok({ seconds: 12, slides: [] }),
  })
  show(<DemonstrationPage />)
  await userEvent.click(await screen.findByRole('button', { name: words.pages.dataDemonstration.choose }))
  const teams = within(screen.getByRole('group', { name: words.inputOptions.by.team }))
  await userEvent.click(teams.getByRole('checkbox', { name: figureName('oeePercent') }))
  await userEvent.click(save())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(getWritten(server)).toEqual({
    seconds: 12,
    slides: [
      { item: 'outputKg', by: 'line' },
      { item: 'oeePercent', by: 'team' },
    ],
  })
})
it('sets what the large screens show, for those who may; others only see it', async () => {
  const server = startFakeServer({ 'GET /LOBBY_DATA': ok(screenSettings), 'POST /LOBBY_DATA': ok(screenSettings) })
  show(<ScreenSettingsPanel canManage />)
  const seconds = await screen.findByRole('textbox', { name: /^数据停留时间/ })
  await userEvent.clear(seconds)
  await userEvent.type(seconds, '5')
  await userEvent.click(screen.getByRole('checkbox', { name: '订单' }))
  await userEvent.click(save())
  await waitFor(() =>
    expect(getWritten(server)).toEqual({
      dataSeconds: 5,
      noticeSeconds: 30,
      scenes: [{ scene: 'output' }],
      theme: 'dark',
    }),
  )
  cleanup()
  show(<ScreenSettingsPanel canManage={false} />)
  const text = await screen.findByRole('textbox', { name: /^数据停留时间/ })
  expect(text.matches(':disabled')).toBe(true)
  expect(save()).toHaveProperty('disabled', true)
})
it('makes a link for a screen, shows it once, and is empty for the next', async () => {
  const link = { id: 'l1', name: '一号屏', secret: 's3', expiresAt: '2026-11-21T00:00:00.000Z' }
  const server = startFakeServer({ 'GET /plant/lobby_link': ok([]), 'POST /plant/lobby_link': ok(link) })
  show(<ScreenLinkList />)
  await userEvent.type(screen.getByRole('textbox', { name: '名称' }), ' 一号屏 ')
  await userEvent.click(screen.getByRole('button', { name: words.actions.lobbyLink_make }))
  await screen.findByDisplayValue(/#s3$/)
  expect(getWritten(server)).toEqual({ name: '一号屏' })
  await userEvent.click(screen.getByRole('button', { name: words.pages.dataCenter.noted }))
  expect(screen.getByRole('textbox', { name: '名称' })).toHaveProperty('value', '')
})
