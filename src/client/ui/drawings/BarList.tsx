import './drawings.css'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Tone } from '@/contract/state-machine'

export interface BarListRow {
  readonly key: string
  readonly label: ReactNode
  /** Further words behind the label, such as the kind of a loss. */
  readonly detail?: string
  readonly value: number
  /** The value with its unit. */
  readonly text: string
  /** A second number, such as the cumulative share. */
  readonly note?: string
  readonly tone?: Tone
  /** Part of the value that is drawn darker, such as the repairs that stop a line. */
  readonly badValue?: number
  readonly to?: string | null
}
/**
 * Bars on a common scale with label and number, such as a Pareto or an age distribution. The numbers stand beside the
 * bars, which are hidden from screen readers.
 */
export function BarList({ label, rows }: { label: string; rows: readonly BarListRow[] }) {
  const largest = Math.max(...rows.map(({ value }) => value), 0) || 1
  const toWidth = (value: number) => `${(value / largest) * 100}%`
  return (
    <ol className="ui-bar-list" aria-label={label}>
      {rows.map((row) => (
        <li key={row.key}>
          <span>
            {row.to ? <Link to={row.to}>{row.label}</Link> : row.label}
            {row.detail && <span className="quiet"> {row.detail}</span>}
          </span>
          <span className={`ui-bar tone-${row.tone ?? 'active'}`} aria-hidden>
            <i style={{ width: toWidth(row.value) }} />
            {row.badValue ? <b style={{ width: toWidth(row.badValue) }} /> : null}
          </span>
          <span>
            <b>{row.text}</b>
            {row.note && <span className="quiet"> {row.note}</span>}
          </span>
        </li>
      ))}
    </ol>
  )
}
