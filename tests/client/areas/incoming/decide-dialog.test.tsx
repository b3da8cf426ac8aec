// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DecideInspectionDialog } from '@/areas/incoming/client/inspection/DecideInspectionDialog'
import type { InspectionWithPending } from '@/areas/incoming/client/inspection/format-inspection'
import words from '@/areas/incoming/locales/zh.json'
import feedingWords from '@/areas/feeding/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, json, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const inspection = {
  id: '01900000-0000-7000-8000-000000000001',
  version: 4,
  number: 'IQ-1',
  state: 'inspecting',
  result: 'fail',
  nonconforming: 2,
  startedAt: '2026-11-20T00:00:00.000Z',
} as InspectionWithPending
const { actions } = words
const open = (row = inspection) => {
  const onClose = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <DecideInspectionDialog row={row} onClose={onClose} />
    </QueryClientProvider>,
  )
  return onClose
}
const findButtons = (name: string) =>
  within(screen.getByRole('dialog', { name: /IQ-1/ })).getAllByRole('button', { name })

beforeEach(async () => {
  await loadTexts({ incoming: words, feeding: feedingWords })
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['rawMaterialInspectionApprove'] })
})
afterEach(cleanup)

it('rejects with a reason only, and shows the state that the lot gets', async () => {
  const server = startFakeServer({}, () => ok(inspection))
  const onClose = open()
  expect(findButtons(words.pages.inspections.decide)[0]).toHaveProperty('disabled', true)
  await userEvent.click(findButtons(actions.materialInspection_reject)[0]!)
  const submit = findButtons(actions.materialInspection_reject).at(-1)!
  expect(submit).toHaveProperty('disabled', true)
  expect(screen.getByText(new RegExp(feedingWords.materialLot.options.state.blocked))).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox'), '黑点')
  await userEvent.click(submit)
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(JSON.parse(String(server.sent.at(-1)?.body))).toMatchObject({ id: inspection.id, version: 4, reason: '黑点' })
  expect(server.sent.at(-1)?.url).toContain('reject')
})
it('keeps the reason when another decision is chosen, and shows a refusal', async () => {
  startFakeServer({}, () => json({ errno: '6000', errmsg: '批次之后又检验过', data: null }))
  const onClose = open()
  await userEvent.click(findButtons(actions.materialInspection_reject)[0]!)
  await userEvent.type(screen.getByRole('textbox'), '黑点')
  await userEvent.click(findButtons(actions.materialInspection_concede)[0]!)
  await userEvent.click(findButtons(actions.materialInspection_concede).at(-1)!)
  expect((await screen.findByRole('alert')).textContent).toBe('批次之后又检验过')
  expect(screen.getByRole('textbox')).toHaveProperty('value', '黑点')
  expect(onClose).not.toHaveBeenCalled()
})
it('offers nothing once somebody else has decided', () => {
  open({ ...inspection, state: 'released' })
  expect(screen.queryByRole('button', { name: actions.materialInspection_reject })).toBeNull()
  expect(findButtons(words.pages.inspections.decide)[0]).toHaveProperty('disabled', true)
})
