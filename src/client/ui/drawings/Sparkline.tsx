import './drawings.css'
import { buildSparklinePath } from './scale'

/** Size of the drawing area, in units of the SVG. */
const WIDTH = 200
const HEIGHT = 40
/** Space above and below the line, in units of the SVG. */
const MARGIN = 3

/**
 * A trend line without axes beside the current value. Pages with axes or a table show the same values in full.
 * @param lines limits or a target, dashed
 * @param isLastUnfinished draws the last value as a ring instead of a dot, because its period still runs
 */
export function Sparkline({
  values,
  lines,
  label,
  isLastUnfinished = false,
}: {
  values: readonly (number | null)[]
  lines?: readonly number[]
  label: string
  isLastUnfinished?: boolean
}) {
  const sparkline = buildSparklinePath({ values, lines: lines ?? [], width: WIDTH, height: HEIGHT, margin: MARGIN })
  if (!sparkline) return null
  return (
    <span className="ui-spark" role="img" aria-label={label} title={label}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {sparkline.lineYs.map((y) => (
          <line key={y} x1="0" x2={WIDTH} y1={y} y2={y} />
        ))}
        <path d={sparkline.path} />
      </svg>
      <i
        className={isLastUnfinished ? 'is-unfinished' : undefined}
        style={{ insetInlineStart: `${(sparkline.end.x / WIDTH) * 100}%`, top: `${(sparkline.end.y / HEIGHT) * 100}%` }}
      />
    </span>
  )
}
