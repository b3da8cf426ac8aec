import type { ReactNode } from 'react'

/** A table wider than a phone: it scrolls on its own and is reachable by keyboard. */
export function CostTable({ label, children }: { label: string; children: ReactNode }) {
  const scrollRegionProps = { role: 'region', 'aria-label': label, tabIndex: 0 }
  return (
    <div className="cost-table" {...scrollRegionProps}>
      {children}
    </div>
  )
}
