import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { Suspense, type ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { replacePhoneStore } from '@/client/api/phone'
import { createQueryClient } from '@/client/api/query-client'
import { clearSession } from '@/client/session/session'
import type { DataTableProps } from '@/client/ui/DataTable'
import { amount, choice, text } from '@/contract/field'
import { defineResource } from '@/contract/resource'
import { createFakePhone } from '../fake-phone'
import { signInPerson } from '../signed-in'
import { loadTexts } from '../texts'
import { setElementSize } from '../fake-layout'

/** A resource with every route of the kit, for tests of lists on a desk screen. */
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
const rollTexts = {
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
const CREATED_AT = '2026-01-01T00:00:00.000Z'
export const toRollId = (n: number): string => `018f0000-0000-7000-8000-00000000000${n}`
export const createRollRow = (n: number, state = 'good') => ({
  id: toRollId(n),
  version: n,
  code: `A-${n}`,
  weight: 12_345,
  state,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
  createdBy: null,
})

/** Replaces the virtual table, which draws no rows in jsdom because it measures a height of zero. */
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
                const nextSelected = new Set(selected)
                if (!nextSelected.delete(getRowKey(row))) nextSelected.add(getRowKey(row))
                onSelect(nextSelected)
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

/** Prepares a desk: a wide screen, the texts, an empty phone store, and a signed-in person with these permission keys. */
export async function prepareDesk(keys: readonly string[] = ['rollView', 'rollAdd', 'rollEdit', 'rollDelete']) {
  await loadTexts(rollTexts)
  Element.prototype.scrollIntoView = () => undefined
  setElementSize(1440)
  localStorage.clear()
  replacePhoneStore(createFakePhone())
  clearSession()
  signInPerson({ keys })
}
const Address = () => {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}
export const getAddress = (): string => screen.getByTestId('address').textContent ?? ''
export const renderAtDesk = (node: ReactNode, path = '/') =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[path]}>
        <Suspense fallback="…">{node}</Suspense>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  )
