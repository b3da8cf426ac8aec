import i18next from 'i18next'
// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { toInputTime } from '@/client/format/time'
import { clearSession } from '@/client/session/session'
import { checkInput } from '@/contract/schema'
import { buildAreaPreviews } from '@/offline/command-preview'
import type { OutboxRow } from '@/offline/database'
import { overlayRows } from '@/offline/overlay'
import { maintenanceContract } from '@/areas/maintenance/contract'
import { repairComment } from '@/areas/maintenance/contract/repair'
import { repairCommands } from '@/areas/maintenance/contract/repair-commands'
import RepairFormPage from '@/areas/maintenance/client/repair/RepairFormPage'
import RepairPage from '@/areas/maintenance/client/repair/RepairPage'
import clientWords from '@/client/locales/zh.json'
import equipmentWords from '@/areas/equipment/locales/zh.json'
import words from '@/areas/maintenance/locales/zh.json'
import sparePartsWords from '@/areas/spareParts/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows, unreachable } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { id, machines, ME } from '../rounds/plant'
import { setElementSize } from '../../fake-layout'

const R = id(40)
const ZONE = 'Asia/Shanghai'
const repair = (more: Record<string, unknown> = {}) => ({
  id: R,
  version: 4,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: id(3),
  number: 'R20261120-001',
  state: 'reported',
  equipmentId: id(1),
  lineId: null,
  faultKind: 'mechanical',
  severity: 'high',
  description: '异响',
  breakdown: true,
  lineStopped: false,
  stoppedAt: null,
  images: [],
  inspectionResultId: null,
  reportedBy: id(3),
  reportedAt: '2026-11-20T01:00:00.000Z',
  acceptedBy: null,
  acceptedAt: null,
  waits: [],
  expectedOn: null,
  causes: null,
  actions: null,
  parts: [],
  hours: [],
  workImages: [],
  runningAgainAt: null,
  repairEndAt: null,
  finishedBy: null,
  productionBy: null,
  productionAt: null,
  finalBy: null,
  finalAt: null,
  reason: null,
  rejectedBy: null,
  rejectedAt: null,
  rejections: 0,
  stopId: null,
  ...more,
})
const UNSENT = {
  id: 'op-9',
  seq: 1,
  entityId: R,
  creates: 0,
  dependsOn: [],
  photos: [],
  userId: ME,
  occurredAt: '2026-11-20T02:00:00.000Z',
  state: 'attention',
  lastError: { kind: 'refused', errno: '6000', message: '输入有误', issues: [] },
  tries: 1,
}
const waits = (expectedOn = '2099-01-01') => ({
  state: 'waitingForPart',
  acceptedAt: '2026-11-20T01:30:00.000Z',
  expectedOn,
  waits: [{ partId: null, part: '机械密封', expectedOn, since: '2026-11-20T02:00:00.000Z', until: null }],
})
let similar: Record<string, unknown>[] | null = []
let parts: Record<string, unknown>[] = []
let comments: Record<string, unknown>[] = []
let issued: Record<string, unknown>[] = []
let phone: ReturnType<typeof createFakePhone>
function show(row: Record<string, unknown> | 'offline' | null, keys: readonly string[], query: string): void {
  signInPerson({ id: ME, keys: ['repairView', ...keys] })
  startFakeServer({
    'POST /book/repairs_list': () => {
      if (row === 'offline') throw unreachable
      return replyWithRows(row ? [row] : [], { [id(1)]: 'EX-01 挤出机', [ME]: '王工' })
    },
    'GET /spare/part': ({ url }) => {
      const asked = new URLSearchParams(url.split('?')[1])
      const list = parts.filter(
        (part) =>
          (asked.get('id')?.split(',').includes(String(part['id'])) ?? true) &&
          (!asked.get('equipmentIds') || (part['equipmentIds'] as string[]).includes(asked.get('equipmentIds') ?? '')),
      )
      return replyWithRows(list)
    },
    'GET /spare/movement': () => replyWithRows(issued),
    'GET /repair/similar': () => (similar ? ok(similar) : Promise.reject(new TypeError('no network'))),
    'GET /repair/comments': () => replyWithRows(comments, { [id(3)]: '李工' }),
    'GET /resource_options': () =>
      ok([
        { id: ME, label: '王工' },
        { id: id(1), label: 'EX-01 挤出机' },
      ]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/activities/repairs?${query}`]}>
        <Suspense fallback="…">
          <RepairPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
/** The one saved command, checked against the contract. */
async function saved() {
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
  const [command] = phone.savedCommands
  const endpoint = [...repairCommands, repairComment.endpoints.create].find(
    (one) => one.name === command?.endpoint.name,
  )
  expect(endpoint && checkInput(endpoint as never, command?.body)).toMatchObject({ ok: true })
  return { op: command?.endpoint.name, body: command?.body, baseVersion: command?.baseVersion }
}

beforeEach(async () => {
  await loadTexts({ maintenance: words, spareParts: sparePartsWords, equipment: equipmentWords })
  Element.prototype.scrollIntoView = () => undefined
  setElementSize(390)
  comments = []
  parts = []
  similar = []
  clearSession()
  phone = createFakePhone()
  replacePhoneStore(phone)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('offline, the form of a repair missing on this phone reports the network, not a deleted repair', async () => {
  show('offline', ['repairEdit'], `id=${R}&act=finish`)
  expect(await screen.findByText(clientWords.ui.offline.serverTitle)).toBeTruthy()
  expect(screen.queryByText(clientWords.resource.gone)).toBeNull()
})

describe('the steps offered', () => {
  const done = {
    state: 'toConfirmByProduction',
    acceptedAt: '2026-11-20T01:30:00.000Z',
    repairEndAt: '2026-11-20T02:00:00.000Z',
    causes: '磨损',
    actions: '更换',
    hours: [{ userId: ME, hours: 1 }],
  }
  it.each([
    ['a worker at a report', {}, ['repairAccept', 'repairWork'], ['接单']],
    ['whoever reported it', { reportedBy: ME }, ['repairAdd'], ['撤回报修']],
    ['somebody else who may only report', {}, ['repairAdd'], []],
    [
      'a worker at work',
      { state: 'inMaintenance', acceptedAt: '2026-11-20T01:30:00.000Z' },
      ['repairAccept', 'repairWork'],
      ['等待备件', '完工'],
    ],
    [
      'whoever took it',
      { state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z' },
      ['repairAccept', 'repairWork'],
      ['等待备件', '完工'],
    ],
    [
      'whoever waits for a part',
      { ...waits(), acceptedBy: ME },
      ['repairAccept', 'repairWork'],
      ['等待备件', '继续维修'],
    ],
    ['another worker while it waits', waits(), ['repairAccept', 'repairWork'], ['等待备件', '继续维修']],
    ['the lead while it waits', waits(), ['repairFinalConfirm'], ['等待备件', '继续维修']],
    ['production', done, ['repairProductionConfirm'], ['生产退回', '生产确认']],
    ['a worker while production looks', done, ['repairAccept', 'repairWork'], []],
    [
      'at the end nobody',
      { ...done, state: 'done' },
      ['repairAccept', 'repairWork', 'repairProductionConfirm', 'repairFinalConfirm', 'repairEdit'],
      [],
    ],
  ] as const)('%s', async (_who, more, keys, expected) => {
    show(repair(more), keys, `id=${R}`)
    await screen.findByText('经过')
    const all = ['接单', '等待备件', '继续维修', '撤回报修', '完工', '生产确认', '生产退回', '最终确认', '最终退回']
    expect(
      screen
        .getAllByRole('button')
        .map((button) => button.textContent ?? '')
        .filter((text) => all.includes(text)),
    ).toEqual(expected)
  })
})

it('a repair whose finish was refused is still in maintenance, with mark, reason and steps', async () => {
  const finish = {
    id: id(90),
    op: 'repair.finish',
    resource: 'repair',
    entityId: R,
    entityKey: `repair:${R}`,
    body: {
      id: R,
      causes: '磨损',
      actions: '更换',
      parts: [{ partId: id(50), quantity: 99 }],
      hours: [{ userId: ME, hours: 1 }],
    },
    occurredAt: '2026-11-20T02:00:00.000Z',
    userId: ME,
    seq: 1,
    state: 'attention',
    creates: 0,
    dependsOn: [],
    lastError: { kind: 'refused', errno: '6000', message: '库存不足', issues: [] },
  } as unknown as OutboxRow
  const previews = buildAreaPreviews(maintenanceContract)
  phone = createFakePhone({
    watchOverlay: (resource, seen) => {
      seen((rows, fetchedAt) =>
        overlayRows(resource, rows as { id: string }[], [finish], { fetchedAt, previews: previews }),
      )
      return () => undefined
    },
  })
  replacePhoneStore(phone)
  show(
    repair({ state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z' }),
    ['repairAccept', 'repairWork'],
    `id=${R}`,
  )
  expect(await screen.findByText('服务器未接受')).toBeTruthy()
  expect(screen.getByText('库存不足')).toBeTruthy()
  expect(screen.getByRole('button', { name: '完工' })).toBeTruthy()
  expect(document.querySelector('[aria-current=step]')?.textContent).toBe(
    i18next.t('maintenance:repair.options.state.inMaintenance'),
  )
})

describe('a report', () => {
  const offered = () => screen.queryByRole('button', { name: words.pages.repair.report })
  it.each(['view=board', 'view=list', 'view=statistics'])('is not offered to who may only look: %s', async (query) => {
    show(repair(), ['repairWork', 'repairEdit', 'repairDelete', 'repairExport'], query)
    await screen.findByText(words.pages.repair.view.statistics)
    expect(offered()).toBeNull()
  })
  it.each(['view=board', 'view=list'])('is offered to who may report: %s', async (query) => {
    show(repair(), ['repairAdd'], query)
    await screen.findByText(words.pages.repair.view.statistics)
    expect(offered()).toBeTruthy()
  })
  it('does not open by its address alone', async () => {
    show(repair(), ['repairWork'], `new=1&equipmentId=${id(1)}`)
    await screen.findByText(words.pages.repair.view.statistics)
    expect(screen.queryByRole('button', { name: '提交报修' })).toBeNull()
  })
})

describe('comments', () => {
  const suggestion = {
    id: id(60),
    version: 1,
    createdAt: '2026-11-20T01:20:00.000Z',
    updatedAt: '2026-11-20T01:20:00.000Z',
    createdBy: id(3),
    repairId: R,
    text: '换班前又响了一次',
    images: [],
    writtenBy: id(3),
    writtenAt: '2026-11-20T01:20:00.000Z',
  }
  it('are in the history by time, with author; nothing changes them', async () => {
    comments = [suggestion]
    show(
      repair({ state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z' }),
      ['repairAdd'],
      `id=${R}`,
    )
    const text = await screen.findByText('换班前又响了一次')
    const lines = [...(text.closest('ol')?.children ?? [])].map((line) => line.textContent ?? '')
    expect(lines.map((line) => ['报修', '换班前', '接单'].find((word) => line.includes(word)))).toEqual([
      '报修',
      '换班前',
      '接单',
    ])
    expect(lines[1]).toContain('李工')
    expect(lines[1]).toContain('09:20')
    expect(text.closest('li')?.querySelector('button')).toBeNull()
  })
  it('are saved on the phone; empty ones are not', async () => {
    show(repair(), ['repairAdd'], `id=${R}&act=comment`)
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    expect((await screen.findAllByText(words.refusals.emptyComment)).length).toBeGreaterThan(0)
    expect(phone.savedCommands).toEqual([])
    await userEvent.type(screen.getByRole('textbox'), '又响了')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(await saved()).toMatchObject({ op: 'repairComment.create', body: { repairId: R, text: '又响了' } })
  })
  it.each([
    [['repairAdd'], true],
    [['repairWork'], false],
  ])('are offered to who may report: %s', async (keys, offered) => {
    show(repair(), keys, `id=${R}`)
    await screen.findByText('经过')
    expect(screen.queryByRole('button', { name: words.pages.repair.comment }) !== null).toBe(offered)
  })
})

describe('the correction of an unsent command', () => {
  it.each([
    [
      'repair.waitForPart',
      { id: R, version: 4, partId: null, part: '机械密封', expectedOn: '2026-01-01' },
      words.actions.repair_waitForPart,
      words.refusals.wait.expectedPast,
    ],
    [
      'repairComment.create',
      { id: id(90), repairId: R, text: ' ', images: [] },
      words.pages.repair.comment,
      words.refusals.emptyComment,
    ],
  ])('%s has the title and the checks of its form', async (op, body, title, message) => {
    const unsent = { ...UNSENT, op, resource: op.split('.')[0]!, body }
    const edit = vi.fn(() => Promise.resolve())
    replacePhoneStore(createFakePhone({ edit }))
    signInPerson({ id: ME, keys: ['repairView', 'repairAdd', 'repairWork'] })
    startFakeServer({ 'GET /resource_options': () => ok([]) }, replyWithRows([]))
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <RepairFormPage id={null} formName={null} unsent={unsent as never} onBack={() => undefined} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(edit).not.toHaveBeenCalled()
  })
})

describe('similar faults of the past', () => {
  const past = (n: number, more: Record<string, unknown> = {}) => ({
    id: id(70 + n),
    number: `R20261001-00${n}`,
    likeness: 'machine',
    equipment: 'EX-01 挤出机',
    description: null,
    causes: '轴承缺油',
    actions: '加注润滑脂',
    parts: [{ part: 'P-1 轴承', quantity: 2, unit: '个' }],
    hours: 1.5,
    repairEndAt: '2026-10-01T02:00:00.000Z',
    ...more,
  })
  const mine = { state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z' }
  it('are on the repair with their solution', async () => {
    similar = [past(1), past(2, { likeness: 'model', equipment: 'EX-02 挤出机', causes: '皮带打滑' })]
    show(repair(mine), [], `id=${R}`)
    expect(await screen.findByText(/加注润滑脂/, { selector: 'li:first-child span' })).toBeTruthy()
    expect(screen.getAllByText(/P-1 轴承 × 2/).length).toBe(2)
    expect(screen.getByText(/EX-02 挤出机/)).toBeTruthy()
    expect(screen.getByText(/皮带打滑/)).toBeTruthy()
  })
  it('need the network, and say so', async () => {
    similar = null
    show(repair(mine), [], `id=${R}`)
    expect(await screen.findByText(words.pages.repair.similarOffline)).toBeTruthy()
  })
  it('are hidden for a finished repair', async () => {
    show(repair({ ...mine, state: 'done' }), [], `id=${R}`)
    await screen.findByText('经过')
    expect(screen.queryByText(words.pages.repair.similar)).toBeNull()
  })
  it("offer this machine's texts by one tap, each added once", async () => {
    similar = [past(1), past(2), past(3, { likeness: 'model', causes: '皮带打滑' })]
    show(repair(mine), ['repairWork'], `id=${R}&act=finish`)
    const causes = await screen.findByLabelText<HTMLTextAreaElement>(/故障原因/, { selector: 'textarea' })
    await userEvent.type(causes, '异响')
    await userEvent.click(await screen.findByRole('button', { name: '轴承缺油' }))
    expect(causes.value).toBe('异响\n轴承缺油')
    expect(screen.queryByRole('button', { name: '轴承缺油' })).toBeNull()
    expect(screen.queryByRole('button', { name: '皮带打滑' })).toBeNull()
  })
})

it("offers the machine's parts first, used ones on top; a missing part says so", async () => {
  const part = (n: number, more: object = {}) => ({
    id: id(80 + n),
    version: 1,
    createdAt: '2026-11-20T00:00:00.000Z',
    updatedAt: '2026-11-20T00:00:00.000Z',
    createdBy: null,
    code: `P-${n}`,
    name: `备件${n}`,
    nameEn: null,
    unit: '个',
    quantity: 3,
    location: 'A-1',
    equipmentIds: [id(1)],
    ...more,
  })
  parts = [part(1), part(2, { quantity: 0 }), part(3, { equipmentIds: [] })]
  const mine = { state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z' }
  show(repair({ ...mine, parts: [{ partId: id(83), quantity: 1 }] }), ['repairWork'], `id=${R}&act=finish`)
  await userEvent.click(await screen.findByRole('button', { name: /^选择备件/ }))
  const first = await screen.findByRole('button', { name: /^P-3 备件3/ })
  await waitFor(() => expect(first.closest('ul')?.querySelector('.others')).toBeTruthy())
  const offered = [...(first.closest('ul')?.children ?? [])].map((one) => one.textContent ?? '')
  expect(offered.slice(0, 3).map((text) => text.slice(0, 3))).toEqual(['P-3', 'P-1', 'P-2'])
  expect(offered[1]).toContain('库存 3')
  const none = screen.getByRole('button', { name: /^P-2/ })
  expect(none.hasAttribute('disabled')).toBe(true)
  expect(none.textContent).toContain(words.pages.repair.noneInStock)
})

it('does not finish with more parts than the stock, except parts issued for the repair', async () => {
  const part = {
    id: id(81),
    version: 1,
    code: 'P-1',
    name: '轴承',
    nameEn: null,
    unit: '个',
    quantity: 5,
    location: 'A-1',
  }
  parts = [{ ...part, equipmentIds: [id(1)] }]
  const used = {
    causes: '磨损',
    actions: '更换',
    hours: [{ userId: ME, hours: 1 }],
    parts: [{ partId: id(81), quantity: 8 }],
  }
  const mine = { state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z', ...used }
  show(repair(mine), ['repairWork'], `id=${R}&act=finish`)
  await userEvent.click(await screen.findByRole('button', { name: words.pages.repair.saveWork }))
  expect((await screen.findAllByText(/P-1 轴承.*5/)).length).toBeGreaterThan(0)
  expect(phone.savedCommands).toEqual([])
  issued = [{ id: id(90), partId: id(81), kind: 'out', quantity: 3 }]
  await userEvent.click(screen.getByRole('button', { name: words.pages.repair.saveWork }))
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
})

describe('steps', () => {
  it('accepting takes one tap and sends the version that was seen', async () => {
    show(repair(), ['repairAccept'], `id=${R}`)
    await userEvent.click(await screen.findByRole('button', { name: '接单' }))
    expect(await saved()).toMatchObject({ op: 'repair.accept', body: { id: R, version: 4 }, baseVersion: 4 })
  })
  it('sending back needs a reason', async () => {
    show(
      repair({ state: 'toConfirmByProduction', lineStopped: true, repairEndAt: '2026-11-20T02:00:00.000Z' }),
      ['repairProductionConfirm'],
      `id=${R}&act=rejectProduction`,
    )
    await userEvent.click(await screen.findByRole('button', { name: '保存' }))
    expect((await screen.findAllByText(/必填/)).length).toBeGreaterThan(0)
    expect(phone.savedCommands).toEqual([])
    await userEvent.type(screen.getByRole('textbox'), '仍有异响')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(await saved()).toMatchObject({
      op: 'repair.rejectProduction',
      body: { id: R, version: 4, reason: '仍有异响' },
    })
  })
  it('waiting needs the part and the day', async () => {
    const mine = { state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z' }
    show(repair(mine), ['repairWork'], `id=${R}&act=waitForPart`)
    fireEvent.change(await screen.findByLabelText(/预计到货/, { selector: 'input' }), {
      target: { value: '2099-01-01' },
    })
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect((await screen.findAllByText(words.refusals.wait.partUnnamed)).length).toBeGreaterThan(0)
    expect(phone.savedCommands).toEqual([])
    await userEvent.type(screen.getByLabelText(/备件说明/, { selector: 'textarea' }), '机械密封')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    expect(await saved()).toMatchObject({
      op: 'repair.waitForPart',
      body: { id: R, version: 4, part: '机械密封', expectedOn: '2099-01-01' },
    })
  })
  it.each([
    ['2099-01-01', '预计 2099-01-01 到货', '逾期'],
    ['2026-11-20', '备件已逾期，原定 2026-11-20 到货', '预计 2026'],
  ])('a part expected on %s shows so', async (day, shown, not) => {
    show(repair(waits(day)), [], `id=${R}`)
    expect(await screen.findByText(/等待备件：机械密封/)).toBeTruthy()
    expect(screen.getByText(new RegExp(shown))).toBeTruthy()
    expect(screen.queryByText(new RegExp(not))).toBeNull()
  })
  it('resuming takes one tap', async () => {
    show(repair({ ...waits(), acceptedBy: ME }), ['repairWork'], `id=${R}`)
    await userEvent.click(await screen.findByRole('button', { name: '继续维修' }))
    expect(await saved()).toMatchObject({ op: 'repair.goOn', body: { id: R, version: 4 }, baseVersion: 4 })
  })
  it('finishing needs causes, actions and hours; errors disappear when corrected', async () => {
    show(
      repair({
        state: 'inMaintenance',
        acceptedBy: ME,
        acceptedAt: new Date(Date.now() - 2 * 3_600_000).toISOString(),
      }),
      ['repairWork'],
      `id=${R}&act=finish`,
    )
    await userEvent.click(await screen.findByRole('button', { name: '提交完工' }))
    expect((await screen.findAllByText('必填')).length).toBe(4) // at the fields and in the summary
    await userEvent.type(screen.getByLabelText(/故障原因/, { selector: 'textarea' }), '轴承磨损')
    expect(screen.getAllByText('必填')).toHaveLength(2)
    await userEvent.type(screen.getByLabelText(/维修措施/, { selector: 'textarea' }), '更换轴承')
    await userEvent.click(screen.getByRole('button', { name: '提交完工' }))
    const { op, body } = await saved()
    expect(op).toBe('repair.finish')
    expect(body).toMatchObject({
      id: R,
      version: 4,
      causes: '轴承磨损',
      actions: '更换轴承',
      hours: [{ userId: ME, hours: 2 }],
    })
  })
  it('a report from a machine starts with it, names missing inputs, and takes the time of the stop', async () => {
    show(null, ['repairAdd'], `new=1&equipmentId=${id(1)}`)
    await userEvent.click(await screen.findByRole('button', { name: '提交报修' }))
    expect((await screen.findAllByText('必填')).length).toBeGreaterThan(0)
    await userEvent.click(screen.getByLabelText('电气'))
    await userEvent.click(screen.getByRole('switch', { name: '产线停机' }))
    await userEvent.click(screen.getByRole('button', { name: '提交报修' }))
    const { op, body } = await saved()
    expect(op).toBe('repair.report')
    expect(body).toMatchObject({
      equipmentId: id(1),
      faultKind: 'electrical',
      severity: 'medium',
      lineStopped: true,
      breakdown: true,
    })
    expect(Math.abs(Date.now() - Date.parse(String(body?.['stoppedAt'])))).toBeLessThan(60_000)
  })
  // A phone without signal must not learn of a typing mistake hours later.
  describe('an impossible line time is reported at its field, and nothing is saved', () => {
    const inMinutes = (minutes: number) => toInputTime(new Date(Date.now() + minutes * 60_000).toISOString(), ZONE)
    const enter = async (label: RegExp, local: string, save: string, wrong: string) => {
      fireEvent.change(await screen.findByLabelText(label, { selector: 'input' }), { target: { value: local } })
      await userEvent.click(screen.getByRole('button', { name: save }))
      expect((await screen.findAllByText(new RegExp(wrong))).length).toBeGreaterThan(0)
      expect(phone.savedCommands).toEqual([])
    }
    it.each([
      ['of another century', '1990-01-01T00:00', '已超过三个月'],
      ['ten minutes ahead', inMinutes(10), '不能晚于现在'],
    ])('a report: %s', async (_what, local, wrong) => {
      show(null, ['repairAdd'], `new=1&equipmentId=${id(1)}`)
      await userEvent.click(await screen.findByLabelText('电气'))
      await userEvent.click(screen.getByRole('switch', { name: '产线停机' }))
      await enter(/停机时间/, local, '提交报修', wrong)
    })
    it.each([
      [/停机时间/, '1990-01-01T00:00', '已超过三个月'],
      [/恢复运行/, inMinutes(10), '不能晚于现在'],
      [/恢复运行/, '2026-11-01T00:00', '不能早于停机时间'],
    ])('a correction: %s %s', async (label, local, wrong) => {
      show(repair({ lineStopped: true, stoppedAt: '2026-11-20T00:50:00.000Z' }), ['repairEdit'], `id=${R}&act=edit`)
      await enter(label, local, '保存', wrong)
    })
    it.each([
      [/恢复运行/, inMinutes(10), '不能晚于现在'],
      [/结束时间/, inMinutes(10), '不能晚于现在'],
      [/结束时间/, '1990-01-01T00:00', '不能早于接单时间'],
    ])('the end of the work: %s %s', async (label, local, wrong) => {
      const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
      const working = {
        state: 'inMaintenance',
        acceptedBy: ME,
        acceptedAt: hourAgo,
        lineStopped: true,
        stoppedAt: hourAgo,
      }
      show(repair({ ...working, causes: '磨损', actions: '更换' }), ['repairWork'], `id=${R}&act=finish`)
      await enter(label, local, '提交完工', wrong)
    })
    it('production: running again ten minutes ahead', async () => {
      const state = { state: 'toConfirmByProduction', repairEndAt: '2026-11-20T02:00:00.000Z' }
      show(repair({ ...state, lineStopped: true }), ['repairProductionConfirm'], `id=${R}&act=confirmProduction`)
      await enter(/恢复运行/, inMinutes(10), '保存', '不能晚于现在')
    })
  })
  it('a report of four months ago can still be corrected', async () => {
    const old = { lineStopped: true, stoppedAt: '2026-07-01T00:00:00.000Z', reportedAt: '2026-07-01T00:10:00.000Z' }
    show(repair(old), ['repairEdit'], `id=${R}&act=edit`)
    const input = await screen.findByLabelText(/故障描述/, { selector: 'textarea' })
    await userEvent.type(input, '！')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]?.body).toEqual({ id: R, version: 4, description: '异响！' })
  })
})
it('the board uses cached data while the server is unreachable', async () => {
  phone = createFakePhone({
    loadPackRows: (of) =>
      Promise.resolve(
        of === 'repair'
          ? {
              rows: [repair({ severity: 'critical' })],
              refs: { [id(1)]: `${machines[0]!.code} ${machines[0]!.name}` },
              at: Date.now() - 60_000,
            }
          : { rows: [], refs: {}, at: null },
      ),
  })
  replacePhoneStore(phone)
  signInPerson({ id: ME, keys: ['repairView'] })
  startFakeServer({ 'POST /book/repairs_list': new TypeError('no network') })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/activities/repairs']}>
        <Suspense fallback="…">
          <RepairPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('EX-01 挤出机')).toBeTruthy()
  expect(screen.getByText('紧急')).toBeTruthy()
})

it('the step titles of an unsent repair have no number', async () => {
  const more = { state: 'inMaintenance', acceptedBy: ME, acceptedAt: '2026-11-20T01:30:00.000Z', number: null }
  show(repair(more), ['repairAccept', 'repairWork'], `id=${R}`)
  await userEvent.click(await screen.findByRole('button', { name: '等待备件' }))
  expect(await screen.findByRole('heading', { name: '等待备件' })).toBeTruthy()
  expect(document.body.textContent).not.toContain('null')
})
