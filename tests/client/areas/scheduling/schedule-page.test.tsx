// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { LateOrderList } from '@/areas/scheduling/client/LateOrderList'
import SchedulePage from '@/areas/scheduling/client/SchedulePage'
import { placeOrder } from '@/areas/scheduling/contract/planning-endpoints'
import { workOrder } from '@/areas/orders/contract/work-order'
import { checkInput } from '@/contract/schema'
import equipmentWords from '@/areas/equipment/locales/zh.json'
import words from '@/areas/orders/locales/zh.json'
import schedulingWords from '@/areas/scheduling/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'
import { id, toTimeAfterStart, storedFields, createEntry, renderOrdersPage } from '../orders/order-stage'

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
  showToast: (text: string, _kind: string, way?: { label: string; onChoose: () => void }) => {
    toasts.texts.push(text)
    toasts.ways.push(way)
  },
}))

let width = 1440
beforeEach(async () => {
  await loadTexts({ orders: words, scheduling: schedulingWords, equipment: equipmentWords })
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

describe('the plan', () => {
  const requestedPlans: { dryRun?: boolean; startsAt: string; lineId: string }[] = []
  const plan = (answer: (body: { dryRun?: boolean; startsAt: string; endsAt: string; lineId: string }) => Response) => {
    requestedPlans.length = 0
    return renderOrdersPage(
      SchedulePage,
      '/production/schedule',
      ['productionScheduleView', 'productionScheduleEdit'],
      {
        'GET /production_scheduling': () => ok([createEntry(1, 0, 4), createEntry(2, 6, 8, { late: true })]),
        'POST /production_scheduling': (sent) => {
          const body = JSON.parse(String(sent.body)) as (typeof requestedPlans)[number] & { endsAt: string }
          expect(checkInput(placeOrder, body)).toMatchObject({ ok: true })
          requestedPlans.push(body)
          return answer(body)
        },
      },
    )
  }
  const inTime = { before: [], fresh: [], patternMm: null, webMm: null, dueOn: null, lateMinutes: 0, later: [] }
  const moves = (body: { startsAt: string; endsAt: string }) =>
    ok({
      entry: id(101),
      moved: [
        { id: id(101), number: 'WO-1', startsAt: body.startsAt, endsAt: body.endsAt },
        { id: id(102), number: 'WO-2', startsAt: toTimeAfterStart(7), endsAt: toTimeAfterStart(9) },
      ],
      ...inTime,
    })

  it('moves an order by the arrow keys, tells what would move, and saves on Enter only', async () => {
    plan(moves)
    const bar = await screen.findByRole('button', { name: /WO-1, P15 白, 已计划/ })
    expect(screen.getByRole('button', { name: /WO-2.*延期/ })).toBeTruthy()
    bar.focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) fireEvent.keyDown(bar, { key })
    expect(await screen.findByText('还会移动 1 个工单：WO-2')).toBeTruthy()
    expect(requestedPlans).toMatchObject([{ dryRun: true, startsAt: toTimeAfterStart(0.5), lineId: id(2) }])
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/WO-1/)
    fireEvent.keyDown(bar, { key: 'Enter' })
    await waitFor(() => expect(requestedPlans).toHaveLength(2))
    expect(requestedPlans[1]).toMatchObject({
      startsAt: toTimeAfterStart(0.5),
      endsAt: toTimeAfterStart(4.5),
      lineId: id(2),
      version: 3,
    })
    expect(requestedPlans[1]?.dryRun).toBeUndefined()
    await waitFor(() => expect(screen.queryByText('还会移动 1 个工单：WO-2')).toBeNull())
  })
  it('says of which span its counts are: those of the former one are not told of the next', async () => {
    let answer: (response: Response) => void = () => undefined
    let requestCount = 0
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView'], {
      'GET /production_scheduling': () =>
        requestCount++ === 0
          ? ok([createEntry(1, 0, 4), createEntry(2, 6, 8, { late: true })])
          : new Promise<Response>((resolve) => (answer = resolve)),
    })
    const orderCountText = (await screen.findByText(/2 个工单/)).textContent
    fireEvent.click(screen.getByRole('button', { name: schedulingWords.pages.schedule.spans.week }))
    await waitFor(() => expect(requestCount).toBe(2))
    expect(screen.getByText(/2 个工单/).textContent).toBe(orderCountText)
    const drawn = () => screen.getByRole('button', { name: /WO-1/ }).closest('[aria-busy]')?.getAttribute('aria-busy')
    expect(drawn()).toBe('true')
    answer(ok([createEntry(1, 0, 4)]))
    expect((await screen.findByText(/1 个工单/)).textContent).not.toContain(orderCountText?.slice(0, 30))
    expect(drawn()).toBe('false')
  })
  it('moves an order when its bar is dropped, and says which orders become late', async () => {
    const previousPlan = [
      { id: id(101), version: 4, lineId: id(1), startsAt: toTimeAfterStart(0), endsAt: toTimeAfterStart(4) },
    ]
    const later = [{ number: 'WO-9', lateBefore: 0, lateAfter: 90 }]
    const saved: unknown[] = []
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 4)]),
      'POST /production_scheduling': ({ body }) => {
        const input = JSON.parse(String(body)) as { startsAt: string; endsAt: string; dryRun?: boolean }
        if (!input.dryRun) saved.push(input)
        const moved = [{ id: id(101), number: 'WO-1', startsAt: input.startsAt, endsAt: input.endsAt }]
        return ok({ entry: id(101), moved, ...inTime, later, ...(input.dryRun ? {} : { before: previousPlan }) })
      },
    })
    Element.prototype.setPointerCapture = () => undefined
    const bar = await screen.findByRole('button', { name: /WO-1/ })
    // jsdom has no PointerEvent.
    const fire = (type: string, clientX: number) =>
      fireEvent(bar, new MouseEvent(type, { bubbles: true, button: 0, clientX, clientY: 10 }))
    fire('pointerdown', 100)
    fire('pointermove', 160)
    fire('pointerup', 160)
    await waitFor(() => expect(saved).toHaveLength(1))
    await waitFor(() => expect(toasts.ways.at(-1)?.label).toBe('撤销'))
    expect(toasts.texts.at(-1)).toContain('使 1 个工单延期或延期更久：WO-9')
  })
  it('offers to put back what was moved', async () => {
    const previousPlan = [
      { id: id(101), version: 4, lineId: id(1), startsAt: toTimeAfterStart(0), endsAt: toTimeAfterStart(4) },
    ]
    const sent: unknown[] = []
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 4)]),
      'POST /production_scheduling': ({ body }) => {
        const { startsAt, endsAt, dryRun } = JSON.parse(String(body)) as (typeof requestedPlans)[number] & {
          endsAt: string
        }
        const moved = [{ id: id(101), number: 'WO-1', startsAt, endsAt }]
        return ok({ entry: id(101), moved, ...inTime, ...(dryRun ? {} : { before: previousPlan }) })
      },
      'PUT /production_scheduling': ({ body }) => {
        sent.push(JSON.parse(String(body)))
        return ok({ moved: 1 })
      },
    })
    const bar = await screen.findByRole('button', { name: /WO-1/ })
    fireEvent.keyDown(bar, { key: 'ArrowRight' })
    await screen.findByText('不影响其他工单')
    fireEvent.keyDown(bar, { key: 'Enter' })
    await waitFor(() => expect(toasts.ways.at(-1)?.label).toBe('撤销'))
    toasts.ways.at(-1)?.onChoose()
    await waitFor(() => expect(sent).toEqual([{ before: previousPlan, fresh: [] }]))
  })
  it('keeps the way back from what was placed on the page, also of an order that had no place', async () => {
    const back = {
      before: [{ id: id(102), version: 5, lineId: id(1), startsAt: toTimeAfterStart(6), endsAt: toTimeAfterStart(8) }],
      fresh: [{ id: id(101), version: 1 }],
    }
    const sent: unknown[] = []
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 4)]),
      'POST /production_scheduling': ({ body }) => {
        const { startsAt, endsAt, dryRun } = JSON.parse(String(body)) as (typeof requestedPlans)[number] & {
          endsAt: string
        }
        const moved = [{ id: id(101), number: 'WO-1', startsAt, endsAt }]
        return ok({ entry: id(101), moved, ...inTime, ...(dryRun ? {} : back) })
      },
      'PUT /production_scheduling': ({ body }) => {
        sent.push(JSON.parse(String(body)))
        return ok({ moved: 2 })
      },
    })
    const bar = await screen.findByRole('button', { name: /WO-1/ })
    fireEvent.keyDown(bar, { key: 'ArrowRight' })
    await screen.findByText('不影响其他工单')
    fireEvent.keyDown(bar, { key: 'Enter' })
    expect(await screen.findByText('最近更改：WO-1 已排产 · 移动了 1 个工单')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(sent).toEqual([back]))
    await waitFor(() => expect(screen.queryByText(/最近更改/)).toBeNull())
  })
  it('names the orders that move, behind the time shown as well, up to a few', async () => {
    const movedOrders = [2, 7, 8].map((n) => ({
      id: id(100 + n),
      number: `WO-${n}`,
      startsAt: toTimeAfterStart(40 + n),
      endsAt: toTimeAfterStart(41 + n),
    }))
    plan(({ startsAt, endsAt }) =>
      ok({ entry: id(101), moved: [{ id: id(101), number: 'WO-1', startsAt, endsAt }, ...movedOrders], ...inTime }),
    )
    const bar = await screen.findByRole('button', { name: /WO-1/ })
    fireEvent.keyDown(bar, { key: 'ArrowRight' })
    expect(await screen.findByText('还会移动 3 个工单：WO-2、WO-7、WO-8')).toBeTruthy()
    for (const n of [9, 10, 11, 12])
      movedOrders.push({
        id: id(100 + n),
        number: `WO-${n}`,
        startsAt: toTimeAfterStart(40 + n),
        endsAt: toTimeAfterStart(41 + n),
      })
    fireEvent.keyDown(bar, { key: 'ArrowRight' })
    expect(await screen.findByText('还会移动 7 个工单：WO-2、WO-7、WO-8、WO-9、WO-10、另 2 个')).toBeTruthy()
  })
  it('names the orders that become late or later, and says that it ends after its own due day', async () => {
    plan((body) =>
      ok({
        entry: id(101),
        moved: [{ id: id(101), number: 'WO-1', startsAt: body.startsAt, endsAt: body.endsAt }],
        dueOn: '2026-12-02',
        lateMinutes: 450,
        later: [
          { number: 'WO-5', lateBefore: 300, lateAfter: 645 },
          { number: 'WO-6', lateBefore: 0, lateAfter: 60 },
        ],
      }),
    )
    fireEvent.keyDown(await screen.findByRole('button', { name: /WO-1/ }), { key: 'ArrowRight' })
    expect(await screen.findByText(/^完成时间晚于本工单交期 2026-12-02，晚 7\s*小时\s*30\s*分/)).toBeTruthy()
    expect(
      await screen.findByText(
        /^使 2 个工单延期或延期更久：WO-5 5\s*小时 → 10\s*小时\s*45\s*分.*、WO-6 按期 → 1\s*小时/,
      ),
    ).toBeTruthy()
  })
  it('says what is being made and will not be done in time', async () => {
    plan(({ startsAt, endsAt }) =>
      ok({
        entry: id(101),
        moved: [{ id: id(101), number: 'WO-1', startsAt, endsAt }],
        ...inTime,
        clash: 'WO-9',
        clashEnds: toTimeAfterStart(1),
        clashMinutes: 45,
        clashNext: 'WO-1',
      }),
    )
    fireEvent.keyDown(await screen.findByRole('button', { name: /WO-1/ }), { key: 'ArrowRight' })
    expect(await screen.findByText(/^工单 WO-9 预计 .* 完成，加换产 45 分钟，会压到 WO-1$/)).toBeTruthy()
  })
  it('shows in the form the first free place of the line, where it would land', async () => {
    const order = { ...storedFields, id: id(207), number: 'WO-7', productId: id(50), lineId: id(1), state: 'planned' }
    const sent: { startsAt: string | null }[] = []
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 4)]),
      'GET /plant/work_order': () =>
        replyWithRows([{ ...order, priority: 'normal', plannedStart: null, plannedEnd: null }]),
      'GET /plant/product': () => replyWithRows([]),
      'POST /production_scheduling': ({ body }) => {
        const requestedPlan = JSON.parse(String(body)) as (typeof sent)[number] & { endsAt?: string }
        sent.push(requestedPlan)
        return ok({
          entry: id(107),
          dueOn: null,
          lateMinutes: 0,
          later: [],
          moved: [
            {
              id: id(107),
              number: 'WO-7',
              startsAt: requestedPlan.startsAt ?? toTimeAfterStart(5),
              endsAt: requestedPlan.endsAt ?? toTimeAfterStart(8),
            },
          ],
        })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: '安排工单' }))
    expect(await screen.findByLabelText('时长（小时）')).toHaveProperty('value', '3')
    expect(sent[0]?.startsAt).toBeNull()
    await waitFor(() => expect(sent.at(-1)?.startsAt).toBe(toTimeAfterStart(5)))
    expect(await screen.findByText('不影响其他工单')).toBeTruthy()
  })
  it('tells of an order with too little time, and offers the time it needs', async () => {
    width = 390
    const sent: { startsAt: string; endsAt: string }[] = []
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 6.5, { neededHours: 20.25 })]),
      'POST /production_scheduling': ({ body }) => {
        sent.push(JSON.parse(String(body)) as (typeof sent)[number])
        return ok({ entry: id(101), moved: [], dueOn: null, lateMinutes: 0, later: [] })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: /WO-1/ }))
    // On its card and in the opened panel.
    await waitFor(() => expect(screen.getAllByText(/^排产 6.5\d? h，现需 20.25 h$/)).toHaveLength(2))
    fireEvent.click(screen.getByRole('button', { name: '按所需时长重新安排' }))
    await waitFor(() =>
      expect(sent.at(-1)).toMatchObject({ startsAt: toTimeAfterStart(0), endsAt: toTimeAfterStart(20.25) }),
    )
  })
  it('marks the bar of an order with too little time, and counts such orders above the plan', async () => {
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 6.5, { neededHours: 20.25 }), createEntry(2, 7, 8)]),
    })
    const bar = await screen.findByRole('button', { name: /WO-1, .*排产 6.5\d? h，现需 20.25 h/ })
    expect(bar.className).toContain('is-warned')
    expect(bar.querySelector('svg')).toBeTruthy()
    expect(screen.getByRole('button', { name: /WO-2/ }).className).not.toContain('is-warned')
    expect(screen.getByText('1 个排产时间不足')).toBeTruthy()
  })
  it('says which of the orders to schedule are due on a day that is over', async () => {
    const order = {
      ...storedFields,
      productId: id(50),
      lineId: null,
      state: 'planned',
      priority: 'normal',
      plannedStart: null,
    }
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () => ok([]),
      'GET /plant/work_order': () =>
        replyWithRows([
          { ...order, id: id(207), number: 'WO-7', dueOn: '2020-01-01' },
          { ...order, id: id(208), number: 'WO-8', dueOn: '2099-01-01' },
        ]),
    })
    expect((await screen.findByText('WO-7')).closest('li')?.textContent).toContain('交期已过')
    expect(screen.getByText('WO-8').closest('li')?.textContent).not.toContain('交期已过')
  })
  it('says that a slitting pattern has no room on the line', async () => {
    plan(({ startsAt, endsAt }) =>
      ok({
        entry: id(101),
        moved: [{ id: id(101), number: 'WO-1', startsAt, endsAt }],
        ...inTime,
        patternMm: 4000,
        webMm: 3200,
      }),
    )
    fireEvent.keyDown(await screen.findByRole('button', { name: /WO-1/ }), { key: 'ArrowRight' })
    expect(await screen.findByText(/4000.*3200/)).toBeTruthy()
  })
  it('takes an order out once it is sure, with its gap or without, and keeps the way back', async () => {
    width = 390
    const sent: { close?: boolean; dryRun?: boolean }[] = []
    const back: unknown[] = []
    const keys = ['productionScheduleView', 'productionScheduleDelete', 'productionScheduleEdit']
    const place = { lineId: id(1), startsAt: toTimeAfterStart(6), endsAt: toTimeAfterStart(8) }
    const out = [
      { workOrderId: id(201), lineId: id(1), startsAt: toTimeAfterStart(0), endsAt: toTimeAfterStart(4), note: null },
    ]
    const previousPlan = [{ id: id(102), version: 4, ...place }]
    renderOrdersPage(SchedulePage, '/production/schedule', keys, {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 4), createEntry(2, 6, 8)]),
      'POST /plant/schedule_take_out': ({ body }) => {
        const asked = JSON.parse(String(body)) as (typeof sent)[number]
        sent.push(asked)
        const moved = [{ id: id(102), number: 'WO-2', startsAt: toTimeAfterStart(0), endsAt: toTimeAfterStart(2) }]
        return ok({ moved, upMinutes: 360, before: asked.dryRun ? [] : previousPlan, out: asked.dryRun ? [] : out })
      },
      'PUT /production_scheduling': ({ body }) => {
        back.push(JSON.parse(String(body)))
        return ok({ moved: 2 })
      },
    })
    fireEvent.click(await screen.findByRole('button', { name: /WO-1/ }))
    fireEvent.click(await screen.findByRole('button', { name: '移出排产' }))
    expect(
      screen.queryAllByRole('button', { name: '关闭' }).filter((one) => one.className.includes('is-primary')),
    ).toEqual([])
    await screen.findByText(schedulingWords.pages.schedule.takeOutAsked)
    expect(await screen.findByText('后面 1 个工单可前移 6小时：WO-2')).toBeTruthy()
    expect(screen.getByRole('button', { name: '移出，保留空档' })).toBeTruthy()
    expect(sent).toMatchObject([{ close: true, dryRun: true }])
    fireEvent.click(screen.getByRole('button', { name: '移出，后面 1 单前移' }))
    expect(await screen.findByText('最近更改：WO-1 已移出排产 · 移动了 1 个工单')).toBeTruthy()
    expect(sent[1]).toEqual({ id: id(101), version: 3, close: true })
    fireEvent.click(screen.getByRole('button', { name: '撤销' }))
    await waitFor(() => expect(back).toEqual([{ before: previousPlan, fresh: [], out }]))
    await waitFor(() => expect(screen.queryByText(/最近更改/)).toBeNull())
  })
  it('says why an order can not be there, and Escape takes it back', async () => {
    plan(() => json({ errno: '6000', errmsg: '与工单 WO-9 的时间重叠', data: null }))
    const bar = await screen.findByRole('button', { name: /WO-1/ })
    fireEvent.keyDown(bar, { key: 'ArrowLeft', shiftKey: true })
    expect(await screen.findByText('与工单 WO-9 的时间重叠')).toBeTruthy()
    expect(requestedPlans[0]).toMatchObject({ startsAt: toTimeAfterStart(-1) })
    fireEvent.keyDown(bar, { key: 'Enter' })
    fireEvent.keyDown(bar, { key: 'Escape' })
    expect(screen.queryByText('与工单 WO-9 的时间重叠')).toBeNull()
    expect(requestedPlans).toHaveLength(1)
  })
  it('is a list line by line on a phone, where an order is moved by typing', async () => {
    width = 390
    plan(moves)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /WO-1/ }))
    await user.click(await screen.findByRole('button', { name: '移动' }))
    await user.selectOptions(await screen.findByLabelText('产线'), 'SB-2 2号线')
    await screen.findByText('还会移动 1 个工单：WO-2')
    await user.click(screen.getByRole('button', { name: '安排工单' }))
    await waitFor(() => expect(requestedPlans.at(-1)).toMatchObject({ lineId: id(2), startsAt: toTimeAfterStart(0) }))
    expect(requestedPlans.at(-1)?.dryRun).toBeUndefined()
  })
  it('takes no length that is none, and says which', async () => {
    width = 390
    plan(moves)
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /WO-1/ }))
    await user.click(await screen.findByRole('button', { name: '移动' }))
    const hours = await screen.findByLabelText('时长（小时）')
    fireEvent.change(hours, { target: { value: '-3' } })
    expect(await screen.findByText('请输入 0.25–720 小时')).toBeTruthy()
    expect(hours).toHaveProperty('value', '-3')
    expect(screen.getByRole('button', { name: '安排工单' })).toHaveProperty('disabled', true)
    fireEvent.change(hours, { target: { value: '6' } })
    await screen.findByText('还会移动 1 个工单：WO-2')
    await user.click(screen.getByRole('button', { name: '安排工单' }))
    await waitFor(() =>
      expect(requestedPlans.at(-1)).toMatchObject({ startsAt: toTimeAfterStart(0), endsAt: toTimeAfterStart(6) }),
    )
  })
  it('opens an order beside the plan at a desk, tells by how much it is late, and Escape closes it', async () => {
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView', 'productionScheduleEdit'], {
      'GET /production_scheduling': () =>
        ok([createEntry(1, 0, 4), createEntry(2, 6, 8, { late: true, dueAt: toTimeAfterStart(5) })]),
    })
    const late = await screen.findByRole('list', { name: '延期工单' })
    fireEvent.click(within(late).getByRole('button', { name: 'WO-2 晚 3小时' }))
    const panel = screen.getByRole('complementary', { name: 'WO-2 · P15 白' })
    expect(within(panel).getByText('晚 3小时')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.getByRole('button', { name: /WO-1, P15 白/ })).toBeTruthy() // the plan goes on beside it
    fireEvent.keyDown(document.body, { key: 'Escape' })
    expect(screen.queryByRole('complementary')).toBeNull()
  })
  it('counts the late orders outside of it, also those on later pages of the list', async () => {
    signInPerson({ id: id(9), keys: ['productionScheduleView'], pages: ['progressMonitoring'] })
    const progressPages: Record<string, object> = {
      '': { total: 3, list: [{ id: id(301) }], refs: {}, next: 'p2' },
      p2: { total: 3, list: [{ id: id(202) }, { id: id(302) }], refs: {}, next: null },
    }
    startFakeServer({
      'GET /progress_monitoring_list': ({ url }) =>
        ok(progressPages[new URLSearchParams(url.split('?')[1]).get('after') ?? '']),
    })
    render(
      <QueryClientProvider client={createQueryClient()}>
        <MemoryRouter>
          <LateOrderList
            entries={[createEntry(2, 6, 8, { late: true, dueAt: toTimeAfterStart(5) }) as never]}
            onOpen={() => undefined}
          />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    expect(await screen.findByRole('link', { name: '此时段外另有 2 个延期工单' })).toBeTruthy()
  })
  it('is drawn over time on a tablet too, with the list below it', async () => {
    width = 604
    plan(moves)
    await screen.findByRole('region', { name: schedulingWords.pages.schedule.gantt })
    const found = await screen.findAllByRole('button', { name: /WO-1/ })
    expect(found.map((one) => one.className.split(' ')[0])).toEqual(['gantt-bar', 'ui-card'])
    fireEvent.click(found[1]!)
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })
  it('leaves the labels of its hours apart at the text size they are drawn in', async () => {
    width = 820
    document.documentElement.style.fontSize = '32px'
    plan(moves)
    await screen.findByRole('region', { name: schedulingWords.pages.schedule.gantt })
    const places = [...document.querySelectorAll<HTMLElement>('.gantt-ticks > span')].map(
      (tick) => (Number.parseFloat(tick.style.insetInlineStart) / 100) * width,
    )
    document.documentElement.style.fontSize = ''
    expect(places.length).toBeGreaterThan(1)
    for (let i = 1; i < places.length; i++) expect(places[i]! - places[i - 1]!).toBeGreaterThanOrEqual(2 * 44)
  })
  it('keeps naming lines by their codes, although codes leave its hours more room', async () => {
    const watched = new Map<Element, (entries: object[]) => void>()
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(private readonly tell: (entries: object[]) => void) {}
        observe(element: Element) {
          watched.set(element, this.tell)
        }
        unobserve() {
          return undefined
        }
        disconnect() {
          return undefined
        }
      },
    )
    width = 740
    plan(moves)
    const gantt = await screen.findByRole('region', { name: schedulingWords.pages.schedule.gantt })
    const hours = gantt.querySelector('.gantt-area')!
    act(() => watched.get(hours)?.([{ contentRect: { width: 740 - 64 } }]))
    expect(gantt.classList).toContain('is-narrow')
    expect(gantt.querySelector('.gantt-line')?.textContent).toBe('SB-1')
  })
  it('tells of a bar that a mouse rests on', async () => {
    plan(moves)
    const bar = await screen.findByRole('button', { name: /WO-2/ })
    const user = userEvent.setup()
    await user.hover(bar)
    expect(document.querySelector('.gantt-card')?.textContent).toContain('安洁')
    await user.unhover(bar)
    expect(document.querySelector('.gantt-card')).toBeNull()
  })
  it('lets nobody move without the key', async () => {
    signInPerson({ id: id(9) })
    renderOrdersPage(SchedulePage, '/production/schedule', ['productionScheduleView'], {
      'GET /production_scheduling': () => ok([createEntry(1, 0, 4)]),
    })
    const bar = await screen.findByRole('button', { name: /WO-1/ })
    fireEvent.keyDown(bar, { key: 'ArrowRight' })
    expect(screen.queryByRole('button', { name: '安排工单' })).toBeNull()
    expect(screen.queryByText(schedulingWords.pages.schedule.unplanned)).toBeNull()
  })
})

describe('a new order', () => {
  const P = id(400)
  const made = { ...storedFields, id: P, code: 'P15', name: '白', family: 'spunbond', gsm: 15.5, colour: '白' }
  it('takes its web from the product, by one key from a list, and says what nobody can tell of it', async () => {
    const asks = ['productionScheduleView', 'productionScheduleAdd']
    renderOrdersPage(SchedulePage, '/production/schedule?view=orders&new=1', asks, {
      'GET /plant/product': () => replyWithRows([made]),
      'GET /resource_options': ({ url }) =>
        ok(
          url.includes('of=product')
            ? [
                { id: id(402), label: 'P150 蓝' },
                { id: P, label: 'P15 白' },
              ]
            : [],
        ),
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^产品/ }))
    await user.type(await screen.findByRole('searchbox', { name: '输入名称或编号查找' }), 'P15')
    await screen.findByRole('button', { name: 'P15 白' })
    await user.keyboard('{Enter}') // the code that was typed whole, though another begins with it
    expect(await screen.findByDisplayValue('15.5')).toBeTruthy()
    expect(screen.getByDisplayValue('白')).toBeTruthy()
    expect(screen.getByText(schedulingWords.pages.schedule.without.amount)).toBeTruthy()
    await user.type(screen.getByLabelText(/^订购重量/), '5000')
    await waitFor(() => expect(screen.queryByText(schedulingWords.pages.schedule.without.amount)).toBeNull())
    expect(screen.getByText(schedulingWords.pages.schedule.without.due)).toBeTruthy()
  })
  it('is asked for when it is due on a day that is over', async () => {
    const sent: string[] = []
    renderOrdersPage(
      SchedulePage,
      '/production/schedule?view=orders&new=1',
      ['productionScheduleView', 'productionScheduleAdd'],
      {
        'GET /plant/product': () => replyWithRows([made]),
        'GET /resource_options': ({ url }) => ok(url.includes('of=product') ? [{ id: P, label: 'P15 白' }] : []),
        'POST /plant/work_order': ({ body }) => {
          sent.push(String(body))
          return ok({ ...storedFields, id: id(401), number: 'WO-77' })
        },
      },
    )
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /^产品/ }))
    await user.type(await screen.findByRole('searchbox', { name: '输入名称或编号查找' }), 'P15')
    await screen.findByRole('button', { name: 'P15 白' })
    await user.keyboard('{Enter}')
    await user.type(screen.getByLabelText(/^工单号/), 'WO-77')
    await user.type(screen.getByLabelText(/^批号/), 'B-77')
    fireEvent.change(screen.getByLabelText(/^交货日期|^交期/), { target: { value: '2020-01-01' } })
    await user.click(screen.getByRole('button', { name: '保存' }))
    expect(await screen.findByText('交期 2020-01-01 已过，仍要新建该工单吗？')).toBeTruthy()
    expect(sent).toEqual([])
  })
})

describe('a closed order', () => {
  const rowOf = (state: string) => ({
    ...storedFields,
    ...Object.fromEntries(Object.keys(workOrder.fields).map((name) => [name, null])),
    id: id(201),
    number: 'WO-1',
    state,
    priority: 'normal',
    productId: id(50),
    pauses: [],
    jumboKg: 0,
    goodKg: 0,
    goodRolls: 0,
  })
  const open = (state: string, replies: Parameters<typeof startFakeServer>[0] = {}) =>
    renderOrdersPage(
      SchedulePage,
      `/production/schedule?view=orders&id=${id(201)}`,
      ['productionScheduleView', 'productionScheduleEdit'],
      { 'GET /plant/work_order': () => replyWithRows([rowOf(state)], { [id(50)]: 'P15' }), ...replies },
    )
  it('has no pencil: nothing of it can be changed any more', async () => {
    open('closed')
    await screen.findByRole('heading', { name: 'WO-1' })
    expect(screen.queryByRole('button', { name: '编辑' })).toBeNull()
    cleanup()
    open('finished')
    expect(await screen.findByRole('button', { name: '编辑' })).toBeTruthy()
  })
  it('is said to be closed once it is', async () => {
    open('finished', { 'POST /plant/work_order_close': () => ok({ ...rowOf('closed'), version: 4 }) })
    fireEvent.click(await screen.findByRole('button', { name: '关闭工单' }))
    expect(await screen.findByText('工单 WO-1 已关闭')).toBeTruthy()
  })
  it('that may not be closed yet says why until it is closed away or tried again, not for a moment only', async () => {
    const why = '母卷 B1-001 仍在分切机 SL1 上，请先完成分切'
    open('finished', { 'POST /plant/work_order_close': () => json({ errno: '6000', errmsg: why, data: null }) })
    fireEvent.click(await screen.findByRole('button', { name: '关闭工单' }))
    const said = await screen.findByRole('alert')
    expect(said.textContent).toContain(why)
    fireEvent.click(within(said).getByRole('button', { name: '关闭' }))
    expect(screen.queryByText(why)).toBeNull()
  })
})
