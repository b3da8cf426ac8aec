// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerAreas } from '@/client/area-registry'
import { Picker } from '@/client/fields/picker'
import client from '@/client/locales/zh.json'
import SetupCard from '@/client/setup/SetupCard'
import { defineArea } from '@/contract/area'
import { startFakeServer, ok, replyWithRows } from '../fake-server'
import { prepareDesk, roll, renderAtDesk } from '../resource/desk'
import { signInPerson } from '../signed-in'

const toastTexts: string[] = []
vi.mock('@/client/api/toast', () => ({ showToast: (text: string) => void toastTexts.push(text) }))

/** Fakes the idle callback of the browser. */
const idle = vi.hoisted(() => ({ comes: () => Promise.resolve() as Promise<void> }))
vi.mock('@/client/shell/app-settling', async (real) => ({
  ...(await real<object>()),
  waitUntilIdle: () => idle.comes(),
}))

const pages = { rollInteractive: '/rolls' }
beforeEach(async () => {
  registerAreas([
    {
      name: 'plant',
      pages: { rollInteractive: async () => ({ default: () => null }) },
      creationPlaces: { roll: { page: 'rollInteractive', params: { view: 'all' }, permissions: ['rollAdd'] } },
      setupSteps: [
        { name: 'held', order: 2, resource: 'roll', query: { state: 'held' }, minCount: 2, opensList: true },
        { name: 'good', order: 1, resource: 'roll', query: { state: 'good' } },
      ],
      contract: async () => defineArea({ name: 'plant', resources: [roll], endpoints: [] }),
    },
  ])
  await prepareDesk()
  i18next.addResourceBundle('zh', 'plant', {
    setup: { held: { title: '待判卷', what: '两卷' }, good: { title: '好卷', what: '一卷' } },
  })
  signInPerson({ keys: ['rollView', 'rollAdd'], pages })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const counts = (good: number, held: number) =>
  startFakeServer({
    'GET /roll': ({ url }) => ok({ total: url.includes('good') ? good : held, list: [], refs: {}, next: null }),
  })

it('lists what an empty plant needs in its order, knows what is done, and leads to the forms', async () => {
  counts(3, 1)
  renderAtDesk(<SetupCard />)
  const card = within(await screen.findByRole('region', { name: '从建厂数据到第一卷' }))
  expect(card.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['好卷一卷已有 3 条', '待判卷两卷未完成'])
  // Rows that are usually imported from Excel link to the list.
  expect(card.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    '/rolls?view=all&new=1',
    '/rolls?view=all',
  ])
  expect(card.getByText('已完成 1 / 2 项。点击一项前往办理。')).toBeTruthy()
})
it('is gone once all is there, and asks no more; whoever was shown the steps is told that they are done', async () => {
  const { sent } = counts(3, 2)
  renderAtDesk(<SetupCard />)
  await waitFor(() => expect(localStorage.getItem('setup/done')).toBe('1'))
  expect(screen.queryByRole('region')).toBeNull()
  const requestsBefore = sent.length
  cleanup()
  renderAtDesk(<SetupCard />)
  await new Promise((done) => setTimeout(done, 50))
  expect(sent.length).toBe(requestsBefore)
  expect(toastTexts).toEqual([])
  localStorage.clear()
  cleanup()
  counts(3, 1)
  renderAtDesk(<SetupCard />)
  await screen.findByRole('region', { name: '从建厂数据到第一卷' })
  cleanup()
  counts(3, 2)
  renderAtDesk(<SetupCard />)
  await waitFor(() => expect(toastTexts).toEqual([client.setup.complete]))
})
it('does not burden the first page of a plant at work; an empty one is told at once', async () => {
  let becomeIdle = (): void => undefined
  idle.comes = () => new Promise((done) => (becomeIdle = done))
  const { sent } = counts(0, 2)
  renderAtDesk(<SetupCard />)
  await waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((done) => setTimeout(done, 50))
  expect(sent.map(({ url }) => url.includes('held'))).toEqual([true])
  becomeIdle()
  const card = within(await screen.findByRole('region', { name: '从建厂数据到第一卷' }))
  expect(card.getAllByRole('listitem').map((one) => one.textContent)).toEqual(['好卷一卷未完成', '待判卷两卷已有 2 条'])
  cleanup()
  counts(0, 0)
  renderAtDesk(<SetupCard />)
  expect(await screen.findByRole('region', { name: '从建厂数据到第一卷' })).toBeTruthy()
  idle.comes = () => Promise.resolve()
})
it('can be put away before all is there', async () => {
  counts(0, 0)
  renderAtDesk(<SetupCard />)
  await userEvent.click(await screen.findByRole('button', { name: '不再显示' }))
  expect(screen.queryByRole('region')).toBeNull()
})

it('a choice without rows offers to add the first, to those who may', async () => {
  startFakeServer({ 'GET /resource_options': () => ok([]), 'GET /roll': () => replyWithRows([]) })
  const picker = <Picker resource="roll" id="x" label="卷" ids={[]} multiple={false} onPick={() => undefined} />
  renderAtDesk(picker)
  await userEvent.click(screen.getByRole('button', { name: /^卷/ }))
  const link = await screen.findByRole('link', { name: '新增' })
  expect(link.getAttribute('href')).toBe('/rolls?view=all&new=1')
  // A failed request is a different case.
  await userEvent.type(screen.getByRole('searchbox'), 'A-9')
  await waitFor(() => expect(screen.queryByRole('link')).toBeNull())
  cleanup()
  signInPerson({ keys: ['rollView'], pages })
  renderAtDesk(picker)
  await userEvent.click(screen.getByRole('button', { name: /^卷/ }))
  expect(await screen.findByText('还没有可选的数据')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
})
