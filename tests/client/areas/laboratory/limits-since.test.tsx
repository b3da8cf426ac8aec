// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { CapabilityPanel } from '@/areas/laboratory/client/CapabilityPanel'
import { ChartView } from '@/areas/laboratory/client/ChartView'
import words from '@/areas/laboratory/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

// Charts are identified by their question alone: a canvas has no text.
vi.mock('@/client/ui/Charts', () => {
  const Drawn = ({ question, xs = [] }: { question: string; xs?: readonly string[] }) => (
    <figure aria-label={question}>{xs.join(' ')}</figure>
  )
  return { LineChart: Drawn, HistogramChart: Drawn, ParetoChart: Drawn }
})

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const SINCE = '2026-11-20T02:00:00.000Z'
const NOTE = '所示规格限为最新各卷的规格限，自 2026-11-20 10:00 起适用。'
const productLimits = {
  productId: id(1),
  indexId: id(2),
  lineId: id(3),
  product: 'P-15',
  index: '单位面积质量',
  line: 'SB1',
  unit: 'g/m²',
  digits: 1,
  to: '2026-11-21T00:00:00.000Z',
}
const rolls = ['J-1', 'J-2', 'J-3', 'J-4']
/** The server's answer for a product whose limits an order changed with the third roll. */
function chart(from: string | null) {
  const displayedRolls = from === null ? rolls : rolls.slice(2)
  return {
    ...productLimits,
    from: from ?? '2026-08-23T00:00:00.000Z',
    lsl: 14.5,
    usl: 15.5,
    target: 15,
    limitsSince: from === null ? SINCE : null,
    limitsNote: from === null ? NOTE : null,
    subgroup: 'roll',
    chart: 'i-mr',
    center: 15,
    sigma: 0.1,
    ucl: 15.3,
    lcl: 14.7,
    total: displayedRolls.length,
    leftOut: 0,
    points: displayedRolls.map((_, i) => ({ index: i + 1, value: 15, ucl: 15.3, lcl: 14.7, violations: [] })),
    rules: [],
    averageRunLength: 91.75,
    ...(from === null
      ? {}
      : {
          capability: {
            cpk: 1.67,
            intervals: { cpk: [1.2, 2.1] },
            sigmaWithin: 0.0998,
            sigmaSource: 'betweenWithin',
            sigmaOverall: 0.1204,
          },
        }),
    frozen: {},
    frozenWithout: [],
    below: 0,
    excluded: 0,
    singleValueRolls: 2,
    sources: displayedRolls.map((label, i) => ({ key: label, label, at: SINCE, rollIds: [id(10 + i)] })),
  }
}
function Address() {
  return <output data-testid="address">{useLocation().search}</output>
}
beforeEach(async () => {
  await loadTexts({ laboratory: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: id(9), keys: ['qualityDataView'] })
})
afterEach(cleanup)

it('says which rolls have other limits, shows later rolls with their capability on a tap, and all again', async () => {
  const requestedStarts: (string | null)[] = []
  startFakeServer({
    'GET /quality/get_spc_res': ({ url }) => {
      const from = new URL(url, 'http://plant').searchParams.get('from')
      requestedStarts.push(from)
      return ok(chart(from))
    },
    'GET /quality/histogram': ok({
      ...productLimits,
      from: SINCE,
      lsl: null,
      usl: null,
      target: null,
      limitsSince: null,
      n: 0,
      mean: null,
      deviation: null,
      width: null,
      bins: [],
    }),
    'GET /quality/pareto': ok({ of: 'indexes', unit: null, from: SINCE, to: productLimits.to, total: 0, bars: [] }),
    'GET /quality/get_ps_code': ok([]),
    'GET /quality/get_test_index': ok([]),
    'GET /plant/line': replyWithRows([]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/quality/data?view=chart']}>
        <ChartView />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect((await screen.findByText(NOTE, { exact: false })).getAttribute('role')).toBe('status')
  // One capability against the limits of some rolls would say nothing about the others, and no text claims that there are none.
  expect(screen.queryByText('Cpk')).toBeNull()
  expect(screen.queryByText('产品标准没有该项目的限值，不计算过程能力。')).toBeNull()
  const drawn = () => screen.getByRole('figure', { name: /SB1/ }).textContent
  expect(drawn()).toBe('J-1 J-2 J-3 J-4')

  await userEvent.click(screen.getByRole('button', { name: '只看此后的卷' }))
  expect(await screen.findByText('Cpk')).toBeTruthy()
  expect(screen.getByText('1.67')).toBeTruthy()
  // Each value shows its source, in the unit and decimals of the index.
  expect(screen.getByText(/^Cp、Cpk 按组内标准差 σ = 0\.100?/).textContent).toBe(
    `Cp、Cpk 按组内标准差 σ = ${(0.0998).toFixed(productLimits.digits + 2)} ${productLimits.unit}（卷间与卷内合成：√(σ卷间² + σ卷内²)）。 组内标准差、Cp、Cpk 未计入只有一个值的 2 卷。 Pp、Ppk、Cpm 按全部单值的标准差 s = ${(0.1204).toFixed(productLimits.digits + 2)} ${productLimits.unit}。`,
  )
  expect(screen.queryByText(NOTE, { exact: false })).toBeNull()
  expect(screen.getByText(/^只显示 2026-11-20 10:00 起的卷/)).toBeTruthy()
  expect(drawn()).toBe('J-3 J-4')
  // The displayed combination stays chosen: the newest combination of another product must not replace it.
  const address = new URLSearchParams(screen.getByTestId('address').textContent ?? '')
  expect(['product', 'index', 'line', 'since', 'view'].map((name) => address.get(name))).toEqual([
    productLimits.productId,
    productLimits.indexId,
    productLimits.lineId,
    SINCE,
    'chart',
  ])

  await userEvent.click(screen.getByRole('button', { name: '显示全部卷' }))
  await waitFor(() => expect(drawn()).toBe('J-1 J-2 J-3 J-4'))
  expect(screen.queryByText('Cpk')).toBeNull()
  expect([...new Set(requestedStarts)]).toEqual([null, SINCE])

  // Default: the last 90 days. A chosen day is a whole day of the plant's clock.
  const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
  expect([input('从').value, input('至').value]).toEqual(['2026-08-23', '2026-11-21'])
  fireEvent.change(input('从'), { target: { value: '2026-11-19' } })
  fireEvent.change(input('至'), { target: { value: '2026-11-20' } })
  await waitFor(() => expect(requestedStarts.at(-1)).toBe('2026-11-18T16:00:00.000Z'))
  const chosen = new URLSearchParams(screen.getByTestId('address').textContent ?? '')
  expect([chosen.get('product'), chosen.get('since'), chosen.get('until')]).toEqual([
    productLimits.productId,
    '2026-11-18T16:00:00.000Z',
    '2026-11-20T16:00:00.000Z',
  ])
})

it.each([
  // Below 1.33 and below 1, so neither may be displayed as the limit.
  [1.327, '1.327', 'is-warn'],
  [0.998, '0.998', 'is-bad'],
  [1.33, '1.33', 'is-ok'],
  [1.2345, '1.23', 'is-warn'],
])('a Cpk of %d is displayed as %s and coloured %s', (cpk, text, className) => {
  render(<CapabilityPanel data={{ ...chart(SINCE), capability: { cpk } } as never} />)
  expect(screen.getByText(text).className).toBe(className)
})
