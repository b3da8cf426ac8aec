// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { replacePhoneStore, type UnsentCommand } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { EntryGrid } from '@/areas/laboratory/client/EntryGrid'
import { UnsentResultPage } from '@/areas/laboratory/client/UnsentResultPage'
import words from '@/areas/laboratory/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const toastTexts = vi.hoisted(() => [] as string[])
vi.mock('@/client/api/toast', () => ({ showToast: (text: string) => void toastTexts.push(text) }))
afterEach(() => {
  cleanup()
  toastTexts.length = 0
})

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [batch, roll, index] = [{ id: id(1), productId: id(2), workOrderId: id(3) }, id(4), id(5)]
const samples = (...texts: string[]) =>
  texts.map((text, i) => ({ lane: null, no: i + 1, text, value: null, below: false, excluded: false, reason: null }))
const cell = { batchId: batch.id, indexId: index, jumboRollId: roll, slitRollId: null }
const command = (op: 'create' | 'update', body: object, lastError: object | null, more: object = {}) =>
  ({
    id: 'op-1',
    seq: 1,
    op: `testResult.${op}`,
    resource: 'testResult',
    entityId: id(20),
    body: { ...cell, id: id(20), ...body },
    baseVersion: null,
    state: lastError ? 'attention' : 'pending',
    attempts: 1,
    lastError,
    editable: true,
    photos: [],
    ...more,
  }) as unknown as UnsentCommand
const REFUSED = { kind: 'refused', message: '该批次已关闭', issues: [], data: null }
const conflictWith = (theirs: object, mine: object) => ({
  kind: 'conflict',
  message: '别人已修改',
  issues: [],
  data: { conflict: true, theirs, mine },
})

/** A phone with these commands; the first command overlays the server's results. */
async function phoneWith(items: UnsentCommand[], list: object[] = []) {
  await loadTexts({ laboratory: words })
  const edits: unknown[] = []
  const [first] = items
  const pendingState = first && {
    opId: first.id,
    op: first.op,
    state: first.state,
    occurredAt: '',
    error: first.lastError,
  }
  const unsentRow = first && {
    version: 1,
    retest: 0,
    retestReason: null,
    rolledAt: null,
    n: 0,
    ...first.body,
    pending: pendingState,
  }
  const phone = createFakePhone({
    watchCommands: (seen) => {
      seen(items)
      return () => undefined
    },
    watchOverlay: (resource, seen) => {
      seen((rows) =>
        resource === 'testResult' && unsentRow
          ? [unsentRow, ...rows.filter((row) => row['id'] !== first.entityId)]
          : rows,
      )
      return () => undefined
    },
    edit: (op, body, baseVersion) => {
      edits.push([op, body, baseVersion])
      return Promise.resolve()
    },
  })
  replacePhoneStore(phone)
  signInPerson({ id: id(9) })
  startFakeServer({
    'GET /plant/test_result': replyWithRows(list, { [roll]: 'J-5' }),
    'GET /quality/get_test_index': ok([{ indexId: index, name: '透气性', unit: 'mm/s', samples: 3 }]),
    'GET /quality/automatically_add': ok([]),
    'GET /quality/test_batch_limits': ok({ batchId: batch.id, list: [], rolls: [] }),
    'GET /resource_options': ok([
      { id: roll, label: 'J-5' },
      { id: index, label: '透气性' },
    ]),
  })
  return Object.assign(phone, { edits })
}
const renderPage = (what: React.ReactNode) =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>{what}</QueryClientProvider>
    </MemoryRouter>,
  )
const grid = () => renderPage(<EntryGrid batch={batch as never} editable />)
const typed = async (text: string) => {
  const user = userEvent.setup()
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: /透气性$/ })
  await user.clear(input)
  await user.type(input, `${text}{Tab}`)
  return input
}

it('typing over a refused new value replaces it and its dependent commands', async () => {
  const chained = command('update', {}, null, { id: 'op-2', seq: 2, attempts: 0 })
  const phone = await phoneWith([command('create', { samples: samples('220', '999') }, REFUSED), chained])
  grid()
  await typed('230 232 231')
  await waitFor(() => expect(phone.edits).toHaveLength(1))
  expect(phone.edits[0]).toMatchObject([
    'op-1',
    { ...cell, id: id(20), samples: [{ text: '230' }, { text: '232' }, { text: '231' }] },
    undefined,
  ])
  await waitFor(() => expect(phone.calls).toContain('discard op-2'))
  expect(phone.savedCommands).toEqual([])
})
it('a newly sent change is followed by a change of its own', async () => {
  const phone = await phoneWith([command('create', { samples: samples('220') }, null, { editable: false })])
  grid()
  await typed('230')
  await waitFor(() => expect(phone.savedCommands).toMatchObject([{ endpoint: { name: 'testResult.update' } }]))
  expect(phone.edits).toEqual([])
})
it('an invalid value is refused in the cell and reported as not saved', async () => {
  const phone = await phoneWith([command('create', { samples: samples('220') }, null, { attempts: 0 })])
  grid()
  const input = await typed('220 9999999999')
  await waitFor(() => expect(toastTexts[0]).toMatch(/9999999999.*999,999,999.*没有保存/))
  await typed('0000000000000000000000000220')
  await waitFor(() => expect(toastTexts[1]).toMatch(/没有保存/))
  await typed('-1')
  await waitFor(() => expect(toastTexts[2]).toMatch(/“-1”低于 0.*没有保存/))
  expect([input.getAttribute('aria-invalid'), phone.savedCommands, phone.edits]).toEqual(['true', [], []])
})

const theirs = { ...cell, id: id(10), version: 3, samples: samples('210', '212', '211') }
const mine = samples('230', '232', '231')
const settle = (item: UnsentCommand) => {
  const left: (string | null)[] = []
  renderPage(<UnsentResultPage item={item} onBack={(at) => left.push(at)} />)
  return left
}
it('a cell that somebody else filled names roll, index and both values; the own is written over theirs', async () => {
  const item = command('create', { samples: mine }, conflictWith(theirs, { ...cell, samples: mine }))
  const phone = await phoneWith([item], [theirs])
  const left = settle(item)
  expect(await screen.findByText('J-5 · 透气性')).toBeTruthy()
  expect(screen.getByText('230 232 231')).toBeTruthy()
  expect(screen.getByText('210 212 211')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '保存所选' }))
  await waitFor(() => expect(left).toEqual([batch.id]))
  expect(phone.savedCommands).toMatchObject([
    {
      endpoint: { name: 'testResult.update' },
      body: { id: id(10), version: 3, samples: [{ text: '230' }, { text: '232' }, { text: '231' }] },
      baseVersion: 3,
    },
  ])
  expect(phone.calls).toContain('discard op-1')
})
it('discarding the own value keeps the other one', async () => {
  const item = command('create', { samples: mine }, conflictWith(theirs, { ...cell, samples: mine }))
  const phone = await phoneWith([item], [theirs])
  const left = settle(item)
  await userEvent.click(await screen.findByText('210 212 211'))
  await userEvent.click(screen.getByRole('button', { name: '保存所选' }))
  await waitFor(() => expect(left).toEqual([batch.id]))
  expect([phone.savedCommands, phone.calls.filter((one) => one.startsWith('discard'))]).toEqual([[], ['discard op-1']])
})
it('a change of the same result uses the version of both values', async () => {
  const both = conflictWith({ ...theirs, id: id(20) }, { samples: mine })
  const item = command('update', { version: 1, samples: mine }, both, { baseVersion: 1 })
  const phone = await phoneWith([item], [{ ...theirs, id: id(20) }])
  const left = settle(item)
  await userEvent.click(await screen.findByRole('button', { name: '保存所选' }))
  await waitFor(() => expect(left).toEqual([batch.id]))
  expect(phone.edits).toMatchObject([['op-1', { id: id(20), version: 3 }, 3]])
})
it('a refused value shows its reason, and can be corrected or discarded', async () => {
  const item = command('create', { samples: samples('220', '999') }, REFUSED)
  const phone = await phoneWith([item])
  const left = settle(item)
  expect(await screen.findByText('该批次已关闭')).toBeTruthy()
  const input = screen.getByRole('textbox')
  await userEvent.clear(input)
  await userEvent.type(input, '221')
  await userEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(left).toEqual([batch.id]))
  expect(phone.edits).toMatchObject([['op-1', { samples: [{ text: '221' }] }, undefined]])
})
