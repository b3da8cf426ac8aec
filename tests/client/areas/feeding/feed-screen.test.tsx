// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feedingClient } from '@/areas/feeding/client'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { checkInput } from '@/contract/schema'
import RawMaterialPage from '@/areas/feeding/client/feed/RawMaterialPage'
import { counterFeed, feedAddCommands } from '@/areas/feeding/contract/feed'
import words from '@/areas/feeding/locales/zh.json'
import kitWords from '@/client/locales/zh.json'
import orderWords from '@/areas/orders/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, replyWithRows, unreachable } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

registerAreas([feedingClient])

const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ME, LOT, RESIN, ORDER, LINE, PRODUCT, LAST, HOPPER, SECOND] = [1, 2, 3, 4, 5, 6, 7, 21, 22].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const base = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
const lot = {
  ...base,
  id: LOT,
  number: 'PP-1',
  materialId: RESIN,
  state: 'released',
  leftKg: 800,
  receivedKg: 1000,
  receivedOn: '2026-11-01',
  expiresOn: null,
  reason: null,
}
const resin = {
  ...base,
  id: RESIN,
  code: 'PP',
  name: '聚丙烯',
  nameEn: null,
  kind: 'main',
  active: true,
  minimumKg: null,
}
const order = {
  ...base,
  id: ORDER,
  number: 'WO-1',
  state: 'running',
  lineId: LINE,
  productId: PRODUCT,
  startedAt: null,
  finishedAt: null,
}
const line = () => ({
  ...base,
  id: LAST,
  kind: 'main',
  workOrderId: ORDER,
  lineId: LINE,
  hopperId: HOPPER,
  materialId: RESIN,
  lotId: LOT,
  kg: 500,
  entry: 'scanned',
  note: null,
  fedAt: new Date().toISOString(),
  userId: ME,
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  counterOf: null,
  reason: null,
  findings: [],
})
const hoppers = [
  { ...base, id: HOPPER, code: 'SB-01-H1', name: '主料斗', nameEn: null, lineId: LINE, active: true, note: null },
  { ...base, id: SECOND, code: 'SB-01-H2', name: '色母料斗', nameEn: null, lineId: LINE, active: true, note: null },
]
/** A list of one resource, filtered by id as on the server. */
const replyById =
  (of: object & { id: string }) =>
  ({ url }: { url: string }) => {
    const asked = new URLSearchParams(url.split('?')[1]).get('id')
    return page(!asked || asked === of.id ? [of] : [])
  }
const page = (list: object[]) =>
  replyWithRows(list, {
    [LINE]: 'SB-01 纺粘1号线',
    [PRODUCT]: '15g 纺粘',
    [RESIN]: 'PP 聚丙烯',
    [LOT]: 'PP-1',
    [ME]: '王工',
  })

let stock: (typeof lot)[] = []
let holds: number | null = null
let phone: ReturnType<typeof createFakePhone>
function show(
  displayedLot: typeof lot = lot,
  query = `id=${LOT}&how=camera`,
  orders: object[] = [order],
  more: Parameters<typeof startFakeServer>[0] = {},
): void {
  signInPerson({ id: ME, keys: ['rawMaterialView', 'rawMaterialAdd', 'rawMaterialDelete'] })
  startFakeServer({
    'GET /plant/work_order': () => page(orders),
    'GET /mater/lot': (request) => (stock.length > 0 ? page(stock) : replyById(displayedLot)(request)),
    'GET /mater/material': replyById(resin),
    'GET /mater/get_material': () => page([line()]),
    'GET /plant/hopper': () => page(hoppers.map((one) => ({ ...one, capacityKg: holds }))),
    'GET /plant/setting': () => page([]),
    'GET /plant/process_standard': () => page([]),
    'GET /plant/rotation': () => page([]),
    'GET /resource_options': () =>
      ok([
        { id: RESIN, label: 'PP 聚丙烯' },
        { id: LOT, label: 'PP-1' },
        { id: LINE, label: 'SB-01 纺粘1号线' },
        { id: PRODUCT, label: '15g 纺粘' },
      ]),
    ...more,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/production/raw-material?${query}`]}>
        <Suspense fallback="…">
          <RawMaterialPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  await loadTexts({ feeding: words, orders: orderWords })
  stock = []
  holds = null
  clearSession()
  localStorage.clear()
  phone = createFakePhone()
  replacePhoneStore(phone)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('refuses returns of a closed order, or with a future time, before saving', async () => {
  show(lot, 'view=recycle&new=1', [{ ...order, state: 'closed' }])
  const body = { kind: 'edgeTrim', workOrderId: ORDER, lineId: LINE, kg: 5, destination: 'pellets' }
  phone.drafts.set('form recycle.create new', {
    values: { values: { ...body, occurredAt: '2199-01-01T00:00:00.000Z' } },
    photos: [],
  })
  await userEvent.click(await screen.findByRole('button', { name: '保存' }))
  const alertText = (await screen.findByRole('alert')).textContent
  expect(alertText).toContain('工单 WO-1 状态为“已关闭”，不能再记录')
  expect(alertText).toContain('不能晚于现在')
  expect(phone.savedCommands).toEqual([])
})
it('a new lot arrived today by default', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T18:00:00.000Z') }) // 02:00 of the 21st at the plant
  show(lot, 'view=lots&new=1')
  expect(await screen.findByDisplayValue('2026-11-21')).toBeTruthy()
  vi.useRealTimers()
})
describe('a failed load is reported as failed, not as empty', () => {
  const broken = () => json({ errno: '5000', errmsg: 'out of order', data: null }, 500)
  it.each([
    ['the server fails', broken, kitWords.resource.notLoaded],
    ['there is no network', unreachable, kitWords.ui.offline.serverTitle],
  ])('orders, when %s', async (_when, reply, said) => {
    show(lot, '', [], { 'GET /plant/work_order': reply })
    expect(await screen.findByText(said, {}, { timeout: 8000 })).toBeTruthy()
    for (const word of ['noOrders', 'noLine', 'chooseOrder'] as const)
      expect(screen.queryByText(words.pages.rawMaterial[word])).toBeNull()
  })
  it('hoppers and lines of the shift, each in its place', async () => {
    show(lot, '', [order], { 'GET /plant/hopper': broken, 'GET /mater/get_material': broken })
    await waitFor(() => expect(screen.getAllByText(kitWords.resource.notLoaded)).toHaveLength(2), { timeout: 8000 })
    for (const word of ['noHoppers', 'noneYet'] as const)
      expect(screen.queryByText(words.pages.rawMaterial[word])).toBeNull()
  })
  it('choices of a list', async () => {
    show(lot, '', [order], { 'GET /resource_options': broken })
    await userEvent.click(await screen.findByRole('button', { name: /^批次: / }))
    const sheet = screen.getByRole('dialog')
    expect(await within(sheet).findByText(kitWords.resource.notLoaded, {}, { timeout: 8000 })).toBeTruthy()
    expect(within(sheet).queryByText(kitWords.fields.noneYet)).toBeNull()
  })
})
it('lots in stock are offered newest first with their remaining weight; a blocked one says why', async () => {
  stock = [
    { ...lot, id: id(31), number: 'PP-9', receivedOn: '2026-11-15', leftKg: 1250 },
    { ...lot, id: id(32), number: 'PP-8', receivedOn: '2026-11-10', state: 'quarantine' },
    { ...lot, id: id(33), number: 'PP-7', receivedOn: '2026-11-05', leftKg: 40 },
  ]
  show(lot, '')
  await userEvent.click(await screen.findByRole('button', { name: /^批次: / }))
  const newest = await screen.findByRole('button', { name: /^PP-9/ })
  const offered = [...(newest.closest('ul')?.querySelectorAll('button') ?? [])].map((one) => one.textContent ?? '')
  expect(offered.slice(0, 3).map((text) => text.slice(0, 4))).toEqual(['PP-9', 'PP-8', 'PP-7'])
  expect(newest.textContent).toMatch(/1,?250/)
  const quarantined = screen.getByRole('button', { name: /^PP-8/ })
  expect(quarantined.hasAttribute('disabled')).toBe(true)
  expect(quarantined.textContent).toContain(words.pages.rawMaterial.lotNo.notReleased)
  expect(screen.getByRole('button', { name: /^PP-7/ }).hasAttribute('disabled')).toBe(false)
})

const typeKg = async (kg: string) => {
  await userEvent.click(screen.getByRole('button', { name: '输入投料重量' }))
  const pad = within(await screen.findByRole('dialog'))
  for (const key of kg) await userEvent.click(pad.getByRole('button', { name: key }))
  await userEvent.click(pad.getByRole('button', { name: '确定' }))
}
describe('feeding', () => {
  it('a scanned lot only needs the kilograms: line, order and hopper are remembered', async () => {
    show()
    await screen.findByText('聚丙烯')
    expect(screen.getByText('SB-01 纺粘1号线')).toBeTruthy()
    await waitFor(() =>
      expect(
        within(screen.getByRole('group', { name: '料斗' }))
          .getByRole('button', { name: /主料斗/ })
          .getAttribute('aria-pressed'),
      ).toBe('true'),
    )
    await userEvent.click(within(screen.getByText('投料量').parentElement!).getByRole('button', { name: '500 kg' }))
    await screen.findByText(/没有已批准的工艺标准/)
    await userEvent.click(screen.getByRole('button', { name: '投料 500 kg' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    const [command] = phone.savedCommands
    expect(command).toMatchObject({
      endpoint: { name: 'feed.addMain' },
      body: {
        workOrderId: ORDER,
        lineId: LINE,
        hopperId: HOPPER,
        materialId: RESIN,
        lotId: LOT,
        kg: 500,
        entry: 'scanned',
      },
    })
    expect(checkInput(feedAddCommands[0]!.endpoint as never, command?.body)).toMatchObject({ ok: true })
  })
  it('of more than the hopper holds at once needs confirmation', async () => {
    holds = 400
    show()
    await screen.findByText('聚丙烯')
    await userEvent.click(within(screen.getByText('投料量').parentElement!).getByRole('button', { name: '500 kg' }))
    await userEvent.click(await screen.findByRole('button', { name: '投料 500 kg' }))
    const confirmation = await screen.findByRole('alertdialog')
    expect(confirmation.textContent).toMatch(/500 kg.*400 kg/)
    expect(phone.savedCommands).toEqual([])
    await userEvent.click(within(confirmation).getByRole('button', { name: '投料 500 kg' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]!.body).toMatchObject({ kg: 500 })
  })
  it('of more than is left of the lot needs a reason', async () => {
    show({ ...lot, leftKg: 300 })
    await screen.findByText('聚丙烯')
    expect(screen.queryByLabelText('原因')).toBeNull()
    // A weight that exceeds the lot is not offered; it can be typed.
    expect(within(screen.getByText('投料量').parentElement!).queryByRole('button', { name: '500 kg' })).toBeNull()
    await typeKg('500')
    const save = () => screen.getByRole('button', { name: '投料 500 kg' }) as HTMLButtonElement
    await screen.findByText(/账面仅剩 300 kg：投 500 kg/)
    expect(save().disabled).toBe(true)
    await userEvent.type(screen.getByLabelText('原因'), '多收一袋')
    await userEvent.click(save())
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]!.body).toMatchObject({ kg: 500, reason: '多收一袋' })
  })
  it("starts with the order on the person's own line, unless another was chosen since", async () => {
    const [second, L2] = [id(8), id(9)]
    localStorage.setItem(`line/${ME}`, L2)
    localStorage.setItem(`feeding/${ME}/order`, ORDER)
    show(lot, '', [order, { ...order, id: second, number: 'WO-2', lineId: L2 }])
    expect(await screen.findByText(/WO-2/)).toBeTruthy()
    await userEvent.click(screen.getByText(/WO-2/))
    await userEvent.click(screen.getByRole('button', { name: /WO-1/ }))
    cleanup() // the app goes on, the page comes anew
    show(lot, '', [order, { ...order, id: second, number: 'WO-2', lineId: L2 }])
    expect(await screen.findByText(/WO-1/)).toBeTruthy()
  })
  it('goes into the scanned hopper, wherever the form was opened', async () => {
    show(lot, `id=${SECOND}&how=camera`)
    const choice = await screen.findByRole('group', { name: '料斗' })
    await waitFor(() =>
      expect(
        within(choice)
          .getByRole('button', { name: /色母料斗/ })
          .getAttribute('aria-pressed'),
      ).toBe('true'),
    )
    expect(screen.getByRole('button', { name: '扫描物料批次' })).toBeTruthy()
  })
  it.each([
    ['not released', { state: 'quarantine' }],
    ['expired', { expiresOn: '2020-01-01' }],
  ])('of a lot that is %s is refused at its field, the form stays as it is', async (_why, more) => {
    show({ ...lot, ...more } as never)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('PP-1')
    // The name of the material may arrive after the refusal. Until then the card does not say that the lot is missing.
    expect(screen.queryByText('没有找到该批次')).toBeNull()
    await waitFor(() => expect(alert.closest('.feed-step')?.textContent).toContain('聚丙烯'))
    await userEvent.click(within(screen.getByText('投料量').parentElement!).getByRole('button', { name: '500 kg' }))
    const save = screen.getByRole('button', { name: '投料 500 kg' })
    expect(save.hasAttribute('disabled')).toBe(true)
    // The button says where to look; the message covers nothing.
    expect(save.closest('footer')?.textContent).toBe('投料 500 kg不能投料，请看：批次')
    expect(phone.savedCommands).toHaveLength(0)
  })
  it('of an unusable lot says so before an order is known', async () => {
    show({ ...lot, state: 'quarantine' }, `id=${LOT}&how=camera`, [])
    expect((await screen.findByRole('alert')).textContent).toContain('PP-1')
  })
  it('of a blocked lot shows the reason', async () => {
    show({ ...lot, state: 'blocked', reason: '黑点' } as never)
    await screen.findByText(/已被质量部冻结，不能投料：黑点/)
  })
  it('shows problems at the kilograms, the order and the hopper', async () => {
    show({ ...lot, leftKg: 300 })
    await screen.findByText('聚丙烯')
    await typeKg('500')
    const kg = await screen.findByText(/账面仅剩 300 kg：投 500 kg/)
    expect(kg.closest('.filter')?.textContent).toContain('投料量')
    const standard = screen.getByText(/没有已批准的工艺标准/)
    expect(standard.closest('.filter')?.textContent).toContain(words.pages.rawMaterial.lineAndOrder)
  })
  it('an entry is taken back in part, with a reason', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
    const dialog = await screen.findByRole('dialog')
    const kg = within(dialog).getByLabelText(/^撤销重量（最多 500 kg/)
    await userEvent.clear(kg)
    await userEvent.type(kg, '600')
    expect(within(dialog).getByText(/只剩 500 kg 可撤销，不能撤销 600 kg/)).toBeTruthy()
    await userEvent.clear(kg)
    await userEvent.type(kg, '120')
    await userEvent.click(within(dialog).getByRole('button', { name: '称重错误' }))
    await userEvent.click(within(dialog).getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({
      endpoint: { name: 'feed.counter' },
      body: { id: LAST, kg: 120, reason: '§feeding:presets.counter.weighing' },
    })
    expect(checkInput(counterFeed as never, phone.savedCommands[0]?.body)).toMatchObject({ ok: true })
  })
  it('an emptied hopper is recorded at one of its entries, weighed or not', async () => {
    show()
    await userEvent.click(await screen.findByRole('button', { name: '撤销' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('radio', { name: '换料清斗' }))
    expect(within(dialog).getByText(/料斗内的物料自此全部取出/)).toBeTruthy()
    const kg = within(dialog).getByLabelText<HTMLInputElement>(/退回仓库重量（最多 500 kg/)
    expect(kg.value).toBe('')
    await userEvent.type(kg, '600')
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: '撤销' }).disabled).toBe(true)
    await userEvent.clear(kg)
    await userEvent.click(within(dialog).getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]?.body).toMatchObject({
      id: LAST,
      kg: null,
      cause: 'changedOver',
      reason: '§feeding:feed.options.cause.changedOver',
    })
    expect(checkInput(counterFeed as never, phone.savedCommands[0]?.body)).toMatchObject({ ok: true })
  })
  it('opened by the code of a material chooses it without a lot, and asks for one where it needs one', async () => {
    show(lot, `id=${RESIN}&how=camera`)
    await screen.findByText('聚丙烯')
    await screen.findByText(/必须扫描或选择批次/)
  })
  it('a refused counter-entry is corrected and sent again', async () => {
    const body = { id: LAST, counterId: id(9), kg: 600, reason: '称重错误', occurredAt: '2026-11-20T02:00:00.000Z' }
    const item = {
      id: 'op-9',
      op: 'feed.counter',
      resource: 'feed',
      state: 'attention',
      body,
      photos: [],
      editable: true,
      occurredAt: body.occurredAt,
    }
    const edited: unknown[] = []
    replacePhoneStore(
      createFakePhone({
        watchCommands: (seen) => {
          seen([item] as never)
          return () => undefined
        },
        edit: (_id, next) => {
          edited.push(next)
          return Promise.resolve()
        },
      }),
    )
    show(lot, 'unsent=op-9')
    const dialog = await screen.findByRole('dialog')
    const kg = within(dialog).getByLabelText(/^撤销重量（最多 500 kg/)
    expect(kg).toHaveProperty('value', '600')
    await userEvent.clear(kg)
    await userEvent.type(kg, '500')
    await userEvent.click(within(dialog).getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(edited).toEqual([{ ...body, cause: 'correction', kg: 500 }]))
  })
})
