// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PackageView } from '@/areas/packing/client/PackingView'
import packing from '@/areas/packing/locales/zh.json'
import words from '@/areas/rolls/locales/zh.json'
import slittingWords from '@/areas/slitting/locales/zh.json'
import client from '@/client/locales/zh.json'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import { PageFrame } from '@/client/ui/PageFrame'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { scanCode } from '../../hand-scanner'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'

const toastTexts = vi.hoisted(() => [] as string[])
vi.mock('@/client/api/toast', () => ({ showToast: (text: string) => void toastTexts.push(text) }))
const base = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
const pack = (id: string, rolls: number, more: object = {}) => ({
  ...base,
  id,
  number: `P261120-${id}`,
  workOrderId: 'o1',
  customerId: 'c1',
  state: 'packed',
  rolls,
  netKg: rolls * 60,
  grossKg: null,
  packedAt: null,
  place: null,
  labels: 0,
  note: null,
  ...more,
})
const lane = (workOrderId: string) => [{ width: 160, count: 5, workOrderId }]
const sent: unknown[] = []
const labels = vi.fn()
function show(
  rows: object[],
  opensWith: string | null,
  rolls: object[] = [],
  slitter: object | null = null,
  failed: object[] = [],
): { asked: string[]; toPack: string[] } {
  const toPack: string[] = []
  const requestedUrls: string[] = []
  startFakeServer({
    'GET /rolls/slit_set': () => replyWithRows([{ ...base, id: 's1', lanes: lane('o1') }]),
    'GET /production/jr_cutting': () => replyWithRows([]),
    'GET /cut_first/order_list': () => replyWithRows([{ ...base, id: 'q1', workOrderId: 'o2', lanes: lane('o3') }]),
    'GET /rolls/package': ({ url }: { url: string }) => {
      requestedUrls.push(new URL(url, 'http://plant').searchParams.get('workOrderId') ?? 'plant')
      return replyWithRows(rows, { o1: 'WO-1', c1: '恒安' })
    },
    'GET /rolls/package_checks': () => ok(failed),
    'GET /rolls/slit_roll': ({ url }: { url: string }) => {
      const query = new URL(url, 'http://plant').searchParams
      const list = rolls.filter((one) => (one as { state?: string }).state === (query.get('state') ?? 'packed'))
      if (query.get('state')) toPack.push(query.get('workOrderId') ?? '')
      return replyWithRows(list, { o1: 'WO-1' })
    },
    'POST /rolls/package': (input: unknown) => {
      sent.push(input)
      return ok({ ...pack('9', 1, { state: 'open' }) })
    },
    'GET /rolls/hold': () =>
      ok({
        total: 1,
        list: [{ ...base, id: 'h1', number: 'H261120-01', reason: '黑点超标', state: 'held' }],
        refs: {},
      }),
    'POST /rolls/package_move': (input: unknown) => {
      sent.push(input)
      return ok({ ...rows[0], state: 'shipped' })
    },
  } as never)
  function Page() {
    const [packageId, open] = useState(opensWith)
    return (
      <PackageView
        frame={(content, primary) => (
          <PageFrame title="F" primary={primary} primaryStaysAtBottom>
            {content}
          </PageFrame>
        )}
        slitter={slitter as never}
        packageId={packageId}
        onOpen={open}
        onLabels={labels}
      />
    )
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <Page />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { asked: requestedUrls, toPack }
}
beforeEach(async () => {
  await loadTexts({ packing, rolls: words, slitting: slittingWords })
  sent.length = 0
  clearSession()
  replacePhoneStore(createFakePhone())
  signInPerson({ keys: ['divideInteractiveEdit'] })
})
afterEach(cleanup)

it('shipping shows customer, rolls and kilograms, warns of an under-filled package, and asks', async () => {
  show([pack('1', 3), pack('2', 24), pack('3', 24), pack('4', 1, { state: 'open' })], '1')
  await userEvent.click(await screen.findByRole('button', { name: '发货' }))
  const asked = screen.getByRole('alertdialog')
  for (const said of ['P261120-1', '恒安', '3 卷', '180', '24 卷']) expect(asked.textContent).toContain(said)
  expect(sent).toHaveLength(0)
  await userEvent.click(within(asked).getByRole('button', { name: '发货' }))
  await waitFor(() => expect(sent).toHaveLength(1))
})
const roll = (n: number, more: object = {}) => ({
  ...base,
  id: `r${n}`,
  number: `R-${n}`,
  widthMm: 195,
  kg: 150,
  grade: 'good',
  weightUnusual: false,
  packageId: '1',
  workOrderId: 'o1',
  state: 'packed',
  holds: [],
  ...more,
})
it('names downgraded rolls, and again before shipping', async () => {
  show([pack('1', 24), pack('2', 24)], '1', [roll(1), roll(2, { grade: 'downgraded', weightUnusual: true })])
  const odd = (await screen.findByText(/R-2/)).closest('li')
  expect(odd?.textContent).toContain('降等')
  expect(odd?.textContent).toContain('重量异常')
  expect(screen.getByText(/R-1/).closest('li')?.textContent).not.toContain('降等')
  await userEvent.click(screen.getByRole('button', { name: '发货' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('含非良品 1 卷')
  expect(sent).toHaveLength(0)
})
it('marks a roll with a failed check and no downgrade, and names it before shipping', async () => {
  show([pack('1', 24), pack('2', 24)], '1', [roll(1), roll(2)], null, [{ slitRollId: 'r2', number: 'R-2' }])
  const mark = await screen.findByText(packing.pages.packing.checkFailed)
  expect(mark.closest('li')?.textContent).toContain('R-2')
  await userEvent.click(screen.getByRole('button', { name: '发货' }))
  expect(screen.getByRole('alertdialog').textContent).toContain('质检不合格且未降等：R-2')
  expect(sent).toHaveLength(0)
})
it('ships a full package without a warning; a shipped one is taken back with a reason', async () => {
  show([pack('1', 24, { state: 'shipped' }), pack('2', 24)], '1')
  await screen.findByText('P261120-1')
  expect(screen.queryByText(/只有/)).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: '撤销发货' }))
  const sheet = screen.getByRole('alertdialog')
  expect(within(sheet).getByRole('button', { name: '撤销发货' })).toHaveProperty('disabled', true)
  expect(sent).toHaveLength(0)
})
it('refuses a roll scanned for a shipped package at the scan, without asking the server', async () => {
  show([pack('1', 24, { state: 'shipped' })], '1')
  await screen.findByText('P261120-1')
  replacePhoneStore(
    createFakePhone({
      findRowsByCode: () => Promise.resolve([{ resource: 'slitRoll', id: 'r9', label: 'R9', fields: {} }]) as never,
    }),
  )
  scanCode('sr:R9')
  await waitFor(() => expect(toastTexts.join()).toContain('P261120-1'))
  expect(sent).toHaveLength(0)
})
it('searches and filters packages, and prints labels', async () => {
  show([pack('1', 24)], null)
  await userEvent.click(await screen.findByRole('button', { name: '已发货' }))
  expect(screen.getByRole('button', { name: '已发货' }).getAttribute('aria-pressed')).toBe('true')
  expect(screen.getByRole('searchbox')).toBeTruthy()
  cleanup()
  show([pack('1', 24)], '1')
  await userEvent.click(await screen.findByRole('button', { name: words.pages.winder.label }))
  expect(labels).toHaveBeenCalledWith('1')
})
it("starts with packages of the slitter's orders; all others are one tap away", async () => {
  const { asked } = show([], null, [], { id: 'l1', code: 'SL-01', name: '分切机1' })
  const ownLineButton = await screen.findByRole('button', { name: 'SL-01 的工单' })
  expect(ownLineButton.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(asked).toEqual(['o1,o2,o3']))
  // The list is empty, so the link is displayed below it as well.
  await waitFor(() => expect(screen.getAllByRole('button', { name: '全厂' })).toHaveLength(2))
  await userEvent.click(screen.getAllByRole('button', { name: '全厂' })[1]!)
  await waitFor(() => expect(asked).toEqual(['o1,o2,o3', 'plant']))
  cleanup()
  expect(show([pack('1', 24)], null).asked).toBeTruthy()
  await screen.findByText('P261120-1')
  expect(screen.queryByRole('button', { name: '全厂' })).toBeNull()
})
it('names the hold and its reason before any refusal', async () => {
  show([pack('1', 24, { holds: ['h1'] })], '1')
  expect(await screen.findByText('扣留中（H261120-01）：黑点超标。须由质量部门先解除。')).toBeTruthy()
  for (const step of ['入库', '发货']) {
    const button = screen.getByRole('button', { name: step })
    expect(button).toHaveProperty('disabled', true)
    expect(button.nextElementSibling?.textContent).toBe('扣留中：H261120-01')
  }
  // Rolls on hold may be removed from the package.
  expect(screen.getByRole('button', { name: packing.package.steps.unpack })).toHaveProperty('disabled', false)
  cleanup()
  show([pack('1', 3, { state: 'open', holds: ['h1'] })], '1')
  for (const name of [packing.package.steps.close, packing.pages.divideInteractive.scanRolls])
    expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', true)
  cleanup()
  show([pack('1', 24, { holds: ['h1'] }), pack('2', 24)], null)
  expect((await screen.findByText('P261120-1')).closest('li')?.textContent).toContain('扣留中')
  expect(screen.getByText('P261120-2').closest('li')?.textContent).not.toContain('扣留中')
})

const loose = (n: number, more: object = {}) => roll(n, { state: 'made', packageId: null, ...more })
it('offers unpacked rolls of an open package’s order, with the reason if one cannot be packed', async () => {
  const rolls = [loose(1), loose(2, { kg: null }), loose(3, { grade: 'waste' }), loose(4, { holds: ['h1'] })]
  const { toPack } = show([pack('1', 1, { state: 'open' })], '1', [...rolls, roll(5)])
  const list = within(await screen.findByRole('region', { name: '待包装子卷' }))
  expect(toPack).toContain('o1')
  expect(list.queryByText(/R-5/)).toBeNull() // it is in the package
  const button = (n: number) =>
    within(list.getByText(new RegExp(`R-${n}`)).closest('li')!).getByRole<HTMLButtonElement>('button', { name: '装入' })
  expect([1, 2, 3, 4].map((n) => button(n).disabled)).toEqual([false, true, true, true])
  expect(list.getByText(/R-2/).closest('li')!.textContent).toContain('先称重')
  expect(list.getByText(/R-3/).closest('li')!.textContent).toContain('废品不装')
  await userEvent.click(button(1))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(String((sent[0] as { body: string }).body))).toMatchObject({ id: '1', rollIds: ['r1'] })
})
it('offers packable rolls first, set by set and lane by lane', async () => {
  const of = (n: number, slitSetId: string, more: object = {}) => loose(n, { slitSetId, ...more })
  show([pack('1', 1, { state: 'open' })], '1', [of(8, 's2', { kg: null }), of(7, 's2'), of(6, 's2'), of(9, 's1')])
  const list = within(await screen.findByRole('region', { name: '待包装子卷' }))
  const numbers = list.getAllByRole('listitem').map((item) => /R-\d/.exec(item.textContent ?? '')?.[0])
  expect(numbers).toEqual(['R-6', 'R-7', 'R-9', 'R-8'])
})
it('offers nothing to a closed package, and to a slitter only its own orders', async () => {
  const first = show([pack('1', 24)], '1', [loose(1)])
  await screen.findByText('P261120-1')
  expect(first.toPack).toEqual([])
  cleanup()
  const { toPack } = show([pack('1', 24)], null, [loose(1)], { id: 'sl1', code: 'SL1' })
  await userEvent.click(await screen.findByRole('button', { name: '装入' }))
  expect(toPack).toContain('o1,o2,o3')
  await waitFor(() => expect(sent).toHaveLength(1))
})
it('offline, marks steps that need the server', async () => {
  const offline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const getButtonStates = (name: string | RegExp) =>
    screen.getAllByRole<HTMLButtonElement>('button', { name }).map((button) => {
      const why = document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent
      return [button.disabled, why]
    })
  const barred = [true, client.resource.needsNetwork]
  show([pack('1', 2, { state: 'open' })], '1', [roll(1), roll(2), loose(3)])
  await screen.findByText(/R-3/)
  const { close, unpack } = packing.package.steps
  const { takeOut, scanRolls, newPackage } = packing.pages.divideInteractive
  await waitFor(() => expect(getButtonStates(takeOut)).toEqual([barred, barred]))
  for (const name of [close, unpack, scanRolls, packing.pages.packing.packRoll])
    expect(getButtonStates(name)).toEqual([barred])
  // Read-only buttons remain enabled.
  expect(getButtonStates(packing.pages.divideInteractive.allPackages)).toEqual([[false, undefined]])
  replacePhoneStore(
    createFakePhone({
      findRowsByCode: () => Promise.resolve([{ resource: 'slitRoll', id: 'r3', label: 'R-3', fields: {} }]) as never,
    }),
  )
  toastTexts.length = 0
  scanCode('sr:R-3')
  await waitFor(() => expect(toastTexts.join()).toContain(client.resource.needsNetwork))
  expect(sent).toHaveLength(0)
  cleanup()
  show([pack('1', 2, { state: 'open' })], null)
  await screen.findByText('P261120-1')
  expect(getButtonStates(newPackage)).toEqual([barred])
  offline.mockRestore()
  act(() => void dispatchEvent(new Event('online')))
  expect(getButtonStates(newPackage)).toEqual([[false, undefined]])
})
it('offers the package of the current order before a new one', async () => {
  const open = pack('7', 4, { state: 'open', holds: [] })
  show([pack('1', 24, { holds: [] }), open], null, [loose(1)], { id: 'sl1', code: 'SL1' })
  await userEvent.click(await screen.findByRole('button', { name: '装入' }))
  const sheet = within(await screen.findByRole('dialog', { name: '装入 · R-1' }))
  expect(sent).toEqual([])
  const offered = sheet.getAllByRole('button').filter((one) => one.textContent)
  expect(offered.map((one) => one.textContent)).toEqual(['装入 P261120-7（4 卷）', packing.pages.packing.intoNew])
  await userEvent.click(offered[0]!)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(String((sent[0] as { body: string }).body))).toMatchObject({ id: '7', rollIds: ['r1'] })
})
it('an empty package is removed after confirmation', async () => {
  show([pack('1', 0, { state: 'open' })], '1')
  await userEvent.click(await screen.findByRole('button', { name: packing.package.steps.remove }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(sent).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: packing.package.steps.remove }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(String((sent[0] as { body: string }).body))).toMatchObject({ action: 'remove' })
})
it('a stored package is moved, or reopened with a reason; missing inputs are named', async () => {
  show([pack('1', 24, { state: 'stored', place: 'F2-21' })], '1')
  await userEvent.click(await screen.findByRole('button', { name: packing.package.steps.relocate }))
  const sheet = within(await screen.findByRole('dialog'))
  const move = sheet.getByRole('button', { name: packing.package.steps.relocate })
  const why = () => document.getElementById(move.getAttribute('aria-describedby') ?? '')?.textContent
  expect(move).toHaveProperty('disabled', true)
  expect(why()).toBe(`先填写：${packing.package.fields.place}`)
  await userEvent.type(sheet.getByRole('textbox'), 'F2-21')
  expect(why()).toBe(packing.pages.packing.placeSame)
  await userEvent.clear(sheet.getByRole('textbox'))
  await userEvent.type(sheet.getByRole('textbox'), 'F2-22')
  await userEvent.click(move)
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(JSON.parse(String((sent[0] as { body: string }).body))).toMatchObject({ action: 'relocate', place: 'F2-22' })
  await userEvent.click(await screen.findByRole('button', { name: packing.package.steps.reopen }))
  const reason = within(await screen.findByRole('dialog'))
  await userEvent.type(reason.getByRole('textbox'), '有降等卷')
  await userEvent.click(reason.getByRole('button', { name: packing.package.steps.reopen }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(JSON.parse(String((sent[1] as { body: string }).body))).toMatchObject({ action: 'reopen', reason: '有降等卷' })
})
it.each([
  ['packed', packing.package.steps.store],
  ['stored', packing.package.steps.ship],
  ['open', packing.pages.divideInteractive.scanRolls],
])('the one big button below a package that is %s is what comes next', async (state, next) => {
  show([pack('1', 24, { state })], '1')
  await screen.findByText('P261120-1')
  await waitFor(() => {
    const below = [...document.querySelectorAll('.ui-page-primary button')]
    expect(below.map((one) => [one.textContent, one.classList.contains('is-primary')])).toEqual([[next, true]])
  })
  // Only one such text is displayed.
  expect(screen.getAllByRole('button', { name: next })).toHaveLength(1)
})
it('questions about a package do not stay for the next scanned one', async () => {
  show([pack('1', 24), pack('2', 24)], '1', [roll(1), roll(2)])
  const scanned = { resource: 'package', id: '2', label: 'P261120-2', fields: {} }
  replacePhoneStore(createFakePhone({ findRowsByCode: () => Promise.resolve([scanned]) as never }))
  await userEvent.click(await screen.findByRole('button', { name: packing.package.steps.ship }))
  expect(screen.getByRole('alertdialog').textContent).toContain('P261120-1')
  scanCode('pk:P261120-2')
  await screen.findByText('P261120-2')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(sent).toHaveLength(0)
})
