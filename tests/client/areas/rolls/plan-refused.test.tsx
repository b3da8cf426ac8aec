// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin, clearSession } from '@/client/session/session'
import PlanView from '@/areas/rolls/client/slitter/PlanView'
import words from '@/areas/rolls/locales/zh.json'
import { usualSlitter } from '@/areas/rolls/rules/slitter-limits'
import { fakePhone } from '../../fake-phone'
import { fakeServer, json, ok } from '../../fake-server'
import { useTexts } from '../../texts'

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
  late: [],
  numbers: [{ id: id(50), label: 'WO-1', widthMm: 1500, rolls: 12 }],
}
beforeEach(async () => {
  await useTexts({ rolls: words })
  replacePhone(fakePhone())
  clearSession()
  acceptLogin(
    { token: 't', userid: id(9), userName: 'li', list: [{ url: 'divideInteractiveAdd', menu_type: 4 }] } as never,
    false,
  )
})
afterEach(cleanup)

it('marks the cuts that cannot be made with why, releases the others, and keeps those', async () => {
  const sent: string[][] = []
  let applied = false
  fakeServer({
    'POST /rolls/cut_plan': ok(plan),
    'GET /rolls/cut_order': ok({ total: 0, list: [], refs: {}, next: null }),
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
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PlanView
          frame={{ title: '分切', tools: null, tabs: null }}
          slitter={{ id: id(8) } as never}
          limits={usualSlitter}
          onApplied={() => (applied = true)}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
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
