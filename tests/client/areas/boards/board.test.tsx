import i18next from 'i18next'
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import LineBoardView from '@/areas/boards/client/board/LineBoardView'
import words from '@/areas/boards/locales/zh.json'
import clientWords from '@/client/locales/zh.json'
import plantWords from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const LINE = '0193a000-0000-7000-8000-000000000001'
const TODAY = '2026-11-20'
const page = words.pages.board
const board = (day: string) => ({
  from: day,
  to: day,
  today: TODAY,
  shift: null,
  editDays: 7,
  editable: true,
  powerOnLocked: false,
  items: [
    { item: 'outputKg', most: 240_000 },
    { item: 'oeePercent', most: 100 },
  ],
  subjects: [{ of: LINE, label: 'SMS 1', active: true, slits: 'no' }],
  cells: [{ of: LINE, item: 'outputKg', value: 9000, counted: null, target: 10_000, reachedPercent: 90 }],
  countedAt: null,
  waitingDays: 0,
})
/** Opens the board of lines; returns sent requests and a function to leave. @param saved resolves when the save is accepted */
function open(address = '/', saved: Promise<unknown> = Promise.resolve()) {
  const server = startFakeServer({
    'GET /LINE_DATA_BOARD': ({ url }) => ok(board(new URL(url, 'http://x').searchParams.get('day') ?? TODAY)),
    'GET /UPDATE_LINE_BOARD': () => ok({ day: '2000-01-01', at: '', cells: [], countedAt: null, waitingDays: 0 }),
    'PUT /LINE_DATA_BOARD': async () => {
      await saved
      return ok(board(TODAY))
    },
  })
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <LineBoardView
          rowId=""
          tabs={null}
          frame={(content, primary) => (
            <>
              {content}
              {primary}
            </>
          )}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { server, leave: unmount }
}
/** Returns the target field of the board. Shows the fields first, as a reader does, unless unsaved input did so already. */
const target = async (unit = 'kg') => {
  await screen.findByText('SMS 1')
  const label = `${i18next.t('boards:answers.target')} (${unit})`
  const editButton = screen.getByRole('button', { name: page.edit })
  if (editButton.getAttribute('aria-pressed') !== 'true') await userEvent.click(editButton)
  return screen.findByLabelText<HTMLInputElement>(label)
}
const name = (item: 'outputKg' | 'oeePercent') => plantWords.figures[item].name
const restored = () => screen.queryByText(clientWords.resource.draftFound)
const type = async (value: string) => {
  const field = await target()
  await userEvent.clear(field)
  await userEvent.type(field, value)
}

beforeEach(async () => {
  await loadTexts({ boards: words, plant: plantWords })
  clearSession()
  replacePhoneStore(createFakePhone())
  signInPerson({ id: LINE, keys: ['dashboardView', 'dashboardEdit'] })
})
afterEach(cleanup)

describe('unsaved input on a board', () => {
  it('is restored after leaving the page, and the board says so', async () => {
    const first = open()
    await type('12000')
    first.leave()
    open()
    expect((await target()).value).toBe('12000')
    expect(restored()).not.toBeNull()
  })
  it('is announced from another item, with a link', async () => {
    const first = open()
    await type('12000')
    first.leave()
    open('/?item=oeePercent')
    expect((await target('%')).value).toBe('')
    await userEvent.click(await screen.findByRole('button', { name: `${name('outputKg')} · ${TODAY}` }))
    expect((await target()).value).toBe('12000')
  })
  it('is not applied to another day', async () => {
    const first = open()
    await type('12000')
    first.leave()
    open('/?day=2026-11-19')
    expect((await target()).value).toBe('10000')
    expect(restored()).toBeNull()
  })
  it('is deleted once saved', async () => {
    const first = open()
    await type('12000')
    await userEvent.click(screen.getByRole('button', { name: page.save }))
    await waitFor(() => expect(screen.queryByRole('button', { name: page.save })).toBeNull())
    expect(first.server.sent.find(({ method }) => method === 'PUT')?.body).toContain('12000')
    first.leave()
    open()
    expect((await target()).value).toBe('10000')
    expect(restored()).toBeNull()
  })
  it('is deleted once saved, even if the board was left and reopened meanwhile', async () => {
    let take = () => {}
    const first = open('/', new Promise<void>((taken) => (take = taken)))
    await type('12000')
    await userEvent.click(screen.getByRole('button', { name: page.save }))
    first.leave()
    open()
    expect((await target()).value).toBe('12000')
    take()
    await waitFor(() => expect(restored()).toBeNull())
    expect((await target()).value).toBe('10000')
  })
  it('is deleted when discarded', async () => {
    const first = open()
    await type('12000')
    first.leave()
    const second = open()
    await target()
    await userEvent.click(screen.getByRole('button', { name: page.discard }))
    expect((await target()).value).toBe('10000')
    second.leave()
    open()
    expect((await target()).value).toBe('10000')
  })
  it('must be saved or discarded before another item opens', async () => {
    open()
    await type('12000')
    await userEvent.click(screen.getByRole('button', { name: name('oeePercent') }))
    expect(await screen.findByText(page.saveFirstWhy)).toBeTruthy()
  })
  it('is not sent beyond the reachable value, and its field shows the limit', async () => {
    const { server } = open()
    await type('1000000000000')
    await userEvent.click(screen.getByRole('button', { name: page.save }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/240,000 kg/)
    expect(server.sent.some(({ method }) => method === 'PUT')).toBe(false)
  })
})
