import { useState } from 'react'

export interface About<What extends string, R> {
  /** The sheet that is open; null while none is. */
  what: What | null
  /** The row it is about, as it is known by now. */
  of: R | null
  open: (what: What, of: R | null) => void
  close: () => void
}

/**
 * The sheet that is open over a page that goes on living, and the row it is about. That is fixed when it opens: what the page
 * shows next is not what was asked about.
 * @param rows where the row is looked up meanwhile; it may leave them
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
