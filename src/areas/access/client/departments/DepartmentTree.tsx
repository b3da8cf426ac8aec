import { useEffect, useMemo, useState } from 'react'
import type { ListResult } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { useLabels } from '@/client/i18n/labels'
import type { ListRow } from '@/client/resource/build-columns'
import { TreeView, type Branch } from '../TreeView'
import { chooseByLanguage, type Language } from '@/contract/language'
import type { Row } from '@/contract/resource'
import type { department } from '../../contract/role'

/** All departments as a tree, with the person in charge (`principalId`) at the end of the row. */
export function DepartmentTree({
  list,
  onSelect,
  selectedId,
}: {
  list: ListResult<ListRow>
  onSelect: (row: ListRow) => void
  selectedId: string | null
}) {
  const labels = useLabels('access')
  const language = useLanguage()
  const [collapsedIds, setCollapsedIds] = useState<ReadonlySet<string>>(new Set())
  const { hasMore, isFetching, loadMore } = list
  // Loads all pages, because departments without their parent would appear at the top.
  useEffect(() => {
    if (hasMore && !isFetching) loadMore()
  }, [hasMore, isFetching, loadMore])
  const rows = list.rows as DepartmentRow[]
  const branches = useMemo(() => buildDepartmentTree(rows, language, list.refs), [rows, language, list.refs])
  const expandedIds = useMemo(
    () => new Set(rows.filter((row) => !collapsedIds.has(row.id)).map((row) => row.id)),
    [rows, collapsedIds],
  )
  const setExpanded = (id: string, isExpanded: boolean) =>
    setCollapsedIds((currentIds) => {
      const nextIds = new Set(currentIds)
      if (isExpanded) nextIds.delete(id)
      else nextIds.add(id)
      return nextIds
    })
  const selectRow = (id: string) => {
    const row = list.rows.find((candidate) => candidate.id === id)
    if (row) onSelect(row)
  }
  return (
    <div className="access-departments">
      <TreeView
        label={labels.name({ area: 'access', name: 'department' })}
        branches={branches}
        expandedIds={expandedIds}
        onExpandedChange={setExpanded}
        onSelect={selectRow}
        selectedId={selectedId}
      />
    </div>
  )
}

export type DepartmentRow = Row<typeof department>

/**
 * Builds the tree of departments, ordered by `position`. A department whose parent is not among the rows, e.g. in search
 * results, becomes a root.
 */
export function buildDepartmentTree(
  rows: readonly DepartmentRow[],
  language: Language,
  refs: Readonly<Record<string, string>>,
): Branch[] {
  const rowIds = new Set(rows.map((row) => row.id))
  const childrenByParent = new Map<string | null, DepartmentRow[]>()
  for (const row of [...rows].sort((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    const parentId = row.parentId && rowIds.has(row.parentId) ? row.parentId : null
    childrenByParent.set(parentId, [...(childrenByParent.get(parentId) ?? []), row])
  }
  const toBranch = (row: DepartmentRow): Branch => ({
    id: row.id,
    label: chooseByLanguage(language, row.name, row.nameEn) ?? row.name,
    children: (childrenByParent.get(row.id) ?? []).map(toBranch),
    ...(row.principalId && refs[row.principalId] ? { endContent: refs[row.principalId] } : {}),
  })
  return (childrenByParent.get(null) ?? []).map(toBranch)
}
