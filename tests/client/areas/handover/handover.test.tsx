// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhone, type Unsent } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin, clearSession } from '@/client/session/session'
import { checkInput } from '@/contract/schema'
import { handoverContract } from '@/areas/handover/contract'
import { endpointsOfArea } from '@/contract/area'
import JobHandoverPage from '@/areas/handover/client/handover/JobHandoverPage'
import ProductionInspectionPage from '@/areas/handover/client/inspection/ProductionInspectionPage'
import ProductionSheetPage from '@/areas/handover/client/sheet/ProductionSheetPage'
import maintenanceWords from '@/areas/maintenance/locales/zh.json'
import ordersWords from '@/areas/orders/locales/zh.json'
import words from '@/areas/handover/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { fakeServer, ok } from '../../fake-server'
import { useTexts } from '../../texts'
import { id, ME } from '../maintenance/plant'

vi.mock('@/client/api/toast', () => ({ showToast: () => undefined }))

const [LINE, ORDER, H, OTHER] = [id(1), id(2), id(40), id(70)]
const base = {
  version: 3,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: OTHER,
}
const facts = {
  lineId: LINE,
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  startsAt: '2026-11-20T00:00:00.000Z',
  endsAt: '2026-11-20T08:00:00.000Z',
  asOf: '2026-11-20T02:00:00.000Z',
  jumboRolls: 2,
  jumboKg: 1100,
  jumboM: 20000,
  slitRolls: 0,
  slitKg: 0,
  goodKg: 1025,
  downgradedKg: 50,
  wasteKg: 25,
  trimKg: 0,
  packages: 0,
  packedKg: 0,
  fedKg: 1200,
  recycledKg: 0,
  stopMinutes: 30,
  uncutRolls: 0,
  uncutKg: 0,
  stops: [
    {
      stopId: id(5),
      startedAt: '2026-11-20T00:00:00.000Z',
      endedAt: '2026-11-20T00:30:00.000Z',
      reasonId: null,
      note: null,
      minutes: 30,
    },
  ],
  openRepairs: [],
  orders: [
    {
      workOrderId: ORDER,
      state: 'running',
      jumboRolls: 2,
      slitRolls: 0,
      madeKg: 1100,
      goodKg: 1025,
      downgradedKg: 50,
      wasteKg: 25,
      orderedKg: 5000,
      totalKg: 3000,
    },
  ],
  materials: [],
  uncut: [],
  alarms: [{ kind: 'inspectionMissed', label: 'daily', at: '2026-11-20T01:00:00.000Z' }],
}
const row = (more: Record<string, unknown> = {}) => ({
  id: H,
  ...base,
  kind: 'squadLeader',
  state: 'draft',
  lineId: LINE,
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  people: [OTHER],
  absent: [],
  safety: null,
  quality: null,
  equipmentState: null,
  remaining: null,
  toDo: '换滤网',
  checks: [],
  images: [],
  note: null,
  facts: [facts],
  giverId: null,
  givenAt: null,
  takerId: null,
  takenAt: null,
  reason: null,
  returns: 0,
  ...more,
})
const refs = { [LINE]: 'L1 纺粘1号线', [ORDER]: 'W-001', [OTHER]: '李班长', [ME]: '王班长' }
let phone: ReturnType<typeof fakePhone>
function show(
  Page: () => React.ReactNode,
  rows: object[],
  query = '',
  more: Parameters<typeof fakeServer>[0] = {},
): void {
  acceptLogin(
    {
      token: 't',
      userid: ME,
      userName: 'wang',
      list: [
        'jobHandoverView',
        'jobHandoverAdd',
        'jobHandoverEdit',
        'productionInspectionView',
        'productionInspectionAdd',
        'productionSheetView',
        'productionSheetAdd',
        'productionSheetEdit',
      ].map((url) => ({ url, menu_type: 4 })),
    },
    false,
  )
  const page = (list: object[]) => () => ok({ total: list.length, list, refs, next: null })
  fakeServer({
    'GET /production_form/handover': page(rows),
    'GET /plant/rotation': page([]),
    'GET /plant/line': page([{ id: LINE, ...base, code: 'L1', name: '纺粘1号线', kind: 'spunbond', active: true }]),
    'GET /production_form/auto_handover': () =>
      ok({ ...facts, names: Object.entries(refs).map(([key, label]) => ({ id: key, label })) }),
    'GET /resource_options': () => ok(Object.entries(refs).map(([key, label]) => ({ id: key, label }))),
    ...more,
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/production/handover?${query}`]}>
        <Suspense fallback="…">
          <Page />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const endpoints = endpointsOfArea(handoverContract)
/** The one command saved; it must be what the contract takes. */
async function saved() {
  await waitFor(() => expect(phone.saved).toHaveLength(1))
  const [command] = phone.saved
  const endpoint = endpoints.find((one) => one.name === command?.endpoint.name)
  expect(endpoint && checkInput(endpoint as never, command?.body)).toMatchObject({ ok: true })
  return { op: command?.endpoint.name, body: command?.body as Record<string, unknown> }
}

beforeEach(async () => {
  await useTexts({ handover: words, maintenance: maintenanceWords, orders: ordersWords })
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  HTMLElement.prototype.getBoundingClientRect = () => ({
    width: 390,
    height: 800,
    top: 0,
    left: 0,
    right: 390,
    bottom: 800,
    x: 0,
    y: 0,
    toJSON: () => '',
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {
        return undefined
      }
      unobserve() {
        return undefined
      }
      disconnect() {
        return undefined
      }
    },
  )
  localStorage.clear()
  clearSession()
  phone = fakePhone()
  replacePhone(phone)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('my shift', () => {
  it('shows what the system knows, and begins the handover of this shift by one tap', async () => {
    show(JobHandoverPage, [])
    expect(await screen.findByText('W-001')).toBeTruthy()
    expect(screen.getByText('漏做点检')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '开始交接班' }))
    expect(await saved()).toMatchObject({ op: 'handover.writeSquadLeader', body: { lineId: LINE } })
  })
  it('shows the handover that waits to be taken first', async () => {
    show(JobHandoverPage, [row({ state: 'given', giverId: OTHER, givenAt: '2026-11-20T08:00:00.000Z' })])
    expect(await screen.findByRole('button', { name: '查看并接班' })).toBeTruthy()
  })
})

describe('the signature offered', () => {
  it.each([
    ['a draft', {}, ['填写', '签字交班']],
    ['one given by another', { state: 'given', giverId: OTHER }, ['退回', '签字接班']],
    ['one given by me', { state: 'given', giverId: ME }, []],
    ['one that is locked', { state: 'taken', giverId: OTHER, takerId: ME }, []],
  ])('under %s', async (_what, more, buttons) => {
    show(JobHandoverPage, [row(more)], `id=${H}`)
    expect(await screen.findByText('W-001')).toBeTruthy()
    const offered = screen
      .queryAllByRole('button')
      .map((button) => button.textContent)
      .filter((name) => ['填写', '签字交班', '退回', '签字接班'].includes(name ?? ''))
    expect(offered).toEqual(buttons)
  })
  it('names the version that was read', async () => {
    show(JobHandoverPage, [row({ state: 'given', giverId: OTHER })], `id=${H}`)
    await userEvent.click(await screen.findByRole('button', { name: '签字接班' }))
    expect(await saved()).toMatchObject({ op: 'handover.take', body: { id: H, version: 3 } })
  })
})

describe('a daily inspection', () => {
  it('begins with the usual items, is answered by taps, and says what is wrong', async () => {
    const empty = () => ok({ total: 0, list: [], refs: {}, next: null })
    show(ProductionInspectionPage, [], `view=dailyInspection&new=1&line=${LINE}`, {
      'GET /production_form/daily_inspection': empty,
    })
    const item = await screen.findByRole('group', { name: '网带运行、跑偏' })
    await userEvent.click(item.querySelector('.is-notOk')!)
    await userEvent.type(screen.getByLabelText('网带运行、跑偏：异常说明'), '左偏 20 mm')
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(phone.saved).toEqual([]) // nothing is answered for them
    await userEvent.click(screen.getByRole('button', { name: '其余正常' }))
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    const { op, body } = await saved()
    expect(op).toBe('dailyInspection.create')
    expect(body).toMatchObject({ lineId: LINE })
    expect((body['items'] as object[])[0]).toMatchObject({
      item: '网带运行、跑偏',
      result: 'notOk',
      note: '左偏 20 mm',
    })
  })
})

describe('a team summary', () => {
  const figures = { jumboRolls: 2, slitRolls: 0, goodKg: 600, downgradedKg: 0, wasteKg: 0, fedKg: 700, stopMinutes: 0 }
  const preview = {
    'GET /production_form/team_product_summary_preview': () =>
      ok([{ workOrderId: null, number: null, team: 'A', ...figures }]),
  }
  const stored = {
    id: H,
    ...base,
    lineId: LINE,
    workOrderId: null,
    businessDate: '2026-11-20',
    shift: 'early',
    team: 'A',
    ...figures,
    goodKg: 650,
    correction: '一卷未称',
    images: [],
    note: null,
    userId: OTHER,
    filledAt: '2026-11-20T02:00:00.000Z',
  }
  it('is filled in from the rolls', async () => {
    localStorage.setItem(`line/${ME}`, LINE)
    show(ProductionSheetPage, [], 'view=teamSummary&new=1', preview)
    expect(await screen.findByDisplayValue('600')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /保存/ }))
    expect(await saved()).toMatchObject({
      op: 'teamSummary.create',
      body: { lineId: LINE, goodKg: 600, jumboRolls: 2 },
    })
  })
  it('that was corrected keeps its figures when it is opened again', async () => {
    show(ProductionSheetPage, [], `view=teamSummary&id=${H}&edit=1`, {
      ...preview,
      'GET /production_form/team_product_summary': () => ok({ total: 1, list: [stored], refs, next: null }),
    })
    expect(await screen.findByText('数字来自卷记录，可更正')).toBeTruthy()
    expect(screen.getByDisplayValue('650')).toBeTruthy()
  })
})

describe('what is due', () => {
  const second = id(3)
  const due = (n: number, lineId: string, minutes: number) => ({
    id: id(n),
    ...base,
    lineId,
    workOrderId: null,
    businessDate: '2026-11-20',
    shift: 'early',
    team: 'A',
    inspection: 'daily',
    dueAt: new Date(Date.now() + minutes * 60_000).toISOString(),
    doneAt: null,
    userId: null,
    note: null,
  })
  const times = {
    'GET /production/inspection_time': () =>
      ok({
        total: 2,
        list: [due(80, second, -5), due(81, LINE, -3)],
        refs: { ...refs, [second]: 'L2 纺粘2号线' },
        next: null,
      }),
  }
  it("offers one step forward, at the person's own line first", async () => {
    localStorage.setItem(`line/${ME}`, LINE)
    show(ProductionInspectionPage, [], '', times)
    expect((await screen.findAllByText(/去点检/)).length).toBe(2)
    expect([...document.querySelectorAll('.is-primary')].map((one) => one.textContent)).toEqual([
      '日常点检 · L1 纺粘1号线',
    ])
  })
  it('of a person without a line is what is due the longest', async () => {
    show(ProductionInspectionPage, [], '', times)
    await screen.findAllByText(/去点检/)
    expect(document.querySelector('.is-primary')?.textContent).toBe('日常点检 · L2 纺粘2号线')
  })
})

describe('a signature that was held back', () => {
  const held = {
    id: 'op-1',
    op: 'handover.take',
    resource: 'handover',
    entityId: H,
    body: { id: H, version: 2 },
    state: 'attention',
    editable: true,
    photos: [],
    occurredAt: '2026-11-20T02:00:00.000Z',
    lastError: { kind: 'refused', message: '请重新阅读后再签字', issues: [], data: null },
  } as unknown as Unsent
  beforeEach(() => {
    phone.watch = (seen) => {
      seen([held])
      return () => undefined
    }
  })
  it('shows why and what is signed now, and signs that version', async () => {
    const edited: unknown[] = []
    phone.edit = (...change) => {
      edited.push(change)
      return Promise.resolve()
    }
    show(JobHandoverPage, [row({ state: 'given', giverId: OTHER, toDo: '换滤网和滤袋' })], 'unsent=op-1')
    expect((await screen.findByRole('alert')).textContent).toContain('请重新阅读后再签字')
    expect(screen.getByText('换滤网和滤袋')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '按现在的内容签字' }))
    expect(edited).toEqual([['op-1', { id: H, version: 3 }, 3]])
  })
  it('can be let be', async () => {
    show(JobHandoverPage, [row({ state: 'taken', giverId: OTHER, takerId: OTHER })], 'unsent=op-1')
    await userEvent.click(await screen.findByRole('button', { name: '放弃签字' }))
    expect(phone.calls).toContain('discard op-1')
  })
})
