// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { registerAreas } from '@/client/area-registry'
import { clearSession } from '@/client/session/session'
import { ordersClient } from '@/areas/orders/client'
import OrderSyncPage, { createNameGetter } from '@/areas/orders/client/sync/OrderSyncPage'
import ProgressPage from '@/areas/orders/client/progress/ProgressPage'
import { AttentionList, type OrderProgressRow } from '@/areas/orders/client/progress/ProgressList'
import { erpOrder, settleErpConflict } from '@/areas/orders/contract/erp-order'
import LateOrdersCard from '@/areas/orders/client/today/LateOrdersCard'
import { checkInput } from '@/contract/schema'
import equipmentWords from '@/areas/equipment/locales/zh.json'
import words from '@/areas/orders/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'
import { id, toTimeAfterStart, storedFields, renderOrdersPage } from './order-stage'

vi.mock('@/client/ui/Charts', () => ({
  BarChart: ({ question, unit, period }: { question: string; unit: string; period: string }) => (
    <figure aria-label={`${question} ${unit} ${period}`} />
  ),
}))

const toasts = vi.hoisted(() => ({
  texts: [] as string[],
  ways: [] as ({ label: string; onChoose: () => void } | undefined)[],
}))
vi.mock('@/client/api/toast', () => ({
  clearToast: () => undefined,
  showToast: (text: string, _kind: string, way?: { label: string; onChoose: () => void }) => {
    toasts.texts.push(text)
    toasts.ways.push(way)
  },
}))
let width = 1440
beforeEach(async () => {
  await loadTexts({ orders: words, equipment: equipmentWords })
  width = 1440
  Element.prototype.scrollIntoView = () => undefined
  setElementSize(() => width)
  clearSession()
  replacePhoneStore(createFakePhone())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a line of the ERP', () => {
  const erp = (more: object) => ({
    ...storedFields,
    ...Object.fromEntries(Object.keys(erpOrder.fields).map((name) => [name, null])),
    id: id(300),
    externalNumber: 'SO-1',
    productCode: 'P15',
    orderedKg: 5000,
    source: 'http',
    priority: 'normal',
    conflict: {},
    declined: {},
    state: 'new',
    ...more,
  })
  it('is released at once, also when it is due on a day that is over, and offers to undo it', async () => {
    const sent: string[] = []
    renderOrdersPage(OrderSyncPage, `/orders/sync?id=${id(300)}`, ['orderSyncView', 'orderSyncEdit'], {
      'GET /equ/erp_mes': () => replyWithRows([erp({ dueOn: '2020-01-01' })]),
      'OPTIONS /equ/erp_mes': () => ok({ fields: [], counts: [], exportPath: '' }),
      'POST /equ/erp_release': () => ok(erp({ state: 'released', workOrderId: id(200), version: 7 })),
      'POST /equ/erp_release_undo': ({ body }) => {
        sent.push(String(body))
        return ok(erp({}))
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: '下达工单' }))
    await waitFor(() => expect(toasts.ways.at(-1)?.label).toBe('撤销'))
    expect(toasts.texts.at(-1)).toContain('交期 2020-01-01 已过')
    toasts.ways.at(-1)?.onChoose()
    await waitFor(() => expect(sent.map((body) => JSON.parse(body) as unknown)).toEqual([{ id: id(300), version: 7 }]))
  })
  const [P, C] = [id(400), id(500)]
  const made = { ...storedFields, id: P, code: 'P15', name: '白', family: 'spunbond', gsm: 15.5, colour: '白' }
  it('takes code, name and web from the product that is chosen, code and name from the customer', async () => {
    renderOrdersPage(OrderSyncPage, '/orders/sync?new=1', ['orderSyncView', 'orderSyncAdd'], {
      'OPTIONS /equ/erp_mes': () => ok({ fields: [], counts: [], exportPath: '' }),
      'GET /equ/erp_mes': () => replyWithRows([]),
      'GET /plant/product': () => replyWithRows([made]),
      'GET /plant/customer': () => replyWithRows([{ ...storedFields, id: C, code: 'C-1', name: '安洁卫品' }]),
      'GET /resource_options': ({ url }) =>
        ok(url.includes('of=product') ? [{ id: P, label: 'P15 白' }] : [{ id: C, label: 'C-1 安洁' }]),
    })
    const user = userEvent.setup()
    const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value
    // The chosen option is displayed above the fields that it fills in.
    const stands = async (label: RegExp) => await screen.findByLabelText(label)
    for (const [chosen, filled] of [
      [/^产品:/, /^产品编码/],
      [/^客户:/, /^客户编码/],
    ] as const)
      expect((await stands(chosen)).compareDocumentPosition(await stands(filled))).toBe(
        Node.DOCUMENT_POSITION_FOLLOWING,
      )
    for (const [field, label] of [
      [/^产品/, 'P15 白'],
      [/^客户/, 'C-1 安洁'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: field }))
      await user.click(await screen.findByRole('button', { name: label }))
    }
    await waitFor(() => expect(value(/^产品编码/)).toBe('P15'))
    await waitFor(() => expect(value(/^客户编码/)).toBe('C-1'))
    expect([value(/^产品名称/), value(/^克重/), value(/^客户名称/)]).toEqual(['白', '15.5', '安洁卫品'])
    fireEvent.change(screen.getByLabelText(/^克重/), { target: { value: '99' } })
    expect(await screen.findByText(/克重 99 g\/m² 与产品 P15 的 15.5 g\/m² 不同/)).toBeTruthy()
  })
  it('keeps what was typed while a customer is added, and comes back with it chosen', async () => {
    registerAreas([ordersClient])
    const knownOrders: { id: string }[] = []
    const typed = (label: RegExp) => screen.findByLabelText(label) as Promise<HTMLInputElement>
    const keys = ['orderSyncView', 'orderSyncAdd']
    renderOrdersPage(OrderSyncPage, '/orders/sync?new=1', keys, {
      'OPTIONS /equ/erp_mes': () => ok({ fields: [], counts: [], exportPath: '' }),
      'GET /equ/erp_mes': () => replyWithRows([]),
      'GET /plant/product': () => replyWithRows([]),
      'GET /plant/customer': () => replyWithRows(knownOrders),
      'POST /plant/customer': ({ body }) => {
        const made = { ...storedFields, ...(JSON.parse(String(body)) as { id: string }) }
        knownOrders.push(made)
        return ok(made)
      },
      'GET /resource_options': ({ url }) =>
        ok(url.includes('of=customer') ? knownOrders.map((one) => ({ id: one.id, label: 'C-9 新客户' })) : []),
    })
    act(() => signInPerson({ id: id(9), keys, pages: { orderSync: '/orders/sync' } }))
    const user = userEvent.setup()
    await user.type(await typed(/^ERP 单号/), 'SO-9')
    await user.click(await screen.findByRole('button', { name: /^客户:/ }))
    await user.click(await screen.findByRole('link', { name: '新增' }))
    await user.type(await typed(/^编码/), 'C-9')
    await user.type(await typed(/^名称/), '新客户')
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByRole('button', { name: '客户: C-9 新客户' })).toBeTruthy()
    expect((await typed(/^ERP 单号/)).value).toBe('SO-9')
    await waitFor(async () => expect((await typed(/^客户编码/)).value).toBe('C-9'))
    registerAreas([])
  })
  it("leaves the ERP's own code on a line for which a product is chosen", async () => {
    renderOrdersPage(OrderSyncPage, `/orders/sync?id=${id(300)}&edit=1`, ['orderSyncView', 'orderSyncEdit'], {
      'OPTIONS /equ/erp_mes': () => ok({ fields: [], counts: [], exportPath: '' }),
      'GET /equ/erp_mes': () => replyWithRows([erp({ productCode: 'ITEM-0815' })]),
      'GET /plant/product': ({ url }) => replyWithRows(url.includes('keyword=') ? [] : [made]),
      'GET /resource_options': () => ok([{ id: P, label: 'P15 白' }]),
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^产品/ }))
    await user.click(await screen.findByRole('button', { name: 'P15 白' }))
    const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value
    await waitFor(() => expect(value(/^产品名称/)).toBe('白'))
    expect([value(/^产品编码/), value(/^克重/)]).toEqual(['ITEM-0815', '15.5'])
  })
  it('shows beside the list what the list calls its customer and its product', async () => {
    renderOrdersPage(OrderSyncPage, `/orders/sync?id=${id(300)}`, ['orderSyncView'], {
      'GET /equ/erp_mes': () =>
        replyWithRows([erp({ productId: P, customerId: C, gsm: 12 })], { [P]: 'P15 白', [C]: 'C-1 安洁' }),
      'OPTIONS /equ/erp_mes': () => ok({ fields: [], counts: [], exportPath: '' }),
      'GET /plant/product': () => replyWithRows([made]),
    })
    const getDescription = async (label: string) =>
      (await screen.findAllByText(label)).find((one) => one.tagName === 'DT')?.nextElementSibling?.textContent
    expect(await getDescription('产品名称')).toBe('P15 白')
    expect(await getDescription('客户名称')).toBe('C-1 安洁')
    expect(await screen.findByText(/克重 12 g\/m² 与产品 P15/)).toBeTruthy()
  })
  it('names customer and product as their own records do, in the language of the reader', () => {
    const name = createNameGetter('customerId', 'customerName')
    const known = erp({ customerId: id(60), customerName: '安洁卫品' })
    expect(name(known, { [id(60)]: 'Anjie Hygiene' })).toBe('Anjie Hygiene')
    expect(name(erp({ customerName: '安洁卫品' }), {})).toBe('安洁卫品')
    expect(name(erp({}), {})).toBe('–')
  })
})
it('the card of late orders puts the latest first', async () => {
  const order = (n: number, plannedEnd: string, dueOn: string) => ({
    id: id(n),
    number: `WO-${n}`,
    state: 'planned',
    plannedEnd,
    dueOn,
    dueAt: `${dueOn}T23:59:00.000Z`,
    forecastEnd: null,
    woundPercent: 0,
    percent: 0,
  })
  renderOrdersPage(LateOrdersCard, '/today', ['progressMonitoringView'], {
    'GET /progress_monitoring_list': () =>
      replyWithRows([
        order(1, '2099-01-02T06:00:00.000Z', '2099-01-01'),
        order(2, '2099-01-09T06:00:00.000Z', '2099-01-01'),
        order(3, '2099-01-03T06:00:00.000Z', '2099-01-01'),
        order(4, '2099-01-05T06:00:00.000Z', '2099-01-01'),
      ]),
  })
  await screen.findByText(/WO-2/)
  expect(screen.getAllByText(/^WO-\d/).map((one) => one.textContent?.slice(0, 4))).toEqual(['WO-2', 'WO-4', 'WO-3'])
})

const SHORT = /^排产 18(\.00)? h，现需 20\.25 h$/
describe('an order that waits', () => {
  it('tells its planned end, by how much it is late, and what is before it', async () => {
    const O = id(201)
    const order = {
      id: O,
      number: 'WO-1',
      state: 'planned',
      lineId: id(1),
      customerId: null,
      productId: id(50),
      gsm: 15,
      widthMm: 3200,
      orderedKg: 10_000,
      orderedRolls: null,
      goodKg: 0,
      goodRolls: 0,
      downgradedKg: 0,
      percent: 0,
      plannedStart: '2026-12-03T00:00:00.000Z',
      plannedEnd: '2026-12-03T18:00:00.000Z',
      startedAt: null,
      finishedAt: null,
      dueOn: '2026-12-01',
      dueAt: '2026-12-02T00:00:00.000Z',
      late: true,
      forecastEnd: null,
      forecastBy: 'unknown',
      forecastReason: 'notStarted',
      kgPerHour: null,
      speedHours: null,
      speedFrom: null,
      leftKg: null,
      leftOf: null,
      woundKg: 0,
      woundPercent: 0,
      packedKg: 0,
      short: false,
      shortReason: null,
      runsInto: null,
      runsIntoAt: null,
      neededHours: 20.25,
    }
    renderOrdersPage(ProgressPage, `/orders/progress?id=${O}`, ['progressMonitoringView'], {
      'GET /progress_monitoring_list': () => replyWithRows([order], { [id(50)]: 'P15', [id(1)]: 'SB-1' }),
      'GET /progress_monitoring': () => ok({ ...order, waitsFor: 'WO-8', widthsOff: [], hours: [], events: [] }),
    })
    expect(await screen.findByText(/^尚未开始 · 交货 2026-12-01 · 晚 .* · 等待前序工单 WO-8$/)).toBeTruthy()
    expect(screen.getByText(SHORT)).toBeTruthy()
    cleanup()
    // In its row and on its page.
    render(<AttentionList order={order as unknown as OrderProgressRow} />)
    expect(await screen.findByText(SHORT)).toBeTruthy()
  })
})

describe('a conflict', () => {
  const E = id(300)
  const row = {
    ...storedFields,
    ...Object.fromEntries(Object.keys(erpOrder.fields).map((name) => [name, null])),
    id: E,
    externalNumber: 'SO-1',
    productCode: 'P15',
    orderedKg: 5000,
    dueOn: '2026-12-01',
    state: 'conflict',
    source: 'http',
    priority: 'normal',
    workOrderId: id(200),
    conflict: { orderedKg: 8000, dueOn: '2026-12-24' },
    declined: {},
  }
  it('is settled value by value, with a reason', async () => {
    let body: unknown
    renderOrdersPage(OrderSyncPage, `/orders/sync?settle=${E}`, ['orderSyncView', 'orderSyncEdit'], {
      'GET /equ/erp_mes': () => replyWithRows([row], { [id(200)]: 'WO-1' }),
      'POST /equ/erp_settle': (sent) => {
        body = JSON.parse(String(sent.body))
        return ok({ ...row, state: 'released', conflict: {} })
      },
    })
    const user = userEvent.setup()
    const kg = within(await screen.findByRole('group', { name: '订购重量' }))
    expect((screen.getByRole('button', { name: '还有 2 项未决定' }) as HTMLButtonElement).disabled).toBe(true)
    await user.click(kg.getByRole('radio', { name: /采用 ERP/ }))
    await user.click(within(screen.getByRole('group', { name: '交货日期' })).getByRole('radio', { name: /保持约定/ }))
    await user.click(screen.getByRole('button', { name: '处理冲突' }))
    await user.type(await screen.findByLabelText('原因'), '客户加量')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: '处理冲突' }))
    await waitFor(() => expect(body).toBeTruthy())
    expect(checkInput(settleErpConflict, body)).toMatchObject({
      ok: true,
      value: {
        id: E,
        version: 3,
        take: 'ours',
        fields: [
          { field: 'orderedKg', take: 'theirs' },
          { field: 'dueOn', take: 'ours' },
        ],
        reason: '客户加量',
      },
    })
  })
})

it('an order stands beside the table of progress, which stays a table', async () => {
  const order = {
    id: id(200),
    number: 'WO-1',
    state: 'running',
    lineId: id(1),
    customerId: null,
    productId: id(50),
    orderedKg: 10_000,
    goodKg: 4000,
    goodRolls: 8,
    downgradedKg: 0,
    percent: 40,
    finishedAt: null,
    dueOn: null,
    late: false,
    forecastEnd: null,
    forecastReason: 'tooEarly',
    widthsOff: [],
    hours: [],
    events: [],
  }
  renderOrdersPage(ProgressPage, `/orders/progress?id=${id(200)}`, ['progressMonitoringView'], {
    'GET /progress_monitoring_list': () => replyWithRows([order], { [id(50)]: 'P15', [id(1)]: 'SB-1' }),
    'GET /progress_monitoring': () => ok(order),
    'GET /plant/work_order': () =>
      replyWithRows([{ ...order, ...storedFields, priority: 'normal', pauses: [], jumboKg: 0, wasteKg: 0, fedKg: 0 }]),
  })
  expect(await screen.findByRole('heading', { name: 'WO-1' })).toBeTruthy()
  expect(await screen.findByRole('grid', { name: words.actions.workOrder_progressList })).toBeTruthy()
  // Different rules count rolls and kilograms: the page says so where both appear.
  expect(await screen.findByText('良品卷数只计没有降等的整卷；降等卷中合格的米数仍计入完成良品重量。')).toBeTruthy()
})
it('an order tells its forecast end and how it was worked out', async () => {
  const O = id(200)
  const summary = {
    id: O,
    number: 'WO-1',
    state: 'running',
    lineId: id(1),
    customerId: null,
    productId: id(50),
    gsm: 15,
    widthMm: 3200,
    orderedKg: 10_000,
    orderedRolls: null,
    goodKg: 4000,
    goodRolls: 8,
    downgradedKg: 100,
    percent: 40,
    plannedStart: toTimeAfterStart(-12),
    plannedEnd: toTimeAfterStart(6),
    startedAt: toTimeAfterStart(-12),
    finishedAt: null,
    dueOn: '2026-12-01',
    late: true,
    forecastEnd: toTimeAfterStart(12),
    forecastBy: 'speed',
    forecastReason: null,
    kgPerHour: 500,
    speedHours: 8,
    speedFrom: 'slit',
    leftKg: 6000,
    leftOf: 'finished',
    woundKg: 7000,
    woundPercent: 70,
    packedKg: 1200,
    short: false,
    shortReason: null,
    runsInto: 'WO-9',
    runsIntoAt: toTimeAfterStart(11),
  }
  renderOrdersPage(ProgressPage, `/orders/progress?id=${O}`, ['progressMonitoringView'], {
    'GET /progress_monitoring_list': () => replyWithRows([summary], { [id(50)]: 'P15', [id(1)]: 'SB-1' }),
    'GET /progress_monitoring': () =>
      ok({
        ...summary,
        widthsOff: [
          { widthMm: 525, rolls: -58 },
          { widthMm: 640, rolls: 60 },
        ],
        hours: [{ from: toTimeAfterStart(-3), goodKg: 500, downgradedKg: 20 }],
        events: [
          {
            kind: 'started',
            at: toTimeAfterStart(-12),
            endsAt: null,
            label: '开始',
            kg: null,
            count: null,
            resource: null,
            id: null,
          },
          {
            kind: 'fed',
            at: toTimeAfterStart(-11),
            endsAt: null,
            label: '投料',
            kg: 600,
            count: 3,
            resource: 'feed',
            id: null,
          },
        ],
      }),
  })
  expect(await screen.findByText('订单 10,000 kg − 已完成 4,000 kg = 待完成 6,000 kg ÷ 500 kg/h')).toBeTruthy()
  expect(screen.getByText('按分切良品计：最近 24 小时 4,000 kg ÷ 首卷下机以来运行 8 h（不含暂停）')).toBeTruthy()
  expect(screen.getByRole('figure', { name: /每小时产出多少？ kg/ })).toBeTruthy()
  expect(screen.getByText('3 次')).toBeTruthy()
  expect(screen.getAllByRole('img', { name: /^已完成 40%/ }).length).toBeGreaterThan(0)
  expect(screen.getAllByRole('img', { name: /^已卷绕 70%/ }).length).toBeGreaterThan(0)
  expect(screen.getAllByText('已包装 1,200 kg').length).toBeGreaterThan(0)
  expect(screen.getAllByText(/将压到 WO-9/).length).toBeGreaterThan(0)
  expect(screen.getByText('各门幅：525 mm 少 58 卷 · 640 mm 多 60 卷')).toBeTruthy()
})

describe('the list of progress', () => {
  const O = id(200)
  const order = {
    id: O,
    number: 'WO-1',
    state: 'running',
    lineId: id(1),
    customerId: null,
    productId: id(50),
    orderedKg: 10_000,
    goodKg: 4000,
    packedKg: 0,
    woundKg: 5000,
    goodRolls: 8,
    percent: 40,
    woundPercent: 50,
    plannedStart: null,
    plannedEnd: null,
    startedAt: toTimeAfterStart(-12),
    finishedAt: null,
    dueOn: '2099-01-01',
    late: false,
    short: false,
    forecastEnd: toTimeAfterStart(20),
    forecastReason: null,
    runsInto: null,
    neededHours: null,
  }
  it('is sorted by the server, filtered, kept as a view, printed, and exported as it is shown', async () => {
    const queries: URLSearchParams[] = []
    const sheets: URLSearchParams[] = []
    const paramsOf = (url: string) => new URL(url, 'http://x').searchParams
    renderOrdersPage(
      ProgressPage,
      `/orders/progress?lineId=${id(1)}&sort=-percent`,
      ['progressMonitoringView', 'progressMonitoringExport'],
      {
        'GET /progress_monitoring_list': ({ url }) => {
          queries.push(paramsOf(url))
          return replyWithRows([order], { [id(50)]: 'P15', [id(1)]: 'SB-1' })
        },
        'GET /progress_monitoring_excel': ({ url }) => {
          sheets.push(paramsOf(url))
          return new Response('x')
        },
      },
    )
    expect(await screen.findByRole('grid', { name: words.actions.workOrder_progressList })).toBeTruthy()
    expect([queries[0]?.get('sort'), queries[0]?.get('lineId')]).toEqual(['-percent', id(1)])
    expect(screen.getByRole('button', { name: '筛选 (1)' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '常用视图' })).toBeTruthy()
    expect(screen.getByRole('button', { name: '打印全部' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '导出 Excel' }))
    await waitFor(() => expect(sheets).toHaveLength(1))
    expect([sheets[0]?.get('sort'), sheets[0]?.get('lineId')]).toEqual(['-percent', id(1)])
    expect(sheets[0]?.get('size')).toBeNull()
  })
})
