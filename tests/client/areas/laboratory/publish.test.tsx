// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { BatchPanel } from '@/areas/laboratory/client/BatchPanel'
import words from '@/areas/laboratory/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

beforeAll(() => {})
afterEach(cleanup)
const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [roll, index] = [id(4), id(5)]
const batch = { id: id(1), version: 2, number: 'T-1', state: 'draft', productId: id(2), workOrderId: id(3) }
const sample = (text: string, i: number) => ({ lane: null, no: i + 1, text, value: Number(text), excluded: false })
const result = {
  id: id(10),
  version: 1,
  batchId: batch.id,
  indexId: index,
  jumboRollId: roll,
  slitRollId: null,
  retest: 0,
  retestReason: null,
  samples: ['40', '20'].map(sample),
  digits: 0,
  n: 2,
  mean: 30,
  below: 0,
  rolledAt: '2026-11-20T00:00:00.000Z',
}
const problem = (kind: string) => ({ resultId: null, problem: kind, roll: 'J-1', index: '克重', message: kind })

async function panel(problems: object, digits = 0) {
  await loadTexts({ laboratory: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: id(9), keys: ['qualityDataEdit', 'qualityDataAdd'] })
  const server = startFakeServer({
    'GET /plant/test_result': replyWithRows([result], { [roll]: 'J-1' }),
    'GET /quality/get_test_index': ok([{ indexId: index, name: '克重', unit: 'g/m²', samples: 3 }]),
    'GET /quality/automatically_add': ok([]),
    'GET /quality/test_batch_limits': ok({
      batchId: batch.id,
      list: [{ set: 0, indexId: index, lsl: 38, usl: 42, comparison: 'rounded', digits }],
      rolls: [],
    }),
    'POST /quality/test_data_check': ok(problems),
    'POST /plant/test_batch_publish': ok({ ...batch, state: 'published', version: 3 }),
  })
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <BatchPanel
          row={batch as never}
          refs={{}}
          onBack={undefined}
          onEdit={() => undefined}
          onRemoved={() => undefined}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  return server
}
const dialog = () => document.querySelector<HTMLElement>('dialog')!
const published = (server: Awaited<ReturnType<typeof panel>>) =>
  server.sent.filter(({ url }) => url.includes('test_batch_publish')).length

it('confirms publishing, and shows the findings of the check', async () => {
  const list = ['noValue', 'noValue', 'low', 'high', 'fewSamples', 'outlier', 'duplicate'].map(problem)
  const server = await panel({ batchId: batch.id, results: 3, values: 9, below: 0, excluded: 0, untested: 4, list })
  await userEvent.click(await screen.findByRole('button', { name: '发布' }))
  for (const said of [
    '2 格没有数值',
    '2 个数值超出限值',
    '1 格样品数少于标准要求',
    '1 个离群值',
    '1 格与另一卷完全相同',
    /还有 4 卷没有检测结果/,
  ])
    expect(await screen.findByText(said)).toBeTruthy()
  expect(published(server)).toBe(0)
  await userEvent.click(within(dialog()).getByRole('button', { name: '发布' }))
  await waitFor(() => expect(published(server)).toBe(1))
})
it('the confirmation can be cancelled', async () => {
  const server = await panel({ batchId: batch.id, results: 1, values: 2, below: 0, excluded: 0, untested: 0, list: [] })
  await userEvent.click(await screen.findByRole('button', { name: '发布' }))
  expect(await screen.findByText('没有需要查看的问题')).toBeTruthy()
  await userEvent.click(within(dialog()).getByRole('button', { name: '取消' }))
  await waitFor(() => expect(screen.queryByText('没有需要查看的问题')).toBeNull())
  expect(published(server)).toBe(0)
})
it('a column shows its limits, and a cell marks values outside', async () => {
  await panel({ batchId: batch.id, results: 1, values: 2, below: 0, excluded: 0, untested: 0, list: [] })
  expect(await screen.findByText('38 – 42')).toBeTruthy()
  expect(await screen.findByText('20 低于下限 38')).toBeTruthy()
})
it('a limit has the decimals to which results are rounded before the comparison', async () => {
  await panel({ batchId: batch.id, results: 1, values: 2, below: 0, excluded: 0, untested: 0, list: [] }, 1)
  expect(await screen.findByText('38.0 – 42.0')).toBeTruthy()
  expect(await screen.findByText('20 低于下限 38.0')).toBeTruthy()
})
