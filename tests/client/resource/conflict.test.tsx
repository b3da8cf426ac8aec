// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import client from '@/client/locales/zh.json'
import { ConflictScreen } from '@/client/resource/ConflictScreen'
import { matchEntries } from '@/client/resource/match-entries'
import { amount, choice, list, text } from '@/contract/field'
import { createFakePhone } from '../fake-phone'
import { startFakeServer, ok } from '../fake-server'
import { loadTexts } from '../texts'

afterEach(cleanup)
const id = (n: number): string => `0199aff3-9400-7150-8a1d-${String(n).padStart(12, '0')}`
const fields = { parts: list({ part: text(), kg: amount({ unit: 'kg', digits: 1 }) }, { max: 20 }), note: text() }
const words = client.resource.conflict
const bearing = { part: '轴承', kg: 2 }
const [mine, theirs] = [
  [{ part: '滤网', kg: 1 }, bearing, { part: '皮带', kg: 4 }],
  [bearing, { part: '滤网', kg: 3 }, { part: '螺栓', kg: 5 }],
]

async function show(otherEditor: { id: string; name: string } | null) {
  await loadTexts({})
  replacePhoneStore(createFakePhone())
  startFakeServer({
    'GET /resource_options': ({ url }) =>
      ok(url.includes('of=user') ? [{ id: id(2), label: '李强' }] : [{ id: id(1), label: 'R-17' }]),
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ConflictScreen
          title="报修"
          conflict={{
            mine: { parts: mine },
            theirs: { id: id(1), version: 4, updatedAt: '2026-11-20T02:10:00.000Z', parts: theirs },
            by: otherEditor,
          }}
          fields={fields}
          place={{ area: 'client', owner: 'repair' }}
          refs={{}}
          busy={false}
          onSave={() => undefined}
          onBack={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
it('separates the entries of a list: changed cells, entries of one side, equal entries in any position', () => {
  expect(matchEntries(mine, theirs, ['part', 'kg'])).toEqual([
    { kind: 'changed', mine: mine[0], theirs: theirs[1], cells: new Set(['kg']) },
    { kind: 'same', entry: bearing },
    { kind: 'mine', entry: mine[2] },
    { kind: 'theirs', entry: theirs[2] },
  ])
})
it('marks differences by an icon with a text, and folds equal entries', async () => {
  await show(null)
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  const marks = screen.getAllByRole('img', { name: words.differs }).map((one) => one.closest('td')?.textContent)
  expect(marks.map((said) => said?.replace(/\D/g, ''))).toEqual(['1', '3'])
  expect(rows.filter((said) => said?.startsWith(words.onlyMine))).toEqual([expect.stringContaining('皮带')])
  expect(rows.filter((said) => said?.startsWith(words.onlyTheirs))).toEqual([expect.stringContaining('螺栓')])
  const folded = screen.getByText('1 行相同').closest('details')!
  expect(folded.open).toBe(false)
  expect(within(folded).getByText('轴承')).toBeTruthy()
})
it('names the row, the author and the time; only the time if the author is unknown', async () => {
  await show({ id: id(2), name: 'li' })
  expect(await screen.findByText(/报修 · R-17/)).toBeTruthy()
  expect(await screen.findByText(/李强.*10:10/)).toBeTruthy()
  cleanup()
  await show(null)
  expect(screen.getByText(/^[^李]*10:10 被修改$/)).toBeTruthy()
})

it('offers list entries with a key one by one', async () => {
  await loadTexts({})
  replacePhoneStore(createFakePhone())
  startFakeServer({ 'GET /resource_options': () => ok([]) })
  const result = choice(['ok', 'notOk'])
  const items = list({ item: text({ required: true }), result }, { max: 9, entryKey: 'item' })
  const buildItems = (oil: string, air: string) => [
    { item: '油位', result: oil },
    { item: '气压', result: air },
    { item: '皮带', result: 'ok' },
  ]
  const saved: unknown[] = []
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ConflictScreen
          title="点检"
          conflict={{
            mine: { items: buildItems('notOk', 'ok') },
            theirs: { id: id(1), version: 4, items: buildItems('ok', 'notOk') },
            by: null,
          }}
          fields={{ items }}
          place={{ area: 'client', owner: 'check' }}
          refs={{}}
          busy={false}
          onSave={(merged, version) => saved.push([merged, version])}
          onBack={() => undefined}
        />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getAllByRole('radio')).toHaveLength(4)
  fireEvent.click(screen.getByRole('radio', { name: `气压 · ${words.theirs}` }))
  fireEvent.click(screen.getByText(words.save))
  expect(saved).toEqual([[{ items: buildItems('notOk', 'notOk') }, 4]])
})
