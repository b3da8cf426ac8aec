// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rollsClient } from '@/areas/rolls/client'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import WinderPage from '@/areas/rolls/client/winder/WinderPage'
import contractWords from '@/contract/locales/zh.json'
import orderWords from '@/areas/orders/locales/zh.json'
import words from '@/areas/rolls/locales/zh.json'
import standardWords from '@/areas/standards/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

registerAreas([rollsClient])

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const base = { version: 3, createdAt: ago(600), updatedAt: ago(600), createdBy: null }
const [LINE, ORDER, PRODUCT, LAST, WOUND, NEXT, ME, OTHER] = [id(1), id(2), id(3), id(4), id(5), id(6), id(9), id(10)]
const place = { ...base, id: LINE, code: 'SS1', name: '纺粘1号线', nameEn: null, kind: 'spunbond', idealSpeed: 200 }
const order = {
  ...base,
  id: ORDER,
  number: 'WO-1',
  batch: 'B1',
  state: 'running',
  productId: PRODUCT,
  gsm: 15,
  webWidthMm: 3200,
  jumboLengthM: 10_000,
  lineId: LINE,
  jumboRolls: 1,
  jumboKg: 480,
  startedAt: ago(500),
}
const roll = (more: Record<string, unknown> = {}) => ({
  ...base,
  id: LAST,
  number: '013',
  state: 'uncut',
  workOrderId: ORDER,
  productId: PRODUCT,
  lineId: LINE,
  gsm: 15,
  widthMm: 3200,
  lengthM: 10_000,
  speed: 200,
  splices: 0,
  defects: [],
  images: [],
  startedAt: ago(70),
  doffedAt: ago(20),
  userId: ME,
  grossKg: null,
  coreKg: null,
  netKg: null,
  expectedKg: 480,
  weightUnusual: false,
  grade: 'good',
  downgrades: [],
  takenBackDowngrades: [],
  holds: [],
  leftM: 10_000,
  lots: [],
  labels: 0,
  ...more,
})
const winding = (more: Record<string, unknown>) =>
  roll({ number: null, state: 'winding', lengthM: null, doffedAt: null, expectedKg: null, leftM: null, ...more })
const wound = winding({ id: WOUND, startedAt: ago(50) })
const doffedByOther = roll({
  id: WOUND,
  number: '014',
  startedAt: ago(50),
  doffedAt: ago(0),
  lengthM: 3020,
  userId: OTHER,
})
const next = winding({ id: NEXT, startedAt: ago(0) })

let phone: ReturnType<typeof createFakePhone>
let client: ReturnType<typeof createQueryClient>
let rolls: unknown[]
let stops: unknown[]
function show(first: unknown[], query = ''): void {
  rolls = first
  stops = []
  phone = createFakePhone()
  replacePhoneStore(phone)
  signInPerson({
    id: ME,
    keys: ['rollInteractiveView', 'rollInteractiveAdd', 'rollInteractiveEdit', 'rollInteractiveDelete'],
  })
  const refs = { [ORDER]: 'WO-1', [PRODUCT]: 'P1', [LINE]: 'SS1', [OTHER]: '李四', [ME]: '张三' }
  const page = (list: unknown[]) => replyWithRows(list, refs)
  startFakeServer({
    'GET /plant/line': () => page([{ ...place, width: 3.2, sortOrder: 1, active: true }]),
    'GET /plant/work_order': () => page([order]),
    'GET /production/jumbo_roll': () => page(rolls),
    'GET /rolls/machine_run': () => page([]),
    'GET /production/stop_record': () => page(stops),
    'GET /resource_options': () => ok([]),
    'GET /plant/process_standard': () => page([]),
  })
  client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/interactive/roll?${query}`]}>
        <Suspense fallback="…">
          <WinderPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
/** Shows the rolls that the other tablet saved. */
async function showOtherTabletsRolls(now: unknown[]): Promise<void> {
  rolls = now
  await act(() => client.invalidateQueries())
}
const click = async (name: string | RegExp, inside: HTMLElement = document.body) =>
  userEvent.click((await within(inside).findAllByRole('button', { name }))[0]!)
const { winder } = words.pages

beforeEach(async () => {
  await loadTexts({ rolls: words, standards: standardWords, orders: orderWords, contract: contractWords })
  setElementSize(390)
  localStorage.clear()
  clearSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('two tablets at one winder', () => {
  it.each(['', 'step=doff'])('a doff that the other made is said, and is none of the next roll (%s)', async (query) => {
    show([wound, roll()], query)
    if (!query) await click(words.actions.jumboRoll_doff)
    const sheet = await screen.findByRole('dialog')
    expect(within(sheet).getByRole('button', { name: words.actions.jumboRoll_doff })).toBeTruthy()
    await showOtherTabletsRolls([next, doffedByOther, roll()])
    expect(await within(sheet).findByText(/^李四 已于 \d\d:\d\d 落卷：014，3,020 m$/)).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: words.actions.jumboRoll_doff })).toBeNull()
    expect(phone.savedCommands).toEqual([])
  })
  it('an unstarted roll doffed by the other tablet is not doffed again', async () => {
    show([roll()])
    await click(winder.doffUnbegun)
    const sheet = await screen.findByRole('dialog')
    await showOtherTabletsRolls([doffedByOther, roll()])
    expect(await within(sheet).findByText(/^李四 已于 \d\d:\d\d 落卷：014，3,020 m$/)).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: words.actions.jumboRoll_doff })).toBeNull()
  })
  it('a roll started by the other tablet is not doffed as an unstarted one', async () => {
    show([roll()])
    await click(winder.doffUnbegun)
    const sheet = await screen.findByRole('dialog')
    await showOtherTabletsRolls([{ ...next, userId: OTHER }, roll()])
    expect(await within(sheet).findByText(/^李四 已于 \d\d:\d\d 上卷/)).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: words.actions.jumboRoll_doff })).toBeNull()
  })
  it('a downgrade stays with its roll', async () => {
    show([wound, roll()])
    await click(words.actions.jumboRoll_downgrade)
    await screen.findByRole('dialog', { name: /013/ })
    await showOtherTabletsRolls([next, doffedByOther, roll()])
    expect(screen.getByRole('dialog', { name: /013/ })).toBeTruthy()
  })
  it('a weight goes to the roll it was typed for, even if another is next', async () => {
    show([wound, roll()])
    await click(words.actions.jumboRoll_weigh)
    const pad = screen.getAllByRole('dialog').at(-1)!
    for (const digit of '480') await userEvent.click(within(pad).getByRole('button', { name: digit }))
    await userEvent.click(within(pad).getByRole('button', { name: '确定' }))
    // Weighed by the other tablet after this one was opened.
    await showOtherTabletsRolls([next, doffedByOther, roll({ netKg: 470, grossKg: 470, version: base.version + 1 })])
    await click(winder.saveWeight)
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({ body: { id: LAST, grossKg: 480 }, baseVersion: base.version })
  })
  it('a form of a roll that was cut meanwhile says so, and does not save', async () => {
    show([wound, roll()])
    await click(words.actions.jumboRoll_downgrade)
    const sheet = await screen.findByRole('dialog', { name: /013/ })
    await showOtherTabletsRolls([wound, roll({ state: 'cut' })])
    expect(await within(sheet).findByText(/已分切/)).toBeTruthy()
    expect(within(sheet).queryByRole('button', { name: /保存/ })).toBeNull()
  })
  it.each([words.actions.jumboRoll_weigh, words.actions.jumboRoll_downgrade])(
    'a form opened from the details of a roll that was cut meanwhile says so (%s)',
    async (action) => {
      show([wound, roll()], `id=${LAST}`)
      await click(action)
      const sheet = await screen.findByRole('dialog', { name: /013/ })
      await showOtherTabletsRolls([wound, roll({ state: 'cut' })])
      expect(await within(sheet).findByText(/已分切/)).toBeTruthy()
    },
  )
  it('a defect stays with its roll, even if the roll is doffed meanwhile', async () => {
    show([wound, roll()])
    await click(contractWords.fields.defects)
    await userEvent.click(screen.getByLabelText('破洞'))
    await showOtherTabletsRolls([next, { ...doffedByOther, lengthM: 12_000 }, roll()])
    await click(winder.saveDefect)
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({ body: { id: WOUND } })
  })
})
describe('an opened roll', () => {
  it('can be downgraded as a remnant, which cannot be weighed', async () => {
    show([wound, roll({ state: 'remnant', leftM: 4000 })], `id=${LAST}`)
    await click(words.actions.jumboRoll_downgrade)
    expect(await screen.findByRole('dialog', { name: /013/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: words.actions.jumboRoll_weigh })).toBeNull()
  })
})
describe('a roll that has just started', () => {
  it('suggests no full length, and accepts one only after confirmation', async () => {
    show([next, roll()])
    stops = [{ ...base, id: id(20), lineId: LINE, startedAt: ago(1), endedAt: null }]
    await showOtherTabletsRolls(rolls)
    await click(words.actions.jumboRoll_doff)
    const sheet = await screen.findByRole('dialog')
    const length = within(sheet).getByRole('button', { name: /卷长/ })
    expect(length.textContent).toContain(winder.enter)
    const button = within(sheet).getByRole('button', { name: words.actions.jumboRoll_doff })
    expect(button).toHaveProperty('disabled', true)
    expect(within(sheet).getByText(winder.lengthMissing)).toBeTruthy()
    await userEvent.click(length)
    const pad = screen.getAllByRole('dialog').at(-1)!
    for (const digit of '10000') await userEvent.click(within(pad).getByRole('button', { name: digit }))
    await userEvent.click(within(pad).getByRole('button', { name: '确定' }))
    expect(within(sheet).getByText('卷长 10,000 m 远大于估算的 0 m，请核对')).toBeTruthy()
    expect(button).toHaveProperty('disabled', true)
    // The reason for the disabled button is displayed beside it.
    expect(within(sheet).getByText(`请先勾选“${winder.offRight.counted}”`)).toBeTruthy()
    await userEvent.click(within(sheet).getByRole('checkbox', { name: winder.offRight.counted }))
    await userEvent.click(button)
    await waitFor(() => expect(phone.savedCommands.length).toBeGreaterThan(0))
    expect(phone.savedCommands[0]).toMatchObject({ body: { id: NEXT, lengthM: 10_000 } })
  })
})
