// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { registerAreas } from '@/client/area-registry'
import { FindButton } from '@/client/find/FindButton'
import { clearSession } from '@/client/session/session'
import { text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { createFakePhone } from '../fake-phone'
import client from '@/client/locales/zh.json'
import { startFakeServer, json, ok, unreachable } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

const resource = (name: string, view: string) =>
  defineResource(name, {
    area: 'mill',
    fields: { code: text({ required: true, format: 'code' }), name: text() },
    title: ['code', 'name'],
    search: ['code'],
    routes: { list: `GET /${name}` },
    permissions: { view },
  })
const [pump, secret] = [resource('pump', 'pumpView'), resource('secret', 'secretView')]

beforeEach(async () => {
  await loadTexts({ mill: { pump: { name: '泵', fields: {} }, secret: { name: '机密', fields: {} } } })
  HTMLDialogElement.prototype.showModal ??= function open(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
  }
  replacePhoneStore(createFakePhone())
  registerAreas([
    {
      name: 'mill',
      pages: { equipmentLedger: () => Promise.resolve({ default: () => null }) },
      rowPlaces: { pump: 'equipmentLedger', secret: 'equipmentLedger' },
      searchableResources: ['pump', 'secret'],
      contract: () => Promise.resolve({ name: 'mill', resources: [pump, secret], endpoints: [] } as never),
    },
  ])
  signInPerson({ keys: ['pumpView'], pages: { equipmentLedger: '/equipment/ledger' } })
})
afterEach(() => {
  cleanup()
  clearSession()
  registerAreas([])
})
const pumpRow = { id: 'p1', label: 'P-204 水泵' }
const answerRows = (rowsByResource: Readonly<Record<string, { id: string; label: string }[]>>, codes: unknown[] = []) =>
  ok({
    rows: Object.entries(rowsByResource).flatMap(([resource, rows]) =>
      rows.map((row) => ({ resource, ...row, details: [] })),
    ),
    codes,
  })
function later<T>() {
  let release: (value: T) => void = () => undefined
  const held = new Promise<T>((resolve) => (release = resolve))
  return { release, held }
}
function Where() {
  const { pathname, search } = useLocation()
  return <p data-testid="where">{pathname + search}</p>
}
const renderPage = () =>
  render(
    <MemoryRouter initialEntries={['/home']}>
      <FindButton hasShortcut />
      <Where />
    </MemoryRouter>,
  )

test('Ctrl+K finds rows by a few letters, and Enter opens the first', async () => {
  const { sent } = startFakeServer({ 'GET /search': answerRows({ pump: [pumpRow] }) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'P-2')
  expect((await screen.findByRole('link', { name: /P-204/ })).textContent).toContain('水泵')
  expect(
    sent.map(({ url }) => url),
    'one call',
  ).toEqual(['/api/search?of=pump&keyword=P-2'])
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(screen.getByTestId('where').textContent).toBe('/equipment/ledger?id=p1'))
  expect(screen.queryByRole('searchbox')).toBeNull()
})
test('without a network what the phone has is found, and it is said that there may be more', async () => {
  startFakeServer({}, unreachable)
  const requestedUrls: string[] = []
  replacePhoneStore(
    createFakePhone({
      findOptions: (of, keyword) => {
        requestedUrls.push(`${of} ${keyword}`)
        return Promise.resolve(keyword === 'P-2' ? [{ id: 'p1', label: 'P-204 水泵' }] : [])
      },
    }),
  )
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'P-2')
  expect((await screen.findByRole('link', { name: /P-204/ })).textContent).toContain('水泵')
  // The search skips resources that the person may not see.
  expect(requestedUrls).toEqual(['pump P-2'])
  expect(await screen.findByText(client.find.offline)).toBeTruthy()
  await userEvent.type(screen.getByRole('searchbox'), '9')
  expect(await screen.findByText(/没有找到/)).toBeTruthy()
  expect(await screen.findByText(client.find.offline)).toBeTruthy()
})
test('a code says of what kind each hit is, and a row that it names is not offered twice', async () => {
  const { release, held } = later<unknown>()
  startFakeServer({ 'GET /search': () => held.then(() => answerRows({ pump: [pumpRow] })) as never })
  replacePhoneStore(
    createFakePhone({
      findRowsByCode: () =>
        Promise.resolve([
          { resource: 'pump', id: 'p1', label: 'P-204', row: {} },
          { resource: 'secret', id: 's1', label: 'P-204', row: {} },
        ]),
    }),
  )
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'P-204')
  expect((await screen.findByText('正在查找')).className).not.toContain('ui-hidden')
  expect((await screen.findByRole('link', { name: /机密/ })).textContent).toBe('P-204机密')
  release(null)
  await waitFor(() => expect(screen.queryByText('正在查找')).toBeNull())
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['P-204泵', 'P-204机密'])
})
test('what the person may not list is neither asked for nor shown', async () => {
  const { sent } = startFakeServer({ 'GET /search': answerRows({ secret: [pumpRow] }) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'P-204')
  expect(await screen.findByText(/没有找到/)).toBeTruthy()
  expect(sent.filter(({ url }) => url.includes('secret'))).toEqual([])
  expect(screen.queryByRole('link')).toBeNull()
})
test('rows that the person may list none of are found by a part of their name, where a page lets them choose by it', async () => {
  registerAreas([
    {
      name: 'mill',
      pages: { equipmentLedger: () => Promise.resolve({ default: () => null }) },
      rowPlaces: { secret: { page: 'equipmentLedger', searchableByName: true } },
      searchableResources: ['secret'],
      contract: () => Promise.resolve({ name: 'mill', resources: [secret], endpoints: [] } as never),
    },
  ])
  const { sent } = startFakeServer({ 'GET /search': answerRows({ secret: [{ id: 's1', label: 'P-204 水泵' }] }) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), '204')
  expect((await screen.findByRole('link', { name: /P-204/ })).getAttribute('href')).toBe('/equipment/ledger?id=s1')
  expect(sent.map(({ url }) => url)).toEqual(['/api/search?of=secret&keyword=204'])
})
test('pages are found by their title, also if the server cannot be asked', async () => {
  startFakeServer({ 'GET /search': json({ errno: '4500', errmsg: 'x', data: null }) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), '台账')
  expect(await screen.findByRole('link', { name: /设备台账/ })).toBeTruthy()
})
test('a code of what none of the pages of the person shows is not found', async () => {
  startFakeServer({ 'GET /search': answerRows({}) })
  replacePhoneStore(
    createFakePhone({
      findRowsByCode: () => Promise.resolve([{ resource: 'order', id: 'o1', label: 'WO-204', row: {} }]),
    }),
  )
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'WO-204')
  expect(await screen.findByText(/没有找到/)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '编码' })).toBeNull()
})
test('pages are found by synonyms in either language', async () => {
  startFakeServer({ 'GET /search': answerRows({}) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'asset')
  expect(await screen.findByRole('link', { name: /设备台账/ })).toBeTruthy()
  await userEvent.clear(screen.getByRole('searchbox'))
  await userEvent.type(screen.getByRole('searchbox'), '机台')
  expect(await screen.findByRole('link', { name: /设备台账/ })).toBeTruthy()
})
test('letters typed before the dialog is loaded are kept', async () => {
  startFakeServer({ 'GET /search': answerRows({ pump: [pumpRow] }) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}P-20')
  expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('P-20')
})
test('a code that only the server knows is found', async () => {
  startFakeServer({ 'GET /search': answerRows({}, [{ resource: 'pump', id: 'p1', label: 'P-204' }]) })
  renderPage()
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.type(await screen.findByRole('searchbox'), 'P-204')
  expect((await screen.findByRole('link', { name: /P-204/ })).textContent).toBe('P-204泵')
})
