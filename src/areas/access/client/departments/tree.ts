import { wordIn, type Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { department } from '../../contract/role'
import type { Branch } from '../TreeView'

export type DepartmentRow = Row<typeof department>

/**
 * Builds the tree of departments by sort order. A department whose parent is not among the rows, as in a search, is a
 * root.
 */
export function departmentTree(
  rows: readonly DepartmentRow[],
  language: Language,
  refs: Readonly<Record<string, string>>,
): Branch[] {
  const known = new Set(rows.map((row) => row.id))
  const below = new Map<string | null, DepartmentRow[]>()
  for (const row of [...rows].sort((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    const parent = row.parentId && known.has(row.parentId) ? row.parentId : null
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const build = (row: DepartmentRow): Branch => ({
    id: row.id,
    label: wordIn(language, row.name, row.nameEn) ?? row.name,
    children: (below.get(row.id) ?? []).map(build),
    ...(row.principalId && refs[row.principalId] ? { aside: refs[row.principalId] } : {}),
  })
  return (below.get(null) ?? []).map(build)
}
