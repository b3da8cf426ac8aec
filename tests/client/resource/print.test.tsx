// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { getLongestCodeLength, PrintedTable } from '@/client/ui/table/PrintedTable'
import { startFakeServer, ok, unreachable } from '../fake-server'
import { prepareDesk, roll, createRollRow, renderAtDesk } from './desk'

vi.mock('@/client/ui/DataTable', async () => ({ DataTable: (await import('./desk')).PlainTable }))
vi.mock('@/client/ui/use-device', async (original) => ({ ...(await original<object>()), useIsDesktop: () => true }))
// Lower limits, because thousands of rows take jsdom half a minute.
vi.mock('@/client/ui/table/columns', async (original) => ({ ...(await original<object>()), MAX_PRINTED_ROWS: 120 }))

const print = vi.fn<() => void>()
beforeEach(async () => {
  await prepareDesk()
  print.mockReset()
  vi.stubGlobal('print', print)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const numbered = (n: number) => ({
  ...createRollRow(1),
  id: `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`,
  code: `A-${n}`,
})
const rows = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => numbered(from + i))
/** A list of this many rows by keyset: the key is the number of the last row. Returns fewer rows per page than requested. */
const listOf = (total: number) =>
  startFakeServer({
    'GET /roll': ({ url }) => {
      const asked = new URLSearchParams(url.split('?')[1])
      const after = Number(asked.get('after') ?? 0)
      const last = Math.min(total, after + Math.min(50, Number(asked.get('size'))))
      return ok({ total, list: rows(after + 1, last), refs: {}, next: last < total ? String(last) : null })
    },
  })
const drawn = () => document.querySelectorAll('[data-layout] > li').length

it('loads missing rows before printing and removes them afterwards', async () => {
  const { sent } = listOf(115)
  renderAtDesk(<ResourcePage resource={roll as never} />)
  const button = await screen.findByRole('button', { name: '打印全部' })
  let onPaper = 0
  print.mockImplementation(() => {
    onPaper = drawn()
  })
  fireEvent.click(button)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(onPaper).toBe(115)
  expect(sent.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('size'))).toEqual(['50', '70', '20'])
  act(() => void dispatchEvent(new Event('afterprint')))
  expect(drawn()).toBe(50)
})
it("prints no more than a printer can handle, also by the browser's key", async () => {
  listOf(12_345)
  renderAtDesk(<ResourcePage resource={roll as never} />)
  await screen.findByRole('button', { name: '打印全部' })
  const isDefaultAllowed = fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })
  expect(isDefaultAllowed, 'the browser would print at once').toBe(false)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(drawn()).toBe(120)
  // A browser that reports no end of printing.
  fireEvent.pointerDown(document.body)
  expect(drawn()).toBe(50)
})
it('prints the loaded rows if the others cannot be read', async () => {
  const server = listOf(120)
  renderAtDesk(<ResourcePage resource={roll as never} />)
  const button = await screen.findByRole('button', { name: '打印全部' })
  server.replies['GET /roll'] = unreachable
  fireEvent.click(button)
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(drawn()).toBe(50)
})
it('leaves the key to the browser if all rows are loaded', async () => {
  listOf(3)
  renderAtDesk(<ResourcePage resource={roll as never} />)
  await screen.findByRole('button', { name: '打印全部' })
  expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(true)
})

const column = { id: 'code', header: '卷号', renderCell: ({ code }: { code: string }) => code }
const table = (n: number, total: number) => {
  renderAtDesk(
    <PrintedTable
      columns={[column]}
      rows={rows(1, n).map((row) => ({ id: row.id, original: { row } }))}
      total={total}
    />,
  )
  act(() => void dispatchEvent(new Event('beforeprint')))
  return within(document.querySelector('table')!)
}
it('says on every page that rows are missing', () => {
  expect(table(50, 12_345).getByText('第 1–50 行，共 12,345 行，其余未打印').closest('thead')).toBeTruthy()
})
it('ends with the number of rows if none is missing', () => {
  expect(table(50, 50).getByText('共 50 行').tagName).toBe('CAPTION')
})
it('the limit is 2,000 rows: about fifty pages, which a browser lays out in a few seconds', async () => {
  const real = await vi.importActual<typeof import('@/client/ui/table/columns')>('@/client/ui/table/columns')
  expect(real.MAX_PRINTED_ROWS).toBe(2000)
})
it('prints no more rows than the limit, however many there are', () => {
  const { getAllByRole } = table(130, 130)
  expect(getAllByRole('row').filter((row) => row.closest('tbody'))).toHaveLength(120)
})

it('distinguishes number columns, which are not wrapped on paper, from texts, times and ids', () => {
  const rows = [
    { code: 'WO261122-005', state: 'held', at: '2026-11-28T07:46:00.000Z', ref: createRollRow(1).id, none: null },
    { code: null, state: 'good', at: null, ref: createRollRow(2).id, none: null },
  ]
  const known = ['code', 'state', 'at', 'ref', 'none'].map((id) => getLongestCodeLength(id, rows))
  expect(known).toEqual([12, null, null, null, null])
})
