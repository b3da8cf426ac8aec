// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import QualitySheetPage from '@/areas/quality/client/sheet/QualitySheetPage'
import sharedLabels from '@/contract/locales/zh.json'
import { parseLabel } from '@/plant/rules/label'
import words from '@/areas/quality/locales/zh.json'
import packing from '@/areas/packing/locales/zh.json'
import rolls from '@/areas/rolls/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { scanCode } from '../../hand-scanner'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

// The camera of a phone; a handheld scanner types.
vi.mock('@/client/ui/scanner/ScannerScreen', () => ({ default: () => null }))

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [ME, ROLL, MINE, OTHER] = [id(9), id(1), id(2), id(3)]
const createdAt = '2026-11-20T02:00:00.000Z'
const base = { version: 1, createdAt: createdAt, updatedAt: createdAt, createdBy: ME }
const template = { ...base, id: id(4), name: '门幅表', use: 'codeWidth', active: true, productId: MINE, items: [] }

function show(
  productId: string,
  templates: object[],
  view = 'codeWidth',
  more: Parameters<typeof startFakeServer>[0] = {},
) {
  const phone = createFakePhone()
  replacePhoneStore(phone)
  startFakeServer({
    ...more,
    'GET /plant/table_template': () => replyWithRows(templates),
    'GET /quality/get_technology_title': () => replyWithRows(templates),
    'GET /quality/c0355s_breadth': () => replyWithRows([]),
    'GET /quality/oiling': () => replyWithRows([]),
    'GET /production/jumbo_roll': () => replyWithRows([{ ...base, id: ROLL, number: 'B1-SS1-261120-001', productId }]),
    'GET /resource_options': () => ok([{ id: ROLL, label: 'B1-SS1-261120-001' }]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/quality/sheet?view=${view}&new=1&jumboRollId=${ROLL}`]}>
        <Suspense>
          <QualitySheetPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return phone
}
async function saved(): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: '门幅 (mm)' }), '1200')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
}
beforeEach(async () => {
  registerAreas([{ name: 'plant', pages: {}, readCode: parseLabel }])
  await loadTexts({ quality: words, packing, rolls })
  signInPerson({ id: ME, isSup: true })
})
afterEach(cleanup)

it.each([
  ['the roll is of another product', [template], '该卷不是模板 门幅表 指定的产品'],
  ['no template names a product', [], words.refusals.noCodeWidth],
])('a width table says before it is saved that %s', async (_what, templates, said) => {
  const phone = show(OTHER, templates)
  await saved()
  expect((await screen.findByRole('alert')).textContent).toContain(said)
  expect(phone.savedCommands).toHaveLength(0)
})
it('and is saved for a roll of the product that is named', async () => {
  const phone = show(MINE, [template])
  await saved()
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
  expect(phone.savedCommands[0]?.body).toMatchObject({ jumboRollId: ROLL, widths: [{ widthMm: 1200 }] })
})
it('an oiling record says before it is saved that its limits cross', async () => {
  const phone = show(MINE, [], 'oiling')
  const type = async (name: RegExp, value: string) =>
    userEvent.type(await screen.findByRole('textbox', { name }), value)
  await type(new RegExp(words.oiling.sub.samples.fabricG), '100')
  await type(new RegExp(words.oiling.sub.samples.addOnG), '0.5')
  await type(new RegExp(words.oiling.fields.lowPercent), '0.6')
  await type(new RegExp(words.oiling.fields.highPercent), '0.4')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findByRole('alert')).textContent).toContain('0.4')
  expect(phone.savedCommands).toHaveLength(0)
})

const PACK = id(5)
const packages = () =>
  replyWithRows([
    { ...base, id: PACK, number: 'P261120-003', state: 'packed', holds: [], place: null, rolls: 4, netKg: 300 },
  ])
it.each([
  ['the server knows', 'pk:P261120-003', packages, { packageId: PACK, number: 'P261120-003' }],
  ['nobody could be asked about', 'pk:P261120-003', new TypeError('offline'), { number: 'P261120-003' }],
  ['is typed as it stands on the label', 'p261120-003', packages, { packageId: PACK, number: 'P261120-003' }],
])('a package that %s is put in stock by its label', async (_what, label, reply, named) => {
  const phone = show(OTHER, [], 'productStorage', { 'GET /rolls/package': reply })
  const place = await screen.findByRole('textbox', { name: new RegExp(words.productStorage.fields.place) })
  await userEvent.type(place, 'F1-07')
  place.blur()
  scanCode(label)
  await screen.findByRole('button', { name: /P261120-003/ })
  await userEvent.click(screen.getByRole('button', { name: words.pages.sheet.newStorage }))
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
  const { packageId, number, place: storagePlace } = phone.savedCommands[0]!.body as Record<string, unknown>
  expect({ packageId, number, place: storagePlace }).toEqual({ packageId: undefined, ...named, place: 'F1-07' })
})
it.each([
  ['has left the plant', { state: 'shipped' }, words.pages.sheet.notStored.notPacked],
  ['is open still', { state: 'open' }, words.pages.sheet.notStored.notPacked],
  ['is on hold', { state: 'packed', holds: [id(7)] }, words.pages.sheet.notStored.held],
  ['lies elsewhere', { state: 'stored', place: 'D-9' }, packing.refusals.storedElsewhere],
])('a package that %s is told of where it is scanned, and nothing is saved', async (_what, more, refusal) => {
  const row = { ...base, id: PACK, number: 'P261120-003', holds: [], place: null, rolls: 4, netKg: 300, ...more }
  const phone = show(OTHER, [], 'productStorage', { 'GET /rolls/package': () => replyWithRows([row]) })
  const place = await screen.findByRole('textbox', { name: new RegExp(words.productStorage.fields.place) })
  await userEvent.type(place, 'F1-07')
  place.blur()
  scanCode('pk:P261120-003')
  const [start = ''] = refusal.replace(/{{(number|package)}}/, 'P261120-003').split('{{')
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(start))
  await userEvent.click(screen.getByRole('button', { name: words.pages.sheet.newStorage }))
  await waitFor(() => expect(screen.getAllByText((text) => text.includes(start)).length).toBeGreaterThan(1))
  expect(phone.savedCommands).toHaveLength(0)
})
it('a package that lies at the very place is scanned again for a photo', async () => {
  const row = {
    ...base,
    id: PACK,
    number: 'P261120-003',
    state: 'stored',
    holds: [],
    place: 'F1-07',
    rolls: 4,
    netKg: 300,
  }
  const phone = show(OTHER, [], 'productStorage', { 'GET /rolls/package': () => replyWithRows([row]) })
  const place = await screen.findByRole('textbox', { name: new RegExp(words.productStorage.fields.place) })
  await userEvent.type(place, 'F1-07')
  place.blur()
  scanCode('pk:P261120-003')
  await screen.findByText(/4 卷/)
  await userEvent.click(screen.getByRole('button', { name: words.pages.sheet.newStorage }))
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
})
it('of a label that is no package of the plant nothing is taken', async () => {
  const phone = show(OTHER, [], 'productStorage', { 'GET /rolls/package': () => replyWithRows([]) })
  const place = await screen.findByRole('textbox', { name: new RegExp(words.productStorage.fields.place) })
  await userEvent.type(place, 'F1-07')
  place.blur()
  scanCode('pk:P-404')
  scanCode('sr:S1-1')
  await userEvent.click(screen.getByRole('button', { name: words.pages.sheet.newStorage }))
  expect((await screen.findByRole('alert')).textContent).toContain(sharedLabels.fields.packageId)
  expect(phone.savedCommands).toHaveLength(0)
})

it.each([
  [
    'of its newest set',
    {
      'GET /rolls/slit_set': () =>
        replyWithRows([
          {
            ...base,
            id: id(6),
            jumboRollId: ROLL,
            state: 'made',
            setNumber: 2,
            lanes: [
              { width: 160, count: 2 },
              { width: 80, count: 1 },
            ],
          },
        ]),
    },
    ['160', '160', '80'],
  ],
  [
    'of the plan, where it is not cut yet',
    {
      'GET /cut_first/order_list': () =>
        replyWithRows([{ ...base, id: id(7), jumboRollId: ROLL, lanes: [{ width: 210, count: 1 }] }]),
    },
    ['210'],
  ],
])('a width verification has the lanes %s filled in, and they can be changed', async (_what, replies, widths) => {
  const none = () => replyWithRows([])
  const phone = show(MINE, [], 'widthCheck', {
    'GET /quality/breadth': none,
    'GET /rolls/slit_set': none,
    'GET /production/jr_cutting': none,
    'GET /cut_first/order_list': none,
    ...replies,
  })
  const named = (name: string) => screen.findAllByRole<HTMLInputElement>('textbox', { name: new RegExp(name) })
  const set = words.widthCheck.sub.lanes.setMm
  await waitFor(async () => expect((await named(set)).map(({ value }) => value)).toEqual(widths), { timeout: 10_000 })
  const [measured] = await named(words.widthCheck.sub.lanes.measuredMm)
  await userEvent.type(measured!, '161')
  const first = (await named(set))[0]!
  await userEvent.clear(first)
  await userEvent.type(first, '165')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
  const { lanes } = phone.savedCommands[0]!.body as { lanes: object[] }
  expect(lanes).toHaveLength(widths.length)
  expect(lanes[0]).toMatchObject({ lane: 1, setMm: 165, measuredMm: 161 })
})
it('what all sheets are filtered by stays from one to the next, what only one knows does not', async () => {
  startFakeServer({
    'GET /quality/quality_check': () => replyWithRows([]),
    'GET /quality/oiling': () => replyWithRows([]),
  })
  const address = 'lineId=L&team=A&businessDateFrom=2026-11-20'
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/quality/sheet?${address}&flag=waits&result=incomplete&sort=-checkedAt&q=B1`]}>
        <Suspense>
          <QualitySheetPage />
        </Suspense>
        <Place />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('tab', { name: words.oiling.name }))
  expect(screen.getByTestId('place').textContent).toBe(`?${address}&view=oiling`)
})
const Place = () => <output data-testid="place">{useLocation().search}</output>
