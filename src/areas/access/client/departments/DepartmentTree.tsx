import { useEffect, useMemo, useState } from 'react'
import type { ListResult } from '@/client/api/use-list'
import { useLanguage } from '@/client/format/use-language'
import { useLabels } from '@/client/i18n/labels'
import type { ListRow } from '@/client/resource/build-columns'
import { TreeView } from '../TreeView'
import { buildDepartmentTree, type DepartmentRow } from './build-department-tree'

/** All departments as a tree, with the principal at the end of the row. */
export function DepartmentTree({
  list,
  onOpen,
  openId,
}: {
  list: ListResult<ListRow>
  onOpen: (row: ListRow) => void
  openId: string | null
}) {
  const labels = useLabels('access')
  const language = useLanguage()
  const [closedIds, setClosedIds] = useState<ReadonlySet<string>>(new Set())
  const { hasMore, isFetching, loadMore: more } = list
  useEffect(() => {
    if (hasMore && !isFetching) more()
  }, [hasMore, isFetching, more]) // loads all pages: departments without their parent would appear at the top
  const rows = list.rows as DepartmentRow[]
  const branches = useMemo(() => buildDepartmentTree(rows, language, list.refs), [rows, language, list.refs])
  const openIds = useMemo(
    () => new Set(rows.filter((row) => !closedIds.has(row.id)).map((row) => row.id)),
    [rows, closedIds],
  )
  const setOpen = (id: string, yes: boolean) =>
    setClosedIds((now) => {
      const next = new Set(now)
      if (yes) next.delete(id)
      else next.add(id)
      return next
    })
  const openRow = (id: string) => {
    const row = list.rows.find((one) => one.id === id)
    if (row) onOpen(row)
  }
  return (
    <div className="ac-departments">
      <TreeView
        label={labels.name({ area: 'access', name: 'department' })}
        branches={branches}
        open={openIds}
        onOpen={setOpen}
        onPick={openRow}
        pickedId={openId}
      />
    </div>
  )
}
