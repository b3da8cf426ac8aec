// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { acceptLogin } from '@/client/session/session'
import { EntryGrid } from '@/areas/laboratory/client/EntryGrid'
import words from '@/areas/laboratory/locales/zh.json'
import { fakePhone } from '../../fake-phone'
import { fakeServer, json, ok } from '../../fake-server'
import { useTexts } from '../../texts'

vi.mock('@/client/api/toast', () => ({ showToast: () => undefined }))
afterEach(cleanup)

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [batch, roll, index] = [{ id: id(1), productId: id(2), workOrderId: id(3) }, id(4), id(5)]

it('what is no value stays in its cell, marked as unsaved, until it is mended', async () => {
  await useTexts({ laboratory: words })
  replacePhone(fakePhone())
  acceptLogin({ token: 't', userid: id(9), userName: 'x', list: [] }, false)
  const server = fakeServer({
    'GET /plant/test_result': ok({ total: 0, list: [], refs: {}, next: null }),
    'GET /quality/get_test_index': ok([]),
    'GET /resource_options': ok([{ id: roll, label: 'J-1' }]),
    'GET /quality/automatically_add': ok([
      { jumboRollId: roll, roll: 'J-1', indexes: [{ indexId: index, index: '克重', unit: 'g/m²', samples: 3 }] },
    ]),
    'POST /plant/test_result': json({ errno: '6000', errmsg: '“abc”不是数值', data: null }),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EntryGrid batch={batch as never} editable />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: /克重$/ })
  await user.type(cell, '25.1 abc{Tab}')
  await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
  expect([cell.value, server.told]).toEqual(['25.1 abc', ['“abc”不是数值']])
  server.replies['POST /plant/test_result'] = ok({ id: id(6), version: 1 })
  await user.clear(cell)
  await user.type(cell, '25.1{Tab}')
  await waitFor(() => expect(cell.hasAttribute('aria-invalid')).toBe(false))
})
