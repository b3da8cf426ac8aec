// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reportsClient } from '@/areas/reports/client'
import { registerAreas } from '@/client/area-registry'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { checkInput } from '@/contract/schema'
import ReasonTreePage from '@/areas/reports/client/stops/ReasonTreePage'
import StopPage from '@/areas/reports/client/stops/StopPage'
import { formatStopLength } from '@/areas/reports/client/stops/StopCard'
import { buildAreaPreviews } from '@/offline/command-preview'
import { plantContract } from '@/plant/contract'
import { explainStop } from '@/plant/contract/line-stop'
import words from '@/areas/reports/locales/zh.json'
import plantWords from '@/plant/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

registerAreas([reportsClient])

const id = (n: number): string => `0193a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const ME = id(99)
const stop = (n: number, more: Record<string, unknown> = {}) => ({
  id: id(n),
  version: 3,
  createdAt: '2026-11-20T01:00:00.000Z',
  updatedAt: '2026-11-20T01:00:00.000Z',
  createdBy: null,
  lineId: id(1),
  startedAt: '2026-11-20T01:00:00.000Z',
  endedAt: '2026-11-20T01:20:00.000Z',
  reasonId: null,
  note: null,
  state: 'toExplain',
  minutes: 20,
  source: 'speed',
  equipmentId: null,
  repairId: null,
  workOrderId: null,
  businessDate: '2026-11-20',
  shift: 'early',
  team: 'A',
  explainedBy: null,
  explainedAt: null,
  chased: 1,
  closedBy: 'speed',
  ...more,
})
const reason = (n: number, more: Record<string, unknown>) => ({
  id: id(n),
  version: 1,
  createdAt: '2026-11-20T01:00:00.000Z',
  updatedAt: '2026-11-20T01:00:00.000Z',
  createdBy: null,
  code: `r${n}`,
  nameEn: null,
  class: 'unplanned',
  parentId: null,
  sortOrder: n,
  active: true,
  ...more,
})
const reasons = [
  reason(10, { name: '断网' }),
  reason(11, { name: '质量异常' }),
  reason(12, { name: '蚊虫', parentId: id(11) }),
  reason(13, { name: '换单', class: 'planned' }),
  reason(14, { name: '旧原因', active: false }),
]

const MARK = {
  opId: 'op-1',
  op: 'lineStop.explain',
  state: 'attention',
  occurredAt: '2026-11-20T02:00:00.000Z',
  error: null,
}
const refused = (body: Record<string, unknown>): UnsentCommand => ({
  id: 'op-1',
  seq: 1,
  op: 'lineStop.explain',
  resource: 'lineStop',
  entityId: id(20),
  body,
  baseVersion: 3,
  occurredAt: '2026-11-20T02:00:00.000Z',
  state: 'attention',
  attempts: 1,
  nextAttemptAt: 0,
  lastError: {
    kind: 'refused',
    errno: '6000',
    message: plantWords.refusals.stop.wrongOrder,
    issues: [],
    data: null,
  } as never,
  editable: true,
  photos: [],
})

let phone: ReturnType<typeof createFakePhone>
function show(rows: readonly unknown[], keys: readonly string[], query = '', page = <StopPage />) {
  signInPerson({ id: ME, keys: ['shutdownAnalysisView', ...keys] })
  const server = startFakeServer({
    'GET /production/stop_record': ({ url }) => {
      // Applies the filters that distinguish stops of the same time.
      const searchParams = new URL(url, 'http://plant').searchParams
      const list = (rows as ReturnType<typeof stop>[]).filter(
        (row) =>
          (!searchParams.has('state') || String(searchParams.get('state')).split(',').includes(row.state)) &&
          (!searchParams.has('endedAtFrom') ||
            (row.endedAt !== null && row.endedAt >= String(searchParams.get('endedAtFrom')))) &&
          (!searchParams.has('startedAtTo') || row.startedAt <= String(searchParams.get('startedAtTo'))),
      )
      return replyWithRows(list, { [id(1)]: 'SB-01 纺粘一线', [id(50)]: 'WO-77' })
    },
    'GET /production/stop_reason': () => replyWithRows(reasons),
    'GET /telemetry/speed': () => ok([]),
    'GET /resource_options': () => ok([{ id: id(1), label: 'SB-01 纺粘一线' }]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/production/shutdown?${query}`]}>
        <Suspense fallback="…">{page}</Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}

beforeEach(async () => {
  await loadTexts({ reports: words, plant: plantWords })
  Element.prototype.scrollIntoView = () => undefined
  setElementSize(390)
  clearSession()
  phone = createFakePhone()
  replacePhoneStore(phone)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('open stops', () => {
  it('are on top: running ones, then unexplained ones; forgotten ones are marked', async () => {
    show(
      [stop(20), stop(21, { state: 'standing', startedAt: '2020-01-01T00:00:00.000Z', endedAt: null, minutes: null })],
      [],
    )
    await screen.findByText('超过 24 小时未结束')
    expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual(['停机中 1', '待说明 1'])
    expect(screen.queryByText('登记停机')).toBeNull()
  })
  it('show a message if there are none', async () => {
    show([], ['shutdownAnalysisEdit'])
    await screen.findByText('没有待处理的停机')
    expect(screen.getByText('登记停机')).toBeTruthy()
  })
})

it.each([
  ['2026-11-20T01:34:54.000Z', '35分钟', '35 min'],
  ['2026-11-20T01:59:40.000Z', '1小时', '1 h'],
  ['2026-11-20T01:00:40.000Z', '40秒', '40 s'],
])('one until %s lasted %s, in the list as on its page', async (endedAt, zh, en) => {
  const one = stop(20, { endedAt })
  expect(formatStopLength(one, 0, 'zh')).toBe(zh)
  expect(formatStopLength(one, 0, 'en')).toBe(en)
  show([one], [], `view=list&id=${one.id}`)
  expect(await screen.findByText((text) => text.includes(zh))).toBeTruthy()
})

describe('explaining', () => {
  it('needs a reason: nothing is saved without one', async () => {
    const person = userEvent.setup()
    show([stop(20)], ['shutdownAnalysisEdit'], `id=${id(20)}&act=explain`)
    await screen.findByLabelText('质量异常')
    await person.click(screen.getByRole('button', { name: '保存' }))
    expect((await screen.findByRole('alert')).textContent).toMatch(/停机原因.*必填/)
    expect(phone.savedCommands).toEqual([])
  })
  it('takes two taps, a third where there are finer reasons, and is saved on the phone with the version seen', async () => {
    const person = userEvent.setup()
    show([stop(20)], ['shutdownAnalysisEdit'], `id=${id(20)}&act=explain`)
    await person.click(await screen.findByLabelText('质量异常'))
    await person.click(await screen.findByLabelText('蚊虫'))
    expect(screen.queryByText('旧原因')).toBeNull()
    await person.click(screen.getByRole('button', { name: '计划停机' }))
    expect(screen.getByLabelText('换单')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]).toMatchObject({
      endpoint: { name: 'lineStop.explain' },
      body: { id: id(20), version: 3, reasonId: id(12) },
    })
    expect(checkInput(explainStop as never, phone.savedCommands[0]!.body)).toMatchObject({ ok: true })
  })
  it("of a repair's stop leaves the times to the repair", async () => {
    show([stop(20, { source: 'repair', repairId: id(30) })], ['shutdownAnalysisEdit'], `id=${id(20)}&act=explain`)
    await screen.findByText(plantWords.refusals.stop.timesOfRepair)
    expect(screen.queryByText(plantWords.lineStop.fields.startedAt)).toBeNull()
  })
  it('of a stop of four months ago can still be said; a new beginning of another century not', async () => {
    const person = userEvent.setup()
    const old = { startedAt: '2026-07-01T01:00:00.000Z', endedAt: '2026-07-01T01:20:00.000Z' }
    show([stop(20, old)], ['shutdownAnalysisEdit'], `id=${id(20)}&act=explain`)
    const begin = await screen.findByLabelText(new RegExp(plantWords.lineStop.fields.startedAt), { selector: 'input' })
    await person.click(await screen.findByLabelText('断网'))
    fireEvent.change(begin, { target: { value: '1990-01-01T00:00' } })
    await person.click(screen.getByRole('button', { name: '保存' }))
    expect((await screen.findAllByText(/已超过三个月/)).length).toBeGreaterThan(0)
    expect(phone.savedCommands).toEqual([])
    fireEvent.change(begin, { target: { value: '2026-07-01T09:00' } })
    await person.click(screen.getByRole('button', { name: '保存' }))
    await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
    expect(phone.savedCommands[0]?.body).toEqual({ id: id(20), version: 3, reasonId: id(10) })
  })
  const enterEnd = async (person: ReturnType<typeof userEvent.setup>, value: string) => {
    const end = await screen.findByLabelText(new RegExp(plantWords.lineStop.fields.endedAt), { selector: 'input' })
    await person.click(await screen.findByLabelText('断网'))
    fireEvent.change(end, { target: { value } })
    await person.click(screen.getByRole('button', { name: '保存' }))
  }
  it.each([
    ['its end, which the speed told, taken away', '', plantWords.refusals.stop.ranAgain],
    ['an end before its beginning', '2026-11-20T08:00', plantWords.refusals.stop.wrongOrder],
    [
      'an end in another stop',
      '2026-11-20T09:35',
      '会与该产线 2026-11-20 09:30 至 2026-11-20 09:40 的停机重叠，请核对结束时间',
    ],
    [
      'an end after the line ran again',
      '2026-11-20T09:25',
      '车速显示产线在 2026-11-20 09:21 运行，停机时段不能包含该时刻',
    ],
  ])('%s is told before it is saved', async (_what, end, refusal) => {
    const person = userEvent.setup()
    const next = stop(22, { startedAt: '2026-11-20T01:30:00.000Z', endedAt: '2026-11-20T01:40:00.000Z' })
    const server = show([stop(20), next], ['shutdownAnalysisEdit'], `id=${id(20)}&act=explain`)
    server.replies['GET /telemetry/speed'] = () =>
      ok([
        { at: '2026-11-20T01:10:00.000Z', speed: 0, least: 0 },
        { at: '2026-11-20T01:21:00.000Z', speed: 250, least: 250 },
      ])
    await enterEnd(person, end)
    expect((await screen.findByRole('alert')).textContent).toContain(refusal)
    expect(phone.savedCommands).toEqual([])
  })
  it('is judged anew where this phone itself had told the wrong end', async () => {
    const person = userEvent.setup()
    const wrong = { endedAt: '2199-11-20T00:30:00.000Z', closedBy: 'person', reasonId: id(10) }
    phone = createFakePhone({
      watchOverlay: (resource, seen) => {
        seen((rows) => (resource === 'lineStop' ? rows.map((row) => ({ ...row, ...wrong, pending: MARK })) : rows))
        return () => undefined
      },
    })
    replacePhoneStore(phone)
    show([stop(20)], ['shutdownAnalysisEdit'], `id=${id(20)}&act=explain`)
    await screen.findByLabelText('断网')
    await person.click(screen.getByRole('button', { name: '保存' }))
    expect((await screen.findByRole('alert')).textContent).toContain('不能晚于现在')
  })
  it('that was not taken is corrected in its own form, which names the line and the order and judges again', async () => {
    const person = userEvent.setup()
    const edited: unknown[] = []
    phone = createFakePhone({
      watchCommands: (seen) => {
        seen([refused({ id: id(20), version: 3, reasonId: id(10), endedAt: '2026-11-20T00:30:00.000Z' })])
        return () => undefined
      },
      edit: (...given) => {
        edited.push(given)
        return Promise.resolve()
      },
    })
    replacePhoneStore(phone)
    show([stop(20, { workOrderId: id(50) })], ['shutdownAnalysisEdit'], 'unsent=op-1')
    expect(await screen.findByText('SB-01 纺粘一线 · WO-77')).toBeTruthy()
    expect((await screen.findByLabelText<HTMLInputElement>('断网')).checked).toBe(true)
    const [begin, end] = document.querySelectorAll<HTMLInputElement>('.ui-date.is-moment > input')
    expect([begin?.value, end?.value]).toEqual(['2026-11-20 09:00', '2026-11-20 08:30'])
    await person.click(screen.getByRole('button', { name: '保存' }))
    expect((await screen.findByRole('alert')).textContent).toContain(plantWords.refusals.stop.wrongOrder)
    expect(edited).toEqual([])
    fireEvent.change(end!, { target: { value: '2026-11-20T09:20' } })
    await person.click(screen.getByRole('button', { name: '保存' }))
    const body = { id: id(20), version: 3, reasonId: id(10), endedAt: '2026-11-20T01:20:00.000Z' }
    await waitFor(() => expect(edited).toEqual([['op-1', body, 3]]))
  })
  it('is seen at once in the list, by the rule of the server', () => {
    const previews = buildAreaPreviews(plantContract)
    const op = { userId: ME, occurredAt: '2026-11-20T02:00:00.000Z' } as never
    expect(previews['lineStop.explain']!(stop(20), { id: id(20), reasonId: id(10) }, op)).toMatchObject({
      state: 'explained',
      minutes: 20,
      explainedBy: ME,
    })
    expect(
      previews['lineStop.explain']!(stop(20, { endedAt: null }), { id: id(20), reasonId: id(10) }, op),
    ).toMatchObject({ state: 'standing', minutes: null })
    expect(
      previews['lineStop.create']!(undefined, { id: id(21), lineId: id(1), startedAt: '2026-11-20T01:00:00.000Z' }, op),
    ).toMatchObject({ state: 'standing', source: 'person', reasonId: null })
    expect(previews['lineStop.explain']!(undefined, { id: id(20) }, op)).toBeNull()
  })
})

describe('the analysis', () => {
  it('is of the days, the line and the team that its address says, and the address follows the choice', async () => {
    const person = userEvent.setup()
    const requestedUrls: string[] = []
    const figures = {
      stops: 0,
      unplanned: 0,
      mtbsHours: null,
      mdtHours: null,
      periodHours: 24,
      plannedHours: 0,
      unplannedHours: 0,
      unknownHours: 0,
      availabilityPercent: 100,
    }
    const server = show([], [], `view=analysis&from=2026-11-01&to=2026-11-19&crew=B`)
    server.replies['GET /plant/rotation'] = () => replyWithRows([])
    server.replies['GET /production/stop_analyse'] = ({ url }) => {
      requestedUrls.push(url)
      return ok({
        from: '2026-11-01',
        to: '2026-11-19',
        ...figures,
        pareto: [],
        lines: [],
        teams: [],
        shifts: [],
        trend: [],
      })
    }
    await waitFor(() => expect(requestedUrls.at(-1)).toContain('from=2026-11-01&to=2026-11-19&team=B'))
    await person.selectOptions(await screen.findByLabelText('班组'), 'C')
    await person.selectOptions(screen.getByLabelText('产线'), id(1))
    await waitFor(() => expect(requestedUrls.at(-1)).toContain(`lineId=${id(1)}&team=C`))
    await person.selectOptions(screen.getByLabelText('班组'), '全部班组')
    await waitFor(() => expect(requestedUrls.at(-1)).not.toContain('team='))
  })
})

describe('stop reasons', () => {
  it('are a tree: classes with their number, reasons, and the reasons below them', async () => {
    show([], ['shutdownAnalysisEdit'], '', <ReasonTreePage onBack={() => undefined} />)
    const unplanned = await screen.findByRole('region', { name: plantWords.stopReason.options.class.unplanned })
    expect(unplanned.querySelector('h2')?.textContent).toMatch(/4$/)
    const child = within(unplanned).getByText('蚊虫').closest('li')
    expect(child?.parentElement?.closest('li')?.textContent).toContain('质量异常')
  })
})
