import { useCallback, useMemo, useState } from 'react'
import { keepLayout, keptLayout, plainLayout, within, type ColumnLayout } from './column-layout'
import type { Column } from './columns'

export type ColumnChoice = {
  /** Shown or not, by column id. The first column always is. */
  visibility: Record<string, boolean>
  /** Widths given by hand, rem. */
  widths: Readonly<Record<string, number>>
  set: (id: string, shown: boolean) => void
  /** Gives columns these widths, rem; null leaves a width to the table again. */
  resize: (widths: Readonly<Record<string, number | null>>) => void
  reset: () => void
}

/**
 * A person's choice of columns and of their widths over the defaults of the list, remembered under `key` on this device.
 * `start` stands in for the defaults: the columns of a saved view.
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
