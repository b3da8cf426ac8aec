// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { EntryGrid } from '@/areas/laboratory/client/EntryGrid'
import words from '@/areas/laboratory/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const toastTexts = vi.hoisted(() => [] as string[])
vi.mock('@/client/api/toast', () => ({ showToast: (text: string) => void toastTexts.push(text) }))
afterEach(cleanup)

const id = (n: number) => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const [batch, roll, index] = [{ id: id(1), productId: id(2), workOrderId: id(3) }, id(4), id(5)]

const show = () =>
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient()}>
        <EntryGrid batch={batch as never} editable />
      </QueryClientProvider>
    </MemoryRouter>,
  )

it('an invalid value stays in its cell, marked as unsaved, until it is corrected', async () => {
  await loadTexts({ laboratory: words })
  const phone = createFakePhone()
  replacePhoneStore(phone)
  signInPerson({ id: id(9) })
  startFakeServer({
    'GET /quality/test_batch_limits': ok({ batchId: batch.id, list: [], rolls: [] }),
    'GET /plant/test_result': replyWithRows([]),
    'GET /quality/get_test_index': ok([]),
    'GET /resource_options': ok([{ id: roll, label: 'J-1' }]),
    'GET /quality/automatically_add': ok([
      { jumboRollId: roll, roll: 'J-1', indexes: [{ indexId: index, index: '克重', unit: 'g/m²', samples: 3 }] },
    ]),
  })
  show()
  const user = userEvent.setup()
  let cell = await screen.findByRole<HTMLInputElement>('textbox', { name: /克重$/ })
  await user.type(cell, '25.1 abc{Tab}')
  await waitFor(() => expect(cell.getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(toastTexts).toEqual([expect.stringContaining('“abc”不是数值')]))
  expect([cell.value, phone.savedCommands]).toEqual(['25.1 abc', []])
  // The reason is displayed at the field; reason and value are still there after coming back.
  expect(document.getElementById(cell.getAttribute('aria-describedby') ?? '')?.textContent).toContain('“abc”不是数值')
  cleanup()
  show()
  cell = await screen.findByRole<HTMLInputElement>('textbox', { name: /克重$/ })
  expect([cell.value, cell.getAttribute('aria-invalid')]).toEqual(['25.1 abc', 'true'])
  expect(screen.getByText('“abc”不是数值')).toBeTruthy()
  await user.clear(cell)
  await user.type(cell, '25.1{Tab}')
  await waitFor(() => expect(cell.hasAttribute('aria-invalid')).toBe(false))
  expect(screen.queryByText('“abc”不是数值')).toBeNull()
  expect(phone.savedCommands).toMatchObject([
    { endpoint: { name: 'testResult.create' }, body: { batchId: batch.id, indexId: index, jumboRollId: roll } },
  ])
})

const result = (n: number, text: string, more: object = {}) => ({
  id: id(n),
  version: 1,
  batchId: batch.id,
  indexId: index,
  jumboRollId: roll,
  slitRollId: null,
  retest: 0,
  retestReason: null,
  samples: [{ lane: 1, no: 1, text, value: Number(text), below: false, excluded: false, reason: null }],
  digits: 1,
  n: 1,
  mean: Number(text),
  below: 0,
  rolledAt: '2026-11-20T00:00:00.000Z',
  ...more,
})
async function filled(list: object[], total: number, next: string | null, phone = createFakePhone()) {
  await loadTexts({ laboratory: words })
  replacePhoneStore(phone)
  signInPerson({ id: id(9) })
  const refs = { [roll]: 'J-1', [id(7)]: 'J-1-01' }
  const server = startFakeServer({
    'GET /quality/test_batch_limits': ok({ batchId: batch.id, list: [], rolls: [] }),
    'GET /plant/test_result': ok({ total, list, refs, next }),
    'GET /quality/get_test_index': ok([{ indexId: index, name: '克重', unit: 'g/m²', samples: 1 }]),
    'GET /quality/automatically_add': ok([]),
  })
  show()
  return Object.assign(server, { saved: phone.savedCommands })
}
it('a first result, a retest and a slit roll are each corrected in their own row', async () => {
  const server = await filled(
    [
      result(10, '24.1'),
      result(11, '25.2', { retest: 1, retestReason: '夹具打滑' }),
      result(12, '26.3', { slitRollId: id(7) }),
    ],
    3,
    null,
  )
  const user = userEvent.setup()
  const cells = await screen.findAllByRole<HTMLInputElement>('textbox')
  expect(cells.map((cell) => [cell.getAttribute('aria-label'), cell.value])).toEqual([
    ['J-1 克重', '24.1'],
    ['J-1-01 克重', '26.3'],
    ['J-1 · 复测 1 克重', '25.2'],
  ])
  const retest = screen.getByRole('row', { name: /夹具打滑/ })
  await user.clear(within(retest).getByRole('textbox'))
  await user.type(within(retest).getByRole('textbox'), '25.4{Tab}')
  await waitFor(() => expect(server.saved).toHaveLength(1))
  expect(server.saved[0]).toMatchObject({ baseVersion: 1, body: { id: id(11), samples: [{ text: '25.4' }] } })
})
it('a pasted block is sent once, and reports values without a cell', async () => {
  const server = await filled([result(10, '24.1'), result(11, '25.2', { jumboRollId: id(8) })], 2, null)
  const user = userEvent.setup()
  const [first] = await screen.findAllByRole<HTMLInputElement>('textbox')
  await user.click(first!)
  await user.paste('24.3\t9\n25.3\n26.3\n\n')
  await user.tab()
  await waitFor(() => expect(server.saved).toHaveLength(2))
  expect((await screen.findByRole('alert')).textContent).toContain('9、26.3')
  expect(server.saved).toHaveLength(2)
  // The next valid value removes the message.
  await user.click(first!)
  await user.paste('24.4\n25.4')
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
it('reports hidden results, and shows every roll completely', async () => {
  await filled(
    [result(10, '24.1'), result(11, '25.2', { jumboRollId: id(8), rolledAt: '2026-11-20T01:00:00.000Z' })],
    612,
    'x',
  )
  expect(await screen.findByText(/已显示 1 条结果，共 612 条/)).toBeTruthy()
  expect(screen.getByRole('button', { name: '更多' })).toBeTruthy()
  expect(screen.getAllByRole('textbox')).toHaveLength(1)
})

it('a batch closed while it was open shows no more rolls to test', async () => {
  const server = await filled([result(10, '24.1')], 1, null)
  server.replies['GET /quality/automatically_add'] = ok([
    { jumboRollId: id(8), roll: 'J-2', doffedAt: '2026-11-20T01:00:00.000Z', indexes: [] },
  ])
  cleanup()
  const client = createQueryClient()
  const grid = (editable: boolean) => (
    <MemoryRouter>
      <QueryClientProvider client={client}>
        <EntryGrid batch={batch as never} editable={editable} />
      </QueryClientProvider>
    </MemoryRouter>
  )
  const { rerender } = render(grid(true))
  expect(await screen.findByRole('row', { name: /J-2/ })).toBeTruthy()
  rerender(grid(false))
  await waitFor(() => expect(screen.queryByRole('row', { name: /J-2/ })).toBeNull())
  expect(screen.getByRole('row', { name: /J-1/ })).toBeTruthy()
})

/** A phone that overlays its own results on the server's results. */
const laying = (own: Record<string, unknown>[]) =>
  createFakePhone({
    watchOverlay: (resource, seen) => {
      seen((rows) => (resource === 'testResult' ? [...own, ...rows] : rows))
      return () => undefined
    },
  })
const buildPendingState = (state: string, error: object | null) => ({
  opId: 'o',
  op: 'testResult.create',
  state,
  occurredAt: '',
  error,
})

it('a value that waits on this phone is in its cell and says so', async () => {
  await filled(
    [],
    0,
    null,
    laying([result(20, '24.7', { rolledAt: null, pending: buildPendingState('pending', null) })]),
  )
  const cell = await screen.findByRole<HTMLInputElement>('textbox', { name: /克重$/ })
  expect(cell.value).toBe('24.7')
  const row = cell.closest('tr') as HTMLElement
  expect(within(row).getByText('待上传')).toBeTruthy()
})
it('where somebody else filled the cell meanwhile, theirs stands in it and the own value is told above', async () => {
  const refused = buildPendingState('attention', { kind: 'refused', message: '该结果已存在', issues: [] })
  await filled([result(10, '24.1')], 1, null, laying([result(20, '24.7', { rolledAt: null, pending: refused })]))
  expect(await screen.findByText('J-1 · 克重: 24.7')).toBeTruthy()
  expect(screen.getByText(/该结果已存在/)).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('24.1')
})
