import type { ReactNode } from 'react'

/** A table wider than a phone: it scrolls by itself, and the keyboard reaches it to do so. */
export function CostTable({ label, children }: { label: string; children: ReactNode }) {
  const reached = { role: 'region', 'aria-label': label, tabIndex: 0 }
  return (
    <div className="cost-table" {...reached}>
      {children}
    </div>
  )
}
