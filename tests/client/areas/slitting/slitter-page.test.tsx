// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense, useState, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { registerAreas } from '@/client/area-registry'
import { clearSession } from '@/client/session/session'
import { checkInput } from '@/contract/schema'
import { SetSection, type SetSectionProps } from '@/areas/slitting/client/slitter/SetSection'
import sharedLabels from '@/contract/locales/zh.json'
import SlitterPage from '@/areas/slitting/client/slitter/SlitterPage'
import {
  doffSet,
  editSet,
  finishCutting,
  recycleRolls,
  startCutting,
} from '@/areas/slitting/contract/slitting-commands'
import { packingClient } from '@/areas/packing/client'
import packing from '@/areas/packing/locales/zh.json'
import rollsWords from '@/areas/rolls/locales/zh.json'
import words from '@/areas/slitting/locales/zh.json'
import kit from '@/client/locales/zh.json'
import { createFakePhone } from '../../fake-phone'
import { startFakeServer, ok, replyWithRows } from '../../fake-server'
import { signInPerson } from '../../signed-in'
import { loadTexts } from '../../texts'
import { setElementSize } from '../../fake-layout'

registerAreas([packingClient])
const id = (n: number) => `01900000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [ME, SLITTER, JUMBO, RUN, SET, ORDER, PRODUCT, ROLL] = [1, 2, 3, 4, 5, 6, 7, 8].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
  string,
]
const base = {
  version: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  updatedAt: '2026-11-20T00:00:00.000Z',
  createdBy: null,
}
const lanes = [{ width: 1500, count: 2, workOrderId: null }]
const slitter = { ...base, id: SLITTER, code: 'SL1', name: '1号分切机', kind: 'slitting', active: true }
const jumbo = {
  ...base,
  id: JUMBO,
  number: 'B1-SS1-261120-001',
  state: 'slitting',
  workOrderId: ORDER,
  productId: PRODUCT,
  widthMm: 3200,
  lengthM: 10_000,
  leftM: 5000,
  gsm: 15,
  netKg: 480,
  expectedKg: 480,
  defects: [],
  downgrades: [],
  takenBackDowngrades: [],
  lots: [],
}
const run = {
  ...base,
  id: RUN,
  jumboRollId: JUMBO,
  slitterId: SLITTER,
  state: 'open',
  lanes,
  slittingPattern: '2×1500',
  lengthM: 5000,
  startedAt: base.createdAt,
  sets: 1,
}
const set = {
  ...base,
  id: SET,
  cuttingId: RUN,
  jumboRollId: JUMBO,
  slitterId: SLITTER,
  setNumber: 1,
  state: 'made',
  lanes,
  fromM: 5000,
  toM: 10_000,
  doffedAt: base.createdAt,
  rolls: 2,
  kg: null,
}
const roll = (lane: number) => ({
  ...base,
  id: lane === 1 ? ROLL : id(20 + lane),
  number: `${jumbo.number}-1-0${lane}`,
  state: 'made',
  jumboRollId: JUMBO,
  slitSetId: SET,
  workOrderId: ORDER,
  lane,
  widthMm: 1500,
  fromMm: 100,
  fromM: 5000,
  toM: 10_000,
  lengthM: 5000,
  expectedKg: 112.5,
  kg: null,
  grade: 'good',
  downgrades: [],
  takenBackDowngrades: [],
  defects: [],
})
const list = (rows: object[]) => replyWithRows(rows, { [JUMBO]: jumbo.number, [ORDER]: 'WO-1', [PRODUCT]: '15g 纺粘' })

let phone: ReturnType<typeof createFakePhone>
let client: ReturnType<typeof createQueryClient>
function show(
  page: ReactNode,
  {
    open = true,
    at = '/',
    more = {},
  }: { open?: boolean; at?: string; more?: Parameters<typeof startFakeServer>[0] } = {},
): void {
  signInPerson({ id: ME, keys: ['divideInteractiveView', 'divideInteractiveAdd', 'divideInteractiveEdit'] })
  startFakeServer({
    'GET /plant/line': () => list([slitter]),
    'GET /rolls/slitter': () => list([]),
    'GET /production/jr_cutting': () => list(open ? [run] : []),
    'GET /production/jumbo_roll': () => list([open ? jumbo : { ...jumbo, state: 'uncut', leftM: 10_000 }]),
    'GET /rolls/slit_set': () => list(open ? [set] : []),
    'GET /rolls/slit_roll': () => list(open ? [roll(1), roll(2)] : []),
    'GET /cut_first/order_list': () => list([]),
    'GET /plant/work_order': () =>
      list([{ ...base, id: ORDER, number: 'WO-1', slittingPattern: '2×1500', rollLengthM: 5000 }]),
    'GET /resource_options': () => ok([{ id: JUMBO, label: jumbo.number }]),
    ...more,
  })
  client = createQueryClient()
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Suspense fallback="…">{page}</Suspense>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
beforeEach(async () => {
  await loadTexts({ packing, rolls: rollsWords, slitting: words })
  setElementSize(390)
  clearSession()
  localStorage.clear()
  phone = createFakePhone()
  replacePhoneStore(phone)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
/** Bodies of the saved commands, each valid for its call. */
const saved = (endpoint: { readonly name: string }) =>
  phone.savedCommands
    .filter((one) => one.endpoint.name === endpoint.name)
    .map((one) => {
      expect(checkInput(one.endpoint as never, one.body).ok).toBe(true)
      return one.body
    })

/** Downgrades metres 0 to 400 to waste, in the form that jumbos use as well. */
async function downgradeTo400(): Promise<void> {
  const save = await screen.findByRole('button', { name: rollsWords.pages.winder.saveDowngrade })
  // Without a defect there is nothing to save, and the form says so.
  expect(save.hasAttribute('disabled')).toBe(true)
  expect(screen.getByText(rollsWords.pages.downgrade.defectFirst)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '结束米数' }))
  const pad = screen.getByRole('dialog', { name: '结束米数' })
  for (const key of ['4', '0', '0']) await userEvent.click(within(pad).getByRole('button', { name: key }))
  await userEvent.click(within(pad).getByRole('button', { name: '确定' }))
  await userEvent.click(screen.getByRole('radio', { name: '废品' }))
  await userEvent.click(screen.getByRole('radio', { name: '条纹' }))
  await userEvent.click(save)
}

describe('a package', () => {
  const packed = {
    ...base,
    id: id(30),
    number: 'P261120-001',
    state: 'packed',
    workOrderId: ORDER,
    rolls: 2,
    netKg: 225,
    holds: [],
    labels: 0,
    labelSaid: null,
  }
  const open = (at: string) =>
    show(<SlitterPage />, {
      at,
      more: {
        'GET /plant/line': () => list([slitter, { ...slitter, id: id(31), code: 'SL2' }]),
        'GET /production/jumbo_roll': () => list([]),
        'GET /rolls/slit_roll': () => list([]),
        'GET /rolls/package': () => list([packed]),
      },
    })
  it('opens without a slitter: people who store or ship work at none', async () => {
    open(`/?view=packing&package=${packed.id}`)
    expect(await screen.findByRole('button', { name: packing.package.steps.ship })).toBeTruthy()
    expect(screen.queryByText(words.pages.divideInteractive.choose)).toBeNull()
  })
  it('is found by its scanned id', async () => {
    open(`/?id=${packed.id}`)
    await userEvent.click(await screen.findByRole('button', { name: packing.pages.divideInteractive.openPackage }))
    expect(await screen.findByRole('button', { name: packing.package.steps.ship })).toBeTruthy()
  })
  it('has a label, which leads back to it', async () => {
    open(`/?labels=${packed.id}&of=package`)
    expect(await screen.findByRole('heading', { name: rollsWords.pages.labels.title })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: kit.ui.back }))
    expect(await screen.findByRole('button', { name: packing.package.steps.ship })).toBeTruthy()
  })
})
describe('a scanned slit roll', () => {
  const other = { ...set, id: id(90), setNumber: 2 }
  const scanned = (more: object = {}, sets: object[] = [set, other]) =>
    show(<SlitterPage />, {
      at: `/?id=${ROLL}`,
      more: {
        'GET /rolls/slit_roll': () => list([{ ...roll(1), ...more }]),
        'GET /rolls/slit_set': () => list(sets),
        'GET /production/jumbo_roll': () => list([]),
        'GET /rolls/package': () => list([]),
      },
    })
  const offered = (name: string) => screen.findByRole('button', { name })
  it('can be weighed, downgraded, moved, recycled and reprinted', async () => {
    scanned()
    const D = words.pages.divideInteractive
    for (const name of [D.weigh, D.downgrade, words.actions.slitRoll_move, D.recycle, D.printRoll])
      expect((await offered(name)).hasAttribute('disabled'), name).toBe(false)
  })
  it('weighs it', async () => {
    scanned()
    await userEvent.click(await offered(words.pages.divideInteractive.weigh))
    for (const key of ['1', '1', '2']) await userEvent.click(screen.getByRole('button', { name: key }))
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(saved(editSet)).toMatchObject([{ id: SET, cuttingId: RUN, rolls: [{ rollId: ROLL, kg: 112 }] }]),
    )
  })
  it('its dialogs are beside the buttons and do not share their width', async () => {
    scanned()
    await userEvent.click(await offered(words.pages.divideInteractive.downgrade))
    expect((await screen.findByRole('dialog')).closest('.roll-actions')).toBeNull()
  })
  it('is downgraded with the form of slitter and winder', async () => {
    scanned()
    await userEvent.click(await offered(words.pages.divideInteractive.downgrade))
    await downgradeTo400()
    await waitFor(() =>
      expect(saved(editSet)).toMatchObject([
        { rolls: [{ rollId: ROLL, downgrades: [{ fromM: 0, toM: 400, grade: 'waste', defect: 'streak' }] }] },
      ]),
    )
  })
  it('shows why it cannot change once packed, and why it cannot move without another set', async () => {
    scanned({ state: 'packed' })
    const weigh = await offered(words.pages.divideInteractive.weigh)
    expect(weigh.hasAttribute('disabled')).toBe(true)
    expect(document.getElementById(weigh.getAttribute('aria-describedby')!)?.textContent).toContain('不能再改')
    expect((await offered(words.pages.divideInteractive.printRoll)).hasAttribute('disabled')).toBe(false)
    cleanup()
    scanned({}, [set])
    const move = await offered(words.actions.slitRoll_move)
    await waitFor(() => expect(move.hasAttribute('disabled')).toBe(true))
    expect(screen.getByText(words.pages.divideInteractive.noOtherSet)).toBeTruthy()
  })
})

describe('the slitter', () => {
  it('weighs lane after lane on one pad, and refuses ten times the expected weight', async () => {
    show(<SlitterPage />)
    await userEvent.click((await screen.findAllByRole('button', { name: '称重' }))[0]!)
    for (const key of '1125') await userEvent.keyboard(key)
    await screen.findByText(words.pages.divideInteractive.checkDecimalPoint)
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    expect(phone.savedCommands).toHaveLength(0)
    await userEvent.keyboard('{Backspace}')
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() =>
      expect(saved(editSet)).toMatchObject([{ id: SET, cuttingId: RUN, rolls: [{ rollId: ROLL, kg: 112 }] }]),
    )
    expect(await screen.findByRole('heading', { name: /^第 1 组 · \d\d:\d\d · 第 2 条 · 1500 mm$/ })).toBeTruthy()
  })
  it('sends the weight that was seen, whatever another phone saved while the pad was open', async () => {
    let kg: number | null = null
    show(<SlitterPage />, { more: { 'GET /rolls/slit_roll': () => list([{ ...roll(1), kg }, roll(2)]) } })
    await userEvent.click((await screen.findAllByRole('button', { name: '称重' }))[0]!)
    kg = 111
    await act(() => client.invalidateQueries())
    for (const key of '112') await userEvent.keyboard(key)
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
    await waitFor(() => expect(saved(editSet)).toMatchObject([{ rolls: [{ rollId: ROLL, kg: 112, seenKg: null }] }]))
  })
  it('doffs the next set by one tap, at the planned length', async () => {
    show(<SlitterPage />)
    await userEvent.click(await screen.findByRole('button', { name: /落卷 5,000/ }))
    await waitFor(() => expect(saved(doffSet)).toMatchObject([{ cuttingId: RUN, lengthM: 5000, leftM: 5000 }]))
    expect(screen.getByRole('img', { name: /3200 mm × 10,000/ })).toBeTruthy()
  })
  const length = async (digits: string) => {
    await userEvent.click(await screen.findByRole('button', { name: '改长度' }))
    await userEvent.keyboard(`{Backspace>8/}${digits}`)
    await userEvent.click(screen.getByRole('button', { name: '确定' }))
  }
  it('confirms a set that is much longer than planned', async () => {
    const more = {
      'GET /production/jumbo_roll': () => list([{ ...jumbo, lengthM: 14_105, leftM: 9105 }]),
      'GET /rolls/slit_set': () => list([{ ...set, fromM: 9105, toM: 14_105 }]),
    }
    show(<SlitterPage />, { more })
    await userEvent.click(await screen.findByRole('button', { name: '全部剩余' }))
    await userEvent.click(await screen.findByRole('button', { name: /落卷 9,105/ }))
    const sheet = await screen.findByRole('alertdialog')
    expect(sheet.textContent).toContain('9,105 m，超过设定的 5,000 m')
    expect(saved(doffSet)).toEqual([])
    await userEvent.click(within(sheet).getByRole('button', { name: '落卷 9,105 m' }))
    await waitFor(() => expect(saved(doffSet)).toMatchObject([{ cuttingId: RUN, lengthM: 9105 }]))
    expect(saved(doffSet)).toHaveLength(1)
  })
  it('confirms a much shorter typed set, except the last, which takes the rest', async () => {
    show(<SlitterPage />, { more: { 'GET /production/jumbo_roll': () => list([{ ...jumbo, leftM: 4000 }]) } })
    await length('400')
    await userEvent.click(await screen.findByRole('button', { name: /落卷 400/ }))
    const sheet = await screen.findByRole('alertdialog')
    expect(sheet.textContent).toContain('400 m，未到设定的 5,000 m')
    await userEvent.click(within(sheet).getByRole('button', { name: '取消' }))
    expect(saved(doffSet)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '全部剩余' }))
    await userEvent.click(await screen.findByRole('button', { name: /落卷 4,000/ }))
    await waitFor(() => expect(saved(doffSet)).toMatchObject([{ cuttingId: RUN, lengthM: 4000 }]))
  })
  const waiting = (body: object) =>
    ({
      id: 'op',
      seq: 1,
      op: doffSet.name,
      resource: 'slitSet',
      entityId: id(60),
      state: 'pending',
      attempts: 0,
      photos: [],
      body,
    }) as never
  it('two sets waiting offline differ in the list, the lanes and on the pad', async () => {
    const toMoment = (clock: string) => `2026-11-20T${clock}:00.000Z`
    const two = [
      waiting({ id: id(60), cuttingId: RUN, lengthM: 1000, occurredAt: toMoment('02:00') }),
      waiting({ id: id(61), cuttingId: RUN, lengthM: 1000, occurredAt: toMoment('02:40') }),
    ]
    phone = createFakePhone({ watchCommands: (seen) => (seen(two), () => undefined) })
    replacePhoneStore(phone)
    show(<SlitterPage />)
    const heads = await screen.findAllByRole('button', { name: /^第 \d 组/ })
    await waitFor(() =>
      expect(
        screen.getAllByRole('button', { name: /^第 \d 组/ }).map((one) => one.querySelector('b')?.textContent),
      ).toEqual(['第 3 组 · 10:40', '第 2 组 · 10:00', '第 1 组 · 08:00']),
    )
    expect(heads.length).toBeGreaterThan(0)
    expect([...document.querySelectorAll('.set-word')].map((one) => one.textContent)).toEqual([
      '第 1 组 · 08:00',
      '第 2 组 · 10:00',
      '第 3 组 · 10:40',
    ])
    await userEvent.click((await screen.findAllByRole('button', { name: '称重' }))[0]!)
    expect(await screen.findByRole('heading', { name: '第 3 组 · 10:40 · 第 1 条 · 1500 mm' })).toBeTruthy()
  })
  it('the scale continues after a doff, as at the winder', async () => {
    const watched: ((items: never[]) => void)[] = []
    phone = createFakePhone({
      watchCommands: (seen) => {
        watched.push(seen as never)
        seen([])
        return () => undefined
      },
      save: (command) => {
        phone.savedCommands.push(command)
        act(() => watched.forEach((seen) => seen([waiting(command.body)] as never[])))
        return Promise.resolve({ id: 'op' })
      },
    })
    replacePhoneStore(phone)
    show(<SlitterPage />)
    await userEvent.click(await screen.findByRole('button', { name: /落卷 5,000/ }))
    expect(await screen.findByRole('heading', { name: /^第 2 组 · .*第 1 条 · 1500 mm$/ })).toBeTruthy()
  })
  it('unweighed rolls come before the end of the jumbo', async () => {
    const end = { 'GET /production/jumbo_roll': () => list([{ ...jumbo, leftM: 0 }]) }
    show(<SlitterPage />, {
      more: { ...end, 'GET /rolls/slit_roll': () => list([{ ...roll(1), kg: 112.5 }, roll(2)]) },
    })
    const big = () => [...document.querySelectorAll('.ui-page-primary .is-primary')].map((one) => one.textContent)
    await waitFor(() => expect(big()).toEqual(['称重（还有 1 卷）']))
    await userEvent.click(screen.getByRole('button', { name: '称重（还有 1 卷）' }))
    expect(await screen.findByRole('heading', { name: /第 2 条 · 1500 mm$/ })).toBeTruthy()
    cleanup()
    show(<SlitterPage />, {
      more: { ...end, 'GET /rolls/slit_roll': () => list([1, 2].map((lane) => ({ ...roll(lane), kg: 112.5 }))) },
    })
    await waitFor(() => expect(big()).toEqual(['完成分切']))
  })
  it('the last set opens by itself, and stays closed when closed by hand', async () => {
    function Growing() {
      const [last, setLast] = useState(false)
      const displayedSet = { ...set, pending: false, rolls: [1, 2].map((lane) => ({ ...roll(lane), pending: false })) }
      return (
        <>
          <button type="button" onClick={() => setLast(!last)}>
            last
          </button>
          <SetSection
            {...({
              set: displayedSet,
              run,
              jumbo,
              refs: {},
              limits: {},
              others: [displayedSet],
              isLast: last,
              onLabels: () => undefined,
            } as unknown as SetSectionProps)}
          />
        </>
      )
    }
    show(<Growing />)
    const head = await screen.findByRole('button', { expanded: false })
    await userEvent.click(screen.getByRole('button', { name: 'last' }))
    expect(head.getAttribute('aria-expanded')).toBe('true')
    await userEvent.click(head)
    await userEvent.click(screen.getByRole('button', { name: 'last' }))
    await userEvent.click(screen.getByRole('button', { name: 'last' }))
    expect(head.getAttribute('aria-expanded')).toBe('false')
  })
  it('downgrades metres of a lane', async () => {
    show(<SlitterPage />)
    await userEvent.click(await screen.findByRole('button', { name: '第 1 条的其他操作' }))
    const sheet = await screen.findByRole('dialog')
    // This word names the step; the grade of the metres has another word.
    expect(within(sheet).getAllByText('降等')).toHaveLength(1)
    expect(within(sheet).getByRole('group', { name: '判为' }).textContent).toContain('降等品')
    await downgradeTo400()
    await waitFor(() =>
      expect(saved(editSet)).toMatchObject([
        { rolls: [{ rollId: ROLL, downgrades: [{ fromM: 0, toM: 400, grade: 'waste' }], seenDowngrades: [] }] },
      ]),
    )
  })
  it('recycles a lane with its weight and a reason; ten times the expected weight is refused', async () => {
    show(<SlitterPage />)
    await userEvent.click(await screen.findByRole('button', { name: '第 1 条的其他操作' }))
    await userEvent.click(screen.getByRole('button', { name: words.pages.divideInteractive.recycle }))
    const go = () => screen.getAllByRole('button', { name: words.pages.divideInteractive.recycle }).at(-1)!
    await userEvent.type(screen.getByLabelText('原因'), '破损')
    expect(go()).toHaveProperty('disabled', true)
    await userEvent.type(screen.getByLabelText('重量 (kg)'), '1125')
    await screen.findByText(words.pages.divideInteractive.checkDecimalPoint)
    expect(go()).toHaveProperty('disabled', true)
    await userEvent.clear(screen.getByLabelText('重量 (kg)'))
    await userEvent.type(screen.getByLabelText('重量 (kg)'), '112')
    await userEvent.click(go())
    await waitFor(() =>
      expect(saved(recycleRolls)).toMatchObject([
        { id: SET, cuttingId: RUN, rolls: [{ rollId: ROLL, kg: 112 }], reason: '破损' },
      ]),
    )
  })
  it('removes a jumbo with its remnant, weighed, with a balance of the cut part', async () => {
    show(<SlitterPage />, {
      more: {
        'GET /rolls/slit_roll': () =>
          list([
            { ...roll(1), kg: 112.5 },
            { ...roll(2), kg: 112.5 },
          ]),
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: '完成分切' }))
    await screen.findByText(words.pages.divideInteractive.remnantHint)
    await userEvent.click(screen.getAllByRole('button', { name: '完成分切' }).at(-1)!)
    await waitFor(() =>
      expect(saved(finishCutting)).toMatchObject([{ id: RUN, remnant: 'stock', wasteKg: 0, trimKg: 15 }]),
    )
  })
  it('offers only recent patterns that fit the jumbo', async () => {
    const past = (n: number, slittingPattern: string) => ({ ...run, id: id(n), state: 'finished', slittingPattern })
    show(<SlitterPage />, {
      open: false,
      at: `/?jumbo=${JUMBO}`,
      more: { 'GET /production/jr_cutting': () => list([past(71, '4×1000'), past(72, '3×1000')]) },
    })
    await screen.findByText(/3×1000/)
    expect(screen.queryByText(/4×1000/)).toBeNull()
  })
  it('a set with a packed roll cannot be undone, and says so before asking for a reason', async () => {
    show(<SlitterPage />, {
      open: true,
      more: {
        'GET /rolls/slit_set': () => list([{ ...set, createdBy: ME, doffedAt: new Date().toISOString() }]),
        'GET /rolls/slit_roll': () => list([roll(1), { ...roll(2), state: 'packed' }]),
      },
    })
    const undo = await screen.findByRole('button', { name: words.actions.slitSet_undo })
    await waitFor(() => expect(undo).toHaveProperty('disabled', true))
    expect(document.getElementById(undo.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      sharedLabels.options.state.packed,
    )
  })
  it('starts a jumbo with the lanes of its order; lanes too wide cannot start', async () => {
    show(<SlitterPage />, { open: false, at: `/?jumbo=${JUMBO}` })
    const begin = await screen.findByRole('button', { name: '开始分切' })
    const text = screen.getByLabelText('门幅搭配')
    await waitFor(() => expect(text).toHaveProperty('value', '2×1500'))
    await userEvent.clear(text)
    await userEvent.type(text, '4x1000')
    await screen.findByText(/只有 3180 mm/)
    expect(begin).toHaveProperty('disabled', true)
    await userEvent.clear(text)
    await userEvent.type(text, '3x1000')
    await userEvent.click(begin)
    await waitFor(() =>
      expect(saved(startCutting)).toMatchObject([
        {
          jumboRollId: JUMBO,
          slitterId: SLITTER,
          lengthM: 5000,
          lanes: [{ width: 1000, count: 3, workOrderId: null }],
        },
      ]),
    )
  })
  it('scans a known jumbo; refuses a label of another plant or kind; keeps an unknown label offline', async () => {
    let online = true
    const rolls = ({ url }: { url: string }) => {
      if (!online) throw new TypeError('no network')
      const wanted = new URL(url, 'http://plant').searchParams.get('keyword')
      return list([{ ...jumbo, state: 'uncut', leftM: 10_000 }].filter((one) => !wanted || one.number === wanted))
    }
    const scan = async (text: string) => {
      cleanup()
      show(<SlitterPage />, { open: false, more: { 'GET /production/jumbo_roll': rolls } })
      await screen.findByRole('button', { name: words.pages.divideInteractive.scanJumbo })
      for (const [i, key] of [...text, 'Enter'].entries()) {
        const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
        Object.defineProperty(event, 'timeStamp', { value: 1000 + i * 8 })
        document.body.dispatchEvent(event)
      }
    }
    const expectAnnounced = (text: string) =>
      waitFor(() => expect(document.getElementById('said')?.textContent).toBe(text))
    await scan(`jr:${jumbo.number}`)
    await screen.findByRole('button', { name: '开始分切' })
    await scan('jr:B9-XX-251120-001')
    await expectAnnounced(words.refusals.unknownNumber.replace('{{number}}', 'B9-XX-251120-001'))
    expect(screen.queryByRole('button', { name: '开始分切' })).toBeNull()
    await scan('eq:PUMP-1')
    await expectAnnounced(words.pages.divideInteractive.notAJumbo.replace('{{code}}', 'PUMP-1'))
    online = false
    await scan('jr:B9-XX-251120-001')
    await screen.findByText(words.pages.divideInteractive.unknownJumbo)
  })
  it('a jumbo that cannot be cut is refused at the scan, before lanes are asked for', async () => {
    show(<SlitterPage />, {
      open: false,
      at: `/?jumbo=${JUMBO}`,
      more: { 'GET /production/jumbo_roll': () => list([{ ...jumbo, state: 'scrapped' }]) },
    })
    expect((await screen.findByRole('alert')).textContent).toContain('不能开始分切')
    expect(screen.queryByRole('button', { name: '开始分切' })).toBeNull()
    expect(screen.queryByLabelText('门幅搭配')).toBeNull()
  })
  const onHold = {
    'GET /rolls/hold': () => list([{ ...base, id: id(50), number: 'H261120-01', reason: '黑点超标', state: 'held' }]),
  }
  it('a jumbo on hold is refused at the scan with its hold; the list marks it', async () => {
    const heldJumbo = { ...jumbo, state: 'uncut', leftM: 10_000, holds: [id(50)] }
    const more = { ...onHold, 'GET /production/jumbo_roll': () => list([heldJumbo]) }
    show(<SlitterPage />, { open: false, more })
    const row = (await screen.findByText(jumbo.number)).closest('li')!
    within(row).getByText('扣留中')
    cleanup()
    show(<SlitterPage />, { open: false, at: `/?jumbo=${JUMBO}`, more })
    await screen.findByText('扣留中（H261120-01）：黑点超标。须由质量部门先解除。')
    expect(screen.queryByLabelText('门幅搭配')).toBeNull()
    expect(screen.queryByRole('button', { name: '开始分切' })).toBeNull()
  })
  const closedOrder = {
    'GET /plant/work_order': () => list([{ ...base, id: ORDER, number: 'WO-1', state: 'closed' }]),
  }
  it('a jumbo of a closed order is in the list with the reason and cannot be used; a scan says the same', async () => {
    show(<SlitterPage />, { open: false, more: closedOrder })
    const row = (await screen.findByText(jumbo.number)).closest('li')!
    await within(row).findByText('工单 WO-1 已关闭，不能再分切')
    expect(within(row).getByRole('button')).toHaveProperty('disabled', true)
    screen.getByText('待分切母卷（0）')
    cleanup()
    show(<SlitterPage />, { open: false, at: `/?jumbo=${JUMBO}`, more: closedOrder })
    expect((await screen.findByRole('alert')).textContent).toBe('工单 WO-1 已关闭，不能再分切')
    expect(screen.queryByLabelText('门幅搭配')).toBeNull()
    expect(screen.queryByRole('button', { name: '开始分切' })).toBeNull()
  })
  it('planned cuts for another order can start anyway', async () => {
    const other = id(60)
    show(<SlitterPage />, {
      open: false,
      at: `/?jumbo=${JUMBO}&line=${id(61)}`,
      more: {
        'GET /plant/work_order': () =>
          list([
            { ...base, id: ORDER, number: 'WO-1', state: 'closed' },
            { ...base, id: other, number: 'WO-2', state: 'running' },
          ]),
        'GET /cut_first/order_list': () =>
          list([
            {
              ...base,
              id: id(61),
              slitterId: SLITTER,
              workOrderId: other,
              jumboRollId: JUMBO,
              cuttingId: null,
              sequence: 1,
              lanes: [{ width: 1500, count: 2, workOrderId: other }],
              slittingPattern: '2×1500',
              lengthM: 5000,
              sets: 2,
            },
          ]),
      },
    })
    await waitFor(() => expect(screen.getByRole('button', { name: '开始分切' })).toHaveProperty('disabled', false))
  })
  it('a jumbo put on hold on the slitter blocks doffing and recycling: the buttons name the hold', async () => {
    show(<SlitterPage />, {
      more: {
        ...onHold,
        'GET /production/jumbo_roll': () => list([{ ...jumbo, holds: [id(50)] }]),
        'GET /rolls/slit_roll': () => list([1, 2].map((lane) => ({ ...roll(lane), kg: 112, holds: [id(50)] }))),
      },
    })
    const doff = await screen.findByRole('button', { name: /落卷 5,000/ })
    await waitFor(() => expect(doff.nextElementSibling?.textContent).toBe('扣留中：H261120-01'))
    expect(doff).toHaveProperty('disabled', true)
    await userEvent.click(screen.getByRole('button', { name: '第 1 条的其他操作' }))
    await userEvent.click(screen.getByRole('button', { name: words.pages.divideInteractive.recycle }))
    await userEvent.type(screen.getByLabelText('原因'), '破损')
    expect(screen.getAllByRole('button', { name: words.pages.divideInteractive.recycle }).at(-1)).toHaveProperty(
      'disabled',
      true,
    )
  })
  it('a cutting whose start was refused blocks doffing, with the reason', async () => {
    const refused = {
      id: 'op-1',
      op: startCutting.name,
      body: { id: RUN, jumboRollId: JUMBO, slitterId: SLITTER },
      state: 'attention' as const,
      error: { kind: 'refused', message: '工单 WO-1 已关闭，不能再分切', issues: [] },
    }
    replacePhoneStore({
      ...phone,
      watchCommands: (seen) => {
        seen([refused] as never)
        return () => undefined
      },
    })
    show(<SlitterPage />)
    const doff = await screen.findByRole('button', { name: /落卷 5,000/ })
    await waitFor(() => expect(doff).toHaveProperty('disabled', true))
    expect(doff.nextElementSibling?.textContent).toBe(words.pages.divideInteractive.startRefused)
    screen.getByText(/工单 WO-1 已关闭，不能再分切/)
  })
  it('if the server refuses the set being weighed, the pad closes and shows the reason and the next step', async () => {
    const doff = {
      id: 'op-1',
      op: 'slitSet.doff',
      seq: 1,
      body: { id: id(90), cuttingId: RUN, lengthM: 4000, leftM: 5000 },
    }
    const hearers: ((items: never) => void)[] = []
    replacePhoneStore({
      ...phone,
      watchCommands: (seen) => {
        hearers.push(seen as never)
        seen([{ ...doff, state: 'pending' }] as never)
        return () => undefined
      },
    })
    show(<SlitterPage />)
    await userEvent.click((await screen.findAllByRole('button', { name: '称重' }))[0]!)
    await screen.findByRole('dialog', { name: /第 2 组.*第 1 条/ })
    const lastError = { kind: 'refused', errno: '6000', message: '母卷剩余 1,000 m', issues: [], data: null, at: 0 }
    act(() => hearers.forEach((hear) => hear([{ ...doff, state: 'attention', lastError }] as never)))
    const dialog = await screen.findByRole('dialog', { name: /第 2 组/ })
    within(dialog).getByText(words.pages.divideInteractive.setRefused)
    expect(within(dialog).getByRole('link').getAttribute('href')).toBe('/me/sync?unsent=op-1')
    expect(within(dialog).queryByRole('button', { name: '7' })).toBeNull()
  })
  it('a deleted or unreadable jumbo starts no cutting without a number', async () => {
    show(<SlitterPage />, {
      open: false,
      at: `/?jumbo=${JUMBO}`,
      more: { 'GET /production/jumbo_roll': () => list([]) },
    })
    await screen.findByText(words.pages.divideInteractive.unknownRow)
    expect(screen.queryByRole('button', { name: '开始分切' })).toBeNull()
  })
  it('keeps an unknown jumbo by its number', async () => {
    show(<SlitterPage />, {
      open: false,
      at: '/?number=B7-SS1-261120-009',
      more: { 'GET /production/jumbo_roll': () => list([]) },
    })
    await screen.findByText(words.pages.divideInteractive.unknownJumbo)
    await userEvent.type(screen.getByLabelText('门幅搭配'), '2x1500')
    await userEvent.click(screen.getByRole('button', { name: '开始分切' }))
    await waitFor(() =>
      expect(saved(startCutting)).toMatchObject([
        { jumboNumber: 'B7-SS1-261120-009', lanes: [{ width: 1500, count: 2, workOrderId: null }] },
      ]),
    )
  })
})
