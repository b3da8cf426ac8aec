import { useCallback, useMemo, useState } from 'react'
import { storeLayout, loadLayout, DEFAULT_LAYOUT, clampWidth, type ColumnLayout } from './column-layout'
import type { Column } from './columns'

export type ColumnChoice = {
  /** Visibility by column id. The first column is always visible. */
  visibility: Record<string, boolean>
  /** Manual widths, rem. */
  widths: Readonly<Record<string, number>>
  setVisible: (id: string, isVisible: boolean) => void
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
  initialLayout: ColumnLayout = DEFAULT_LAYOUT,
): ColumnChoice {
  const [loadedChoice, setLoadedChoice] = useState(() => ({ key, layout: loadLayout(key) }))
  const { shown, widths } = useMemo(
    () => (loadedChoice.key === key ? loadedChoice.layout : loadLayout(key)) ?? initialLayout,
    [loadedChoice, key, initialLayout],
  )
  const visibility = useMemo(
    () =>
      Object.fromEntries(
        columns.map((column, index) => [column.id, index === 0 || (shown[column.id] ?? !column.isHidden)]),
      ),
    [columns, shown],
  )
  const storeChoice = useCallback(
    (layout: ColumnLayout | null) => {
      storeLayout(key, layout)
      setLoadedChoice({ key, layout })
    },
    [key],
  )
  const resize = (requestedWidths: Readonly<Record<string, number | null>>) => {
    const next = Object.entries({ ...widths, ...requestedWidths }).flatMap(([id, width]): [string, number][] =>
      width === null ? [] : [[id, clampWidth(width)]],
    )
    storeChoice({ shown, widths: Object.fromEntries(next) })
  }
  return {
    visibility,
    widths,
    setVisible: (id, isVisible) => storeChoice({ shown: { ...shown, [id]: isVisible }, widths }),
    resize,
    reset: () => storeChoice(null),
  }
}
