// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { ChartView } from '@/areas/laboratory/client/ChartView'
import words from '@/areas/laboratory/locales/zh.json'
import { errno } from '@/contract/errno'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

beforeEach(async () => {
  await loadTexts({ laboratory: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['qualityDataView'] })
})
afterEach(cleanup)

it('a plant without results has an empty chart page, not a failed one', async () => {
  startFakeServer({
    'GET /quality/get_spc_res': json({ errno: errno.noData, errmsg: '所选范围内没有检测结果', data: null }),
    'GET /quality/get_ps_code': ok([]),
    'GET /quality/get_test_index': ok([]),
    'GET /plant/line': replyWithRows([]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/quality/data?view=chart']}>
        <ChartView />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('所选范围内没有检测结果')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
