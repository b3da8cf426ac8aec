import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { replacePhone } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import type { DataTableProps } from '@/client/ui/DataTable'
import { amount, choice, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { fakePhone } from '../fake-phone'
import { signedIn } from '../signed-in'
import { loadTexts } from '../texts'
import { laidOut } from '../fake-layout'

/** A list of rolls on a desk screen. */
export const roll = defineResource('roll', {
  area: 'plant',
  fields: {
    code: text({ required: true, max: 10, format: 'code' }),
    weight: amount({ unit: 'kg', min: 0 }),
    state: choice(['good', 'held']),
  },
  title: ['code'],
  filters: ['state'],
  search: ['code'],
  routes: {
    list: 'GET /roll',
    create: 'POST /roll',
    update: 'PUT /roll',
    remove: 'DELETE /roll',
    export: 'GET /roll_excel',
  },
  permissions: { view: 'rollView', add: 'rollAdd', edit: 'rollEdit', delete: 'rollDelete' },
})
const words = {
  plant: {
    roll: {
      name: '卷',
      fields: { code: '卷号', weight: '重量', state: '状态' },
      options: { state: { good: '良好', held: '待判' } },
    },
    actions: { roll_hold: '待判', roll_release: '放行', roll_seal: '封签' },
    inputs: { reason: '原因' },
  },
}
const stamp = '2026-01-01T00:00:00.000Z'
export const idOf = (n: number): string => `018f0000-0000-7000-8000-00000000000${n}`
export const rowOf = (n: number, state = 'good') => ({
  id: idOf(n),
  version: n,
  code: `A-${n}`,
  weight: 12_345,
  state,
  createdAt: stamp,
  updatedAt: stamp,
  createdBy: null,
})

/** Replaces the virtual table, which measures itself and draws nothing in jsdom. */
export function PlainTable({ rows, columns, getRowKey, selected, onSelect, layout, choiceKey }: DataTableProps<never>) {
  return (
    <ul data-layout={JSON.stringify(layout ?? null)} data-key={choiceKey}>
      {rows.map((row, index) => (
        <li key={getRowKey(row)}>
          {onSelect && (
            <input
              type="checkbox"
              aria-label={`tick ${index}`}
              checked={selected?.has(getRowKey(row)) ?? false}
              onChange={() => {
                const next = new Set(selected)
                if (!next.delete(getRowKey(row))) next.add(getRowKey(row))
                onSelect(next)
              }}
            />
          )}
          {columns.map((column) => (
            <span key={column.id}>{column.renderCell(row)}</span>
          ))}
        </li>
      ))}
    </ul>
  )
}

/** Prepares jsdom for a page: a wide screen, dialogs, texts, and a signed-in person with these keys. */
export async function atDesk(keys: readonly string[] = ['rollView', 'rollAdd', 'rollEdit', 'rollDelete']) {
  await loadTexts(words)
  Element.prototype.scrollIntoView = () => undefined
  laidOut(1440)
  localStorage.clear()
  replacePhone(fakePhone())
  clearSession()
  signedIn({ keys })
}
const Address = () => {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}
export const address = (): string => screen.getByTestId('address').textContent ?? ''
export const show = (node: ReactNode, at = '/') =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[at]}>
        <Suspense fallback="…">{node}</Suspense>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
