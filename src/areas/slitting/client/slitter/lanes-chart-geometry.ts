/**
 * Geometry of the lanes chart. The width of the jumbo runs across; its length runs down, beginning with the last metre.
 */
import { calculateLanePositions, sumLaneWidths, type LaneGroup } from '@/areas/orders/rules/slitting-pattern'
import type { Defect } from '@/areas/rolls/rules/defect-map'

export interface ChartBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface ChartScale {
  readonly widthMm: number
  readonly lengthM: number
  readonly width: number
  readonly height: number
}
/** Minimum size of a drawn defect, px, so that a hole of 20 mm stays visible. */
const MIN_BOX_PX = 5

/** Converts mm from the operator's side to px from the left. */
export const toX = (scale: ChartScale, mm: number): number => (mm / scale.widthMm) * scale.width
/** Converts metres from the start of winding to px from the top. */
export const toY = (scale: ChartScale, metre: number): number => (1 - metre / scale.lengthM) * scale.height
/**
 * Returns the box of a span of the jumbo, kept inside the chart. A span without `fromMm` and `toMm` covers the whole
 * width.
 * @param minSize px
 */
export function toBox(
  scale: ChartScale,
  place: { fromM: number; toM: number; fromMm: number | null; toMm: number | null },
  minSize = 0,
): ChartBox {
  const left = toX(scale, place.fromMm ?? 0)
  const right = toX(scale, place.toMm ?? (place.fromMm === null ? scale.widthMm : place.fromMm))
  const top = toY(scale, Math.max(place.toM, place.fromM))
  const bottom = toY(scale, place.fromM)
  const width = Math.max(minSize, right - left)
  const height = Math.max(minSize, bottom - top)
  return { x: Math.min(left, scale.width - width), y: Math.min(top, scale.height - height), width, height }
}
/** Returns the box of a defect, enlarged to the minimum size if necessary. */
export const toDefectBox = (scale: ChartScale, defect: Defect): ChartBox => toBox(scale, defect, MIN_BOX_PX)

/** Returns the boxes of the lanes and of the trim at both edges; `x` and `width` in px. */
export function buildLaneBoxes(
  scale: ChartScale,
  lanes: readonly LaneGroup[],
): {
  lanes: { lane: number; widthMm: number; x: number; width: number }[]
  trims: { x: number; width: number; widthMm: number }[]
} {
  const trimMm = Math.max(0, (scale.widthMm - sumLaneWidths(lanes)) / 2)
  const trimWidth = toX(scale, trimMm)
  return {
    lanes: calculateLanePositions(lanes, scale.widthMm).map((place) => ({
      lane: place.lane,
      widthMm: place.width,
      x: toX(scale, place.from),
      width: toX(scale, place.width),
    })),
    trims:
      trimMm > 0
        ? [
            { x: 0, width: trimWidth, widthMm: trimMm },
            { x: scale.width - trimWidth, width: trimWidth, widthMm: trimMm },
          ]
        : [],
  }
}
