// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { FreezeForm } from '@/areas/laboratory/client/FreezeForm'
import words from '@/areas/laboratory/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const sources = ['08:00', '10:00', '12:00'].map((at, i) => ({
  key: id(10 + i),
  label: `J-${i + 1}`,
  at: `2026-11-20T${at}:00.000Z`,
  rollIds: [id(10 + i)],
}))
const chart = {
  productId: id(1),
  lineId: id(2),
  indexId: id(3),
  product: 'SS-15 纺粘布',
  line: '一线',
  index: '克重',
  chart: 'i-mr',
  from: '2026-11-20T00:00:00.000Z',
  to: '2026-11-20T23:00:00.000Z',
  sources,
}
beforeEach(async () => {
  await loadTexts({ laboratory: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: id(9), keys: ['qualityDataEdit'] })
})
afterEach(cleanup)

it('excludes the chosen roll in any window, and says so if the roll is outside', async () => {
  const server = startFakeServer({
    'GET /quality/get_spc_res': ok(chart),
    'GET /resource_options': ok([1, 2, 3].map((n) => ({ id: id(n), label: `X-${n}` }))),
    'POST /plant/control_limit': ok({ id: id(20), version: 1 }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/quality/data?act=freeze&without=${id(12)}`]}>
        <FreezeForm onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const point = await screen.findByRole<HTMLSelectElement>('combobox', { name: '点' })
  const chosen = () => point.selectedOptions[0]?.textContent
  expect(chosen()).toBe('第 3 点 · J-3')
  expect(screen.queryByRole('status')).toBeNull()
  const end = (wall: string) => fireEvent.change(screen.getByLabelText(/取数结束/), { target: { value: wall } })
  // 19:30 of the plant is 11:30 UTC: before the third roll.
  end('2026-11-20T19:30')
  await waitFor(() => expect(chosen()).toBe('区间外 · J-3'))
  expect(screen.getByRole('status').textContent).toBe('J-3 不在所选区间内：仍记录为剔除，不影响控制限')
  end('2026-11-20T21:00')
  await waitFor(() => expect(chosen()).toBe('第 3 点 · J-3'))
  expect(screen.queryByRole('status')).toBeNull()
  fireEvent.change(screen.getByLabelText(/取数开始/), { target: { value: '2026-11-20T17:00' } })
  await userEvent.type(screen.getByRole('textbox', { name: /原因/ }), '换网')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'POST')).toBe(true))
  const body = JSON.parse(String(server.sent.find(({ method }) => method === 'POST')?.body)) as object
  expect(body).toMatchObject({ fromAt: '2026-11-20T09:00:00.000Z', excluded: [{ key: id(12), reason: '换网' }] })
})
it('freezes the chart that was looked at: what its points are of is not changed under those left out', async () => {
  const server = startFakeServer({
    'GET /quality/get_spc_res': ok({ ...chart, chart: 'xbar-s' }),
    'POST /plant/control_limit': ok({ id: id(20), version: 1 }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/quality/data?act=freeze&subgroup=shift&without=${id(12)}`]}>
        <FreezeForm onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByRole('combobox', { name: '点' })
  // The page names it but does not offer it.
  expect(screen.getByText('SS-15 纺粘布 · 克重 · 一线 · X̄-S 均值-标准差 · 子组：班次')).toBeTruthy()
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
  for (const name of ['子组', '控制图', '产品', '检测项目', '生产线']) expect(screen.queryByLabelText(name)).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: /原因/ }), '换网')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'POST')).toBe(true))
  expect(JSON.parse(String(server.sent.find(({ method }) => method === 'POST')?.body))).toMatchObject({
    productId: id(1),
    lineId: id(2),
    indexId: id(3),
    chart: 'xbar-s',
    subgroup: 'shift',
    excluded: [{ key: id(12), reason: '换网' }],
  })
})
it('freezes limits of the days chosen on the chart', async () => {
  const server = startFakeServer({ 'GET /quality/get_spc_res': ok(chart) })
  const days = 'since=2026-11-19T16:00:00.000Z&until=2026-11-21T16:00:00.000Z'
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/quality/data?act=freeze&${days}`]}>
        <FreezeForm onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await screen.findByLabelText(/取数开始/)
  const { searchParams } = new URL(server.sent.find(({ url }) => url.includes('get_spc_res'))!.url, 'http://plant')
  expect([searchParams.get('from'), searchParams.get('to')]).toEqual([
    '2026-11-19T16:00:00.000Z',
    '2026-11-21T16:00:00.000Z',
  ])
})
