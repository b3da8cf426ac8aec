import './figures.css'
import type { ReactNode } from 'react'

/** A table that may be wider than the screen: it scrolls by itself, and the keyboard reaches it to do so. */
export function Scrolled({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="figures-scroll" role="group" aria-label={name} tabIndex={0}>
      {children}
    </div>
  )
}
