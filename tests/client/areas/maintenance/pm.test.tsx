// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { PmCompletionForm } from '@/areas/maintenance/client/pm/PmCompletionForm'
import sharedLabels from '@/contract/locales/zh.json'
import words from '@/areas/maintenance/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { id, ME } from '../rounds/plant'

afterEach(cleanup)

const task = (title: string) => ({ title, method: null, standard: null })
const plan = {
  id: id(50),
  version: 1,
  equipmentId: id(1),
  title: '换油',
  responsible: [id(3)],
  tasks: [task('检查油位'), task('换滤芯')],
  parts: [],
  plannedHours: 1.5,
  meterEvery: null,
  lastDoneOn: '2026-11-01',
}

const show = async (more: object = {}) => {
  await loadTexts({ maintenance: words })
  const phone = createFakePhone()
  replacePhoneStore(phone)
  signInPerson({ id: ME })
  startFakeServer({ 'GET /resource_options': () => ok([{ id: ME, label: '王工' }]) }, replyWithRows([]))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <PmCompletionForm row={{ ...plan, ...more } as never} refs={{}} unsent={undefined} onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  return { phone, user, save: await screen.findByRole('button', { name: words.pages.upkeepPlan.save }) }
}

it('shows what the counter showed and shows, and takes no reading outside of it', async () => {
  const metered = {
    meterEvery: 2000,
    meterUnit: 'h',
    meterId: id(51),
    lastReading: 46_527.1,
    currentReading: 48_543.5,
    currentReadAt: new Date().toISOString(),
    plannedHours: null,
  }
  const { phone, user, save } = await show(metered)
  expect(screen.getByText('上次 46,527.1 h，当前 48,543.5 h')).toBeTruthy()
  for (const answer of screen.getAllByRole('radio', { name: sharedLabels.options.result.ok })) await user.click(answer)
  const reading = screen.getByRole('textbox', { name: /计数读数/ })
  await user.type(reading, '46000')
  await user.click(save)
  expect((await screen.findAllByText('读数不能小于上次的 48,543.5 h')).length).toBeGreaterThan(0)
  await user.clear(reading)
  await user.type(reading, '485435')
  await user.click(save)
  expect((await screen.findAllByText(/此时读数不可能超过 48,567\.5 h/)).length).toBeGreaterThan(0)
  expect(phone.savedCommands).toEqual([])
  await user.clear(reading)
  await user.type(reading, '48544')
  await user.click(save)
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
})

it('names the last service that it was opened on', async () => {
  const { phone, user, save } = await show({ plannedHours: null, lastDoneAt: '2026-11-01T02:00:00.000Z' })
  for (const answer of screen.getAllByRole('radio', { name: sharedLabels.options.result.ok })) await user.click(answer)
  await user.click(save)
  await waitFor(() => expect(phone.savedCommands).toHaveLength(1))
  expect(phone.savedCommands[0]?.body).toMatchObject({ seenDoneAt: '2026-11-01T02:00:00.000Z' })
})

it('names and marks the items that nobody has looked at', async () => {
  const { phone, user, save } = await show({ plannedHours: null })
  await user.click(screen.getAllByRole('radio', { name: sharedLabels.options.result.ok })[0]!)
  await user.click(save)
  const link = await screen.findByRole('link', { name: /换滤芯 结果 必填/ })
  expect(link.getAttribute('href')).toBe('#field-items-1')
  expect(document.querySelector('#field-items-1 .form-wrong')).toBeTruthy()
  expect(document.querySelector('#field-items-0 .form-wrong')).toBeNull()
  expect(phone.savedCommands).toEqual([])
})
