// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { PlanView } from '@/areas/cutPlans/client/PlanView'
import words from '@/areas/cutPlans/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import { defaultSlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const cut = (n: number) => ({
  jumboRollId: id(n),
  jumbo: `J-${n}`,
  widthMm: 3200,
  leftM: 5000,
  sets: 2,
  lengthM: 1000,
  lanes: [{ width: 1500, count: 2, workOrderId: id(50) }],
  slittingPattern: '2×1500',
  trimMm: 200,
  startsAt: `2026-11-20T0${n}:00:00.000Z`,
  endsAt: `2026-11-20T0${n}:30:00.000Z`,
})
const plan = {
  orders: 1,
  jumbos: 3,
  milliseconds: 12,
  trimPercent: 3,
  boundPercent: 2,
  gapPercent: 1,
  withinPercent: 1,
  method: 'solver',
  finished: true,
  firstFitPercent: null,
  firstFitUncut: 0,
  cuts: [1, 2, 3].map(cut),
  unplanned: [],
  leftOutJumbos: [],
  promised: [],
  late: [],
  numbers: [{ id: id(50), label: 'WO-1', widthMm: 1500, rolls: 12 }],
}
beforeEach(async () => {
  await loadTexts({ cutPlans: words, slitting: slittingWords })
  replacePhoneStore(createFakePhone())
  clearSession()
  signInPerson({ id: id(9), keys: ['divideInteractiveAdd'] })
})
afterEach(cleanup)

const show = (onApplied: () => void = () => {}) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PlanView
          frame={(content, primary) => (
            <>
              {content}
              {primary}
            </>
          )}
          slitterId={id(8)}
          limits={defaultSlitterLimits}
          onApplied={onApplied}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
it('marks impossible cuts with the reason, releases the others, and keeps the marked ones', async () => {
  const sent: string[][] = []
  let applied = false
  startFakeServer({
    'POST /rolls/cut_plan': ok(plan),
    'GET /rolls/cut_order': replyWithRows([]),
    'POST /rolls/cut_plan_apply': ({ body }) => {
      const { cuts } = JSON.parse(String(body)) as { cuts: { jumboRollId: string }[] }
      sent.push(cuts.map((one) => one.jumboRollId))
      return cuts.length === 3
        ? json({
            errno: '6000',
            errmsg: '母卷 J-2 已分切',
            data: { refusedCuts: [{ at: 1, why: '母卷 J-2 已分切' }] },
          })
        : ok([])
    },
  })
  show(() => (applied = true))
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: words.actions.cutting_propose }))
  await user.click(await screen.findByRole('button', { name: words.actions.cutting_apply }))
  expect(await screen.findByText(/未下达：母卷 J-2 已分切/)).toBeTruthy()
  expect(screen.getByText('J-1')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '下达其余 2 项' }))
  await waitFor(() => expect(screen.queryByText('J-1')).toBeNull())
  expect(screen.getByText('J-2')).toBeTruthy()
  expect(sent[1]).toEqual([id(1), id(3)])
  expect(applied).toBe(false)
})

const waits = { id: id(70), version: 1, slitterId: id(8), workOrderId: id(50), sequence: 1, cuttingId: null, lanes: [] }
it('is proposed behind the queue, or instead of the queue and then released so', async () => {
  const requestedPlans: unknown[] = []
  const sent: unknown[] = []
  startFakeServer({
    'POST /rolls/cut_plan': ({ body }) => {
      requestedPlans.push((JSON.parse(String(body)) as { replace: boolean }).replace)
      return ok(plan)
    },
    'GET /cut_first/order_list': replyWithRows([waits]),
    'POST /rolls/cut_plan_apply': ({ body }) => {
      sent.push((JSON.parse(String(body)) as { replace: boolean }).replace)
      return ok([])
    },
  })
  show()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: words.actions.cutting_propose }))
  await screen.findByText('J-1')
  await user.click(screen.getByRole('button', { name: '替换排队的 1 条，重新计算' }))
  await user.click(await screen.findByRole('button', { name: '替换排队的 1 条' }))
  await waitFor(() => expect(sent).toEqual([true]))
  expect(requestedPlans).toEqual([false, true])
})
it('if empty names the orders that the jumbos are reserved for, without figures', async () => {
  startFakeServer({
    'POST /rolls/cut_plan': ok({
      ...plan,
      trimPercent: null,
      boundPercent: null,
      gapPercent: null,
      withinPercent: null,
      cuts: [],
      unplanned: [{ workOrderId: id(50), rolls: 96, reason: 'promised' }],
      promised: [{ slitterId: id(7), slitter: '1号分切机', jumbos: 21 }],
    }),
    'GET /cut_first/order_list': replyWithRows([]),
  })
  show()
  await userEvent.setup().click(await screen.findByRole('button', { name: words.actions.cutting_propose }))
  expect(await screen.findByText('21 个待分切母卷已排给 1号分切机')).toBeTruthy()
  expect(screen.getByText('工单 WO-1 有 96 卷未排：母卷已排给其他分切机')).toBeTruthy()
  expect(screen.queryByText(words.answers.boundPercent)).toBeNull()
  expect(screen.queryByText(words.answers.method)).toBeNull()
})
it('names the jumbos without good metres, which the plan leaves out', async () => {
  startFakeServer({
    'POST /rolls/cut_plan': ok({
      ...plan,
      leftOutJumbos: [
        { jumboRollId: id(60), jumbo: 'J-60', leftM: 5000, reason: 'downgraded' },
        { jumboRollId: id(61), jumbo: 'J-61', leftM: 10_000, reason: 'waste' },
      ],
    }),
    'GET /cut_first/order_list': replyWithRows([]),
  })
  show()
  await userEvent.setup().click(await screen.findByRole('button', { name: words.actions.cutting_propose }))
  expect(await screen.findByText('未列入的母卷（2）')).toBeTruthy()
  expect(screen.getByText('母卷 J-60：剩余 5,000 m 没有合格米数，均为降等或报废')).toBeTruthy()
  expect(screen.getByText('母卷 J-61：剩余 10,000 m 全部报废')).toBeTruthy()
})
