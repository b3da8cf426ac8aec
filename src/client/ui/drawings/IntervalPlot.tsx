import './drawings.css'

export interface IntervalRow {
  readonly key: string
  readonly label: string
  /** Lower end, estimate and upper end, in the unit of the plot. */
  readonly low: number
  readonly estimate: number
  readonly high: number
  /** The row in words: estimate and interval with unit. */
  readonly description: string
  /** True if the interval does not contain the reference. */
  readonly isSignificant?: boolean
}
/**
 * A forest plot: an estimate and its confidence interval per row, on a common scale with a line at the reference.
 * @param reference value without effect, such as 0 for differences
 */
export function IntervalPlot({
  label,
  rows,
  reference = 0,
}: {
  label: string
  rows: readonly IntervalRow[]
  reference?: number
}) {
  if (rows.length === 0) return null
  const [lowest, highest] = [
    Math.min(reference, ...rows.map(({ low }) => low)),
    Math.max(reference, ...rows.map(({ high }) => high)),
  ]
  const toPosition = (value: number) => ((value - lowest) / (highest - lowest || 1)) * 100
  return (
    <ul className="ui-interval-plot stack gap-1" aria-label={label}>
      {rows.map((row) => (
        <li key={row.key} className={row.isSignificant ? 'is-significant' : undefined}>
          <span>{row.label}</span>
          <span className="ui-interval" aria-hidden>
            <b style={{ insetInlineStart: `${toPosition(reference)}%` }} />
            <i
              style={{
                insetInlineStart: `${toPosition(row.low)}%`,
                width: `${toPosition(row.high) - toPosition(row.low)}%`,
              }}
            />
            <em style={{ insetInlineStart: `${toPosition(row.estimate)}%` }} />
          </span>
          <span className="quiet">{row.description}</span>
        </li>
      ))}
    </ul>
  )
}
