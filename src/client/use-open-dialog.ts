import { useState } from 'react'

export interface OpenDialog<What extends string, R> {
  /** The open dialog; null if none is open. */
  kind: What | null
  /** The dialog's row in its latest version. */
  row: R | null
  open: (kind: What, row: R | null) => void
  close: () => void
}

/**
 * State of the dialog that is open over a page which keeps updating. The row is fixed when the dialog opens; the page
 * may move on to another one.
 * @param rows where the latest version of the row is looked up; the row may disappear from them
 */
export function useOpenDialog<What extends string, R extends { readonly id: string }>(
  rows: readonly R[],
): OpenDialog<What, R> {
  const [open, setOpen] = useState<{ kind: What; row: R | null } | null>(null)
  const initialRow = open?.row ?? null
  return {
    kind: open?.kind ?? null,
    row: initialRow && (rows.find((one) => one.id === initialRow.id) ?? initialRow),
    open: (kind, row) => setOpen({ kind, row }),
    close: () => setOpen(null),
  }
}
