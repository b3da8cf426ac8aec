import './figures.css'
import type { ReactNode } from 'react'

/** Container for a table that may be wider than the screen: scrolls by itself and is reachable by keyboard. */
export function TableScrollView({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figures-scroll" role="group" aria-label={name} tabIndex={0}>
      {children}
    </div>
  )
}
