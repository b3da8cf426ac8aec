/** A trend line without axes next to the current value; a full table or chart exists elsewhere. */
export function Spark({
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
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const limits = [low, high].filter((one): one is number => one !== null && one !== undefined)
  const [least, most] = [Math.min(...known, ...limits), Math.max(...known, ...limits)]
  const height = (value: number) => 38 - ((value - least) / (most - least || 1)) * 36
  const step = 200 / Math.max(1, values.length - 1)
  const path = values
    .map((value, i) =>
      value === null
        ? ''
        : `${i === 0 || values[i - 1] === null ? 'M' : 'L'}${(i * step).toFixed(1)} ${height(value).toFixed(1)}`,
    )
    .join('')
  return (
    <svg className="spark" viewBox="0 0 200 40" preserveAspectRatio="none" role="img" aria-label={label}>
      {limits.map((limit) => (
        <line key={limit} x1="0" x2="200" y1={height(limit)} y2={height(limit)} className="spark-limit" />
      ))}
      <path d={path} />
    </svg>
  )
}
