// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient, refreshQueries } from '@/client/api/query-client'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { clearSession } from '@/client/session/session'
import { note, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, json, ok, replyWithRows } from '../fake-server'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'
import { setElementSize } from '../fake-layout'

const roll = defineResource('roll', {
  area: 'plant',
  fields: { code: text({ required: true, max: 10, format: 'code' }), place: text(), note: note() },
  title: ['code'],
  routes: { list: 'GET /roll', create: 'POST /roll', update: 'PUT /roll', remove: 'DELETE /roll' },
  permissions: { view: 'rollView', add: 'rollAdd', edit: 'rollEdit', delete: 'rollDelete' },
})
const words = { plant: { roll: { name: '卷', fields: { code: '卷号', place: '库位', note: '备注' } } } }
const R1 = '018f0000-0000-7000-8000-000000000001'
const createdAt = '2026-01-01T00:00:00.000Z'
const row = {
  id: R1,
  version: 3,
  code: 'A-1',
  place: 'B2',
  note: null,
  createdAt: createdAt,
  updatedAt: createdAt,
  createdBy: null,
}
const client = createQueryClient()

beforeEach(async () => {
  await loadTexts(words)
  client.clear()
  setElementSize(390)
  Element.prototype.scrollIntoView = () => undefined
  replacePhoneStore(createFakePhone())
  clearSession()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Opens a row's form, types a note, and lets another person delete the row. */
async function typedAndDeleted() {
  let rows = [row]
  const server = startFakeServer({
    'GET /roll': () => replyWithRows(rows),
    'PUT /roll': () => json({ errno: '4006', errmsg: '数据不存在' }),
    'POST /roll': (sent) => ok({ ...row, ...(JSON.parse(String(sent.body)) as object) }),
  })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/?id=${R1}`]}>
        <Suspense fallback="…">
          <ResourcePage resource={roll} />
        </Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByText('编辑'))
  fireEvent.change(await screen.findByLabelText('备注'), { target: { value: 'torn at 400 m' } })
  rows = []
  act(() => refreshQueries(client, () => true))
  await screen.findByText(/已被他人删除/)
  return server
}
const typed = () => (screen.getByLabelText('备注') as HTMLTextAreaElement).value

it('a form whose row another person deletes keeps the input, says so, and saves it as a new row', async () => {
  signInPerson({ keys: ['rollView', 'rollAdd', 'rollEdit'] })
  const server = await typedAndDeleted()
  expect(typed()).toBe('torn at 400 m')
  expect(screen.queryByText('该数据已不存在')).toBeNull()
  expect(screen.queryByText('保存')).toBeNull() // there is nothing left to save over
  fireEvent.click(screen.getByText('存为新数据'))
  await waitFor(() => expect(screen.getByText('新增：卷')).toBeTruthy())
  expect(typed()).toBe('torn at 400 m')
  fireEvent.click(screen.getByText('保存'))
  await waitFor(() => expect(server.sent.some(({ method }) => method === 'POST')).toBe(true))
  const sent = JSON.parse(String(server.sent.find(({ method }) => method === 'POST')!.body)) as object
  expect(sent).toMatchObject({ code: 'A-1', place: 'B2', note: 'torn at 400 m' })
  expect(sent).not.toMatchObject({ id: R1 })
  expect(sent).not.toHaveProperty('version')
})
it('a person without permission to add still reads the input, and leaves', async () => {
  signInPerson({ keys: ['rollView', 'rollEdit'] })
  await typedAndDeleted()
  expect(typed()).toBe('torn at 400 m')
  expect(screen.queryByText('存为新数据')).toBeNull()
  fireEvent.click(screen.getByText('放弃并返回'))
  await screen.findByText('该数据已不存在')
})
