import type { ReactNode } from 'react'
import type { ColumnLayout } from './column-layout'

/** Slot of a column on a phone's card; `sub` is below the title. Default: `detail`, a value labelled by the header. */
export type CardSlot = 'title' | 'sub' | 'state' | 'detail' | 'none'

/** One column, displayed as a table cell on wide screens and as a part of a card on phones. */
export type Column<Row> = {
  id: string
  /** Translated. */
  header: string
  /** Content of the cell: text, or small components such as StateBadge and Quantity. */
  renderCell: (row: Row) => ReactNode
  /** Aligns the cell to the end, so that digits line up. */
  isNumber?: boolean
  /** Width in rem until the cells are measured, and in print; 8 by default, 12 for the first. */
  width?: number
  /** `width` is the minimum, for drawings, which fill their cell. */
  hasMinWidth?: boolean
  isSortable?: boolean
  /** Hidden until the user selects it. */
  isHidden?: boolean
  cardSlot?: CardSlot
  /** True if the row has no value: cards leave the field out. */
  isEmpty?: (row: Row) => boolean
}

/** Maximum number of printed rows, about sixty pages; use the Excel export for more. */
export const MAX_PRINTED_ROWS = 2000

/** Sort order requested from the server. */
export type Sort = { id: string; descending: boolean }

/** Props shared by DataTable and CardList. Sorting and paging happen on the server. */
export type ListProps<Row> = {
  /** Accessible name of the list. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  getRowKey: (row: Row) => string
  /** Number of rows on the server, if known. */
  total?: number
  onOpen?: (row: Row) => void
  /** Key of the row that is open next to the list. */
  openKey?: string
  /**
   * Called when the user scrolls near the end; omit if there are no more rows. A returned promise resolves to false if
   * loading failed.
   */
  onEnd?: () => Promise<boolean> | void
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
}

export type DataTableProps<Row> = ListProps<Row> & {
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Stores the column settings on this device under this key, e.g. `${userId}/equipment`. */
  choiceKey?: string
  /** Initial layout if the user has none stored under `choiceKey`. Must be a stable object. */
  layout?: ColumnLayout | undefined
}

/** Result of reloading a list: `offline` if the server was not reached. */
export type RefreshOutcome = 'done' | 'offline' | 'failed'

/** An action of a row that a swipe reveals. */
export type SwipeButton = {
  key: string
  label: string
  tone: 'primary' | 'plain' | 'danger'
  onClick: () => void
}

export type CardListProps<Row> = ListProps<Row> & {
  /** Reloads the rows after pulling down; omit if the list cannot be reloaded. */
  onRefresh?: () => Promise<RefreshOutcome>
  /** Returns the actions that a swipe offers on a touch screen. The open row must offer the same ones. */
  getSwipeButtons?: (row: Row) => readonly SwipeButton[]
}

/** Returns the set with the key added, or removed if it was present. */
export function toggleKey(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const keys = new Set(set)
  if (!keys.delete(key)) keys.add(key)
  return keys
}

/**
 * Returns the selection after a Shift click: all rows between the previously clicked row and this one get the new state
 * of this row.
 */
export function toggleKeyRange(
  set: ReadonlySet<string>,
  keys: readonly string[],
  anchorKey: string | null,
  clickedKey: string,
): ReadonlySet<string> {
  const [anchorIndex, clickedIndex] = [keys.indexOf(anchorKey ?? clickedKey), keys.indexOf(clickedKey)]
  if (anchorIndex < 0 || clickedIndex < 0) return toggleKey(set, clickedKey)
  const next = new Set(set)
  for (const key of keys.slice(Math.min(anchorIndex, clickedIndex), Math.max(anchorIndex, clickedIndex) + 1))
    if (set.has(clickedKey)) next.delete(key)
    else next.add(key)
  return next
}

/** Returns the sort order after a click on a header: ascending first, then alternating. */
export function getNextSort(sort: Sort | undefined, id: string): Sort {
  return { id, descending: sort?.id === id && !sort.descending }
}
