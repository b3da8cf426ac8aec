// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import ProcessDataPage from '@/areas/standards/client/ProcessDataPage'
import ApprovalsCard from '@/areas/standards/client/today/ApprovalsCard'
import SentBackCard from '@/areas/standards/client/today/SentBackCard'
import {
  addMainLineStandard,
  ratifyStandard,
  submitStandard,
} from '@/areas/standards/contract/process-standard-endpoints'
import words from '@/areas/standards/locales/zh.json'
import { checkInput } from '@/contract/schema'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [me, quality, manager] = [id(9), id(8), id(7)]
const createdAt = '2026-11-20T02:00:00.000Z'
const parameter = {
  key: 'FRT',
  label: '花辊温度',
  labelEn: 'Engraved roll',
  unit: '°C',
  low: 140,
  target: 145,
  high: 150,
}
const standard = (n: number, more: object = {}) => ({
  id: id(n),
  version: 4,
  createdAt: createdAt,
  updatedAt: createdAt,
  createdBy: me,
  code: 'PS-1',
  revision: 1,
  newest: true,
  state: 'approved',
  variant: 'mainLine',
  productId: id(50),
  lineId: null,
  idealSpeed: 200,
  weightTolerance: 4,
  ratios: [],
  parameters: [parameter],
  note: null,
  approvers: [],
  waitingFor: null,
  authors: [me],
  submittedBy: null,
  submittedAt: null,
  approvedBy: manager,
  approvedAt: createdAt,
  ...more,
})
const buildApprover = (userId: string, decision: string | null = null, reason: string | null = null) => ({
  userId,
  decision,
  decidedAt: decision && createdAt,
  reason,
})
const second = (more: object = {}) =>
  standard(2, {
    revision: 2,
    newest: false,
    state: 'inApproval',
    approvedBy: null,
    approvedAt: null,
    parameters: [{ ...parameter, high: 152 }],
    ...more,
  })
const refs = { [id(50)]: 'P-15 纺粘', [me]: '于伟', [quality]: '马宏亮', [manager]: '吴海波' }
const page = (list: object[]) => replyWithRows(list, refs)

let rows: object[]
function show(address: string, keys: readonly string[], person = me) {
  signInPerson({ id: person, keys })
  const server = startFakeServer({
    'GET /plant/process_standard': ({ url }) => {
      const query = new URL(url, 'http://x').searchParams
      return page(
        rows.filter((row) => {
          const one = row as { id: string; code: string; state: string }
          return (
            (!query.get('id') || one.id === query.get('id')) &&
            (!query.get('state') || query.get('state')!.includes(one.state)) &&
            (!query.get('code') || one.code === query.get('code'))
          )
        }),
      )
    },
    'GET /craft/user_list': () =>
      ok([
        { id: quality, label: '马宏亮', detail: '质量主管' },
        { id: manager, label: '吴海波', detail: '厂长' },
        { id: me, label: '于伟', detail: '生产主管' },
      ]),
    'GET /craft/options': () =>
      ok([
        { key: 'FRT', label: '花辊温度', labelEn: null, unit: '°C', variant: 'mainLine' },
        { key: 'CS', label: '速度', labelEn: null, unit: 'm/min', variant: 'mainLine' },
      ]),
    'GET /resource_options': () => ok(Object.entries(refs).map(([one, label]) => ({ id: one, label }))),
    'POST /craft/audit': () => ok(rows[0]),
    'POST /craft/ratify': () => ok(rows[0]),
    'POST /craft/add_craft': () => ok(rows[0]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Suspense fallback="…">
          <ProcessDataPage />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
const sentTo = (server: ReturnType<typeof startFakeServer>, path: string) =>
  server.sent
    .filter(({ url }) => url.includes(path))
    .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>)
beforeEach(async () => {
  await loadTexts({ standards: words })
  rows = [
    second({
      approvers: [buildApprover(quality), buildApprover(manager)],
      waitingFor: quality,
      submittedBy: me,
      submittedAt: createdAt,
    }),
    standard(1),
  ]
  setElementSize(390)
  clearSession()
  replacePhoneStore(createFakePhone())
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a standard in approval', () => {
  const address = `/process/data?view=open&id=${id(2)}`
  it('shows what changed and offers the approver whose turn it is to agree, or to send it back with a reason', async () => {
    const server = show(address, ['processDataView', 'processDataApprove'], quality)
    expect(await screen.findByText('轮到您审批：请核对参数与变更后同意或驳回')).toBeTruthy()
    const changes = within((await screen.findByText('与第 1 版相比的变更')).closest('section')!)
    expect(changes.getByText(/140–150 °C/).tagName).toBe('DEL')
    expect(changes.getByText(/140–152 °C/).tagName).toBe('INS')
    await userEvent.click(screen.getByRole('button', { name: '驳回' }))
    const sheet = within(screen.getByRole('alertdialog'))
    expect(sheet.getByRole('button', { name: '驳回' }).hasAttribute('disabled')).toBe(true)
    await userEvent.type(sheet.getByRole('textbox'), '偏高')
    await userEvent.click(sheet.getByRole('button', { name: '驳回' }))
    await waitFor(() =>
      expect(sentTo(server, '/craft/ratify')).toEqual([
        { id: id(2), version: 4, decision: 'rejected', reason: '偏高' },
      ]),
    )
    expect(checkInput(ratifyStandard, sentTo(server, '/craft/ratify')[0])).toMatchObject({ ok: true })
  })
  it('asks once before it is agreed to, and says which version takes the place of which', async () => {
    const server = show(address, ['processDataView', 'processDataApprove'], quality)
    await userEvent.click(await screen.findByRole('button', { name: '同意' }))
    expect(sentTo(server, '/craft/ratify')).toEqual([])
    const sheet = within(screen.getByRole('alertdialog'))
    expect(sheet.getByText('PS-1 · 第 2 版')).toBeTruthy()
    expect(sheet.getByText('同意后交下一位审批人；全部同意后生效，替代第 1 版。')).toBeTruthy()
    await userEvent.click(sheet.getByRole('button', { name: '同意' }))
    await waitFor(() =>
      expect(sentTo(server, '/craft/ratify')).toEqual([{ id: id(2), version: 4, decision: 'approved' }]),
    )
  })
  it('offers nothing to the one after, and taking it back to whoever handed it in', async () => {
    show(address, ['processDataView', 'processDataApprove'], manager)
    expect(await screen.findByText('随后')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '同意' })).toBeNull()
    cleanup()
    show(address, ['processDataView', 'processDataSetApprover'])
    expect(await screen.findByRole('button', { name: '撤回' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: '同意' })).toBeNull()
  })
  it("stands on the approver's home page only", async () => {
    for (const [person, isDisplayed] of [
      [quality, true],
      [manager, false],
    ] as const) {
      signInPerson({ id: person })
      startFakeServer({
        'GET /plant/process_standard': ({ url }) =>
          page(
            rows.filter(
              (row) =>
                (row as { waitingFor: string | null }).waitingFor ===
                new URL(url, 'http://x').searchParams.get('waitingFor'),
            ),
          ),
      })
      render(
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>
            <ApprovalsCard />
          </MemoryRouter>
        </QueryClientProvider>,
      )
      if (isDisplayed) expect(await screen.findByText('工艺数据 · 待您审批的工艺标准（1）')).toBeTruthy()
      else await waitFor(() => expect(screen.queryByText(/待您审批/)).toBeNull())
      cleanup()
    }
  })
})

describe('what was rejected', () => {
  it('stands on the day of whoever wrote it, with the reason, and of nobody else', async () => {
    const rejected = [
      second({ state: 'rejected', submittedBy: me, approvers: [buildApprover(quality, 'rejected', '温度上限偏高')] }),
      standard(3, { code: 'PS-3', state: 'rejected', authors: [quality], submittedBy: quality }),
    ]
    for (const [person, isDisplayed] of [
      [me, true],
      [manager, false],
    ] as const) {
      signInPerson({ id: person })
      const server = startFakeServer({
        // The server's filter: rows that the person wrote or submitted.
        'GET /plant/process_standard': ({ url }) => {
          const wanted = new URL(url, 'http://plant').searchParams
          const [by, sender] = [wanted.get('authors'), wanted.get('submittedBy')]
          return page(
            rejected.filter(({ authors, submittedBy }) => (by ? authors.includes(by) : submittedBy === sender)),
          )
        },
        'GET /resource_options': () => ok(Object.entries(refs).map(([one, label]) => ({ id: one, label }))),
      })
      render(
        <QueryClientProvider client={createQueryClient()}>
          <MemoryRouter>
            <SentBackCard />
          </MemoryRouter>
        </QueryClientProvider>,
      )
      if (isDisplayed) {
        expect(await screen.findByText('工艺数据 · 被驳回的工艺标准（1）')).toBeTruthy()
        expect(screen.getByText('P-15 纺粘 · 温度上限偏高')).toBeTruthy()
        expect(screen.queryByText(/PS-3/)).toBeNull()
      } else {
        await waitFor(() => expect(server.sent.length).toBeGreaterThan(0))
        expect(screen.queryByText(/被驳回/)).toBeNull()
      }
      const requestedUrls = server.sent.map(({ url }) => url).filter((url) => url.includes('process_standard'))
      expect(new Set(requestedUrls)).toEqual(
        new Set(
          ['authors', 'submittedBy'].map((by) => `/api/plant/process_standard?state=rejected&size=100&${by}=${person}`),
        ),
      )
      cleanup()
    }
  })
})

describe('a version that was handed in again', () => {
  it('still shows what was answered before', async () => {
    rows[0] = second({
      approvers: [buildApprover(quality)],
      waitingFor: quality,
      earlier: [buildApprover(quality, 'rejected', '温度偏高')],
    })
    show(`/process/data?view=open&id=${id(2)}`, ['processDataView'])
    const part = (await screen.findByRole('heading', { name: '此前审批意见' })).closest('section')
    expect(part?.textContent).toContain('马宏亮驳回')
    expect(part?.textContent).toContain('温度偏高')
  })
})

describe('a draft', () => {
  it('goes to its approvers in the order in which they were tapped, never to its author', async () => {
    rows[0] = second({ state: 'notApproved' })
    const server = show(`/process/data?view=open&id=${id(2)}`, ['processDataView', 'processDataSetApprover'])
    await userEvent.click(await screen.findByRole('button', { name: '提交审批' }))
    const sheet = within(await screen.findByRole('dialog'))
    await userEvent.click(await sheet.findByRole('button', { name: /吴海波/ }))
    await userEvent.click(sheet.getByRole('button', { name: /马宏亮/ }))
    expect(sheet.queryByRole('button', { name: /于伟/ })).toBeNull()
    await userEvent.click(sheet.getByRole('button', { name: '提交审批' }))
    await waitFor(() =>
      expect(sentTo(server, '/craft/audit')).toEqual([{ id: id(2), version: 4, approvers: [manager, quality] }]),
    )
    expect(checkInput(submitStandard, sentTo(server, '/craft/audit')[0])).toMatchObject({ ok: true })
  })
  it('suggests the last approvers who can still be asked, once the list of people has loaded', async () => {
    rows[0] = second({
      state: 'rejected',
      approvers: [buildApprover(id(6)), buildApprover(manager), buildApprover(me)],
    })
    const server = show(`/process/data?view=open&id=${id(2)}`, ['processDataView', 'processDataSetApprover'])
    let answerList: (response: Response) => void = () => undefined
    server.replies['GET /craft/user_list'] = () => new Promise((resolve) => (answerList = resolve))
    await userEvent.click(await screen.findByRole('button', { name: '提交审批' }))
    const sheet = within(await screen.findByRole('dialog'))
    const submitButton = sheet.getByRole('button', { name: '提交审批' })
    expect(submitButton).toHaveProperty('disabled', true)
    answerList(
      ok([
        { id: quality, label: '马宏亮', detail: '质量主管' },
        { id: manager, label: '吴海波', detail: '厂长' },
        { id: me, label: '于伟', detail: '生产主管' },
      ]),
    )
    expect((await sheet.findByRole('button', { pressed: true })).textContent).toBe('1. 吴海波 · 厂长')
    await userEvent.click(submitButton)
    await waitFor(() => expect(sentTo(server, '/craft/audit')).toMatchObject([{ approvers: [manager] }]))
  })
  it('is written with the parameters that standards know, and checked before it is sent', async () => {
    const server = show('/process/data?new=1', ['processDataView', 'processDataAdd'])
    await userEvent.type(await screen.findByLabelText(/编码/), 'PS-9')
    await userEvent.click(screen.getByRole('button', { name: /^产品/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'P-15 纺粘' }))
    await userEvent.click(screen.getByRole('button', { name: '添加参数' }))
    await userEvent.click(await screen.findByRole('button', { name: '全部添加（2）' }))
    await userEvent.type(screen.getByLabelText('花辊温度 下限'), '151')
    await userEvent.type(screen.getByLabelText('花辊温度 上限'), '150')
    await userEvent.click(screen.getByRole('button', { name: '删除 速度' }))
    await userEvent.click(screen.getByRole('button', { name: '保存草稿' }))
    expect((await screen.findAllByText(/下限.*150/)).length).toBeGreaterThan(0)
    expect(sentTo(server, '/craft/add_craft')).toEqual([])
    await userEvent.clear(screen.getByLabelText('花辊温度 下限'))
    await userEvent.type(screen.getByLabelText('花辊温度 下限'), '140')
    await userEvent.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() => expect(sentTo(server, '/craft/add_craft')).toHaveLength(1))
    expect(sentTo(server, '/craft/add_craft')[0]).toMatchObject({
      code: 'PS-9',
      productId: id(50),
      parameters: [{ key: 'FRT', low: 140, high: 150 }],
    })
    expect(checkInput(addMainLineStandard, sentTo(server, '/craft/add_craft')[0])).toMatchObject({ ok: true })
  })
})
