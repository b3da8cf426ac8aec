// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import words from '@/areas/standards/locales/zh.json'
import { createQueryClient } from '@/client/api/query-client'
import { LimitDigitsWarning } from '@/areas/standards/client/LimitDigitsWarning'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const index = (n: number, name: string, digits: number) => ({
  id: id(n),
  version: 1,
  createdAt: '2026-11-20T02:00:00.000Z',
  updatedAt: '2026-11-20T02:00:00.000Z',
  createdBy: null,
  code: `T${n}`,
  name,
  nameEn: null,
  unit: null,
  method: null,
  digits,
  signed: false,
  active: true,
  note: null,
})
beforeEach(async () => {
  await loadTexts({ standards: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ id: id(9), keys: ['productStandardsView'] })
  startFakeServer({
    'GET /plant/test_index': () => replyWithRows([index(1, '克重', 1), index(2, '厚度', 2), index(3, '上油率', 1)]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('names each index whose limits have more decimals than it, once', async () => {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <LimitDigitsWarning
        limits={[
          { indexId: id(1), low: 14.5, high: 15.75 },
          { indexId: id(1), low: 14.25, high: null },
          { indexId: id(2), low: 0.12, high: 0.2 },
          { indexId: id(3), low: null, high: 0.425 },
        ]}
      />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(/^克重：限值有 2 位小数，检测项目只有 1 位/)).toBeTruthy()
  expect(screen.getByText(/^上油率：限值有 3 位小数，检测项目只有 1 位/)).toBeTruthy()
  expect(screen.getAllByRole('status')).toHaveLength(2)
})
