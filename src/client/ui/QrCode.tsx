import { useMemo } from 'react'
import { encode } from 'uqr'

/** Quiet zone required by readers, in modules. */
const QUIET_ZONE_MODULES = 4

/** QR code as a single SVG path, sharp on screen and paper. Always dark on light, whatever the theme. */
export function QrCode({ text, label, className }: { text: string; label: string; className: string }) {
  const { path, size } = useMemo(() => buildQrPath(text), [text])
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

/**
 * Builds the path of the code. Adjacent modules of a row form one stroke, so that prints show no hairlines between
 * them.
 */
function buildQrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES })
  const strokes = data.flatMap((row, y) => {
    const runs: string[] = []
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue
      const start = x
      while (row[x + 1]) x++
      runs.push(`M${start} ${y}h${x - start + 1}v1h${start - x - 1}z`)
    }
    return runs
  })
  return { path: strokes.join(''), size }
}
