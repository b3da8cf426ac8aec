// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import UnsentWeightsPage from '@/areas/slitting/client/slitter/UnsentWeightsPage'
import rollsWords from '@/areas/rolls/locales/zh.json'
import words from '@/areas/slitting/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

afterEach(cleanup)
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [SET, RUN, ROLL, ME, OTHER] = [1, 2, 3, 4, 5].map(id) as [string, string, string, string, string]
const theirs = { id: ROLL, version: 4, lane: 3, number: 'J-1-03', kg: 86.9, updatedAt: '2026-11-20T01:41:00.000Z' }

async function show(op: string, roll: object, lastError: object): Promise<unknown[]> {
  await loadTexts({ rolls: rollsWords, slitting: words })
  const done: unknown[] = []
  replacePhoneStore(
    createFakePhone({
      edit: (...said) => Promise.resolve(void done.push(said)),
      discard: (opId) => Promise.resolve(void done.push(['discard', opId])),
    }),
  )
  signInPerson({ id: ME })
  startFakeServer({ 'GET /resource_options': ok([{ id: ROLL, label: 'J-1-03' }]) })
  const item = {
    id: 'op-1',
    op,
    resource: 'cutting',
    entityId: RUN,
    body: { id: SET, cuttingId: RUN, rolls: [roll] },
    state: 'attention',
    lastError,
    editable: true,
    photos: [],
  } as unknown as UnsentCommand
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <UnsentWeightsPage item={item} onBack={() => undefined} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return done
}
const conflict = {
  kind: 'conflict',
  message: '别人已修改',
  issues: [],
  data: { conflict: true, theirs, mine: { kg: 88.5 }, by: { id: OTHER, name: 'feng' } },
}
const save = async () => userEvent.click(await screen.findByRole('button', { name: '保存所选' }))

it('shows both weights of a roll that two have weighed; one of them is chosen', async () => {
  const done = await show('slitSet.edit', { lane: 3, kg: 88.5, seenKg: null }, conflict)
  expect(await screen.findByText(/88\.5/)).toBeTruthy()
  expect(screen.getByText(/86\.9/)).toBeTruthy()
  await save()
  // Sent again by a person who has seen the other weight.
  const rolls = [{ lane: 3, kg: 88.5, seenKg: 86.9 }]
  await waitFor(() => expect(done).toEqual([['op-1', { id: SET, cuttingId: RUN, rolls }]]))
})
it('lets the other weight stand: nothing of this phone is left, but what the step does besides', async () => {
  const theirsChosen = async () => userEvent.click((await screen.findAllByRole('radio'))[1]!)
  const done = await show('slitSet.edit', { rollId: ROLL, kg: 88.5, seenKg: null }, conflict)
  await theirsChosen()
  await save()
  await waitFor(() => expect(done).toEqual([['discard', 'op-1']]))
  cleanup()
  const more = await show('slitSet.recycle', { rollId: ROLL, kg: 88.5, seenKg: null }, conflict)
  await theirsChosen()
  await save()
  await waitFor(() => expect(more).toEqual([['op-1', { id: SET, cuttingId: RUN, rolls: [{ rollId: ROLL }] }]]))
})
it('corrects a weight that was refused, by the number of its roll', async () => {
  const done = await show(
    'slitSet.edit',
    { rollId: ROLL, kg: 885, seenKg: null },
    {
      kind: 'refused',
      message: '请核对小数点',
      issues: [],
      data: null,
    },
  )
  const box = await screen.findByLabelText(/J-1-03/)
  await userEvent.clear(box)
  await userEvent.type(box, '88.5')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  const rolls = [{ rollId: ROLL, kg: 88.5, seenKg: null }]
  await waitFor(() => expect(done).toEqual([['op-1', { id: SET, cuttingId: RUN, rolls }]]))
})
