// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { registerAreas } from '@/client/area-registry'
import { getBulkActions } from '@/client/resource/bulk/bulk-actions'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { areaContracts } from '@/areas/contracts'
import { defineArea, getAreaEndpoints } from '@/contract/area'
import { defineCommand } from '@/contract/command'
import { defineEndpoint, noOutput } from '@/contract/endpoint'
import { note, reference, text } from '@/contract/field'
import { defineStateMachine } from '@/contract/state-machine'
import { startFakeServer, json, ok, replyWithRows } from '../fake-server'
import { prepareDesk, toRollId, roll, createRollRow, renderAtDesk } from './desk'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))
vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsDesktop: () => true }))

const life = defineStateMachine('roll', {
  states: ['good', 'held'],
  initial: 'good',
  actions: {
    hold: { from: ['good'], to: 'held', permission: 'rollEdit' },
    release: { from: ['held'], to: 'good', permission: 'rollEdit' },
  },
})
const hold = defineCommand(roll, life, 'hold', {
  routes: 'POST /roll/hold',
  input: { reason: note({ required: true, max: 100 }) },
})
const release = defineCommand(roll, life, 'release', { routes: 'POST /roll/release' })
const seal = defineEndpoint('roll.seal', {
  area: 'plant',
  routes: 'POST /roll/seal',
  access: 'rollEdit',
  effect: 'write',
  input: {
    id: reference('roll', { required: true }),
    code: text({ required: true, secret: true, offersSuggestion: true }),
  },
  output: noOutput,
})
registerAreas([
  {
    name: 'plant',
    pages: {},
    contract: async () => defineArea({ name: 'plant', resources: [roll], endpoints: [hold, release, seal] }),
  },
])

beforeEach(() => prepareDesk())
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const rolls = <ResourcePage resource={roll as never} />
const refused = (errmsg: string) => json({ errno: '4003', errmsg, data: null })
async function choose(...which: number[]) {
  await screen.findByLabelText('tick 0')
  for (const index of which) await userEvent.click(screen.getByLabelText(`tick ${index}`))
  return screen.findByRole('toolbar')
}
const bodies = (sent: { method: string; url: string; body: unknown }[], path: string) =>
  sent.filter(({ url }) => url.startsWith(`/api${path}`)).map(({ body }) => JSON.parse(String(body)) as object)

it('offers actions of the contract that a chosen row allows, and judges each row separately', async () => {
  const { sent } = startFakeServer({
    'GET /roll': () => replyWithRows([createRollRow(1), createRollRow(2, 'held'), createRollRow(3), createRollRow(4)]),
    'POST /roll/hold': ({ body }) =>
      String(body).includes(toRollId(3)) ? refused('此卷已出库') : ok({ ...createRollRow(1), state: 'held' }),
  })
  renderAtDesk(rolls)
  const bar = within(await choose(0, 1, 2))
  expect(bar.getByText('已选 3 条')).toBeTruthy()
  expect(bar.getAllByRole('button').map((one) => one.textContent)).toEqual(['', '待判', '放行', '封签', '删除'])

  await userEvent.click(bar.getByRole('button', { name: '待判' }))
  const sheet = within(await screen.findByRole('alertdialog'))
  // A row that is on hold already is skipped; without a reason nothing is sent.
  expect(sheet.getByText('当前状态不可操作')).toBeTruthy()
  const go = sheet.getByRole('button', { name: '待判 (2)' })
  expect((go as HTMLButtonElement).disabled).toBe(true)
  await userEvent.type(sheet.getByLabelText('原因'), '外观')
  await userEvent.click(go)
  expect(await sheet.findByText('未通过: 此卷已出库')).toBeTruthy()
  expect(sheet.getByText('完成')).toBeTruthy()
  expect(bodies(sent, '/roll/hold')).toMatchObject([
    { id: toRollId(1), version: 1, reason: '外观' },
    { id: toRollId(3), version: 3, reason: '外观' },
  ])
  const keys = sent.filter(({ url }) => url === '/api/roll/hold').map(({ headers }) => headers['Idempotency-Key'])
  expect(new Set(keys).size).toBe(2)
  await userEvent.click(sheet.getByRole('button', { name: '关闭' }))
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull())
})

it('reports deleted rows, and retries unanswered ones under the same key', async () => {
  let storedRows = [createRollRow(1), createRollRow(2)]
  let down = true
  const { sent } = startFakeServer({
    'GET /roll': () => replyWithRows(storedRows),
    'DELETE /roll': ({ url, body }) => {
      const id = [toRollId(1), toRollId(2)].find((one) => `${url}${String(body)}`.includes(one))
      if (id === toRollId(2) && down) throw new TypeError('no network')
      storedRows = storedRows.filter((row) => row.id !== id)
      return ok(null)
    },
  })
  renderAtDesk(rolls)
  const bar = within(await choose(0, 1))
  await userEvent.click(bar.getByRole('button', { name: '删除' }))
  const sheet = within(await screen.findByRole('alertdialog'))
  await userEvent.click(sheet.getByRole('button', { name: '删除 (2)' }))
  expect(await sheet.findByText(/^没有结果/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('tick 1')).toBeNull())
  expect(sheet.getByText('A-1')).toBeTruthy()

  down = false
  await userEvent.click(sheet.getByRole('button', { name: '重试 1 条' }))
  await waitFor(() => expect(sheet.getAllByText('完成')).toHaveLength(2))
  const keys = sent.filter(({ method }) => method === 'DELETE').map(({ headers }) => headers['Idempotency-Key'])
  expect(keys).toHaveLength(3)
  expect(keys[1]).toBe(keys[2])
  expect(keys[0]).not.toBe(keys[1])
})

it("gives each row its own secret, never the person's own row, and shows the secrets once", async () => {
  const { sent } = startFakeServer({
    'GET /roll': () => replyWithRows([createRollRow(1), createRollRow(2)]),
    'POST /roll/seal': ({ body }) => (String(body).includes(toRollId(2)) ? refused('此卷已出库') : ok(null)),
  })
  renderAtDesk(rolls)
  const bar = within(await choose(0, 1))
  await userEvent.click(bar.getByRole('button', { name: '封签' }))
  const sheet = within(await screen.findByRole('alertdialog'))
  await userEvent.click(sheet.getByRole('button', { name: '封签 (2)' }))
  expect(await sheet.findByText(/^未通过.*此卷已出库/)).toBeTruthy()
  const sentBodies = bodies(sent, '/roll/seal') as { id: string; code: string }[]
  expect(sentBodies.map((one) => Object.keys(one))).toEqual([
    ['id', 'code'],
    ['id', 'code'],
  ])
  expect(sentBodies[0]?.code).not.toBe(sentBodies[1]?.code)
  // Refused rows show no new password.
  expect(
    within(sheet.getByRole('table'))
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual([`A-1${sentBodies[0]?.code}`])
})
it('confirms closing uncopied one-time secrets, and not copied ones', async () => {
  const user = userEvent.setup()
  startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1)]), 'POST /roll/seal': () => ok(null) })
  renderAtDesk(rolls)
  await user.click(within(await choose(0)).getByRole('button', { name: '封签' }))
  const sheet = await screen.findByRole('alertdialog')
  await user.click(within(sheet).getByRole('button', { name: '封签 (1)' }))
  await within(sheet).findByRole('table')
  fireEvent(sheet, new Event('cancel', { cancelable: true }))
  const question = within(await within(sheet).findByRole('alertdialog'))
  expect(question.getByText('A-1')).toBeTruthy()
  // The next Escape closes only the question.
  fireEvent(within(sheet).getByRole('alertdialog'), new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(within(sheet).queryByRole('alertdialog')).toBeNull())
  expect(within(sheet).getByRole('table')).toBeTruthy()
  await user.click(within(sheet).getByRole('button', { name: '复制' }))
  await waitFor(async () => expect(await navigator.clipboard.readText()).toContain('A-1'))
  fireEvent(sheet, new Event('cancel', { cancelable: true }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('draws no checkboxes for a person without bulk actions', async () => {
  await prepareDesk(['rollView'])
  startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1)]) })
  renderAtDesk(rolls)
  expect(await screen.findByText('A-1')).toBeTruthy()
  await new Promise((done) => setTimeout(done, 50))
  expect(screen.queryByLabelText('tick 0')).toBeNull()
})

it('offers plant actions that take one reason or nothing; signatures remain individual', () => {
  const offered = areaContracts.flatMap((area) =>
    area.resources.flatMap((one) => {
      const actions = getBulkActions(one, getAreaEndpoints(area)).flatMap(({ command }) => command?.action ?? [])
      return actions.length > 0 ? [`${one.name}: ${actions.join(' ')}`] : []
    }),
  )
  expect(offered).toEqual([
    'oddReading: admit discard',
    'workOrder: cancel close reopen',
    'erpOrder: release',
    'jumboRoll: remove',
    'hold: release',
    'testBatch: publish withdraw',
    'abnormity: close sendBack reopen withdraw',
    'repair: accept goOn confirmFinal rejectProduction rejectFinal withdraw',
    'handover: return unsign',
    'inputOutputMonth: takeBack',
    'notice: acknowledge',
  ])
  const secretGivingActions = areaContracts.flatMap((area) =>
    area.resources.flatMap((one) =>
      getBulkActions(one, getAreaEndpoints(area)).flatMap(({ endpoint, secretField: gives }) =>
        gives ? [endpoint.name] : [],
      ),
    ),
  )
  expect(secretGivingActions).toEqual(['user.resetPassword'])
})
it('also generates secrets where rows cannot be deleted', () => {
  const area = areaContracts.find(({ resources }) => resources.some(({ name }) => name === 'user'))!
  const user = area.resources.find(({ name }) => name === 'user')!
  const { remove: _, ...endpoints } = user.endpoints
  const actions = getBulkActions({ ...user, endpoints } as typeof user, getAreaEndpoints(area))
  expect(actions.map(({ endpoint }) => endpoint.name)).toContain('user.resetPassword')
})
