// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { replacePhoneStore, type RowOverlay } from '@/client/api/phone'
import { useList, useRow } from '@/client/api/use-list'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { overlayRows } from '@/offline'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, replyWithRows, unreachable } from '../fake-server'
import { prepareDesk, toRollId, roll, createRollRow, renderAtDesk } from './desk'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))
vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsDesktop: () => true }))

const hold = {
  id: 'op-1',
  op: 'roll.hold',
  resource: 'roll',
  entityId: toRollId(2),
  entityKey: `roll:${toRollId(2)}`,
  creates: 0,
  seq: 1,
  userId: 'u1',
  body: { id: toRollId(2) },
  state: 'pending',
  lastError: null,
  occurredAt: '2026-11-20T00:00:00Z',
  dependsOn: [],
}
/** A phone that overlays the commands of its outbox on rows; `saveCommand` saves one. */
function phoneWithOutbox(applied: object[] = []) {
  const commands: object[] = []
  const watchers = new Set<(overlay: RowOverlay) => void>()
  const overlay: RowOverlay = (rows, fetchedAt, isInList, findInOtherLists) =>
    overlayRows('roll', rows as { id: string }[], commands as never, {
      fetchedAt,
      applied: applied as never,
      previews: { 'roll.hold': (row) => (row ? { ...row, state: 'held' } : null) },
      ...(isInList ? { matchesFilter: isInList } : {}),
      ...(findInOtherLists ? { findElsewhere: findInOtherLists } : {}),
    })
  const phone = createFakePhone({
    watchOverlay: (_resource, onOverlay) => {
      watchers.add(onOverlay)
      onOverlay((...args) => overlay(...args))
      return () => watchers.delete(onOverlay)
    },
  })
  replacePhoneStore(phone)
  const saveCommand = (command: object) =>
    act(() => {
      commands.push(command)
      for (const onOverlay of watchers) onOverlay((...args) => overlay(...args))
    })
  return { phone, saveCommand }
}
const showRolls = (at: string) => renderAtDesk(<ResourcePage resource={roll as never} />, at)
const showPackedRolls = (id: string) =>
  renderAtDesk(<ResourcePage resource={{ ...roll, inShiftPack: true } as never} />, `/?state=held&id=${id}`)
/** A row beside a list that contains it, with a name that the row refers to. */
function RowBesideList() {
  useList(roll)
  const { row, refs, isLoading } = useRow(roll, toRollId(2))
  return <p>{isLoading ? '…' : `${row?.code} ${refs['line']}`}</p>
}
const goOffline = (server: ReturnType<typeof startFakeServer>) => {
  server.replies['GET /roll'] = unreachable
}
const hasStoredList = ({ answers }: ReturnType<typeof createFakePhone>) =>
  [...answers.keys()].some((key) => key.includes('"roll.list"'))
const getPanel = () => screen.findByRole('heading', { name: 'A-2' })
const RAISED = `/?state=good&id=${toRollId(2)}`

beforeEach(async () => {
  await prepareDesk()
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false) // no retries
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('without a network, an open row', () => {
  it('stays open when an unsent command moves it out of the filtered list, also after a reload', async () => {
    const { phone, saveCommand } = phoneWithOutbox()
    const server = startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1), createRollRow(2)]) })
    showRolls(RAISED)
    await getPanel()
    await waitFor(() => expect(hasStoredList(phone)).toBe(true))
    goOffline(server)
    saveCommand(hold)
    expect(screen.getByRole('heading', { name: 'A-2' })).toBeTruthy() // at once: the panel keeps its state
    await waitFor(() => expect(server.sent.at(-1)?.url).toContain(toRollId(2)))
    await waitFor(() => expect(screen.queryByText('当前无网络')).toBeNull())
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByText('待判')).toBeTruthy()
    cleanup()
    showRolls(RAISED)
    await getPanel()
    expect(screen.getByText('待判')).toBeTruthy()
    expect(screen.queryByText('当前无网络')).toBeNull()
  })
  it('is read after a reload from a stored list with other filters, if a newer shift pack does not have it', async () => {
    const { phone } = phoneWithOutbox()
    phone.loadPackRows = () => Promise.resolve({ rows: [createRollRow(1)], refs: {}, at: Date.now() + 60_000 })
    const server = startFakeServer({ 'GET /roll': () => replyWithRows([createRollRow(1), createRollRow(2)]) })
    showRolls('/')
    await screen.findByText('A-2')
    await waitFor(() => expect(hasStoredList(phone)).toBe(true))
    cleanup()
    goOffline(server)
    showPackedRolls(toRollId(2))
    await getPanel()
    await waitFor(() => expect(server.sent.filter(({ url }) => url.includes(toRollId(2)))).toHaveLength(2)) // refetched
    await getPanel()
    cleanup()
    showPackedRolls(toRollId(3)) // in no stored list
    expect(await screen.findByText('当前无网络')).toBeTruthy()
  })
  it('has the names of the list that it comes from', async () => {
    phoneWithOutbox()
    startFakeServer({
      'GET /roll': ({ url }) =>
        url.includes(toRollId(2)) ? Promise.reject(unreachable) : replyWithRows([createRollRow(2)], { line: 'SB1' }),
    })
    renderAtDesk(<RowBesideList />)
    await screen.findByText('A-2 SB1')
  })
  it('is read from the last row that the server has acknowledged', async () => {
    phoneWithOutbox([
      { userId: 'u1', resource: 'roll', rowId: toRollId(2), row: createRollRow(2), ownFrom: 1, at: 1000 },
    ])
    startFakeServer({ 'GET /roll': unreachable })
    showRolls(RAISED)
    await getPanel()
  })
})
