// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { PlanView } from '@/areas/cutPlans/client/PlanView'
import sharedLabels from '@/contract/locales/zh.json'
import words from '@/areas/cutPlans/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import { defaultSlitterLimits } from '@/areas/slitting/rules/slitter-limits'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
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
  jumbos: 2,
  milliseconds: 12,
  trimPercent: 6.25,
  boundPercent: 2,
  gapPercent: 4.25,
  withinPercent: 1,
  method: 'solver',
  finished: true,
  firstFitPercent: null,
  firstFitUncut: 0,
  cuts: [1, 2].map(cut),
  unplanned: [],
  leftOutJumbos: [],
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

it('asks once before a changed plan is released that trims more of a jumbo than the proposed one, naming both', async () => {
  let sent = 0
  startFakeServer({
    'POST /rolls/cut_plan': ok(plan),
    'GET /rolls/cut_order': replyWithRows([]),
    'POST /rolls/cut_plan_apply': () => {
      sent++
      return ok([])
    },
  })
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
          onApplied={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: words.actions.cutting_propose }))
  await user.click((await screen.findAllByRole('button', { name: words.pages.divideInteractive.changeLine }))[1]!)
  fireEvent.change(screen.getByRole('textbox', { name: sharedLabels.fields.slittingPattern }), {
    target: { value: '1×1893' },
  })
  await user.click(screen.getByRole('button', { name: '保存' }))
  await user.click(await screen.findByRole('button', { name: words.actions.cutting_apply }))
  expect(await screen.findByText(/J-2：修边 1,307 mm（占门幅 41%）/)).toBeTruthy()
  expect(sent).toBe(0)
  const dialog = screen.getByRole('alertdialog')
  await user.click(
    [...dialog.querySelectorAll('button')].find((one) => one.textContent === words.actions.cutting_apply)!,
  )
  await waitFor(() => expect(sent).toBe(1))
})
