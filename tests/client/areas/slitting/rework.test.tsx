// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it } from 'vitest'
import ReworkPage from '@/areas/slitting/client/rework/ReworkPage'
import sharedLabels from '@/contract/locales/zh.json'
import rollsWords from '@/areas/rolls/locales/zh.json'
import words from '@/areas/slitting/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const ROLL = '0199aff3-9400-7150-8a1d-000000000031'
const HOLD = '0199aff3-9400-7150-8a1d-000000000032'
const begin = (holds: string[], more: object = {}) => {
  const server = startFakeServer({
    'GET /rolls/slit_roll': () =>
      replyWithRows([{ id: ROLL, version: 1, number: 'B1-01', state: 'made', holds, ...more }]),
    'GET /rolls/hold': () =>
      replyWithRows([{ id: HOLD, version: 1, number: 'H261120-01', state: 'held', reason: '复检克重' }]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/?new=1&of=slitRoll&row=${ROLL}`]}>
        <ReworkPage />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return server
}
beforeEach(async () => {
  await loadTexts({ rolls: rollsWords, slitting: words })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['productRepairAdd'] })
})
afterEach(cleanup)

it('says of a held roll that it cannot be reworked before anything is filled in', async () => {
  begin([HOLD])
  expect(await screen.findByText(words.pages.rework.held)).toBeTruthy()
  expect(screen.queryByLabelText(new RegExp(sharedLabels.fields.reason))).toBeNull()
})
const measures = { widthMm: 790, lengthM: 2500, kg: 93.5, grade: 'good', expectedKg: 94 }
const type = async (name: RegExp, value: string) => {
  const field = await screen.findByRole('textbox', { name })
  await userEvent.clear(field)
  await userEvent.type(field, value)
}
it('tells what the roll measures and what the pieces lose, and refuses more than it is before it is sent', async () => {
  const { sent } = begin([], measures)
  expect(await screen.findByText(/B1-01 ·/)).toBeTruthy()
  await type(/原因/, '端面不齐')
  await userEvent.click(screen.getByRole('button', { name: '添加一行' }))
  await type(/重量/, '95')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findByRole('alert')).textContent).toContain('返修后的重量不能超过子卷 B1-01 的 93.5 kg')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
  await type(/重量/, '91')
  await waitFor(() => expect(document.body.textContent).toMatch(/损耗\s*2\.50\s*kg/))
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1))
})
it('says of a roll that was not weighed that it cannot be reworked', async () => {
  const { sent } = begin([], { ...measures, kg: null })
  await screen.findByText(/B1-01 ·/)
  await type(/原因/, '端面不齐')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  expect((await screen.findByRole('alert')).textContent).toContain('子卷 B1-01 未称重，不能返修')
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})
