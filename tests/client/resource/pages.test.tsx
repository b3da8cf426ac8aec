// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setSyncStatus, replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { useList } from '@/client/api/use-list'
import type { CardListProps } from '@/client/ui/CardList'
import { CommandForm } from '@/client/resource/CommandForm'
import { RecordPage, useView } from '@/client/resource/RecordPage'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { clearSession } from '@/client/session/session'
import { defineEndpoint, noOutput } from '@/contract/endpoint'
import { amount, choice, note, reference, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, json, ok, replyWithRows, type SentRequest } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'
import { setElementSize } from '../fake-layout'

// The virtual list measures itself and draws nothing in jsdom; browser tests cover it.
vi.mock('@/client/ui/CardList', () => ({
  CardList: ({ rows, columns, getRowKey }: CardListProps<never>) => (
    <ul>
      {rows.map((row) => (
        <li key={getRowKey(row)}>
          {columns.map((column) => (
            <span key={column.id}>{column.renderCell(row)}</span>
          ))}
        </li>
      ))}
    </ul>
  ),
}))
const roll = defineResource('roll', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 10, format: 'code' }),
    weight: amount({ unit: 'kg', min: 0 }),
    state: choice(['good', 'held']),
    note: note(),
  },
  title: ['code'],
  filters: ['state', 'weight'],
  search: ['code'],
  routes: { list: 'GET /roll', create: 'POST /roll', update: 'PUT /roll', remove: 'DELETE /roll' },
  permissions: { view: 'rollView', add: 'rollAdd', edit: 'rollEdit', delete: 'rollDelete' },
})
const weighing = {
  area: 'plant',
  routes: 'POST /roll/weigh',
  access: 'signedIn',
  effect: 'write',
  output: noOutput,
  offline: { resource: 'roll', idInput: 'id', schemaVersion: 1 },
} as const
const weighed = { id: text(), weight: amount({ unit: 'kg', required: true }) } as const
const weigh = defineEndpoint('roll.weigh', { ...weighing, input: weighed })
const weighAt = defineEndpoint('roll.weigh', { ...weighing, input: { ...weighed, lineId: reference('line') } })
const mend = defineEndpoint('roll.mend', { ...weighing, partial: true, input: { ...weighed, note: note() } })
const words = {
  plant: {
    roll: {
      name: '卷',
      fields: { code: '卷号', weight: '重量', state: '状态', note: '备注', lineId: '产线' },
      options: { state: { good: '良好', held: '待判' } },
    },
  },
}
const R1 = '018f0000-0000-7000-8000-000000000001'
const R2 = '018f0000-0000-7000-8000-000000000002'
const rows = [
  {
    id: R1,
    version: 3,
    code: 'A-1',
    weight: 12345,
    state: 'good',
    note: null,
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z',
    createdBy: null,
  },
]

let phone: ReturnType<typeof createFakePhone>
function show(node: ReactNode, at = '/') {
  return render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Suspense fallback="…">{node}</Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const roomOf = (width: number): void => {
  setElementSize(width)
}
beforeEach(async () => {
  await loadTexts(words)
  Element.prototype.scrollIntoView = () => undefined
  roomOf(390)
  phone = createFakePhone()
  replacePhoneStore(phone)
  clearSession()
  signInPerson({ keys: ['rollView', 'rollAdd', 'rollEdit', 'rollDelete'] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a page of several views', () => {
  const views = (board: Parameters<typeof RecordPage>[0]['views'][0]['rows']) =>
    [
      { key: 'board', label: '看板', ...(board ? { rows: board } : {}), subtitle: '一卷待判', body: () => <p>板</p> },
      { key: 'all', label: '全部' },
      { key: 'held', label: '待判', fixedFilters: heldRollsQuery },
      { key: 'figures', label: '统计', body: () => <p>图</p> },
    ] as const
  const heldRollsQuery = { state: 'held', sort: 'code' }
  function Rolls({ parts = false }: { parts?: boolean }) {
    const board = useList(roll, onBoard, { enabled: useView(['board', 'all', 'held', 'figures']) === 'board' })
    return (
      <>
        <RecordPage
          resource={roll as never}
          tabs={{ label: '视图', splitsOneList: parts }}
          views={views(board)}
          panel={({ row, onBack }) => <h2>{`${String(row['code'])} ${onBack ? 'alone' : 'beside'}`}</h2>}
          primary={<button type="button">称重</button>}
        />
        <p data-testid="address">{useLocation().search}</p>
      </>
    )
  }
  const onBoard = { state: 'good' }
  const search = () => screen.getByTestId('address').textContent

  it('shows the first view unless the address names another, and requests only its data', async () => {
    const server = startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    show(<Rolls />, '/?view=nonsense')
    expect(await screen.findByText('板')).toBeTruthy()
    expect(screen.getByText('一卷待判')).toBeTruthy()
    await waitFor(() => expect(server.sent.map(({ url }) => url)).toEqual(['/api/roll?state=good']))
    await userEvent.click(screen.getByRole('tab', { name: '待判' }))
    expect(await screen.findByText('A-1')).toBeTruthy()
    expect(server.sent[1]?.url).toBe('/api/roll?state=held&sort=code&size=50')
    expect(search()).toBe('?view=held')
    await userEvent.click(screen.getByRole('tab', { name: '看板' }))
    expect(search()).toBe('')
  })
  it('keeps filters between views, but not between parts of one list', async () => {
    startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    show(<Rolls />, `/?view=all&q=A&id=${R1}`)
    expect(await screen.findByText('A-1 alone')).toBeTruthy()
    cleanup()
    roomOf(1440)
    show(<Rolls />, `/?view=all&q=A&id=${R1}`)
    await userEvent.click(await screen.findByRole('tab', { name: '待判' }))
    expect(search()).toBe('?view=held&q=A')
    cleanup()
    show(<Rolls parts />, `/?view=all&q=A&id=${R1}`)
    await userEvent.click(await screen.findByRole('button', { name: '待判' }))
    expect(search()).toBe('?view=held')
  })
  it('opens a row beside the board, but none beside statistics, where nothing can be added either', async () => {
    roomOf(1440)
    startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    show(<Rolls />, `/?id=${R1}`)
    expect(await screen.findByText('A-1 beside')).toBeTruthy()
    expect(screen.getByText('板')).toBeTruthy()
    expect(screen.getByText('称重')).toBeTruthy()
    cleanup()
    show(<Rolls />, `/?view=figures&id=${R1}`)
    expect(await screen.findByText('图')).toBeTruthy()
    expect(screen.queryByText('A-1 beside')).toBeNull()
    expect(screen.queryByText('称重')).toBeNull()
  })
})

describe('list states', () => {
  it('shows a skeleton, then the rows, their number and their filters', async () => {
    const server = startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    show(<ResourcePage resource={roll as never} />, '/?state=good,held&weightFrom=5&q=A')
    expect(await screen.findByText('正在加载')).toBeTruthy()
    expect(await screen.findByText('A-1')).toBeTruthy()
    expect(screen.getByText(/共 1 条/).textContent).toMatch(/共 1 条 · “A” · 状态: 良好、待判 · 重量: 5 – $/)
    expect(server.sent[0]?.url).toBe('/api/roll?state=good%2Cheld&weightFrom=5&size=50&keyword=A')
  })
  it('empty: suggests an action; empty because of a filter: offers to clear it', async () => {
    startFakeServer({ 'GET /roll': () => replyWithRows([]) })
    show(<ResourcePage resource={roll as never} />)
    expect(await screen.findByText('点击“新增”添加第一条。')).toBeTruthy()
    cleanup()
    show(<ResourcePage resource={roll as never} />, '/?state=held')
    await userEvent.click(await screen.findByText('清除筛选'))
    expect(await screen.findByText('点击“新增”添加第一条。')).toBeTruthy()
  })
  it("error: the server's sentence and a retry that works", async () => {
    const server = startFakeServer({ 'GET /roll': json({ errno: '4500', errmsg: '' }) })
    show(<ResourcePage resource={roll as never} />)
    expect(await screen.findByText('数据获取失败')).toBeTruthy()
    expect(server.toastTexts).toEqual([]) // the page says it; a toast over it would say it twice
    server.replies['GET /roll'] = () => replyWithRows(rows)
    await userEvent.click(screen.getByText('重试'))
    expect(await screen.findByText('A-1')).toBeTruthy()
  })
  it('an open row that failed to load is not reported as deleted', async () => {
    const server = startFakeServer({ 'GET /roll': json({ errno: '4500', errmsg: '' }) })
    show(<ResourcePage resource={roll as never} />, `/?id=${R1}`)
    expect(await screen.findByText('数据获取失败')).toBeTruthy()
    expect(screen.queryByText('该数据已不存在')).toBeNull()
    server.replies['GET /roll'] = () => replyWithRows([])
    await userEvent.click(screen.getByText('重试'))
    expect(await screen.findByText('该数据已不存在')).toBeTruthy()
  })
  it('offline: reports missing data; shows cached data marked as old', async () => {
    startFakeServer({
      'GET /roll': () => {
        throw new TypeError('no network')
      },
    })
    setSyncStatus({ state: 'offline', unsent: 0, attention: 0, lastSentAt: null, readyAt: null })
    show(<ResourcePage resource={roll as never} />)
    expect(await screen.findByText('连不上服务器')).toBeTruthy()
    cleanup()
    phone.readAnswer = () =>
      Promise.resolve({
        data: { pages: [{ total: 1, list: rows, refs: {}, next: null, askedAt: 1 }], pageParams: [''] },
        at: Date.now() - 3.5 * 3_600_000,
      })
    show(<ResourcePage resource={roll as never} />)
    expect(await screen.findByText('A-1')).toBeTruthy()
    await waitFor(() => expect(screen.getByText(/3小时前的数据/)).toBeTruthy())
  })
  it('overlays unsent commands of this phone on the rows', async () => {
    startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    phone.watchOverlay = (_of, seen) => {
      seen((list) => [{ id: 'new', version: 1, code: 'B-2', pending: {} }, ...list])
      return () => undefined
    }
    show(<ResourcePage resource={roll as never} />)
    expect(await screen.findByText('B-2')).toBeTruthy()
    expect(screen.getByText('A-1')).toBeTruthy()
  })
  it('is beside its open row, also after a form that the address opened', async () => {
    roomOf(1440)
    startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    show(<ResourcePage resource={roll as never} />, `/?new=1&id=${R1}`)
    await userEvent.click(await screen.findByLabelText('返回'))
    expect(await screen.findByRole('heading', { name: 'A-1' })).toBeTruthy()
    expect(screen.getByRole('heading', { name: '卷' })).toBeTruthy()
  })
  it('offers only what the person may do', async () => {
    signInPerson({ keys: ['rollView'] })
    startFakeServer({ 'GET /roll': () => replyWithRows(rows) })
    show(<ResourcePage resource={roll as never} />, `/?id=${R1}`)
    expect(await screen.findByRole('heading', { name: 'A-1' })).toBeTruthy()
    expect(screen.queryByText('编辑')).toBeNull()
    expect(screen.queryByLabelText('删除')).toBeNull()
  })
  it("asks the specification's question with the row's name before deleting", async () => {
    const server = startFakeServer({ 'GET /roll': () => replyWithRows(rows), 'DELETE /roll': () => ok(null) })
    show(<ResourcePage resource={roll as never} />, `/?id=${R1}`)
    await userEvent.click(await screen.findByLabelText('删除'))
    const dialog = screen.getByRole('alertdialog')
    expect(dialog.textContent).toContain('此操作将永久删除该数据, 是否继续?')
    expect(dialog.textContent).toContain('A-1')
    expect(server.sent.filter((sent) => sent.method === 'DELETE')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: '删除' }))
    await waitFor(() =>
      expect(server.sent.find((sent) => sent.method === 'DELETE')?.url).toBe(`/api/roll?id=${R1}&version=3`),
    )
  })
})

describe('forms', () => {
  const form = (props: object = {}, endpoint: unknown = roll.endpoints.create) => {
    const done: unknown[] = []
    show(
      <CommandForm
        endpoint={endpoint as never}
        title="卷"
        onDone={(result) => done.push(result)}
        onBack={() => undefined}
        {...props}
      />,
    )
    return done
  }
  const write = async (label: string, value: string) =>
    fireEvent.change(await screen.findByLabelText(label), { target: { value } })

  it('validates by the contract before sending, at the field and in the summary', async () => {
    const server = startFakeServer({ 'POST /roll': () => ok(rows[0]) })
    const done = form()
    await write('重量 (kg)', '-1')
    fireEvent.click(screen.getByText('保存'))
    const summary = await screen.findByRole('alert')
    expect(summary.textContent).toContain('卷号 必填')
    expect(summary.textContent).toContain('重量 不能小于 0')
    expect(screen.getByLabelText('卷号').getAttribute('aria-invalid')).toBe('true')
    expect(server.sent).toEqual([])
    await write('卷号', 'a-7')
    await write('重量 (kg)', '1.5')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(done).toHaveLength(1))
    const body = JSON.parse(String((server.sent[0] as SentRequest).body)) as Record<string, unknown>
    expect(body).toMatchObject({ code: 'a-7', weight: 1.5 })
    expect(body['id']).toMatch(/^[0-9a-f]{8}-/)
  })
  it('creates one row from a form submitted twice', async () => {
    const server = startFakeServer({ 'POST /roll': ok({}) })
    const done = form({}, roll.endpoints.create)
    await write('卷号', 'a-7')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(done).toHaveLength(1))
    fireEvent.click(screen.getByText('保存'))
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(server.sent).toHaveLength(1)
    expect(done).toHaveLength(1)
  })
  it('shows a refusal of the server at its field and keeps the input', async () => {
    startFakeServer({
      'POST /roll': () =>
        json({ errno: '4003', errmsg: '数据已存在', data: { issues: [{ path: ['code'], code: 'duplicate' }] } }),
    })
    const done = form()
    await write('卷号', 'A-1')
    fireEvent.click(screen.getByText('保存'))
    expect((await screen.findByRole('alert')).textContent).toContain('卷号 重复')
    expect((screen.getByLabelText('卷号') as HTMLInputElement).value).toBe('A-1')
    expect(done).toEqual([])
  })
  it('stores a draft until it is saved, and restores it', async () => {
    startFakeServer({ 'POST /roll': () => ok(rows[0]) })
    form()
    await write('卷号', 'half')
    await waitFor(() =>
      expect(phone.drafts.get('form roll.create new')).toMatchObject({ values: { values: { code: 'half' } } }),
    )
    cleanup()
    form()
    expect(((await screen.findByLabelText('卷号')) as HTMLInputElement).value).toBe('half')
    expect(screen.getByText('已恢复上次未保存的内容')).toBeTruthy()
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(phone.drafts.size).toBe(0))
  })
  it('sends only changed fields, with the version that was read', async () => {
    const server = startFakeServer({ 'PUT /roll': () => ok(rows[0]) })
    const done = form({ row: rows[0] }, roll.endpoints.update)
    await write('备注', 'checked')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(done).toHaveLength(1))
    expect(JSON.parse(String(server.sent[0]?.body))).toEqual({ id: R1, version: 3, note: 'checked' })
  })
  it('sends the version on which the edit started, although the row is refreshed, and after a restart too', async () => {
    const server = startFakeServer({ 'PUT /roll': () => ok(rows[0]) })
    const props = {
      endpoint: roll.endpoints.update as never,
      title: '卷',
      onDone: () => undefined,
      onBack: () => undefined,
    }
    const wrap = (row: object) => (
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <Suspense>
            <CommandForm {...props} row={row as never} />
          </Suspense>
        </MemoryRouter>
      </QueryClientProvider>
    )
    const { rerender } = render(wrap(rows[0] as object))
    await write('备注', 'mine')
    rerender(wrap({ ...rows[0], version: 4, note: 'theirs', weight: 1 }))
    await waitFor(() => expect(phone.drafts.size).toBe(1))
    cleanup()
    render(wrap({ ...rows[0], version: 5 }))
    await screen.findByDisplayValue('mine')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(server.sent).toHaveLength(1))
    expect(JSON.parse(String(server.sent[0]?.body))).toEqual({ id: R1, version: 3, note: 'mine' })
  })
  it('stores input typed just before the session ended, for its author', async () => {
    form({ row: rows[0] }, roll.endpoints.update)
    await write('备注', 'mine')
    clearSession()
    cleanup()
    await waitFor(() => expect([...phone.drafts.values()]).toMatchObject([{ owner: 'u1' }]))
  })
  it('opens the comparison on a stale version, and saves the choice over the newer one', async () => {
    const theirs = { ...rows[0], version: 4, note: 'theirs', weight: 7 }
    const server = startFakeServer({
      'PUT /roll': (sent) =>
        (JSON.parse(String(sent.body)) as { version: number }).version === 4
          ? ok(theirs)
          : json({ errno: '6000', errmsg: 'x', data: { conflict: true, mine: { note: 'mine', weight: 9 }, theirs } }),
    })
    const done = form({ row: rows[0] }, roll.endpoints.update)
    await write('备注', 'mine')
    await write('重量 (kg)', '9')
    fireEvent.click(screen.getByText('保存'))
    expect(await screen.findByText('该数据已被他人修改')).toBeTruthy()
    expect(screen.getByText('theirs')).toBeTruthy()
    fireEvent.click(screen.getAllByRole('radio')[3] as HTMLElement)
    fireEvent.click(screen.getByText('保存所选'))
    await waitFor(() => expect(done).toHaveLength(1))
    const last = JSON.parse(String(server.sent.findLast(({ body }) => body)?.body)) as Record<string, unknown>
    expect(last).toMatchObject({ version: 4, note: 'mine', weight: 7 })
  })
  it('saves an offline command in the outbox, never through the network', async () => {
    const server = startFakeServer()
    const done = form({ startValues: { id: R1 }, fieldNames: ['weight'] }, weigh)
    await write('重量 (kg)', '480')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(done).toEqual([{ id: R1, queued: true }]))
    expect(phone.savedCommands).toMatchObject([
      { endpoint: { name: 'roll.weigh' }, body: { id: R1, weight: 480 }, draftKey: 'form roll.weigh new' },
    ])
    expect(server.sent).toEqual([])
  })
  it('corrects a refused command in place', async () => {
    startFakeServer()
    const unsent = {
      id: 'op9',
      op: 'roll.weigh',
      body: { id: R1, weight: 1 },
      lastError: null,
      entityId: R1,
    } as unknown as UnsentCommand
    const done = form({ unsent, fieldNames: ['weight'] }, weigh)
    await write('重量 (kg)', '2')
    fireEvent.click(screen.getByText('保存'))
    await waitFor(() => expect(done).toHaveLength(1))
    expect(phone.calls).toEqual(['edit op9'])
  })
  it('shows the row of a refused command and the references without an input', async () => {
    startFakeServer({
      'GET /resource_options': ({ url }) =>
        ok(url.includes('of=roll') ? [{ id: R1, label: 'A-1' }] : [{ id: R2, label: 'SB-01' }]),
    })
    const body = { id: R1, weight: 1, lineId: R2 }
    const unsent = {
      id: 'op9',
      op: 'roll.weigh',
      body,
      lastError: null,
      resource: 'roll',
      entityId: R1,
    } as unknown as UnsentCommand
    form({ unsent, fieldNames: ['weight'] }, weighAt)
    expect((await screen.findByText('A-1')).closest('div')?.textContent).toBe('卷A-1')
    expect((await screen.findByText('SB-01')).closest('div')?.textContent).toBe('产线SB-01')
  })
  it("starts with the row's values for fields missing in a refused command", async () => {
    startFakeServer()
    const unsent = {
      id: 'op9',
      op: 'roll.mend',
      body: { id: R1, weight: 1 },
      lastError: null,
      entityId: R1,
    } as unknown as UnsentCommand
    form({ unsent, row: { ...rows[0], note: '旧' } }, mend)
    expect((await screen.findByLabelText<HTMLTextAreaElement>('备注')).value).toBe('旧')
    expect(screen.getByLabelText<HTMLInputElement>('重量 (kg)').value).toBe('1')
  })
  it('explains the refusal of a corrected command, in words and at the fields concerned', async () => {
    startFakeServer()
    const buildRefusedCommand = (lastError: object) =>
      ({
        id: 'op9',
        op: 'roll.weigh',
        body: { id: R1, weight: 9000 },
        lastError,
        entityId: R1,
      }) as unknown as UnsentCommand
    form(
      {
        unsent: buildRefusedCommand({ kind: 'refused', message: '重量大于 500 kg', issues: [], data: null }),
        only: ['weight'],
      },
      weigh,
    )
    expect((await screen.findByRole('alert')).textContent).toContain('重量大于 500 kg')
    cleanup()
    const issues = [{ path: ['weight'], code: 'tooBig', params: { limit: 500 } }]
    form(
      { unsent: buildRefusedCommand({ kind: 'refused', message: '有误', issues, data: null }), only: ['weight'] },
      weigh,
    )
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('重量')
    expect(alert.textContent).toContain('500')
    expect(screen.getByLabelText('重量 (kg)').getAttribute('aria-invalid')).toBe('true')
    await write('重量 (kg)', '480')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
