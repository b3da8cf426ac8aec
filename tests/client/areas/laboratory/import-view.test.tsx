// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { ImportView } from '@/areas/laboratory/client/ImportView'
import words from '@/areas/laboratory/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

afterEach(cleanup)

it('says why a file is not understood until another is chosen, and the mended file may be chosen at once', async () => {
  await loadTexts({ laboratory: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['qualityDataUpload'] })
  const why = '第 2 行 B 列：此列没有表头'
  const server = startFakeServer({
    'POST /quality/up_file': json({ errno: '6000', errmsg: why, data: null }),
    'GET /plant/lab_import': replyWithRows([]),
    'GET /resource_options': ok([]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ImportView />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  const input = await screen.findByLabelText<HTMLInputElement>('检测文件（.xlsx 或 .csv）')
  await user.upload(input, new File(['x'], 'lab.xlsx'))
  expect((await screen.findByRole('alert')).textContent).toContain(why)
  expect(server.toastTexts).toEqual([])
  // Browsers fire no event for a file chosen again under the same name, unless the input was cleared.
  await user.click(input)
  expect(input.value).toBe('')
  const seen = { id: 'i', rows: 1, values: 1, columns: [], issues: [] }
  server.replies['POST /quality/up_file'] = ok(seen)
  await user.upload(input, new File(['y'], 'lab.xlsx'))
  await screen.findByRole('status')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

it('shows role and index of a column in one cell, which a phone shows without scrolling', async () => {
  await loadTexts({ laboratory: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['qualityDataUpload'] })
  const column = { column: 1, header: '克重1', role: 'index', indexId: 'g', example: '15.2' }
  startFakeServer({
    'POST /quality/up_file': ok({ id: 'i', rows: 1, values: 1, columns: [column], issues: [] }),
    'GET /plant/lab_import': replyWithRows([]),
    'GET /resource_options': ok([{ id: 'g', label: 'GSM 克重' }]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ImportView />
    </QueryClientProvider>,
  )
  const input = await screen.findByLabelText<HTMLInputElement>('检测文件（.xlsx 或 .csv）')
  await userEvent.upload(input, new File(['x'], 'lab.xlsx'))
  const [role, index] = await screen.findAllByRole('combobox')
  expect(role!.closest('td')).toBe(index!.closest('td'))
  expect(screen.getByRole('rowheader').textContent).toContain('15.2')
})
