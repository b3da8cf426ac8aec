// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rollsClient } from '@/areas/rolls/client'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore, type PhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { checkInput } from '@/contract/schema'
import { buildRotationHistory } from '@/plant/rules/rotation'
import { getShiftAt } from '@/plant/rules/shift'
import { overlayRows } from '@/offline/overlay'
import type { OutboxRow } from '@/offline/database'
import { jumboEndpoints } from '@/areas/rolls/contract/jumbo-endpoints'
import { rollsContract } from '@/areas/rolls/contract'
import { ordersContract } from '@/areas/orders/contract'
import { buildAreaPreviews } from '@/offline/command-preview'
import WinderPage from '@/areas/rolls/client/winder/WinderPage'
import contractWords from '@/contract/locales/zh.json'
import orderWords from '@/areas/orders/locales/zh.json'
import words from '@/areas/rolls/locales/zh.json'
import standardWords from '@/areas/standards/locales/zh.json'
import type { CameraProps } from '@/client/ui/camera/photo'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows, unreachable } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

registerAreas([rollsClient])

vi.mock('@/client/ui/CameraDialog', () => ({
  CameraDialog: ({ onPhoto }: CameraProps) => (
    <button
      type="button"
      onClick={() =>
        onPhoto({ bytes: new Uint8Array([1]), mime: 'image/jpeg', takenAt: '2026-11-20T02:00:00.000Z' } as never)
      }
    >
      shoot
    </button>
  ),
}))

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()
const base = { version: 3, createdAt: ago(600), updatedAt: ago(600), createdBy: null }
const [LINE, ORDER, PRODUCT, ROLL, WOUND, ME] = [id(1), id(2), id(3), id(4), id(5), id(9)] as const
const place = {
  ...base,
  id: LINE,
  code: 'SS1',
  name: '纺粘1号线',
  nameEn: null,
  kind: 'spunbond',
  idealSpeed: 200,
  width: 3.2,
  sortOrder: 1,
  active: true,
  note: null,
}
const order = {
  ...base,
  id: ORDER,
  number: 'WO-1',
  batch: 'B1',
  state: 'running',
  customerId: null,
  productId: PRODUCT,
  gsm: 15,
  webWidthMm: 3200,
  widthMm: null,
  colour: null,
  orderedKg: 5000,
  orderedRolls: 10,
  jumboLengthM: 10_000,
  rollLengthM: 10_000,
  rollKg: null,
  slittingPattern: null,
  dueOn: null,
  priority: 'normal',
  note: '注意接头',
  lineId: LINE,
  jumboRolls: 1,
  jumboKg: 480,
  goodRolls: 0,
  goodKg: 0,
  startedAt: ago(500),
  runSince: ago(500),
  processStandardId: null,
}
const roll = (more: Record<string, unknown> = {}) => ({
  ...base,
  id: ROLL,
  number: 'B1-SS1-261120-001',
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
  note: null,
  startedAt: ago(70),
  doffedAt: ago(20),
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  userId: ME,
  grossKg: null,
  coreKg: null,
  weighedBy: 'typed',
  netKg: null,
  expectedKg: 480,
  weightUnusual: false,
  grade: 'good',
  downgrades: [],
  leftM: 10_000,
  lots: [],
  labels: 0,
  reason: null,
  ...more,
})
const wound = roll({
  id: WOUND,
  number: null,
  state: 'winding',
  lengthM: null,
  startedAt: ago(20),
  doffedAt: null,
  expectedKg: null,
  leftM: null,
})
let phone: ReturnType<typeof createFakePhone>
let client: ReturnType<typeof createQueryClient>
const page = (list: unknown[]) => replyWithRows(list, { [ORDER]: 'WO-1', [PRODUCT]: 'P1 无纺布', [LINE]: 'SS1' })
function show(
  rolls: unknown[],
  { orders = [order] as unknown[], query = '', over = {} as Partial<PhoneStore>, routes = {} } = {},
): void {
  phone = createFakePhone(over)
  replacePhoneStore(phone)
  const keys = ['rollInteractiveView', 'rollInteractiveAdd', 'rollInteractiveEdit', 'rollInteractiveDelete']
  signInPerson({ id: ME, keys })
  startFakeServer({
    'GET /plant/line': () => page([place]),
    'GET /plant/work_order': () => page(orders),
    'GET /production/jumbo_roll': () => page(rolls),
    'GET /rolls/machine_run': () => page([]),
    'GET /production/stop_record': () => page([]),
    'GET /resource_options': () => ok([]),
    'GET /plant/process_standard': () => page([]),
    ...routes,
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
/** Bodies of the saved commands, each checked against the contract. */
async function saved(count: number) {
  await waitFor(() => expect(phone.savedCommands).toHaveLength(count))
  for (const { endpoint, body } of phone.savedCommands)
    expect(checkInput(jumboEndpoints.find((one) => one.name === endpoint.name) as never, body)).toMatchObject({
      ok: true,
    })
  return phone.savedCommands.map(({ endpoint, body }) => ({ op: endpoint.name, ...body }))
}
const click = async (name: string | RegExp, within_: HTMLElement = document.body) =>
  userEvent.click((await within(within_).findAllByRole('button', { name }))[0]!)
async function type(digits: string) {
  const pad = screen.getAllByRole('dialog').at(-1)!
  for (const digit of digits) await userEvent.click(within(pad).getByRole('button', { name: digit }))
  await userEvent.click(within(pad).getByRole('button', { name: '确定' }))
}

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

describe('the winder', () => {
  it('shows the winding roll, its order and its remarks', async () => {
    show([wound, roll()])
    expect(await screen.findByRole('img', { name: /已卷 4,000 m，设定 10,000 m|已卷 4,00\d(\.\d)? m/ })).toBeTruthy()
    expect(screen.getByText('注意接头')).toBeTruthy()
    expect(screen.getByText('B1-SS1-261120-001')).toBeTruthy()
    expect(screen.getByText(/192/)).toBeTruthy()
  })
  it("assigns a roll started before the order to the previous order, without the new order's length", async () => {
    show([{ ...wound, workOrderId: WOUND }, roll()])
    const card = await screen.findByRole('region', { name: words.pages.winder.onWinder })
    expect(await within(card).findByText(/请先落卷再做新单/)).toBeTruthy()
    expect(within(card).queryByText(/10,000 m/)).toBeNull()
  })
  it('starts a roll with one tap; a double tap starts one', async () => {
    // The phone is still writing at the second tap.
    const writing: ((kept: { id: string }) => void)[] = []
    const save: PhoneStore['save'] = (command) => {
      phone.savedCommands.push(command)
      return new Promise((done) => writing.push(done))
    }
    show([roll()], { over: { save } })
    await userEvent.dblClick(await screen.findByRole('button', { name: '上卷' }))
    await waitFor(() => expect(writing).not.toEqual([]))
    await act(async () => writing.forEach((done) => done({ id: 'op-1' })))
    expect(await saved(1)).toMatchObject([{ op: 'jumboRoll.wind', workOrderId: ORDER, lineId: LINE, speed: 200 }])
  })
  it('doffs the roll and starts the next; a length far from the target needs confirmation', async () => {
    show([wound, roll()])
    await click('落卷')
    const sheet = screen.getByRole('dialog')
    expect(within(sheet).getByText(/^卷长 4,\d{3} m，未到设定的 10,000 m$/)).toBeTruthy()
    const button = within(sheet).getByRole('button', { name: '落卷' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.click(within(sheet).getByRole('checkbox', { name: words.pages.winder.offRight.short }))
    await userEvent.click(button)
    const [doff, wind] = await saved(2)
    expect(doff).toMatchObject({ op: 'jumboRoll.doff', id: WOUND, workOrderId: ORDER, lineId: LINE, speed: 200 })
    // Length so far: far from the target of 10,000 m.
    expect(Math.abs((doff as unknown as { lengthM: number }).lengthM - 4050)).toBeLessThanOrEqual(60)
    expect(wind).toMatchObject({ op: 'jumboRoll.wind', workOrderId: ORDER, speed: 200 })
    expect((wind as { id?: string }).id).not.toBe(WOUND)
  })
  it('updates the suggested length while the dialog is open, until another is entered', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['Date', 'setInterval', 'clearInterval'] })
    show([{ ...wound, startedAt: ago(48) }, roll()])
    await click('落卷')
    const sheet = screen.getByRole('dialog')
    const field = () => Number(within(sheet).getByRole('button', { name: /卷长/ }).textContent?.replace(/\D/g, ''))
    const opened = field()
    await act(async () => vi.advanceTimersByTime(60_000))
    expect(field() - opened).toBeGreaterThanOrEqual(190)
    await click(/卷长/, sheet)
    await type('9700')
    await act(async () => vi.advanceTimersByTime(60_000))
    expect(field()).toBe(9700)
    vi.useRealTimers()
  })
  it("suggests the target length without an entered speed: the line's usual speed is a guess", async () => {
    show([{ ...wound, speed: null }], { routes: { 'GET /jumbo_second/roll_on_off': () => page([]) } })
    expect(await screen.findByText(words.pages.winder.byUsualSpeed)).toBeTruthy()
    await click('落卷')
    const field = within(screen.getByRole('dialog')).getByRole('button', { name: /卷长/ })
    expect(field.textContent).toContain('10,000')
  })
  it('the label of an unnumbered roll says that the number comes with the network', async () => {
    const doff = { id: 'op', op: 'jumboRoll.doff', body: { id: WOUND }, photos: [], state: 'pending' }
    show([], {
      query: `labels=${WOUND}`,
      routes: { 'GET /production/jumbo_roll': unreachable },
      over: {
        watchCommands: (seen) => {
          seen([doff] as never)
          return () => undefined
        },
      },
    })
    expect(await screen.findByText(words.pages.labels.noneNext)).toBeTruthy()
    expect(screen.queryByText(/尚未保存到本机/)).toBeNull()
  })
  it('continues with the next roll while the previous doff waits on the phone', async () => {
    const doff = { id: 'op', op: 'jumboRoll.doff', body: { id: WOUND, lineId: LINE }, photos: [], state: 'pending' }
    show([], {
      over: {
        watchCommands: (seen) => {
          seen([doff] as never)
          return () => undefined
        },
      },
    })
    await click('上卷')
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({ dependsOn: ['op'] })
  })
  it('confirms a length far below the counter, and names the defects that it cuts off', async () => {
    const hole = { kind: 'hole', fromM: 380, toM: 420, fromMm: null, toMm: null, images: [] }
    show([{ ...wound, defects: [hole] }, roll()])
    await click('落卷')
    const sheet = screen.getByRole('dialog')
    await click(/卷长/, sheet)
    await type('405')
    expect(await screen.findByText(/卷长 405 m 远小于估算的 4,\d{3} m/)).toBeTruthy()
    expect(within(sheet).getByText(/^破洞 380–420 m 超出卷长 405 m/)).toBeTruthy()
    const button = within(sheet).getByRole('button', { name: '落卷' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.click(within(sheet).getByRole('checkbox', { name: words.pages.winder.offRight.short }))
    await userEvent.click(button)
    expect((await saved(2))[0]).toMatchObject({ op: 'jumboRoll.doff', lengthM: 405 })
  })
  it('suggests the wound length, not the target, near the end too', async () => {
    show([{ ...wound, startedAt: ago(48) }, roll()])
    await click('落卷')
    await click('落卷', screen.getByRole('dialog'))
    const [doff] = await saved(2)
    // 48 minutes at 200 m/min.
    expect(Math.abs((doff as unknown as { lengthM: number }).lengthM - 9650)).toBeLessThanOrEqual(60)
  })
  it('confirms a roll much longer than the target, as well as a short one', async () => {
    show([{ ...wound, startedAt: ago(70) }, roll()])
    await click('落卷')
    const sheet = screen.getByRole('dialog')
    expect(within(sheet).getByText(/^卷长 14,\d{3} m，超过设定的 10,000 m$/)).toBeTruthy()
    const button = within(sheet).getByRole('button', { name: '落卷' })
    expect(button).toHaveProperty('disabled', true)
    await userEvent.click(within(sheet).getByRole('checkbox', { name: '卷长无误，超长卷绕' }))
    await userEvent.click(button)
    expect((await saved(2))[0]).toMatchObject({ op: 'jumboRoll.doff' })
  })
  const waiting = (more: object) =>
    roll({
      id: id(70),
      number: null,
      expectedKg: null,
      pending: { op: 'jumboRoll.weigh', state: 'pending', opId: 'x' },
      ...more,
    })
  it('counts a waiting roll as wound, but no refused roll and none of another order', async () => {
    const refused = {
      id: id(71),
      pending: { op: 'jumboRoll.doff', state: 'attention', opId: 'y', isCreationBlocked: true },
    }
    show([waiting({}), waiting(refused), waiting({ id: id(72), workOrderId: WOUND }), roll()])
    const card = await screen.findByRole('region', { name: words.pages.winder.order })
    const wound = within(card).getByText(orderWords.pages.progress.wound).closest('p')!
    await waitFor(() => expect(wound.textContent).toMatch(/960 kg \/ 5,000 kg · 2 卷（1 卷待上传）/))
  })
  it('a waiting roll belongs to the shift in which it was doffed', async () => {
    // Started at 23:20 in the plant, doffed at 00:08.
    const [startedAt, doffedAt] = ['2026-11-20T15:20:00.000Z', '2026-11-20T16:08:00.000Z']
    show([waiting({ startedAt, doffedAt, businessDate: '2026-11-20', shift: 'middle', team: 'B' }), roll()])
    const night = getShiftAt(doffedAt, buildRotationHistory([]), 'Asia/Shanghai')
    const side = await screen.findByRole('region', { name: words.pages.winder.doffedHere })
    expect(night.shift).not.toBe('middle')
    const shiftName = contractWords.shifts[night.shift as 'night']
    expect(
      within(side).getByRole('heading', { name: new RegExp(`^${night.businessDate} · ${shiftName}.*1 卷`) }),
    ).toBeTruthy()
  })
  it('an order with a roll waiting on this phone is not reported as short', async () => {
    show([waiting({ netKg: 4500 })], { orders: [{ ...order, orderedRolls: null }] })
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.finish)
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({ body: { action: 'finish' } })
  })
  it('names the product of an order started offline', async () => {
    const nameless = (list: object[]) => () => replyWithRows(list)
    show([], {
      routes: {
        'GET /plant/work_order': nameless([order]),
        'GET /production/jumbo_roll': nameless([]),
        'GET /rolls/machine_run': nameless([]),
        'GET /production/stop_record': nameless([]),
        'GET /resource_options': ({ url }: { url: string }) =>
          ok(url.includes('of=product') ? [{ id: PRODUCT, label: 'P1 无纺布' }] : []),
      },
    })
    const card = await screen.findByRole('region', { name: words.pages.winder.order })
    expect(await within(card).findByText('P1 无纺布')).toBeTruthy()
  })
  it('offers orders if none is running', async () => {
    show([], { orders: [] })
    // It is the only thing to do here.
    expect((await screen.findByRole('button', { name: '上单' })).className).toContain('is-primary')
    await click('上单')
    expect(await screen.findByText('没有可上的工单')).toBeTruthy()
  })
  it('offers the doff and the next order if there is a roll without an order', async () => {
    show([wound], { orders: [] })
    expect(await screen.findByText(words.pages.winder.noOrderDoff)).toBeTruthy()
    expect(screen.getByRole('button', { name: '落卷' })).toBeTruthy()
    await click('上单')
    expect(await screen.findByText('没有可上的工单')).toBeTruthy()
  })
  it('warns before finishing an order with a winding roll: doff first, or the remainder stays with the order', async () => {
    const finish = async () => {
      await click(words.pages.winder.orders)
      await click(orderWords.workOrder.steps.finish)
      expect(await screen.findByText(words.pages.winder.finishOnWinder)).toBeTruthy()
    }
    show([wound], { orders: [{ ...order, jumboKg: 5000, jumboRolls: 10, goodKg: 5000, goodRolls: 10 }] })
    await finish()
    expect(phone.savedCommands).toEqual([])
    await click(words.pages.winder.doffFirst)
    expect(await screen.findByRole('dialog', { name: '落卷' })).toBeTruthy()
    cleanup()
    show([wound], { orders: [{ ...order, jumboKg: 5000, jumboRolls: 10, goodKg: 5000, goodRolls: 10 }] })
    await finish()
    await click(words.pages.winder.finishWithRoll)
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({
      endpoint: { name: 'workOrder.switch' },
      body: { id: ORDER, action: 'finish' },
    })
  })
})

describe('from Today', () => {
  const doffable = () => {
    const overlayListeners = new Set<(put: never) => void>()
    const off = (rows: { id: string }[]) =>
      rows.map((row) => (row.id === WOUND ? roll({ id: WOUND, number: 'B1-SS1-002', doffedAt: ago(0) }) : row))
    const over: Partial<PhoneStore> = {
      watchOverlay: (resource, seen) => {
        seen((rows) => rows)
        if (resource === 'jumboRoll') overlayListeners.add(seen as never)
        return () => undefined
      },
      save: (command) => {
        phone.savedCommands.push(command)
        if (command.endpoint.name === 'jumboRoll.doff') act(() => overlayListeners.forEach((one) => one(off as never)))
        return Promise.resolve({ id: `op-${phone.savedCommands.length}` })
      },
    }
    return over
  }
  it('doffs, weighs and labels a roll in eight taps, including the card', async () => {
    show([{ ...wound, startedAt: ago(50) }], { over: doffable(), query: 'step=doff' })
    let taps = 1 // the button on Today's card that led here
    const count = () => (taps += 1)
    document.addEventListener('click', count, true)
    await click('落卷', await screen.findByRole('dialog', { name: '落卷' }))
    await screen.findByRole('dialog', { name: /称重/ })
    await type('482')
    await click('保存重量')
    await screen.findByRole('heading', { name: words.pages.labels.title })
    await click(words.pages.labels.print, document.body)
    document.removeEventListener('click', count, true)
    expect(phone.savedCommands.map(({ endpoint }) => endpoint.name)).toEqual([
      'jumboRoll.doff',
      'jumboRoll.wind',
      'jumboRoll.weigh',
    ])
    expect(phone.savedCommands[2]?.body).toMatchObject({ id: WOUND, grossKg: 482 })
    expect(taps).toBeLessThanOrEqual(8)
  })
  it('offers the label of a roll once its number arrives', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show([roll({ id: id(75), number: null, labels: 0 })])
    await click('称重')
    await type('482')
    await click('保存重量')
    expect(await screen.findByText(/1 卷的卷号在联网发送后生成/)).toBeTruthy()
    expect(screen.queryByRole('heading', { name: words.pages.labels.title })).toBeNull()
    vi.restoreAllMocks()
    cleanup() // the page was left meanwhile
    show([roll({ id: id(75), number: 'B1-SS1-003', labels: 0 })])
    expect(await screen.findByText('卷号已生成：B1-SS1-003')).toBeTruthy()
    await click('打印 1 张标签')
    await screen.findByRole('heading', { name: words.pages.labels.title })
    expect(localStorage.getItem('winder/labels')).toBeNull()
  })
  it('an empty winder opens no doff', async () => {
    show([roll()], { query: 'step=doff' })
    await screen.findByText('B1-SS1-261120-001')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  it('a defect of the winding roll is displayed on it', async () => {
    show([{ ...wound, defects: [{ kind: 'hole', fromM: 2500, toM: 2500, fromMm: null, toMm: null, images: [] }] }])
    const marked = await screen.findByRole('list', { name: '疵点' })
    expect(marked.textContent).toMatch(/破洞.*2,500 m/)
  })
})
describe('an order switched on this device', () => {
  const waiting = {
    ...order,
    state: 'planned',
    startedAt: null,
    runSince: null,
    lineId: null,
    jumboRolls: 0,
    jumboKg: 0,
  }
  const switching = (name: string, state: string, body: object): OutboxRow =>
    ({
      id: id(80),
      op: `workOrder.${name}`,
      resource: 'workOrder',
      entityId: ORDER,
      entityKey: `workOrder:${ORDER}`,
      body: { id: ORDER, ...body },
      occurredAt: ago(1),
      userId: ME,
      seq: 1,
      state,
      creates: 0,
      dependsOn: [],
      lastError:
        state === 'attention' ? { kind: 'refused', errno: '6000', message: '本线已有工单在生产', issues: [] } : null,
    }) as unknown as OutboxRow
  /** Shows orders of the server, overlaid with this device's unsent commands. */
  const showSwitched = (ops: OutboxRow[], rolls: unknown[], serverOrders: Record<string, unknown>[]) =>
    show(rolls, {
      over: {
        watchOverlay: (resource, seen) => {
          seen((rows, fetchedAt, matches, elsewhere) =>
            overlayRows(resource, rows as { id: string }[], ops, {
              fetchedAt,
              previews: buildAreaPreviews(ordersContract),
              ...(matches ? { matchesFilter: matches } : {}),
              findElsewhere: (one) => elsewhere?.(one) ?? serverOrders.find((row) => row['id'] === one),
            }),
          )
          return () => undefined
        },
      },
      routes: {
        'GET /plant/work_order': ({ url }: { url: string }) => {
          const states = new URLSearchParams(url.split('?')[1]).get('state')?.split(',')
          return page(serverOrders.filter((one) => !states || states.includes(String(one['state']))))
        },
      },
    })
  it('runs at the winder offline, which offers the first roll', async () => {
    showSwitched([switching('start', 'pending', { lineId: LINE })], [], [waiting])
    expect(await screen.findByRole('button', { name: '上卷' })).toBeTruthy()
    expect(screen.queryByText(words.pages.winder.noOrder)).toBeNull()
    expect(screen.getByText('WO-1')).toBeTruthy()
  })
  it('is gone from the winder once finished here, and another may start', async () => {
    showSwitched([switching('switch', 'pending', { action: 'finish' })], [], [{ ...order, pauses: [] }])
    expect(await screen.findByRole('button', { name: '上单' })).toBeTruthy()
    expect(screen.queryByText('WO-1')).toBeNull()
  })
  it('is planned as before if its start was refused, shows why, and offers no pause', async () => {
    showSwitched([switching('start', 'attention', { lineId: LINE })], [], [waiting])
    await click('上单')
    expect(await screen.findByText('服务器未接受')).toBeTruthy()
    expect(screen.getByText('本线已有工单在生产')).toBeTruthy()
    const { start, pause, finish } = orderWords.workOrder.steps
    const sheet = within(screen.getByRole('dialog'))
    expect(sheet.getByRole('button', { name: start })).toBeTruthy()
    for (const name of [pause, finish]) expect(sheet.queryByRole('button', { name })).toBeNull()
  })
})

describe('an opened roll', () => {
  const opened = async (width: number) => {
    setElementSize(width)
    show([wound, roll()], { query: `id=${ROLL}` })
    await screen.findByRole('heading', { name: 'B1-SS1-261120-001' })
  }
  const weighs = () => screen.getAllByRole('button', { name: '称重' })
  it('takes the whole width of a tablet', async () => {
    await opened(820)
    await waitFor(() => expect(screen.queryByText(words.pages.winder.onWinder)).toBeNull())
    expect(weighs()).toHaveLength(1)
  })
  it('is the only one with a weigh button beside the winder', async () => {
    await opened(1300)
    expect(await screen.findByText(words.pages.winder.onWinder)).toBeTruthy()
    for (const name of ['称重', '降等']) expect(screen.getAllByRole('button', { name })).toHaveLength(1)
  })
})

describe('a changeover', () => {
  const [RUN, A, B, HOPPER, PP, BLUE] = [id(20), id(21), id(22), id(23), id(24), id(25)]
  const planned = (one: string, number: string, more: Record<string, unknown>) => ({
    ...order,
    id: one,
    number,
    state: 'planned',
    startedAt: null,
    runSince: null,
    ...more,
  })
  const line = async (name: RegExp) =>
    (await within(await screen.findByRole('list', { name: '换单清单' })).findByText(name)).closest('li')!
  const changed = (item: HTMLElement) => item.classList.contains('is-changed')
  const plant = (currentOrder: Record<string, unknown>, next: Record<string, unknown>, hopperMaterialId: string) => ({
    orders: [currentOrder, next],
    routes: {
      'GET /plant/hopper': () => page([{ ...base, id: HOPPER, code: 'H1', name: 'A', lineId: LINE, active: true }]),
      'GET /mater/get_material': () =>
        page([
          {
            ...base,
            id: id(30),
            hopperId: HOPPER,
            materialId: hopperMaterialId,
            kind: 'main',
            counterOf: null,
            cause: null,
          },
        ]),
      'GET /mater/material': () =>
        page([
          { ...base, id: PP, code: 'PP', kind: 'main', active: true },
          { ...base, id: BLUE, code: 'BL', kind: 'main', active: true },
        ]),
      'GET /plant/process_standard': () =>
        page([
          {
            ...base,
            id: id(31),
            productId: next['productId'],
            lineId: null,
            newest: true,
            state: 'approved',
            ratios: [{ materialId: PP, targetPercent: 98, minPercent: null, maxPercent: null }],
          },
        ]),
    },
  })
  const ran = (of: Record<string, unknown>) => ({ ...of, state: 'finished', startedAt: ago(300), runSince: null })
  const first = planned(A, 'WO-A', { jumboLengthM: 8000 })
  const second = planned(B, 'WO-B', { jumboLengthM: 8000, webWidthMm: 2600, productId: id(40) })
  it('shows the checklist of the first order, and starts it on confirmation', async () => {
    show([], plant({ ...order, id: RUN, number: 'WO-0', state: 'finished' }, first, BLUE))
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    expect(await screen.findByText('2 项需要更换')).toBeTruthy()
    expect(changed(await line(/^母卷长度$/))).toBe(true)
    expect(changed(await line(/^料斗 H1$/))).toBe(true)
    for (const same of [/^门幅$/, /^门幅搭配$/, /^标签$/]) expect(changed(await line(same))).toBe(false)
    expect((await line(/^门幅搭配$/)).textContent).toBe('门幅搭配– · 成品卷长 10,000 m')
    expect(phone.savedCommands).toHaveLength(0)
    await click(`已核对，${orderWords.workOrder.steps.start}`)
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({
      endpoint: { name: 'workOrder.start' },
      body: { id: A, lineId: LINE },
    })
    // The choice is made, and the orders dialog closes with it.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('shows unknown hoppers, recipe and previous order as unknown, not as empty', async () => {
    const { orders, routes } = plant(ran(first), second, BLUE)
    const here = (code: string, one: string) => ({ ...base, id: one, code, name: code, lineId: LINE, active: true })
    const inside = { ...base, id: id(30), hopperId: HOPPER, materialId: PP, kind: 'main', counterOf: null, cause: null }
    show([], {
      orders,
      routes: {
        ...routes,
        'GET /plant/hopper': () => page([here('H1', HOPPER), here('H2', id(26))]),
        'GET /mater/get_material': unreachable,
      },
      over: {
        loadPackRows: (resource) =>
          Promise.resolve({
            rows: resource === 'feed' ? [{ ...inside, lineId: LINE, fedAt: ago(90) }] : [],
            refs: { [PP]: 'PP 100' },
            at: Date.now(),
          }),
      },
    })
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    expect(await screen.findByText('2 项需要更换，1 项需现场查看')).toBeTruthy()
    expect((await line(/^料斗 H1$/)).textContent).toContain('PP 100')
    expect(changed(await line(/^料斗 H2$/))).toBe(true)
    expect((await line(/^料斗 H2$/)).textContent).toContain('本机不知道料斗里有什么')
    expect((await line(/^料斗 H2$/)).textContent).not.toContain('空')
  })
  it("asks the server for a hopper's last feed if the loaded feeds are too recent", async () => {
    const { orders, routes } = plant(ran(first), second, BLUE)
    const here = (code: string, one: string) => ({ ...base, id: one, code, name: code, lineId: LINE, active: true })
    const fed = (hopperId: string) => ({
      ...base,
      id: id(30),
      hopperId,
      materialId: PP,
      kind: 'main',
      counterOf: null,
      cause: null,
    })
    show([], {
      orders,
      routes: {
        ...routes,
        'GET /plant/hopper': () => page([here('H1', HOPPER), here('H2', id(26)), here('H3', id(27))]),
        'GET /mater/get_material': ({ url }: { url: string }) => {
          const asked = new URL(url, 'http://plant').searchParams.get('hopperId')
          if (asked === id(26)) return replyWithRows([fed(id(26))], { [PP]: 'PP 200' })
          if (asked) return page([])
          return ok({ total: 400, list: [fed(HOPPER)], refs: { [PP]: 'PP 200' }, next: 'more' })
        },
      },
    })
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    expect((await line(/^料斗 H2$/)).textContent).toContain('PP 200')
    expect((await line(/^料斗 H3$/)).textContent).toContain(words.pages.winder.changeover.empty)
    expect(screen.queryByText(/本机不知道料斗/)).toBeNull()
  })
  it('shows recipe and previous order as unknown if their lists failed to load', async () => {
    const { orders, routes } = plant(ran(first), second, BLUE)
    show([], {
      orders,
      routes: {
        ...routes,
        'GET /plant/process_standard': unreachable,
        'GET /plant/work_order': ({ url }: { url: string }) => {
          if (url.includes('sort=-startedAt')) throw unreachable
          return page(orders)
        },
      },
    })
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    expect((await line(/^料斗 H1$/)).textContent).toContain('本机不知道配方')
    expect(changed(await line(/^料斗 H1$/))).toBe(true)
    expect(screen.getByText('本机不知道本线上一工单：全部需要核对')).toBeTruthy()
    expect(screen.queryByText(words.pages.winder.changeover.first)).toBeNull()
  })
  it('compares the second order with the first, not with an earlier one', async () => {
    show([], plant(ran(first), second, PP))
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    expect(await screen.findByText('2 项需要更换')).toBeTruthy()
    for (const other of [/^门幅$/, /^标签$/]) expect(changed(await line(other))).toBe(true)
    for (const same of [/^母卷长度$/, /^门幅搭配$/, /^料斗 H1$/]) expect(changed(await line(same))).toBe(false)
  })
  it('cannot start while another order runs on the line: the list and the dialog show why', async () => {
    const { orders, routes } = plant(ran(first), second, PP)
    show([], { orders, routes })
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    const confirm = { name: `已核对，${orderWords.workOrder.steps.start}` }
    await waitFor(() => expect(screen.getByRole('button', confirm)).toHaveProperty('disabled', false))
    orders.push({ ...order, id: RUN, number: 'WO-0' })
    await act(() => client.invalidateQueries())
    await waitFor(() => expect(screen.getByRole('button', confirm)).toHaveProperty('disabled', true))
    expect(screen.getAllByText(words.pages.winder.lineTaken)).toHaveLength(2)
  })
  const draft = { ...base, id: id(31), productId: second.productId, revision: 2, newest: false, state: 'inApproval' }
  const ofLine = { ...draft, code: 'PS-9', lineId: null, ratios: [] }
  const ofProduct = { ...draft, code: 'PD-9', customerId: null, state: 'notApproved' }
  it.each([
    [
      'no process standard is there',
      { 'GET /plant/process_standard': () => page([]) },
      words.pages.winder.changeover.noStandard,
    ],
    [
      'its process standard is not approved, and which version that is',
      { 'GET /plant/process_standard': () => page([ofLine]) },
      '工艺标准 PS-9 2 为“审批中”，批准后工单才能开始。',
    ],
    [
      'its product standard is not approved, and which version that is',
      { 'GET /craft/standard': () => page([ofProduct]) },
      '产品标准 PD-9 2 为“未审批”，批准后工单才能开始。',
    ],
  ])('says before anything is saved that %s', async (_what, standards, warning) => {
    const { orders, routes } = plant(ran(first), second, PP)
    show([], { orders, routes: { ...routes, ...standards } })
    await click(words.pages.winder.orders)
    await click(orderWords.workOrder.steps.start)
    expect(await screen.findByText(warning)).toBeTruthy()
    expect(screen.getByRole('button', { name: `已核对，${orderWords.workOrder.steps.start}` })).toHaveProperty(
      'disabled',
      true,
    )
  })
})
describe('the scale', () => {
  it('refuses a typing error before saving, and accepts a plausible weight', async () => {
    show([roll()])
    await click('称重')
    await type('4800')
    expect(await screen.findByText(/请核对小数点/)).toBeTruthy()
    expect(screen.getByRole('button', { name: '保存重量' })).toHaveProperty('disabled', true)
    await click(/毛重/)
    const pad = screen.getAllByRole('dialog').at(-1)!
    await userEvent.click(within(pad).getByRole('button', { name: '退格' }))
    await userEvent.click(within(pad).getByRole('button', { name: '确定' }))
    await click('保存重量')
    expect(await saved(1)).toMatchObject([{ op: 'jumboRoll.weigh', id: ROLL, grossKg: 480, weighedBy: 'typed' }])
    expect(phone.savedCommands[0]?.baseVersion).toBe(3)
  })
})
describe('a roll', () => {
  it('marks a defect at the current metre, with its photo', async () => {
    show([wound])
    await click('疵点')
    await userEvent.click(screen.getByLabelText('破洞'))
    await userEvent.click(screen.getByLabelText('中间'))
    await click('拍照')
    await click('shoot')
    await click('保存疵点')
    const [edit] = await saved(1)
    expect(edit).toMatchObject({
      op: 'jumboRoll.edit',
      id: WOUND,
      defects: [{ kind: 'hole', fromMm: 1067, toMm: 2133, images: [phone.savedCommands[0]?.photos?.[0]?.id] }],
    })
    expect(phone.savedCommands[0]?.photos).toHaveLength(1)
  })
  it('accepts no defect beyond a possible roll, and shows the distance of one beyond the current metre', async () => {
    show([wound])
    await click('疵点')
    await userEvent.click(screen.getByLabelText('破洞'))
    await click(/起始米数/)
    await type('99999')
    expect(await screen.findByText('不能超过 30,000 m')).toBeTruthy()
    expect(screen.getByRole('button', { name: '保存疵点' })).toHaveProperty('disabled', true)
  })
  it('is withdrawn only with a reason', async () => {
    show([roll()], { query: `id=${ROLL}` })
    await click('撤销')
    const sheet = screen.getByRole('alertdialog')
    expect(within(sheet).getByRole('button', { name: '撤销' })).toHaveProperty('disabled', true)
    await click('重复录入', sheet)
    await click('撤销', sheet)
    expect(await saved(1)).toMatchObject([{ op: 'jumboRoll.remove', id: ROLL, reason: '§rolls:presets.remove.twice' }])
  })
})

describe('a refused command', () => {
  const unsent = (op: string, body: object) => ({
    id: 'op-1',
    op,
    resource: 'jumboRoll',
    entityId: ROLL,
    body: { id: ROLL, ...body },
    occurredAt: ago(10),
    lastError: { kind: 'refused', errno: '6000', message: '不行', issues: [], data: null },
    photos: [],
  })
  it.each([
    ['weigh', { grossKg: 48 }, /48 kg 与理论重量 480 kg 相差太大/],
    ['edit', { lengthM: 100_000 }, /100000 m 与应有的 10000 m 相差太大/],
    ['downgrade', { downgrades: [{ fromM: 0, toM: 12_000, grade: 'waste', defect: 'hole' }] }, /米数必须在卷长以内/],
  ])('of a %s names its roll, and says what is still wrong before it is saved', async (action, body, problem) => {
    const edited: unknown[] = []
    show([roll()], {
      query: 'unsent=op-1',
      over: {
        watchCommands: (seen) => {
          seen([unsent(`jumboRoll.${action}`, body)] as never)
          return () => undefined
        },
        edit: (...given) => {
          edited.push(given)
          return Promise.resolve()
        },
      },
      routes: { 'GET /resource_options': () => ok([{ id: ROLL, label: 'B1-SS1-261120-001' }]) },
    })
    expect(await screen.findByText('B1-SS1-261120-001')).toBeTruthy()
    await click('保存')
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(problem))
    expect(edited).toEqual([])
  })
})

describe('without a network', () => {
  it('a remark that needs the server stays until the server accepts it', async () => {
    let away = true
    show([], {
      routes: { 'POST /jumbo_three/order_details': () => (away ? Promise.reject(unreachable) : ok({ id: id(70) })) },
    })
    await click(words.pages.winder.orders)
    await click(words.pages.winder.remark)
    await userEvent.type(await screen.findByRole('textbox', { name: words.inputs.remark }), '左侧压边')
    await click(words.pages.winder.saveRemark)
    await new Promise((done) => setTimeout(done, 100))
    expect(screen.getByRole('textbox', { name: words.inputs.remark })).toHaveProperty('value', '左侧压边')
    away = false
    await click(words.pages.winder.saveRemark)
    await waitFor(() => expect(screen.queryByRole('textbox', { name: words.inputs.remark })).toBeNull())
  })
  const op = (name: string, body: Record<string, unknown>, n: number): OutboxRow =>
    ({
      id: id(100 + n),
      op: name,
      resource: 'jumboRoll',
      entityId: String(body['id']),
      body,
      occurredAt: ago(5 - n),
      userId: ME,
      seq: n,
      state: 'pending',
      creates: 0,
      dependsOn: [],
      entityKey: `jumboRoll:${String(body['id'])}`,
    }) as unknown as OutboxRow
  it('a roll is wound, doffed and weighed in the list; its number follows', () => {
    const orderOnLine = { workOrderId: ORDER, lineId: LINE }
    const rows = overlayRows<{ id: string }>(
      'jumboRoll',
      [],
      [
        op('jumboRoll.wind', { id: ROLL, ...orderOnLine, speed: 200, widthMm: 3200 }, 1),
        op('jumboRoll.edit', { id: ROLL, defects: [{ kind: 'hole', fromM: 12_000, toM: 12_001 }] }, 2),
        op('jumboRoll.doff', { id: ROLL, ...orderOnLine, lengthM: 10_000 }, 3),
        op('jumboRoll.weigh', { id: ROLL, grossKg: 492, coreKg: 12 }, 4),
        op(
          'jumboRoll.downgrade',
          { id: ROLL, downgrades: [{ fromM: 0, toM: 100, grade: 'downgraded', defect: 'hole' }] },
          5,
        ),
      ],
      { previews: buildAreaPreviews(rollsContract) },
    )
    expect(rows).toMatchObject([
      {
        id: ROLL,
        state: 'uncut',
        number: null,
        lengthM: 10_000,
        netKg: 480,
        grade: 'downgraded',
        defects: [{ fromM: 10_000, toM: 10_000 }],
        pending: { op: 'jumboRoll.downgrade' },
      },
    ])
  })
  it('another doff of a doffed roll only marks it', () => {
    const rows = overlayRows<{ id: string }>(
      'jumboRoll',
      [roll() as unknown as { id: string }],
      [op('jumboRoll.doff', { id: ROLL, workOrderId: ORDER, lineId: LINE, lengthM: 1 }, 1)],
      { previews: buildAreaPreviews(rollsContract) },
    )
    expect(rows).toMatchObject([{ state: 'uncut', lengthM: 10_000, pending: { op: 'jumboRoll.doff' } }])
  })
})
