import { chooseByLanguage, type Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { department } from '../../contract/role'
import type { Branch } from '../TreeView'

export type DepartmentRow = Row<typeof department>

/**
 * Builds the tree of departments by sort order. A department whose parent is not among the rows, as in a search, is a
 * root.
 */
export function buildDepartmentTree(
  rows: readonly DepartmentRow[],
  language: Language,
  refs: Readonly<Record<string, string>>,
): Branch[] {
  const knownIds = new Set(rows.map((row) => row.id))
  const childrenByParent = new Map<string | null, DepartmentRow[]>()
  for (const row of [...rows].sort((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    const parent = row.parentId && knownIds.has(row.parentId) ? row.parentId : null
    childrenByParent.set(parent, [...(childrenByParent.get(parent) ?? []), row])
  }
  const buildBranch = (row: DepartmentRow): Branch => ({
    id: row.id,
    label: chooseByLanguage(language, row.name, row.nameEn) ?? row.name,
    children: (childrenByParent.get(row.id) ?? []).map(buildBranch),
    ...(row.principalId && refs[row.principalId] ? { aside: refs[row.principalId] } : {}),
  })
  return (childrenByParent.get(null) ?? []).map(buildBranch)
}
