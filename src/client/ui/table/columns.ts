import type { ReactNode } from 'react'
import type { ColumnLayout } from './column-layout'

/** Where a column stands on a phone's card. Without it: a fact, labelled by the header. */
export type CardPlace = 'title' | 'sub' | 'state' | 'fact' | 'none'

/** One column, shown as a table cell on wide screens and as a part of a card on phones. */
export type Column<Row> = {
  id: string
  /** Translated. */
  header: string
  /** What stands in the cell: text, or small parts such as State and Quantity. */
  cell: (row: Row) => ReactNode
  /** Numbers stand at the end of their cell, so that digits line up. */
  number?: boolean
  /** Width in rem; 8 by default, 12 for the first. */
  width?: number
  sortable?: boolean
  /** Not shown until the person chooses it. */
  hidden?: boolean
  card?: CardPlace
}

/** So many rows are printed, some sixty sheets; more are for Excel. */
export const MOST_PRINTED = 2000

/** Order asked of the server. */
export type Sort = { id: string; descending: boolean }

/** What DataTable and CardList share. Rows stay the caller's: sorting and paging happen on the server. */
export type ListProps<Row> = {
  /** Says what the list is, for a screen reader. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** All rows the server has, when known. */
  total?: number
  onOpen?: (row: Row) => void
  /** Key of the row that stands open beside the list. */
  current?: string
  /** Called once for each length of `rows` when the person nears the end; leave out when there is no more. */
  onEnd?: () => void
  selected?: ReadonlySet<string>
  onSelect?: (selected: ReadonlySet<string>) => void
}

export type DataTableProps<Row> = ListProps<Row> & {
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Remembers the column choice on this device, e.g. `${userId}/equipment`. */
  choiceKey?: string
  /** Columns to begin with, where the person has chosen none under that key. Keep the object. */
  layout?: ColumnLayout | undefined
}

export type CardListProps<Row> = ListProps<Row>

/** A set with the key put in, or taken out if it was there. */
export function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(key)) next.add(key)
  return next
}

/** The choice after a click with Shift: all between the last one clicked and this one are as this one becomes. */
export function toggledRange(
  set: ReadonlySet<string>,
  keys: readonly string[],
  from: string | null,
  to: string,
): ReadonlySet<string> {
  const [a, b] = [keys.indexOf(from ?? to), keys.indexOf(to)]
  if (a < 0 || b < 0) return toggled(set, to)
  const next = new Set(set)
  for (const key of keys.slice(Math.min(a, b), Math.max(a, b) + 1))
    if (set.has(to)) next.delete(key)
    else next.add(key)
  return next
}

/** The order after a press on a header: first ascending, then descending, and so on. */
export function nextSort(sort: Sort | undefined, id: string): Sort {
  return { id, descending: sort?.id === id && !sort.descending }
}
