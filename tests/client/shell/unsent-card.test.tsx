// @vitest-environment jsdom
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import client from '@/client/locales/zh.json'
import { UnsentCard } from '@/client/shell/UnsentCard'
import { registerAreas } from '@/client/area-registry'
import { areaClients } from '@/areas/clients'
import { createFakePhone } from '../fake-phone'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'

afterEach(cleanup)
registerAreas(areaClients)
const item = (data: unknown, more: object = {}) =>
  ({
    id: 'op',
    op: null,
    resource: null,
    body: {},
    state: 'attention',
    editable: false,
    photos: [],
    occurredAt: null,
    lastError: { kind: 'refused', errno: '6000', message: '交接班已接班', issues: [], data, at: 0 },
    ...more,
  }) as unknown as UnsentCommand
async function show(data: unknown, more: object = {}, others: object[] = []) {
  signInPerson({ pages: ['repair', 'progressMonitoring'] })
  await loadTexts({})
  const store = createFakePhone({
    watchCommands: (seen) => {
      seen([item(data, more), ...others] as UnsentCommand[])
      return () => undefined
    },
  })
  replacePhoneStore(store)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <UnsentCard command={item(data, more)} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return store
}
const openFurtherActions = () => userEvent.click(screen.getByRole('button', { expanded: false }))
it('a step already done by another person is discarded by one tap', async () => {
  const store = await show({ ofRow: true, settled: true })
  await userEvent.click(screen.getByRole('button', { name: client.sync.settle }))
  await waitFor(() => expect(store.calls).toContain('discard op'))
})
it('other refused commands are discarded only after typing a confirmation', async () => {
  const store = await show(null)
  expect(screen.queryByRole('button', { name: client.sync.settle })).toBeNull()
  await openFurtherActions()
  screen.getByRole('button', { name: client.sync.discard })
  expect(store.calls).toEqual([])
})

const buildCommand = (op: string, body: object) => ({
  op,
  resource: 'repair',
  entityId: '01a1f8f3-63a1-70fe-bc4e-cf4278e6e7ed',
  editable: true,
  body: { id: '01a1f8f3-63a1-70fe-bc4e-cf4278e6e7ed', ...body },
})
const changed = { by: '夏德顺', at: '2026-11-20T02:00:00.000Z' }
it('a step no longer possible has no form: shows who changed the row, and one tap discards it', async () => {
  const store = await show({ ofRow: true, changed }, buildCommand('repair.confirmProduction', { version: 4 }))
  expect(screen.getByText(/夏德顺.*2026-11-20/)).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: client.sync.discard }).classList.contains('is-primary')).toBe(true),
  )
  expect(screen.queryByRole('button', { name: client.sync.edit })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: client.sync.discard }))
  await waitFor(() => expect(store.calls).toContain('discard op'))
})
it('typed text is discarded only after a confirmation, even without a form', async () => {
  const store = await show({ ofRow: true }, buildCommand('repair.finish', { causes: '轴承磨损' }))
  expect(screen.queryByRole('button', { name: client.sync.edit })).toBeNull()
  await openFurtherActions()
  await userEvent.click(screen.getByRole('button', { name: client.sync.discard }))
  expect(store.calls).toEqual([])
})
it('a refused weight is more than a step: discarding needs a confirmation', async () => {
  const store = await show(
    { ofRow: true },
    { ...buildCommand('jumboRoll.weigh', { grossKg: 488.5 }), resource: 'jumboRoll' },
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(screen.queryByRole('button', { name: client.sync.discard })).toBeNull()
  await openFurtherActions()
  await userEvent.click(screen.getByRole('button', { name: client.sync.discard }))
  expect(store.calls).toEqual([])
})
it('dependent commands are named when discarding, and discarded as well', async () => {
  const roll = { resource: 'jumboRoll', entityId: 'roll-1', dependsOn: [] }
  const store = await show(
    null,
    { ...roll, id: 'doff', seq: 1, op: 'jumboRoll.doff', creates: 1, body: { id: 'roll-1' } },
    [
      { ...roll, id: 'weigh', seq: 2, op: 'jumboRoll.weigh', body: { id: 'roll-1' } },
      { ...roll, id: 'wind', seq: 3, op: 'jumboRoll.wind', entityId: 'roll-2', creates: 1, dependsOn: ['doff'] },
      { ...roll, id: 'defect', seq: 4, op: 'jumboRoll.edit', entityId: 'roll-2', body: { id: 'roll-2' } },
      { ...roll, id: 'other', seq: 5, op: 'jumboRoll.edit', entityId: 'roll-3', body: { id: 'roll-3' } },
    ],
  )
  await openFurtherActions()
  await userEvent.click(screen.getByRole('button', { name: client.sync.discard }))
  const question = await screen.findByRole('alertdialog')
  expect(within(question).getAllByRole('listitem')).toHaveLength(3)
  expect(question.textContent).toContain('3')
  await userEvent.click(within(question).getByRole('button', { name: client.sync.discard }))
  expect(store.calls).toEqual([])
  await userEvent.click(within(question).getByRole('button', { name: client.sync.discard }))
  await waitFor(() => expect(store.calls).toEqual(['discard defect', 'discard wind', 'discard weigh', 'discard doff']))
})
it('wrong input can be corrected', async () => {
  await show(null, buildCommand('repair.finish', { causes: '轴承磨损' }))
  expect(screen.getByRole('button', { name: client.sync.edit })).toBeTruthy()
})
it('an order that could not start has no form: the card says what to do', async () => {
  await show(null, { ...buildCommand('workOrder.start', {}), resource: 'workOrder' })
  expect(screen.queryByRole('button', { name: client.sync.edit })).toBeNull()
  expect(screen.getByText(client.sync.noForm)).toBeTruthy()
})
