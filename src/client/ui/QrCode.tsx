import { useMemo } from 'react'
import { encode } from 'uqr'

/** Quiet zone around a code that readers ask for, modules. */
const QUIET = 4

/** A QR code as one path: sharp at any size, on screen and on paper. Always dark on light, whatever the theme. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { path, size } = useMemo(() => drawn(text), [text])
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** Modules of a row that touch are one stroke, so that no hairlines show between them in print. */
function drawn(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET })
  const strokes = data.flatMap((row, y) => {
    const runs: string[] = []
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const from = x
      while (row[x + 1]) x++
      runs.push(`M${from} ${y}h${x - from + 1}v1h${from - x - 1}z`)
    }
    return runs
  })
  return { path: strokes.join(''), size }
}
