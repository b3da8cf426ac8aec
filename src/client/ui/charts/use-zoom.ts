import { useMemo, useState } from 'react'
import type { Chart } from 'chart.js'

/** Charts with fewer positions are not enlarged. */
const MIN_POSITIONS = 12
/** Smallest number of steps that fill the width of an enlarged chart. */
const MIN_VISIBLE_STEPS = 4

/** A part of the x axis, in its units: indexes of a named axis, else positions. */
export interface VisibleRange {
  readonly min: number
  readonly max: number
}

/**
 * Lets the user enlarge a part of the x axis by pinching, or by Ctrl and the wheel; the plain wheel scrolls the page.
 * Dragging moves the part. The part stays enlarged until the data cover another period.
 */
export function useZoom(xs: readonly string[] | readonly number[]) {
  const isPositional = typeof xs[0] === 'number'
  const firstX = isPositional ? Number(xs[0]) : 0
  const lastX = isPositional ? Number(xs.at(-1)) : xs.length - 1
  const period = `${xs[0]} ${xs.at(-1)} ${xs.length}`
  const [zoom, setZoom] = useState<{ period: string; range: VisibleRange } | null>(null)
  const range = zoom?.period === period ? zoom.range : null
  const options = useMemo(() => {
    const isEnabled = xs.length >= MIN_POSITIONS
    const minRange = ((lastX - firstX) / Math.max(1, xs.length - 1)) * MIN_VISIBLE_STEPS
    const storeRange = ({ chart }: { chart: Chart }) => {
      const { min, max } = chart.scales['x']!
      setZoom(min <= firstX && max >= lastX ? null : { period, range: { min, max } })
    }
    return {
      limits: { x: { min: firstX, max: lastX, minRange } },
      pan: { enabled: isEnabled, mode: 'x' as const, onPanComplete: storeRange },
      zoom: {
        mode: 'x' as const,
        wheel: { enabled: isEnabled, modifierKey: 'ctrl' as const },
        pinch: { enabled: isEnabled },
        onZoomComplete: storeRange,
      },
    }
  }, [period, xs.length, firstX, lastX])
  return { range, options, reset: () => setZoom(null) }
}
