// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import VirtualCards from '@/client/ui/table/VirtualCards'
import VirtualTable from '@/client/ui/table/VirtualTable'
import { renderWithTexts } from './render'

const columns = [{ id: 'name', header: 'Name', renderCell: (row: string) => row }]
const rows = ['a', 'b', 'c']

it.each([
  ['table', VirtualTable<string>, '.ui-table'],
  ['cards', VirtualCards<string>, '.ui-cards'],
] as const)('a %s says how high it is with all its rows, for a page that does not', (_name, Shown, list) => {
  const { container } = renderWithTexts(<Shown label="rows" columns={columns} rows={rows} getRowKey={(row) => row} />)
  const scroller = container.querySelector<HTMLElement>(list)
  expect(Number.parseFloat(scroller?.style.getPropertyValue('--all') ?? '')).toBeGreaterThan(rows.length * 20)
  expect(scroller?.parentElement?.className).toBe('ui-table-frame')
  expect(readFileSync('src/client/ui/table/table.css', 'utf8')).toMatch(/\.ui-table,\s*\.ui-cards \{[^}]*var\(--all\)/)
})
