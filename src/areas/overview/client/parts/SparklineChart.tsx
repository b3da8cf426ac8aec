/** Size of the drawing area, and the margin above and below the line, in SVG units. */
const WIDTH = 200
const HEIGHT = 40
const MARGIN = 2
/** A trend line without axes beside the current value. Pages with axes or a table show the same values in full. */
export function SparklineChart({
  values,
  low,
  high,
  label,
}: {
  values: readonly (number | null)[]
  low?: number | null
  high?: number | null
  label: string
}) {
  const knownValues = values.filter((value) => value !== null)
  if (knownValues.length < 2) return null
  const limits = [low, high].filter((limit): limit is number => limit !== null && limit !== undefined)
  const lowest = Math.min(...knownValues, ...limits)
  const highest = Math.max(...knownValues, ...limits)
  const toY = (value: number) => HEIGHT - MARGIN - ((value - lowest) / (highest - lowest || 1)) * (HEIGHT - 2 * MARGIN)
  const stepWidth = WIDTH / Math.max(1, values.length - 1)
  const path = values
    .map((value, i) =>
      value === null
        ? ''
        : `${i === 0 || values[i - 1] === null ? 'M' : 'L'}${(i * stepWidth).toFixed(1)} ${toY(value).toFixed(1)}`,
    )
    .join('')
  return (
    <svg className="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {limits.map((limit) => (
        <line key={limit} x1="0" x2={WIDTH} y1={toY(limit)} y2={toY(limit)} className="spark-limit" />
      ))}
      <path d={path} />
    </svg>
  )
}
