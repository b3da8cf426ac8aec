// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FindingList } from '@/areas/feeding/client/feed/FindingList'
import { BalanceSection } from '@/areas/feeding/client/order/BalanceSection'
import { UsedMaterialList } from '@/areas/feeding/client/order/UsedMaterialList'
import { feedInfoEndpoints } from '@/areas/feeding/contract/feed'
import words from '@/areas/feeding/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { ok, startFakeServer } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
beforeEach(async () => {
  await loadTexts({ feeding: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: id(9), isSup: true })
})
afterEach(cleanup)
const renderPart = (part: ReactNode) =>
  render(<QueryClientProvider client={createQueryClient()}>{part}</QueryClientProvider>)

const flows = {
  fedKg: 1000,
  woundKg: 960,
  woundGoodKg: 960,
  woundDowngradedKg: 0,
  woundWasteKg: 0,
  woundCorrectedKg: 0,
  disposedKg: 0,
  pelletizedKg: 0,
  inProcessKg: 0,
  goodKg: 960,
  downgradedKg: 0,
  wasteKg: 0,
  recycledKg: 0,
  hopperKg: 0,
}
it.each([
  // 30.4 kg of 1000 kg.
  [30.4, 3.04, '30.4 kg（3.04%）', '不平衡 3.04%'],
  // 30.004 kg are 3.0004 %, more than 3 %; the server rounds them to 3 %.
  [30.004, 3, '30.004 kg（3.01%）', '不平衡 3.01%'],
  [-30.04, -3.004, '30.04 kg（3.01%）', '不平衡 -3.01%'],
])('a gap of %d kg does not read as the tolerance of 3 %% that it exceeds', (gapKg, gapPercent, gap, badge) => {
  const balance = { ...flows, gapKg, gapPercent, closes: false, cause: 'wasteNotWeighed' as const }
  const { container } = renderPart(<BalanceSection balance={balance} tolerance={3} />)
  expect(container.querySelector('.balance-words p')?.textContent).toContain(gap)
  expect(screen.getByText(badge)).toBeTruthy()
})
it('a gap within the tolerance is displayed as it is', () => {
  const balance = { ...flows, gapKg: 29.96, gapPercent: 2.996, closes: true, cause: 'none' as const }
  const { container } = renderPart(<BalanceSection balance={balance} tolerance={3} />)
  expect(container.querySelector('.balance-words p')?.textContent).toContain('29.96 kg（3%），在允许误差 3% 之内')
})

it.each([
  ['aboveRatio', 1.804, 1.8, '投后占比 1.804%，高于标准上限 1.8%。'],
  ['belowRatio', 1.4996, 1.5, '投后占比 1.4996%，低于标准下限 1.5%。'],
  ['aboveRatio', 12.3456, 1.125, '投后占比 12.35%，高于标准上限 1.125%。'],
  ['moreThanLeft', 500.004, 500, '投料 500.004 kg，批次账面仅剩 500 kg'],
])('finding %s of %d against %d', (code, value, limit, text) => {
  renderPart(<FindingList findings={[{ code, value, limit }]} />)
  expect(screen.getByText(text)).toBeTruthy()
})

it('a share above its limit does not read as the limit', async () => {
  startFakeServer({
    'GET /production/sub_info': ok([
      {
        id: id(1),
        materialId: id(2),
        lotId: null,
        kg: 18.04,
        lines: 1,
        percent: 1.804,
        minPercent: 1.125,
        maxPercent: 1.8,
        leftKg: null,
        state: null,
        lastAt: '2026-11-20T02:00:00.000Z',
      },
    ]),
    'GET /resource_options': ok([{ id: id(2), label: 'MB 白色母' }]),
  })
  const { endpoint } = feedInfoEndpoints.find(({ kind }) => kind === 'sub')!
  renderPart(<UsedMaterialList kind="sub" endpoint={endpoint} orderId={id(3)} />)
  expect((await screen.findByText(/1\.804%/)).className).toContain('is-out')
  expect(screen.getByText('标准 1.125%–1.8%')).toBeTruthy()
})
