import { useState } from 'react'

export interface About<What extends string, R> {
  /** The open dialog; null if none is open. */
  what: What | null
  /** The dialog's row in its latest version. */
  of: R | null
  open: (what: What, of: R | null) => void
  close: () => void
}

/**
 * State of the dialog that is open over a page which keeps updating. The row is fixed when the dialog opens; the page
 * may move on to another one.
 * @param rows where the latest version of the row is looked up; the row may disappear from them
 */
export function useAbout<What extends string, R extends { readonly id: string }>(rows: readonly R[]): About<What, R> {
  const [open, setOpen] = useState<{ what: What; of: R | null } | null>(null)
  const seen = open?.of ?? null
  return {
    what: open?.what ?? null,
    of: seen && (rows.find((one) => one.id === seen.id) ?? seen),
    open: (what, of) => setOpen({ what, of }),
    close: () => setOpen(null),
  }
}
