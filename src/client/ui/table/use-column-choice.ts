import { useCallback, useMemo, useState } from 'react'
import { keepLayout, keptLayout, plainLayout, within, type ColumnLayout } from './column-layout'
import type { Column } from './columns'

export type ColumnChoice = {
  /** Visibility by column id. The first column is always visible. */
  visibility: Record<string, boolean>
  /** Manual widths, rem. */
  widths: Readonly<Record<string, number>>
  set: (id: string, shown: boolean) => void
  /** Sets column widths, rem; null restores the default width. */
  resize: (widths: Readonly<Record<string, number | null>>) => void
  reset: () => void
}

/**
 * Returns the user's column visibility and widths, merged with the defaults of the list and stored under `key` on this
 * device.
 * @param initialLayout replaces the defaults, e.g. the columns of a saved view
 */
export function useColumnChoice<Row>(
  columns: readonly Column<Row>[],
  key: string | undefined,
  start: ColumnLayout = plainLayout,
): ColumnChoice {
  const [held, setHeld] = useState(() => ({ key, layout: keptLayout(key) }))
  const { shown, widths } = useMemo(
    () => (held.key === key ? held.layout : keptLayout(key)) ?? start,
    [held, key, start],
  )
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column, index) => [column.id, index === 0 || (shown[column.id] ?? !column.hidden)]),
      ),
    [columns, shown],
  )
  const change = useCallback(
    (layout: ColumnLayout | null) => {
      keepLayout(key, layout)
      setHeld({ key, layout })
    },
    [key],
  )
  const resize = (asked: Readonly<Record<string, number | null>>) => {
    const next = Object.entries({ ...widths, ...asked }).flatMap(([id, width]): [string, number][] =>
      width === null ? [] : [[id, within(width)]],
    )
    change({ shown, widths: Object.fromEntries(next) })
  }
  return {
    visibility,
    widths,
    set: (id, visible) => change({ shown: { ...shown, [id]: visible }, widths }),
    resize,
    reset: () => change(null),
  }
}
